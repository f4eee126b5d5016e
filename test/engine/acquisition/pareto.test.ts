import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logBoxImprovement } from '../../../src/engine/acquisition/strategies/box-improvement.ts';
import {
  growthOfVolume,
  hypervolume,
  hypervolumeInSlices,
} from '../../../src/engine/acquisition/strategies/dominated-volume.ts';
import {
  defaultReference,
  paretoRows,
  referenceByRange,
  tileNondominated,
} from '../../../src/engine/acquisition/strategies/pareto.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { sobolNormal } from '../../../src/engine/random/sobol.ts';
import { runSlices } from '../../../src/engine/slices.ts';
import { plainFront, plainVolume } from './plain-fronts.ts';

const front = (m: number) =>
  fc.array(fc.array(fc.double({ min: -1, max: 5, noNaN: true }), { minLength: m, maxLength: m }), {
    maxLength: 8,
  });

describe('pareto', () => {
  test('keeps the Pareto-optimal rows, equal ones once', () => {
    const Y = Float64Array.from([1, 3, 2, 2, 2, 2, 0, 0, 3, 1, 3, 0]);
    expect(paretoRows(Y, 2)).toEqual([0, 1, 4]);
  });

  test.each([1, 2, 3, 5])('keeps the rows of %d objectives that a comparison of all pairs keeps', (m) => {
    const cell = fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 0, max: 4 }) }, fc.constant(Number.NaN));
    const row = fc.array(cell, { minLength: m, maxLength: m });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        expect(paretoRows(Float64Array.from(rows.flat()), m)).toEqual(plainFront(rows));
      }),
      { seed: 1 },
    );
  });

  test.each([
    ['few values', 2, 6],
    ['few values', 3, 6],
    ['few values', 4, 4],
    ['many values', 2, 1e6],
    ['many values', 3, 1e6],
    ['many values', 4, 1e6],
    ['many values', 7, 1e6],
  ])('keeps the same rows of many: %s, %d objectives', (_, m, values) => {
    const random = createGenerator(`rows/${m}`);
    const rows = Array.from({ length: 1500 }, (_, i) => {
      const row = Array.from({ length: m }, () => Math.floor(random.uniform() * values) / values);
      // Half of them on a surface where none beats another.
      if (i % 2 === 0) row[m - 1] = m - row.slice(0, -1).reduce((sum, value) => sum + value, 0);
      if (i % 97 === 0) row[i % m] = Number.NaN;
      return row;
    });
    expect(paretoRows(Float64Array.from(rows.flat()), m)).toEqual(plainFront(rows));
  });

  test('hypervolume of a staircase and of a cube corner', () => {
    expect(
      hypervolume(
        [
          [1, 3],
          [2, 2],
          [3, 1],
        ],
        [0, 0],
      ),
    ).toBeCloseTo(6, 12);
    expect(
      hypervolume(
        [
          [1, 1, 1],
          [2, 0.5, 0.5],
        ],
        [0, 0, 0],
      ),
    ).toBeCloseTo(1.25, 12);
    expect(hypervolume([[-1, 5]], [0, 0])).toBe(0);
  });

  test.each([1, 2, 3, 4, 5, 6])('hypervolume of %d objectives: as slab by slab', (m) => {
    const values = fc.oneof(
      fc.double({ min: -1, max: 5, noNaN: true }),
      // Ties, beaten points, and points on the reference point.
      fc.integer({ min: -1, max: 3 }),
      fc.constant(Number.NaN),
    );
    const point = fc.array(values, { minLength: m, maxLength: m });
    fc.assert(
      fc.property(fc.array(point, { maxLength: m > 4 ? 9 : 14 }), point, (points, reference) => {
        const from = reference.map((value) => (Number.isNaN(value) ? 0 : value));
        expect(hypervolume(points, from)).toBeCloseTo(plainVolume(points, from), 8);
      }),
      { numRuns: 300, seed: m },
    );
  });

  test.each([
    [2, 400],
    [3, 150],
    [4, 60],
    [5, 30],
  ])('hypervolume of %d objectives of %d points that do not beat each other', (m, n) => {
    const random = createGenerator(`front/${m}`);
    const points = Array.from({ length: n }, () => {
      const row = Array.from({ length: m }, () => Math.abs(random.normal()));
      return row.map((value) => value / Math.hypot(...row));
    });
    const reference = Array.from({ length: m }, () => 0);
    expect(hypervolume(points, reference) / plainVolume(points, reference)).toBeCloseTo(1, 10);
  });

  test.each([1, 2, 3, 4, 5])('growth of %d objectives: each time as from the start', (m) => {
    const values = fc.oneof(fc.double({ min: -1, max: 5, noNaN: true }), fc.integer({ min: -1, max: 3 }));
    const point = fc.array(values, { minLength: m, maxLength: m });
    const reference = new Float64Array(m);
    fc.assert(
      fc.property(fc.array(fc.tuple(point, fc.boolean()), { maxLength: 12 }), (told) => {
        const Y = Float64Array.from(told.flatMap(([row]) => row));
        const rows = told.flatMap(([, counts], i) => (counts ? [i] : []));
        const growth = runSlices(growthOfVolume(Y, rows, reference));
        for (let i = 0; i < told.length; i++) {
          const some = told.slice(0, i + 1).flatMap(([row, counts]) => (counts ? [row] : []));
          expect(growth[i]).toBeCloseTo(plainVolume(some, [...reference]), 8);
        }
      }),
      { numRuns: 100, seed: m },
    );
  });

  test('a volume that would take too long is NaN', () => {
    const [n, m] = [200, 8];
    const random = createGenerator('long');
    const Y = Float64Array.from({ length: n * m }, () => random.uniform());
    const rows = Array.from({ length: n }, (_, row) => row);
    const reference = new Float64Array(m);
    expect(runSlices(hypervolumeInSlices(Y, rows, reference, 10_000))).toBeNaN();
    expect(runSlices(hypervolumeInSlices(Y, rows.slice(0, 4), reference, 10_000))).toBeGreaterThan(0);
  });

  test('reference point rule of the interface', () => {
    expect([...defaultReference(Float64Array.from([10, -4, 20, 0]), 2)]).toEqual([9, -4.4]);
    expect([...defaultReference(Float64Array.from([0, 0, 20, 0]), 2)]).toEqual([-1e-6, -1e-6]);
    expect(defaultReference(Float64Array.from([0, 4e-12, 2e-12, 5e-12]), 2)[0]).toBeCloseTo(-2e-13, 20);
  });

  test('the reference point by range follows shifts and units', () => {
    const Y = [10, -4, 20, 0, Number.NaN, 6];
    expect([...referenceByRange(Float64Array.from(Y), 2)]).toEqual([9, -5]);
    const moved = Float64Array.from(Y, (value, i) => (i % 2 === 0 ? 1024 + value : value / 4));
    expect([...referenceByRange(moved, 2)]).toEqual([1033, -1.25]);
    expect([...referenceByRange(Float64Array.from([10, 3, 10, 5]), 2)]).toEqual([9, 2.8]);
  });

  test.each([2, 3, 4])('the tiling of %d objectives gives each new point its gain in hypervolume', (m) => {
    fc.assert(
      fc.property(
        front(m),
        fc.array(fc.double({ min: 0.01, max: 6, noNaN: true }), { minLength: m, maxLength: m }),
        (points, y) => {
          const reference = new Float64Array(m);
          const { low, high } = tileNondominated(points, reference);
          let gain = 0;
          for (let b = 0; b < low.length / m; b++) {
            let product = 1;
            for (let k = 0; k < m; k++)
              product *= Math.max(0, Math.min(y[k], high[b * m + k]) - low[b * m + k]);
            gain += product;
          }
          const wanted = hypervolume([...points, y], reference) - hypervolume(points, reference);
          expect(gain).toBeCloseTo(wanted, 8);
        },
      ),
      { numRuns: 200, seed: m },
    );
  });
});

test('the expected improvement of hypervolume is the average over draws of the point', () => {
  const points = [
    [1, 3],
    [2, 2],
    [3, 1],
  ];
  const reference = [0, 0];
  const [mean, deviation] = [
    [1.8, 2.1],
    [0.7, 0.4],
  ];
  const before = hypervolume(points, reference);
  const Z = sobolNormal(8192, 2, 3);
  let gain = 0;
  for (let s = 0; s < Z.length; s += 2) {
    const y = mean.map((value, k) => value + deviation[k] * Z[s + k]);
    gain += (hypervolume([...points, y], reference) - before) / 8192;
  }
  const log = logBoxImprovement(tileNondominated(points, reference), mean, deviation);
  expect(Math.exp(log) / gain).toBeCloseTo(1, 2);
});
