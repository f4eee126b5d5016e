import * as engineErrors from '../../engine/errors.ts';
import { counted } from '../../engine/words.ts';

/** The queue of jobs is full: nothing was started. HTTP answers 503 with Retry-After. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
  /** Seconds after which a place is likely free, from the times of recent jobs; at least 1. */
  readonly retryAfterSeconds: number;

  constructor(limit: number, retryAfterSeconds: number) {
    super(
      `jobs: ${counted(limit, 'job')} ${limit === 1 ? 'is' : 'are'} waiting, which is the limit (LIMIT_WAITING_JOBS); try again in ${retryAfterSeconds} s`,
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** One session has as many jobs waiting as it may: nothing was started. HTTP answers 429 with Retry-After. */
export class TooManyJobsError extends Error {
  override name = 'TooManyJobsError';
  readonly retryAfterSeconds: number;

  constructor(limit: number, retryAfterSeconds: number) {
    super(
      `jobs: ${counted(limit, 'job')} of this session ${limit === 1 ? 'is' : 'are'} waiting, which is its limit (LIMIT_SESSION_JOBS); ` +
        `wait for them, or try again in ${retryAfterSeconds} s`,
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The thread that ran a job ended in the middle of it (out of memory, or a fault in native code). */
export class WorkerCrashedError extends Error {
  override name = 'WorkerCrashedError';
}

/** A queued job ended without a result that could be applied. HTTP answers 503. */
export class JobLostError extends Error {
  override name = 'JobLostError';
}

/** The pool was closed while the job waited or ran. */
export class PoolClosedError extends Error {
  override name = 'PoolClosedError';
}

/** An error as it crosses a thread border: class name, message and own fields; structured clone drops all three. */
export interface SerializedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Plain values only: a field that structured clone refuses must not lose the error itself. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  return Array.isArray(value) && value.every(isPlain);
}

/** What of an error crosses threads: its name, message, stack and plain fields. */
export function serializeError(thrown: unknown): SerializedError {
  if (!(thrown instanceof Error)) {
    return { name: 'Error', message: `a task threw ${String(thrown)}`, stack: undefined, fields: {} };
  }
  const fields = Object.fromEntries(
    Object.entries(thrown).filter(([key, value]) => key !== 'name' && isPlain(value)),
  );
  return { name: thrown.name, message: thrown.message, stack: thrown.stack, fields };
}

const engineClasses: Readonly<Record<string, (new (message: string) => Error) | undefined>> = engineErrors;

/** The same class (for those of `engine/errors.ts`, else Error with that name), message, stack and fields. */
export function deserializeError(packed: SerializedError): Error {
  const Class = Object.hasOwn(engineClasses, packed.name) ? engineClasses[packed.name] : undefined;
  const error = new (Class ?? Error)(packed.message);
  error.name = packed.name;
  if (packed.stack !== undefined) error.stack = packed.stack;
  return Object.assign(error, packed.fields);
}
