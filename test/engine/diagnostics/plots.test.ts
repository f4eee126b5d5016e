import { describe, expect, test } from 'vitest';
import { calibrationData, parityData, quantileData } from '../../../src/engine/diagnostics/plots.ts';
import { errorMetrics, standardized, zStatistics } from '../../../src/engine/diagnostics/residuals.ts';
import { ShapeError } from '../../../src/engine/errors.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';

const small = { actual: [1, 2, 3, 4], predicted: [1.5, 1.5, 3.5, 3.5], std: [0.5, 1, 0.25, 0.5] };

describe('diagnostics', () => {
  test('error metrics by hand', () => {
    const metrics = errorMetrics(small);
    expect(metrics.rmse).toBeCloseTo(0.5, 12);
    expect(metrics.mae).toBeCloseTo(0.5, 12);
    expect(metrics.r2).toBeCloseTo(0.8, 12);
    expect(metrics.mape).toBeCloseTo(25 * (0.5 + 0.25 + 1 / 6 + 0.125), 6);
    expect(errorMetrics({ actual: [2, 2], predicted: [1, 2], std: [1, 1] }).r2).toBeNaN();
  });

  test('error metrics are those of the same outputs in other units, where squares are no numbers too', () => {
    const expected = errorMetrics(small);
    for (const unit of [1e-200, 1e200]) {
      const of = (values: readonly number[]) => values.map((value) => value * unit);
      const metrics = errorMetrics({
        actual: of(small.actual),
        predicted: of(small.predicted),
        std: small.std,
      });
      expect(metrics.rmse / unit).toBeCloseTo(expected.rmse, 12);
      expect(metrics.mae / unit).toBeCloseTo(expected.mae, 12);
      expect(metrics.r2).toBeCloseTo(expected.r2, 12);
    }
    const none = errorMetrics({ actual: [0, 0], predicted: [1, -1], std: [1, 1] });
    expect(none).toMatchObject({ rmse: 1, mae: 1, r2: Number.NaN });
    // 1e-9 beside an output of 0 are 100 %.
    expect(errorMetrics({ actual: [0], predicted: [1e-9], std: [1] }).mape).toBeCloseTo(100, 12);
  });

  test('a deviation of 0 counts as 1e-10, or as that share of outputs below 1', () => {
    const none = { predicted: [0, 0], std: [0, 0] };
    expect([...standardized({ actual: [1000, 1e-10], ...none })]).toEqual([1e13, 1]);
    expect(standardized({ actual: [1e-20, 5e-21], ...none })[1]).toBeCloseTo(5e9, 2);
    expect([...standardized({ actual: [0, 0], predicted: [1e-10, 0], std: [0, 0] })]).toEqual([-1, 0]);
  });

  test('parity keeps the order and finds the bounds', () => {
    const parity = parityData(small);
    expect([...parity.actual]).toEqual(small.actual);
    expect(parity.bounds).toEqual([1, 4]);
  });

  test('quantiles: z sorted against 0.01 … 0.99', () => {
    const data = quantileData(small);
    expect([...data.sample]).toEqual([-2, -1, 0.5, 1]);
    expect(data.theoretical[0]).toBeCloseTo(-2.3263478740408408, 12);
    expect(data.theoretical[3]).toBeCloseTo(2.3263478740408408, 12);
    expect(data.meanZ).toBeCloseTo(-0.375, 12);
    expect(data.stdZ).toBeCloseTo(Math.sqrt((1.625 ** 2 + 0.625 ** 2 + 0.875 ** 2 + 1.375 ** 2) / 3), 12);
    expect(data.status).toBe('over_confident');
    expect(zStatistics(Float64Array.of(1)).stdZ).toBeNaN();
  });

  test('coverage of a calibrated model lies in the bands, of an over-confident one below', () => {
    const generator = createGenerator(3);
    const actual = Float64Array.from({ length: 400 }, () => generator.normal());
    const predicted = new Float64Array(400);
    const right = calibrationData(standardized({ actual, predicted, std: new Float64Array(400).fill(1) }));
    expect(right.levels.length).toBe(18);
    right.levels.forEach((level, i) => {
      expect(right.bandLow[i]).toBeLessThan(level);
      expect(right.bandHigh[i]).toBeGreaterThan(level);
      expect(right.coverage[i]).toBeGreaterThan(right.bandLow[i]);
      expect(right.coverage[i]).toBeLessThan(right.bandHigh[i]);
    });
    const narrow = calibrationData(standardized({ actual, predicted, std: new Float64Array(400).fill(0.3) }));
    expect(narrow.coverage[10]).toBeLessThan(narrow.bandLow[10]);
  });

  test('the bands are those of Wilson', () => {
    const ten = calibrationData(Float64Array.from({ length: 10 }, (_, i) => i / 4.5));
    // 5 and 9 of 10: 23.66 to 76.34 %, and 59.58 to 98.21 %.
    for (const [i, level, low, high] of [
      [8, 0.5, 0.236593090512564, 0.763406909487436],
      [16, 0.9, 0.5958499732047616, 0.982123786904927],
    ]) {
      expect(ten.levels[i]).toBe(level);
      expect(ten.bandLow[i]).toBeCloseTo(low, 12);
      expect(ten.bandHigh[i]).toBeCloseTo(high, 12);
    }
    // Within 0.674 and 1.645 deviations of 4.5: up to 3, and up to 7.
    expect([ten.coverage[8], ten.coverage[16]]).toEqual([0.4, 0.8]);
  });

  test('what deviations of 1, a half and none at all say', () => {
    const of = (...actual: readonly number[]) =>
      quantileData({ actual, predicted: actual.map(() => 0), std: actual.map(() => 1) });
    expect(of(-1, 0, 1).status).toBe('well_calibrated');
    expect(of(-0.5, 0, 0.5).status).toBe('under_confident');
    expect(of(-1.3, 0, 1.3).status).toBe('over_confident');
    expect([...of(2).theoretical]).toEqual([expect.closeTo(-2.3263478740408408, 12)]);
    expect(parityData({ actual: [], predicted: [], std: [] }).bounds).toEqual([Number.NaN, Number.NaN]);
  });

  test('lists of different lengths are refused', () => {
    expect(() => parityData({ actual: [1, 2], predicted: [1], std: [1, 1] })).toThrow(ShapeError);
    expect(() => parityData({ actual: [1, 2], predicted: [1, 2], std: [1] })).toThrow(ShapeError);
  });
});
