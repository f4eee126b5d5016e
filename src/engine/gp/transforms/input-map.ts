import { ShapeError } from '../../errors.ts';
import { copyOf, zeros } from '../../linalg/zeros.ts';
import type { GpModel } from '../model.ts';

/** What turns raw rows into the columns that the covariance sees. */
export type InputScaling = Pick<
  GpModel,
  'd' | 'categorical' | 'inputShift' | 'inputScale' | 'inputLog' | 'oneHot' | 'inputWarp'
>;

/** The way from raw inputs to model inputs, and the way back for gradients. */
export interface InputMap {
  /** Columns of the model: those of the rows, except for categories spread over dummy columns. */
  readonly dimension: number;
  /** Raw rows [m, d] to model inputs [m, dimension]. */
  encode(Xs: Float64Array, m: number): Float64Array;
  /** Gradient by model inputs [m, dimension] to gradient by raw inputs [m, d]; 0 for categories spread over dummies. */
  pullback(Xs: Float64Array, m: number, gradient: Float64Array): Float64Array;
}

/**
 * Value of dummy column `index` for a category: 1 on its own column, 0 elsewhere; the first category seen has none.
 * An unseen category is as far as possible from all: −1 in every column.
 */
function dummy(labels: readonly number[], index: number, label: number): number {
  if (!labels.includes(label)) return -1;
  return labels[index + 1] === label ? 1 : 0;
}

/** Columns that raw column k takes in the model. */
function width(scaling: Pick<GpModel, 'oneHot'>, k: number): number {
  const labels = scaling.oneHot?.[k];
  return labels ? Math.max(1, labels.length - 1) : 1;
}

/**
 * Spreads categories over dummy columns; [m, d] to [m, dimension], not yet shifted or scaled.
 *
 * @throws ShapeError there are fewer than m·d numbers
 */
export function oneHotRows(
  scaling: Pick<GpModel, 'd' | 'oneHot'>,
  Xs: Float64Array,
  m: number,
): { values: Float64Array; dimension: number } {
  const { d, oneHot } = scaling;
  if (Xs.length < m * d)
    throw new ShapeError(`model inputs: expected [${m}, ${d}], got ${Xs.length} numbers`);
  if (!oneHot) return { values: copyOf(Xs, 0, m * d), dimension: d };
  const widths = Array.from({ length: d }, (_, k) => width(scaling, k));
  const dimension = widths.reduce((sum, count) => sum + count, 0);
  const values = new Float64Array(m * dimension);
  for (let i = 0, at = 0; i < m; i++) {
    for (let k = 0; k < d; k++) {
      const labels = oneHot[k];
      for (let index = 0; index < widths[k]; index++, at++) {
        values[at] = labels ? dummy(labels, index, Xs[i * d + k]) : Xs[i * d + k];
      }
    }
  }
  return { values, dimension };
}

/** Part of a recorded range whose mean slope is continued beyond it: at the end itself the slope of a power is unbounded. */
const RIM = 0.05;

/** Kumaraswamy distribution function 1 − (1 − uᵃ)ᵇ of u in [0, 1] and its derivative; outside, straight lines as steep as the rim. */
function warp(u: number, a: number, b: number): { value: number; slope: number } {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, u));
  const at = (x: number) => 1 - (1 - x ** a) ** b;
  const slopeOf = () => {
    if (u < 0) return at(RIM) / RIM;
    if (u > 1) return (1 - at(1 - RIM)) / RIM;
    return a * b * inside ** (a - 1) * (1 - inside ** a) ** (b - 1);
  };
  const slope = slopeOf();
  return { value: at(inside) + slope * (u - inside), slope };
}

/** Natural logarithm of x and its derivative; below `from` the tangent there, so that 0 and less have a place too. */
function logarithm(x: number, from: number): { value: number; slope: number } {
  if (x >= from) return { value: Math.log(x), slope: 1 / x };
  return { value: Math.log(from) + (x - from) / from, slope: 1 / from };
}

