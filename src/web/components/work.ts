import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Call } from '../api/call.ts';
import { ApiError, send } from '../api/http.ts';
import { createListeners } from '../api/listeners.ts';
import { readStored, writeStored } from '../api/storage.ts';
import { attempt } from './toasts.tsx';

type Place = string | symbol;

const underWay = new Map<Place, AbortController>();
const { subscribe, notify } = createListeners();

/**
 * Work that a person waits for: whether it is under way, and a way to stop it. A failure is shown, and gives undefined.
 *
 * @param name of work that goes on when its page is left, and is found there again; its answer belongs into a draft
 */
export function useWork(name?: string) {
  const [own] = useState(() => Symbol('work'));
  const place: Place = name ?? own;
  const busy = useSyncExternalStore(subscribe, () => underWay.has(place));
  const start = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
    const control = new AbortController();
    underWay.set(place, control);
    notify();
    const answer = await attempt(() => work(control.signal));
    underWay.delete(place);
    notify();
    return answer;
  };
  return { busy, start, cancel: () => underWay.get(place)?.abort() };
}

/** A request that became a job of the server. */
interface Kept<Answer, Context> {
  readonly job: string;
  readonly call: Call<Answer>;
  readonly context: Context;
}

/** Seconds that a request may take before it becomes a job; most answers are there by then. */
const waitSeconds = 1;

/** The server keeps results for a day; of one that is gone nothing is said. */
const unlessGone = (error: unknown): undefined => {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
};

/** Whether a job may go on although its page could not wait: no server answered, or it asked who is here. */
const mayGoOn = (error: unknown): boolean => error instanceof ApiError && [0, 401].includes(error.status);

/**
 * Work of one request that goes on when its page is left or loaded again, and is found there again by its name.
 *
 * @param onAnswer puts the answer where pages find it; `context` is what was known when it was asked for
 */
export function useJob<Answer, Context>(name: string, onAnswer: (answer: Answer, context: Context) => void) {
  const work = useWork(name);
  const place = `athanor.job.${name}`;
  const run = async (call: Call<Answer>, context: Context, known?: string): Promise<void> => {
    const onJob = (job: string): void =>
      writeStored(place, JSON.stringify({ job, call, context } satisfies Kept<Answer, Context>));
    let isOver = true;
    const answer = await work.start(async (signal) => {
      try {
        return known === undefined
          ? await send({ ...call, waitSeconds }, signal, { onJob })
          : await send(call, signal, { known }).catch(unlessGone);
      } catch (error) {
        isOver = !mayGoOn(error);
        throw error;
      }
    });
    if (isOver) writeStored(place, null);
    if (answer !== undefined) onAnswer(answer, context);
  };
  const resume = useRef((): void => {});
  resume.current = () => {
    const kept = readStored(place);
    if (kept === null || underWay.has(name)) return;
    const { job, call, context } = JSON.parse(kept) as Kept<Answer, Context>;
    void run(call, context, job);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once for each name
  useEffect(() => resume.current(), [name]);
  return {
    busy: work.busy,
    cancel: work.cancel,
    ask: (call: Call<Answer>, context: Context): Promise<void> => run(call, context),
  };
}
