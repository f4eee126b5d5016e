import { describe, expect, it } from 'vitest';
import { type CurvedOptions, minimizeCurved } from '../../../src/engine/optim/structured-newton.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';

type Objective = (x: Float64Array) => { value: number; gradient: number[]; curvature: number[] };

function minimize(
  f: Objective,
  x0: number[][],
  bounds: [number, number],
  options: CurvedOptions = {},
  onBatch: (indexes: Int32Array) => void = () => undefined,
) {
  const P = x0[0].length;
  const steps = minimizeCurved<never>({
    x0: Float64Array.from(x0.flat()),
    lower: new Float64Array(P).fill(bounds[0]),
    upper: new Float64Array(P).fill(bounds[1]),
    *evaluate(xs, indexes) {
      onBatch(indexes.slice());
      const results = Array.from(indexes, (_, a) => f(xs.subarray(a * P, (a + 1) * P)));
      return {
        values: results.map((r) => r.value),
        gradients: results.flatMap((r) => r.gradient),
        curvatures: results.flatMap((r) => r.curvature),
      };
    },
    options,
  });
  return steps.next().value;
}

/** ½ Σ r², with JᵀJ as the known part, from residuals and their Jacobian rows. */
const squares =
  (residuals: (x: Float64Array) => { r: number; J: number[] }[]): Objective =>
  (x) => {
    const rows = residuals(x);
    const P = x.length;
    const along = (k: number) => rows.reduce((sum, { r, J }) => sum + r * J[k], 0);
    return {
      value: rows.reduce((sum, { r }) => sum + r ** 2 / 2, 0),
      gradient: Array.from(x, (_, k) => along(k)),
      curvature: Array.from({ length: P * P }, (_, at) =>
        rows.reduce((sum, { J }) => sum + J[Math.floor(at / P)] * J[at % P], 0),
      ),
    };
  };

const rosenbrock = squares((x) => [
  { r: 10 * (x[1] - x[0] ** 2), J: [-20 * x[0], 10] },
  { r: 1 - x[0], J: [-1, 0] },
]);
/** Freudenstein and Roth: large residuals at the local minimum (11.41, −0.8968) of 24.4921, 0 at (5, 4). */
const freudenstein = squares(([a, b]) => [
  { r: -13 + a + ((5 - b) * b - 2) * b, J: [1, 10 * b - 3 * b ** 2 - 2] },
  { r: -29 + a + ((b + 1) * b - 14) * b, J: [1, 3 * b ** 2 + 2 * b - 14] },
]);

const generator = createGenerator(1);
const starts = Array.from({ length: 12 }, () => [4 * generator.uniform() - 2, 4 * generator.uniform() - 2]);

