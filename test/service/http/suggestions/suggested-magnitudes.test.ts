import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

/** A session with two variables and sixteen results. */
async function filled(result: (x: number, y: number) => number): Promise<string> {
  const path = await service.session();
  for (const name of ['x', 'y'])
    await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 1] });
  const experiments = Array.from({ length: 16 }, (_, i) => {
    const [x, y] = [(i % 4) / 3, ((5 * i + (i >> 2)) % 16) / 15];
    return { inputs: { x, y }, output: result(x, y) * (1 + 0.03 * Math.sin(17 * i)) };
  });
  const recorded = await service.call('POST', `${path}/experiments/batch`, { experiments });
  expect(recorded.status).toBe(201);
  return path;
}

const suggest = (path: string, goal: string) =>
  service.call('POST', `${path}/acquisition/suggest`, { strategy: 'auto', effort: 'fast', seed: 1, goal });

describe('suggestions of auto', () => {
  it.each(['maximize', 'minimize'])('forecast results over decades as their model does, %s', async (goal) => {
    const path = await filled((x, y) => 1e-12 * Math.exp(9 * x - 3 * y * y));
    const { status, body } = await suggest(path, goal);
    expect(status).toBe(200);
    const [{ mean, std, prediction_interval_95, by_logarithm, reason }] = body.diagnostics;
    expect(by_logarithm).toEqual(['Output']);
    expect(reason.text).toContain('modelled by the logarithm: expected values are medians.');
    expect(reason.text).toMatch(
      /^Expected: Output \S+ \(95 % interval of the curve \S+ to \S+\); best run so far: /,
    );
    const [low, high] = prediction_interval_95.Output;
    expect(low).toBeGreaterThanOrEqual(0);
    expect(low).toBeLessThan(mean.Output);
    expect(high).toBeGreaterThan(mean.Output);
    expect(body.recommendation.confidence_interval_95.Output[0]).toBeGreaterThan(0);
    expect(body.recommendation.mean.Output).toBe(reason.best_so_far);
    expect(body.stop.noise_std).toBeLessThan(0.5 * reason.best_so_far);
    const trained = await service.call('POST', `${path}/model/train`, { backend: 'auto' });
    expect(trained.status).toBe(200);
    const predicted = await service.call('POST', `${path}/model/predict`, { inputs: body.suggestions });
    const [told] = predicted.body.predictions;
    // The suggestion was fast: it averages over fewer draws of the hyperparameters.
    expect(mean.Output / told.mean).toBeGreaterThan(0.8);
    expect(mean.Output / told.mean).toBeLessThan(1.25);
    expect(std.Output).toBeLessThan(3 * told.std);
  });

  it('say where results are too small to compute with', async () => {
    const path = await filled((x, y) => 1e-300 * (1 + 10 * x + y));
    for (const { status, body } of [
      await suggest(path, 'maximize'),
      await service.call('POST', `${path}/model/train`, { backend: 'auto' }),
    ]) {
      expect(status).toBe(400);
      expect(body.detail).toMatch(
        /^output: expected results that span 1e-140 or more, got \S+e-300 to \S+e-299;/,
      );
    }
  });

  it.each([
    [1e-200, /^output: expected results that span 1e-140 or more, got \S+e-200 to \S+e-199;/],
    [1e160, /^output: expected magnitudes up to 1e\+150, got \S+e\+161;/],
  ])('by name say where results of size %d have no covariances', async (size, words) => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 9] });
    await service.call('PUT', `${path}/objectives`, {
      objectives: ['a', 'b'].map((name) => ({ name, goal: 'maximize' })),
    });
    const experiments = Array.from({ length: 10 }, (_, x) => ({
      inputs: { x },
      output: { a: size * (12 + 5 * Math.sin(x)), b: Math.cos(x) },
    }));
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    const asked = (strategy: string, n_suggestions: number) =>
      service.call('POST', `${path}/acquisition/suggest`, { strategy, seed: 1, n_suggestions });
    for (const [strategy, count] of [
      ['qNEHVI', 1],
      ['qEHVI', 1],
      ['qEHVI', 2],
      ['Scalarization', 1],
    ] as const) {
      const { status, body } = await asked(strategy, count);
      expect([strategy, status, body.detail]).toEqual([strategy, 400, expect.stringMatching(words)]);
    }
  });

  it.each([
    [1e-200, /^output: expected results that span 1e-140 or more, got \S+e-201 to \S+e-200; record /],
    [1e200, /^output: expected magnitudes up to 1e\+150, got \S+e\+200; correct /],
  ])('of one objective say where results of size %d have no variances', async (size, words) => {
    const path = await filled((x, y) => size * (x + Math.sin(4 * y)));
    for (const [recipe, strategies] of [
      ['botorch', ['EI', 'LogPI', 'UCB', 'PosteriorMean', 'qEI', 'qUCB', 'qIPV', 'qNIPV', 'Thompson']],
      ['sklearn', ['PI', 'gp_hedge']],
    ] as const) {
      await service.call('POST', `${path}/model/train`, { backend: recipe });
      for (const strategy of strategies) {
        const request = { strategy, seed: 1, goal: 'maximize' };
        const { status, body } = await service.call('POST', `${path}/acquisition/suggest`, request);
        expect([strategy, status, body.detail]).toEqual([strategy, 400, expect.stringMatching(words)]);
      }
    }
  });

  it('by name say where the margin of an improvement exceeds all results', async () => {
    const path = await filled((x, y) => 1e-6 * (x + Math.sin(4 * y)));
    const warned = async (request: object) => {
      const asked = { seed: 1, goal: 'maximize', ...request };
      const { status, body } = await service.call('POST', `${path}/acquisition/suggest`, asked);
      expect(status).toBe(200);
      return body.diagnostics[0].warnings;
    };
    await service.call('POST', `${path}/model/train`, { backend: 'sklearn' });
    const words =
      /^xi is 0\.01, more than the range of the results, 0\.0000026: no improvement counts, .* send a smaller xi, such as 3e-8$/;
    for (const strategy of ['EI', 'PI', 'gp_hedge'])
      expect(await warned({ strategy })).toContainEqual(expect.stringMatching(words));
    expect(await warned({ strategy: 'EI', xi: 3e-8 })).toEqual([]);
    expect(await warned({ strategy: 'UCB' })).toEqual([]);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    expect(await warned({ strategy: 'EI' })).toEqual([]);
  });

  it('say where all results are the same', async () => {
    const path = await filled(() => 0);
    const { status, body } = await suggest(path, 'maximize');
    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      "objective 'Output': all 16 results are 0, so the effect of the variables is unknown; its expected values and gains are guesses",
    ]);
    const varied = await suggest(await filled((x) => 5 + x), 'maximize');
    expect(varied.body.warnings).toEqual([]);
    expect(varied.body.diagnostics[0].by_logarithm).toBeUndefined();
  });

  it('keep their precision beside a large offset', async () => {
    const path = await filled(() => 0);
    const experiments = Array.from({ length: 14 }, (_, i) => ({
      inputs: { x: (i % 7) / 6, y: ((5 * i) % 14) / 13 },
      output: 1e9 + (i % 7) / 6,
    }));
    await service.call('DELETE', `${path}/experiments`);
    expect((await service.call('POST', `${path}/experiments/batch`, { experiments })).status).toBe(201);
    const { body } = await suggest(path, 'maximize');
    expect(body.suggestions[0].x).toBeGreaterThan(0.8);
    expect(body.diagnostics[0].mean.Output - 1e9).toBeGreaterThan(0.8);
    expect(body.diagnostics[0].std.Output).toBeLessThan(0.3);
  });
});
