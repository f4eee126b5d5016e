/** A Latin hypercube under search: level positions and coordinates, both column by column. */
export interface LatinState {
  readonly n: number;
  readonly d: number;
  /** [d, n] position 0 … n − 1 of each point in each column, a permutation per column. */
  readonly levels: Int32Array;
  /** [d, n] coordinate of each point; [d] whether a column holds categories, whose distance is 0 or 1. */
  readonly x: Float64Array;
  readonly isLabel: readonly boolean[];
}

/**
 * A number to be made small over Latin hypercubes, kept up to date under swaps of two points in one column. `tried` says
 * what a swap would make of it; `commit` follows the swap that was tried last, before the state itself is swapped.
 */
export interface LatinCriterion {
  value(): number;
  tried(column: number, a: number, b: number): number;
  commit(column: number, a: number, b: number): void;
}

/** x¹⁶. */
export function power16(x: number): number {
  const square = x * x;
  const fourth = square * square;
  const eighth = fourth * fourth;
  return eighth * eighth;
}
