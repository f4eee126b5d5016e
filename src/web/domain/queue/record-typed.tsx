import { useSyncExternalStore } from 'react';
import { calls, change } from '../../api/actions.ts';
import type { QueueItem, Variable } from '../../api/types.ts';
import { onDrafts, writeDrafts } from '../../components/draft.ts';
import { notify, notifyStep } from '../../components/toasts.tsx';
import { useWork } from '../../components/work.ts';
import { count } from '../../text/format.ts';
import type { Objective } from '../results/objectives.ts';
import { useUpdate } from './completion.tsx';
import { readCompletion, type Typed } from './read-completion.ts';
import { nextStep, type Steps, useSteps } from './steps.tsx';
import { isFilled, type Recorded, typedFor, typedKey, undoTypedResults } from './typed-results.ts';

interface Runs {
  id: string;
  /** Runs that are not finished. */
  open: readonly QueueItem[];
  variables: readonly Variable[];
  objectives: readonly Objective[];
}

/** Runs with a typed result that may be recorded now. */
const filledRuns = ({ id, open }: Runs, { approval, nameless }: Steps): QueueItem[] =>
  nameless
    ? []
    : open.filter((item) => nextStep(item, approval) === 'complete' && isFilled(typedFor(id, item)));

/** Records runs by one request: all of them, or none when one is refused. Fields that cannot be read are marked and stay. */
async function record(props: Runs, items: readonly QueueItem[], by: string | undefined) {
  const { id, variables, objectives } = props;
  const read = items.map((item) => {
    const typed = typedFor(id, item);
    return { item, typed, ...readCompletion(item, variables, objectives, typed) };
  });
  const [wrong = [], right = []] = [false, true].map((isRight) =>
    read.filter(({ errors }) => (Object.keys(errors).length === 0) === isRight),
  );
  writeDrafts<Typed>(wrong.map(({ item, typed }) => [typedKey(id, item), { ...typed, checked: true }]));
  if (right.length === 0) return { done: [] as Recorded[], remarks: [] };
  const entries = right.map(({ item, inputs, outputs }) => ({
    item_id: item.id,
    inputs: { ...inputs },
    output: [...outputs],
  }));
  const { warnings: remarks } = await change(id, calls.completeItems(id, entries, by));
  writeDrafts<Typed>(right.map(({ item }) => [typedKey(id, item), undefined]));
  return { done: right as Recorded[], remarks };
}

/** A button that records all runs whose results are typed or pasted; nothing as long as these are fewer than two. */
export function RecordTyped(props: Runs) {
  const { id } = props;
  const steps = useSteps(id);
  const update = useUpdate(id);
  const { busy, start } = useWork();
  const filled = useSyncExternalStore(onDrafts, () => filledRuns(props, steps).length);
  const recordAll = async (): Promise<void> => {
    const items = filledRuns(props, steps);
    const { done, remarks } = await record(props, items, steps.by);
    if (done.length > 0) update();
    const left = items.length - done.length;
    const rest = left === 0 ? '' : ` ${count(left, 'run')} not recorded: see the marked fields.`;
    const undo = async (): Promise<void> => {
      await undoTypedResults(id, done);
      update();
    };
    if (done.length > 0) notifyStep(id, `${count(done.length, 'result')} recorded.${rest}`, undo, remarks);
    else if (left > 0) notify(rest.trim());
  };
  if (filled < 2 && !busy) return null;
  return (
    <button type="button" className="primary" disabled={busy} onClick={() => void start(recordAll)}>
      {busy ? 'Recording…' : `Record ${count(filled, 'result')}`}
    </button>
  );
}
