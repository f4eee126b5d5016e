import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logBoxImprovement } from '../../../src/engine/acquisition/strategies/box-improvement.ts';
import {
  defaultReference,
  hypervolume,
  paretoRows,
  tileNondominated,
} from '../../../src/engine/acquisition/strategies/pareto.ts';
import { sobolNormal } from '../../../src/engine/random/sobol.ts';

const front = (m: number) =>
  fc.array(fc.array(fc.double({ min: -1, max: 5, noNaN: true }), { minLength: m, maxLength: m }), {
    maxLength: 8,
  });

describe('pareto', () => {
  test('keeps what nothing beats, equal rows once', () => {
    const Y = Float64Array.from([1, 3, 2, 2, 2, 2, 0, 0, 3, 1, 3, 0]);
    expect(paretoRows(Y, 2)).toEqual([0, 1, 4]);
  });

  test.each([1, 2, 3])('keeps the rows of %d objectives that a comparison of all pairs keeps', (m) => {
    const row = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: m, maxLength: m });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const covers = (one: number[], other: number[]) =>
          one.every((value, k) => value >= (other[k] as number));
        const isKept = (at: number) =>
          !rows.some(
            (other, i) =>
              i !== at &&
              covers(other, rows[at] as number[]) &&
              (i < at || !covers(rows[at] as number[], other)),
          );
        const wanted = rows.flatMap((_, at) => (isKept(at) ? [at] : []));
        expect(paretoRows(Float64Array.from(rows.flat()), m)).toEqual(wanted);
      }),
      { seed: 1 },
    );
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

  test('reference point rule of the interface', () => {
    expect([...defaultReference(Float64Array.from([10, -4, 20, 0]), 2)]).toEqual([9, -4.4]);
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
