import { afterAll, describe, expect, it } from 'vitest';
import { gainOverBest } from '../../../../src/engine/campaign/recommendation/gain-over-best.ts';
import { drawnCurves, gainOf } from '../../../../src/engine/campaign/recommendation/stop-advice.ts';
import { suggestCampaign } from '../../../../src/engine/campaign/suggest-campaign.ts';
import { createPredictor } from '../../../../src/engine/campaign/surrogates.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { parseCostModel } from '../../../../src/engine/cost/cost-model.ts';
import { encodeCostModel } from '../../../../src/engine/cost/run-cost.ts';
import { fitEnsemble } from '../../../../src/engine/gp/ensemble/fit.ts';
import { normalScatter, scatterDeviation } from '../../../../src/engine/gp/ensemble/scatter.ts';
import type { Scatter } from '../../../../src/engine/gp/model.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { quickTask } from '../tasks.ts';

const context = { backend: createTsBackend() };

/** Exact runs of a rising wave in one variable. */
const n = 8;
const X = Float64Array.from({ length: n }, (_, i) => i / n);
const y = X.map((x) => 3 * x + Math.sin(9 * x));
const noise = new Float64Array(n).fill(1e-10);
const model = fitEnsemble({ X, n, d: 1, categorical: [false], y, noise, seed: 1 }, context);
const predictor = createPredictor({ variants: [], sets: [], predictive: () => model }, context);
afterAll(() => predictor.free());

const heavy: Scatter = {
  ...normalScatter,
  scales: Float64Array.of(0.6, 1, 1.6, 4),
  shares: Float64Array.of(0.45, 0.25, 0.22, 0.08),
};

describe('curves that advice is drawn from', () => {
  const [part] = predictor.parts;
  const points = Float64Array.of(...X, 0.94, 0.97, 1);
  const sizes = { m: n + 3, first: n, count: 4000 };
  const drawn = (scatter: Scatter) =>
    drawnCurves({ ...predictor, scatter }, 0, points, sizes, createGenerator('curves'));

  it('have the learned tails at runs to come, and at no recorded run', () => {
    const [normal, tailed] = [drawn(normalScatter), drawn(heavy)];
    const { mean } = part.posterior.predict(points, sizes.m);
    const deviationAt = (draws: Float64Array, i: number) => {
      let sum = 0;
      for (let s = 0; s < sizes.count; s++) sum += (draws[s * sizes.m + i] - mean[i]) ** 2 / sizes.count;
      return Math.sqrt(sum);
    };
    for (let i = 0; i < n; i++) expect(deviationAt(tailed, i)).toBe(deviationAt(normal, i));
    for (let i = n; i < sizes.m; i++) {
      const ratio = deviationAt(tailed, i) / deviationAt(normal, i);
      expect(ratio / scatterDeviation(heavy)).toBeGreaterThan(0.9);
      expect(ratio / scatterDeviation(heavy)).toBeLessThan(1.1);
    }
  });

  it('make the gain that is expected of more runs larger, and its interval wider', () => {
    const task = { X, n, d: 1, outputs: [y], goals: ['maximize' as const] };
    const ahead = { points: [0.94, 0.97, 1].map((x) => Float64Array.of(x)), seed: 1 };
    const [usual, tailed] = [normalScatter, heavy].map((scatter) =>
      gainOf([{ ...predictor, scatter }], task, ahead, task, n - 1),
    );
    if (!usual || !tailed) throw new Error('no advice');
    expect(usual.interval[1]).toBeGreaterThan(0);
    expect(tailed.interval[1]).toBeGreaterThan(usual.interval[1]);
    expect(tailed.expectedGain).toBeGreaterThan(usual.expectedGain);
  });
});

