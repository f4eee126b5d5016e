import { expect, it } from 'vitest';
import { logProbabilityWithin } from '../../../src/engine/acquisition/strategies/within-range.ts';

const [none, all] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const ranges = [
  { low: 1.5, high: all },
  { low: none, high: 0.4 },
  { low: 0.7, high: 0.9 },
  { low: -20, high: -18.5 },
];
const [mean, deviation] = [0.6, 0.8];
it('slopes of the probability of a range are those of differences', () => {
  const step = 1e-6;
  for (const range of ranges) {
    const { byMean, byDeviation } = logProbabilityWithin(mean, deviation, range);
    const at = (m: number, s: number) => logProbabilityWithin(m, s, range).value;
    const differences = [
      (at(mean + step, deviation) - at(mean - step, deviation)) / (2 * step),
      (at(mean, deviation + step) - at(mean, deviation - step)) / (2 * step),
    ];
    expect(byMean / (differences[0] as number)).toBeCloseTo(1, 6);
    expect(byDeviation / (differences[1] as number)).toBeCloseTo(1, 6);
  }
});

it('nothing lies within a range whose ends are the wrong way round', () => {
  expect(logProbabilityWithin(0, 1, { low: 2, high: 1 }).value).toBe(none);
});
