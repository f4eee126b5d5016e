import { sidesOf } from './censored.ts';
import type { RecordedRows } from './recorded-rows.ts';

/** Which end of the results is the good one; neither where a value in between is wanted. */
export type Better = 'larger' | 'smaller' | 'neither';

/** Fewest measured rows that say what is usual. */
const FEWEST = 12;
/** Share of the rows that can be doubtful. */
const SHARE = 0.1;
/** Width of the gap to the other results, over the range of these. */
const GAP = 3;
/** The same in logarithms of the distance from the best, and of results of one sign: the tail of results that spread over magnitudes is no gap. */
const LOG_GAP = { distance: 0.6, result: 1 };
/** Smallest distance from the best result that the logarithm tells from none, over that of the median. */
const OFFSET = 0.3;

type Rows = Pick<RecordedRows, 'X' | 'n' | 'd' | 'categorical' | 'censored'> & { readonly y: Float64Array };

/**
 * Rows whose result lies so far from all others that an error is likelier: a typing error, a failed run. On the bad side a row is
 * believed where others speak for it: the nearest run, or the only runs with one of its categories. On the good side it is believed unless
 * a run with the same inputs contradicts it.
 *
 * @returns ascending; empty below 12 measured rows
 */
export function doubtfulRows(rows: Rows, better: Better): Int32Array {
  const sides = sidesOf(rows.n, rows.censored?.[0] ?? undefined);
  const measured = Array.from(rows.y.keys()).filter((row) => sides[row] === 0);
  if (measured.length < FEWEST) return new Int32Array(0);
  const found = ([1, -1] as const).flatMap((sign) => {
    const far = farRows(measured, rows.y, sign);
    const isBad = better !== (sign === 1 ? 'smaller' : 'larger');
    return far.filter((row) => (isBad ? !isBacked(rows, far, row) : isContradicted(rows, far, row)));
  });
  return Int32Array.from(found).sort();
}

/** Rows far below (sign 1) or above (−1) all others, at most a share of them. */
function farRows(measured: readonly number[], y: Float64Array, sign: 1 | -1): number[] {
  const order = measured.slice().sort((a, b) => sign * (y[a] - y[b]) || a - b);
  const values = order.map((row) => sign * y[row]);
  for (let k = Math.ceil(SHARE * order.length); k > 0; k--) if (isApart(values, k)) return order.slice(0, k);
  return [];
}

/** Whether the first k of ascending values are far from the others, as they are and in logarithms. */
function isApart(values: readonly number[], k: number): boolean {
  const others = values.slice(k);
  const [worst, best] = [others[0], others[others.length - 1]];
  const range = best - worst;
  const gap = worst - values[k - 1];
  if (range === 0 || gap < GAP * range) return false;
  const unit = best - others[others.length >> 1] || range;
  const isWide = (least: number, scale: (value: number) => number) =>
    Math.abs(scale(values[k - 1]) - scale(worst)) >= least * Math.abs(scale(worst) - scale(best));
  const sameSign = values[0] > 0 || values[values.length - 1] < 0;
  return (
    isWide(LOG_GAP.distance, (value) => Math.log((best - value) / unit + OFFSET)) &&
    (!sameSign || isWide(LOG_GAP.result, (value) => Math.log(Math.abs(value))))
  );
}

/** Whether the nearest row is far too, or rows with one of its categories are all far. */
function isBacked({ X, n, d, categorical }: Rows, far: readonly number[], row: number): boolean {
  for (let k = 0; k < d; k++) {
    if (!categorical[k]) continue;
    let alone = true;
    for (let i = 0; i < n; i++) if (X[i * d + k] === X[row * d + k] && !far.includes(i)) alone = false;
    if (alone) return true;
  }
  if (far.length === 1) return false;
  const ranges = Array.from({ length: d }, (_, k) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < n; i++) {
      low = Math.min(low, X[i * d + k]);
      high = Math.max(high, X[i * d + k]);
    }
    return high - low || 1;
  });
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    if (i === row) continue;
    const distance = ranges.reduce((sum, range, k) => {
      const gap = X[i * d + k] - X[row * d + k];
      return sum + (categorical[k] ? Number(gap !== 0) : (gap / range) ** 2);
    }, 0);
    if (distance < least) [nearest, least] = [i, distance];
  }
  return far.includes(nearest);
}

/** Whether a row with the same inputs is not far. */
function isContradicted({ X, n, d }: Rows, far: readonly number[], row: number): boolean {
  const same = (i: number) => {
    for (let k = 0; k < d; k++) if (X[i * d + k] !== X[row * d + k]) return false;
    return true;
  };
  return Array.from({ length: n }, (_, i) => i).some((i) => !far.includes(i) && same(i));
}

const short = (value: number): string => String(Number(value.toPrecision(6)));

/** What to say of doubtful rows, in words. */
export function doubtfulRemarks(y: Float64Array, doubtful: Int32Array): string[] {
  if (doubtful.length === 0) return [];
  const left = new Set(doubtful);
  const usual = y.filter((_, row) => !left.has(row));
  const ends = [Math.min, Math.max].map((most) => usual.reduce((a, b) => most(a, b)));
  return Array.from(
    doubtful,
    (row) =>
      `the result ${short(y[row])} is far from all others (${short(ends[0])} to ${short(ends[1])}) and is left out of the model; correct it if it is an error, or measure there again`,
  );
}