describe('minimizeCurved', () => {
  it('finds the minimum of Rosenbrock, from every start, in few evaluations', () => {
    const result = minimize(rosenbrock, starts, [-5, 5], { valueTolerance: 1e-12 });
    for (const value of result.values) expect(value).toBeLessThan(1e-8);
    expect(result.evaluations / starts.length).toBeLessThan(30);
  });

  it('shortens a step that failed, also where it was held at the longest one', () => {
    const tried: number[] = [];
    // Next to no curvature is known: every step wants to go far beyond the valley at 1.
    const valley: Objective = ([x]) => {
      tried.push(x);
      return { value: (x - 1) ** 4, gradient: [4 * (x - 1) ** 3], curvature: [1e-9] };
    };
    const result = minimize(valley, [[0]], [-50, 50], {
      ...{ maxStep: 8, damping: 1e-3, valueTolerance: 1e-9 },
      shorter: 0.5,
    });
    expect(result.values[0]).toBeLessThan(1e-6);
    expect(tried.slice(0, 4)).toEqual([0, 8, expect.any(Number), expect.any(Number)]);
    expect(tried[2]).toBeLessThanOrEqual(4);
    expect(new Set(tried).size).toBe(tried.length);
  });

  it('learns the part that is not known where residuals stay large', () => {
    const result = minimize(freudenstein, [[0.5, -2]], [-20, 20], { valueTolerance: 1e-14 });
    expect(result.values[0]).toBeCloseTo(24.49212684, 6);
    expect(result.x[1]).toBeCloseTo(-0.8968, 3);
    expect(result.evaluations).toBeLessThan(40);
  });

  it('gives up damping faster with slack, where gains are as foretold', () => {
    const line = squares((x) => [{ r: x[0] - 3, J: [1] }]);
    const held = { damping: 1e4, valueTolerance: 1e-14 };
    const usual = minimize(line, [[0]], [-9, 9], held);
    const slack = minimize(line, [[0]], [-9, 9], { ...held, slack: 0.1 });
    for (const { x } of [usual, slack]) expect(x[0]).toBeCloseTo(3, 4);
    expect(slack.evaluations).toBeLessThan(0.75 * usual.evaluations);
  });

  it('stays inside the bounds and ends at the bounded minimum', () => {
    const result = minimize(rosenbrock, starts, [-2, 0.8]);
    for (let b = 0; b < starts.length; b++) {
      expect(result.x[2 * b]).toBeCloseTo(0.8, 6);
      expect(result.x[2 * b + 1]).toBeCloseTo(0.64, 5);
    }
    expect(Math.max(...result.x)).toBe(0.8);
  });

  it('lets finished restarts leave the batch, and gives each what it gets alone', () => {
    const sizes: number[] = [];
    const together = minimize(rosenbrock, starts.slice(0, 5), [-5, 5], {}, (indexes) =>
      sizes.push(indexes.length),
    );
    expect(sizes[0]).toBe(5);
    expect(sizes.at(-1)).toBeLessThan(5);
    starts.slice(0, 5).forEach((start, b) => {
      const alone = minimize(rosenbrock, [start], [-5, 5]);
      expect(Array.from(together.x.slice(b * 2, (b + 1) * 2))).toEqual(Array.from(alone.x));
    });
    expect(together.evaluations).toBe(sizes.reduce((a, b) => a + b, 0));
  });

  it('treats values and gradients that are not finite as steps too long', () => {
    // log has no value left of 0; the minimum of x − log x is at 1. Nothing of the curvature is known.
    const f: Objective = (x) => ({ value: x[0] - Math.log(x[0]), gradient: [1 - 1 / x[0]], curvature: [0] });
    const result = minimize(f, [[30], [0.01]], [-50, 50], { damping: 1e-2, maxIterations: 400 });
    expect(result.x[0]).toBeCloseTo(1, 3);
    expect(result.x[1]).toBeCloseTo(1, 3);
  });

  it('says so when a start has no value, and goes on with the others', () => {
    const f: Objective = (x) => ({
      value: x[0] < 0 ? Number.NaN : x[0] ** 2,
      gradient: [2 * x[0]],
      curvature: [2],
    });
    const result = minimize(f, [[-1], [3]], [-5, 5]);
    expect(result.reasons[0]).toBe('invalid');
    expect(result.values[0]).toBe(Number.POSITIVE_INFINITY);
    expect(result.best).toBe(1);
    expect(result.x[1]).toBeCloseTo(0, 4);
  });

  it('stops at once where the projected gradient vanishes', () => {
    const f: Objective = (x) => ({ value: x[0], gradient: [1], curvature: [0] });
    expect(minimize(f, [[2]], [2, 5])).toMatchObject({ evaluations: 1, reasons: ['gradient'] });
  });

  it('gives up the restarts that it is asked to', () => {
    const result = minimize(rosenbrock, starts.slice(0, 3), [-5, 5], {
      abandon: (b, round) => b !== 1 && round > 3,
    });
    expect(result.reasons[0]).toBe('abandoned');
    expect(result.reasons[1]).not.toBe('abandoned');
  });

  it('takes fewer steps by a known part that it scales, where that is too large everywhere', () => {
    const sizes = [1, 3, 9, 27];
    const f: Objective = (x) => ({
      value: sizes.reduce((sum, size, k) => sum + (size * x[k] ** 2) / 2, 0),
      gradient: sizes.map((size, k) => size * x[k]),
      curvature: sizes.flatMap((size, k) => sizes.map((_, l) => (k === l ? 1.6 * size : 0))),
    });
    const options = { damping: 1e-3, valueTolerance: 1e-12 };
    const start = [[1, -1, 0.5, 0.2]];
    const plain = minimize(f, start, [-5, 5], options);
    const scaled = minimize(f, start, [-5, 5], { ...options, scaled: true });
    for (const { values } of [plain, scaled]) expect(values[0]).toBeLessThan(1e-10);
    expect(scaled.evaluations).toBeLessThan(plain.evaluations);
  });

  it('ends at a small gain to come after one far larger, and not where gains become smaller slowly', () => {
    const fast = (settled: number) =>
      minimize(freudenstein, [[12, -1]], [-20, 20], { valueTolerance: 1e-14, settled });
    expect(fast(1e-4).evaluations).toBeLessThan(fast(0).evaluations);
    expect(fast(1e-4).values[0]).toBeCloseTo(24.49212684, 4);
    // Newton's steps go a fifth of the way: each gains a quarter of the one before.
    const flat: Objective = ([x]) => ({ value: x ** 6, gradient: [6 * x ** 5], curvature: [30 * x ** 4] });
    const slow = (settled: number) =>
      minimize(flat, [[1]], [-5, 5], { damping: 1e-6, valueTolerance: 1e-9, gradientTolerance: 0, settled });
    expect(slow(1e-4).evaluations).toBe(slow(0).evaluations);
  });

  it('needs fewer steps with what a like problem has taught', () => {
    const first = minimize(freudenstein, [[0.5, -2]], [-20, 20]);
    const near = [[12, -1]];
    const again = minimize(freudenstein, near, [-20, 20], { damping: 1e-2 });
    const warm = minimize(freudenstein, near, [-20, 20], { damping: 1e-2, learned: first.learned(0) });
    expect(warm.values[0]).toBeCloseTo(24.49212684, 5);
    expect(warm.evaluations).toBeLessThan(again.evaluations);
  });
});
