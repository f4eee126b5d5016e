import { ValueError } from '../../errors.ts';

/** A change of the sum below this is rounding. */
const NOTHING = 1e-9;

/** Passes over all exchanges; two or three are enough. */
const MOST_PASSES = 10;

/** Products of two factors in each row. */
function productsOf(rows: readonly (readonly number[])[]): Float64Array[] {
  return rows.map((row) =>
    Float64Array.from(row.flatMap((x, i) => row.slice(i + 1).map((other) => x * other))),
  );
}

/**
 * Block of each mirrored pair of a definitive screening design, from 1. A row and its mirror image stay together, so
 * that main effects are orthogonal to blocks. Blocks are as even as possible. Exchanges of pairs spread what the blocks
 * hold of products of two factors, by the sum of fourth powers of their totals: the sum of squares is the same for all
 * divisions of a whole conference matrix.
 *
 * @param half [pairs, factors] one row of each pair
 * @throws ValueError for more blocks than pairs
 *
 * Source: Jones and Nachtsheim 2016, Technometrics 58, 74–83 (pairs in blocks, a centre run in each).
 */
export function blocksOfPairs(half: readonly (readonly number[])[], count: number): number[] {
  if (count > half.length)
    throw new ValueError(
      `definitive_screening: n_blocks is ${count}, and the design has ${half.length} pairs of runs; a block needs a pair`,
    );
  const products = productsOf(half);
  const blockOf = half.map((_, pair) => pair % count);
  const totals = Array.from({ length: count }, (_, block) =>
    products[0].map((_, at) =>
      products.reduce((sum, own, p) => (blockOf[p] === block ? sum + own[at] : sum), 0),
    ),
  );
  /** What exchanging two pairs adds to the sum. */
  const change = (a: number, b: number): number => {
    const [A, B] = [totals[blockOf[a]], totals[blockOf[b]]];
    let sum = 0;
    for (let at = 0; at < A.length; at++) {
      const move = products[b][at] - products[a][at];
      sum += (A[at] + move) ** 4 + (B[at] - move) ** 4 - A[at] ** 4 - B[at] ** 4;
    }
    return sum;
  };
  const exchange = (a: number, b: number): void => {
    products[a].forEach((own, at) => {
      const move = products[b][at] - own;
      totals[blockOf[a]][at] += move;
      totals[blockOf[b]][at] -= move;
    });
    [blockOf[a], blockOf[b]] = [blockOf[b], blockOf[a]];
  };
  for (let pass = 0, isBetter = true; isBetter && pass < MOST_PASSES; pass++) {
    isBetter = false;
    for (let a = 0; a < half.length; a++)
      for (let b = a + 1; b < half.length; b++) {
        if (blockOf[a] === blockOf[b] || change(a, b) > -NOTHING) continue;
        exchange(a, b);
        isBetter = true;
      }
  }
  return blockOf.map((block) => block + 1);
}
