import { expect, test } from 'vitest';
import type { Judged } from '../../bench/quality/log.ts';
import { neededRuns } from '../../bench/quality/score.ts';

const STARTS = 10;

const campaign = (
  problem: string,
  seed: number,
  q: number,
  regret: Readonly<Record<number, number>>,
): Judged => ({
  problem,
  seed,
  searcher: 'auto',
  q,
  total: 38,
  result: { regret: { [STARTS]: 100, ...regret }, starts: STARTS, cpuPerRun: 0 },
});

test('a level counts as reached from where the mean curve stays at or below it', () => {
  const single = [campaign('a', 1, 1, { 30: 10 })];
  // At 22 by luck, lost at 26; on the way from 30 to 34 it is halfway, on a logarithmic scale.
  const ours = [campaign('a', 1, 4, { 18: 40, 20: 5, 22: 5, 26: 40, 30: 20, 34: 5, 38: 5 })];
  const { each, ratio, rounds, pooled } = neededRuns(ours, single);
  expect(rounds.ratio).toBeCloseTo(0.3, 12);
  expect(each).toEqual([{ problem: 'a', seeds: 1, runs: 32, rounds: 0.3, reached: true }]);
  expect(ratio.ratio).toBeCloseTo(32 / 30, 12);
  expect(pooled.ratio).toBeCloseTo(32 / 30, 12);
});

test('a level that is not kept takes one batch more than were made, and seeds without a pair are left out', () => {
  const single = [campaign('a', 1, 1, { 30: 10 })];
  const ours = [
    campaign('a', 1, 4, { 30: 5, 34: 5, 38: 20 }),
    campaign('a', 2, 4, { 30: 5, 34: 5, 38: 5 }),
    campaign('b', 1, 4, { 30: 5, 34: 5, 38: 5 }),
  ];
  expect(neededRuns(ours, single).each).toEqual([
    { problem: 'a', seeds: 1, runs: 42, rounds: 0.4, reached: false },
  ]);
});

test('the mean is over seeds first, and geometric over problems', () => {
  const single = [1, 2].flatMap((seed) =>
    ['a', 'b'].map((problem) => campaign(problem, seed, 1, { 30: 10 })),
  );
  const ours = [
    campaign('a', 1, 4, { 22: 20, 26: 20, 30: 20, 34: 20 }),
    campaign('a', 2, 4, { 22: 20, 26: 10, 30: 5, 34: 5 }),
    campaign('b', 1, 4, { 22: 5, 26: 5, 30: 5, 34: 5 }),
    campaign('b', 2, 4, { 22: 5, 26: 5, 30: 5, 34: 5 }),
  ];
  const { each, ratio } = neededRuns(ours, single);
  const [a, b] = each.map(({ runs }) => runs);
  expect(a).toBeCloseTo(30, 12);
  expect(b).toBe(22);
  expect(ratio.ratio).toBeCloseTo(Math.sqrt(30 * 22) / 30, 12);
  expect(ratio.low).toBeLessThanOrEqual(ratio.ratio);
  expect(ratio.high).toBeGreaterThanOrEqual(ratio.ratio);
});