describe('the gain of more runs, where noise hides which recorded run is the best', () => {
  const deviations = createGenerator('noisy rows').normals(2 * n);
  const rows = { X: Float64Array.from({ length: 2 * n }, (_, i) => i / (2 * n)), n: 2 * n, d: 1 };
  const noisy = deviations.map((deviation, i) => Math.sin(4 * rows.X[i]) + 0.7 * deviation);
  const task = { ...rows, outputs: [noisy], goals: ['maximize' as const] };
  const fitted = fitEnsemble({ ...rows, categorical: [false], y: noisy, seed: 1 }, context);
  const uncertain = createPredictor({ variants: [], sets: [], predictive: () => fitted }, context);
  afterAll(() => uncertain.free());
  const normal = { ...uncertain, scatter: normalScatter };
  const mean = uncertain.mean(rows.X, rows.n);
  const best = mean.indexOf(Math.max(...mean));
  const next = [0.02, 0.98].map((x) => Float64Array.of(x));

  it('is that over the run that is expected to be the best, as the gain of a suggestion is', () => {
    for (const point of next) {
      const one = gainOverBest([normal], task, point, rows.X.slice(best, best + 1)).gain;
      const gain = gainOf([normal], task, { points: [point], seed: 1 }, task, best)?.expectedGain ?? 0;
      expect(gain).toBeGreaterThan(0.75 * one);
      expect(gain).toBeLessThan(1.25 * one);
    }
  });

  it('is none for runs that repeat the best one', () => {
    const points = [rows.X.slice(best, best + 1)];
    expect(
      gainOf([{ ...uncertain, scatter: heavy }], task, { points, seed: 1 }, task, best)?.expectedGain,
    ).toBeLessThan(1e-3);
  });
});

it('reports whether any settings were measured twice, where they can be', () => {
  const stopOf = (last: number, change: object = {}) => {
    const rows = { X: Float64Array.of(...X, last), n: n + 1, outputs: [Float64Array.of(...y, 2.9)] };
    const task = quickTask(rows, [{ kind: 'real', name: 'a', low: 0, high: 1 }], 'maximize', 1, {
      advice: true,
      ...change,
    });
    return suggestCampaign(task, context).stop?.unrepeated;
  };
  const points = Float64Array.of(0.91, 0.94, 0.97);
  expect(stopOf(0.8)).toBe(true);
  expect(stopOf(X[n - 1])).toBeUndefined();
  expect(stopOf(0.8, { noise: new Float64Array(n + 1).fill(0.01) })).toBeUndefined();
  expect(stopOf(0.8, { candidates: { points, repeats: false } })).toBeUndefined();
  expect(stopOf(0.8, { candidates: { points, repeats: true } })).toBe(true);
});

describe('advice to stop with costs', () => {
  const dimensions = [{ kind: 'real' as const, name: 'x', low: 0, high: 1 }];
  const model = encodeCostModel(parseCostModel({ run_cost: 5 }), [{ name: 'x', labels: null }]);
  const stopWith = (remaining: number) => {
    const cost = { model, budget: { total: 100, remaining } };
    const task = quickTask({ X, n, outputs: [y] }, dimensions, 'maximize', 1, { cost, advice: true });
    return suggestCampaign(task, context).stop;
  };

  it.each([
    [60, 5],
    [16, 3],
    [5, 1],
  ])('looks ahead at the runs that %d of the budget pays: %d', (remaining, runs) => {
    const stop = stopWith(remaining);
    expect(stop?.runs).toBe(runs);
    expect(stop?.expectedGain).toBeGreaterThan(0);
  });

  it('gives it of joint desirability, too', () => {
    const cost = { model, budget: { total: 100, remaining: 60 } };
    const desirability = [{ low: 0, high: 10, curve: 1, importance: 1, shape: 'larger' as const }];
    const task = quickTask({ X, n, outputs: [y] }, dimensions, 'maximize', 1, { cost, advice: true });
    const { stop, suggestions } = suggestCampaign({ ...task, desirability }, context);
    expect(stop?.runs).toBe(5);
    expect(stop?.noise).toBeGreaterThan(0);
    expect(suggestions[0]?.purpose).toBe('cost');
    const { cost: _, ...free } = { ...task, desirability, advice: false };
    expect(suggestCampaign(free, context).suggestions[0]?.purpose).toBe('variant');
  });
});
