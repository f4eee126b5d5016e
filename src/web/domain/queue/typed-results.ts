import type { ClipboardEvent } from 'react';
import { isOpen } from '../../../contract/queue/run-status.ts';
import { readOnceAfter } from '../../api/live.ts';
import { invalidate, keyOf, queries } from '../../api/queries.ts';
import type { QueueItem, QueueList } from '../../api/types.ts';
import { readDraft, writeDrafts } from '../../components/draft.ts';
import { failed } from '../../components/toasts.tsx';
import { parseDelimited } from '../../text/csv.ts';
import { count, labelled } from '../../text/format.ts';
import { localCells } from '../../text/numbers.ts';
import type { Objective } from '../results/objectives.ts';
import { removeRows } from '../table/table-edits.ts';
import { nothingTyped, type Typed } from './read-completion.ts';
import { restage } from './staging.ts';

/** Under which key the browser keeps what is typed for a run. */
export const typedKey = (id: string, item: Pick<QueueItem, 'id'>): string => `item.${id}.${item.id}`;

export const typedFor = (id: string, item: Pick<QueueItem, 'id'>): Typed =>
  readDraft(typedKey(id, item), nothingTyped);

/** Whether a result is typed for a run. */
export const isFilled = ({ outputs }: Typed): boolean =>
  Object.values(outputs).some((text) => text.trim() !== '');

/** A run that was recorded, with what was typed for it. */
export interface Recorded {
  readonly item: QueueItem;
  readonly typed: Typed;
}

/**
 * Takes results out of the table again; their runs are pending where they were, or last where the list of finished runs was cleared.
 *
 * @returns ids of the pending runs, in the order of `done`
 */
export async function withdrawResults(
  id: string,
  done: readonly QueueItem[],
): Promise<(string | undefined)[]> {
  const names = done.map((item) => item.id);
  const again = await removeRows(id, names, { restage: true });
  const cleared = await restage(
    id,
    done.filter((_, i) => again[i] == null),
  );
  return again.map((one) => one ?? cleared.shift()?.id);
}

/** As `unrecord`; what was typed for the runs is in their fields again. */
export async function undoTypedResults(id: string, done: readonly Recorded[]): Promise<void> {
  await readOnceAfter(async () => {
    const items = done.map(({ item }) => item);
    const waiting = await withdrawResults(id, items);
    writeDrafts(
      waiting.flatMap((one, i) =>
        one === undefined ? [] : [[typedKey(id, { id: one }), done[i]?.typed] as const],
      ),
    );
  });
  invalidate(keyOf(id));
}

/** Whether a column is named as an objective, with or without its unit. */
const isNamed = ({ name, label, unit }: Objective, head: string): boolean =>
  [name, label, labelled(label, unit)].some((one) => one.toLowerCase() === head.trim().toLowerCase());

/** Whether the first line of a block names its columns. */
const hasHead = (block: readonly (readonly string[])[], [first]: readonly Objective[]): boolean => {
  const head = block[0]?.[0];
  return first !== undefined && head !== undefined && isNamed(first, head);
};

/**
 * Results of a block from a spreadsheet, for one run after the other, by objective. The block begins at the first of the
 * runs and of the objectives. A first line with their names is left out.
 *
 * @param runs how many runs there are
 * @throws Error when the block has more rows than runs, or more columns than objectives: nothing of it is taken then
 */
export function resultsOf(
  block: readonly (readonly string[])[],
  runs: number,
  objectives: readonly Objective[],
): Record<string, string>[] {
  const rows = hasHead(block, objectives) ? block.slice(1) : block;
  if (rows.length > runs)
    throw new Error(
      `Nothing was pasted: there are ${count(rows.length, 'row')}, and ${count(runs, 'run')} from here on.`,
    );
  const width = Math.max(...rows.map((row) => row.length));
  if (width > objectives.length)
    throw new Error(
      `Nothing was pasted: there are ${count(width, 'column')}, and ${count(objectives.length, 'result')} from here on.`,
    );
  return rows.map((row) => Object.fromEntries(row.map((text, i) => [objectives[i]?.name ?? '', text])));
}

/**
 * Results of a block with a column `Run`, by the number of the run, in any order. Its other columns are objectives by name, or
 * settings and notes, which stay as planned. Undefined where the first line does not name these columns.
 *
 * @param isOpen whether a number is that of a run without a result
 * @throws Error when a row has the number of no such run, or that of another row: nothing of the block is taken then
 */
export function numberedResults(
  [head = [], ...rows]: readonly (readonly string[])[],
  isOpen: (run: number) => boolean,
  objectives: readonly Objective[],
): Map<number, Record<string, string>> | undefined {
  const at = head.findIndex((name) => name.trim().toLowerCase() === 'run');
  const columns = head.map((name) => objectives.find((one) => isNamed(one, name))?.name);
  if (at < 0 || columns.every((name) => name === undefined)) return undefined;
  const found = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const run = Number(row[at]);
    if (!isOpen(run)) throw new Error(`Nothing was pasted: run ${row[at] || '(empty)'} is not in this list.`);
    if (found.has(run))
      throw new Error(
        `Nothing was pasted: run ${run} occurs twice. Import the file under Experiments to record it twice.`,
      );
    const results = columns.flatMap((name, i) => (name === undefined ? [] : [[name, row[i] ?? '']]));
    found.set(run, Object.fromEntries(results));
  }
  return found;
}

/** Runs of a pasted block and their results: by numbers, or by the order from the first of `runs` on. */
function placed(
  block: readonly (readonly string[])[],
  id: string,
  runs: readonly QueueItem[],
  objectives: readonly Objective[],
  from: number,
): (readonly [QueueItem, Record<string, string>])[] {
  const queue = queries.getQueryData<QueueList>(keyOf(id, 'queue'))?.items ?? [];
  const mayTake = (run: number) => {
    const item = queue[run - 1];
    return item !== undefined && isOpen(item);
  };
  const numbered = numberedResults(block, mayTake, objectives);
  if (numbered) return [...numbered].map(([run, results]) => [queue[run - 1] as QueueItem, results]);
  return resultsOf(block, runs.length, objectives.slice(from)).map((results, i) => [
    runs[i] as QueueItem,
    results,
  ]);
}

/**
 * Takes a block from a spreadsheet that is pasted into the field of a result: its rows go to the runs that a column `Run` names,
 * or else to this run and those after it, its columns to this objective and those after it. A single value is left to the field.
 *
 * @param from the place of the objective
 */
export function pasteResults(
  event: ClipboardEvent,
  id: string,
  runs: readonly QueueItem[],
  objectives: readonly Objective[],
  from: number,
): void {
  const block = localCells(parseDelimited(event.clipboardData.getData('text/plain'), '\t'));
  if (block.length < 2 && (block[0]?.length ?? 0) < 2) return;
  event.preventDefault();
  try {
    writeDrafts<Typed>(
      placed(block, id, runs, objectives, from).map(([run, outputs]) => {
        const typed = typedFor(id, run);
        return [typedKey(id, run), { ...typed, outputs: { ...typed.outputs, ...outputs } }];
      }),
    );
  } catch (error) {
    failed(error);
  }
}
