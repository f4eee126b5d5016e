import { calls, change, removeItem, stage } from '../../api/actions.ts';
import { keyOf, setOptimistic } from '../../api/queries.ts';
import type { QueueItem, QueueList, Variable } from '../../api/types.ts';
import { useDraft } from '../../components/draft.ts';
import { attempt, notifyStep } from '../../components/toasts.tsx';
import { useWork } from '../../components/work.ts';
import { trainInBackground } from '../models/background-training.ts';
import type { Objective } from '../results/objectives.ts';
import { nothingTyped, plannedText, readCompletion, type Typed } from './read-completion.ts';
import { asRun, restage } from './staging.ts';
import { nextStep, useSteps } from './steps.tsx';
import { typedKey, undoTypedResults, withdrawResults } from './typed-results.ts';

/** Takes an item out of the queue, at once on screen, with a way back. */
async function removeRun(id: string, item: QueueItem): Promise<void> {
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
    notifyStep(id, 'Removed from the queue.', async () => {
      await stage(id, [asRun(item)]);
    });
}

/** Why a run gave no result; with `record` it becomes a row that models learn from. */
interface Failure {
  readonly error: string;
  readonly record: boolean;
}

/** Marks a run as failed, with a way back. */
export async function failRun(id: string, item: QueueItem, failure: Failure): Promise<void> {
  const done = await attempt(() => change(id, calls.failItem(id, item.id, failure)));
  if (!done) return;
  notifyStep(id, failure.record ? 'Recorded as a failed run.' : 'Marked as failed.', async () => {
    await (failure.record ? withdrawResults : restage)(id, [item]);
  });
}

/** State and actions of one staged experiment, shared by the queue page and the page for the bench. */
export function useCompletion(
  id: string,
  item: QueueItem,
  variables: readonly Variable[],
  objectives: readonly Objective[],
) {
  const [typed, setTyped, forget] = useDraft<Typed>(typedKey(id, item), nothingTyped);
  const update = useUpdate(id);
  const { busy, start } = useWork();
  const steps = useSteps(id);
  const next = nextStep(item, steps.approval);
  const { errors, warnings, outputs, actual } = readCompletion(item, variables, objectives, typed);
  const ready = Object.keys(errors).length === 0;
  const who = steps.by === undefined ? {} : { by: steps.by };
  const call = () =>
    calls.completeItem(id, item.id, {
      outputs: [...outputs],
      ...(actual && { actual_inputs: actual }),
      ...who,
    });
  const complete = async (): Promise<boolean> => {
    if (next !== 'complete' || steps.nameless) return false;
    if (!ready) {
      setTyped((now) => ({ ...now, checked: true }));
      return false;
    }
    const answer = await start(() => change(id, call()));
    if (!answer) return false;
    forget();
    const undo = async (): Promise<void> => {
      await undoTypedResults(id, [{ item, typed }]);
      update();
    };
    notifyStep(id, 'Result recorded.', undo, answer.warnings);
    update();
    return true;
  };
  return {
    outputOf: (name: string): string => typed.outputs[name] ?? '',
    actualOf: (name: string): string => typed.actual[name] ?? plannedText(item, name),
    setOutput: (name: string, text: string): void =>
      setTyped((now) => ({ ...now, outputs: { ...now.outputs, [name]: text } })),
    setActual: (name: string, text: string): void =>
      setTyped((now) => ({ ...now, actual: { ...now.actual, [name]: text } })),
    errors: typed.checked ? errors : ({} as typeof errors),
    warnings,
    ready,
    busy,
    call,
    complete,
    /** Where runs are approved: what has to be done to this one next. */
    next,
    steps,
    approve: (): Promise<unknown> =>
      attempt(() => change(id, calls.approveItem(id, item.id, steps.by), ['queue'])),
    start: (): Promise<unknown> =>
      attempt(() => change(id, calls.startItem(id, item.id, steps.by), ['queue'])),
    remove: (): Promise<void> => removeRun(id, item),
  };
}

export type Completion = ReturnType<typeof useCompletion>;

/** Whether the model learns each result at once. */
export const useAutoTrain = (id: string) => useDraft(`auto-train.${id}`, true);

/** Trains behind the page, unless that is switched off. */
export function useUpdate(id: string): () => void {
  const [autoTrain] = useAutoTrain(id);
  return () => {
    if (autoTrain) void trainInBackground(id);
  };
}
