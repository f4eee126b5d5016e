import type { Row } from '../../../contract/values.ts';
import type { GpModel } from '../../../engine/gp/model.ts';
import { encodeRows } from '../../../engine/space/encode.ts';
import { measuredPositions } from '../rows/measured-rows.ts';
import type { ModelRecord, State } from '../state.ts';
import { columnSpace } from './fit.ts';

/**
 * Where the rows of a training are in the table now, by their place among the rows in which the objective was measured then;
 * null for a row that was removed or corrected since. Equal rows are taken in their order.
 */
export function trainedRows(
  state: State,
  record: ModelRecord,
  model: GpModel,
  target: string,
): (place: number) => number | null {
  const positions = measuredPositions(state.rows, [target]);
  if (record.data_revision === state.data_revision) return (place) => positions[place] ?? null;
  const now = new Map<string, number[]>();
  for (const position of positions) {
    const row = state.rows.at(position) as Row;
    const key = keyOf(record, row, row[target] as number);
    if (key === undefined) continue;
    const equal = now.get(key);
    if (equal) equal.push(position);
    else now.set(key, [position]);
  }
  const leftOut = new Set(model.doubtful);
  const { X, y, n, d } = model;
  const places = Array.from({ length: n + leftOut.size }, (_, place) => place).filter(
    (place) => !leftOut.has(place),
  );
  const found = new Map(
    places.map((place, i) => {
      const key = [...X.subarray(i * d, (i + 1) * d), y[i]].join();
      return [place, now.get(key)?.shift() ?? null];
    }),
  );
  return (place) => found.get(place) ?? null;
}

/** A row as the model has it; undefined where it no longer has all columns. */
function keyOf({ columns }: ModelRecord, row: Row, output: number): string | undefined {
  try {
    return [...encodeRows(columnSpace(columns), [row]), output].join();
  } catch {
    return undefined;
  }
}
