import { describe, expect, it } from 'vitest';
import {
  mixtureCdf,
  mixtureCrps,
  mixtureLogDensity,
  mixtureLogProbability,
  mixtureMoments,
  mixtureQuantile,
  quantileSlopes,
} from '../../../../src/engine/gp/ensemble/mixture.ts';

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

  it.each([0.025, 0.5, 0.9])('has slopes of its quantile %f that are those of differences', (p) => {
    const { byMean, byDeviation } = quantileSlopes(mixture, mixtureQuantile(mixture, p));
    for (const [name, slopes] of [
      ['means', byMean],
      ['deviations', byDeviation],
    ] as const)
      slopes.forEach((slope, k) => {
        const at = (step: number) =>
          mixtureQuantile(
            { ...mixture, [name]: mixture[name].with(k, (mixture[name][k] as number) + step) },
            p,
          );
        expect(slope).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 6);
      });
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

  it('of one part scores as a normal distribution does', () => {
    const one = { weights: [1], means: [3], deviations: [2] };
    // Gneiting and Raftery 2007, equation 21, at the mean and one deviation off it, in deviations.
    expect(mixtureCrps(one, 3) / 2).toBeCloseTo(0.2336949772551091, 14);
    expect(mixtureCrps(one, 5) / 2).toBeCloseTo(0.6024413576276163, 14);
  });

  it('has the probabilities of both sides of a value, far into the tails', () => {
    for (const y of [-3.2, 0.7, 4]) {
      expect(Math.exp(mixtureLogProbability(mixture, y, -1))).toBeCloseTo(mixtureCdf(mixture, y), 14);
      expect(Math.exp(mixtureLogProbability(mixture, y, 1))).toBeCloseTo(1 - mixtureCdf(mixture, y), 14);
    }
    // Below −79 only the widest part counts: log Φ(−40) = −804.60844201375….
    expect(mixtureLogProbability(mixture, -79, -1)).toBeCloseTo(Math.log(0.5) - 804.608442013754, 9);
  });

  it('means the same in other units, where squares are no numbers too', () => {
    const { mean, std } = mixtureMoments(mixture);
    for (const unit of [1e-200, 1e-4, 1e5, 1e200]) {
      const of = (values: readonly number[]) => values.map((value) => value * unit);
      const other = { ...mixture, means: of(mixture.means), deviations: of(mixture.deviations) };
      const moments = mixtureMoments(other);
      expect(moments.mean / unit).toBeCloseTo(mean, 12);
      expect(moments.std / unit).toBeCloseTo(std, 12);
      for (const p of [1e-6, 0.3, 0.975])
        expect(mixtureQuantile(other, p) / unit).toBeCloseTo(mixtureQuantile(mixture, p), 12);
    }
    expect(mixtureMoments({ weights: [0.5, 0.5], means: [4, 4], deviations: [0, 0] })).toEqual({
      mean: 4,
      std: 0,
    });
  });

  it('has the quantiles of its parts where these lie far apart', () => {
    const apart = { weights: [0.25, 0.75], means: [-1e6, 1e6], deviations: [1, 1e-3] };
    // A fifth of the low part lies below its quantile of 0.05, and so on.
    expect(mixtureQuantile(apart, 0.05)).toBeCloseTo(-1e6 - 0.8416212335729142, 8);
    expect(mixtureQuantile(apart, 0.125)).toBeCloseTo(-1e6, 8);
    expect(mixtureQuantile(apart, 0.625)).toBeCloseTo(1e6, 9);
    const shared = { weights: [0.9, 0.1], means: [5, 5], deviations: [1e-4, 1e4] };
    for (const p of [1e-9, 0.01, 0.04999, 0.5, 0.951, 1 - 1e-9])
      expect(mixtureCdf(shared, mixtureQuantile(shared, p))).toBeCloseTo(p, 9);
    expect(mixtureQuantile(shared, 0.5)).toBe(5);
  });

  const near = { weights: [0.5, 0.5], means: [0, 0.3], deviations: [1, 1.5] };
  const alike = { weights: [0.3, 0.7], means: [1, 1], deviations: [2, 2] };
  // Bisection takes 30 to 60 evaluations.
  it.each([
    [mixture, 1e-6, 6],
    [mixture, 0.025, 6],
    [mixture, 0.4, 4],
    [mixture, 0.975, 9],
    [near, 1e-6, 7],
    [near, 0.4, 3],
    [near, 0.975, 4],
    [alike, 0.4, 0],
  ])('finds a quantile in few evaluations: %j at %f in %i', (parts, p, most) => {
    let reads = 0;
    const weights = new Proxy(parts.weights, {
      get: (list, key) => {
        if (key === '0') reads++;
        return Reflect.get(list, key);
      },
    });
    mixtureMoments({ ...parts, weights });
    const before = reads;
    reads = 0;
    mixtureQuantile({ ...parts, weights }, p);
    // The moments once; two reads for each evaluation of share and density.
    expect((reads - before) / 2).toBeLessThanOrEqual(most + 1);
  });
});
