import type { Inputs } from '../../../contract/values.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import type { Slices } from '../../../engine/slices.ts';
import { keyOfSettings } from '../../settings-key.ts';
import type { Entry } from '../experiments/record.ts';
import type { Environment, State, StoredQueueItem } from '../state.ts';
import { doneItem, withEach } from './queue.ts';
import { endLeases, runOf, withSteps } from './steps.ts';

/** Rows between two places where other requests may come in. */
const sliceRows = 64;

/** Runs that wait and that no worker has. */
export const freeRuns = (state: State): StoredQueueItem[] =>
  state.queue.filter(({ id, status }) => status === 'pending' && runOf(state, id).lease === undefined);

/** Runs that rows may complete: those that nobody has taken, of sessions without approval of each step. */
const completableRuns = (state: State): Map<string, StoredQueueItem> =>
  new Map(state.rules.approval ? [] : freeRuns(state).map((item) => [item.id, item]));

const controllableNames = (state: State): string[] => controllableOf(state.variables).map(({ name }) => name);

/** A row that may complete a pending run. */
export interface MatchedRow {
  readonly inputs: Inputs;
  /** Id of the run that it names. */
  readonly item?: string | undefined;
}

/** Pending runs that rows complete, by the index of the row. */
export type MatchedRuns = ReadonlyMap<number, StoredQueueItem>;

/**
 * Which row completes which run: the first row that names it, or else that has its settings, and has a result or failed.
 *
 * @param state with the variables and objectives of the rows
 * @param isMade whether a row has a result or failed
 */
export function* matchedRuns<Row extends MatchedRow>(
  state: State,
  rows: readonly Row[],
  isMade: (row: Row) => boolean,
): Slices<MatchedRuns> {
  const names = controllableNames(state);
  const found = new Map<number, StoredQueueItem>();
  const items = completableRuns(state);
  const made = rows.flatMap((row, i) => (items.size > 0 && isMade(row) ? [[i, row] as const] : []));
  for (const [i, { item: id }] of made) {
    const item = id === undefined ? undefined : items.get(id);
    if (item && items.delete(item.id)) found.set(i, item);
  }
  const left = Map.groupBy(items.values(), ({ inputs }) => keyOfSettings(inputs, names));
  for (const [k, [i, row]] of made.entries()) {
    if (left.size === 0) break;
    if (k % sliceRows === sliceRows - 1) yield;
    if (found.has(i) || row.item !== undefined) continue;
    const item = left.get(keyOfSettings(row.inputs, names))?.shift();
    if (item) found.set(i, item);
  }
  return found;
}

/**
 * Parts the runs of `matchedRuns` into certain ones and ambiguous ones: another run with the same settings waits on, and these
 * runs are not all of one block and plot. Replicates of one block and plot are interchangeable.
 *
 * @returns the certain runs, and the indices of the rows of the others
 */
export function certainRuns(
  state: State,
  runs: MatchedRuns,
): { readonly certain: MatchedRuns; readonly ambiguous: readonly number[] } {
  if (runs.size === 0) return { certain: runs, ambiguous: [] };
  const names = controllableNames(state);
  const taken = new Set([...runs.values()].map(({ id }) => id));
  const groups = Map.groupBy(completableRuns(state).values(), ({ inputs }) => keyOfSettings(inputs, names));
  const isAmbiguous = ({ inputs }: StoredQueueItem): boolean => {
    const group = groups.get(keyOfSettings(inputs, names)) ?? [];
    const places = new Set(group.map(({ plot }) => JSON.stringify(plot)));
    return places.size > 1 && group.some(({ id }) => !taken.has(id));
  };
  const [certain, ambiguous] = [new Map<number, StoredQueueItem>(), [] as number[]];
  for (const [i, item] of runs) {
    if (isAmbiguous(item)) ambiguous.push(i);
    else certain.set(i, item);
  }
  return { certain, ambiguous };
}

/**
 * The queue without the runs that rows complete. A caller who is known measured them.
 *
 * @param state with these rows, of which `first` is the place of the first
 * @param entryAt what a row records, by its index
 */
export function* withMatchedRuns(
  state: State,
  runs: MatchedRuns,
  entryAt: (row: number) => Entry,
  first: number,
  environment: Environment,
): Slices<{ state: State; ids: string[] }> {
  const done: StoredQueueItem[] = [];
  for (const [i, item] of runs) {
    if (done.length % sliceRows === sliceRows - 1) yield;
    done.push(doneItem(item, entryAt(i), first + i, environment.now));
  }
  const ids = done.map(({ id }) => id);
  const measured = withSteps(state, [...runs.values()], 'measured', null, environment);
  return { state: endLeases(withEach(measured, done), ids, null), ids };
}
