import { calls, upload } from '../api/actions.ts';
import { send } from '../api/http.ts';
import { forgetDataset, rowsFrom } from '../api/session.ts';
import type { Row } from '../api/types.ts';
import { toCsv } from '../text/csv.ts';

/** Whether two rows say the same; the order of their columns and empty cells do not count. */
function sameRow(a: Row | undefined, b: Row | undefined): boolean {
  const names = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...names].every((name) => (a?.[name] ?? null) === (b?.[name] ?? null));
}

/**
 * Writes the whole table anew: the way to correct or remove recorded rows. Before that it is checked that nobody
 * has added a row in the meantime.
 *
 * @param expected rows that the server is thought to have
 * @throws {Error} when the table on the server is another one; nothing is changed then
 */
export async function replaceTable(
  id: string,
  expected: readonly Row[],
  rows: readonly Row[],
  columns: readonly string[],
  targets: readonly string[],
): Promise<void> {
  const now = await rowsFrom(id, Math.max(0, expected.length - 1), 2);
  const same = now.total === expected.length && sameRow(now.rows[0], expected.at(-1));
  if (!same)
    throw new Error('Someone else changed the table just now. It has been loaded again; repeat your change.');
  if (rows.length === 0) {
    await send(calls.deleteExperiments(id));
    forgetDataset(id);
    return;
  }
  const file = new File([toCsv(columns, rows)], 'experiments.csv', { type: 'text/csv' });
  await upload(id, file, targets);
}

/** Takes back the row recorded last. @param rows the table with it */
export async function dropLastRow(
  id: string,
  rows: readonly Row[],
  targets: readonly string[],
): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  await replaceTable(id, rows, rows.slice(0, -1), columns, targets);
}
