import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/api.ts';
import type { CampaignTask } from '../../src/engine/campaign/task.ts';
import { ShapeError, ValueError } from '../../src/engine/errors.ts';
import type { TrainTask } from '../../src/engine/gp/task.ts';
import type { Dimension, Space } from '../../src/engine/space/space.ts';

const engine = createEngine();
const real = (name: string, changes = {}): Dimension => ({ kind: 'real', name, low: 0, high: 1, ...changes });
const space: Space = { dimensions: [real('a'), real('b')], constraints: [] };
const X = Float64Array.of(0, 0, 1, 0, 0, 1, 1, 1, 0.5, 0.5);
const y = Float64Array.of(0, 1, 2, 3, 1.6);
const rows = { X, n: 5, d: 2, categorical: [false, false], outputs: [y] } as const;
const train: TrainTask = {
  ...rows,
  recipe: 'botorch',
  kernel: 'matern',
  kernelParams: {},
  seed: 1,
  isBrief: true,
};
const [model] = engine.fit(train).models;
const asked = { space, count: 1, fixed: new Map(), pending: new Float64Array(0), seed: 1 } as const;
const suggest = {
  ...asked,
  models: [model],
  recipe: 'botorch',
  strategy: 'EI',
  goals: ['maximize'],
} as const;
const next: CampaignTask = { ...asked, ...rows, goals: ['maximize'], effort: 'fast', advice: false };
const optimum = { model, space, goal: 'maximize', fixed: new Map(), seed: 1 } as const;
const withColumn = (dimension: Dimension) => ({ space: { ...space, dimensions: [real('a'), dimension] } });
const withRow = (coefficients: number[], rhs = 1) => ({
  space: { ...space, constraints: [{ name: 'c', type: 'inequality', coefficients, rhs } as const] },
});
const limit = (objective: number, value = 1) => ({
  outcomeConstraints: [{ objective, bound: 'lower', value } as const],
});
const nan = Number.NaN;

describe('fit', () => {
  it.each<[Partial<TrainTask>, string]>([
    [{ noise: Float64Array.of(1) }, 'train: expected noise [5], got 1 variances'],
    [{ folds: 0 }, 'train: folds must be a whole number from 2 on, got 0'],
    [{ folds: 2.5 }, 'train: folds must be a whole number from 2 on, got 2.5'],
    [
      { recipe: 'bottorch' as 'botorch' },
      "train: recipe 'bottorch' is not known; did you mean 'botorch'? use",
    ],
    [{ options: { restarts: 0 } }, 'options.restarts: expected'],
    [{ options: { restart: 2 } as object }, "options: 'restart' is not known; did you mean 'restarts'?"],
    [
      { censored: [{ rows: Int32Array.of(9), sides: Int32Array.of(1) }] },
      'train: rows with limits of objective 1 must be ascending from 0 to 4, got 9 at position 0',
    ],
    [
      { censored: [{ rows: Int32Array.of(1), sides: Int32Array.of(0) }] },
      'train: sides of limits of objective 1 must be 1 or −1, got 0 at position 0',
    ],
    [
      { censored: [{ rows: Int32Array.of(1), sides: new Int32Array(2) }] },
      'train: objective 1 has 1 rows with limits and 2 sides',
    ],
  ])('%j', (change, message) => {
    expect(() => engine.fit({ ...train, isBrief: false, ...change })).toThrow(message);
  });
});

it('predict refuses inputs that are not finite', () => {
  expect(() => engine.predict(model, Float64Array.of(0, 0, nan, 0))).toThrow(
    new ValueError('predict: inputs must be finite, got NaN in row 1, column 0'),
  );
  expect(() => engine.predict(model, Float64Array.of(0))).toThrow(
    new ShapeError('predict: expected inputs [m, 2], got 1 numbers'),
  );
});

