import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

type Inputs = Record<string, number | string>;
type Measured = number | Record<string, number>;

/** A session with these variables and runs. */
async function sessionOf(variables: readonly object[], rows: readonly (readonly [Inputs, Measured])[] = []) {
  const path = await service.session();
  for (const variable of variables)
    expect((await service.call('POST', `${path}/variables`, variable)).status).toBe(201);
  const experiments = rows.map(([inputs, output]) => ({ inputs, output }));
  if (rows.length > 0)
    expect((await service.call('POST', `${path}/experiments/batch`, { experiments })).status).toBe(201);
  return path;
}

const suggest = (path: string, body: object = {}) =>
  service.call('POST', `${path}/acquisition/suggest`, { strategy: 'auto', seed: 1, ...body });

const real = (name: string, bounds: readonly [number, number] = [0, 1]) => ({ name, type: 'real', bounds });

describe('what is found by a trained model `auto`', () => {
  it('is predicted as by the model, and no other settings are predicted to be better', async () => {
    const rows = Array.from({ length: 9 }, (_, i): [Inputs, number] => {
      const [x, y] = [((5 * i) % 9) / 9, ((2 * i) % 9) / 9];
      return [{ x, y }, Math.sin(5 * x) - 2 * (y - 0.4) ** 2 + 0.3 * ((i % 3) - 1)];
    });
    const path = await sessionOf([real('x'), real('y')], rows);
    const post = (route: string, body: object) => service.call('POST', `${path}/${route}`, body);
    await post('model/train', { backend: 'auto' });
    const predicted = async (inputs: readonly Inputs[]): Promise<{ mean: number; std: number }[]> =>
      (await post('model/predict', { inputs })).body.predictions;
    const { body: found } = await post('acquisition/find-optimum', { goal: 'maximize', seed: 1 });
    const [at] = await predicted([found.optimum]);
    expect([found.predicted_value, found.predicted_std]).toEqual([at?.mean, at?.std]);
    const grid = Array.from({ length: 41 * 41 }, (_, i) => ({
      x: (i % 41) / 40,
      y: Math.floor(i / 41) / 40,
    }));
    const best = Math.max(...(await predicted(grid)).map(({ mean }) => mean));
    expect(found.predicted_value).toBeGreaterThan(best - 1e-6);
    const { suggestions, diagnostics } = (await post('acquisition/suggest', { strategy: 'EI', seed: 1 }))
      .body;
    const [next] = await predicted(suggestions);
    expect([diagnostics[0].mean.Output, diagnostics[0].std.Output]).toEqual([next?.mean, next?.std]);
  });
});

