import { calls, upload } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { invalidate, keyOf } from '../../api/queries.ts';
import { forgetDataset, loadDataset, rowsFrom } from '../../api/session.ts';
import type { Inputs, Row, RowPatch, RowsRemoval, RowsRestoring } from '../../api/types.ts';
import { toCsv } from '../../text/csv.ts';
import { measuredIn, readMeasured, rowsForFile } from '../results/measured.ts';
import { type Column, isFailed } from './columns.ts';

/** Whether two rows say the same; the order of their columns and empty cells do not count. */
function sameRow(a: Row | undefined, b: Row | undefined): boolean {
  const names = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...names].every((name) => (a?.[name] ?? null) === (b?.[name] ?? null));
}

/**
 * Writes the whole table again: the way to change many recorded rows. Before that it is checked that nobody
 * has added a row in the meantime.
 *
 * @param expected rows that the server is thought to have
 * @returns what the server remarks on the rows
 * @throws {Error} when the table on the server is another one; nothing is changed then
 */
export async function replaceTable(
  id: string,
  expected: readonly Row[],
  rows: readonly Row[],
  columns: readonly string[],
  targets: readonly string[],
): Promise<readonly string[]> {
  const now = await rowsFrom(id, Math.max(0, expected.length - 1), 2);
  const same = now.total === expected.length && sameRow(now.rows[0], expected.at(-1));
  if (!same) throw new Error('Someone else changed the table. It has been reloaded. Make your change again.');
  if (rows.length === 0) {
    await send(calls.deleteExperiments(id));
    forgetDataset(id);
    return [];
  }
  const hasStatus = rows.some((row) => row['Status'] != null);
  const kept = [...new Set([...columns, ...(hasStatus ? ['Status'] : [])])].filter(
    (name) => name !== 'Censored',
  );
  const text = toCsv(kept, rowsForFile(rows, targets));
  const file = new File([text], 'experiments.csv', { type: 'text/csv' });
  return (await upload(id, file, targets)).warnings;
}

/** More rows than this are corrected together with the whole table. */
export const oneByOne = 100;

/**
 * Takes rows out by one request, whatever was recorded since; the audit log keeps each.
 *
 * @returns by row, the run that is pending again with `restage`; null where no run of the queue had this result
 * @throws {Error} when one of them is gone; nothing is changed then
 */
export async function removeRows(
  id: string,
  runs: readonly string[],
  more: RowsRemoval = {},
): Promise<readonly (string | null)[]> {
  const answer = runs.length > 0 && (await send(calls.removeRows(id, runs, more)));
  forgetDataset(id);
  invalidate(keyOf(id));
  return answer ? answer.restaged_item_ids : [];
}

/** Puts removed rows back, as they were and in their places; what was recorded since stays. */
export async function restoreRows(
  id: string,
  runs: readonly string[],
  more: RowsRestoring = {},
): Promise<void> {
  await send(calls.restoreRows(id, runs, more));
  forgetDataset(id);
  invalidate(keyOf(id));
}

/** ProvenanceIds of rows by their index; undefined in a table of old, whose rows have no name of their own. */
export function namesOf(rows: readonly Row[], indices: Iterable<number>): string[] | undefined {
  const names = [...indices].map((index) => rows[index]?.['ProvenanceId']);
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

/** Takes rows out of a table, by their index; the server still has `data`. */
export async function dropRows(
  id: string,
  { rows, columns }: { readonly rows: readonly Row[]; readonly columns: readonly string[] },
  gone: ReadonlySet<number>,
  targets: readonly string[],
): Promise<void> {
  const names = namesOf(rows, gone);
  if (names) {
    await removeRows(id, names);
    return;
  }
  const kept = rows.filter((_, index) => !gone.has(index));
  await replaceTable(id, rows, kept, columns, targets);
  invalidate(keyOf(id));
}

/**
 * ProvenanceIds of the rows that a request has just added: read at once, before others remove rows above them.
 *
 * @throws {Error} when they can no longer be distinguished from others
 */
export function addedRows(
  id: string,
  { added, total_experiments: total }: { readonly added: number; readonly total_experiments: number },
): Promise<readonly string[]> {
  const names = loadDataset(id).then(({ rows }) => {
    const own = rows.slice(total - added, total);
    const found = namesOf(own, own.keys());
    if (!found || found.length < added)
      throw new Error('Other rows have changed since. Remove these rows in the table instead.');
    return found;
  });
  // Whoever asks for them hears of it.
  names.catch(() => undefined);
  return names;
}

/** A result of a row that was edited: text where a limit was typed, else what is recorded. */
const editedResult = (row: Row, target: string) => {
  const value = row[target];
  return typeof value === 'string' ? (readMeasured(value).value ?? null) : measuredIn(row, target);
};

/**
 * Corrects recorded rows one by one; the audit log keeps what they were.
 *
 * @param before the same rows as they are recorded: only what differs is sent
 * @returns what the server remarks on them
 */
export async function correctRows(
  id: string,
  rows: readonly Row[],
  before: readonly Row[],
  columns: readonly Column[],
): Promise<readonly string[]> {
  const remarks: string[] = [];
  for (const [i, row] of rows.entries()) {
    const old = before[i] ?? {};
    const differs = (name: string): boolean => (row[name] ?? null) !== (old[name] ?? null);
    const changed = columns.filter((column) => differs(column.name));
    const inputs = changed.filter((column) => column.variable && row[column.name] != null);
    const targets = columns.filter(
      ({ kind, name }) =>
        kind === 'target' &&
        !isFailed(row, columns) &&
        JSON.stringify(editedResult(row, name)) !== JSON.stringify(editedResult(old, name)),
    );
    const body: RowPatch = {
      ...(inputs.length > 0 && {
        inputs: Object.fromEntries(inputs.map(({ name }) => [name, row[name]])) as Inputs,
      }),
      ...(targets.length > 0 && {
        output: Object.fromEntries(targets.map(({ name }) => [name, editedResult(row, name)])),
      }),
      ...(isFailed(row, columns) &&
        !isFailed(old, columns) && {
          status: 'failed' as const,
          error: String(row['Status']).replace(/^failed(: )?/, '') || null,
        }),
      ...(differs('Noise') && { noise: typeof row['Noise'] === 'number' ? row['Noise'] : null }),
    };
    if (Object.keys(body).length === 0) continue;
    const { warnings } = await send(calls.correctRow(id, String(row['ProvenanceId']), body));
    remarks.push(...warnings);
  }
  forgetDataset(id);
  invalidate(keyOf(id));
  return remarks;
}
