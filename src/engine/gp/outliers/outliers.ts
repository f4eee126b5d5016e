import { equalRows } from '../../linalg/equal-rows.ts';
import { extent } from '../../linalg/extent.ts';
import { sidesOf } from '../censoring/censored.ts';
import type { RecordedRows } from '../recorded-rows.ts';
import { distanceIn, isBeyond, isIsolated } from './isolated-rows.ts';
import { areSeparable } from './separable-rows.ts';

/** Which end of the results is the good one; neither where a value in between is wanted. */
export type BetterDirection = 'larger' | 'smaller' | 'neither';

/** Fewest measured rows that say what is usual. */
const FEWEST = 6;
/** Below this many rows the gap has to be wider. */
const FEW = { rows: 12, gap: 20 };
/** The gap from which a single row at the rim of a column, or far from all others, is doubted as well: there may be a step. */
const STEP = 100;
/** Share of the rows that can be outliers. */
const SHARE = 0.1;
/** Width of the gap to the other results, over the range of these, and in logarithms of results of one sign over what lies between their worst and their middle. */
const GAP = 3;
/** The same in logarithms of the distance from the best: the tail of results that spread over magnitudes is no gap. */
const LOG_GAP = 0.6;
/** Smallest distance from the best result that the logarithm tells from none, over that of the median. */
const OFFSET = 0.3;

/** Relative difference up to which two rows are equally near. */
const EQUALLY = 1e-9;

type Rows = Pick<RecordedRows, 'X' | 'n' | 'd' | 'categorical' | 'censored'> & { readonly y: Float64Array };

/**
 * Rows whose result lies so far from all others that an error is likelier: a typing error, a failed run. On the bad side a row is
 * believed where others speak for it: the nearest run (at least half of those that are equally near), or the only runs with one of its categories. On the good side it is believed unless
 * a run with the same inputs contradicts it. Several far rows that lie together beyond the others in a column are believed: there is a step. Limits are not doubted, and say nothing of others.
 *
 * @returns ascending; empty below 6 measured rows
 */
export function outliersOf(rows: Rows, better: BetterDirection): Int32Array {
  const sides = sidesOf(rows.n, rows.censored?.[0] ?? undefined);
  const measured = Array.from(rows.y.keys()).filter((row) => sides[row] === 0);
  if (measured.length < FEWEST) return new Int32Array(0);
  const found = ([1, -1] as const).flatMap((sign) => {
    const far = farRows(measured, rows.y, sign);
    const isBad = better !== (sign === 1 ? 'smaller' : 'larger');
    if (far.length === 0) return far;
    const set = new Set(far);
    const others = measured.filter((row) => !set.has(row));
    return isBad ? unbacked(rows, far, others) : contradicted(rows, far, others);
  });
  return Int32Array.from(found).sort();
}

/** Rows far below (sign 1) or above (−1) all others, at most a share of them. */
function farRows(measured: readonly number[], y: Float64Array, sign: 1 | -1): number[] {
  const order = measured.slice().sort((a, b) => sign * (y[a] - y[b]) || a - b);
  const values = order.map((row) => sign * y[row]);
  const least = order.length < FEW.rows ? FEW.gap : GAP;
  for (let k = Math.ceil(SHARE * order.length); k > 0; k--)
    if (isApart(values, k, least)) return order.slice(0, k);
  return [];
}

/** Whether the first k of ascending values are far from the others, by `least` ranges of these, and in logarithms. */
function isApart(values: readonly number[], k: number, least: number): boolean {
  const n = values.length;
  const [worst, best] = [values[k], values[n - 1]];
  const range = best - worst;
  const gap = worst - values[k - 1];
  if (range === 0 || gap < least * range) return false;
  const middle = values[k + ((n - k) >> 1)];
  const unit = best - middle || range;
  const isWide = (times: number, end: number, scale: (value: number) => number) =>
    Math.abs(scale(values[k - 1]) - scale(worst)) >= times * Math.abs(scale(worst) - scale(end));
  const sameSign = values[0] > 0 || best < 0;
  return (
    isWide(LOG_GAP, best, (value) => Math.log((best - value) / unit + OFFSET)) &&
    (!sameSign || isWide(GAP, middle, (value) => Math.log(Math.abs(value))))
  );
}

/** Far rows that the rows nearest to them do not speak for, nor the rows with one of their categories, all far. */
function unbacked(rows: Rows, far: readonly number[], others: readonly number[]): number[] {
  const { X, d, categorical } = rows;
  const seen = categorical.map((isLabel, k) => isLabel && new Set(others.map((row) => X[row * d + k])));
  const isAlone = (row: number) => seen.some((labels, k) => labels && !labels.has(X[row * d + k]));
  if (isBeyondStep(rows, far, others)) return [];
  const distance = distanceIn(rows);
  return far.filter((row) => !isAlone(row) && !isNearFar(row, far, others, distance));
}

/**
 * Whether the far rows lie beyond a step: beyond all others in a numeric column, or several beyond a plane, by a gap that a
 * step may have. A single one of at least `FEW.rows` rows counts only where it is alone there.
 */
function isBeyondStep(rows: Rows, far: readonly number[], others: readonly number[]): boolean {
  const [row] = far;
  if (far.length > 1 && isBeyond(rows, far, others)) return true;
  const [low, high] = extent(others.map((other) => rows.y[other]));
  const isFarBeyond = (one: number) => Math.max(low - rows.y[one], rows.y[one] - high) >= STEP * (high - low);
  if (far.some(isFarBeyond)) return false;
  if (far.length > 1) return areSeparable(rows, far, others);
  return others.length + 1 < FEW.rows ? isBeyond(rows, far, others) : isIsolated(rows, row, others);
}

/** Whether at least half of the rows nearest to one are far. */
function isNearFar(
  row: number,
  far: readonly number[],
  others: readonly number[],
  distance: (a: number, b: number) => number,
): boolean {
  const distances = far.flatMap((one) => (one === row ? [] : [distance(row, one)]));
  const [least] = extent(distances);
  let votes = distances.filter((one) => one <= least * (1 + EQUALLY)).length;
  if (votes === 0) return false;
  for (const other of others) {
    const one = distance(row, other);
    if (one > least * (1 + EQUALLY)) continue;
    if (one < least * (1 - EQUALLY) || --votes < 0) return false;
  }
  return true;
}

/** Far rows of which a row with the same inputs is not far. */
function contradicted({ X, n, d }: Rows, far: readonly number[], others: readonly number[]): number[] {
  const { group } = equalRows(X, n, d);
  const usual = new Set(others.map((row) => group[row]));
  return far.filter((row) => usual.has(group[row]));
}

/** A value for a sentence. */
export const shortNumber = (value: number): string => String(Number(value.toPrecision(6)));

/** A message for each outlier: `doubtful` holds the rows of y [n] that the model leaves out. */
export function outlierRemarks(y: Float64Array, doubtful: Int32Array): string[] {
  if (doubtful.length === 0) return [];
  const left = new Set(doubtful);
  const usual = y.filter((_, row) => !left.has(row));
  const ends = extent(usual);
  return Array.from(
    doubtful,
    (row) =>
      `the result ${shortNumber(y[row])} is far from all others (${shortNumber(ends[0])} to ${shortNumber(ends[1])}) and is left out of the model; correct it if it is an error, or measure there again`,
  );
}
