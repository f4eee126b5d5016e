import { columnExtent, extent } from '../../linalg/extent.ts';
import type { RecordedRows } from '../recorded-rows.ts';

export type Settings = Pick<RecordedRows, 'X' | 'n' | 'd' | 'categorical'>;

/** Distance of a lone row: beyond all others in a column, over their range there; or to the nearest one, over the largest such distance among them. */
const ISOLATED = { beyond: 1 / 3, nearest: 1.5 };

/** Whether some rows lie beyond all others in a numeric column, by more than a share of the range of these. */
export function isBeyond(
  { X, d, categorical }: Settings,
  some: readonly number[],
  others: readonly number[],
  share = 0,
): boolean {
  return categorical.some((isLabel, k) => {
    if (isLabel) return false;
    const [own, rest] = [some, others].map((rows) => extent(rows.map((row) => X[row * d + k])));
    return Math.max(own[0] - rest[1], rest[0] - own[1]) > share * (rest[1] - rest[0]);
  });
}

/** Whether a row is the only one in its part of the space: others say nothing of it. */
export function isIsolated(rows: Settings, row: number, others: readonly number[]): boolean {
  if (isBeyond(rows, [row], others, ISOLATED.beyond)) return true;
  const distance = distanceIn(rows);
  const nearest = others.reduce(
    (least, one) => Math.min(least, distance(row, one)),
    Number.POSITIVE_INFINITY,
  );
  const bound = nearest / ISOLATED.nearest ** 2;
  const isNearAnother = (one: number) =>
    others.some((other) => other !== one && distance(one, other) <= bound);
  return bound > 0 && others.every(isNearAnother);
}

/** One over the range of each column. */
export function distanceScale(rows: Settings): Float64Array {
  const scale = new Float64Array(rows.d);
  for (let k = 0; k < rows.d; k++) {
    const [low, high] = columnExtent(rows, k);
    scale[k] = 1 / (high - low || 1);
  }
  return scale;
}

/** Squared distance of two rows: numbers in units of their ranges, categories 0 or 1. */
export function distanceIn(rows: Settings): (a: number, b: number) => number {
  const { X, d, categorical } = rows;
  const scale = distanceScale(rows);
  return (a, b) => {
    let sum = 0;
    for (let k = 0; k < d; k++) {
      const gap = X[a * d + k] - X[b * d + k];
      sum += categorical[k] ? Number(gap !== 0) : (gap * scale[k]) ** 2;
    }
    return sum;
  };
}
