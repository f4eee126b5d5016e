import { expect, it } from 'vitest';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { fitParameters } from '../../../../src/engine/gp/fit/fit.ts';
import { variablesOf } from '../../../../src/engine/gp/fit/objective.ts';
import { planOf, problemOf } from '../../../../src/engine/gp/fit/plan-fit.ts';
import { scaleOf } from '../../../../src/engine/gp/fit/scale.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';

const range = { lower: -11, upper: 11, initial: -0.4 };
const parameters = [
  { name: 'lengthscale[0]', ...range },
  { name: 'lengthscale[1]', ...range, prior: { mu: 2, sigma: 1 } },
  { name: 'outputscale', ...range },
  { name: 'noise', ...range },
];
const scale = scaleOf(variablesOf(parameters));
const V = parameters.length;

/** Coordinate k of a log parameter. */
const to = (k: number, t: number): number => scale.to(new Float64Array(V).fill(t))[k];

/** Log parameter k at a coordinate, and its derivative. */
function from(k: number, w: number): { t: number; slope: number } {
  const xs = new Float64Array(V);
  const slopes = new Float64Array(V);
  scale.from(new Float64Array(V).fill(w), 1, xs, slopes);
  return { t: xs[k], slope: slopes[k] };
}

const grid = Array.from({ length: 45 }, (_, i) => -11 + i / 2);

it.each(parameters.map(({ name }, k) => [name, k] as const))(
  '%s: there and back, with the slope',
  (_name, k) => {
    for (const t of grid) {
      const back = from(k, to(k, t));
      expect(Math.abs(back.t - t)).toBeLessThan(1e-6);
      const h = 1e-4;
      const difference = (to(k, t + h) - to(k, t - h)) / (2 * h);
      expect(Math.abs(back.slope * difference - 1)).toBeLessThan(1e-5);
      expect(back.slope).toBeGreaterThan(0);
    }
  },
);

it('leaves alone what has a prior or does not level off', () => {
  for (const t of grid) expect([to(1, t), to(2, t)]).toEqual([t, t]);
});

it('is linear in 1/ℓ² and in the noise where they vanish', () => {
  const [flat, flatter, end] = [8, 9, 11].map((t) => [to(0, t), Math.exp(-2 * t)]);
  const along = (a: number[], b: number[]) => (b[0] - a[0]) / (b[1] - a[1]);
  expect(along(flat, flatter) / along(flatter, end)).toBeCloseTo(1, 4);
  const [little, less, least] = [-9, -10, -11].map((t) => [to(3, t), Math.exp(t)]);
  expect(along(little, less) / along(less, least)).toBeCloseTo(1, 1);
});

it('never leaves the bounds', () => {
  expect(from(0, 0).t).toBe(11);
  expect(from(0, 5).t).toBe(11);
  expect(from(3, 0).t).toBe(-11);
});

it('begins later where next to no noise is held', () => {
  const stepOf = (noise: object) => {
    const { to: coordinates } = scaleOf(
      variablesOf([...parameters.slice(0, 3), { name: 'noise', ...range, ...noise }]),
    );
    return coordinates(new Float64Array(V).fill(5))[0] - coordinates(new Float64Array(V).fill(4))[0];
  };
  expect(stepOf({ initial: Math.log(1e-10), fixed: true })).toBeCloseTo(1, 1);
  for (const noise of [{}, { initial: -4, fixed: true }, { initial: Number.NEGATIVE_INFINITY, fixed: true }])
    expect(stepOf(noise)).toBe(to(0, 5) - to(0, 4));
});

it('finds the column that stands for noise where none is learned, with a lengthscale of many spans', () => {
  const [n, d] = [60, 3];
  const generator = createGenerator('a column for noise 11');
  const X = Float64Array.from({ length: n * d }, () => generator.uniform());
  const y = Float64Array.from(
    { length: n },
    (_, i) => Math.sin(5 * X[i * d]) + Math.cos(3 * X[i * d + 1]) + 0.01 * generator.normal(),
  );
  const task: TrainTask = {
    ...{ X, n, d, categorical: new Array<boolean>(d).fill(false), outputs: [y], recipe: 'sklearn' },
    ...{ kernel: 'Matern', kernelParams: {}, seed: 1 },
  };
  const problem = problemOf(task, y, planOf(task, y), {}, undefined);
  const backend = createTsBackend();
  const theta = Float64Array.of(0.5, 1.2, 4.5, 1.9, Math.log(1e-10), 0);
  const there = fitParameters(problem, { seed: 1, from: { theta, growth: 1 } }, { backend });
  for (const seed of [1, 2, 3]) {
    const { objective } = fitParameters(problem, { seed }, { backend });
    expect(objective).toBeGreaterThan(there.objective - 1e-3);
  }
});
