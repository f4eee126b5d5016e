import { expect, it } from 'vitest';
import type { GpModel } from '../../../../src/engine/gp/model.ts';
import { createPosterior } from '../../../../src/engine/gp/posterior/posterior.ts';
import { recipes } from '../../../../src/engine/gp/recipes/recipes.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import { scaleOutput } from '../../../../src/engine/gp/transforms/scaling.ts';
import { crossValidate, foldsOf } from '../../../../src/engine/gp/validation/cross-validation.ts';
import { leaveOut } from '../../../../src/engine/gp/validation/held-out.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { presentBackends } from '../../compute/backends.ts';
import { relativeError } from '../../compute/native-support.ts';

const n = 23;
const generator = createGenerator(6);
const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
const y = Float64Array.from(
  { length: n },
  (_, i) => 40 + 9 * Math.sin(5 * X[2 * i]) + X[2 * i + 1] + generator.normal(),
);
const task: TrainTask = {
  X,
  n,
  d: 2,
  categorical: [false, false],
  outputs: [y],
  recipe: 'botorch',
  kernel: 'matern',
  kernelParams: {},
  seed: 42,
};

it('cuts a seeded shuffle into five folds', () => {
  const folds = foldsOf(n, 42);
  expect(folds.map((fold) => fold.length)).toEqual([5, 5, 5, 4, 4]);
  expect(folds.flatMap((fold) => Array.from(fold)).sort((a, b) => a - b)).toEqual([...Array(n).keys()]);
  expect(foldsOf(n, 42)).toEqual(folds);
  expect(foldsOf(n, 43)).not.toEqual(folds);
  expect(foldsOf(n, 42, 3).map((fold) => fold.length)).toHaveLength(3);
});

it.each([
  ['learned noise', {}],
  ['given noise', { noise: y.map((_, i) => 0.2 + 0.05 * (i % 4)) }],
])('gives in closed form what models of the folds give, with %s', (_name, change) => {
  for (const [, backend] of presentBackends) {
    const full = { ...task, ...change };
    const { models, crossValidation } = train(full, { backend });
    const [model] = models;
    const { outputRule } = recipes.botorch(full, y);
    const results = crossValidation[0];
    if (!results) throw new Error('no cross-validation of 23 rows');
    const expected = foldsOf(n, 42).flatMap((fold) => {
      const kept = [...Array(n).keys()].filter((i) => !fold.includes(i));
      const pick = (values: Float64Array) => Float64Array.from(kept, (i) => values[i]);
      const { shift, scale } = scaleOutput(outputRule, pick(y));
      const part: GpModel = {
        ...model,
        n: kept.length,
        X: Float64Array.from(kept.flatMap((i) => [X[2 * i], X[2 * i + 1]])),
        y: pick(y),
        outputShift: shift,
        outputScale: scale,
        ...(model.noise ? { noise: pick(model.noise) } : {}),
      };
      const posterior = createPosterior(part, backend);
      const rows = Float64Array.from(Array.from(fold).flatMap((i) => [X[2 * i], X[2 * i + 1]]));
      const { mean, std } = posterior.predict(rows, fold.length);
      posterior.free();
      return Array.from(fold, (row, i) => ({ row, mean: mean[i], std: std[i] }));
    });
    expect(Array.from(results.rows)).toEqual(expected.map(({ row }) => row));
    expect(Array.from(results.actual)).toEqual(expected.map(({ row }) => y[row]));
    expect(
      relativeError(
        results.predicted,
        expected.map(({ mean }) => mean),
      ),
    ).toBeLessThan(1e-10);
    expect(
      relativeError(
        results.std,
        expected.map(({ std }) => std),
      ),
    ).toBeLessThan(1e-8);
  }
});

it('predicts well what is predictable', () => {
  const { crossValidation } = train(task, { backend: presentBackends[0][1] });
  const { actual, predicted } = crossValidation[0] ?? { actual: y, predicted: new Float64Array(n) };
  const mean = y.reduce((s, v) => s + v / n, 0);
  const residual = actual.reduce((s, v, i) => s + (v - predicted[i]) ** 2, 0);
  expect(1 - residual / y.reduce((s, v) => s + (v - mean) ** 2, 0)).toBeGreaterThan(0.85);
});

it('lets no row left out into its own prediction', () => {
  const { models } = train(task, { backend: presentBackends[0][1] });
  const { outputRule } = recipes.botorch(task, y);
  const run = (outputs: Float64Array) => {
    const posterior = createPosterior({ ...models[0], y: outputs }, presentBackends[0][1]);
    const results = crossValidate(posterior, outputRule, 42);
    posterior.free();
    return results;
  };
  const [before, after] = [run(y), run(y.with(11, 1e4))];
  const at = before.rows.indexOf(11);
  expect(after.predicted[at]).toBeCloseTo(before.predicted[at], 9);
  expect(after.std[at]).toBeCloseTo(before.std[at], 9);
});

it('leaves folds out in one step and, of many rows, in turn with the same results', () => {
  for (const [, backend] of presentBackends) {
    const posterior = createPosterior(train(task, { backend }).models[0], backend);
    const residualsOf = (fold: Int32Array) =>
      y.map((value, i) => (fold.includes(i) ? Number.NaN : value - 40));
    const [atOnce, inTurn] = [n, n - 1].map((most) => {
      const found: { fold: Int32Array; mean: Float64Array; variance: Float64Array }[] = [];
      leaveOut(posterior, foldsOf(n, 42), residualsOf, (fold, left) => found.push({ fold, ...left }), most);
      return found;
    });
    expect(atOnce.map(({ fold }) => fold)).toEqual(inTurn.map(({ fold }) => fold));
    for (const [i, { mean, variance }] of atOnce.entries()) {
      expect(relativeError(mean, inTurn[i].mean)).toBeLessThan(1e-10);
      expect(relativeError(variance, inTurn[i].variance)).toBeLessThan(1e-10);
    }
    posterior.free();
  }
});
