import type { Backend } from '../../compute/backend.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import type { GpModel } from '../model.ts';
import { createInputMap } from '../transforms/input-map.ts';
import { type Metric, metricOf } from './metric.ts';
import { createNearestRows, type NearestRows } from './nearest-rows.ts';
import { blockOrder, openRowSearch, type RowSearch } from './row-blocks.ts';

/** The rows of a model, model scale, with an index that finds those near a point. */
export interface IndexedRows {
  readonly n: number;
  /** [n, D] */
  readonly X: Float64Array;
  readonly y: Float64Array;
  /** [n] given noise variances. */
  readonly noise: Float64Array;
  /** [n, d] raw inputs. */
  readonly raw: Float64Array;
  readonly metric: Metric;
  /** Of the leading rows; those behind them are examined one by one. */
  readonly tree: NearestRows;
  /** The same rows in the order of their blocks. */
  readonly blocks: () => Int32Array;
  /** The `count` nearest rows of each point [m, D]: [m, count], −1 filling the end; few points, or with a condition. */
  nearest(
    points: Float64Array,
    m: number,
    count: number,
    accept?: (point: number, row: number) => boolean,
  ): Float64Array;
}

/** By the theta of their model; they live as long as it does. */
const byTheta = new WeakMap<Float64Array, { readonly model: GpModel; readonly indexed: IndexedRows }>();

/** The indexed rows of a model, from an earlier call on the same arrays where there is one. O(n log n) otherwise. */
export function indexedRowsOf(model: GpModel): IndexedRows {
  const known = byTheta.get(model.theta);
  if (known && isSameData(known.model, model)) return known.indexed;
  const inputs = createInputMap(model);
  const { n, code, theta, outputShift, outputScale } = model;
  const X = inputs.encode(model.X, n);
  const metric = metricOf(code, theta, X, n, inputs.dimension);
  const tree = createNearestRows(metric.place(X, n), n, metric.dimension);
  let blocks: Int32Array | undefined;
  const indexed = withSearch({
    n,
    X,
    y: model.y.map((value) => (value - outputShift) / outputScale),
    noise: Float64Array.from({ length: n }, (_, i) => (model.noise?.[i] ?? 0) / outputScale ** 2),
    raw: model.X,
    metric,
    tree,
    blocks: () => {
      blocks ??= blockOrder(metric.place(X, n), n, metric.dimension);
      return blocks;
    },
  });
  byTheta.set(theta, { model, indexed });
  return indexed;
}

const isSameData = (a: GpModel, b: GpModel): boolean =>
  a.X === b.X &&
  a.y === b.y &&
  a.noise === b.noise &&
  a.code === b.code &&
  a.inputShift === b.inputShift &&
  a.inputScale === b.inputScale &&
  a.inputLog === b.inputLog &&
  a.inputWarp === b.inputWarp &&
  a.outputShift === b.outputShift &&
  a.outputScale === b.outputScale;

/** The same with k more rows: encoded points [k, D], outputs and noise of the model scale. The tree stays. */
export function extendIndexedRows(
  indexed: IndexedRows,
  raw: Float64Array,
  points: Float64Array,
  y: Float64Array,
  noise: Float64Array,
): IndexedRows {
  return withSearch({
    n: indexed.n + y.length,
    X: concatenate([indexed.X, points]),
    y: concatenate([indexed.y, y]),
    noise: concatenate([indexed.noise, noise]),
    raw: concatenate([indexed.raw, raw]),
    metric: indexed.metric,
    tree: indexed.tree,
    blocks: indexed.blocks,
  });
}

/** All rows on a backend, to be searched for many points. */
export const searchOf = (backend: Backend, { X, n, metric, blocks }: IndexedRows): RowSearch =>
  openRowSearch(backend, metric.place(X, n), metric.dimension, blocks());

function withSearch(rows: Omit<IndexedRows, 'nearest'>): IndexedRows {
  const { n, X, metric, tree } = rows;
  const D = metric.dimension;
  const extra = n - tree.n;
  const late = metric.place(X.subarray((X.length / n) * tree.n), extra);
  return {
    ...rows,
    nearest(points, m, count, accept) {
      const placed = metric.place(points, m);
      const found = new Float64Array(m * count);
      for (let i = 0; i < m; i++) {
        const point = placed.subarray(i * D, (i + 1) * D);
        tree.find(point, count, found, i * count, accept && ((row) => accept(i, row)));
        if (extra > 0) addLate(point, i, found.subarray(i * count, (i + 1) * count), accept);
      }
      return found;
    },
  };

  /** Puts rows behind those of the tree among the nearest, where they are nearer. */
  function addLate(
    point: Float64Array,
    index: number,
    nearest: Float64Array,
    accept?: (point: number, row: number) => boolean,
  ): void {
    const known = Array.from(nearest)
      .filter((row) => row >= 0)
      .map((row) => ({ row, distance: squared(point, metric.place(rowOf(row), 1), 0) }));
    for (let i = 0; i < extra; i++) {
      if (accept && !accept(index, tree.n + i)) continue;
      known.push({ row: tree.n + i, distance: squared(point, late, i * D) });
    }
    known.sort((a, b) => a.distance - b.distance || a.row - b.row);
    for (let i = 0; i < nearest.length; i++) nearest[i] = known[i]?.row ?? -1;
  }

  function rowOf(row: number): Float64Array {
    const width = X.length / n;
    return X.subarray(row * width, (row + 1) * width);
  }
}

function squared(point: Float64Array, others: Float64Array, from: number): number {
  let sum = 0;
  for (let k = 0; k < point.length; k++) sum += (point[k] - others[from + k]) ** 2;
  return sum;
}
