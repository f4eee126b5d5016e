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

/** Square root of a sum of squares, from whole numbers: ⌊10¹⁸ √(Σ v²)⌋ for v in units of 2⁻⁶⁰. */
function exactLength(values: Float64Array): number {
  const squares = Array.from(values, (value) => BigInt(value * 2 ** 60) ** 2n);
  const sum = squares.reduce((total, square) => total + square, 0n) * 10n ** 36n;
  let root = sum;
  for (let next = (root + 1n) / 2n; next < root; next = (root + sum / root) / 2n) root = next;
  return Number(root) / 1e18 / 2 ** 60;
}

it('a length has at least fifteen digits, also where squares leave the range of numbers', () => {
  for (const scale of [1, 2 ** -565, 2 ** 565])
    for (let n = 1; n < 40; n++) {
      const values = drawn(n);
      const length = vectorLength(values.map((value) => value * scale)) / scale;
      expect(Math.abs(length / exactLength(values) - 1)).toBeLessThan(1e-15);
    }
  expect(vectorLength(new Float64Array(3))).toBe(0);
  expect(vectorLength(Float64Array.of(1, Number.POSITIVE_INFINITY))).toBe(Number.POSITIVE_INFINITY);
  expect(vectorLength(Float64Array.of(1, Number.NaN))).toBeNaN();
  expect(vectorLength(new Float64Array(200_000).fill(1))).toBeCloseTo(Math.sqrt(200_000), 9);
});
