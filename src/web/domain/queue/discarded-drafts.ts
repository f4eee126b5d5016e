import { useEffect, useRef } from 'react';
import { isOpen } from '../../../contract/queue/run-status.ts';
import type { Measured, QueueItem, QueueList } from '../../api/types.ts';
import { failed } from '../../components/toasts.tsx';
import { readMeasured, writeMeasured } from '../results/measured.ts';
import type { Objective } from '../results/objectives.ts';
import type { Typed } from './read-completion.ts';
import { typedFor } from './typed-results.ts';

/** The recorded result of the objective at a place. */
const recordedIn = ({ output }: QueueItem, name: string, at: number): Measured => {
  if (typeof output === 'number' || output === null) return output;
  return (Array.isArray(output) ? output[at] : output[name]) ?? null;
};

const isRecorded = (text: string, recorded: Measured): boolean => {
  const { value } = readMeasured(text);
  return value !== undefined && writeMeasured(value) === writeMeasured(recorded);
};

/** What is said about a run that was recorded while another result was typed for it; undefined where all that is typed is recorded. */
export function discardedDraftWords(
  item: QueueItem,
  number: number,
  { outputs }: Typed,
  objectives: readonly Objective[],
): string | undefined {
  const lost = objectives.flatMap(({ name, label }, at) => {
    const text = outputs[name]?.trim() ?? '';
    const recorded = recordedIn(item, name, at);
    return text === '' || isRecorded(text, recorded) ? [] : [{ label, text, recorded }];
  });
  if (lost.length === 0) return undefined;
  const recorded = lost.map((one) => `${one.label} ${writeMeasured(one.recorded) || 'empty'}`);
  const typed = lost.map((one) => `${one.label} ${one.text}`);
  return `Run ${number} was recorded by someone else: ${recorded.join(', ')}. Your input was not recorded: ${typed.join(', ')}.`;
}

/** Says so when a run is recorded elsewhere while another result is typed for it here: its fields go. */
export function useDiscardedDrafts(
  id: string,
  queue: QueueList | undefined,
  objectives: readonly Objective[],
): void {
  const open = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!queue) return;
    for (const [at, item] of queue.items.entries()) {
      if (item.status !== 'done' || !open.current.has(item.id)) continue;
      const words = discardedDraftWords(item, at + 1, typedFor(id, item), objectives);
      if (words !== undefined) failed(new Error(words));
    }
    open.current = new Set(queue.items.filter(isOpen).map((item) => item.id));
  }, [id, queue, objectives]);
}
