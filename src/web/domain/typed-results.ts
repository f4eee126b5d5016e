import type { ClipboardEvent } from 'react';
import { readOnceAfter } from '../api/live.ts';
import { invalidate, keyOf } from '../api/queries.ts';
import type { QueueItem } from '../api/types.ts';
import { readDraft, writeDrafts } from '../components/draft.ts';
import { failed } from '../components/toasts.tsx';
import { parseDelimited } from '../text/csv.ts';
import { count, labelled } from '../text/format.ts';
import { localCells } from '../text/numbers.ts';
import { nothingTyped, type Typed } from './completion-reading.ts';
import type { Objective } from './objectives.ts';
import { restage } from './staging.ts';
import { removeRows } from './table-edits.ts';

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
 * Takes results out of the table again; their runs wait where they were, with what was typed. They are staged first: with
 * its row, a finished run leaves the queue, and its place is lost.
 */
export async function takeBackResults(id: string, done: readonly Recorded[]): Promise<void> {
  await readOnceAfter(() => takeBack(id, done));
  invalidate(keyOf(id));
}

async function takeBack(id: string, done: readonly Recorded[]): Promise<void> {
  const waiting = await restage(
    id,
    done.map(({ item }) => item),
  );
  writeDrafts(waiting.map((item, i) => [typedKey(id, item), done[i]?.typed] as const));
  await removeRows(
    id,
    done.map(({ item }) => item.id),
  );
}

/** Whether the first line of a block names its columns. */
const hasHead = (block: readonly (readonly string[])[], [first]: readonly Objective[]): boolean => {
  const head = block[0]?.[0]?.toLowerCase();
  if (!first || head === undefined) return false;
  return [first.name, first.label, labelled(first.label, first.unit)].some(
    (name) => name.toLowerCase() === head,
  );
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
 * Takes a block from a spreadsheet that is pasted into the field of a result: its rows go to this run and those after it,
 * its columns to this objective and those after it. A single value is left to the field.
 */
export function pasteResults(
  event: ClipboardEvent,
  id: string,
  runs: readonly QueueItem[],
  objectives: readonly Objective[],
): void {
  const block = localCells(parseDelimited(event.clipboardData.getData('text/plain'), '\t'));
  if (block.length < 2 && (block[0]?.length ?? 0) < 2) return;
  event.preventDefault();
  try {
    writeDrafts<Typed>(
      resultsOf(block, runs.length, objectives).map((outputs, i) => {
        const run = runs[i] as QueueItem;
        const typed = typedFor(id, run);
        return [typedKey(id, run), { ...typed, outputs: { ...typed.outputs, ...outputs } }];
      }),
    );
  } catch (error) {
    failed(error);
  }
}
