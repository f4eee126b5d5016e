import { describe, expect, it } from 'vitest';
import {
  checkMagnitudes,
  deviation,
  mean,
  sampleStandard,
  scaleColumns,
  scaleOutput,
  scalingRule,
} from '../../../../src/engine/gp/transforms/scaling.ts';

const of = (...values: readonly number[]) => Float64Array.from(values);
const rule = (name: string) => scalingRule('output', name);

describe('the scale of a column', () => {
  it('is by mean and deviation, of all values or of one less', () => {
    expect(mean(of(1, 2, 3, 6))).toBe(3);
    expect(deviation(of(1, 2, 3, 6), 0)).toBeCloseTo(Math.sqrt(14 / 4), 14);
    expect(deviation(of(1, 2, 3, 6), 1)).toBeCloseTo(Math.sqrt(14 / 3), 14);
    expect(deviation(of(1e200, 2e200, 3e200, 6e200), 0) / 1e200).toBeCloseTo(Math.sqrt(14 / 4), 14);
    expect([deviation(of(7), 1), deviation(of(7), 0), deviation(of(7, 7), 0)]).toEqual([0, 0, 0]);
  });

  it('is that of its rule, by any of its names', () => {
    const values = of(10, 3, 1, 4, 2);
    expect(rule('none')(values)).toEqual({ shift: 0, scale: 1 });
    for (const name of ['minmax', 'Normalize']) expect(rule(name)(values)).toEqual({ shift: 1, scale: 9 });
    for (const name of ['standard', 'STANDARDIZE'])
      expect(rule(name)(values)).toEqual({
        shift: expect.closeTo(4, 14),
        scale: expect.closeTo(Math.sqrt(10), 14),
      });
    expect(sampleStandard(values)).toEqual({
      shift: expect.closeTo(4, 14),
      scale: expect.closeTo(Math.sqrt(12.5), 14),
    });
    // Median and quartiles, between values where the count is even.
    expect(rule('robust')(values)).toEqual({ shift: 3, scale: 2 });
    expect(rule('robust')(of(40, 0, 20, 10))).toEqual({ shift: 15, scale: 17.5 });
    expect([...values]).toEqual([10, 3, 1, 4, 2]);
    for (const name of ['sample_standard', 'constructor', 'log'])
      expect(() => rule(name)).toThrow(`output: unknown transform '${name}'; use none, minmax`);
  });

  it('is 1 where the values do not differ, and outputs keep their shift', () => {
    for (const values of [of(5, 5), of(5, 5 + 1e-320)]) {
      expect(scaleOutput(rule('minmax'), values)).toEqual({ shift: 5, scale: 1 });
      expect(scaleColumns(rule('minmax'), values, 2, 1)).toEqual({ shift: of(0), scale: of(1) });
    }
    // Sums of a third or a tenth of the value are not the value again.
    for (const [value, count] of [
      [0.1, 3],
      [0.3, 6],
      [-76.4, 7],
      [1e-5, 11],
      [8.7e6, 25],
    ]) {
      const values = new Float64Array(count).fill(value);
      expect([mean(values), deviation(values, 0), deviation(values, 1)]).toEqual([value, 0, 0]);
      expect(scaleOutput(sampleStandard, values)).toEqual({ shift: value, scale: 1 });
      expect(scaleColumns(rule('standard'), values, count, 1)).toEqual({ shift: of(0), scale: of(1) });
    }
    expect(scaleOutput(rule('minmax'), of(0, 1e-320))).toEqual({ shift: 0, scale: 1 });
    expect(scaleOutput(rule('minmax'), of(-1.7e308, 1.7e308))).toEqual({ shift: -1.7e308, scale: 1 });
    expect(scaleColumns(rule('minmax'), of(1, 50, 3, 70, 2, 60), 3, 2)).toEqual({
      shift: of(1, 50),
      scale: of(2, 20),
    });
    expect(scaleColumns(rule('minmax'), of(1, 5, 3, 5, 2, 5), 3, 2)).toEqual({
      shift: of(1, 0),
      scale: of(2, 1),
    });
  });

  it('has a limit for outputs, as their squares have', () => {
    expect(() => checkMagnitudes(of(1e150, -1e150))).not.toThrow();
    expect(() => checkMagnitudes(of(0, -2e150))).toThrow(
      'output: expected magnitudes up to 1e+150, got -2e+150',
    );
  });
});
