import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convexity, integralBetween } from '../../../src/engine/cost/calculus.ts';
import { domain, evaluate } from '../../../src/engine/cost/evaluate.ts';
import type { CostFunction } from '../../../src/engine/cost/record.ts';
import { ValueError } from '../../../src/engine/errors.ts';
import { exact, exactRecord } from './arbitraries.ts';
import { broken, inside, line, parabola, steps } from './curves.ts';
import { piecewiseLinear, piecewiseStep, quadratic } from './records.ts';

fc.configureGlobal({ seed: 1 });

describe('calculus', () => {
  it('integrates by hand-worked cases', () => {
    expect(integralBetween(parabola, 0, 2)).toBeCloseTo(8 - 4 + 2, 12);
    expect(integralBetween(broken, 1, 5)).toBe(24 + 36);
    expect(integralBetween(broken, 2, 4)).toBe(13 + 19);
    expect(integralBetween(steps, 1, 3)).toBe(10);
    expect(integralBetween(steps, 3, 1)).toBe(-10);
    expect(() => integralBetween(steps, 1, 6)).toThrow(ValueError);
  });

  it('adds up over neighbouring intervals and agrees with a fine sum', () => {
    fc.assert(
      fc.property(
        exactRecord,
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        (record, [u, v]) => {
          const [a, c] = [inside(record, Math.min(u, v)), inside(record, Math.max(u, v))];
          const b = (a + c) / 2;
          const whole = integralBetween(record, a, c);
          expect(integralBetween(record, a, b) + integralBetween(record, b, c)).toBeCloseTo(whole, 6);
          const n = 64;
          let total = 0;
          for (let i = 0; i < n; i++) total += evaluate(record, a + ((i + 0.5) * (c - a)) / n) / n;
          const size = 8 + 2 * 8 * 8 + 8 * 64;
          expect(Math.abs(whole - total * (c - a))).toBeLessThan((7 * 2 * size * (c - a)) / n + 1e-6);
        },
      ),
    );
  });

  it.each([
    [line, 'affine'],
    [parabola, 'convex'],
    [quadratic({ quadratic_term: -1, proportional_term: 0, constant_term: 0 }), 'concave'],
    [quadratic({ quadratic_term: 0, proportional_term: 5, constant_term: 0 }), 'affine'],
    [broken, 'neither'],
    [steps, 'neither'],
    [piecewiseStep({ x_coords: [0, 1, 2], y_coords: [3, 3] }), 'affine'],
    [
      piecewiseLinear({
        points: [
          [0, 0],
          [1, 1],
          [2, 3],
        ],
      }),
      'convex',
    ],
    [
      piecewiseLinear({
        points: [
          [0, 0],
          [1, 2],
          [2, 3],
        ],
      }),
      'concave',
    ],
    [
      piecewiseLinear({
        points: [
          [0, 0],
          [1, 2],
          [2, 3],
          [3, 9],
        ],
      }),
      'neither',
    ],
    [
      piecewiseLinear({
        points: [
          [0, 0],
          [0.1, 0.3],
          [0.2, 0.6],
          [0.3, 0.9],
        ],
      }),
      'affine',
    ],
    [
      piecewiseLinear({
        points: [
          [0, 0],
          [1, 1],
          [1, 4],
        ],
      }),
      'convex',
    ],
    [
      piecewiseLinear({
        points: [
          [0, 0],
          [1, 1],
          [1, -4],
        ],
      }),
      'concave',
    ],
    [
      piecewiseLinear({
        points: [
          [0, 9],
          [0, 0],
          [1, 1],
        ],
      }),
      'affine',
    ],
    [piecewiseStep({ x_coords: [2, 2], y_coords: [4] }), 'affine'],
  ] as [CostFunction, string][])('case %#: shape by hand', (record, shape) => {
    expect(convexity(record)).toBe(shape);
  });

  it('calls a curve convex exactly when no chord lies below it', () => {
    fc.assert(
      fc.property(exact.piecewiseLinear, (record) => {
        const { points } = record;
        const [low, high] = domain(record);
        const xs = points.flatMap(([x]) => [x, x - 1 / 64, x + 1 / 64]).filter((x) => x >= low && x <= high);
        const belowChord = (a: number, x: number, b: number) =>
          a === b ||
          evaluate(record, x) <=
            ((b - x) * evaluate(record, a) + (x - a) * evaluate(record, b)) / (b - a) + 1e-9;
        const sorted = [...new Set(xs)].sort((a, b) => a - b);
        const convex = sorted.every(
          (x, i) => i === 0 || i === sorted.length - 1 || belowChord(sorted[i - 1], x, sorted[i + 1]),
        );
        expect(['affine', 'convex'].includes(convexity(record))).toBe(convex);
      }),
    );
  });
});
