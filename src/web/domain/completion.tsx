import { useState } from 'react';
import { calls, change, removeItem, stage } from '../api/actions.ts';
import { invalidate, keyOf, setOptimistic } from '../api/queries.ts';
import { loadDataset } from '../api/session.ts';
import type { Inputs, QueueItem, QueueList, Variable } from '../api/types.ts';
import { useDraft } from '../components/draft.ts';
import { attempt, told } from '../components/toasts.tsx';
import { readNumber, writeNumber } from '../text/numbers.ts';
import { type Column, readCell } from './columns.ts';
import type { Objective } from './objectives.ts';
import { asRun } from './staging.ts';
import { dropLastRow } from './table-edits.ts';

/** What is typed for one item: outputs by objective, values that differ from what was planned. */
interface Typed {
  readonly outputs: Record<string, string>;
  readonly actual: Record<string, string>;
}

const asColumn = (variable: Variable): Column => ({
  name: variable.name,
  kind: 'variable',
  unit: variable.unit ?? undefined,
  variable,
});

/** State and actions of one staged experiment, shared by the queue page and the page for the bench. */
export function useCompletion(
  id: string,
  item: QueueItem,
  variables: readonly Variable[],
  objectives: readonly Objective[],
) {
  const [typed, setTyped, forget] = useDraft<Typed>(`item.${id}.${item.id}`, { outputs: {}, actual: {} });
  const [autoTrain] = useAutoTrain(id);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  /** The planned value as shown: six digits are what anybody can set. */
  const planned = (name: string): string => {
    const value = item.inputs[name];
    return typeof value === 'number' ? writeNumber(Number(value.toPrecision(6))) : (value ?? '');
  };
  const actualOf = (name: string): string => typed.actual[name] ?? planned(name);
  const errors: Record<string, string> = {};
  const actual: Inputs = {};
  let differs = false;
  for (const variable of variables) {
    const text = actualOf(variable.name);
    const exact = item.inputs[variable.name];
    if (text === planned(variable.name) && exact !== undefined) {
      actual[variable.name] = exact;
      continue;
    }
    differs = true;
    const reading = readCell(text, asColumn(variable));
    if (reading.error !== undefined) errors[variable.name] = reading.error;
    else if (reading.value !== null) actual[variable.name] = reading.value;
  }
  const targets = objectives.map((objective) => objective.name);
  const outputs: number[] = [];
  for (const objective of objectives) {
    const text = typed.outputs[objective.name] ?? '';
    const { value, problem } = readNumber(text);
    if (value === undefined) errors[objective.name] = problem;
    else outputs.push(value);
  }
  const ready = Object.keys(errors).length === 0;
  const call = () =>
    calls.completeItem(id, item.id, differs ? { outputs, actual_inputs: actual } : { outputs }, autoTrain);
  const complete = async (): Promise<boolean> => {
    setTried(true);
    if (!ready) return false;
    setBusy(true);
    const done = await attempt(async () => {
      await change(id, call());
      return true;
    });
    setBusy(false);
    if (!done) return false;
    const kept = typed;
    forget();
    const { rows } = await loadDataset(id);
    told('Result recorded.', async () => {
      await dropLastRow(id, rows, targets);
      await stage(id, [asRun(item)]);
      setTyped(kept);
      invalidate(keyOf(id));
    });
    return true;
  };
  const start = async (): Promise<void> => {
    await attempt(() => change(id, calls.startItem(id, item.id), ['queue']));
  };
  const fail = async (why: string): Promise<void> => {
    await attempt(() => change(id, calls.failItem(id, item.id, why), ['queue']));
  };
  const remove = async (): Promise<void> => {
    const back = setOptimistic<QueueList>(keyOf(id, 'queue'), (now) => ({
      ...now,
      items: now.items.filter((one) => one.id !== item.id),
      n_pending: now.n_pending - 1,
    }));
    const done = await attempt(async () => {
      await removeItem(id, item);
      return true;
    });
    if (!done) back();
    else
      told('Removed from the queue.', async () => {
        await stage(id, [asRun(item)]);
      });
  };
  return {
    outputOf: (name: string): string => typed.outputs[name] ?? '',
    actualOf,
    setOutput: (name: string, text: string): void =>
      setTyped((now) => ({ ...now, outputs: { ...now.outputs, [name]: text } })),
    setActual: (name: string, text: string): void =>
      setTyped((now) => ({ ...now, actual: { ...now.actual, [name]: text } })),
    errors: tried ? errors : {},
    ready,
    busy,
    call,
    complete,
    start,
    fail,
    remove,
  };
}

/** Whether the model learns each result at once. */
export const useAutoTrain = (id: string) => useDraft(`auto-train.${id}`, true);
