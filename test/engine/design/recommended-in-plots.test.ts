import { expect, test } from 'vitest';
import { type AnalyseDesignTask, analyseDesign } from '../../../src/engine/design/analysis/analyse.ts';
import type { MixedModel } from '../../../src/engine/design/analysis/mixed-model.ts';
import { inverse, type Matrix, product, transposed } from './dense.ts';
import { real, spaceOf } from './support.ts';

const w = [-1, -0.4, 0.4, 1, -1, -0.4, 0.4, 1];
const plotEffects = [-0.2, -0.3, 0.3, -0.7, 1.2, 1, -0.4, -1.7];
const noise = [0.31, -0.52, 0.14, 0.44, -0.61, 0.07, -0.23, 0.38, 0.55, -0.33, -0.12];
const runs = w.flatMap((level) => [
  [level, -1, -1],
  [level, 1, -1],
  [level, -1, 1],
  [level, 1, 1],
]);
const plots = runs.map((_, i) => Math.floor(i / 4));
const response = () =>
  runs.map(([, a, b], i) => 20 + 2 * a - b + plotEffects[plots[i]] + noise[(i * i + 3 * i) % 11]);

const task = (y: readonly number[], groups = plots): AnalyseDesignTask => ({
  space: spaceOf([real('w'), real('a'), real('b')]),
  points: Float64Array.from(runs.flat()),
  response: Float64Array.from(y),
  choose: 'recommended',
  plots: [{ name: 'WholePlot', groups: Int32Array.from(groups) }],
});

const columnsOf: Record<string, (run: number[]) => number[]> = {
  linear: ([x, a, b]) => [1, x, a, b],
  interaction: ([x, a, b]) => [1, x, a, b, x * a, x * b, a * b],
  linear_and_squares: ([x, a, b]) => [1, x, a, b, x * x],
  quadratic: ([x, a, b]) => [1, x, a, b, x * a, x * b, a * b, x * x],
};

/** Errors of each run, predicted from the others and from what they tell of its plot. */
function press(name: string, y: readonly number[], ratio: number): number {
  const X = runs.map((run) => (columnsOf[name] as (run: number[]) => number[])(run));
  const all = [...runs.keys()];
  return all.reduce((sum, i) => {
    const others = all.filter((j) => j !== i);
    const P = inverse(
      others.map((j) => others.map((k) => (j === k ? 1 : 0) + (plots[j] === plots[k] ? ratio : 0))),
    );
    const own = others.map((j) => X[j]) as Matrix;
    const results = others.map((j) => [y[j]]) as Matrix;
    const M = product(transposed(own), P);
    const beta = product(inverse(product(M, own)), product(M, results));
    const rest = product(own, beta).map(([fitted], k) => [(results[k] as number[])[0] - fitted]);
    const near = [others.map((j) => (plots[j] === plots[i] ? ratio : 0))];
    const predicted = product([X[i]], beta)[0][0] + product(product(near, P), rest)[0][0];
    return sum + (y[i] - predicted) ** 2;
  }, 0);
}

test('models are compared by what the other runs, those of the plot too, tell of a run', () => {
  const y = response();
  const { model } = analyseDesign(task(y));
  const largest = analyseDesign({ ...task(y), choose: 'largest' }).mixedModel as MixedModel;
  const [between, within] = largest.variances.map(({ variance }) => variance);
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const total = y.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  expect(model?.considered?.map(({ name }) => name)).toEqual(Object.keys(columnsOf));
  for (const { name, predictedRSquared } of model?.considered ?? [])
    expect(predictedRSquared, name).toBeCloseTo(1 - press(name, y, between / within) / total, 6);
});

test('plots that vary are not taken for an effect of the variable that is set for them', () => {
  expect(analyseDesign({ ...task(response()), plots: [] }).model?.name).toBe('linear_and_squares');
  const { model, mixedModel } = analyseDesign(task(response()));
  expect(model?.name).toBe('linear');
  expect(mixedModel).toBeDefined();
});

test('models that leave nothing between plots are not compared with those that do', () => {
  // Three plots: w and its square leave none of their two degrees of freedom.
  const levels = [-1, 0, 1];
  const points = levels.flatMap((level) => runs.slice(0, 4).map(([, a, b]) => [level, a, b]));
  const y = points.map(([x, a], i) => 5 * x * x + a + noise[i % 11]);
  const { model, mixedModel } = analyseDesign({
    ...task(y),
    points: Float64Array.from(points.flat()),
    plots: [{ name: 'WholePlot', groups: Int32Array.from(points, (_, i) => Math.floor(i / 4)) }],
  });
  const judged = Object.fromEntries(
    (model?.considered ?? []).map(({ name, predictedRSquared }) => [name, predictedRSquared !== null]),
  );
  expect(judged).toEqual({ linear: true, interaction: true, linear_and_squares: false, quadratic: false });
  expect(mixedModel).toBeDefined();
});

test('runs that are not in plots are compared as before', () => {
  const y = response();
  const alone = analyseDesign(task(y, [...runs.keys()]));
  expect(alone).toEqual(analyseDesign({ ...task(y), plots: [] }));
});