/**
 * Value of a raw column as the shift and the scale take it.
 *
 * @param x        in the units of the column
 * @param inputLog [d], by column the value from which on its logarithm is taken, and below which the tangent there; 0: neither
 */
export const unscaled = (x: number, inputLog: Float64Array | undefined, column: number): number =>
  inputLog && inputLog[column] > 0 ? logarithm(x, inputLog[column]).value : x;

/** Columns that are logarithmic, with the value from which on they are. */
type Logarithmic = readonly { readonly k: number; readonly from: number }[];

/** As `InputMap.encode`. Functions of the module: code that V8 has compiled for them outlives the map of one search. */
function encoded(scaling: InputScaling, logarithmic: Logarithmic, Xs: Float64Array, m: number): Float64Array {
  const { inputShift, inputScale, inputWarp } = scaling;
  const dimension = inputShift.length;
  const { values } = oneHotRows(scaling, Xs, m);
  for (const { k, from } of logarithmic)
    for (let at = k; at < m * dimension; at += dimension) values[at] = logarithm(values[at], from).value;
  for (let i = 0, at = 0; i < m; i++) {
    for (let k = 0; k < dimension; k++, at++) values[at] = (values[at] - inputShift[k]) / inputScale[k];
  }
  if (!inputWarp) return values;
  for (let i = 0, at = 0; i < m; i++) {
    for (let k = 0; k < dimension; k++, at++)
      values[at] = warp(values[at], inputWarp.a[k], inputWarp.b[k]).value;
  }
  return values;
}

/** As `InputMap.pullback`. */
function pulledBack(
  scaling: InputScaling,
  Xs: Float64Array,
  m: number,
  gradient: Float64Array,
): Float64Array {
  const { d, oneHot, inputShift, inputScale, inputWarp, inputLog } = scaling;
  const raw = zeros(m * d);
  for (let i = 0, at = 0; i < m; i++) {
    for (let k = 0, column = 0; k < d; k++) {
      const count = width(scaling, k);
      if (!oneHot?.[k]) {
        const from = inputLog?.[k] ?? 0;
        const x = Xs[i * d + k];
        const { value, slope: own } = from > 0 ? logarithm(x, from) : { value: x, slope: 1 };
        const u = (value - inputShift[column]) / inputScale[column];
        const slope = inputWarp ? own * warp(u, inputWarp.a[column], inputWarp.b[column]).slope : own;
        raw[i * d + k] = (gradient[at] * slope) / inputScale[column];
      }
      at += count;
      column += count;
    }
  }
  return raw;
}

/** Builds the map of a model. */
export function createInputMap(scaling: InputScaling): InputMap {
  const logarithmic = [...(scaling.inputLog ?? [])].flatMap((from, k) => (from > 0 ? [{ k, from }] : []));
  return {
    dimension: scaling.inputShift.length,
    encode: (Xs, m) => encoded(scaling, logarithmic, Xs, m),
    pullback: (Xs, m, gradient) => pulledBack(scaling, Xs, m, gradient),
  };
}

/** Model inputs this many times as large as those of the data are taken as that far away. */
const FAR = 1e100;

/** Largest size of a value; what is no number does not count. */
function largest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > most) most = size;
  }
  return most;
}

/**
 * The map for points that may lie anywhere: so far from the data that the square of the distance would be no number,
 * they are moved in to where every stationary covariance is 0 as well.
 *
 * @param X [n, d] rows of the data
 */
export function withinReach(inputs: InputMap, X: Float64Array, n: number): InputMap {
  let reach: number | undefined;
  return {
    ...inputs,
    encode(Xs, m) {
      const values = inputs.encode(Xs, m);
      if (largest(values) <= FAR) return values;
      reach ??= Math.min(1e300, FAR * Math.max(1, largest(inputs.encode(X, n))));
      for (let i = 0; i < values.length; i++) values[i] = Math.min(reach, Math.max(-reach, values[i]));
      return values;
    },
  };
}
