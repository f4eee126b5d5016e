import { select } from '../../linalg/select.ts';

/** Points, searched by distance. */
export interface NearestRows {
  readonly n: number;
  /**
   * The `count` rows nearest to a point [D] of those that `accept` lets through, nearest first, into `found` from `at` on;
   * −1 fills what is left. Of equal distances the smaller row comes first. Past a budget of points examined (high
   * dimensions) the nearest of those seen are given.
   */
  find(
    point: Float64Array,
    count: number,
    found: Float64Array | Int32Array,
    at: number,
    accept?: (row: number) => boolean,
  ): void;
  /** Rows coarse to fine: each prefix is spread over all rows (a maximin ordering to within the cells of the tree). */
  spreadOrder(): Int32Array;
}

/** Points of a cell that is not cut further. */
const LEAF = 12;
/** Points visited per query, at most: `least`, plus `perRow` for each row wanted. */
const BUDGET = { least: 3000, perRow: 40 };

/** A k-d tree: cell c has the cells 2c and 2c + 1 below it, and a leaf no axis. */
interface Tree {
  readonly n: number;
  readonly D: number;
  /** Rows in the order of the tree. */
  readonly rows: Int32Array;
  readonly axis: Int32Array;
  readonly cut: Float64Array;
  /** Coordinates in the order of the tree, so that a leaf is read in one run. */
  readonly ordered: Float64Array;
}

/** A search under way: the nearest rows so far and what they are searched for. */
interface Query {
  best: Float64Array;
  bestRows: Int32Array;
  /** Of the point from the cell, by column. */
  readonly offsets: Float64Array;
  held: number;
  wanted: number;
  seen: number;
  budget: number;
  target: Float64Array;
  accepts: ((row: number) => boolean) | undefined;
}

/**
 * A k-d tree over points [n, D]: cells are cut at the median of their widest column. O(n log n).
 *
 * Source: Friedman, Bentley and Finkel 1977, doi:10.1145/355744.355745.
 */
export function createNearestRows(points: Float64Array, n: number, D: number): NearestRows {
  const tree = grow(points, n, D);
  const query: Query = {
    ...{ best: new Float64Array(0), bestRows: new Int32Array(0), offsets: new Float64Array(D) },
    ...{ held: 0, wanted: 0, seen: 0, budget: 0, target: new Float64Array(D), accepts: undefined },
  };
  return {
    n,
    find(point, count, found, at, accept) {
      if (query.best.length < count) {
        query.best = new Float64Array(count);
        query.bestRows = new Int32Array(count);
      }
      query.held = 0;
      query.seen = 0;
      query.wanted = count;
      query.budget = BUDGET.least + BUDGET.perRow * count;
      query.accepts = accept;
      query.target = point;
      if (count > 0) visit(tree, query, 1, 0, n, 0);
      for (let i = 0; i < count; i++) found[at + i] = i < query.held ? query.bestRows[i] : -1;
    },
    spreadOrder: () => spreadOrder(tree),
  };
}

function grow(points: Float64Array, n: number, D: number): Tree {
  const rows = Int32Array.from({ length: n }, (_, i) => i);
  const depth = Math.max(1, Math.ceil(Math.log2(Math.max(2, n / LEAF))) + 1);
  const cells = 2 ** (depth + 1);
  const axis = new Int32Array(cells).fill(-1);
  const cut = new Float64Array(cells);

  function build(cell: number, from: number, to: number): void {
    if (to - from <= LEAF) return;
    const widest = widestColumn(points, rows, from, to, D);
    if (widest < 0) return;
    const middle = (from + to) >> 1;
    select(points, rows, from, to, middle, D, widest);
    axis[cell] = widest;
    cut[cell] = points[rows[middle] * D + widest];
    build(2 * cell, from, middle);
    build(2 * cell + 1, middle, to);
  }

  build(1, 0, n);
  const ordered = new Float64Array(n * D);
  rows.forEach((row, i) => {
    for (let k = 0; k < D; k++) ordered[i * D + k] = points[row * D + k];
  });
  return { n, D, rows, axis, cut, ordered };
}

