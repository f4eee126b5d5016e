import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Call } from '../api/call.ts';
import { ApiError, send } from '../api/http.ts';
import { createListeners } from '../api/listeners.ts';
import { awaitServer } from '../api/parts.ts';
import { readStored, writeStored } from '../api/storage.ts';
import { attempt } from './toasts.tsx';

type Place = string | symbol;

const underWay = new Map<Place, AbortController>();
const { subscribe, notify } = createListeners();

/**
 * Work that a user waits for: whether it is under way, and a way to stop it. A failure is shown, and gives undefined.
 *
 * @param name of work that continues when its page is left, and is found there again; its answer belongs into a draft
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

/** The job that a call became; its ID is undefined before, and once it is forgotten. */
interface OwnJob {
  readonly id: () => string | undefined;
  readonly note: (id: string) => void;
  /** @returns false where another window of the browser has heard of its end already */
  readonly forget: () => Promise<boolean>;
}

/** Whether a job ended with the server that was started again, before it had a result. */
const isLost = ({ status, errorType }: ApiError): boolean =>
  status === 404 || errorType === 'InterruptedError';

/**
 * The answer to a call, by the job that it becomes. While no server answers, the job is waited for. One that ended with its server is
 * asked for once more: what jobs compute is not recorded twice.
 */
async function answered<Answer>(call: Call<Answer>, signal: AbortSignal, job: OwnJob): Promise<Answer> {
  const isOwn = job.id() === undefined;
  for (let mayAsk = true; ; ) {
    const known = job.id();
    try {
      return await (known === undefined
        ? send({ ...call, waitSeconds }, signal, { onJob: job.note })
        : send(call, signal, { known }));
    } catch (error) {
      const id = job.id();
      if (!(error instanceof ApiError) || id === undefined) throw error;
      if (error.status === 0) await awaitServer(signal);
      else if (mayAsk && isLost(error) && (isOwn || error.status !== 404) && (await job.forget()))
        mayAsk = false;
      else throw error;
    }
  }
}

/** Whether a job may continue although its page could not wait: no server answered, or it asked who is here. */
const mayGoOn = (error: unknown): boolean => error instanceof ApiError && [0, 401].includes(error.status);

const jobAt = (place: string): string | undefined => {
  const kept = readStored(place);
  return kept === null ? undefined : (JSON.parse(kept) as Kept<unknown, unknown>).job;
};

/** Milliseconds within which what one window stores reaches the others; usually a few hundredths of a second. */
const storageDelay = 10_000;

/**
 * Whether this window is the first one that claims the end of a job. Stored text does not decide it where two windows hear of the end at
 * the same time: each reads before the other's change arrives. Pages without encryption have no locks (W3C Web Locks API).
 */
const claim = (job: string): Promise<boolean> =>
  new Promise((resolve) => {
    if (navigator.locks === undefined) return resolve(true);
    void navigator.locks.request(`athanor.job.${job}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock !== null) await new Promise((done) => setTimeout(done, storageDelay));
    });
  });

interface JobEnds<Answer, Context> {
  /** Puts the answer where pages find it; `context` is what was known when it was asked for. */
  readonly onAnswer: (answer: Answer, context: Context) => unknown;
  /** Takes a refusal; by default it is shown as a message. */
  readonly onRefusal?: (error: ApiError) => void;
}

/**
 * Work of one request that continues when its page is left or loaded again, and is found there again by its name. Where several windows
 * of a browser wait for it, the first one that hears of its end takes the answer.
 */
export function useJob<Answer, Context>(name: string, { onAnswer, onRefusal }: JobEnds<Answer, Context>) {
  const work = useWork(name);
  const place = `athanor.job.${name}`;
  const run = async (call: Call<Answer>, context: Context, known?: string): Promise<void> => {
    let job = known;
    const note = (id: string): void => {
      job = id;
      writeStored(place, JSON.stringify({ job, call, context } satisfies Kept<Answer, Context>));
    };
    const isFirst = async (): Promise<boolean> => {
      if (job === undefined) return true;
      if (jobAt(place) !== job || !(await claim(job))) return false;
      writeStored(place, null);
      return true;
    };
    const forget = async (): Promise<boolean> => {
      const isMine = await isFirst();
      if (isMine) job = undefined;
      return isMine;
    };
    const answer = await work.start(async (signal) => {
      try {
        return await answered(call, signal, { id: () => job, note, forget });
      } catch (error) {
        if (mayGoOn(error)) throw error;
        // The server keeps results for a day; of one that is gone nothing is said.
        const isGone = known !== undefined && error instanceof ApiError && error.status === 404;
        const isTold = !(await isFirst()) && !signal.aborted;
        if (isGone || isTold) return undefined;
        if (!(error instanceof ApiError) || onRefusal === undefined) throw error;
        onRefusal(error);
        return undefined;
      }
    });
    if (answer !== undefined && (await isFirst())) await attempt(async () => onAnswer(answer, context));
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
  const cancel = (): void => {
    // Other windows that wait for it say nothing.
    writeStored(place, null);
    work.cancel();
  };
  return { busy: work.busy, cancel, ask: (call: Call<Answer>, context: Context) => run(call, context) };
}
