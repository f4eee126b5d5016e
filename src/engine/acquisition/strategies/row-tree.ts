import type { Slices } from '../../slices.ts';

/** Whether row `one` of Y [n, m] is at least as good as row `other` in everything. */
export function rowCovers(Y: Float64Array, m: number, one: number, other: number): boolean {
  for (let a = one * m, b = other * m, end = a + m; a < end; a++, b++) if (!(Y[a] >= Y[b])) return false;
  return true;
}

/** Rows that are compared one by one. */
const LEAF = 16;

/** Rows of Y [n, m], halved along one objective after another: whether one of them is beaten is found without a look at most of them. */
export class RowTree {
  readonly #Y: Float64Array;
  readonly #m: number;
  readonly #rows: Int32Array;
  /** [nodes, m] greatest values below a node; those under node i are 2i and 2i + 1. */
  readonly #tops: Float64Array;
  /** Comparisons so far. */
  compared = 0;

  /** @param rows without NaN; put into another order */
  constructor(Y: Float64Array, m: number, rows: Int32Array) {
    this.#Y = Y;
    this.#m = m;
    this.#rows = rows;
    const leaves = 2 ** Math.ceil(Math.log2(Math.max(1, rows.length / LEAF)));
    this.#tops = new Float64Array(2 * leaves * m).fill(Number.NEGATIVE_INFINITY);
  }

  /** To be called first. */
  *build(node = 1, from = 0, to = this.#rows.length, k = 0): Slices<void> {
    const m = this.#m;
    const tops = this.#tops;
    if (to - from > LEAF) {
      const middle = (from + to) >> 1;
      yield* this.#halve(from, to, middle, k);
      const next = (k + 1) % m;
      yield* this.build(2 * node, from, middle, next);
      yield* this.build(2 * node + 1, middle, to, next);
      for (let at = 0; at < m; at++)
        tops[node * m + at] = Math.max(tops[2 * node * m + at], tops[(2 * node + 1) * m + at]);
      return;
    }
    for (let i = from; i < to; i++) {
      for (let at = 0; at < m; at++)
        tops[node * m + at] = Math.max(tops[node * m + at], this.#Y[this.#rows[i] * m + at]);
    }
  }

  /** Hoare's selection: rows before `middle` are no greater in objective k than those from there on. */
  *#halve(from: number, to: number, middle: number, k: number): Slices<void> {
    const rows = this.#rows;
    const m = this.#m;
    const Y = this.#Y;
    for (let low = from, high = to - 1; low < high; ) {
      const pivot = Y[rows[(low + high) >> 1] * m + k];
      let left = low;
      let right = high;
      while (left <= right) {
        while (Y[rows[left] * m + k] < pivot) left++;
        while (Y[rows[right] * m + k] > pivot) right--;
        if (left > right) break;
        const row = rows[left];
        rows[left++] = rows[right];
        rows[right--] = row;
      }
      if (high - low > 1024) yield;
      if (middle <= right) high = right;
      else if (middle >= left) low = left;
      else return;
    }
  }

  /** Whether a row of the tree is at least as good as this one in everything, and better, or before it. */
  isBeaten(row: number, node = 1, from = 0, to = this.#rows.length): boolean {
    this.compared++;
    if (!this.#mayBeat(node, row)) return false;
    if (to - from > LEAF) {
      const middle = (from + to) >> 1;
      return this.isBeaten(row, 2 * node + 1, middle, to) || this.isBeaten(row, 2 * node, from, middle);
    }
    this.compared += to - from;
    for (let i = from; i < to; i++) {
      const other = this.#rows[i];
      if (other === row || !rowCovers(this.#Y, this.#m, other, row)) continue;
      if (other < row || !rowCovers(this.#Y, this.#m, row, other)) return true;
    }
    return false;
  }

  #mayBeat(node: number, row: number): boolean {
    const m = this.#m;
    for (let a = node * m, b = row * m, end = a + m; a < end; a++, b++)
      if (this.#tops[a] < this.#Y[b]) return false;
    return true;
  }
}
