import type { State } from '../state.ts';

/** Smallest and largest number in a column of the table; undefined where it holds none. */
export function columnRange({ rows }: State, name: string): readonly [number, number] | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const value = row[name];
    if (typeof value !== 'number') continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : undefined;
}