/** @param away squared distance of the point from the cell */
function visit(tree: Tree, query: Query, cell: number, from: number, to: number, away: number): void {
  const along = tree.axis[cell];
  if (along < 0) {
    scan(tree, query, from, to);
    return;
  }
  const { offsets } = query;
  const middle = (from + to) >> 1;
  const difference = query.target[along] - tree.cut[cell];
  const isLow = difference < 0;
  if (isLow) visit(tree, query, 2 * cell, from, middle, away);
  else visit(tree, query, 2 * cell + 1, middle, to, away);
  const before = offsets[along];
  const beyond = away - before * before + difference * difference;
  if (query.seen >= query.budget) return;
  if (query.held === query.wanted && beyond > query.best[query.held - 1]) return;
  offsets[along] = difference;
  if (isLow) visit(tree, query, 2 * cell + 1, middle, to, beyond);
  else visit(tree, query, 2 * cell, from, middle, beyond);
  offsets[along] = before;
}

/** Columns above which a distance is examined half-way. */
const MANY_COLUMNS = 8;

function scan({ D, rows, ordered }: Tree, query: Query, from: number, to: number): void {
  const { target, best, bestRows, accepts } = query;
  query.seen += to - from;
  // Many columns need not all be examined: half of a distance is often too much already.
  const head = D > MANY_COLUMNS ? D >> 1 : D;
  for (let i = from; i < to; i++) {
    const worst = query.held < query.wanted ? Number.POSITIVE_INFINITY : best[query.held - 1];
    let distance = 0;
    let k = 0;
    let at = i * D;
    for (; k < head; k++, at++) {
      const difference = target[k] - ordered[at];
      distance += difference * difference;
    }
    if (distance > worst) continue;
    for (; k < D; k++, at++) {
      const difference = target[k] - ordered[at];
      distance += difference * difference;
    }
    if (distance > worst) continue;
    const row = rows[i];
    if (distance === worst && row > bestRows[query.held - 1]) continue;
    if (accepts === undefined || accepts(row)) insert(query, distance, row);
  }
}

function insert(query: Query, distance: number, row: number): void {
  const { best, bestRows } = query;
  let place = query.held < query.wanted ? query.held++ : query.held - 1;
  while (
    place > 0 &&
    (best[place - 1] > distance || (best[place - 1] === distance && bestRows[place - 1] > row))
  ) {
    best[place] = best[place - 1];
    bestRows[place] = bestRows[place - 1];
    place--;
  }
  best[place] = distance;
  bestRows[place] = row;
}

/** Rows coarse to fine: the middle row of every cell, level by level. */
function spreadOrder({ n, rows, axis }: Tree): Int32Array {
  const taken = new Uint8Array(n);
  const order = new Int32Array(n);
  let count = 0;
  let level: [cell: number, from: number, to: number][] = n > 0 ? [[1, 0, n]] : [];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const [cell, from, to] of level) {
      const middle = (from + to) >> 1;
      if (taken[middle] === 0) {
        taken[middle] = 1;
        order[count++] = rows[middle];
      }
      if (to - from <= 1) continue;
      const isCut = axis[cell] >= 0;
      next.push([isCut ? 2 * cell : 0, from, middle], [isCut ? 2 * cell + 1 : 0, middle, to]);
    }
    level = next;
  }
  for (let i = 0; i < n; i++) if (taken[i] === 0) order[count++] = rows[i];
  return order;
}

/** The column in which rows [from, to) spread most; −1 where all are the same point. */
export function widestColumn(
  points: Float64Array,
  rows: Int32Array,
  from: number,
  to: number,
  D: number,
): number {
  let [widest, width] = [-1, 0];
  for (let k = 0; k < D; k++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = from; i < to; i++) {
      const value = points[rows[i] * D + k];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > width) [widest, width] = [k, high - low];
  }
  return widest;
}
