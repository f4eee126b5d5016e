import { describe, expect, it } from 'vitest';
import { frontOf } from '../../../../src/web/domain/results/front.ts';
import { directionOf, type Objective } from '../../../../src/web/domain/results/objectives.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const put = (path: string, objectives: readonly object[], join?: string) =>
  service.call('PUT', `${path}/objectives`, { objectives, ...(join === undefined ? {} : { join }) });

async function withVariable(): Promise<string> {
  const path = await service.session();
  await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  return path;
}

/** y rises with x, z falls. */
async function record(path: string, names: readonly string[]): Promise<void> {
  for (const x of [0, 1.5, 3, 5, 7, 8.5, 10]) {
    const all: Record<string, number> = { y: 10 * x + Math.sin(x), z: 100 - x * x };
    const output = Object.fromEntries(names.map((name) => [name, all[name]]));
    const made = await service.call('POST', `${path}/experiments`, { inputs: { x }, output });
    expect(made.status).toBe(201);
  }
}

const suggest = (path: string, more: object = {}) =>
  service.call('POST', `${path}/acquisition/suggest`, {
    strategy: 'auto',
    effort: 'fast',
    seed: 1,
    ...more,
  });

describe('goals of objectives', () => {
  it('costs are not weighed along a front; this is said before any run, by the field', async () => {
    const path = await withVariable();
    const both = [
      { name: 'y', goal: 'maximize' },
      { name: 'z', goal: 'maximize' },
    ];
    await put(path, both);
    await service.call('PUT', `${path}/cost-model`, {
      variables: { x: { kind: 'linear', proportional_term: 1, constant_term: 1 } },
    });
    const cost = { options: { cost_aware: true } };
    const refused = await suggest(path, cost);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toMatch(/^options.cost_aware: .*has 2 objectives/);
    await put(path, both, 'desirability');
    await record(path, ['y', 'z']);
    expect((await suggest(path, cost)).status).toBe(200);
  });

  it('the optimum that a model expects keeps the limits of its objective, whatever the goal', async () => {
    for (const [backend, goal, limit] of [
      ['botorch', 'maximize', { at_most: 50 }],
      ['sklearn', 'minimize', { at_least: 40 }],
      ['auto', 'maximize', { at_most: 50 }],
      ['botorch', 'target', { target: 80, at_most: 50 }],
    ] as const) {
      const path = await withVariable();
      await put(path, [{ name: 'y', goal, ...limit }]);
      await record(path, ['y']);
      expect((await service.call('POST', `${path}/model/train`, { backend })).status).toBe(200);
      const { body } = await service.call('POST', `${path}/acquisition/find-optimum`, { seed: 1 });
      if ('at_most' in limit) expect(body.predicted_value).toBeLessThan(50);
      else expect(body.predicted_value).toBeGreaterThan(40);
      expect(Math.abs(body.predicted_value - 45)).toBeLessThan(10);
    }
  });

  it('the first runs of an empty session are far from nothing', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'maximize' }]);
    const words = async () => (await suggest(path)).body.diagnostics[0].reason.text;
    expect(await words()).toMatch(/^No result is recorded yet/);
    await service.call('POST', `${path}/experiments`, { inputs: { x: 1 }, output: 1 });
    expect(await words()).toBe('The first runs are spread over the space, each far from the others.');
  });

  it('advice to stop says that a limit is reached', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'at_least', at_least: 120 }]);
    await record(path, ['y']);
    expect((await suggest(path)).body.stop.text).not.toContain('every goal is reached');
    await put(path, [{ name: 'y', goal: 'at_least', at_least: 50 }]);
    expect((await suggest(path)).body.stop.text).toContain('every goal is reached');
  });

  it('a limit near the largest number leaves a range that JSON can hold', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'maximize' }]);
    await record(path, ['y']);
    const { body } = await put(path, [{ name: 'y', goal: 'at_least', at_least: 1.7e308 }]);
    expect(body.objectives[0].desirability_now).toEqual({ low: 0, high: 1.7e308, curve: 1 });
    const { body: maximized } = await put(path, [{ name: 'y', goal: 'maximize', at_least: 1.7e308 }]);
    expect(maximized.objectives[0].desirability_now.high).toBe(Number.MAX_VALUE);
  });

  it('the desirability of a minimized result is 0 at its limit, also below all results', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'minimize' }]);
    await record(path, ['y']);
    const now = async (objective: object) =>
      (await put(path, [{ name: 'y', ...objective }])).body.objectives[0].desirability_now;
    expect(await now({ goal: 'minimize', at_most: -200 })).toMatchObject({ high: -200, curve: 1 });
    expect(await now({ goal: 'maximize', at_least: 200 })).toMatchObject({ low: 200, curve: 1 });
    const { low, high } = await now({ goal: 'minimize', at_most: -1.7e308 });
    expect([low, high]).toEqual([-Number.MAX_VALUE, -1.7e308]);
  });

  it('beyond all results the desirability of a limit follows their range, not their offset', async () => {
    const ends = async (offset: number, objective: object) => {
      const path = await withVariable();
      await put(path, [{ name: 'y', ...objective }]);
      await service.call('POST', `${path}/experiments/batch`, {
        experiments: [0, 8, 20].map((y, x) => ({ inputs: { x }, output: { y: offset + y } })),
      });
      const now = (await service.call('GET', `${path}/objectives`)).body.objectives[0].desirability_now;
      return [now.low - offset, now.high - offset];
    };
    for (const offset of [0, 900]) {
      expect(await ends(offset, { goal: 'maximize', at_least: offset + 100 })).toEqual([100, 110]);
      expect(await ends(offset, { goal: 'minimize', at_most: offset - 40 })).toEqual([-50, -40]);
    }
  });

  it('a reference point stays with its objectives, and goes with them', async () => {
    const path = await withVariable();
    const [y, z, w] = ['y', 'z', 'w'].map((name) => ({ name, goal: 'maximize' }));
    await put(path, [y, z] as object[]);
    await record(path, ['y', 'z']);
    await service.call('PUT', `${path}/campaign`, { ref_point: [20, -1] });
    const front = async () => (await service.call('GET', `${path}/state`)).body.pareto;
    const before = await front();
    expect(before.reference_point).toEqual([20, -1]);
    expect((await put(path, [z, y] as object[])).body.warnings).toBeUndefined();
    expect((await service.call('GET', `${path}/campaign`)).body.ref_point).toEqual([-1, 20]);
    expect(await front()).toMatchObject({ reference_point: [-1, 20], hypervolume: before.hypervolume });
    const { body } = await put(path, [z, w, y] as object[]);
    expect(body.warnings).toEqual([
      "the reference point [-1,20] belonged to other objectives and was removed; until one is set for 'z', 'w', 'y', it is computed from the results",
    ]);
    expect((await service.call('GET', `${path}/campaign`)).body.ref_point).toBeNull();
  });

  it('progress and front follow the goals and the reference point of the last suggestion where none are declared', async () => {
    const path = await withVariable();
    await put(path, [
      { name: 'y', goal: 'maximize' },
      { name: 'z', goal: 'maximize' },
    ]);
    await record(path, ['y', 'z']);
    await service.call('PUT', `${path}/campaign`, { goals: null });
    const asked = { goal: ['minimize', 'maximize'], ref_point: [150, -50] };
    const { pareto } = (await suggest(path, asked)).body;
    const state = (await service.call('GET', `${path}/state`)).body.pareto;
    expect(state).toEqual(pareto);
    const { progress } = (await service.call('GET', `${path}/campaign`)).body;
    expect(progress.at(-1).hypervolume).toBeCloseTo(pareto.hypervolume, 9);
    await service.call('PUT', `${path}/campaign`, { goals: ['maximize', 'maximize'] });
    expect((await service.call('GET', `${path}/state`)).body.pareto.reference_point).not.toEqual([150, -50]);
  });

  it('progress of one objective is by the goal that was last asked for', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    for (const x of [3, 9, 1])
      await service.call('POST', `${path}/experiments`, { inputs: { x }, output: x });
    await suggest(path, { goal: 'minimize' });
    const { progress } = (await service.call('GET', `${path}/campaign`)).body;
    expect(progress.map((one: { best: number }) => one.best)).toEqual([3, 3, 1]);
  });

  it('declared goals come before those of a training', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'maximize' }]);
    await record(path, ['y']);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch', goal: 'maximize' });
    await put(path, [{ name: 'y', goal: 'minimize' }]);
    const optimum = await service.call('POST', `${path}/acquisition/find-optimum`, {});
    expect([optimum.body.goal, optimum.body.optimum.x]).toEqual(['minimize', 0]);
    const { body } = await suggest(path, { strategy: 'PosteriorMean', effort: undefined });
    expect(body.suggestions[0].x).toBeLessThan(2);
  });

  it('advice to stop says that no run keeps the limits of several objectives', async () => {
    const path = await withVariable();
    const z = { name: 'z', goal: 'minimize' };
    await put(path, [{ name: 'y', goal: 'maximize', at_least: 500 }, z]);
    await record(path, ['y', 'z']);
    const { text } = (await suggest(path, { seed: 1 })).body.stop;
    expect(text).toContain('No run so far meets the limits');
    expect(text).toContain('Change the limits or the reference point');
    await put(path, [{ name: 'y', goal: 'maximize', at_least: 30 }, z]);
    expect((await suggest(path, { seed: 1 })).body.stop.text).not.toContain('No run so far');
  });

  it('progress counts runs that keep the limits', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'maximize', at_most: 45 }]);
    const told = async () => (await service.call('GET', `${path}/campaign`)).body.progress;
    for (const [x, output] of [
      [5, 50],
      [3, 30],
      [9, 90],
      [4, 44],
    ])
      await service.call('POST', `${path}/experiments`, { inputs: { x }, output });
    expect(await told()).toEqual([
      { row: 0 },
      { row: 1, best: 30 },
      { row: 2, best: 30 },
      { row: 3, best: 44 },
    ]);
    await put(path, [{ name: 'y', goal: 'at_most', at_most: 45 }]);
    expect((await told()).map((one: { desirability: number }) => one.desirability)).toEqual([0, 1, 1, 1]);
  });

  it('a backtest with a target value reports distances, and its target is an output', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'target', target: 42 }]);
    await record(path, ['y']);
    for (const x of [2, 4, 6, 9])
      await service.call('POST', `${path}/experiments`, { inputs: { x }, output: 10 * x + Math.sin(x) });
    const ask = { batch_sizes: [1], runs: 11, repeats: 2, seed: 1, target: 37 };
    const { status, body } = await service.call('POST', `${path}/backtest`, ask);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.target).toBe(5);
    expect(body.text).toContain('a distance of 5 from 42');
    for (const { best, reached } of body.curves) {
      expect(best.at(-1).median).toBeCloseTo(42 - 40 - Math.sin(4), 6);
      expect(best.at(-1).interval_80[0]).toBeGreaterThan(0);
      expect(best[0].median).toBeGreaterThanOrEqual(best.at(-1).median);
      expect(reached).toBe(1);
    }
  });

  it('a backtest with a target value averages replicates before it takes their distance', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'target', target: 0 }]);
    const outputs = [9, 8, 7, 6, 5, 4, 3, 2, 1.5, 1.2, 1.1];
    for (const [x, output] of [...outputs.entries(), [11, -0.5], [11, 0.7]] as const)
      await service.call('POST', `${path}/experiments`, { inputs: { x: x / 2 }, output });
    const ask = { batch_sizes: [12], runs: 12, repeats: 2, seed: 1, target: 0.3 };
    const { status, body } = await service.call('POST', `${path}/backtest`, ask);
    expect([status, body.detail]).toEqual([200, undefined]);
    // |(0.7 − 0.5)/2 − 0|, where the mean of the distances is 0.6.
    for (const { best } of body.curves) expect(best.at(-1).median).toBeCloseTo(0.1, 9);
  });

  it('simulated curves come no closer to a target value than to equal it', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'target', target: 47 }]);
    const noise = [0.4, -1.1, 0.9, -0.3, 1.2, -0.8, 0.1, 0.7, -1.3, 0.5, -0.2, 1.0];
    for (const [i, error] of noise.entries())
      await service.call('POST', `${path}/experiments`, {
        inputs: { x: i * 0.9 },
        output: 48 - 0.4 * (i * 0.9 - 4) ** 2 + error,
      });
    const ask = { mode: 'simulate', batch_sizes: [4], runs: 9, repeats: 4, seed: 1 };
    const { status, body } = await service.call('POST', `${path}/backtest`, ask);
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.target).toBeGreaterThan(0);
    for (const { best } of body.curves)
      for (const { interval_80 } of best) expect(interval_80[0]).toBeGreaterThanOrEqual(0);
  });

  it('a target value is declared once, and every answer follows it', async () => {
    const path = await withVariable();
    const made = await put(path, [{ name: 'y', unit: '%', goal: 'target', target: 42 }]);
    expect(made.body.objectives[0]).toMatchObject({ goal: 'target', target: 42, importance: 1 });
    await record(path, ['y']);
    const { status, body } = await suggest(path);
    expect([status, body.detail]).toEqual([200, undefined]);
    const x = body.suggestions[0].x;
    expect(Math.abs(10 * x + Math.sin(x) - 42)).toBeLessThan(4);
    expect(body.diagnostics[0].desirability).toBeGreaterThan(0.8);
    expect(body.recommendation.inputs.x).toBe(5);
    expect(body.stop.text).toContain(' in desirability over the best run');
    const { progress } = (await service.call('GET', `${path}/campaign`)).body;
    expect(progress.at(-1).desirability).toBeGreaterThan(progress[0].desirability);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch', kernel: 'RBF' });
    const optimum = await service.call('POST', `${path}/acquisition/find-optimum`, {});
    expect(optimum.body.predicted_value).toBeCloseTo(42, 0);
    const asked = await service.call('POST', `${path}/acquisition/suggest`, {
      strategy: 'EI',
      goal: 'maximize',
    });
    expect(asked.status).toBe(200);
    const document = (await service.call('GET', `${path}/export`)).body;
    const { body: copy } = await service.upload('/sessions/import', JSON.stringify(document));
    const again = await service.call('GET', `/sessions/${copy.session_id}/objectives`);
    expect(again.body).toEqual((await service.call('GET', `${path}/objectives`)).body);
  });

  it('several objectives are joined by desirability where that is requested, or a goal needs it', async () => {
    const path = await withVariable();
    const made = await put(path, [
      { name: 'y', goal: 'maximize', desirability: { low: 0, high: 100 } },
      { name: 'z', goal: 'at_least', at_least: 72, desirability: { low: 50, high: 72 }, importance: 2 },
    ]);
    expect(made.body).toMatchObject({ join: 'desirability' });
    expect(made.body.objectives[1]).toMatchObject({
      goal: 'at_least',
      importance: 2,
      desirability: { low: 50, high: 72, curve: 1 },
    });
    await record(path, ['y', 'z']);
    const { status, body } = await suggest(path);
    expect([status, body.detail]).toEqual([200, undefined]);
    // Beyond x = 5.3 the limit on z is broken.
    expect(body.suggestions[0].x).toBeGreaterThan(3.5);
    expect(body.suggestions[0].x).toBeLessThan(6);
    // At x = 5 z is 75, and the model is not sure that this is within the limit.
    expect(body.recommendation).toMatchObject({ inputs: { x: 3 } });
    expect(body.pareto).toBeUndefined();
    expect(body.diagnostics[0].reason.text).toContain('desirability');
  });

  it('a negative weight of the deviation is refused where objectives are joined, as with one', async () => {
    const path = await withVariable();
    const both = [
      { name: 'y', goal: 'maximize' },
      { name: 'z', goal: 'maximize' },
    ];
    await put(path, both, 'desirability');
    await record(path, ['y', 'z']);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    for (const field of ['beta', 'kappa']) {
      const { status, body } = await service.call('POST', `${path}/acquisition/suggest`, {
        strategy: 'UCB',
        [field]: -1,
      });
      expect([status, body.detail]).toEqual([
        400,
        `suggest: ${field} must not be negative, got -1; send 0 or more`,
      ]);
    }
  });

  it('messages of a training name the objective where there are several', async () => {
    const path = await withVariable();
    await put(path, [
      { name: 'y', goal: 'maximize' },
      { name: 'z', goal: 'maximize' },
    ]);
    for (const y of [1, 2, 4])
      await service.call('POST', `${path}/experiments`, { inputs: { x: 1 }, output: { y, z: -y } });
    const { warnings } = (await service.call('POST', `${path}/model/train`, { backend: 'botorch' })).body;
    for (const name of ['y', 'z'])
      expect(warnings).toContainEqual(
        expect.stringMatching(new RegExp(`^objective '${name}': variable 'x' is constant`)),
      );
  });

  it('two objectives to maximize are joined by their front by default', async () => {
    const path = await withVariable();
    const both = [
      { name: 'y', goal: 'maximize' },
      { name: 'z', goal: 'maximize' },
    ];
    expect((await put(path, both)).body.join).toBe('pareto');
    await record(path, ['y', 'z']);
    expect((await suggest(path)).body.pareto.rows.length).toBeGreaterThan(2);
    expect((await put(path, both, 'desirability')).body.join).toBe('desirability');
    expect((await suggest(path)).body.recommendation.desirability).toBeGreaterThan(0);
    expect((await suggest(path, { goal: ['maximize', 'maximize'] })).body.pareto.rows.length).toBeGreaterThan(
      2,
    );
  });

  it.each([
    ['botorch', ['EI', 'LogEI', 'PI', 'LogPI', 'UCB', 'PosteriorMean', 'qEI', 'qUCB', 'Thompson']],
    ['sklearn', ['EI', 'PI', 'UCB', 'PosteriorMean', 'gp_hedge']],
  ])('every strategy of %s follows a target', async (backend, names) => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'target', target: 42 }]);
    await record(path, ['y']);
    await service.call('POST', `${path}/model/train`, { backend, kernel: 'RBF' });
    for (const strategy of names) {
      const { status, body } = await service.call('POST', `${path}/acquisition/suggest`, {
        strategy,
        seed: 1,
        ...(strategy === 'UCB' ? { kappa: 0.1 } : {}),
      });
      expect([strategy, status, body.detail]).toEqual([strategy, 200, undefined]);
      const { x } = body.suggestions[0];
      const off = Math.abs(10 * x + Math.sin(x) - 42);
      expect([strategy, off < (strategy.includes('PI') ? 8 : 4)]).toEqual([strategy, true]);
      expect(body.diagnostics[0].desirability).toBeGreaterThan(0.7);
    }
  });

  it('strategies for one and for several objectives join them, alone and in batches', async () => {
    const path = await withVariable();
    await put(path, [
      { name: 'y', goal: 'maximize', desirability: { low: 0, high: 100 } },
      { name: 'z', goal: 'at_least', at_least: 75, desirability: { low: 50, high: 75 }, importance: 2 },
    ]);
    await record(path, ['y', 'z']);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch', kernel: 'RBF' });
    for (const strategy of ['qEHVI', 'qNEHVI', 'Scalarization', 'EI', 'qEI', 'qUCB', 'Thompson']) {
      const count = strategy === 'EI' ? 1 : 3;
      const asked = { strategy, seed: 1, n_suggestions: count };
      const { status, body } = await service.call('POST', `${path}/acquisition/suggest`, asked);
      expect([strategy, status, body.detail]).toEqual([strategy, 200, undefined]);
      expect(body.suggestions).toHaveLength(count);
      expect(new Set(body.suggestions.map(({ x }: { x: number }) => x)).size).toBe(count);
      // Beyond x = 5 the limit on z is broken; below 4 more is to be had.
      expect([strategy, body.suggestions[0].x > 3.5 && body.suggestions[0].x < 6]).toEqual([strategy, true]);
      expect(body.pareto).toBeUndefined();
      const again = await service.call('POST', `${path}/acquisition/suggest`, asked);
      expect(again.body.suggestions).toEqual(body.suggestions);
    }
    const front = { strategy: 'qEHVI', goal: ['maximize', 'maximize'] };
    const { body } = await service.call('POST', `${path}/acquisition/suggest`, front);
    expect(body.pareto.rows.length).toBeGreaterThan(2);
  });

  it('the desirability of a strategy by name counts what breaks a limit as 0', async () => {
    const path = await withVariable();
    const objectives = [
      { name: 'y', goal: 'maximize', desirability: { low: 0, high: 10 } },
      { name: 'z', goal: 'minimize', at_most: 4, desirability: { low: 0, high: 10 } },
    ];
    await put(path, objectives, 'desirability');
    const y = [1, 4.2, 3.1, 6.4, 5.2, 8.1, 7.0];
    const z = [1.1, 3.2, 1.4, 4.6, 2.9, 6.1, 4.8];
    const experiments = [0, 1.5, 3, 5, 6.5, 8, 10].map((x, i) => ({
      inputs: { x },
      output: { y: y[i], z: z[i] },
    }));
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    const { body } = await service.call('POST', `${path}/acquisition/suggest`, { strategy: 'EI', seed: 1 });
    expect(body.suggestions[0].x).toBeCloseTo(8.4036, 2);
    // By 400,000 draws of NumPy from the hyperparameters; 0.710 without the limit.
    expect(Math.abs(body.diagnostics[0].desirability - 0.4754)).toBeLessThan(0.01);
  });

  it('joint desirability is weighed against costs, by auto and by name', async () => {
    const path = await withVariable();
    await service.call('POST', `${path}/variables`, { name: 'reagent', type: 'real', bounds: [0, 10] });
    await put(path, [
      { name: 'y', goal: 'target', target: 42, desirability: { low: 0, high: 84 } },
      { name: 'z', goal: 'at_least', at_least: 75, desirability: { low: 50, high: 75 } },
    ]);
    for (const [i, x] of [0, 1.5, 3, 6, 7, 8.5, 10].entries()) {
      const inputs = { x, reagent: (3 * i) % 10 };
      const output = { y: 10 * x + Math.sin(x), z: 100 - x * x };
      await service.call('POST', `${path}/experiments`, { inputs, output });
    }
    const made = await service.call('PUT', `${path}/cost-model`, {
      units: 'EUR',
      run_cost: 1,
      variables: { reagent: { kind: 'linear', proportional_term: 20, constant_term: 0 } },
      budget: 2000,
    });
    expect([made.status, made.body.detail]).toEqual([200, undefined]);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch', kernel: 'RBF' });
    for (const strategy of ['auto', 'EI', 'qEI']) {
      const asked = { strategy, seed: 1, ...(strategy === 'auto' ? { effort: 'fast' } : {}) };
      const { status, body } = await service.call('POST', `${path}/acquisition/suggest`, {
        ...asked,
        options: { cost_aware: true },
      });
      expect([strategy, status, body.detail]).toEqual([strategy, 200, undefined]);
      const [{ x, reagent }] = body.suggestions;
      expect([strategy, Math.abs(x - 4.2) < 0.8, reagent < 1]).toEqual([strategy, true, true]);
      expect(body.cost.units).toBe('EUR');
      expect(body.cost.total).toBeLessThan(30);
    }
  });

  it.each([
    [{ goal: 'target' }, "goal 'target' needs a target"],
    [{ goal: 'maximize', target: 3 }, "belongs to goal 'target'"],
    [{ goal: 'at_most' }, 'needs at_most'],
    [{ goal: 'maximize', importance: 0 }, 'importance must be above 0, got 0'],
    [{ goal: 'maximize', desirability: { low: 3, high: 3 } }, 'low 3 is not below high 3'],
    [{ goal: 'maximize', desirability: { low: 1, high: 3, curve: -1 } }, 'curve must be above 0'],
    [{ goal: 'target', target: 9, desirability: { low: 1, high: 3 } }, 'does not lie between'],
  ])('refuses %j', async (objective, words) => {
    const path = await withVariable();
    const answer = await put(path, [{ name: 'y', ...objective }]);
    expect([answer.status, JSON.stringify(answer.body.detail)]).toEqual([
      400,
      expect.stringContaining(words),
    ]);
  });

  const limited = (goal: 'at_least' | 'at_most', limit: number) => [
    { name: 'y', goal: 'maximize' },
    { name: 'z', goal: 'minimize', at_most: 20 },
    { name: 'w', goal, [goal]: limit },
  ];

  it.each([
    ['at least 50', limited('at_least', 50), [0, 1]],
    ['at most 50', limited('at_most', 50), [2, 3]],
    ['more than any run reaches', limited('at_least', 1000), []],
    ['no trade-off where only one goal is no limit', limited('at_least', 50).slice(1), null],
  ])(
    'a limit is no objective of the front, of the service and of the page: %s',
    async (_, goals, expected) => {
      const path = await withVariable();
      await put(path, goals);
      const names = goals.map(({ name }) => name);
      // By y and z, 1 dominates 5 and 2 dominates 6, whose w lie further beyond the limit. 4 breaks the limit of z.
      const runs = [
        { y: 10, z: 4, w: 60 },
        { y: 8, z: 2, w: 50 },
        { y: 20, z: 4, w: 40 },
        { y: 8, z: 1, w: 45 },
        { y: 90, z: 21, w: 60 },
        { y: 7, z: 2, w: 90 },
        { y: 19, z: 4, w: 10 },
      ];
      for (const [x, run] of runs.entries()) {
        const output = Object.fromEntries(names.map((name) => [name, { v: 1, ...run }[name]]));
        await service.call('POST', `${path}/experiments`, { inputs: { x }, output });
      }
      await service.call('POST', `${path}/experiments`, { inputs: { x: 9 }, output: { y: 99, z: 0 } });
      const { pareto } = (await service.call('GET', `${path}/state`)).body;
      expect(pareto === null ? null : pareto.rows.toSorted()).toEqual(expected);
      if (pareto !== null)
        expect(pareto).toMatchObject({ objectives: ['y', 'z'], goals: ['maximize', 'minimize'] });
      const declared = (await service.call('GET', `${path}/objectives`)).body.objectives;
      const rows = (await service.call('GET', `${path}/experiments`)).body.experiments;
      const objectives = declared.map((one: { name: string }) => ({
        name: one.name,
        label: one.name,
        declared: one,
      }));
      const ways = objectives.map((one: Objective) => directionOf(one));
      if (!names.includes('v')) expect(frontOf(rows, objectives, ways).sort()).toEqual(expected ?? []);
    },
  );

  const readPareto = async (path: string) => (await service.call('GET', `${path}/state`)).body.pareto;
  const recordAll = async (path: string, runs: readonly object[]) => {
    for (const [x, output] of runs.entries())
      await service.call('POST', `${path}/experiments`, { inputs: { x }, output });
  };

  it('a target counts in the front by the distance from it, of the service and of the page', async () => {
    const path = await withVariable();
    const goals = [
      { name: 'y', goal: 'target', target: 42, at_most: 60 },
      { name: 'z', goal: 'maximize' },
    ];
    await put(path, goals);
    // 2 is nearer than 3 and as good; 4 is the best of z, 5 breaks the limit, of 6 the distance is unknown.
    await recordAll(path, [
      { y: 40, z: 5 },
      { y: 44.5, z: 6 },
      { y: 39, z: 7 },
      { y: 46, z: 7 },
      { y: 52, z: 9 },
      { y: 61, z: 99 },
      { y: { below: 42 }, z: 99 },
    ]);
    const pareto = await readPareto(path);
    expect(pareto).toMatchObject({ goals: ['minimize', 'maximize'], targets: [42, null] });
    expect(pareto.rows.toSorted()).toEqual([0, 1, 2, 4]);
    const objectives = goals.map((one) => ({ name: one.name, label: one.name, declared: one }) as Objective);
    const rows = (await service.call('GET', `${path}/experiments`)).body.experiments;
    expect(
      frontOf(
        rows,
        objectives,
        objectives.map((one) => directionOf(one) ?? 'maximize'),
      ).sort(),
    ).toEqual([0, 1, 2, 4]);
    await service.call('PUT', `${path}/campaign`, { ref_point: [30, 4] });
    // Distances of 2, 2.5, 3 and 10, up to 12, with 1, 2, 3 and 5 above 4.
    expect(await readPareto(path)).toMatchObject({
      reference_point: [54, 4],
      hypervolume: 0.5 * 1 + 0.5 * 2 + 7 * 3 + 2 * 5,
    });
  });

  it('a result of which only a limit is known meets no limit on that side', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'maximize', at_most: 5 }]);
    await recordAll(path, [{ y: 3 }, { y: { above: 4 } }]);
    const progress = async () => (await service.call('GET', `${path}/campaign`)).body.progress;
    expect(await progress()).toEqual([
      { row: 0, best: 3 },
      { row: 1, best: 3, limit: true },
    ]);
    await put(path, [{ name: 'y', goal: 'maximize', at_least: 4 }]);
    expect((await progress())[1]).toEqual({ row: 1, best: 4, limit: true });

    const both = await withVariable();
    await put(both, [
      { name: 'y', goal: 'maximize', at_most: 5 },
      { name: 'z', goal: 'maximize' },
    ]);
    await recordAll(both, [
      { y: 3, z: 1 },
      { y: { above: 4 }, z: 2 },
      { y: 2, z: { above: 3 } },
    ]);
    expect((await readPareto(both)).rows.toSorted()).toEqual([0, 2]);
    const { body } = await service.call('GET', `${both}/campaign`);
    expect(body.progress[1].hypervolume).toBe(body.progress[0].hypervolume);
  });

  it('refuses a front of goals that have none', async () => {
    const path = await withVariable();
    const both = [
      { name: 'y', goal: 'maximize' },
      { name: 'z', goal: 'at_most', at_most: 3 },
    ];
    const answer = await put(path, both, 'pareto');
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining("use 'desirability'")]);
  });
});
