import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ValueError } from '../../../src/engine/errors.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { decodeRows, decodeValue, encodeChoice, encodeRows, snap } from '../../../src/engine/space/encode.ts';
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
      "row 1: variable 'c': category 'z' is not declared; use one of 'x', 'y'",
    );
    expect(broken({ t: 'warm' })).toThrow("row 1: variable 't': expected a finite number, got 'warm'");
    expect(broken({ n: Number.NaN })).toThrow(ValueError);
    expect(() => encodeRows(space, [{ t: 1 }])).toThrow("row 1: variable 'n' has no value; give one");
  });

  test('what a sum leaves of an end of a range is the end', () => {
    const share = { kind: 'real', name: 'share', low: 0, high: 100 } as const;
    expect([3.5e-17, 100 - 2e-14, 1e-9].map((value) => decodeValue(share, value))).toEqual([0, 100, 1e-9]);
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
