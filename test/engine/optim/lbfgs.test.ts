import { describe, expect, it } from 'vitest';
import { type MinimizeBatchOptions, minimizeBatch } from '../../../src/engine/optim/lbfgs.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';

type Objective = (x: Float64Array) => { value: number; gradient: number[] };

function minimize(
  f: Objective,
  x0: number[][],
  bounds: [number, number],
  options: MinimizeBatchOptions = {},
  onBatch: (indexes: Int32Array) => void = () => undefined,
) {
  const P = x0[0].length;
  return minimizeBatch({
    x0: Float64Array.from(x0.flat()),
    lower: new Float64Array(P).fill(bounds[0]),
    upper: new Float64Array(P).fill(bounds[1]),
    evaluate(xs, indexes) {
      onBatch(indexes.slice());
      const results = Array.from(indexes, (_, a) => f(xs.subarray(a * P, (a + 1) * P)));
      return { values: results.map((r) => r.value), gradients: results.flatMap((r) => r.gradient) };
    },
    options,
  });
}

const rosenbrock: Objective = (x) => {
  let value = 0;
  const gradient = new Array<number>(x.length).fill(0);
  for (let k = 0; k + 1 < x.length; k++) {
    const bend = x[k + 1] - x[k] ** 2;
    value += 100 * bend ** 2 + (1 - x[k]) ** 2;
    gradient[k] += -400 * x[k] * bend - 2 * (1 - x[k]);
    gradient[k + 1] += 200 * bend;
  }
  return { value, gradient };
};

const generator = createGenerator(1);
const starts = Array.from({ length: 20 }, () =>
  Array.from({ length: 10 }, () => 4 * generator.uniform() - 2),
);

describe('minimizeBatch', () => {
  it('finds minima of Rosenbrock in ten dimensions with no more evaluations than usual (SciPy: 75 a start)', () => {
    const result = minimize(rosenbrock, starts, [-5, 5]);
    for (const value of result.values) {
      expect(Math.min(Math.abs(value), Math.abs(value - 3.98657911))).toBeLessThan(1e-6);
    }
    expect(result.values[result.best]).toBeLessThan(1e-8);
    expect(result.evaluations / starts.length).toBeLessThan(95);
  });

  it('finds the bounded minimum (SciPy: 6.0010 or 8.5887, 37 evaluations a start) and stays inside', () => {
    const result = minimize(rosenbrock, starts, [-2, 0.8]);
    for (const value of result.values) {
      expect(Math.min(Math.abs(value - 6.00101639), Math.abs(value - 8.58871922))).toBeLessThan(1e-6);
    }
    expect(Math.max(...result.x)).toBe(0.8);
    expect(result.evaluations / starts.length).toBeLessThan(60);
  });

  it('lets finished restarts leave the batch, and gives each what it gets alone', () => {
    const sizes: number[] = [];
    const together = minimize(rosenbrock, starts.slice(0, 5), [-5, 5], {}, (indexes) =>
      sizes.push(indexes.length),
    );
    expect(sizes[0]).toBe(5);
    expect(sizes.at(-1)).toBeLessThan(5);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    starts.slice(0, 5).forEach((start, b) => {
      const alone = minimize(rosenbrock, [start], [-5, 5]);
      expect(Array.from(together.x.slice(b * 10, (b + 1) * 10))).toEqual(Array.from(alone.x));
    });
    expect(together.rounds).toBe(sizes.length);
    expect(together.evaluations).toBe(sizes.reduce((a, b) => a + b, 0));
  });

  it('treats values and gradients that are not finite as steps too long', () => {
    // log has no value left of 0; the minimum of x − log x is at 1.
    const f: Objective = (x) => ({ value: x[0] - Math.log(x[0]), gradient: [1 - 1 / x[0]] });
    const result = minimize(f, [[30], [0.01]], [-50, 50], { firstStep: 60 });
    expect(result.x[0]).toBeCloseTo(1, 4);
    expect(result.x[1]).toBeCloseTo(1, 4);
  });

  it('says so when a start has no value, and goes on with the others', () => {
    const f: Objective = (x) => ({ value: x[0] < 0 ? Number.NaN : x[0] ** 2, gradient: [2 * x[0]] });
    const result = minimize(f, [[-1], [3]], [-5, 5]);
    expect(result.reasons[0]).toBe('invalid');
    expect(result.values[0]).toBe(Number.POSITIVE_INFINITY);
    expect(result.best).toBe(1);
    expect(result.x[1]).toBeCloseTo(0, 5);
  });

  it('stops at once where the projected gradient vanishes', () => {
    const f: Objective = (x) => ({ value: x[0], gradient: [1] });
    const result = minimize(f, [[2]], [2, 5]);
    expect(result).toMatchObject({ evaluations: 1, reasons: ['gradient'] });
  });

  it('gives up the restarts that it is asked to', () => {
    const result = minimize(rosenbrock, starts.slice(0, 3), [-5, 5], {
      abandon: (b, round) => b !== 1 && round > 4,
    });
    expect(result.reasons[0]).toBe('abandoned');
    expect(result.reasons[1]).not.toBe('abandoned');
  });

  it('needs fewer steps with curvature known beforehand', () => {
    const scales = Array.from({ length: 8 }, (_, k) => 10 ** (k / 2));
    const bowl: Objective = (x) => ({
      value: x.reduce((sum, v, k) => sum + (scales[k] * v ** 2) / 2, 0),
      gradient: Array.from(x, (v, k) => scales[k] * v),
    });
    const first = minimize(bowl, [scales.map(() => 1)], [-5, 5]);
    const again = minimize(bowl, [scales.map((_, k) => 0.3 * Math.sin(k))], [-5, 5]);
    const warm = minimize(bowl, [scales.map((_, k) => 0.3 * Math.sin(k))], [-5, 5], {
      pairs: () => first.pairs(0),
    });
    expect(warm.evaluations).toBeLessThan(again.evaluations);
  });

  it('ends where the next step is expected to gain no more than is asked for, near what it would have found', () => {
    const bowl: Objective = (x) => ({
      value: x.reduce((sum, value, k) => sum + (k + 1) * (value - 0.3) ** 2 + (value - 0.3) ** 4, 0),
      gradient: Array.from(x, (value, k) => 2 * (k + 1) * (value - 0.3) + 4 * (value - 0.3) ** 3),
    });
    const exact = minimize(bowl, starts, [-5, 5]);
    const early = minimize(bowl, starts, [-5, 5], { expectedTolerance: 1e-3 });
    expect(early.evaluations).toBeLessThan(0.8 * exact.evaluations);
    expect(Math.max(...early.values)).toBeGreaterThan(1e-6);
    expect(Math.max(...early.values)).toBeLessThan(5e-3);
  });

  it('does not expect anything before it knows curvature', () => {
    const flat: Objective = (x) => ({ value: -1e-6 * x[0], gradient: [-1e-6] });
    const { x } = minimize(flat, [[0]], [0, 1], { expectedTolerance: 1e-3, gradientTolerance: 0 });
    expect(x[0]).toBe(1);
  });
});
