import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ValueError } from '../../../src/engine/errors.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import {
  decodeRows,
  decodeValue,
  encodeChoice,
  encodeRows,
  encodeValue,
  isLattice,
  levelAt,
  levelCount,
  nearestLevel,
  snap,
  spanningColumns,
  spanOf,
  stepCount,
} from '../../../src/engine/space/encode.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { Dimension, Space } from '../../../src/engine/space/space.ts';
import { arbitrarySpace } from './arbitrary-space.ts';

const dimensions: Dimension[] = [
  { kind: 'real', name: 't', low: 0, high: 100 },
  { kind: 'integer', name: 'n', low: 1, high: 5 },
  { kind: 'discrete', name: 'v', values: [0.1, 0.5, 2] },
  { kind: 'categorical', name: 'c', labels: ['x', 'y'] },
];
const space: Space = { dimensions, constraints: [] };

describe('encoding', () => {
  test('rows to codes and back, values of native types', () => {
    const rows = [
      { t: 20.5, n: 3, v: 0.5, c: 'y' },
      { t: 0, n: 1, v: 2, c: 'x' },
    ];
    const codes = encodeRows(space, rows);
    expect([...codes]).toEqual([20.5, 3, 0.5, 1, 0, 1, 2, 0]);
    expect(decodeRows(space, codes)).toEqual(rows);
  });

  test('decode of encode is the identity on points of any space', () => {
    fc.assert(
      fc.property(arbitrarySpace(), fc.integer(), (any, seed) => {
        const free: Space = { ...any, constraints: [] };
        const rows = decodeRows(free, createFeasibleRegion(free).sample(4, createGenerator(seed)));
        expect(decodeRows(free, encodeRows(free, rows))).toEqual(rows);
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  test('recorded numbers may lie outside, labels must be declared; errors name row, variable and value', () => {
    expect(encodeRows(space, [{ t: 900, n: 2, v: 0.3, c: 'x' }])[0]).toBe(900);
    const broken = (row: Record<string, unknown>) => () =>
      encodeRows(space, [{ t: 1, n: 1, v: 0.1, c: 'x', ...row }]);
    expect(broken({ c: 'z' })).toThrow(
      "row 1 (index 0): variable 'c': category 'z' is not declared; use one of 'x', 'y'",
    );
    expect(broken({ t: 'warm' })).toThrow(
      "row 1 (index 0): variable 't': expected a finite number, got 'warm'",
    );
    expect(broken({ n: Number.NaN })).toThrow(ValueError);
    expect(() => encodeRows(space, [{ t: 1 }])).toThrow(
      "row 1 (index 0): variable 'n' has no value; give one",
    );
  });

  test('what a sum leaves of an end of a range is the end', () => {
    const share = { kind: 'real', name: 'share', low: 0, high: 100 } as const;
    expect([3.5e-17, 100 - 2e-14, 1e-9].map((value) => decodeValue(share, value))).toEqual([0, 100, 1e-9]);
    expect(decodeValue({ ...share, low: -100 }, -100 + 1e-13)).toBe(-100);
  });

  test('chosen values must lie in the space', () => {
    const [t, n, v] = dimensions;
    expect(() => encodeChoice(t, 101)).toThrow("variable 't': 101 is outside its bounds [0, 100]");
    expect(() => encodeChoice(n, 2.5)).toThrow("variable 'n': expected a whole number, got 2.5");
    expect(() => encodeChoice(v, 0.3)).toThrow(
      "variable 'v': 0.3 is not an allowed value; use one of 0.1, 0.5, 2",
    );
    expect(encodeChoice(v, 0.5 + 1e-12)).toBe(0.5);
  });

  test('snapping takes the lower level on ties and stays inside', () => {
    expect(snap(dimensions[1], 2.5)).toBe(2);
    expect(snap(dimensions[1], 99)).toBe(5);
    expect(snap(dimensions[2], 0.3)).toBe(0.1);
    expect(snap(dimensions[0], -1)).toBe(0);
  });
});

describe('logarithmic codes', () => {
  const rate: Dimension = { kind: 'real', name: 'rate', low: 0, high: Math.log(1000), log: [1, 1000] };
  const dose: Dimension = {
    kind: 'discrete',
    name: 'dose',
    values: [0.1, 1, 20].map(Math.log),
    log: [0.1, 1, 20],
  };

  test('are natural logarithms, and values come back as they were written', () => {
    expect(encodeValue(rate, 100)).toBe(Math.log(100));
    expect(encodeValue(dose, 20)).toBe(Math.log(20));
    expect([-1, 0, Math.log(30), Math.log(1000), 9].map((code) => decodeValue(rate, code))).toEqual([
      1, 1, 30, 1000, 1000,
    ]);
    expect([-9, Math.log(0.1), Math.log(1.5), 9].map((code) => decodeValue(dose, code))).toEqual([
      0.1, 0.1, 1, 20,
    ]);
  });

  test('are of values above 0, and errors speak of the values', () => {
    for (const value of [0, -2])
      expect(() => encodeValue(rate, value)).toThrow(
        `variable 'rate': its scale is logarithmic, so values are above 0, got ${value}`,
      );
    expect(() => encodeChoice(rate, 2000)).toThrow("variable 'rate': 2000 is outside its bounds [1, 1000]");
    expect(() => encodeChoice(dose, 2)).toThrow(
      "variable 'dose': 2 is not an allowed value; use one of 0.1, 1, 20",
    );
  });
});

describe('levels', () => {
  const whole: Dimension = { kind: 'integer', name: 'n', low: 0.5, high: 3.5 };
  const stepped: Dimension = { kind: 'real', name: 's', low: 0.05, high: 1, step: 0.3 };
  const held: Dimension = { kind: 'real', name: 'h', low: 7, high: 7, step: 2 };
  const open: Dimension = { kind: 'categorical', name: 'c', labels: ['w', 'x', 'y', 'z'], open: [1, 3] };
  const [t, , v, c] = dimensions;

  test('are counted, and only a range without steps has none', () => {
    expect([t, whole, v, c, open, held].map(levelCount)).toEqual([Number.POSITIVE_INFINITY, 3, 3, 2, 2, 1]);
    expect(levelCount(stepped)).toBe(Number.POSITIVE_INFINITY);
    expect([t, whole, v, c, open, held, stepped].map(isLattice)).toEqual([false, ...Array(6).fill(true)]);
    expect([stepCount(0, 1, 0.1), stepCount(0.05, 1, 0.3), stepCount(0, 0.29, 0.1)]).toEqual([11, 4, 3]);
    expect([t, whole, v, c, held].map(spanOf)).toEqual([100, 3, 1.9, 1, 0]);
  });

  test('have places in ascending order, and the nearest one of a code', () => {
    const levels = (dimension: Dimension, count: number) =>
      Array.from({ length: count }, (_, position) => levelAt(dimension, position));
    expect(levels(whole, 3)).toEqual([1, 2, 3]);
    expect(levels(stepped, 4)).toEqual([0.05, 0.35, 0.65, 0.95]);
    expect(levels(v, 3)).toEqual([0.1, 0.5, 2]);
    expect(levels(c, 2)).toEqual([0, 1]);
    expect(levels(open, 2)).toEqual([1, 3]);
    expect(levels(held, 1)).toEqual([7]);
    expect([-4, 1.5, 1.6, 9].map((code) => nearestLevel(whole, code))).toEqual([0, 0, 1, 2]);
    expect([-4, 0.19, 0.21, 9].map((code) => nearestLevel(stepped, code))).toEqual([0, 0, 1, 3]);
    expect(nearestLevel({ ...stepped, low: 0, step: 0.5 }, 0.25)).toBe(0);
    expect([0, 2, 2.1, 3].map((code) => snap(open, code))).toEqual([1, 1, 3, 3]);
    expect(snap(held, 9)).toBe(7);
  });

  test('are what can be chosen', () => {
    expect(encodeChoice(stepped, 0.35 + 1e-12)).toBe(0.35);
    const coarse = { ...stepped, low: 1e13, high: 2e13, step: 1e12 } as const;
    expect(encodeChoice(coarse, 1.1e13 + 100)).toBe(1.1e13);
    const tonnes = { kind: 'discrete', name: 'd', values: [0.1, 1e6] } as const;
    expect([0.1 + 5e-10, 1e6 + 1e-4].map((value) => encodeChoice(tonnes, value))).toEqual([0.1, 1e6]);
    for (const value of [0.1 + 2e-9, 1e6 + 2e-3])
      expect(() => encodeChoice(tonnes, value)).toThrow('not an allowed value');
    const nano = { kind: 'discrete', name: 'd', values: [1e-9, 2e-9, 5e-9] } as const;
    expect(nano.values.map((value) => encodeChoice(nano, value))).toEqual(nano.values);
    expect(() => encodeChoice(nano, 3e-9)).toThrow('3e-9 is not an allowed value');
    const far = { kind: 'discrete', name: 'd', values: [1e9, 1e9 + 1] } as const;
    expect(() => encodeChoice(far, 1e9 + 0.4)).toThrow('not an allowed value');
    expect(() => encodeChoice(stepped, 0.4)).toThrow(
      "variable 's': 0.4 is between its steps of 0.3; the nearest one is 0.35",
    );
    expect(encodeChoice(open, 'z')).toBe(3);
    expect(() => encodeChoice(open, 'w')).toThrow(
      "variable 'c': 'w' is retired or not available now; use one of 'x', 'z'",
    );
    expect([encodeChoice(c, 'x'), encodeChoice(t, 0), encodeChoice(t, 100)]).toEqual([0, 0, 100]);
    expect(() => encodeChoice(t, -1)).toThrow("variable 't': -1 is outside its bounds [0, 100]");
    expect(() => encodeChoice(dimensions[1], 6)).toThrow("variable 'n': 6 is outside its bounds [1, 5]");
  });

  test('a column spans decades from ten times its lowest value on, on a linear scale above 0', () => {
    const real = (low: number, high: number): Dimension => ({ kind: 'real', name: 'x', low, high });
    const logarithmic: Dimension = {
      kind: 'real',
      name: 'l',
      low: Math.log(2),
      high: Math.log(2000),
      log: [2, 2000],
    };
    expect(
      spanningColumns([real(1, 10), real(1, 9.9), real(0, 10), real(-1, 10), v, c, logarithmic, whole]),
    ).toEqual([0, 4]);
  });
});

test('an error names the row of the table, and a point without variables is none', () => {
  const row = { t: 1, n: 1, v: 0.1, c: 'x' };
  expect(() => encodeRows(space, [row, { ...row, t: 'warm' }], { before: 4 })).toThrow(
    "row 6 (index 5): variable 't': expected a finite number, got 'warm'",
  );
  expect(() => encodeRows(space, [row, {}], { before: 4 })).toThrow(
    "row 6 (index 5): variable 't' has no value; give one",
  );
  expect(decodeRows({ dimensions: [], constraints: [] }, new Float64Array(0))).toEqual([]);
});
