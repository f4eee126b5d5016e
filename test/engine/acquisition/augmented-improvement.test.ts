import { describe, expect, it } from 'vitest';
import { logExpectedImprovement } from '../../../src/engine/acquisition/strategies/analytic.ts';
import { logAugmentedImprovement } from '../../../src/engine/acquisition/strategies/augmented-improvement.ts';

const options = { sign: 1, best: 0.4, xi: 0, kappa: 0 } as const;

describe('augmented improvement', () => {
  it('is the expected improvement without noise', () => {
    for (const [mean, deviation] of [
      [0.3, 0.2],
      [0.5, 0],
      [-3, 0.01],
    ] as const)
      expect(logAugmentedImprovement(0)(mean, deviation, options)).toEqual(
        logExpectedImprovement(mean, deviation, options),
      );
  });

  it('is the product of both factors where these can be taken as they are', () => {
    for (const [tau, deviation] of [
      [0.1, 0.3],
      [0.3, 0.3],
      [0.4, 0.05],
    ] as const) {
      const factor = 1 - tau / Math.hypot(tau, deviation);
      const expected = logExpectedImprovement(0.35, deviation, options).value + Math.log(factor);
      expect(logAugmentedImprovement(tau)(0.35, deviation, options).value).toBeCloseTo(expected, 10);
    }
  });

  it('loses no digits far below the noise, where the factor is σ²/(2τ²)', () => {
    const { value } = logAugmentedImprovement(1)(0.4, 1e-9, options);
    const plain = logExpectedImprovement(0.4, 1e-9, options).value;
    expect(value - plain).toBeCloseTo(2 * Math.log(1e-9) - Math.LN2, 9);
    expect(logAugmentedImprovement(1)(0.9, 0, options).value).toBe(Number.NEGATIVE_INFINITY);
  });

  it('has the derivatives that central differences give', () => {
    const h = 1e-6;
    for (const tau of [0.01, 0.2, 3])
      for (const [mean, deviation] of [
        [0.3, 0.2],
        [0.6, 0.05],
        [-1, 0.4],
      ] as const) {
        const score = (m: number, s: number) => logAugmentedImprovement(tau)(m, s, options).value;
        const { dMean, dDeviation } = logAugmentedImprovement(tau)(mean, deviation, options);
        expect(dMean).toBeCloseTo((score(mean + h, deviation) - score(mean - h, deviation)) / (2 * h), 5);
        expect(dDeviation).toBeCloseTo(
          (score(mean, deviation + h) - score(mean, deviation - h)) / (2 * h),
          5,
        );
      }
  });
});
