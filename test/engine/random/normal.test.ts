import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { erfc, erfcx } from '../../../src/engine/random/error-function.ts';
import {
  logNormalCdf,
  normalCdf,
  normalHazard,
  normalPdf,
  normalQuantile,
} from '../../../src/engine/random/normal.ts';

const oracle = JSON.parse(
  readFileSync(new URL('../../oracle/normal.json', import.meta.url), 'utf8'),
) as Record<string, [number, number][]>;
const functions = {
  erfc,
  erfcx,
  pdf: normalPdf,
  cdf: normalCdf,
  log_cdf: logNormalCdf,
  hazard: normalHazard,
  quantile: normalQuantile,
};

test.each(Object.entries(functions))('%s agrees with 60-digit arithmetic to 1e-15', (name, f) => {
  expect(oracle[name].length).toBeGreaterThan(20);
  for (const [x, exact] of oracle[name]) {
    const error = exact === 0 ? Math.abs(f(x)) : Math.abs(f(x) / exact - 1);
    expect(error, `${name}(${x})`).toBeLessThan(1e-15);
  }
});

test('the quantile has its limits at the ends and none outside', () => {
  expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
  expect(normalQuantile(-0.1)).toBeNaN();
  expect(normalQuantile(1.1)).toBeNaN();
});

test('where a double has no digits left, the functions are their limits', () => {
  for (const far of [40, Number.POSITIVE_INFINITY]) {
    expect([erfc(far), erfc(-far)]).toEqual([0, 2]);
    expect([normalPdf(far), normalPdf(-far)]).toEqual([0, 0]);
    expect([normalCdf(far), normalCdf(-far)]).toEqual([1, 0]);
    expect(erfcx(-far)).toBe(Number.POSITIVE_INFINITY);
  }
});