describe('a space', () => {
  it.each<[Pick<typeof suggest, 'space'>, string]>([
    [
      withColumn(real('b', { low: 2 })),
      "dimension 'b': expected finite bounds, the lower one first, got 2 and 1",
    ],
    [withColumn(real('b', { high: Number.POSITIVE_INFINITY })), "dimension 'b': expected finite bounds"],
    [withColumn(real('b', { step: 0 })), "dimension 'b': step must be above 0, got 0"],
    [withColumn(real('a')), "two dimensions have the name 'a'; rename one"],
    [
      withColumn({ kind: 'integer', name: 'b', low: 0.2, high: 0.8 }),
      'no whole number lies between 0.2 and 0.8',
    ],
    [
      withColumn({ kind: 'discrete', name: 'b', values: [] }),
      'expected values, finite and ascending, got none',
    ],
    [
      withColumn({ kind: 'discrete', name: 'b', values: [2, 1] }),
      'expected values, finite and ascending, got 2, 1',
    ],
    [withColumn({ kind: 'categorical', name: 'b', labels: [] }), 'expected labels, got none'],
    [
      withColumn({ kind: 'categorical', name: 'b', labels: ['x'], open: [1] }),
      'open must be ascending codes from 0 to 0, got 1',
    ],
    [withRow([1]), "constraint 'c': expected 2 coefficients, got 1"],
    [withRow([1, nan]), "constraint 'c': coefficients and rhs must be finite, got NaN"],
    [withRow([1, 1], nan), "constraint 'c': coefficients and rhs must be finite, got NaN"],
  ])('%j is refused by every call that takes one', (change, message) => {
    const points = { points: X, modelType: 'linear' } as const;
    for (const call of [
      () => engine.suggest({ ...suggest, ...change }),
      () => engine.suggestNext({ ...next, ...change }),
      () => engine.findOptimum({ ...optimum, ...change }),
      () => engine.design({ ...change, method: 'lhs', nPoints: 4, seed: 1 }),
      () => engine.optimalDesign({ ...change, modelType: 'linear', nPoints: 6, seed: 1 }),
      () => engine.evaluateDesign({ ...change, ...points }),
      () => engine.analyse({ ...change, ...points, response: y }),
    ])
      expect(call).toThrow(message);
  });
});

describe('suggest', () => {
  it.each<[object, string]>([
    [{ models: [] }, 'suggest: expected a model per objective, got none'],
    [{ count: 0 }, 'suggest: count must be a whole number from 1 on, got 0'],
    [{ goals: [] }, 'suggest: expected a goal for each of 1 objectives, got 0'],
    [{ goals: ['larger'] }, "suggest: goals are 'maximize' or 'minimize', got 'larger'"],
    [{ fixed: new Map([[2, 0]]) }, 'suggest: fixed: expected columns from 0 to 1, got 2'],
    [{ fixed: new Map([[1, nan]]) }, 'suggest: fixed: the value of column 1 must be finite, got NaN'],
    [{ pending: Float64Array.of(1) }, 'suggest: expected pending [m, 2], got 1 numbers'],
    [{ pending: Float64Array.of(1, nan) }, 'suggest: pending must be finite, got NaN in row 0, column 1'],
    [{ listed: new Float64Array(0) }, 'suggest: listed: expected a point or more, got none'],
    [
      { space: { ...space, dimensions: [real('a')] } },
      'suggest: the space has 1 dimensions, a model 2 columns',
    ],
    [limit(1), 'suggest: outcome constraints: expected objectives from 0 to 0, got 1'],
    [limit(0, nan), 'suggest: outcome constraints: values must be finite, got NaN'],
  ])('%j', (change, message) => {
    expect(() => engine.suggest({ ...suggest, ...change })).toThrow(message);
  });
});

describe('suggestNext', () => {
  it.each<[object, string]>([
    [{ n: 4 }, 'suggestNext: expected X [4, 2], categorical [2] and outputs [4] each, got 10, 2 and 5'],
    [{ n: -1 }, 'suggestNext: n must be a whole number from 0 on, got -1'],
    [{ outputs: [] }, 'got 10, 2 and none'],
    [{ X: X.with(3, nan) }, 'suggestNext: inputs must be finite, got NaN at position 3'],
    [{ count: 1.5 }, 'suggestNext: count must be a whole number from 1 on, got 1.5'],
    [{ categorical: [false, true] }, "suggestNext: categorical[1] is true, but dimension 'b' is real"],
    [
      { space: { ...space, dimensions: [real('a')] } },
      'suggestNext: the space has 1 dimensions, the rows 2 columns',
    ],
    [
      { candidates: { points: Float64Array.of(1), repeats: true } },
      'suggestNext: expected candidates [m, 2], got 1',
    ],
  ])('%j', (change, message) => {
    expect(() => engine.suggestNext({ ...next, ...change })).toThrow(message);
  });
});
