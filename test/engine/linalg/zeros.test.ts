import { describe, expect, it } from 'vitest';
import { kthLargest } from '../../../src/engine/linalg/select.ts';
import { copyOf, integerZeros, owned, zeros } from '../../../src/engine/linalg/zeros.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';

describe('arrays that share memory', () => {
  it('begin as zeros, have a part of their own and the length that was asked for', () => {
    const generator = createGenerator(1);
    const made = Array.from({ length: 2000 }, (_, i) => {
      const length = generator.integer(200);
      const array = i % 3 === 0 ? integerZeros(length) : zeros(length);
      expect(array.length).toBe(length);
      expect(array.every((value) => value === 0)).toBe(true);
      return array.fill(i + 1);
    });
    made.forEach((array, i) => {
      expect(array.every((value: number) => value === i + 1)).toBe(true);
    });
  });

  it('share it where they are short, and only there', () => {
    expect(zeros(20).buffer.byteLength).toBeGreaterThan(160);
    expect(zeros(1000).buffer.byteLength).toBe(8000);
  });

  it('survive the transfer of the memory', () => {
    structuredClone(0, { transfer: [zeros(20).buffer as ArrayBuffer] });
    expect(zeros(20)).toEqual(new Float64Array(20));
  });

  it('get memory of their own where they leave the engine', () => {
    const short = zeros(20).fill(3);
    expect(owned(short)).toEqual(new Float64Array(20).fill(3));
    expect(owned(short).buffer.byteLength).toBe(160);
    const long = zeros(1000);
    expect(owned(long)).toBe(long);
  });

  it('copy a part', () => {
    const values = Float64Array.from({ length: 500 }, (_, i) => i);
    for (const [from, to] of [
      [0, 0],
      [3, 40],
      [100, 500],
    ] as const) {
      const copy = copyOf(values, from, to);
      expect(copy).toEqual(values.slice(from, to));
      copy.fill(-1);
    }
    expect(values[100]).toBe(100);
  });
});

describe('leastOfLargest', () => {
  it('is what sorting would put there', () => {
    const generator = createGenerator(2);
    for (const n of [1, 2, 7, 641]) {
      const values = Float64Array.from({ length: n }, () => Math.round(20 * generator.normal()));
      values[0] = Number.NEGATIVE_INFINITY;
      const sorted = values.slice().sort();
      for (const most of [1, Math.ceil(n / 3), n]) expect(kthLargest(values, most)).toBe(sorted[n - most]);
    }
  });
});
