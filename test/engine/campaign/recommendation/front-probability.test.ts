import { describe, expect, it } from 'vitest';
import {
  frontProbability,
  rowsWithinLimits,
} from '../../../../src/engine/campaign/recommendation/front-probability.ts';
import type { Predictor } from '../../../../src/engine/campaign/surrogates.ts';

/** A curve that is normal, with this mean and deviation, at every point. */
const normal = (mean: number, std: number) =>
  ({
    latent: () => ({ mean: Float64Array.of(mean), std: Float64Array.of(std) }),
    output: (value: number) => value,
  }) as unknown as Predictor;

const point = Float64Array.of(0);
const atLeast = { objective: 0, bound: 'lower', value: 0 } as const;

describe('the probability that no run is better in every objective', () => {
  it('is that of normal curves', () => {
    const goals = ['maximize', 'maximize'] as const;
    const likely = (means: readonly [number, number], rows: readonly number[][], limits = {}) =>
      frontProbability({ goals, ...limits }, [normal(means[0], 1), normal(means[1], 1)], rows, point);
    expect(likely([0, 0], [[0, 0]])).toBeCloseTo(0.75, 2);
    expect(likely([0, 0], [[0, 0]], { outcomeConstraints: [atLeast] })).toBeCloseTo(0.5, 2);
    expect(likely([-6, -6], [[0, 0]])).toBe(0);
    expect(likely([-6, 6], [[0, 0]])).toBe(1);
    expect(likely([-6, -6], [])).toBe(1);
  });

  it('follows goals', () => {
    const goals = ['minimize', 'maximize'] as const;
    const chance = frontProbability({ goals }, [normal(6, 1), normal(-6, 1)], [[0, 0]], point);
    expect(chance).toBe(0);
  });

  it('compares with the runs that are expected to meet the limits', () => {
    const means = [Float64Array.of(-1, 2, 3), Float64Array.of(9, 8, 7)];
    const goals = ['maximize', 'maximize'] as const;
    expect(rowsWithinLimits({ goals, outcomeConstraints: [atLeast] }, means)).toEqual([
      [2, 8],
      [3, 7],
    ]);
  });
});
