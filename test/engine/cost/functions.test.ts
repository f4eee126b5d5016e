import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, commonUnits, scale } from '../../../src/engine/cost/algebra.ts';
import {
  convexity,
  derivative,
  integral,
  integralBetween,
  isConvex,
} from '../../../src/engine/cost/calculus.ts';
import { domain, evaluate, evaluateMany, slopeAt } from '../../../src/engine/cost/evaluate.ts';
import {
  base,
  type CostFunction,
  kindOf,
  linear,
  piecewiseLinear,
  piecewiseStep,
  quadratic,
} from '../../../src/engine/cost/record.ts';
import { ValueError } from '../../../src/engine/errors.ts';
import { anyRecord, eighth, exact, exactRecord } from './arbitraries.ts';

const line = linear({ proportional_term: 2, constant_term: 1 });
const parabola = quadratic({ quadratic_term: 3, proportional_term: -2, constant_term: 1 });
const broken = piecewiseLinear({
  points: [
    [1, 10],
    [3, 14],
    [3, 20],
    [5, 16],
  ],
});
const steps = piecewiseStep({ x_coords: [0, 2, 5], y_coords: [3, 7] });

/** Places inside the domain, ends and corners among them. */
const inside = (record: CostFunction, u: number): number => {
  const [low, high] = domain(record);
  return low === -Infinity ? u * 8 : Math.min(high, low + Math.round(u * (high - low) * 8) / 8);
};

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

describe('calculus', () => {
  it('differentiates by hand-worked cases', () => {
    expect(derivative(parabola, 'EUR/K')).toStrictEqual(
      linear({ proportional_term: 6, constant_term: -2, units: 'EUR/K' }),
    );
    expect(derivative(line)).toStrictEqual(linear({ proportional_term: 0, constant_term: 2 }));
    expect(derivative(broken)).toStrictEqual(piecewiseStep({ x_coords: [1, 3, 5], y_coords: [2, -2] }));
    expect(derivative(steps)).toStrictEqual(piecewiseStep({ x_coords: [0, 2, 5], y_coords: [0, 0] }));
    expect(() =>
      derivative(
        piecewiseLinear({
          points: [
            [1, 0],
            [1, 2],
          ],
        }),
      ),
    ).toThrow(/single x has no derivative/);
  });

  it('integrates by hand-worked cases', () => {
    expect(integral(steps, 'EUR h')).toStrictEqual(
      piecewiseLinear({
        points: [
          [0, 0],
          [2, 6],
          [5, 27],
        ],
        units: 'EUR h',
      }),
    );
    expect(integral(line)).toStrictEqual(
      quadratic({ quadratic_term: 1, proportional_term: 1, constant_term: 0 }),
    );
    expect(() => integral(parabola)).toThrow(/use integralBetween/);
    expect(() => integral(broken)).toThrow(/use integralBetween/);
    expect(integralBetween(parabola, 0, 2)).toBeCloseTo(8 - 4 + 2, 12);
    expect(integralBetween(broken, 1, 5)).toBe(24 + 36);
    expect(integralBetween(broken, 2, 4)).toBe(13 + 19);
    expect(integralBetween(steps, 1, 3)).toBe(10);
    expect(integralBetween(steps, 3, 1)).toBe(-10);
    expect(() => integralBetween(steps, 1, 6)).toThrow(ValueError);
  });

  it('of steps is a broken line that starts at zero and whose derivative is the steps again', () => {
    fc.assert(
      fc.property(exact.piecewiseStep, (record) => {
        const area = integral(record);
        expect(kindOf(area)).toBe('piecewise_linear');
        const [low, high] = domain(record);
        expect(evaluate(area, low)).toBe(0);
        expect(evaluate(area, high)).toBeCloseTo(integralBetween(record, low, high), 9);
        if (low === high) return;
        for (const u of [0, 0.3, 0.7, 1]) {
          const x = inside(record, u);
          if (x < high) expect(evaluate(derivative(area), x)).toBeCloseTo(evaluate(record, x), 9);
        }
      }),
    );
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
    expect(isConvex(record)).toBe(shape === 'affine' || shape === 'convex');
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
        expect(isConvex(record)).toBe(convex);
      }),
    );
  });
});

