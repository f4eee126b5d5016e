import { describe, expect, it } from 'vitest';
import type { Desirability } from '../../../src/engine/acquisition/strategies/desirability.ts';
import { suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../src/engine/campaign/task.ts';
import { fitSuccess, type SuccessData } from '../../../src/engine/gp/success/success.ts';
import { fastest } from '../compute/backends.ts';
import { quickTask } from './tasks.ts';

const context = { backend: fastest };

/** Outputs rise up to 1; the runs from 0.6 on failed. */
const X = Float64Array.of(0, 0.07, 0.14, 0.21, 0.28, 0.35, 0.42, 0.5);
const lost = Float64Array.of(0.6, 0.66, 0.72, 0.78, 0.84, 0.9, 0.95, 1);
const rising = X.map((a) => 10 * a + Math.sin(3 * a));
const falling = X.map((a) => 8 - 4 * a * a);
/** All that is left to choose lies among the failures. */
const points = Float64Array.of(0.69, 0.75, 0.81, 0.87, 0.92);
const larger: Desirability = { shape: 'larger', low: 0, high: 20, curve: 1, importance: 1 };

function campaign(change: Partial<CampaignTask>): CampaignTask {
  return quickTask(
    { X, n: X.length, outputs: [rising] },
    [{ kind: 'real', name: 'a', low: 0, high: 1 }],
    'maximize',
    points.length,
    { pending: lost, lost: lost.length, advice: true, candidates: { points, repeats: false }, ...change },
  );
}

const runs = (failed: number): SuccessData => ({
  X: Float64Array.of(...X, ...lost),
  n: X.length + lost.length,
  success: Uint8Array.from({ length: X.length + lost.length }, (_, i) => (i >= X.length ? 1 - failed : 1)),
});

describe('a campaign whose runs fail near the optimum', () => {
  it.each([
    ['one objective', {}],
    ['several objectives', { outputs: [rising, falling], goals: ['maximize', 'maximize'] }],
    ['joint desirability', { desirability: [larger] }],
  ] as const)('promises no more than runs that give a result can gain: %s', (_, change) => {
    const without = suggestCampaign(campaign(change), context);
    const task = campaign({ ...change, successes: runs(1) });
    const { suggestions, stop } = suggestCampaign(task, context);
    const likely = suggestions.map(({ success = 1 }) => success);
    expect(Math.max(...likely)).toBeLessThan(0.2);
    // Some run gives a result with at most the sum of their probabilities.
    const most = likely.reduce((sum, share) => sum + share, 0);
    expect(stop?.runs).toBe(points.length);
    expect(stop?.expectedGain).toBeLessThan(1.5 * most * (without.stop?.expectedGain ?? 0));
    expect(stop?.expectedGain).toBeLessThan(0.6 * (without.stop?.expectedGain ?? 0));
    expect(suggestCampaign(task, context).stop).toEqual(stop);
  });

  it.each([
    ['one objective', {}],
    ['several objectives', { outputs: [rising, falling], goals: ['maximize', 'maximize'] }],
    ['joint desirability', { desirability: [larger] }],
  ] as const)('takes five runs at the edge of failure as failing together: %s', (_, change) => {
    const edge = { points: Float64Array.of(0.54, 0.545, 0.55, 0.555, 0.56), repeats: false };
    const without = suggestCampaign(campaign({ ...change, candidates: edge }), context);
    const task = campaign({ ...change, candidates: edge, successes: runs(1) });
    const { suggestions, stop } = suggestCampaign(task, context);
    for (const { success = 1 } of suggestions) {
      expect(success).toBeGreaterThan(0.35);
      expect(success).toBeLessThan(0.65);
    }
    // Each by itself, some of the five would give a result 97 times in a hundred.
    expect(stop?.expectedGain).toBeLessThan(0.79 * (without.stop?.expectedGain ?? 0));
    expect(stop?.expectedGain).toBeGreaterThan(0.4 * (without.stop?.expectedGain ?? 0));
  });

  it('counts the probability of a result in the gain of a suggestion', () => {
    const all = suggestCampaign(campaign({}), context).suggestions;
    const { suggestions } = suggestCampaign(campaign({ successes: runs(1) }), context);
    for (const { point, gain, probability, success = 1 } of suggestions) {
      expect(success).toBeLessThan(0.2);
      const same = all.find((other) => other.point[0] === point[0]);
      expect(gain).toBeCloseTo(success * (same?.gain ?? Number.NaN), 12);
      expect(probability).toBeCloseTo(success * (same?.probability ?? Number.NaN), 12);
    }
  });

  it('distinguishes a repeat of a run that failed from one that was measured', () => {
    const repeated = (point: number) => {
      const candidates = { points: Float64Array.of(point), repeats: true };
      return suggestCampaign(campaign({ candidates, count: 1, successes: runs(1) }), context).suggestions[0];
    };
    expect(repeated(0.72).repeats).toBe('failed');
    expect(repeated(0.35).repeats).toBe('recorded');
  });

  it('names settings that are as sure to give a result as any run, or a run that gave one', () => {
    // The best run is one of two results among failures: nothing near it is likely to give another.
    const given = Float64Array.of(...X, 0.64, 0.74);
    const outputs = [given.map((a, i) => 10 * a + 0.4 * Math.sin(1.7 * i))];
    const tried = Float64Array.of(...given, ...lost);
    const success = Uint8Array.from({ length: tried.length }, (_, i) => (i < given.length ? 1 : 0));
    const successes = { X: tried, n: tried.length, success };
    const task = campaign({ X: given, n: given.length, outputs, successes, count: 0 });
    const { candidates: _, ...anywhere } = task;
    const { recommendation } = suggestCampaign(anywhere, context);
    const model = fitSuccess(successes, task.space);
    const chance = (points: ArrayLike<number>) => [
      ...(model?.logProbability(Float64Array.from(points), points.length) ?? []),
    ];
    const row = given[recommendation?.row ?? 0];
    const settings = recommendation?.settings?.point ?? [];
    expect(row).toBeGreaterThan(0.6);
    expect(Math.exp(chance([row])[0])).toBeLessThan(0.6);
    expect(settings).toHaveLength(1);
    if (settings[0] !== row)
      expect(chance(settings)[0]).toBeGreaterThanOrEqual(Math.max(...chance(given)) + Math.log(0.95));
  });

  it('changes nothing where no run failed', () => {
    const { suggestions, stop } = suggestCampaign(campaign({ successes: runs(0) }), context);
    const without = suggestCampaign(campaign({}), context);
    expect(stop).toEqual(without.stop);
    expect(suggestions).toEqual(without.suggestions);
    expect(suggestions.every(({ success }) => success === undefined)).toBe(true);
  });
});
