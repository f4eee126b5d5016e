import { beforeAll, describe, expect, it } from 'vitest';
import { backtest } from '../../../src/engine/campaign/backtest.ts';
import { nextRuns, suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import { createPredictor, fitSurrogates, type Predictor } from '../../../src/engine/campaign/surrogates.ts';
import type { CampaignResult, CampaignTask } from '../../../src/engine/campaign/task.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { predict } from '../../../src/engine/gp/posterior/predict.ts';
import { train } from '../../../src/engine/gp/train.ts';
import { concatenate } from '../../../src/engine/linalg/concatenate.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { quickTask } from './tasks.ts';

const context = { backend: createTsBackend() };
const dimensions: Dimension[] = [
  { kind: 'real', name: 'x', low: 0, high: 1 },
  { kind: 'real', name: 'y', low: 0, high: 1 },
];
const n = 16;
const generator = createGenerator('results over decades');
const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
/** Rates over four decades with a scatter of a tenth. */
const rates = Float64Array.from({ length: n }, (_, i) =>
  Math.exp(8 * X[2 * i] - 6 * (X[2 * i + 1] - 0.6) ** 2 + 0.1 * generator.normal()),
);
const yields = Float64Array.from({ length: n }, (_, i) => 60 + 20 * X[2 * i + 1] + generator.normal());

const taskOf = (goal: 'maximize' | 'minimize', change: Partial<CampaignTask> = {}): CampaignTask =>
  quickTask({ X, n, outputs: [rates] }, dimensions, goal, 2, { effort: 'normal', advice: true, ...change });

describe.each(['maximize', 'minimize'] as const)('suggestions of results over decades, %s', (goal) => {
  let result: CampaignResult;
  beforeAll(() => {
    result = suggestCampaign(taskOf(goal), context);
  });

  it('forecast as the training of these rows predicts', () => {
    expect(result.byLogarithm).toEqual([0]);
    const task = { ...taskOf(goal), recipe: 'auto' as const, kernel: 'matern', kernelParams: {}, seed: 1 };
    const [model] = train({ ...task, isBrief: true }, context).models;
    expect(model.ofLog).toBeDefined();
    for (const { point, forecast } of result.suggestions) {
      const told = predict({ models: [model], X: point, m: 1 }, context);
      const [mean, std, low, high] = [told.mean, told.std, told.low, told.high].map(([values]) => values);
      // The ranges of the variables, which the training is not told, change the scale of the columns by nothing here.
      expect(forecast?.mean[0]).toBeCloseTo(mean[0], 6);
      expect(forecast?.std[0]).toBeCloseTo(std[0], 6);
      expect(forecast?.curve[0][0]).toBeCloseTo(low[0], 6);
      expect(forecast?.curve[0][1]).toBeCloseTo(high[0], 6);
    }
  });

  it('promise nothing below 0, and noise in proportion to the best result', () => {
    for (const { forecast, gain = 0 } of result.suggestions) {
      expect(forecast?.interval[0][0]).toBeGreaterThanOrEqual(0);
      expect(forecast?.interval[0][1]).toBeLessThan(1e5);
      expect(gain).toBeGreaterThanOrEqual(0);
      if (goal === 'minimize') expect(gain).toBeLessThan(result.best ?? 0);
    }
    const { stop, noiseStd, recommendation, best } = result;
    if (!stop || !noiseStd || !recommendation) throw new Error('no advice');
    expect(recommendation.forecast.mean[0]).toBe(best);
    const share = noiseStd[0] / (best ?? 0);
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(0.4);
    expect(stop.leastNoise).toBeLessThanOrEqual(noiseStd[0]);
    expect(stop.interval[0]).toBeGreaterThanOrEqual(0);
  });
});

it('results of 0 among them promise nothing below 0, and no gain beyond it', () => {
  // Two rates are below what can be told from nothing.
  const limit = rates.slice().sort()[2];
  const impurities = rates.map((rate) => (rate < limit ? 0 : rate));
  const { suggestions, byLogarithm, stop, noiseStd } = suggestCampaign(
    taskOf('minimize', { outputs: [impurities] }),
    context,
  );
  expect(byLogarithm).toEqual([0]);
  for (const { forecast } of suggestions) expect(forecast?.interval[0][0]).toBeGreaterThanOrEqual(0);
  expect(stop?.expectedGain).toBeLessThan(limit);
  expect(noiseStd?.[0]).toBeLessThan(limit);
});

it('the gain of a run is that of pairs of outputs, not of logarithms', () => {
  const task = taskOf('maximize');
  const [surrogate] = fitSurrogates(task, context);
  const predictor: Predictor = createPredictor(surrogate, context);
  const { suggestions, recommendation } = suggestCampaign(task, context);
  const row = recommendation?.row ?? 0;
  const [{ point, gain = 0, probability = 0 }] = suggestions;
  const pair = concatenate([point, X.slice(2 * row, 2 * row + 2)]);
  const normal = createGenerator('pairs');
  let [sum, wins, count] = [0, 0, 0];
  for (const { posterior } of predictor.parts) {
    const Z = Float64Array.from({ length: 8000 }, () => normal.normal());
    const drawn = posterior.sample(pair, 2, Z).map(predictor.output);
    for (let s = 0; s < 4000; s++, count++) {
      const more = drawn[2 * s] - drawn[2 * s + 1];
      sum += Math.max(0, more);
      wins += Number(more > 0);
    }
  }
  predictor.free();
  expect(gain / (sum / count)).toBeGreaterThan(0.8);
  expect(gain / (sum / count)).toBeLessThan(1.25);
  expect(Math.abs(probability - wins / count)).toBeLessThan(0.05);
});

it('of several objectives, each is forecast on its own scale', () => {
  const task = taskOf('maximize', {
    outputs: [rates, yields],
    goals: ['minimize', 'maximize'],
    effort: 'fast',
  });
  const { byLogarithm, suggestions } = suggestCampaign(task, context);
  expect(byLogarithm).toEqual([0]);
  for (const { forecast } of suggestions) expect(forecast?.interval[0][0]).toBeGreaterThanOrEqual(0);
});

it('joint desirability counts no output below 0', () => {
  const part = { shape: 'target', low: 0, target: 50, high: 1000, curve: 1, importance: 1 } as const;
  const other = { shape: 'larger', low: 50, high: 90, curve: 1, importance: 1 } as const;
  const desirability = [part, other];
  const task = taskOf('maximize', {
    outputs: [rates, yields],
    goals: ['maximize', 'maximize'],
    desirability,
    effort: 'fast',
  });
  const { suggestions, stop } = suggestCampaign(task, context);
  for (const { desirability: worth = 0 } of suggestions) expect(worth).toBeGreaterThan(0.3);
  expect(stop?.noise).toBeGreaterThan(0);
});

it('joint desirability is searched by the logarithms of outputs over decades, fronts are not', () => {
  const importance = { curve: 1, importance: 1 };
  const desirability = [
    { shape: 'target' as const, low: 0, target: 3, high: 9, ...importance },
    { shape: 'larger' as const, low: 50, high: 90, ...importance },
  ];
  const change = { outputs: [rates, yields], goals: ['maximize' as const, 'maximize' as const] };
  const joined = taskOf('maximize', { ...change, desirability });
  const readingsOf = (task: CampaignTask) =>
    fitSurrogates(task, context).map(({ variants }) =>
      variants.some(({ transform }) => transform.name === 'log'),
    );
  expect(readingsOf(joined)).toEqual([true, false]);
  expect(readingsOf(taskOf('maximize', change))).toEqual([false, false]);
  // Of three decades, with results from 0.1 to 2000, the runs leave a rate of 3 open by a few per cent.
  for (const seed of [1, 2, 3]) {
    const [point] = nextRuns({ ...joined, count: 1, seed }, context);
    const [x = 0, y = 0] = point ?? [];
    const found = Math.exp(8 * x - 6 * (y - 0.6) ** 2);
    expect(found).toBeGreaterThan(2);
    expect(found).toBeLessThan(4.5);
  }
});

it('a simulated campaign measures outputs, not their logarithms', () => {
  const campaign = taskOf('minimize', { effort: 'fast' });
  const sizes = { batchSizes: [4], runs: 10, repeats: 2, seed: 1 };
  const { curves, targets } = backtest({ campaign, mode: 'simulate', ...sizes }, context);
  const all = [...targets, ...curves.flatMap(({ best }) => best.flatMap((values) => Array.from(values)))];
  for (const value of all) expect(value).toBeGreaterThanOrEqual(0);
  expect(Math.max(...all)).toBeGreaterThan(Math.log(Math.max(...rates)));
});

it.each([2, 3, 4])(
  'few exact results on a ridge over eight decades are not taken for noise, set %i',
  (set) => {
    const drawn = createGenerator(`ridge/${set}`);
    const rows = 12;
    const settings = Float64Array.from({ length: 3 * rows }, () => drawn.uniform());
    const results = Float64Array.from({ length: rows }, (_, i) => {
      const [a, b, c] = settings.subarray(3 * i, 3 * i + 3);
      return 1000 * Math.exp(-25 * (a - 0.9 * b - 0.05) ** 2 - 10 * (a - 0.5) ** 2 - 3 * (c - 0.4) ** 2);
    });
    const names = ['a', 'b', 'c'];
    const columns = names.map((name): Dimension => ({ kind: 'real', name, low: 0, high: 1 }));
    const task = quickTask({ X: settings, n: rows, outputs: [results] }, columns, 'maximize', 1, {
      effort: 'normal',
    });
    const { noiseStd, recommendation } = suggestCampaign(task, context);
    const best = Math.max(...results);
    expect(results[recommendation?.row ?? 0]).toBe(best);
    expect(noiseStd?.[0]).toBeLessThan(0.5 * best);
  },
);
