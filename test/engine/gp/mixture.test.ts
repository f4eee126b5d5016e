import { describe, expect, it } from 'vitest';
import {
  mixtureCdf,
  mixtureCrps,
  mixtureLogDensity,
  mixtureMoments,
  mixtureQuantile,
} from '../../../src/engine/gp/ensemble/mixture.ts';

const mixture = { weights: [0.2, 0.5, 0.3], means: [-3, 1, 4], deviations: [0.5, 2, 0.1] };

/** ∫ f over [−30, 30] by the midpoint rule. */
function integral(f: (y: number) => number, steps = 60000): number {
  let sum = 0;
  for (let i = 0; i < steps; i++) sum += f(-30 + (60 * (i + 0.5)) / steps);
  return (sum * 60) / steps;
}

describe('a mixture of normal distributions', () => {
  it('has a density that integrates to 1 and to its moments', () => {
    const density = (y: number) => Math.exp(mixtureLogDensity(mixture, y));
    const { mean, std } = mixtureMoments(mixture);
    expect(integral(density)).toBeCloseTo(1, 8);
    expect(integral((y) => y * density(y))).toBeCloseTo(mean, 8);
    expect(integral((y) => (y - mean) ** 2 * density(y))).toBeCloseTo(std ** 2, 8);
  });

  it.each([1e-6, 0.025, 0.4, 0.975])('has at its quantile %f that share below', (p) => {
    expect(mixtureCdf(mixture, mixtureQuantile(mixture, p))).toBeCloseTo(p, 12);
  });

  it.each([-5, 0, 3.9])('scores %f as the integral of the squared difference of distributions', (y) => {
    const square = (x: number) => (mixtureCdf(mixture, x) - (x >= y ? 1 : 0)) ** 2;
    expect(mixtureCrps(mixture, y)).toBeCloseTo(integral(square), 3);
  });

  it('counts a component without deviation at its mean alone', () => {
    const partly = { weights: [0.5, 0.5], means: [0, 1], deviations: [0, 1] };
    const rest = { weights: [0.5], means: [1], deviations: [1] };
    expect(mixtureLogDensity(partly, 2)).toBe(mixtureLogDensity(rest, 2));
    expect(mixtureLogDensity(partly, 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('keeps a finite log density where no member has any', () => {
    expect(mixtureLogDensity(mixture, 1e4)).toBeLessThan(-1e6);
    expect(Number.isFinite(mixtureLogDensity(mixture, 1e4))).toBe(true);
  });
});
