import { jitterLadder } from '../ops.ts';
import type { BoundCovariance, Covariance } from './covariance/bound.ts';

/** Data that blocks are taken from. */
export interface BlockData {
  readonly X: Float64Array;
  readonly y: Float64Array;
  readonly noiseVariance: Float64Array;
  /** [·, m] row numbers, −1 filling the end. */
  readonly neighbours: Float64Array;
  readonly m: number;
  readonly d: number;
  /** [n, rank] what is taken off the covariance of two rows, f·f'; absent: nothing. */
  readonly features?: Float64Array;
}

/**
 * One point with the rows that it is conditioned on, the point last: the lower factor of their covariance and L⁻¹z.
 *
 * Buffers serve one block after the other.
 */
export interface Block {
  /** Rows, the point included. */
  size: number;
  /** Of the row below the block's factor; reset for each block. */
  K: BoundCovariance | undefined;
  /** [size, size] lower, row by row `size` apart. */
  readonly L: Float64Array;
  /** [size] L⁻¹z; of the point itself only where it has an output. */
  readonly v: Float64Array;
  /** [size, d] */
  readonly points: Float64Array;
  /** [size] given noise, then right-hand sides. */
  readonly noise: Float64Array;
  readonly z: Float64Array;
  /** [size] of the covariance and the noise, before anything is taken off. */
  readonly diagonal: Float64Array;
  readonly rank: number;
  /** [size, rank] */
  readonly features: Float64Array;
}

/** Room for a point and up to m neighbours of d columns, with `rank` features each. */
export function createBlock(m: number, d: number, rank = 0): Block {
  const most = m + 1;
  return {
    size: 0,
    K: undefined,
    L: new Float64Array(most * most),
    v: new Float64Array(most),
    points: new Float64Array(most * d),
    noise: new Float64Array(most),
    z: new Float64Array(most),
    diagonal: new Float64Array(most),
    rank,
    features: new Float64Array(most * rank),
  };
}

/**
 * Gathers the neighbours in row `at` of the table, and the point [d] at `from` of `points` behind them.
 *
 * @param noise  of every row of the data, besides what was given
 */
export function gather(
  block: Block,
  { X, y, noiseVariance, neighbours, m, d, features }: BlockData,
  at: number,
  points: Float64Array,
  from: number,
  noise: number,
  mean: number,
): void {
  let count = 0;
  while (count < m && neighbours[at * m + count] >= 0) {
    const row = neighbours[at * m + count];
    for (let k = 0; k < d; k++) block.points[count * d + k] = X[row * d + k];
    if (features)
      block.features.set(features.subarray(row * block.rank, (row + 1) * block.rank), count * block.rank);
    block.noise[count] = noise + noiseVariance[row];
    block.z[count] = y[row] - mean;
    count++;
  }
  for (let k = 0; k < d; k++) block.points[count * d + k] = points[from + k];
  block.size = count + 1;
}

/**
 * Factors the block; with `noise` and `z` of the point set by the caller.
 *
 * @param whole  the last pivot is to be positive too; without it the square is left in the last entry
 * @returns the relative jitter that it took, −1 when all failed
 */
export function factorBlock(
  block: Block,
  covariance: Covariance,
  theta: Float64Array,
  whole: boolean,
): number {
  const { size: q, L, points, noise } = block;
  const K = covariance.bind(theta, 0, points, q, points, q, true);
  block.K = K;
  let average = 0;
  for (let i = 0; i < q; i++) {
    K.forward(i, 0, i + 1, L, i * q);
    average += (L[i * (q + 1)] + noise[i]) / q;
  }
  for (const jitter of [0, ...jitterLadder]) {
    for (let i = 0; jitter > 0 && i < q; i++) K.forward(i, 0, i + 1, L, i * q);
    for (let i = 0; i < q; i++) {
      L[i * (q + 1)] += noise[i] + jitter * average;
      block.diagonal[i] = L[i * (q + 1)];
    }
    takeOff(block);
    if (factorLower(block, whole)) return jitter;
  }
  return -1;
}

/** Takes the products of the features off A. */
function takeOff({ size: q, L, rank, features }: Block): void {
  for (let i = 0; rank > 0 && i < q; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < rank; k++) sum += features[i * rank + k] * features[j * rank + k];
      L[i * q + j] -= sum;
    }
  }
}

/** L of A in its place, and v. */
function factorLower({ size: q, L, v, z, diagonal }: Block, whole: boolean): boolean {
  const least = q * 2 ** -52;
  for (let i = 0; i < q; i++) {
    const row = i * q;
    const own = L[row + i];
    for (let j = 0; j < i; j++) {
      const other = j * q;
      let sum = L[row + j];
      for (let k = 0; k < j; k++) sum -= L[row + k] * L[other + k];
      L[row + j] = sum / L[other + j];
    }
    let pivot = own;
    let rest = z[i];
    for (let k = 0; k < i; k++) {
      pivot -= L[row + k] * L[row + k];
      rest -= L[row + k] * v[k];
    }
    if (i === q - 1 && !whole) {
      L[row + i] = pivot;
      return !Number.isNaN(pivot);
    }
    if (!(pivot > least * diagonal[i]) || pivot === Number.POSITIVE_INFINITY) return false;
    L[row + i] = Math.sqrt(pivot);
    v[i] = rest / L[row + i];
  }
  return true;
}

/** x [count] ← L⁻ᵀx for the leading `count` rows of the factor. */
export function solveTransposed({ size: q, L }: Block, x: Float64Array, count: number): void {
  for (let i = count - 1; i >= 0; i--) {
    x[i] /= L[i * (q + 1)];
    for (let k = 0; k < i; k++) x[k] -= L[i * q + k] * x[i];
  }
}