describe('algebra', () => {
  it('scales every kind, and converts units', () => {
    expect(scale(line, 3)).toStrictEqual(linear({ proportional_term: 6, constant_term: 3 }));
    expect(scale(parabola, 2)).toStrictEqual(
      quadratic({ quadratic_term: 6, proportional_term: -4, constant_term: 2 }),
    );
    expect(
      scale(piecewiseStep({ x_coords: [0, 2], y_coords: [300], units: 'ct' }), 0.01, 'EUR'),
    ).toStrictEqual(piecewiseStep({ x_coords: [0, 2], y_coords: [3], units: 'EUR' }));
    fc.assert(
      fc.property(exactRecord, eighth, fc.double({ min: 0, max: 1, noNaN: true }), (record, factor, u) => {
        const x = inside(record, u);
        expect(evaluate(scale(record, factor), x)).toBeCloseTo(factor * evaluate(record, x), 9);
        expect(kindOf(scale(record, factor))).toBe(kindOf(record));
      }),
    );
    expect(() => scale(linear({ proportional_term: 1e300, constant_term: 0 }), 1e300)).toThrow(/finite/);
  });

  it('adds by hand-worked cases', () => {
    expect(add(line, line)).toStrictEqual(linear({ proportional_term: 4, constant_term: 2 }));
    expect(add(line, parabola)).toStrictEqual(
      quadratic({ quadratic_term: 3, proportional_term: 0, constant_term: 2 }),
    );
    expect(add(steps, piecewiseStep({ x_coords: [1, 2, 9], y_coords: [10, 20] }))).toStrictEqual(
      piecewiseStep({ x_coords: [1, 2, 5], y_coords: [13, 27] }),
    );
    expect(add(steps, linear({ proportional_term: 0, constant_term: 1 }))).toStrictEqual(
      piecewiseStep({ x_coords: [0, 2, 5], y_coords: [4, 8] }),
    );
    expect(add(steps, linear({ proportional_term: 1, constant_term: 0 }))).toStrictEqual(
      piecewiseLinear({
        points: [
          [0, 3],
          [2, 5],
          [2, 9],
          [5, 12],
        ],
      }),
    );
  });

  it('is the sum of values wherever both are defined', () => {
    fc.assert(
      fc.property(
        exactRecord,
        exactRecord,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (first, second, u) => {
          const low = Math.max(domain(first)[0], domain(second)[0]);
          const high = Math.min(domain(first)[1], domain(second)[1]);
          const kinds = [kindOf(first), kindOf(second)];
          const mixed = kinds.some((kind) => kind.startsWith('piecewise'));
          const curved = [first, second].some(
            (record) => 'quadratic_term' in record && record.quadratic_term !== 0,
          );
          if (low > high || (mixed && curved)) {
            expect(() => add(first, second)).toThrow(ValueError);
            return;
          }
          const sum = add(first, second);
          expect(domain(sum)).toEqual([low, high]);
          const corners = [first, second].flatMap((record) =>
            'points' in record
              ? record.points.map(([x]) => x)
              : 'x_coords' in record
                ? [...record.x_coords]
                : [],
          );
          for (const x of [inside(sum, u), ...corners.filter((corner) => corner >= low && corner <= high)])
            expect(evaluate(sum, x)).toBeCloseTo(evaluate(first, x) + evaluate(second, x), 9);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses different units; undeclared ones agree with all', () => {
    const euro = linear({ proportional_term: 1, constant_term: 0, units: 'EUR' });
    const hour = linear({ proportional_term: 1, constant_term: 0, units: 'h' });
    expect(() => add(euro, hour)).toThrow("cost: units should agree, got 'EUR' and 'h'");
    expect(add(euro, line).units).toBe('EUR');
    expect(add(line, euro).units).toBe('EUR');
    expect(commonUnits([])).toBeNull();
    expect(commonUnits([line, euro, base({ units: 'EUR' }), line])).toBe('EUR');
    expect(() => commonUnits([line, euro, base({ units: '' })])).toThrow(ValueError);
  });
});
