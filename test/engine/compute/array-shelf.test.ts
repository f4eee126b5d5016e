import { describe, expect, it } from 'vitest';
import { createArrayPool } from '../../../src/engine/compute/array-pool.ts';

describe('arrays that nobody uses', () => {
  it('go to the next who asks for the same length', () => {
    const shelf = createArrayPool(1e6);
    const first = shelf.take(100);
    shelf.put(first);
    expect(shelf.take(101)).not.toBe(first);
    expect(shelf.take(100)).toBe(first);
    expect(shelf.take(100)).not.toBe(first);
  });

  it('are let go by length, the one asked for longest ago first, where they are more than it keeps', () => {
    const shelf = createArrayPool(23_000);
    const [old, kept] = [shelf.take(1000), shelf.take(900)];
    shelf.put(old);
    shelf.put(kept);
    shelf.put(shelf.take(1100));
    expect(shelf.take(1000)).not.toBe(old);
    expect(shelf.take(900)).toBe(kept);
  });

  it('are let go at once where one is more than it keeps', () => {
    const shelf = createArrayPool(800);
    const [large, small] = [shelf.take(101), shelf.take(2)];
    shelf.put(small);
    shelf.put(large);
    expect(shelf.take(101)).not.toBe(large);
    expect(shelf.take(2)).toBe(small);
  });

  it('count for something however short they are', () => {
    const shelf = createArrayPool(2048);
    const short = Array.from({ length: 20 }, () => shelf.take(1));
    for (const values of short) shelf.put(values);
    const again = Array.from({ length: 20 }, () => shelf.take(1));
    expect(again.filter((values) => short.includes(values)).length).toBeLessThanOrEqual(4);
  });
});
