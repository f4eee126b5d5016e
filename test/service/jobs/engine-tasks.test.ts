import { afterAll, describe, expect, it } from 'vitest';
import type { SuggestTask } from '../../../src/engine/acquisition/task.ts';
import { ValueError } from '../../../src/engine/errors.ts';
import type { TrainTask } from '../../../src/engine/gp/task.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { createPool } from '../../../src/service/jobs/pool.ts';

const lines: string[] = [];
const pool = createPool({ backend: 'auto', workers: 2, threads: 1, log: (line) => lines.push(line) });
afterAll(() => pool.close());

/** y = −(a − 0.3)² − (b − 0.7)² on a small grid. */
function trainTask(): TrainTask {
  const grid = [0.1, 0.35, 0.6, 0.9];
  const rows = grid.flatMap((a) => grid.map((b) => [a, b] as const));
  return {
    X: Float64Array.from(rows.flat()),
    n: rows.length,
    d: 2,
    categorical: [false, false],
    outputs: [Float64Array.from(rows, ([a, b]) => -((a - 0.3) ** 2) - (b - 0.7) ** 2)],
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: {},
    seed: 1,
  };
}

const space: Space = {
  dimensions: [
    { name: 'a', kind: 'real', low: 0, high: 1 },
    { name: 'b', kind: 'real', low: 0, high: 1 },
  ],
  constraints: [],
};

describe('engine tasks on workers', () => {
  it('train, predict, suggest and find the optimum; the caller keeps its arrays', async () => {
    const task = trainTask();
    const progress: number[] = [];
    const trained = await pool.run('train', task, {
      key: 's',
      onProgress: (fraction) => progress.push(fraction),
    });
    expect(task.X.length).toBe(32);
    expect(progress.at(-1)).toBe(1);
    const { models } = trained;
    expect(models[0].theta.length).toBeGreaterThan(0);
    const X = Float64Array.of(0.3, 0.7, 0.9, 0.1);
    const predicted = await pool.run('predict', { models, X, m: 2 }, { key: 's' });
    expect(predicted.mean[0][0]).toBeCloseTo(0, 1);
    expect(predicted.mean[0][1]).toBeCloseTo(-0.72, 1);
    const optimum = await pool.run(
      'find_optimum',
      { model: models[0], space, goal: 'maximize', fixed: new Map(), seed: 1 },
      { key: 's' },
    );
    expect(optimum.point[0]).toBeCloseTo(0.3, 1);
    expect(optimum.point[1]).toBeCloseTo(0.7, 1);
    const ask: SuggestTask = {
      models,
      recipe: 'botorch',
      space,
      strategy: 'LogEI',
      count: 1,
      goals: ['maximize'],
      fixed: new Map([[0, 0.5]]),
      pending: new Float64Array(0),
      seed: 3,
    };
    const first = await pool.run('suggest', ask, { key: 's' });
    expect(first.points[0]).toBe(0.5);
    // Another worker, another session, the same answer.
    const again = await pool.run('suggest', ask, { key: 'other' });
    expect(again.points).toEqual(first.points);
  });

  it('gives the same model and predictions on every worker', async () => {
    const runs = await Promise.all(['p', 'q', 'r'].map((key) => pool.run('train', trainTask(), { key })));
    for (const run of runs) expect(run.models[0].theta).toEqual(runs[0].models[0].theta);
    const ask = { models: runs[0].models, X: Float64Array.of(0.2, 0.2), m: 1 };
    const predictions = await Promise.all(
      ['p', 'q', 'r', ''].map((key) => pool.run('predict', ask, { key })),
    );
    for (const one of predictions) expect(one).toEqual(predictions[0]);
  });

  it('brings errors of the engine back as they are', async () => {
    const wrong = pool.run('suggest', {
      models: (await pool.run('train', trainTask())).models,
      recipe: 'botorch',
      space,
      strategy: 'EI',
      count: 4,
      goals: ['maximize'],
      fixed: new Map(),
      pending: new Float64Array(0),
      seed: 1,
    });
    await expect(wrong).rejects.toThrow(ValueError);
    await expect(wrong).rejects.toThrow(/scores one point, n_suggestions is 4/);
  });

  it('says once per worker which backend it works on', () => {
    expect(pool.describe().backend).toMatch(/^(ts|native|cuda)$/);
    expect(lines.filter((line) => /^backend (ts|native|cuda):/.test(line)).length).toBeGreaterThan(0);
  });
});
