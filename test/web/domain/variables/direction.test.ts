import { describe, expect, it } from 'vitest';
import type { Constraint, Variable } from '../../../../src/web/api/types.ts';
import {
  directionOf,
  isFeasible,
  mixtureOf,
  mixturesOf,
  settingsAt,
  settingsOver,
  withValues,
} from '../../../../src/web/domain/variables/direction.ts';
import { isSatisfied } from '../../../../src/web/domain/variables/expression.ts';

const real = (name: string, bounds: readonly [number, number]) =>
  ({ name, type: 'real', bounds }) as unknown as Variable;
const parts = [real('a', [0, 1]), real('b', [0.1, 0.6]), real('c', [0, 1])];
const T = real('T', [20, 80]);
const variables = [...parts, T];
const sum: Constraint = { name: 'sum', type: 'equality', coefficients: { a: 1, b: 1, c: 1 }, rhs: 1 };
const limit: Constraint = { name: 'limit', type: 'inequality', coefficients: { T: 1, a: 100 }, rhs: 70.5 };
const point = { a: 0.2, b: 0.2, c: 0.6, T: 40 };

const along = (name: string, constraints: readonly Constraint[], from = point) =>
  directionOf(variables.find((one) => one.name === name) as Variable, 41, {
    variables,
    constraints,
    rows: [],
    point: from,
  });

describe('a line along a part of a mixture', () => {
  it('keeps the sum and the ratio of the others, from where to where all are in range', () => {
    const { values, settings, feasible, mixture } = along('a', [sum]);
    expect(mixture).toBe(sum);
    expect(feasible.every(Boolean)).toBe(true);
    // b is a quarter of the rest, at least 0.1 and at most 0.6: a ends at 1 − 4 · 0.1.
    expect(values[0]).toBeCloseTo(0, 9);
    expect(values.at(-1)).toBeCloseTo(0.6, 9);
    for (const one of settings) {
      expect(Number(one['a']) + Number(one['b']) + Number(one['c'])).toBeCloseTo(1, 12);
      expect(Number(one['c']) / Number(one['b'])).toBeCloseTo(3, 9);
      expect(one['T']).toBe(40);
    }
  });

  it('ends where another constraint does, and goes in ratio of weighted sums too', () => {
    expect(along('a', [sum, limit]).values.at(-1)).toBeCloseTo(0.305, 9);
    const dosed: Constraint = { ...sum, coefficients: { a: 2, b: 1, c: 1 }, rhs: 1.2 };
    const { settings } = along('a', [dosed]);
    for (const one of settings) {
      expect(isSatisfied(dosed, one)).toBe(true);
      expect(Number(one['c']) / Number(one['b'])).toBeCloseTo(3, 9);
    }
  });

  it('shares the rest equally where the others are zero, and mends a sum that is off', () => {
    expect(withValues({ a: 1, b: 0, c: 0 }, { a: 0.4 }, sum)).toEqual({ a: 0.4, b: 0.3, c: 0.3 });
    const mended = withValues({ a: 0.2, b: 0.2, c: 0.2 }, { a: 0.2 }, sum);
    expect(mended['b']).toBeCloseTo(0.4, 12);
    expect(mended['c']).toBeCloseTo(0.4, 12);
  });

  it('compares a row with the mixture of its own amount', () => {
    const line = along('a', [sum]);
    expect(settingsAt(line, point, { a: 0.6 })).toMatchObject({ a: 0.6, b: expect.closeTo(0.1, 12), T: 40 });
    expect(settingsAt(line, point, { a: null })).toBe(point);
  });

  it('is no mixture where a part has steps, a sign differs, or another equality shares a part', () => {
    expect(mixtureOf('T', variables, [sum])).toBeUndefined();
    expect(
      mixtureOf('a', [{ ...parts[0], type: 'discrete' } as Variable, ...parts.slice(1)], [sum]),
    ).toBeUndefined();
    expect(mixtureOf('a', variables, [{ ...sum, coefficients: { a: 1, b: -1 }, rhs: 0 }])).toBeUndefined();
    expect(mixtureOf('a', variables, [sum, { ...sum, coefficients: { c: 1, T: 1 } }])).toBeUndefined();
  });
});

describe('a plane over two variables', () => {
  const over = (values: Record<string, number>, names: readonly string[]) => {
    const mixtures = mixturesOf(names, variables, [sum]);
    const settings = settingsOver(point, values, mixtures);
    return { settings, feasible: isFeasible(settings, variables, [sum], mixtures) };
  };

  it('leaves the rest of a mixture to its other parts, and judges their ranges', () => {
    const { settings, feasible } = over({ a: 0.3, b: 0.3 }, ['a', 'b']);
    expect(settings).toMatchObject({ c: expect.closeTo(0.4, 12), T: 40 });
    expect(feasible).toBe(true);
    expect(over({ a: 0.8, b: 0.5 }, ['a', 'b']).feasible).toBe(false);
    // b and c stay in proportion, and b would be below its range.
    expect(over({ a: 0.5, T: 30 }, ['a', 'T']).feasible).toBe(true);
    expect(over({ a: 0.7, T: 30 }, ['a', 'T']).feasible).toBe(false);
  });
});

describe('a line along another variable', () => {
  it('has the end of its feasible part among its values, and marks what is beyond', () => {
    const { values, settings, feasible, mixture } = along('T', [sum, limit]);
    expect(mixture).toBeUndefined();
    expect(values).toHaveLength(42);
    expect(values[values.length - 1]).toBe(80);
    const last = feasible.lastIndexOf(true);
    expect(Number(values[last])).toBe(50.5);
    expect(feasible).toEqual(settings.map((one) => isSatisfied(limit, one)));
  });

  it('is infeasible as a whole where the point is, whatever the variable', () => {
    const wrong = { ...point, c: 0.9 };
    expect(along('T', [sum], wrong).feasible.some(Boolean)).toBe(false);
    const solvent = { name: 's', type: 'categorical', categories: ['DMF', 'THF'] } as unknown as Variable;
    const space = { variables: [...variables, solvent], constraints: [sum], rows: [], point: wrong };
    expect(directionOf(solvent, 41, space).feasible).toEqual([false, false]);
  });
});
