import { useCallback, useEffect, useRef } from 'react';
import { blockColumn, plotColumns } from '../../../contract/experiments/bookkeeping.ts';
import { openStatuses, queueStatuses } from '../../../contract/queue/run-status.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import { calls, change, stage } from '../../api/actions.ts';
import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import type { Inputs, QueueItem, QueueList, Row, Variable } from '../../api/types.ts';
import { attempt, notifyStep } from '../../components/toasts.tsx';
import { count } from '../../text/format.ts';

interface Run {
  readonly inputs: Inputs;
  readonly reason?: string;
}

/** Of some values those that a run is staged with: the variables that are set. */
export const settingsOf = (
  variables: readonly Variable[],
  values: Readonly<Record<string, unknown>>,
): Inputs => Object.fromEntries(controllableOf(variables).map(({ name }) => [name, values[name]])) as Inputs;

/**
 * Number of each run by its id: its place in the queue. Finished ones count, so that a run keeps its number while others are
 * completed.
 */
export const runNumbers = ({ items }: QueueList): ReadonlyMap<string, number> =>
  new Map(items.map(({ id }, i) => [id, i + 1]));

/** Gives a run and those after it in a list that changes; the function stays, so that rows need not be drawn again. */
export function useRunsFrom(runs: readonly QueueItem[]): (item: QueueItem) => readonly QueueItem[] {
  const latest = useRef(runs);
  useEffect(() => {
    latest.current = runs;
  }, [runs]);
  return useCallback(
    (item) => latest.current.slice(latest.current.findIndex(({ id }) => id === item.id)),
    [],
  );
}

/** Takes runs out again, as far as they are still pending; one completed and taken back has another id. */
async function unstage(id: string, added: readonly QueueItem[]): Promise<void> {
  const { items } = await send(sessionCall('GET', id, 'experiments/queue'));
  const pending = items.filter((item) => item.status === 'pending');
  const found = added.flatMap((one) => {
    const same = (item: QueueItem): boolean => JSON.stringify(item.inputs) === JSON.stringify(one.inputs);
    const item = pending.find(({ id: own }) => own === one.id) ?? pending.find(same);
    if (!item) return [];
    pending.splice(pending.indexOf(item), 1);
    return [item];
  });
  if (found.length > 0) await change(id, calls.removeItems(id, found), ['queue']);
}

/** Runs on their way into a queue: a second press of the button stages nothing. */
const underWay = new Set<string>();

/** Puts runs into the queue and says so, with a way to take them out again. @returns whether it worked */
export async function stageRuns(id: string, runs: readonly Run[]): Promise<boolean> {
  const name = JSON.stringify([id, runs]);
  if (underWay.has(name)) return false;
  underWay.add(name);
  const answer = await attempt(() => stage(id, runs)).finally(() => underWay.delete(name));
  if (!answer) return false;
  const added = answer.items.slice(-runs.length);
  notifyStep(id, `${count(runs.length, 'run')} staged.`, () => unstage(id, added));
  return true;
}

/** An item as it would be staged again, its place in a split-plot design included. */
export function asRun(item: QueueItem): Run {
  const plot = Object.fromEntries(Object.entries(item.plot ?? {}).filter(([, value]) => value !== null));
  const inputs = { ...item.inputs, ...plot } as Inputs;
  return item.reason === null ? { inputs } : { inputs, reason: item.reason };
}

/**
 * Stages finished runs again, each where it was in the queue, so that the order of a plate stays; at the end where the list
 * of finished runs was cleared.
 *
 * @returns the new items, in the order of `finished`
 */
export async function restage(id: string, finished: readonly QueueItem[]): Promise<QueueItem[]> {
  if (finished.length === 0) return [];
  const { items: before } = await send(sessionCall('GET', id, 'experiments/queue'));
  const known = new Set(before.map((item) => item.id));
  const runs = finished.map((item) => ({ ...asRun(item), ...(known.has(item.id) && { after: item.id }) }));
  const { items } = await stage(id, runs);
  const last = items.filter(
    (item, i) => !known.has(item.id) && !finished.some(({ id: own }) => own === items[i - 1]?.id),
  );
  return finished.map(({ id: own }) => {
    const at = items.findIndex((item) => item.id === own);
    return (at < 0 ? last.shift() : items[at + 1]) as QueueItem;
  });
}

/** Stages runs again whose results are taken back. */
export async function stageAgain(id: string, ids: readonly string[]): Promise<void> {
  const { items } = await send(sessionCall('GET', id, 'experiments/queue'));
  await restage(
    id,
    items.filter((item) => ids.includes(item.id)),
  );
}

/** Says how many runs of the queue were completed by rows of the table; nothing where there are none. */
export const doneWords = (runs: number): string =>
  runs === 0 ? '' : ` ${count(runs, 'run')} of the queue ${runs === 1 ? 'is' : 'are'} done.`;

/** Columns of the candidate list that runs bring beside their settings, such as the name of a well. */
export const labelNames = (items: readonly QueueItem[]): string[] => [
  ...new Set(items.flatMap(({ labels }) => Object.keys(labels ?? {}))),
];

const placeNames = [blockColumn, ...plotColumns];

/**
 * Which of these runs are not staged yet, by number: each takes a run of the queue with its settings, block and plot. As
 * long as some of them are pending, those that were completed count too; without, all can be staged again.
 *
 * @param names the variables
 */
export function unstagedRuns(
  items: readonly QueueItem[],
  names: readonly string[],
  runs: readonly (Row | Inputs)[],
): number[] {
  const keys = [...names, ...placeNames];
  const keyOf = (run: Row | Inputs): string => JSON.stringify(keys.map((name) => run[name] ?? null));
  const without = (statuses: readonly QueueItem['status'][]): number[] => {
    const held = Map.groupBy(
      items.filter(({ status }) => statuses.includes(status)),
      ({ inputs, plot }) => keyOf({ ...plot, ...inputs }),
    );
    return runs.flatMap((run, i) => (held.get(keyOf(run))?.pop() ? [] : [i]));
  };
  const left = without(openStatuses);
  return left.length === runs.length ? left : without(queueStatuses);
}
