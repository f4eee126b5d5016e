import { describe, expect, it } from 'vitest';
import { areSeparable } from '../../../../src/engine/gp/outliers/separable-rows.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';

const n = 40;

function drawn(d: number, categorical: readonly boolean[] = new Array(d).fill(false)) {
  const generator = createGenerator(`rows in ${d}`);
  const X = Float64Array.from({ length: n * d }, (_, at) =>
    categorical[at % d] ? generator.integer(4) : generator.uniform(),
  );
  return { X, n, d, categorical };
}

const rows = Array.from({ length: n }, (_, row) => row);

/** Rows by a height, the highest first, and whether so many of them are beyond a step. */
function highest(data: ReturnType<typeof drawn>, height: (x: Float64Array) => number, count: number) {
  const at = (row: number) => height(data.X.subarray(row * data.d, (row + 1) * data.d));
  const order = rows.toSorted((a, b) => at(b) - at(a));
  return areSeparable(data, order.slice(0, count), order.slice(count));
}

describe('rows beyond a step', () => {
  it.each([2, 4])('are those beyond a plane in %d columns', (d) => {
    for (const count of [2, 4]) {
      expect(highest(drawn(d), (x) => x[0] + x[1], count)).toBe(true);
      expect(highest(drawn(d), (x) => x[0] - 0.7 * x[1], count)).toBe(true);
    }
  });

  it('are those beyond a value of one of many columns', () => {
    for (const count of [2, 4]) expect(highest(drawn(12), (x) => x[1], count)).toBe(true);
  });

  it('depend on a category, too', () => {
    const data = drawn(3, [true, false, false]);
    expect(highest(data, (x) => (x[0] === 2 ? 1 : 0) + x[1], 4)).toBe(true);
  });

  it('are none where the others lie between them or around them, nor a single one', () => {
    const data = drawn(2);
    expect(highest(data, (x) => Math.abs(x[0] - 0.5), 4)).toBe(false);
    expect(highest(data, (x) => -Math.hypot(x[0] - 0.5, x[1] - 0.5), 3)).toBe(false);
    expect(highest(data, (x) => x[0], 1)).toBe(false);
    expect(highest(data, (x) => x[0], n)).toBe(false);
  });

  it('are hardly ever rows anywhere', () => {
    const { shuffle } = createGenerator('anywhere');
    for (const [d, most] of [
      [2, 3],
      [4, 12],
    ] as const) {
      const data = drawn(d);
      const two = Array.from({ length: 100 }, () => shuffle([...rows]).slice(0, 2));
      const others = (some: readonly number[]) => rows.filter((row) => !some.includes(row));
      expect(two.filter((some) => areSeparable(data, some, others(some))).length).toBeLessThanOrEqual(most);
    }
  });

  it('do not depend on the units of the columns, nor on the order of the rows', () => {
    const data = drawn(3);
    const scaled = { ...data, X: data.X.map((value, at) => (at % 3 === 1 ? 1e6 * value + 273 : value)) };
    const order = rows.toSorted(
      (a, b) => data.X[3 * b] + data.X[3 * b + 1] - data.X[3 * a] - data.X[3 * a + 1],
    );
    const [some, others] = [order.slice(0, 3), order.slice(3)];
    for (const one of [data, scaled])
      expect(areSeparable(one, some.toReversed(), others.toReversed())).toBe(true);
  });
});
