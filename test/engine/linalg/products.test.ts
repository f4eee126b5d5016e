import { expect, it } from 'vitest';
import { multiplyInto } from '../../../src/engine/linalg/products.ts';
import { vectorLength } from '../../../src/engine/linalg/vector-length.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';

const generator = createGenerator(3);
const drawn = (count: number) => Float64Array.from({ length: count }, () => generator.uniform() - 0.5);

it.each([1, 2, 3, 4, 5, 7, 8, 11])('multiplies a matrix of %i rows within a longer array', (P) => {
  const [M, s] = [drawn(P * P + 3), drawn(P)];
  const out = new Float64Array(P);
  multiplyInto(out, M, 3, s, P);
  const rows = Array.from(out, (_, i) => s.reduce((sum, value, j) => sum + M[3 + i * P + j] * value, 0));
  expect(Array.from(out)).toEqual(rows);
});

it('a length is that of Math.hypot, also where squares leave the range of numbers', () => {
  for (const scale of [1, 1e-170, 1e170])
    for (let n = 1; n < 40; n++) {
      const values = drawn(n).map((value) => value * scale);
      expect(vectorLength(values)).toBe(Math.hypot(...values));
    }
  expect(vectorLength(new Float64Array(3))).toBe(0);
  expect(vectorLength(Float64Array.of(1, Number.POSITIVE_INFINITY))).toBe(Number.POSITIVE_INFINITY);
  expect(vectorLength(Float64Array.of(1, Number.NaN))).toBeNaN();
  expect(vectorLength(new Float64Array(200_000).fill(1))).toBeCloseTo(Math.sqrt(200_000), 9);
});
