import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoline } from '../../src/web/plots/isolines.ts';
import { linePath } from '../../src/web/plots/line-path.ts';
import { extent, type Frame, linearTicks, logTicks, makeScale } from '../../src/web/plots/scale.ts';

describe('axes', () => {
  it('ticks are round, inside the domain and about as many as wanted', () => {
    const numbers = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(numbers, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (low, span) => {
        const ticks = linearTicks([low, low + span], 6);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(low - span * 1e-6);
          expect(tick).toBeLessThanOrEqual(low + span * (1 + 1e-6));
        }
      }),
    );
  });

  it('a logarithmic axis has powers of ten, thinned when there are many', () => {
    expect(logTicks([0.5, 2000], 6)).toEqual([1, 10, 100, 1000]);
    expect(logTicks([1, 1e12], 4)).toEqual([1, 1e4, 1e8, 1e12]);
  });

  it('a scale and its inverse undo each other', () => {
    const scale = makeScale([1, 1000], [300, 0], true, 4);
    expect(scale(1)).toBe(300);
    expect(scale.invert(scale(42))).toBeCloseTo(42, 9);
  });

  it('the extent passes over gaps', () => {
    expect(extent([3, null, Number.NaN], [undefined, -1])).toEqual([-1, 3]);
    expect(extent([null])).toBeUndefined();
  });
});

describe('lines of equal value', () => {
  it('lie where a plane has the value', () => {
    const plane = Array.from({ length: 5 }, (_, y) => Array.from({ length: 6 }, (_, x) => 2 * x + 3 * y));
    const segments = isoline(plane, 7.3);
    expect(segments.length).toBeGreaterThan(3);
    for (const [x0, y0, x1, y1] of segments) {
      expect(2 * x0 + 3 * y0).toBeCloseTo(7.3, 9);
      expect(2 * x1 + 3 * y1).toBeCloseTo(7.3, 9);
    }
  });

  it('splits a saddle by its middle', () => {
    const saddle = [
      [1, 0],
      [0, 1],
    ];
    expect(isoline(saddle, 0.4)).toHaveLength(2);
    expect(isoline(saddle, 0.6)).toHaveLength(2);
    expect(isoline(saddle, 0.4)).not.toEqual(isoline(saddle, 0.6));
  });
});

describe('lines of very many values', () => {
  const frame = (n: number): Frame => ({
    x: makeScale([0, n], [0, 800], false, 8),
    y: makeScale([-1, 1], [300, 0], false, 5),
    width: 800,
    height: 300,
  });

  it('draw a million values with some thousand corners and keep every peak', () => {
    const n = 1_000_000;
    const xs = Float64Array.from({ length: n }, (_, i) => i);
    const ys = Float64Array.from({ length: n }, (_, i) => (i === 654_321 ? 0.999 : Math.sin(i / 1e4) / 2));
    const path = linePath(frame(n), xs, ys);
    expect(path.split('L').length).toBeLessThan(4 * 802);
    expect(path).toContain(`,${frame(n).y(0.999).toFixed(1)}`);
  });

  it('breaks at gaps', () => {
    expect(linePath(frame(4), [0, 1, 2, 3], [0, null, 0.5, 1])).toBe('M0.0,150.0M400.0,75.0L600.0,0.0');
  });
});
