import type { Backend, Slot } from '../../compute/backend.ts';
import { runOp } from '../../compute/run-op.ts';
import { slotOf } from '../../compute/slots.ts';
import { select } from '../../linalg/select.ts';
import { widestColumn } from './nearest-rows.ts';

/** Rows of a block. */
const LEAF = 32;
/** Rows visited per point, at most: `least`, plus `perRow` for each row wanted. */
const BUDGET = { least: 3000, perRow: 40 };

/** Rows on a backend, searched by distance. */
export interface RowSearch {
  /** Numbers, coordinates and boxes of blocks, as `nearest_rows` takes them. */
  readonly rows: Slot;
  readonly places: Slot;
  readonly boxes: Slot;
  readonly n: number;
  readonly blocks: number;
}

export const slotsOfSearch = ({ rows, places, boxes }: RowSearch): Slot[] => [rows, places, boxes];

/** The rows of points [n, D] so that each run of `LEAF` lies together: cells are cut near the median of their widest column. */
export function blockOrder(points: Float64Array, n: number, D: number): Int32Array {
  const rows = Int32Array.from({ length: n }, (_, i) => i);
  const cut = (from: number, to: number): void => {
    const blocks = Math.ceil((to - from) / LEAF);
    if (blocks < 2) return;
    const widest = widestColumn(points, rows, from, to, D);
    if (widest < 0) return;
    const middle = from + LEAF * (blocks >> 1);
    select(points, rows, from, to, middle, D, widest);
    cut(from, middle);
    cut(middle, to);
  };
  cut(0, n);
  return rows;
}

/**
 * @param points [n, D]
 * @param order  the leading rows in their blocks; those behind them follow as they are
 */
export function openRowSearch(
  backend: Backend,
  points: Float64Array,
  D: number,
  order: Int32Array,
): RowSearch {
  const n = points.length / D;
  const first = Math.ceil(order.length / LEAF);
  const blocks = first + Math.ceil((n - order.length) / LEAF);
  const rows = new Float64Array(blocks * LEAF).fill(-1);
  const places = new Float64Array(blocks * D * LEAF);
  const boxes = new Float64Array(2 * D * blocks);
  const lows = boxes.subarray(0, D * blocks).fill(Infinity);
  const highs = boxes.subarray(D * blocks).fill(-Infinity);
  for (let i = 0; i < n; i++) {
    const at = i < order.length ? i : first * LEAF + i - order.length;
    const row = i < order.length ? order[i] : i;
    const block = Math.floor(at / LEAF);
    rows[at] = row;
    for (let k = 0; k < D; k++) {
      const value = points[row * D + k];
      const side = k * blocks + block;
      places[(block * D + k) * LEAF + (at % LEAF)] = value;
      if (value < lows[side]) lows[side] = value;
      if (value > highs[side]) highs[side] = value;
    }
  }
  const [numbers, coordinates, ends] = [rows, places, boxes].map((values) => slotOf(backend, values));
  return { rows: numbers, places: coordinates, boxes: ends, n, blocks };
}

interface Wanted {
  /** [count, D], as the rows are placed. */
  readonly points: Float64Array;
  readonly count: number;
  /** Rows of each point. */
  readonly m: number;
  /** [count] rows below it are taken; all by default. */
  readonly limits?: Float64Array;
  /** Every row is examined where need be. */
  readonly isExact?: boolean;
}

/** The nearest rows [count, m] of every point, nearest first, −1 filling the end. */
export function nearestRowsOf(
  backend: Backend,
  { n, blocks, rows, places, boxes }: RowSearch,
  { points, count, m, limits = new Float64Array(count).fill(n), isExact = false }: Wanted,
): Float64Array {
  const budget = Math.ceil((BUDGET.least + BUDGET.perRow * m) / LEAF);
  const looked = isExact ? blocks : Math.min(blocks, budget);
  const sizes = { k: count, d: count > 0 ? points.length / count : 0, m, blocks, leaf: LEAF, looked };
  return runOp(backend, 'nearest_rows', sizes, { points, limits, rows, places, boxes }).neighbours;
}
