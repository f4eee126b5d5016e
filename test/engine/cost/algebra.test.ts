import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, commonUnits, scale } from '../../../src/engine/cost/algebra.ts';
import { domain, evaluate } from '../../../src/engine/cost/evaluate.ts';
import {
  base,
  kindOf,
  linear,
  piecewiseLinear,
  piecewiseStep,
  quadratic,
} from '../../../src/engine/cost/record.ts';
import { ValueError } from '../../../src/engine/errors.ts';
import { eighth, exactRecord } from './arbitraries.ts';
import { inside, line, parabola, steps } from './curves.ts';

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
