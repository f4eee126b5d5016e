import { expect, test } from 'vitest';
import { CHILD_SEEDS, createGenerator } from '../../../src/engine/random/generator.ts';

const draw = (seed: number | string, count: number) => {
  const { uniform } = createGenerator(seed);
  return Array.from({ length: count }, uniform);
};

test('the same seed gives the same stream, another seed another one', () => {
  expect(draw(7, 20)).toEqual(draw(7, 20));
  expect(draw('7', 5)).toEqual(draw(7, 5));
  expect(draw(7, 5)).not.toEqual(draw(8, 5));
});

test('the stream of seed 42 stays as it is', () => {
  expect(draw(42, 3)).toMatchInlineSnapshot(`
    [
      0.7873122014501083,
      0.8341767427110991,
      0.4103948243422023,
    ]
  `);
});

test('uniform numbers fill [0, 1) evenly and neighbours do not follow each other', () => {
  const values = draw(3, 200_000);
  const bins = new Array<number>(20).fill(0);
  for (const value of values) bins[Math.floor(value * 20)]++;
  const chiSquare = bins.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chiSquare).toBeLessThan(45); // 19 degrees of freedom, p ≈ 0.0007
  let correlation = 0;
  for (let i = 1; i < values.length; i++) correlation += (values[i] - 0.5) * (values[i - 1] - 0.5) * 12;
  expect(Math.abs(correlation / values.length)).toBeLessThan(0.01);
});

test('normal numbers have the moments 0, 1, 0, 3', () => {
  const { normal } = createGenerator(11);
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < 200_000; i++) {
    const z = normal();
    for (let k = 0; k < 4; k++) sums[k] += z ** (k + 1) / 200_000;
  }
  expect(sums[0]).toBeCloseTo(0, 1);
  expect(sums[1]).toBeCloseTo(1, 1);
  expect(Math.abs(sums[2])).toBeLessThan(0.05);
  expect(Math.abs(sums[3] - 3)).toBeLessThan(0.1);
});

test('integers are even over their range and the count is checked', () => {
  const stream = createGenerator(5);
  const counts = [0, 0, 0];
  for (let i = 0; i < 30_000; i++) counts[stream.integer(3)]++;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  const wide = Array.from({ length: 2000 }, () => stream.integer(2 ** 40) / 2 ** 40);
  expect(wide.reduce((sum, value) => sum + value, 0) / wide.length).toBeCloseTo(0.5, 1);
  expect(wide.every((value) => value < 1 && Number.isInteger(value * 2 ** 40))).toBe(true);
  expect(() => stream.integer(0)).toThrow(/whole count of at least 1, got 0/);
});

test('a shuffle keeps the members and reaches every order', () => {
  const stream = createGenerator(9);
  const orders = new Set<string>();
  for (let i = 0; i < 400; i++) {
    const shuffled = stream.shuffle([0, 1, 2, 3]);
    expect([...shuffled].sort()).toEqual([0, 1, 2, 3]);
    orders.add(shuffled.join());
  }
  expect(orders.size).toBe(24);
});

test('child seeds are integers below 2^31 − 1', () => {
  const stream = createGenerator(1);
  for (let i = 0; i < 100; i++) {
    const seed = stream.childSeed();
    expect(Number.isInteger(seed) && seed >= 0 && seed < CHILD_SEEDS).toBe(true);
  }
});
