import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapSizes } from '../../../src/web/domain/designs/map-sizes.ts';
import {
  axisText,
  leftRoom,
  legendPlaces,
  strideAcross,
  strideUp,
  tickTexts,
} from '../../../src/web/plots/axis-text.ts';
import { countPoints, nearestPoint, paintCounts, sideOf } from '../../../src/web/plots/density.ts';
import { isoline } from '../../../src/web/plots/isolines.ts';
import { linePath } from '../../../src/web/plots/line-path.ts';
import { countBelow, isAscending, numbersOf } from '../../../src/web/plots/numbers.ts';
import {
  extent,
  type Frame,
  linearTicks,
  logTicks,
  makeScale,
  moved,
  scaled,
} from '../../../src/web/plots/scale.ts';
import { show } from '../../../src/web/text/format.ts';

/** A tick with no others beside it. */
const alone = (text: string, room: number): string => tickTexts([text], [room])[0] as string;

fc.configureGlobal({ seed: 1 });

describe('axes', () => {
  it('a title that is too long for its axis loses its middle and keeps its unit', () => {
    const axis = { label: 'Measured isolated yield after chromatography', unit: '%' };
    expect(axisText(axis, 400)).toBe('Measured isolated yield after chromatography (%)');
    expect(axisText({ label: 'T (°C)', unit: '°C' }, 400)).toBe('T (°C)');
    const short = axisText(axis, 200);
    expect(short).toMatch(/^Measured.*….*graphy \(%\)$/);
    expect(short.length).toBeLessThanOrEqual(32);
    // Capitals are wider: as many of them would run out of the axis.
    const loud = axisText({ label: 'MEASURED ISOLATED YIELD AFTER CHROMATOGRAPHY', unit: '%' }, 200);
    expect(loud).toMatch(/^MEASU.*….*PHY \(%\)$/);
    expect(loud.length).toBeLessThan(0.8 * short.length);
    expect(alone('TOLUOL UND DMF', 100)).toMatch(/^TOLU.*….*DMF$/);
    expect(axisText({ label: '反応収率の測定値と温度と圧力と時間', unit: '%' }, 200)).toMatch(
      /^反.{4,8}….{3,7}間 \(%\)$/,
    );
    // In the usual fonts it is 14 % wider than as many Latin letters.
    const cyrillic = axisText({ label: 'Концентрация катализатора в реакционной смеси', unit: 'моль%' }, 240);
    expect(cyrillic).toMatch(/^Концен.*….*смеси \(моль%\)$/);
    expect(cyrillic.length).toBeLessThanOrEqual(32);
    expect(alone('Ligand[SPhos Pd G4]', 200)).toBe('Ligand[SPhos Pd G4]');
    expect(alone('Ligand and precatalyst[SPhos Pd G4]', 100)).toBe('Ligand…Pd G4]');
  });

  it('ticks that would look alike lose what they have in common, and stay apart', () => {
    const inRoom = (texts: string[], room: number): string[] =>
      tickTexts(
        texts,
        texts.map(() => room),
      );
    const solvents = ['SPhos', 'XPhos', 'RuPhos'].map(
      (ligand) => `Buchwald precatalyst of ${ligand} in toluene`,
    );
    expect(inRoom(solvents, 100)).toEqual(['…SPhos…', '…XPhos…', '…RuPhos…']);
    // With room for all of it nothing is cut; without need for it the middle is.
    expect(inRoom(solvents, 400)).toEqual(solvents);
    expect(inRoom(['Ligand and precatalyst[SPhos Pd G4]', 'THF'], 100)).toEqual(['Ligand…Pd G4]', 'THF']);
    const numbered = [1, 10, 11].map((n) => `Catalyst of the supplier ${n} (ligand)`);
    expect(inRoom(numbered, 100)).toEqual(['…1…', '…10…', '…11…']);
    // Two differences, of which there is room for one: the place in the list tells them apart.
    const pairs = ['SPhos', 'XPhos'].flatMap((ligand) =>
      ['toluene', 'dioxane'].map((solvent) => `Palladium acetate with ${ligand} in ${solvent} (dry)`),
    );
    const shown = inRoom(pairs, 90);
    expect(new Set(shown).size).toBe(4);
    for (const text of shown) expect(text.length).toBeLessThanOrEqual(14);
  });

  it('any texts that differ are shown differently', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '…'), maxLength: 40 });
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { maxLength: 12 }),
        fc.integer({ min: 30, max: 200 }),
        (texts, room) => {
          const shown = tickTexts(
            texts,
            texts.map(() => room),
          );
          expect(new Set(shown).size).toBe(texts.length);
        },
      ),
      { seed: 21 },
    );
  });

  it('the room to the left holds the longest tick beside the name, uncut', () => {
    for (const tick of [-4000, -0.0125, -250000, -4e-11]) {
      const room = leftRoom([0, 1, tick], 'Yield');
      expect(room).toBeGreaterThan(show(tick).length * 7.6 + 30);
      expect(alone(show(tick), room - 30)).toBe(show(tick));
      expect(leftRoom([0, 1, tick], '')).toBeLessThan(room);
    }
    expect(leftRoom([0, 1], '', (value) => ['A', 'a long name'][value] ?? '')).toBeCloseTo(14 + 11 * 6.7, 10);
  });

  it('as many names stand along an axis as have room beside each other', () => {
    const names = Array.from({ length: 60 }, (_, i) => `Catalyst ${i + 1} (ligand)`);
    const across = strideAcross(names, 600 / 60);
    expect((600 / 60) * across * 2).toBeGreaterThan(6 * 6.7);
    expect(across).toBeLessThan(6);
    expect(strideAcross(['A', 'B', 'C'], 20)).toBe(1);
    expect(strideAcross(names.slice(0, 6), 40)).toBe(1);
    expect(strideUp(300 / 60) * 5).toBeGreaterThanOrEqual(12);
    expect(strideUp(300 / 8)).toBe(1);
  });

  it('a legend goes on in a second line where it is wider than its drawing', () => {
    const labels = ['measured', 'Pareto-optimal', 'limit to meet'];
    expect(legendPlaces(labels, 600)).toMatchObject({
      lines: 1,
      places: [{ x: 0 }, { line: 0 }, { line: 0 }],
    });
    const narrow = legendPlaces(labels, 300);
    expect(narrow).toMatchObject({ lines: 2, places: [{ line: 0 }, { line: 0 }, { x: 0, line: 1 }] });
    expect(narrow.width).toBeLessThanOrEqual(300);
    expect(legendPlaces([], 300)).toEqual({ lines: 1, places: [], width: 0 });
  });

  it('ticks are round, inside the domain and about as many as wanted', () => {
    const numbers = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const spans = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    // One tick alone gives no scale, also on the narrow figures of a phone.
    expect(linearTicks([17, 95], 2)).toEqual([25, 50, 75]);
    fc.assert(
      fc.property(numbers, spans, fc.integer({ min: 2, max: 10 }), (low, span, wanted) => {
        const ticks = linearTicks([low, low + span], wanted);
        expect(ticks.length).toBeLessThanOrEqual(1.3 * wanted + 1.5);
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
    // Over less than two powers evenly spaced ticks would crowd at the upper end.
    expect(logTicks([4, 72], 6)).toEqual([5, 10, 20, 50]);
    expect(logTicks([0.15, 3.2], 6)).toEqual([0.2, 0.5, 1, 2]);
    expect(logTicks([61, 64], 6).length).toBeGreaterThan(1);
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

describe('many points', () => {
  const frame: Frame = {
    x: makeScale([0, 10], [0, 100], false, 5),
    y: makeScale([1, 1000], [50, 0], true, 5),
    width: 100,
    height: 50,
  };

  it('are counted on the pixels that they cover, also on a logarithmic axis and past the edge', () => {
    const { width, height, counts, most } = countPoints(
      frame,
      Float64Array.of(5, 5, 20, Number.NaN, 0),
      Float64Array.of(1000 ** 0.5, 1000 ** 0.5, 10, 10, 1),
      1,
    );
    expect([width, height, most]).toEqual([100, 50, 2]);
    const side = sideOf(5, 1);
    expect(side).toBe(3);
    const at = (x: number, y: number): number => counts[y * width + x];
    expect([at(50, 25), at(49, 24), at(53, 25)]).toEqual([2, 2, 0]);
    // The corner point keeps the part of its square that is inside.
    expect(at(0, 49)).toBe(1);
    expect(counts.reduce((a, b) => a + b)).toBe(2 * 9 + 2);
  });

  it('are the more opaque the denser they lie, single ones still seen', () => {
    const into = new Uint8ClampedArray(16);
    paintCounts({ width: 4, height: 1, counts: Uint32Array.of(0, 1, 10, 1000), most: 1000 }, [1, 2, 3], into);
    expect([...into.slice(0, 8)]).toEqual([0, 0, 0, 0, 1, 2, 3, 89]);
    expect(into[11]).toBeGreaterThan(into[7]);
    expect(into[15]).toBe(255);
  });

  it('give the nearest one to the pointer, or none', () => {
    const xs = Float64Array.of(1, 5, 9);
    const ys = Float64Array.of(10, 100, 10);
    expect(nearestPoint(frame, xs, ys, { x: 51, y: 18 }, 24)).toBe(1);
    expect(nearestPoint(frame, xs, ys, { x: 51, y: 49 }, 10)).toBeUndefined();
  });

  it('are put into one block of memory once', () => {
    const list = [1, null, 3];
    expect([...numbersOf(list)]).toEqual([1, Number.NaN, 3]);
    expect(numbersOf(list)).toBe(numbersOf(list));
    expect([isAscending([1, 1, 2]), isAscending([2, 1])]).toEqual([true, false]);
    expect([0, 1, 1.5, 9].map((bound) => countBelow([1, 1, 2], bound))).toEqual([0, 0, 2, 3]);
  });
});

describe('zoom', () => {
  it('keeps what is under the pointer where it is, on both kinds of axis', () => {
    expect(scaled([0, 10], false, 0.2, 0.5)).toEqual([1, 6]);
    const [low, high] = scaled([1, 10_000], true, 0.5, 0.5);
    expect([low, high].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([10, 1000]);
    expect(moved([0, 10], false, 0.1)).toEqual([1, 11]);
    expect(moved([1, 100], true, 0.5).map((value) => Math.round(value))).toEqual([10, 1000]);
  });

  it('of a long line draws what is in sight only', () => {
    const frame: Frame = {
      x: makeScale([5000, 5010], [0, 100], false, 5),
      y: makeScale([-1, 1], [50, 0], false, 5),
      width: 100,
      height: 50,
    };
    const x = Array.from({ length: 100_000 }, (_, i) => i);
    const path = linePath(frame, x, x.map(Math.sin));
    expect(path.split('L').length).toBeLessThan(20);
    expect(path.startsWith('M-10.0')).toBe(true);
  });
});

describe('the correlation map', () => {
  it.each([
    [332, 20, 42],
    [332, 12, 20],
    [700, 20, 42],
    [700, 6, 8],
  ])('fits %d pixels with %d terms of %d letters', (room, n, longest) => {
    const { size, letters } = mapSizes(longest, n, room);
    expect(10 + 6.4 * letters + size * n).toBeLessThanOrEqual(room);
    expect(size).toBeGreaterThanOrEqual(10);
  });

  it('scrolls where cells would be smaller than a line of text', () => {
    expect(mapSizes(42, 40, 332)).toEqual({ size: 10, letters: 8 });
  });

  it('has names and cells whole where there is room', () => {
    expect(mapSizes(20, 12, 900)).toEqual({ size: 22, letters: 20 });
  });
});
