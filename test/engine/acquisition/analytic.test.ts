import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Analytic,
  type AnalyticOptions,
  expectedImprovement,
  logExpectedImprovement,
  logProbabilityOfImprovement,
  posteriorMean,
  probabilityOfImprovement,
  upperConfidenceBound,
} from '../../../src/engine/acquisition/strategies/analytic.ts';
import { oracle } from './oracle.ts';

const logEi = JSON.parse(readFileSync(new URL('../../oracle/log-ei.json', import.meta.url), 'utf8')) as {
  readonly rows: readonly (readonly [number, number, number, number, number])[];
};

type Function = (mean: number, deviation: number, options: AnalyticOptions) => Analytic;

const functions: Record<string, Function> = {
  EI: expectedImprovement,
  LogEI: logExpectedImprovement,
  PI: probabilityOfImprovement,
  LogPI: logProbabilityOfImprovement,
  UCB: upperConfidenceBound,
};

/** Relative difference; a recorded 0 is a number lost below 1e-60. */
function apart(got: number, wanted: number): number {
  return wanted === 0 ? Math.abs(got) / 1e-60 : Math.abs(got - wanted) / Math.abs(wanted);
}

describe('one-point acquisitions', () => {
  test.each(Object.keys(functions))('%s meets the 60-digit values', (name) => {
    const cases = oracle.analytic.filter((entry) => entry.fn === name);
    expect(cases.length).toBeGreaterThan(10);
    for (const entry of cases) {
      const options: AnalyticOptions = {
        sign: entry.goal === 'maximize' ? 1 : -1,
        best: entry.best ?? 0,
        xi: entry.xi ?? 0,
        kappa: entry.kappa ?? 0,
      };
      const got = functions[name](entry.mu, entry.sigma, options);
      expect(apart(got.value, entry.value), JSON.stringify(entry)).toBeLessThan(1e-10);
      expect(apart(got.dMean, entry.d_mu), JSON.stringify(entry)).toBeLessThan(1e-9);
      expect(apart(got.dDeviation, entry.d_sigma), JSON.stringify(entry)).toBeLessThan(1e-9);
    }
  });

  test('log EI and its slopes meet 60-digit values to 1e-10, from u = 40 to -1e12', () => {
    for (const [mean, deviation, value, byMean, byDeviation] of logEi.rows) {
      const got = logExpectedImprovement(mean, deviation, { sign: 1, best: 0, xi: 0, kappa: 0 });
      const at = `u = ${mean / deviation}, deviation ${deviation}`;
      expect(apart(got.value, value), at).toBeLessThan(1e-10);
      expect(apart(got.dMean, byMean), at).toBeLessThan(1e-10);
      expect(apart(got.dDeviation, byDeviation), at).toBeLessThan(1e-10);
      const lower = logExpectedImprovement(-mean, deviation, { sign: -1, best: 0, xi: 0, kappa: 0 });
      expect(lower).toEqual({ ...got, dMean: -got.dMean });
    }
  });

  test.each([-45, -59.9, -60.1, -200, -1e4, -1e8])('log EI stays exact far below, u = %d', (u) => {
    const { value, dMean } = logExpectedImprovement(u, 1, { sign: 1, best: 0, xi: 0, kappa: 0 });
    const w = 1 / (u * u);
    const series = 1 - 3 * w + 15 * w ** 2 - 105 * w ** 3 + 945 * w ** 4 - 10395 * w ** 5 + 135135 * w ** 6;
    const wanted = -0.5 * u * u - 0.5 * Math.log(2 * Math.PI) + Math.log(w * series);
    expect(apart(value, wanted)).toBeLessThan(1e-12);
    expect(apart(dMean, -u * (1 + 2 * w - 10 * w * w))).toBeLessThan(1e-6);
  });

  test('where nothing is uncertain, they are what the mean says', () => {
    const options = { best: 4, xi: 0.5, kappa: 2 };
    const flat = { dMean: 0, dDeviation: 0 };
    for (const sign of [1, -1] as const) {
      // Gains of 1.5, 0 and −0.5 over the best and ξ.
      const [better, equal, worse] = [2, 0.5, 0].map((gain) => 4 + sign * gain);
      const at = (f: Function, mean: number) => f(mean, 0, { ...options, sign });
      expect(at(expectedImprovement, better)).toEqual({ value: 1.5, dMean: sign, dDeviation: 0 });
      expect(at(logExpectedImprovement, better)).toEqual({
        value: Math.log(1.5),
        dMean: sign / 1.5,
        dDeviation: 0,
      });
      expect(at(probabilityOfImprovement, better)).toEqual({ value: 1, ...flat });
      expect(at(logProbabilityOfImprovement, better)).toEqual({ value: 0, ...flat });
      for (const mean of [equal, worse]) {
        expect(at(expectedImprovement, mean)).toEqual({ value: 0, ...flat });
        expect(at(logExpectedImprovement, mean)).toEqual({ value: Number.NEGATIVE_INFINITY, ...flat });
        expect(at(probabilityOfImprovement, mean)).toEqual({ value: 0, ...flat });
        expect(at(logProbabilityOfImprovement, mean)).toEqual({ value: Number.NEGATIVE_INFINITY, ...flat });
      }
      expect(at(posteriorMean, 3)).toEqual({ value: sign * 3, dMean: sign, dDeviation: 0 });
    }
  });
});
