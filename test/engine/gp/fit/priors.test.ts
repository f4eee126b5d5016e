import { describe, expect, it } from 'vitest';
import { logDensity, logDensityCurvature, logDensitySlope } from '../../../../src/engine/gp/fit/priors.ts';

const priors = {
  'log-normal': { mu: 0.5, sigma: 0.7 },
  sparse: { tau: 0.1 },
  normal: { centre: 0.4, spread: 0.6 },
  student: { centre: 0.4, spread: 0.6, freedom: 4 },
};

/** Far into both tails, and at the centre. */
const places = [-2, -0.3, 0.4, 1.3, 3];

describe('the density of a prior', () => {
  it('is the one of the distribution, in its own parameter', () => {
    // 40-digit arithmetic: the density at p = 2.
    expect(logDensity(priors['log-normal'], Math.log(2))).toBeCloseTo(-1.2934779467220654, 14);
    // 1/ℓ² = 0.25: 2/(πτ(1 + 2.5²)).
    expect(logDensity(priors.sparse, Math.log(2))).toBeCloseTo(Math.log(20 / (7.25 * Math.PI)), 14);
    // 1.5 deviations from the centre: φ(1.5) = 0.129517595665892.
    expect(logDensity(priors.normal, 1.3)).toBeCloseTo(Math.log(0.129517595665892 / 0.6), 14);
    // Student's density with four degrees is 3/8 at 0 and 0.12288 at 1.5; the 3/8 is left out.
    expect(logDensity(priors.student, 1.3)).toBeCloseTo(Math.log(0.12288 / 0.375 / 0.6), 14);
  });

  it.each(Object.entries(priors))('has the slope that differences give: %s', (_, prior) => {
    for (const t of places) {
      const numeric = (logDensity(prior, t + 1e-6) - logDensity(prior, t - 1e-6)) / 2e-6;
      expect(logDensitySlope(prior, t)).toBeCloseTo(numeric, 7);
    }
  });

  it.each(Object.entries(priors))('has a curvature that is not negative: %s', (name, prior) => {
    for (const t of places) {
      const exact = (logDensitySlope(prior, t - 1e-6) - logDensitySlope(prior, t + 1e-6)) / 2e-6;
      const curvature = logDensityCurvature(prior, t);
      expect(curvature).toBeGreaterThan(0);
      if (name !== 'student') expect(curvature).toBeCloseTo(exact, 7);
    }
  });

  it('of Student has the curvature of the parabola that touches it', () => {
    const { centre, spread, freedom } = priors.student;
    // At the centre −(log density)″ = (ν + 1)/(ν·spread²); elsewhere slope over distance.
    expect(logDensityCurvature(priors.student, centre)).toBeCloseTo(
      (freedom + 1) / (freedom * spread ** 2),
      12,
    );
    for (const t of [-2, 1.3, 3])
      expect(logDensityCurvature(priors.student, t)).toBeCloseTo(
        -logDensitySlope(priors.student, t) / (t - centre),
        12,
      );
  });
});
