import type { Row } from '../../../contract/values.ts';
import { counted } from '../../../engine/words.ts';
import type { List } from '../document/document-list.ts';
import type { State } from '../state.ts';

/** Whether a row has a result of an objective: a measured value, or a limit. */
export const hasResult = (row: Row, target: string): boolean => typeof row[target] === 'number';

/** In how many rows an objective has a result. */
export const countResults = (rows: List<Row>, target: string): number =>
  rows.filter((row) => hasResult(row, target)).length;

/** Whether a row has a result of any of these objectives. */
export function hasAnyResult(row: Row, targets: readonly string[]): boolean {
  // A suggestion asks this of every row: a function made for each would be the garbage of the request.
  for (const target of targets) if (hasResult(row, target)) return true;
  return false;
}

/** Positions of the rows in which any of these objectives has a number: the rows of their models. */
export function measuredPositions(rows: List<Row>, targets: readonly string[]): Int32Array {
  const found: number[] = [];
  rows.forEach((row, i) => {
    if (hasAnyResult(row, targets)) found.push(i);
  });
  return Int32Array.from(found);
}

/** The rows in which any of these objectives was measured; the same array where that is all of them. */
export function measuredRows(rows: List<Row>, targets: readonly string[]): List<Row> {
  const isMeasured = (row: Row) => hasAnyResult(row, targets);
  return rows.every(isMeasured) ? rows : rows.filter(isMeasured);
}

/** The session as models of these objectives see it: without the rows in which none of them was measured. */
export function onMeasured(state: State, targets: readonly string[]): State {
  const rows = measuredRows(state.rows, targets);
  return rows === state.rows ? state : { ...state, rows };
}

/** Rows counted among those in which any of these objectives was measured, as rows of the table. */
export function tableRows(state: State, targets: readonly string[], rows: Iterable<number>): number[] {
  const positions = measuredPositions(state.rows, targets);
  return Array.from(rows, (row) => positions[row] as number);
}

/** Whether every row has a noise variance. Where only some have: the positions of the others, and a warning that noise is inferred. */
export function givenNoise(rows: List<Row>): { all: boolean; missing: number[]; warnings: string[] } {
  const missing: number[] = [];
  rows.forEach((row, i) => {
    if (typeof row.Noise !== 'number') missing.push(i);
  });
  const known = rows.length - missing.length;
  if (known === 0 || missing.length === 0) return { all: known > 0, missing: [], warnings: [] };
  const words = `only ${known} of ${counted(rows.length, 'experiment')} ${known === 1 ? 'has' : 'have'} a noise variance; the noise is inferred for all`;
  return { all: false, missing, warnings: [words] };
}
