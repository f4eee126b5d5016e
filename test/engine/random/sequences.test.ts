import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { halton, hammersley } from '../../../src/engine/random/halton.ts';
import { SOBOL_MAX_DIMENSIONS, sobol, sobolNormal } from '../../../src/engine/random/sobol.ts';

const oracle = JSON.parse(
  readFileSync(new URL('../../oracle/sequences.json', import.meta.url), 'utf8'),
) as Record<string, number[][]>;

test('the plain Sobol sequence is the one of SciPy', () => {
  expect([...sobol(32, 4)]).toEqual(oracle.sobol_4.flat());
  expect([...sobol(1, 1111, { skip: 57 })]).toEqual(oracle.sobol_row_57_of_1111);
  expect(SOBOL_MAX_DIMENSIONS).toBe(1111);
});

test('the plain Halton sequence is the one of SciPy', () => {
  const points = halton(20, 6);
  for (const [i, value] of oracle.halton_6.flat().entries()) expect(points[i]).toBeCloseTo(value, 14);
});

test('skipping is the same as dropping points', () => {
  expect([...sobol(5, 3, { skip: 11, seed: 4 })]).toEqual([...sobol(16, 3, { seed: 4 }).slice(33)]);
  expect([...halton(5, 3, { skip: 2, seed: 4 })]).toEqual([...halton(7, 3, { seed: 4 }).slice(6)]);
});

/** Every elementary interval of a (0, m, 2)-net holds one point: all splits of 2^m cells over two coordinates. */
function isNet(points: Float64Array, d: number, a: number, b: number, m: number): boolean {
  for (let k = 0; k <= m; k++) {
    const cells = new Set<number>();
    for (let i = 0; i < 2 ** m; i++)
      cells.add(
        Math.floor(points[i * d + a] * 2 ** k) * 2 ** (m - k) + Math.floor(points[i * d + b] * 2 ** (m - k)),
      );
    if (cells.size !== 2 ** m) return false;
  }
  return true;
}

test('Owen scrambling keeps the net and the strata, and moves with the seed', () => {
  for (const seed of [1, 2, 3]) {
    const points = sobol(256, 40, { seed });
    expect(isNet(points, 40, 0, 1, 8)).toBe(true);
    for (let j = 0; j < 40; j++)
      expect(new Set(Array.from({ length: 256 }, (_, i) => Math.floor(points[i * 40 + j] * 256))).size).toBe(
        256,
      );
    expect(Math.min(...points)).toBeGreaterThan(0);
    expect(Math.max(...points)).toBeLessThan(1);
  }
  expect([...sobol(4, 2, { seed: 1 })]).not.toEqual([...sobol(4, 2, { seed: 2 })]);
  expect([...sobol(4, 2, { seed: 1 })]).toEqual([...sobol(4, 2, { seed: 1 })]);
});

test('scrambled points average smooth functions far better than random ones', () => {
  let square = 0;
  for (let seed = 0; seed < 30; seed++) {
    const points = sobol(1024, 5, { seed });
    let mean = 0;
    for (let i = 0; i < 1024; i++) {
      let product = 1;
      for (let j = 0; j < 5; j++) product *= 1 + (points[i * 5 + j] - 0.5);
      mean += product / 1024;
    }
    square += (mean - 1) ** 2 / 30;
  }
  expect(Math.sqrt(square)).toBeLessThan(1e-3); // random points: 0.02
});

test('normal points have the right moments', () => {
  const points = sobolNormal(4096, 3, 8);
  for (let j = 0; j < 3; j++) {
    let mean = 0;
    let square = 0;
    for (let i = 0; i < 4096; i++) {
      mean += points[i * 3 + j] / 4096;
      square += points[i * 3 + j] ** 2 / 4096;
    }
    expect(Math.abs(mean)).toBeLessThan(1e-3);
    expect(Math.abs(square - 1)).toBeLessThan(0.01);
  }
});

test('Hammersley points are Halton points with i/n', () => {
  const points = hammersley(8, 3);
  const base = halton(8, 2);
  for (let i = 0; i < 8; i++)
    expect([...points.slice(3 * i, 3 * i + 3)]).toEqual([base[2 * i], base[2 * i + 1], i / 8]);
  expect([...hammersley(4, 1)]).toEqual([0, 0.5, 0.25, 0.75]);
});

test('scrambled Halton points stay stratified', () => {
  const points = halton(36, 2, { seed: 3 });
  expect(new Set(Array.from({ length: 32 }, (_, i) => Math.floor(points[2 * i] * 32))).size).toBe(32);
  expect(new Set(Array.from({ length: 27 }, (_, i) => Math.floor(points[2 * i + 1] * 27))).size).toBe(27);
});

test('sizes out of reach are refused by name', () => {
  expect(() => sobol(4, 1112)).toThrow(/1 to 1111 dimensions, got 1112/);
  expect(() => sobol(4, 0)).toThrow(/dimensions, got 0/);
});
