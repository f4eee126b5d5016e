import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  fUpperQuantile,
  fUpperTail,
  noncentralFUpperTail,
  tTwoSided,
  tTwoSidedQuantile,
} from '../../../src/engine/random/distributions.ts';
import { betaTails, logGamma } from '../../../src/engine/random/incomplete-beta.ts';

const oracle = JSON.parse(
  readFileSync(new URL('../../oracle/distributions.json', import.meta.url), 'utf8'),
) as Record<string, number[][]>;

const functions: [string, (...values: number[]) => number, number][] = [
  ['log_gamma', logGamma, 1e-14],
  ['f_upper', fUpperTail, 1e-12],
  ['t_two', tTwoSided, 1e-12],
  ['ncf_upper', noncentralFUpperTail, 1e-12],
];

test.each(functions)('%s agrees with 40-digit arithmetic', (name, f, tolerance) => {
  expect(oracle[name].length).toBeGreaterThan(4);
  for (const row of oracle[name]) {
    const exact = row[row.length - 1];
    expect(Math.abs(f(...row.slice(0, -1)) / exact - 1), `${name}(${row.slice(0, -1)})`).toBeLessThan(
      tolerance,
    );
  }
});

test('quantiles undo the tails', () => {
  for (const probability of [1e-10, 0.001, 0.05, 0.5, 0.95])
    for (const degrees of [1, 4, 33]) {
      expect(tTwoSided(tTwoSidedQuantile(probability, degrees), degrees) / probability).toBeCloseTo(1, 12);
      expect(fUpperTail(fUpperQuantile(probability, 3, degrees), 3, degrees) / probability).toBeCloseTo(
        1,
        12,
      );
    }
  expect(tTwoSidedQuantile(0.05, 8)).toBeCloseTo(2.306004135, 9);
  expect(tTwoSidedQuantile(0.05, Number.POSITIVE_INFINITY)).toBeCloseTo(1.959963985, 9);
});

test('quantiles have their closed forms, and values far out', () => {
  // One degree of freedom: t is Cauchy's, tan(π(1 − p)/2); two and two: F beyond f has probability 1/(1 + f).
  for (const p of [1e-8, 0.3, 0.5, 0.7]) {
    expect(tTwoSidedQuantile(p, 1) * Math.tan((Math.PI * p) / 2)).toBeCloseTo(1, 13);
    expect((fUpperQuantile(p, 2, 2) * p) / (1 - p)).toBeCloseTo(1, 13);
  }
  expect(fUpperQuantile(1e-200, 2, 2) / 1e200).toBeCloseTo(1, 12);
  expect(fUpperQuantile(1, 2, 2)).toBeLessThan(1e-15);
});

test('tails meet at the ends', () => {
  expect(fUpperTail(0, 2, 3)).toBe(1);
  expect(fUpperTail(-1, 2, 3)).toBe(1);
  expect(fUpperTail(-1.5, 2, 3)).toBe(1);
  expect(tTwoSided(1e200, 5)).toBe(0);
  expect(tTwoSided(-1e200, 5)).toBe(0);
  expect(fUpperTail(Number.POSITIVE_INFINITY, 2, 3)).toBe(0);
  expect(betaTails(0, 1, 2, 3)).toEqual({ lower: 0, upper: 1 });
  expect(betaTails(1, 0, 2, 3)).toEqual({ lower: 1, upper: 0 });
});

test('tails of t have the values of tables', () => {
  expect(tTwoSided(2.015048373, 5)).toBeCloseTo(0.1, 9);
  expect(tTwoSided(-1, 1)).toBeCloseTo(0.5, 13);
  expect(tTwoSided(0, 7)).toBe(1);
});

// Poisson mixtures summed term by term with 40 digits (mpmath).
test.each([
  [9000, 2, 6, 3e4, 0.8752918468655956],
  [16000, 2, 6, 3e4, 0.5335290277056738],
  [30000, 1, 1, 4e4, 0.7517790374479766],
  [1e6, 3, 20, 2.5e6, 0.3255016907755955],
  [8.2e5, 3, 200, 2.5e6, 0.577309772907443],
])(
  'noncentral F beyond %f with %i and %i degrees, noncentrality %f',
  (f, top, bottom, noncentrality, exact) => {
    expect(noncentralFUpperTail(f, top, bottom, noncentrality)).toBeCloseTo(exact, 12);
  },
);

test('a noncentrality of any size is answered at once', () => {
  for (const noncentrality of [1e8, 1e12, 1e18, 1e300])
    expect(noncentralFUpperTail(5.14, 2, 6, noncentrality)).toBe(1);
});

test('the noncentral distribution without a shift is the central one, and is sure at 0', () => {
  expect(noncentralFUpperTail(3.5, 2, 9, 0)).toBe(fUpperTail(3.5, 2, 9));
  expect(noncentralFUpperTail(0, 2, 9, 4)).toBe(1);
});