describe("what strategy 'auto' answers", () => {
  it('expects what the model predicts that is trained on the same runs', async () => {
    const rows = Array.from({ length: 14 }, (_, i): [Inputs, number] => {
      const [x, y] = [((5 * i) % 14) / 14, ((3 * i) % 14) / 14];
      return [{ x, y }, Math.sin(4 * x) - (y - 0.4) ** 2 + 0.1 * ((i % 3) - 1)];
    });
    const path = await sessionOf([real('x'), real('y')], rows);
    const { suggestions, diagnostics, recommendation } = (await suggest(path, { n_suggestions: 2 })).body;
    await service.call('POST', `${path}/model/train`, { backend: 'auto' });
    const inputs = [...suggestions, recommendation.inputs];
    const { predictions } = (await service.call('POST', `${path}/model/predict`, { inputs })).body;
    diagnostics.forEach((one: Record<string, { Output: number }>, i: number) => {
      expect(predictions[i].mean).toBeCloseTo(one.mean?.Output as number, 9);
      expect(predictions[i].std).toBeCloseTo(one.std?.Output as number, 9);
      expect(predictions[i].prediction_interval_95[0]).toBeCloseTo(
        (one.prediction_interval_95 as unknown as { Output: number[] }).Output[0] as number,
        9,
      );
    });
    expect(predictions[2].mean).toBeCloseTo(recommendation.mean.Output, 9);
  });

  describe.each<readonly [string, readonly string[], object | undefined]>([
    ['where a constraint names it', ['rises'], { coefficients: { c: 1, x: 1 }, rhs: 150 }],
    ['where one of two objectives follows it and the sum does not', ['rises', 'straight'], undefined],
    ['where one of two objectives follows it and the sum does', ['steep', 'bent'], undefined],
  ])('expects by the logarithm of a variable what a training does', (words, targets, constraint) => {
    const results: Record<string, (c: number, x: number) => number> = {
      rises: (c, x) => Math.log(c) + x,
      straight: (c, x) => 2 * c + x,
      steep: (c, x) => Math.sin(2 * Math.log(c)) + x,
      bent: (c, x) => 0.02 * c + 0.1 * Math.sin(9 * x),
    };
    const rows = Array.from({ length: 16 }, (_, i): [Inputs, Measured] => {
      const [c, x] = [Number((100 ** (((7 * i) % 16) / 15)).toPrecision(4)), ((3 * i) % 16) / 16];
      const noise = 0.02 * ((i % 3) - 1);
      return [{ c, x }, Object.fromEntries(targets.map((name) => [name, results[name](c, x) + noise]))];
    });

    it(words, async () => {
      const path = await sessionOf([real('c', [1, 100]), real('x')]);
      const objectives = targets.map((name) => ({ name, goal: 'maximize' }));
      await service.call('PUT', `${path}/objectives`, { objectives });
      if (constraint) {
        const named = { name: 'sum', type: 'inequality', ...constraint };
        expect((await service.call('POST', `${path}/constraints`, named)).status).toBe(201);
      }
      const experiments = rows.map(([inputs, outputs]) => ({ inputs, output: outputs }));
      expect((await service.call('POST', `${path}/experiments/batch`, { experiments })).status).toBe(201);
      const { suggestions, diagnostics } = (await suggest(path, { n_suggestions: 2 })).body;
      const trained = await service.call('POST', `${path}/model/train`, { backend: 'auto' });
      expect(JSON.stringify(trained.body)).toContain('modelled by its logarithm');
      const { predictions } = (await service.call('POST', `${path}/model/predict`, { inputs: suggestions }))
        .body;
      diagnostics.forEach((expected: Record<string, Record<string, number>>, i: number) => {
        for (const name of targets) {
          const predicted = predictions[i].objectives?.[name] ?? predictions[i];
          expect(expected.mean?.[name]).toBeCloseTo(predicted.mean, 9);
          expect(expected.std?.[name]).toBeCloseTo(predicted.std, 9);
        }
      });
    });
  });

  it('proposes runs of the list of a variable with allowed values on a logarithmic scale', async () => {
    const loadings = [0.01, 0.03, 0.1, 0.3, 1, 3];
    const loading = { name: 'loading', type: 'discrete', allowed_values: loadings, scale: 'log' };
    const path = await sessionOf([real('x'), loading]);
    const candidates = loadings.map((value, i) => ({ x: i / 10, loading: value, well: `A${i}` }));
    expect((await service.call('PUT', `${path}/candidates`, { candidates })).status).toBe(200);
    const { suggestions, diagnostics } = (await suggest(path, { n_suggestions: 6 })).body;
    expect([...suggestions].sort((a, b) => a.x - b.x)).toEqual(
      candidates.map(({ x, loading: value }) => ({ x, loading: value })),
    );
    for (const [i, { labels }] of diagnostics.entries())
      expect(labels).toEqual({ well: `A${10 * suggestions[i].x}` });
    const held = await suggest(path, { hold: { loading: 0.1 } });
    expect(held.body.suggestions).toEqual([{ x: 0.2, loading: 0.1 }]);
  });

  it('names the last step before a bound as an end of the range', async () => {
    const rise = [0, 0.3, 0.6].flatMap((x) =>
      [0, 0.5, 1].map((y): [Inputs, number] => [{ x, y }, 10 * x - y]),
    );
    const path = await sessionOf([{ ...real('x'), step: 0.3 }, real('y')], rise);
    const [{ reason }] = (await suggest(path)).body.diagnostics;
    expect(reason.kind).toBe('boundary');
    expect(reason.at_bounds).toContain('x');
    expect(reason.text).toContain('It lies at the end of the range');
  });

  it('says of first runs nothing of expected values, which they have not', async () => {
    const path = await sessionOf(
      [real('x'), real('y'), real('z')],
      [0.1, 0.5, 0.9, 0.3, 0.7].map((x, i) => [{ x, y: i / 5, z: x * x }, 50 + 40 * Math.sin(9 * x)]),
    );
    const objectives = [{ name: 'Output', unit: '%', goal: 'maximize' }];
    await service.call('PUT', `${path}/objectives`, { objectives });
    const { diagnostics } = (await suggest(path)).body;
    expect(diagnostics[0].reason).toMatchObject({
      kind: 'first_points',
      text: 'The first runs are spread over the space, each far from the others.',
    });
  });

  it('doubts noise variances that repeats contradict, as every training does', async () => {
    const path = await sessionOf([real('x')]);
    const experiments = Array.from({ length: 10 }, (_, i) => ({
      inputs: { x: i < 9 ? i / 9 : 0 },
      output: Math.sin(i),
      noise: 0.001,
    }));
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    const words = 'differ by more than their noise variances allow';
    expect((await suggest(path)).body.warnings.join()).toContain(words);
    for (const backend of ['auto', 'botorch', 'sklearn']) {
      const { body } = await service.call('POST', `${path}/model/train`, { backend });
      expect(body.warnings.join()).toContain(words);
    }
  });
});
