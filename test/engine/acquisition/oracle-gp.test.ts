import { describe, expect, test } from 'vitest';
import type { Scorer } from '../../../src/engine/acquisition/search/climb.ts';
import {
  expectedImprovement,
  logExpectedImprovement,
  upperConfidenceBound,
} from '../../../src/engine/acquisition/strategies/analytic.ts';
import {
  monteCarlo,
  monteCarloScorer,
} from '../../../src/engine/acquisition/strategies/monte-carlo-scorer.ts';
import { onePointScorer } from '../../../src/engine/acquisition/strategies/one-point-scorer.ts';
import { integratedVarianceScorer } from '../../../src/engine/acquisition/strategies/variance-scorer.ts';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { nativeBackends } from '../compute/native-support.ts';
import { type GpCase, oracle } from './oracle.ts';

const backends = [['ts', createTsBackend()] as const, ...nativeBackends(1)];

function modelOf(entry: GpCase): GpModel {
  const n = entry.X.length;
  const d = entry.lengthscales.length;
  const columns = Array.from({ length: d }, (_, k) => k);
  return {
    code: Int32Array.from([tokens.matern52, 0, d, ...columns, tokens.scale]),
    theta: Float64Array.from([
      ...entry.lengthscales.map(Math.log),
      Math.log(entry.outputscale),
      Math.log(entry.noise),
      entry.mean,
    ]),
    n,
    d,
    categorical: columns.map(() => false),
    X: Float64Array.from(entry.X.flat()),
    y: Float64Array.from(entry.y),
    inputShift: new Float64Array(d),
    inputScale: new Float64Array(d).fill(1),
    outputShift: 0,
    outputScale: 1,
    calibration: 1,
    objective: 0,
    evaluations: 0,
    verdict: [],
  };
}

function compare(scorer: Scorer, points: Float64Array, value: number, gradient: readonly number[]): void {
  const got = scorer.gradients(points);
  expect(Math.abs(scorer.values(points)[0] - value)).toBeLessThan(1e-8 * Math.max(1e-3, Math.abs(value)));
  expect(Math.abs(got.value[0] - value)).toBeLessThan(1e-8 * Math.max(1e-3, Math.abs(value)));
  const largest = Math.max(...gradient.map(Math.abs), 1e-6);
  gradient.forEach((slope, i) => {
    expect(Math.abs(got.gradient[i] - slope) / largest).toBeLessThan(1e-8);
  });
}

describe.each(backends)('acquisitions of a Gaussian process, end to end, on %s', (_, backend) => {
  test.each([...oracle.gp])('$name', (entry) => {
    const posterior = createPosterior(modelOf(entry), backend);
    const first = Float64Array.from(entry.Xq[0]);
    const batch = Float64Array.from(entry.Xq.flat());
    const options = { sign: 1, best: entry.best, xi: 0, kappa: entry.kappa } as const;
    const { values, grad_Xq } = entry;
    compare(
      onePointScorer(posterior, expectedImprovement, options),
      first,
      values.EI_first,
      grad_Xq.EI_first[0],
    );
    compare(
      onePointScorer(posterior, logExpectedImprovement, options),
      first,
      values.LogEI_first,
      grad_Xq.LogEI_first[0],
    );
    compare(
      onePointScorer(posterior, upperConfidenceBound, options),
      first,
      values.UCB_first,
      grad_Xq.UCB_first[0],
    );
    const over = Float64Array.from(entry.mc_points.flat());
    const scorer = integratedVarianceScorer(posterior, over, entry.Xq.length, entry.noise);
    compare(scorer, batch, values.qNIPV, grad_Xq.qNIPV.flat());
  });

  test.each([...oracle.gp])('$name, Monte Carlo', (entry) => {
    const posterior = createPosterior(modelOf(entry), backend);
    const batch = Float64Array.from(entry.Xq.flat());
    const shared = {
      q: entry.Xq.length,
      sign: 1,
      best: entry.best,
      beta: entry.beta,
      samples: entry.base_samples.length,
      seed: 0,
      baseSamples: Float64Array.from(entry.base_samples.flat()),
      pending: new Float64Array(0),
    } as const;
    const { values, grad_Xq } = entry;
    for (const name of ['qEI', 'qUCB'] as const) {
      const scorer = monteCarloScorer(posterior, { ...shared, kind: monteCarlo[name] });
      compare(scorer, batch, values[name], grad_Xq[name].flat());
    }
    const log = monteCarloScorer(posterior, { ...shared, kind: monteCarlo.logQEI }).gradients(batch);
    if (values.qEI > 0) expect(Math.abs(log.value[0] - Math.log(values.qEI))).toBeLessThan(1e-3);
    expect(Number.isFinite(log.value[0])).toBe(true);
    expect(Math.hypot(...log.gradient)).toBeGreaterThan(0);
  });

  test('pending points count as members of the batch', () => {
    const entry = oracle.gp[2];
    const d = entry.lengthscales.length;
    const posterior = createPosterior(modelOf(entry), backend);
    const scorer = monteCarloScorer(posterior, {
      kind: monteCarlo.qEI,
      q: 1,
      sign: 1,
      best: entry.best,
      beta: entry.beta,
      samples: entry.base_samples.length,
      seed: 0,
      baseSamples: Float64Array.from(entry.base_samples.flat()),
      pending: Float64Array.from(entry.Xq.slice(0, -1).flat()),
    });
    const last = Float64Array.from(entry.Xq.at(-1) ?? []);
    compare(scorer, last, entry.values.qEI, entry.grad_Xq.qEI.flat().slice(-d));
  });
});
