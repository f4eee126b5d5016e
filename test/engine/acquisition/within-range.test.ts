import { expect, it } from 'vitest';
import { outputTransforms } from '../../../src/engine/acquisition/models/output-transform.ts';
import { drawWithin, logProbabilityWithin } from '../../../src/engine/acquisition/strategies/within-range.ts';
import { normalPdf, normalQuantile } from '../../../src/engine/random/normal.ts';

const [none, all] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const ranges = [
  { low: none, high: all },
  { low: 1.5, high: all },
  { low: none, high: 0.4 },
  { low: 0.7, high: 0.9 },
  { low: -20, high: -18.5 },
];
const [mean, deviation] = [0.6, 0.8];
const places = Array.from({ length: 400 }, (_, i) => normalQuantile((i + 0.5) / 400));

/** Mean over a range by the trapezium rule. */
function meanWithin({ low, high }: (typeof ranges)[number]): number {
  const [from, to] = [Math.max(low, mean - 9 * deviation), Math.min(high, mean + 9 * deviation)];
  let [mass, sum] = [0, 0];
  for (let i = 0; i <= 20000; i++) {
    const y = from + ((to - from) * i) / 20000;
    const weight = normalPdf((y - mean) / deviation) * (i === 0 || i === 20000 ? 0.5 : 1);
    mass += weight;
    sum += weight * y;
  }
  return sum / mass;
}

it('draws within a range are those of the normal distribution that is cut off at its ends', () => {
  for (const range of ranges) {
    const drawn = places.map((z) => drawWithin(mean, deviation, range, z).value);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(range.low);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(range.high);
    expect(drawn).toEqual(drawn.toSorted((a, b) => a - b));
    if (range.low > -9) expect(drawn.reduce((sum, y) => sum + y, 0) / 400).toBeCloseTo(meanWithin(range), 2);
  }
  // 25 deviations out, values are exponential with the slope of the density: the median is log 2/25 deviations beyond the end.
  expect(drawWithin(0, 1, { low: 60, high: all }, 0).value).toBeCloseTo(60 + Math.LN2 / 60, 5);
  expect(drawWithin(0, 1, { low: none, high: -60 }, 0).value).toBeCloseTo(-60 - Math.LN2 / 60, 5);
});

it('their slopes, and those of the probability of a range, are those of differences', () => {
  const step = 1e-6;
  for (const range of ranges) {
    for (const z of [-1.7, -0.2, 0.9]) {
      const { byMean, byDeviation } = drawWithin(mean, deviation, range, z);
      const at = (m: number, s: number) => drawWithin(m, s, range, z).value;
      expect(byMean).toBeCloseTo((at(mean + step, deviation) - at(mean - step, deviation)) / (2 * step), 6);
      expect(byDeviation).toBeCloseTo(
        (at(mean, deviation + step) - at(mean, deviation - step)) / (2 * step),
        6,
      );
    }
    if (range === ranges[0]) continue;
    const { byMean, byDeviation } = logProbabilityWithin(mean, deviation, range);
    const at = (m: number, s: number) => logProbabilityWithin(m, s, range).value;
    const differences = [
      (at(mean + step, deviation) - at(mean - step, deviation)) / (2 * step),
      (at(mean, deviation + step) - at(mean, deviation - step)) / (2 * step),
    ];
    expect(byMean / differences[0]).toBeCloseTo(1, 6);
    expect(byDeviation / differences[1]).toBeCloseTo(1, 6);
  }
});

it('nothing lies within a range whose ends are the wrong way round', () => {
  expect(logProbabilityWithin(0, 1, { low: 2, high: 1 }).value).toBe(none);
});

it('limits that a transform puts on one value lead towards them', () => {
  const y = Float64Array.from({ length: 12 }, (_, i) => i);
  const [, { apply }] = outputTransforms(y, 1);
  const [low, high] = [apply(40), apply(60)];
  expect(low).toBe(high);
  const [far, near] = [-3, -1].map((mean) => logProbabilityWithin(low + mean, 1, { low, high }));
  expect(far.value).toBeGreaterThan(none);
  expect(near.value).toBeGreaterThan(far.value);
  expect(far.byMean).toBeGreaterThan(0);
  const drawn = drawWithin(low - 3, 2, { low, high }, 0.5);
  expect(drawn).toEqual({ value: low - 2, byMean: 1, byDeviation: 0.5 });
});
