import { describe, expect, it } from 'vitest';
import { ascend, type Moments, type ScorerOfMoments } from '../../../src/engine/acquisition/search/climb.ts';
import { climbCorrected } from '../../../src/engine/acquisition/search/climb-corrected.ts';
import { logExpectedImprovement } from '../../../src/engine/acquisition/strategies/analytic.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';

const square = {
  dimensions: [
    { kind: 'real', name: 'a', low: -2, high: 2 },
    { kind: 'real', name: 'b', low: 0, high: 100 },
  ],
  constraints: [],
} as const;
const region = createFeasibleRegion(square, new Map());
const options = { iterations: 60, tolerance: 1e-6 };

/** A smooth function of a place with its slopes. */
type Field = (a: number, b: number) => { readonly value: number; readonly slopes: readonly [number, number] };

/** Two hills over the square, the higher one at (1, 75). */
const mean: Field = (a, b) => {
  const hill = (height: number, atA: number, atB: number) => {
    const [x, y] = [a - atA, (b - atB) / 25];
    const value = height * Math.exp(-(x * x + y * y));
    return { value, slopes: [-2 * x * value, (-2 * y * value) / 25] };
  };
  const [one, other] = [hill(1, 1, 75), hill(0.2, -1, 25)];
  return {
    value: one.value + other.value,
    slopes: [one.slopes[0] + other.slopes[0], one.slopes[1] + other.slopes[1]],
  };
};
const variance: Field = (a, b) => {
  const value = 0.01 * Math.exp(0.3 * a - b / 200);
  return { value, slopes: [0.3 * value, -value / 200] };
};

/** LogEI over 0.9 of a mean and a variance, and how many points its moments were asked at, call by call. */
function scorerOf(ofMean: Field, ofVariance: Field): ScorerOfMoments & { readonly asked: number[] } {
  const asked: number[] = [];
  const at = (points: Float64Array): Moments => {
    const places = Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]);
    asked.push(places.length);
    const [means, variances] = [ofMean, ofVariance].map((field) => places.map(([a, b]) => field(a, b)));
    return {
      mean: Float64Array.from(means, ({ value }) => value),
      variance: Float64Array.from(variances, ({ value }) => value),
      dMean: Float64Array.from(means.flatMap(({ slopes }) => slopes)),
      dVariance: Float64Array.from(variances.flatMap(({ slopes }) => slopes)),
    };
  };
  const scored = ({ mean, variance, dMean, dVariance }: Moments) => {
    const found = Array.from(mean, (value, i) =>
      logExpectedImprovement(value, Math.sqrt(variance[i]), { sign: 1, best: 0.9, xi: 0, kappa: 1 }),
    );
    const slope = (i: number, g: number) =>
      found[g].dMean * dMean[i] +
      (variance[g] > 0 ? (found[g].dDeviation / (2 * Math.sqrt(variance[g]))) * dVariance[i] : 0);
    return {
      value: Float64Array.from(found, ({ value }) => value),
      gradient: dMean.map((_, i) => slope(i, i >> 1)),
    };
  };
  const gradients = (points: Float64Array) => scored(at(points));
  return { q: 1, values: (points) => gradients(points).value, gradients, moments: { at, scored }, asked };
}

/** A field plus a plane, or times the exponential of one. */
const tilted = (field: Field): Field => {
  return (a, b) => {
    const { value, slopes } = field(a, b);
    return { value: value + 0.3 + 0.1 * a - b / 1000, slopes: [slopes[0] + 0.1, slopes[1] - 1 / 1000] };
  };
};
const swollen = (field: Field): Field => {
  return (a, b) => {
    const { value, slopes } = field(a, b);
    const times = Math.exp(0.5 + 0.2 * a + b / 300);
    return {
      value: value * times,
      slopes: [times * (slopes[0] + 0.2 * value), times * (slopes[1] + value / 300)],
    };
  };
};

const start = Float64Array.of(0.7, 66);

describe('a climb by an approximation that is corrected', () => {
  it('needs one more evaluation where a plane is what the approximation lacks, and ends where the score itself leads', () => {
    const own = scorerOf(mean, variance);
    const expected = ascend(own, region, start, options).values[0];
    const exact = scorerOf(mean, variance);
    const local = scorerOf(tilted(mean), swollen(variance));
    const { points, values } = climbCorrected(exact, local, region, start, options);
    expect(values[0]).toBeCloseTo(expected, 6);
    expect(values[0]).toBe(exact.values(points)[0]);
    // The place, its top, and the value above.
    expect(exact.asked).toEqual([1, 1, 1]);
    expect(own.asked.length).toBeGreaterThan(3);
  });

  it('comes to the same top by an approximation of another shape', () => {
    const expected = ascend(scorerOf(mean, variance), region, start, options).values[0];
    const flat: Field = (a, b) => {
      const [x, y] = [a - 0.9, (b - 70) / 25];
      return { value: -0.1 * (x * x + y * y), slopes: [-0.2 * x, (-0.2 * y) / 25] };
    };
    const { values } = climbCorrected(
      scorerOf(mean, variance),
      scorerOf(flat, variance),
      region,
      start,
      options,
    );
    expect(values[0]).toBeCloseTo(expected, 4);
  });

  it('shortens steps that lead down, and never ends below its start', () => {
    const rising: Field = (a, b) => ({ value: 50 * (a - 1) ** 2 + b, slopes: [100 * (a - 1), 1] });
    const exact = scorerOf(mean, variance);
    const [before] = exact.values(start);
    const { values } = climbCorrected(exact, scorerOf(rising, variance), region, start, options);
    const expected = ascend(scorerOf(mean, variance), region, start, options).values[0];
    expect(values[0]).toBeGreaterThan(before);
    expect(values[0]).toBeCloseTo(expected, 4);
  });

  it('reads a place once that is too far behind to become the best', () => {
    const exact = scorerOf(mean, variance);
    const places = Float64Array.of(...start, -1, 26);
    climbCorrected(exact, scorerOf(tilted(mean), variance), region, places, options);
    expect(exact.asked[0]).toBe(2);
    expect(exact.asked.slice(1).every((count) => count === 1)).toBe(true);
    expect(exact.asked.length).toBeGreaterThan(1);
  });

  it('climbs by the mean where there is no variance', () => {
    const none: Field = () => ({ value: 0, slopes: [0, 0] });
    const exact = scorerOf(mean, none);
    const from = Float64Array.of(0.9, 73);
    const [before] = exact.values(from);
    const { values } = climbCorrected(exact, scorerOf(mean, none), region, from, options);
    expect(values[0]).toBeGreaterThan(before);
    expect(values[0]).toBeCloseTo(ascend(exact, region, from, options).values[0], 5);
  });
});
