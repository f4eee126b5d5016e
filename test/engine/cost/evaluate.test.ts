import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domain, evaluate, evaluateMany, slopeAt } from '../../../src/engine/cost/evaluate.ts';
import type { CostFunction } from '../../../src/engine/cost/record.ts';
import { ValueError } from '../../../src/engine/errors.ts';
import { anyRecord, exactRecord } from './arbitraries.ts';
import { broken, inside, line, parabola, steps } from './curves.ts';
import { piecewiseLinear, piecewiseStep } from './records.ts';

fc.configureGlobal({ seed: 1 });

describe('evaluate', () => {
  it.each([
    [line, -1, -1],
    [line, 0.5, 2],
    [parabola, 2, 9],
    [parabola, -1, 6],
    [broken, 1, 10],
    [broken, 2, 12],
    [broken, 3, 20],
    [broken, 4, 18],
    [broken, 5, 16],
    [steps, 0, 3],
    [steps, 1.999, 3],
    [steps, 2, 7],
    [steps, 5, 7],
    [piecewiseStep({ x_coords: [0, 1, 1], y_coords: [4, 6] }), 1, 6],
    [piecewiseStep({ x_coords: [0, 0, 1], y_coords: [4, 6] }), 0, 6],
    [piecewiseStep({ x_coords: [2, 2], y_coords: [4] }), 2, 4],
    [
      piecewiseLinear({
        points: [
          [0, 1],
          [2, 3],
          [2, 9],
        ],
      }),
      2,
      9,
    ],
    [
      piecewiseLinear({
        points: [
          [0, 1],
          [0, 5],
          [2, 3],
        ],
      }),
      0,
      5,
    ],
    [
      piecewiseLinear({
        points: [
          [-1.7e308, 0],
          [1.7e308, 2],
        ],
      }),
      0,
      1,
    ],
    [
      piecewiseLinear({
        points: [
          [-1.6e308, 0],
          [1.6e308, 2],
        ],
      }),
      0.8e308,
      1.5,
    ],
    ...[0.1, 0.3, 0.7].map((x) => [
      piecewiseLinear({
        points: [
          [0, 0.1],
          [1, 0.1],
        ],
      }),
      x,
      0.1,
    ]),
  ] as [CostFunction, number, number][])('case %#: by hand', (record, x, y) => {
    expect(evaluate(record, x)).toBe(y);
  });

  it.each([
    [broken, 0.999],
    [broken, 5.001],
    [steps, -0.001],
    [steps, 6],
    [line, Number.NaN],
    [parabola, Infinity],
    [broken, Number.NaN],
  ] as [CostFunction, number][])('case %#: refuses x outside the domain', (record, x) => {
    expect(() => evaluate(record, x)).toThrow(ValueError);
    expect(() => evaluateMany(record, Float64Array.of(x))).toThrow(/cost: defined for .*, got x =/);
  });

  it('says where it is defined', () => {
    expect(() => evaluate(broken, 0)).toThrow(
      'cost: defined for 1 to 5, got x = 0; extend the curve or stay inside it',
    );
    expect(() => evaluate(line, Number.NaN)).toThrow('cost: defined for finite numbers, got x = NaN');
  });

  it('holds the values of the points that it was given', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        if ('points' in record)
          for (const [x] of record.points)
            expect(evaluate(record, x)).toBe(record.points.findLast((point) => point[0] === x)![1]);
        if ('x_coords' in record) {
          const { x_coords, y_coords } = record;
          expect(evaluate(record, x_coords.at(-1)!)).toBe(y_coords.at(-1));
          for (const [i, y] of y_coords.entries())
            if (x_coords[i] < x_coords[i + 1]) expect(evaluate(record, x_coords[i])).toBe(y);
        }
      }),
    );
  });

  it('in batches gives what it gives one by one, with slopes that central differences confirm', () => {
    fc.assert(
      fc.property(
        exactRecord,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (record, us) => {
          const xs = Float64Array.from(us, (u) => inside(record, u));
          const { values, slopes } = evaluateMany(record, xs);
          expect([...values]).toEqual(Array.from(xs, (x) => evaluate(record, x)));
          expect([...slopes]).toEqual(Array.from(xs, (x) => slopeAt(record, x)));
          const [low, high] = domain(record);
          const corners =
            'points' in record ? record.points.map(([x]) => x) : 'x_coords' in record ? record.x_coords : [];
          const h = 2 ** -10;
          for (const [i, x] of xs.entries()) {
            if (x - h < low || x + h > high || corners.some((corner) => Math.abs(corner - x) < h * 2))
              continue;
            const difference = (evaluate(record, x + h) - evaluate(record, x - h)) / (2 * h);
            expect(slopes[i]).toBeCloseTo(difference, 6);
          }
        },
      ),
    );
  });

  it.each([
    [line, 7, 2],
    [parabola, 2, 10],
    [broken, 1, 2],
    [broken, 3, -2],
    [broken, 5, -2],
    [steps, 2, 0],
    [
      piecewiseLinear({
        points: [
          [0, 1],
          [2, 3],
          [2, 9],
        ],
      }),
      2,
      1,
    ],
    [
      piecewiseLinear({
        points: [
          [1, 1],
          [1, 3],
        ],
      }),
      1,
      0,
    ],
  ] as [CostFunction, number, number][])('case %#: slope by hand', (record, x, slope) => {
    expect(slopeAt(record, x)).toBe(slope);
  });
});
