import type { Row } from '../../../contract/values.ts';
import type { List } from '../document/document-list.ts';
import type { State } from '../state.ts';

type Range = readonly [number, number];

/** Ranges that were found, by table and column: each result of a batch asks for that of the table before it. */
const ranges = new WeakMap<List<Row>, Map<string, Range | undefined>>();

function rangeIn(rows: List<Row>, name: string): Range | undefined {
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

/** Smallest and largest number in a column of the table; undefined where it holds none. */
export function columnRange({ rows }: State, name: string): Range | undefined {
  const known = ranges.get(rows) ?? new Map<string, Range | undefined>();
  ranges.set(rows, known);
  if (!known.has(name)) known.set(name, rangeIn(rows, name));
  return known.get(name);
}
