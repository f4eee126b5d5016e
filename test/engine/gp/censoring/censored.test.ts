import { describe, expect, it } from 'vitest';
import {
  censoredAmong,
  outputsWith,
  roughSites,
  sidesOf,
  sitesAmong,
  variancesWith,
} from '../../../../src/engine/gp/censoring/censored.ts';

const of = (...values: readonly number[]) => Float64Array.from(values);

describe('limits among rows', () => {
  const limits = { rows: Int32Array.of(1, 4), sides: Int32Array.of(1, -1) };
  const sites = { ...limits, y: of(20, 50), extra: of(2, 5) };

  it('are found again by their places among the rows that are kept', () => {
    expect(censoredAmong(limits, [4, 0, 1])).toEqual({
      rows: Int32Array.of(0, 2),
      sides: Int32Array.of(-1, 1),
    });
    expect(censoredAmong(limits, [0, 2])).toBeUndefined();
    expect(sitesAmong(sites, [0, 4])).toEqual({
      rows: Int32Array.of(1),
      sides: Int32Array.of(-1),
      y: of(50),
      extra: of(5),
    });
    expect(sitesAmong(sites, [3])).toBeUndefined();
  });

  it('stand for values with more noise than a measurement has', () => {
    expect([...sidesOf(5, limits)]).toEqual([0, 1, 0, 0, -1]);
    expect([...sidesOf(2, undefined)]).toEqual([0, 0]);
    const y = of(1, 2, 3, 4, 5);
    expect([...outputsWith(y, sites)]).toEqual([1, 20, 3, 4, 50]);
    expect(outputsWith(y, undefined)).toBe(y);
    expect([...y]).toEqual([1, 2, 3, 4, 5]);
    expect([...variancesWith(5, undefined, sites)]).toEqual([0, 2, 0, 0, 5]);
    const noise = of(1, 1, 1, 1, 1);
    expect([...variancesWith(5, noise, sites)]).toEqual([1, 3, 1, 1, 6]);
    expect([...noise]).toEqual([1, 1, 1, 1, 1]);
    // Half a scale of 4 beyond 2 and below 5.
    expect(roughSites(limits, y, 4)).toEqual({ ...limits, y: of(4, 3), extra: of(4, 4) });
  });
});
