import { describe, expect, it } from 'vitest';
import type { BacktestCurve } from '../../../src/engine/campaign/backtest.ts';
import { emptyState } from '../../../src/service/session/state.ts';
import { applyBacktest } from '../../../src/service/session/suggestions/backtest.ts';

/** Answer to one curve with these outputs of its repeats after one run, and runs to the target. */
function answered(
  outputs: readonly number[],
  reached: BacktestCurve['reached'],
  wanted?: number,
  searcher: BacktestCurve['searcher'] = 'random',
) {
  const best = outputs.map((output) => Float64Array.of(output));
  const curve: BacktestCurve = { searcher, batchSize: 1, best, reached };
  const targets = Float64Array.from(outputs);
  const result = { curves: [curve], choices: 20, targets, runs: 1, seed: 1, remarks: [] };
  const context = { mode: 'replay' as const, repeats: outputs.length, several: false, left: 0, wanted };
  const { answer } = applyBacktest(emptyState('s', '2026-11-27T00:00:00.000Z'), result, context);
  const [{ best: at, ...runs }] = answer.curves as [(typeof answer.curves)[number]];
  return {
    ...runs,
    median: at[0]?.median,
    outputs: at[0]?.interval_80,
    target: answer.target,
    text: answer.text,
  };
}

describe('quantiles of a backtest', () => {
  // numpy.quantile([1, …, 10], [0.1, 0.5, 0.9])
  it('leave as many repeats above the interval as below', () => {
    const { median, outputs, target } = answered([3, 1, 2, 5, 4, 10, 9, 8, 7, 6], []);
    expect([median, target]).toEqual([5.5, 5.5]);
    expect(outputs?.[0]).toBeCloseTo(1.9, 12);
    expect(outputs?.[1]).toBeCloseTo(9.1, 12);
  });

  it('are the same for distances, which are negated', () => {
    const { median, outputs } = answered([-1, -2, -3, -4, -5, -6, -7, -8, -9, -10], [], 47);
    expect(median).toBe(5.5);
    expect(outputs?.[0]).toBeCloseTo(1.9, 12);
    expect(outputs?.[1]).toBeCloseTo(9.1, 12);
  });

  it('of runs name those by which that share of the repeats was there', () => {
    const none = undefined;
    const half = answered([1, 1, 1, 1], [7, none, 3, none]);
    expect([half.runs_to_target, half.interval_80, half.reached]).toEqual([7, [3, null], 0.5]);
    expect(half.text).toContain('random order: 7 runs (3 to more than 1), 50 % of the repeats');
    expect(answered([1, 1], [1, 1]).text).toContain('random order: 1 run (1 to 1), 100 % of the repeats');
    expect(answered([1], [3], undefined, 'recorded').text).toMatch(/ as recorded: 3 runs\.$/);
    expect(answered([1], [none], undefined, 'recorded').text).toMatch(/ as recorded: more than 1 run\.$/);
    const fewer = answered([1, 1, 1, 1, 1], [7, none, 3, none, none]);
    expect([fewer.runs_to_target, fewer.reached]).toEqual([null, 0.4]);
    const ten = Array.from({ length: 10 }, (_, i) => i + 1);
    expect(answered(ten, ten)).toMatchObject({ runs_to_target: 5, interval_80: [1, 9] });
    const seventy = Array.from({ length: 70 }, (_, i) => i + 1);
    expect(answered(seventy, seventy)).toMatchObject({ runs_to_target: 35, interval_80: [7, 63] });
  });
});
