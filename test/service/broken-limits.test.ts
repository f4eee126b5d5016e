import { describe, expect, it } from 'vitest';
import {
  brokenConstraints,
  brokenLimits,
  brokenRange,
  brokenScale,
} from '../../src/service/broken-limits.ts';

describe('safety limits', () => {
  const limits = [{ variable: 'T', at_least: 20, at_most: 80 }];
  const linear = [{ name: 'load', coefficients: { a: 1, b: 2 }, at_most: 10 }];
  const broken = (inputs: object) => brokenLimits({ limits, linear }, inputs as Record<string, unknown>);

  it('hold at their ends and are named beyond them', () => {
    expect([20, 50, 80].flatMap((T) => broken({ T }))).toEqual([]);
    expect(broken({ T: 19.999 })).toEqual(["variable 'T': 19.999 is below the safety limit 20"]);
    expect(broken({ T: 80.001 })).toEqual(["variable 'T': 80.001 is above the safety limit 80"]);
    const one = [{ variable: 'T', at_least: null, at_most: 80 }] as never;
    expect(brokenLimits({ limits: one, linear: [] }, { T: -1e9 })).toEqual([]);
    expect(brokenLimits({ limits: [{ variable: 'T', at_least: 20 }], linear: [] }, { T: 1e9 })).toEqual([]);
  });

  it('of a sum allow for its rounding and no more', () => {
    expect(broken({ a: 4, b: 3 })).toEqual([]);
    expect(broken({ a: 4, b: 3 + 4e-9 })).toEqual([]);
    expect(broken({ a: 4, b: 3.5 })).toEqual(["variables 'a', 'b': 11 is above the safety limit 'load', 10"]);
    expect(broken({ a: 4 + 2e-8, b: 3 })).toHaveLength(1);
    const small = [{ name: 'tiny', coefficients: { a: -1 }, at_most: -0.001 }];
    expect(brokenLimits({ limits: [], linear: small }, { a: 0.001 - 5e-10 })).toEqual([]);
    expect(brokenLimits({ limits: [], linear: small }, { a: 0.001 - 2e-9 })).toHaveLength(1);
  });

  it('judge nothing that is not there', () => {
    expect(broken({})).toEqual([]);
    expect(broken({ T: 'hot', a: 99 })).toEqual([]);
  });
});

describe('constraints', () => {
  const of = (type: 'equality' | 'inequality', rhs: number) => [
    { name: 'sum', type, coefficients: { a: 1, b: 1 }, rhs },
  ];

  it('of a mixture allow for weighing: a thousandth of the sum, or of 1', () => {
    for (const [rhs, b] of [
      [1, 0.5009],
      [1, 0.4991],
      [0.5, 0.0009],
      [100, 99.59],
      [100, 99.41],
    ])
      expect(brokenConstraints(of('equality', rhs), { a: 0.5, b })).toEqual([]);
    for (const [rhs, b] of [
      [1, 0.5011],
      [1, 0.4989],
      [0.5, 0.0011],
      [100, 99.61],
      [100, 99.39],
    ])
      expect(brokenConstraints(of('equality', rhs), { a: 0.5, b })).toEqual([
        `constraint 'sum' of 'a', 'b': ${Number((0.5 + b).toPrecision(12))} differs from ${rhs}`,
      ]);
  });

  it('that are no mixture allow for rounding alone', () => {
    expect(brokenConstraints(of('inequality', 0.3), { a: 0.1, b: 0.2 })).toEqual([]);
    expect(brokenConstraints(of('inequality', 0.3), { a: -5, b: 0.2 })).toEqual([]);
    expect(brokenConstraints(of('inequality', 0.3), { a: 0.1, b: 0.2001 })).toEqual([
      "constraint 'sum' of 'a', 'b': 0.3001 is above 0.3",
    ]);
    expect(brokenConstraints(of('inequality', 0.3), { a: 9 })).toEqual([]);
  });
});

describe('a number of a variable', () => {
  it('lies within its bounds, whole where it must be, and among its values', () => {
    const real = { name: 'x', type: 'real', min: 1, max: 2 } as const;
    expect([1, 1.5, 2].map((value) => brokenRange(real, value))).toEqual(Array(3).fill(undefined));
    for (const value of [0.999, 2.001])
      expect(brokenRange(real, value)).toBe(`variable 'x': ${value} is outside its bounds [1, 2]`);
    const whole = { ...real, type: 'integer' } as const;
    expect([1, 1.5].map((value) => brokenRange(whole, value))).toEqual([
      undefined,
      "variable 'x': 1.5 is not a whole number",
    ]);
    const discrete = { name: 'd', type: 'discrete' as const, allowed_values: [10, 20] };
    expect([10, 15].map((value) => brokenRange(discrete, value))).toEqual([
      undefined,
      "variable 'd': 15 is not an allowed value (10, 20)",
    ]);
  });

  it('is above 0 on a logarithmic scale', () => {
    const refused = "variable 'x': its scale is logarithmic, so values are above 0, got ";
    expect([1e-9, 0, -1].map((value) => brokenScale({ name: 'x', scale: 'log' }, value))).toEqual([
      undefined,
      `${refused}0`,
      `${refused}-1`,
    ]);
    expect(brokenScale({ name: 'x' }, -1)).toBeUndefined();
  });
});
