import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultReference,
  hypervolume,
  paretoRows,
  tileNondominated,
} from '../../../src/engine/acquisition/pareto.ts';

const front = (m: number) =>
  fc.array(fc.array(fc.double({ min: -1, max: 5, noNaN: true }), { minLength: m, maxLength: m }), {
    maxLength: 8,
  });

describe('pareto', () => {
  test('keeps what nothing beats, equal rows once', () => {
    const Y = Float64Array.from([1, 3, 2, 2, 2, 2, 0, 0, 3, 1, 3, 0]);
    expect(paretoRows(Y, 2)).toEqual([0, 1, 4]);
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
