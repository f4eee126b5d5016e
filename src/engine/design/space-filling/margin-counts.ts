import { settableCount } from '../../space/encode.ts';
import type { Space } from '../../space/space.ts';

/** Unevenness Σ |count − wanted| of the margins of chosen pool points, kept up to date. */
export interface MarginCounts {
  /** Change when pool point `to` takes the place of `from`. */
  tried(from: number, to: number): number;
  commit(from: number, to: number): void;
}

/** Stratum of each pool point in each column, and how many chosen points each stratum should hold. */
function strataOf(space: Space, pool: readonly Float64Array[], n: number) {
  const stratum = pool.map(() => new Int32Array(space.dimensions.length));
  const wanted = space.dimensions.map((dimension, k) => {
    const order = pool.map((_, i) => i).sort((a, b) => pool[a][k] - pool[b][k] || a - b);
    if (settableCount(dimension) > n) {
      order.forEach((i, rank) => {
        stratum[i][k] = Math.floor((rank * n) / pool.length);
      });
      return new Float64Array(n).fill(1);
    }
    const values = [...new Set(order.map((i) => pool[i][k]))];
    const shares = new Float64Array(values.length);
    pool.forEach((point, i) => {
      stratum[i][k] = values.indexOf(point[k]);
      shares[stratum[i][k]] += n / pool.length;
    });
    return shares;
  });
  return { stratum, wanted };
}

/**
 * Margins as a Latin hypercube has them, over a region known by a pool of its points: columns of up to n values have each
 * value as often as the pool has it, other columns one point in each n-th part of the pool.
 *
 * @param chosen positions in the pool of the n points at the start
 *
 * Source: conditioned Latin hypercubes, Minasny and McBratney 2006, doi:10.1016/j.cageo.2005.12.009.
 */
export function marginCounts(
  space: Space,
  pool: readonly Float64Array[],
  chosen: readonly number[],
): MarginCounts {
  const { stratum, wanted } = strataOf(space, pool, chosen.length);
  const counts = wanted.map((shares) => new Float64Array(shares.length));
  const add = (i: number, amount: number) => {
    counts.forEach((column, k) => {
      column[stratum[i][k]] += amount;
    });
  };
  for (const i of chosen) add(i, 1);
  return {
    tried(from, to) {
      let change = 0;
      for (let k = 0; k < counts.length; k++) {
        const a = stratum[from][k];
        const b = stratum[to][k];
        if (a === b) continue;
        const held = counts[k];
        const want = wanted[k];
        change += Math.abs(held[a] - 1 - want[a]) - Math.abs(held[a] - want[a]);
        change += Math.abs(held[b] + 1 - want[b]) - Math.abs(held[b] - want[b]);
      }
      return change;
    },
    commit(from, to) {
      add(from, -1);
      add(to, 1);
    },
  };
}
