import type { Inputs } from '../../contract/common.ts';
import type { ImportedRow } from '../../contract/imports.ts';
import type { Slices } from '../../engine/slices.ts';
import { doneItem, withItem } from './queue.ts';
import { isObserved } from './space.ts';
import type { State, StoredQueueItem } from './state.ts';
import { runOf, settled } from './steps.ts';

/** Rows between two places where other requests may come in. */
const sliceRows = 64;

/** Settings in six digits: spreadsheets round what they show, and some save that. */
const keyOf = (inputs: Inputs, names: readonly string[]): string =>
  JSON.stringify(
    names.map((name) => {
      const value = inputs[name];
      return typeof value === 'number' ? value.toPrecision(6) : value;
    }),
  );

/** Runs that wait and that no worker has. */
export const freeRuns = (state: State): StoredQueueItem[] =>
  state.queue.filter(({ id, status }) => status === 'pending' && runOf(state, id).lease === undefined);

/** Items by their settings: those that nobody has taken, of sessions without approval of each step. */
const waiting = (state: State, names: readonly string[]): Map<string, StoredQueueItem[]> =>
  state.rules.approval ? new Map() : Map.groupBy(freeRuns(state), ({ inputs }) => keyOf(inputs, names));

/**
 * The queue without the runs that a file brings back: an item is done by the first row with its settings that has a result
 * or failed.
 *
 * @param state with the rows of the file, of which `first` is the place of the first
 */
export function* withRunsOfFile(
  state: State,
  rows: readonly ImportedRow[],
  first: number,
  now: string,
): Slices<{ state: State; ids: string[] }> {
  const settable = state.variables.filter((one) => !isObserved(one)).map(({ name }) => name);
  const items = waiting(state, settable);
  const ids: string[] = [];
  let next = state;
  for (let i = 0; i < rows.length && items.size > 0; i++) {
    if (i % sliceRows === sliceRows - 1) yield;
    const { inputs, outputs, failed, noise, iteration, reason } = rows[i] as ImportedRow;
    const values = state.targets.map((target) => outputs[target] ?? null);
    const key = failed || values.some((value) => value !== null) ? keyOf(inputs, settable) : '';
    const [item, ...others] = items.get(key) ?? [];
    if (item === undefined) continue;
    if (others.length === 0) items.delete(key);
    else items.set(key, others);
    const output = failed ? null : values.length === 1 ? (values[0] ?? null) : values;
    const status = failed ? ('failed' as const) : null;
    const entry = { inputs, output, status, noise, reason, iteration: iteration ?? 0 };
    next = settled(withItem(next, doneItem(item, entry, first + i, now)), item.id, null);
    ids.push(item.id);
  }
  return { state: next, ids };
}
