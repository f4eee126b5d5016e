import type { ImportedRow } from '../../contract/imports.ts';
import type { Slices } from '../../engine/slices.ts';
import { keyOfSettings } from '../settings-key.ts';
import { doneItem, withItem } from './queue.ts';
import { isObserved } from './space.ts';
import type { State, StoredQueueItem } from './state.ts';
import { runOf, settled } from './steps.ts';

/** Rows between two places where other requests may come in. */
const sliceRows = 64;

/** Runs that wait and that no worker has. */
export const freeRuns = (state: State): StoredQueueItem[] =>
  state.queue.filter(({ id, status }) => status === 'pending' && runOf(state, id).lease === undefined);

/** Runs that rows may complete: those that nobody has taken, of sessions without approval of each step. */
const openRuns = (state: State): Map<string, StoredQueueItem> =>
  new Map(state.rules.approval ? [] : freeRuns(state).map((item) => [item.id, item]));

/** Waiting runs that rows of a file complete, by the index of the row. */
export type RunsOfFile = ReadonlyMap<number, StoredQueueItem>;

/**
 * Which row completes which run: the first row that names it, or else that has its settings, and has a result or failed.
 *
 * @param state with the variables and objectives of the file
 */
export function* runsOfFile(state: State, rows: readonly ImportedRow[]): Slices<RunsOfFile> {
  const settable = state.variables.filter((one) => !isObserved(one)).map(({ name }) => name);
  const found = new Map<number, StoredQueueItem>();
  const items = openRuns(state);
  const isMade = ({ failed, outputs }: ImportedRow): boolean =>
    failed || state.targets.some((target) => outputs[target] != null);
  const made = rows.flatMap((row, i) => (items.size > 0 && isMade(row) ? [[i, row] as const] : []));
  for (const [i, { item: id }] of made) {
    const item = id === undefined ? undefined : items.get(id);
    if (item && items.delete(item.id)) found.set(i, item);
  }
  const left = Map.groupBy(items.values(), ({ inputs }) => keyOfSettings(inputs, settable));
  for (const [k, [i, row]] of made.entries()) {
    if (left.size === 0) break;
    if (k % sliceRows === sliceRows - 1) yield;
    if (found.has(i) || row.item !== undefined) continue;
    const item = left.get(keyOfSettings(row.inputs, settable))?.shift();
    if (item) found.set(i, item);
  }
  return found;
}

/**
 * The queue without the runs that a file brings back.
 *
 * @param state with the rows of the file, of which `first` is the place of the first
 */
export function* withRunsOfFile(
  state: State,
  runs: RunsOfFile,
  rows: readonly ImportedRow[],
  first: number,
  now: string,
): Slices<{ state: State; ids: string[] }> {
  const ids: string[] = [];
  let next = state;
  for (const [i, item] of runs) {
    if (ids.length % sliceRows === sliceRows - 1) yield;
    const { inputs, outputs, failed, noise, iteration, reason } = rows[i] as ImportedRow;
    const values = state.targets.map((target) => outputs[target] ?? null);
    const output = failed ? null : values.length === 1 ? (values[0] ?? null) : values;
    const status = failed ? ('failed' as const) : null;
    const entry = { inputs, output, status, noise, reason, iteration: iteration ?? 0 };
    next = settled(withItem(next, doneItem(item, entry, first + i, now)), item.id, null);
    ids.push(item.id);
  }
  return { state: next, ids };
}
