import {
  BackendUnavailableError,
  CancelledError,
  NotPositiveDefiniteError,
  ShapeError,
  ValueError,
} from '../engine/errors.ts';

/** One thing wrong with a body, query or form: where, in words, and a short code. */
export interface FieldProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** A request that breaks its schema (422). */
export class ValidationError extends Error {
  override name = 'ValidationError';
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    const place = ([first, ...parts]: readonly (string | number)[]) =>
      (first === 'body' ? parts : [first, ...parts]).join('.');
    const line = ({ loc, msg }: FieldProblem) => (place(loc) === '' ? msg : `${place(loc)}: ${msg}`);
    super(problems.map(line).join('; '));
    this.problems = problems;
  }
}

/** One field is wrong (422). */
export function fieldError(loc: readonly (string | number)[], msg: string, type: string): ValidationError {
  return new ValidationError([{ loc, msg, type }]);
}

/** An Idempotency-Key came again with another request (422). */
export class KeyReusedError extends ValidationError {
  override name = 'KeyReusedError';

  constructor(key: string, route: string) {
    const msg = `'${key}' was used before with another request (${route}); use a new key for a new request`;
    super([{ loc: ['header', 'Idempotency-Key'], msg, type: 'key_reused' }]);
  }
}

export class SessionNotFoundError extends Error {
  override name = 'SessionNotFoundError';

  constructor(id: string) {
    super(`session '${id}' not found; the ID must match exactly, letter case included`);
  }
}

/** The session's file is there and cannot be read. */
export class SessionFileUnreadableError extends Error {
  override name = 'SessionFileUnreadableError';
}

/** A write to, or a removal from, the store failed. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** The session is not at the revision that the client expects (If-Match). */
export class PreconditionFailedError extends Error {
  override name = 'PreconditionFailedError';

  constructor(id: string, expected: readonly string[], found: string) {
    super(
      `session '${id}': If-Match expects ${expected.join(', ')}, the session is at "${found}"; read it again before you change it`,
    );
  }
}

/** The store cannot be written to now, and nothing was changed. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
  readonly retryAfterSeconds = 5;
}

/** The connection to the database was lost under a write, and stayed away: the write may have been carried out. */
export class OutcomeUnknownError extends StoreUnavailableError {
  override name = 'OutcomeUnknownError';

  constructor(id: string, options?: ErrorOptions) {
    super(
      `session '${id}': the connection to the database was lost during the change, which may have been carried out; ` +
        'send the request again under its Idempotency-Key, or read the session first',
      options,
    );
  }
}

/** The session was changed meanwhile; the change must be made again from its current state. */
export class RevisionConflictError extends Error {
  override name = 'RevisionConflictError';

  constructor(id: string, expected: number, found: number) {
    super(
      `session '${id}' was changed by another client: expected revision ${expected}, found ${found}; send the request again`,
    );
  }
}

/** A part of a session that does not exist. */
export class NotFoundError extends Error {
  override name = 'NotFoundError';
}

/** The state of the thing does not allow it now. */
export class ConflictError extends Error {
  override name = 'ConflictError';
}

/** A conflict that passes: the answer says when the same request may be carried out (Retry-After). */
export const transientConflict = (conflict: ConflictError): ConflictError =>
  Object.assign(conflict, { retryAfterSeconds: 1 });

/**
 * How often a change is repeated on fresh state before the client gets a conflict. A server that is slower than another one on the same
 * record loses several times in a row; it succeeds when the clients of the other one wait for it.
 */
const maxAttempts = 100;

/**
 * Makes a change that reads fresh state and writes it by its revision, again as long as another writer was first.
 *
 * @param what is being changed, with its verb: "session 's1' is"
 * @param reload called before each repetition
 * @throws ConflictError every attempt met a newer revision
 */
export async function retryOnConflict<Answer>(
  what: string,
  change: () => Promise<Answer>,
  reload: () => Promise<void> = async () => {},
): Promise<Answer> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof RevisionConflictError)) throw error;
      await reload();
    }
  }
  throw transientConflict(
    new ConflictError(
      `${what} being changed by other requests: ${maxAttempts} attempts met a newer revision; send the request again`,
    ),
  );
}

/** The result of a job was applied before, or the job was given up: this one changes nothing. */
export class JobSupersededError extends ConflictError {
  override name = 'JobSupersededError';

  constructor(id: string) {
    super(
      `session '${id}': the job was ended by another request, and its result was discarded; read the session`,
    );
  }
}

/** More than the limits of the server allow (422): which limit, and the way out. */
export class LimitError extends ValidationError {
  override name = 'LimitError';

  constructor(limit: string, message: string, wayOut: string, place: readonly (string | number)[] = []) {
    super([
      { loc: ['body', ...place], msg: `${message} (${limit}); ${wayOut}, or raise ${limit}`, type: 'limit' },
    ]);
  }
}

/** The server is overloaded; nothing was started. */
export class OverloadedError extends Error {
  override name = 'OverloadedError';
  readonly retryAfterSeconds = 2;
}

/** More requests than the operator allows (429). */
export class RateLimitError extends Error {
  override name = 'RateLimitError';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Somebody else holds the lock of a session that enforces it (423). */
export class LockedError extends Error {
  override name = 'LockedError';
}

/** There was not enough memory for the work; nothing was changed. */
export class OutOfMemoryError extends Error {
  override name = 'OutOfMemoryError';
}

/** A body or file over the limit. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}

/** The caller is not authenticated (401). */
export class UnauthorizedError extends Error {
  override name = 'UnauthorizedError';
}

export class ForbiddenError extends Error {
  override name = 'ForbiddenError';
}

export class NoDataError extends ValueError {
  override name = 'NoDataError';
}

export class NoModelError extends ValueError {
  override name = 'NoModelError';
}

export class NoVariablesError extends ValueError {
  override name = 'NoVariablesError';
}

const statuses: readonly (readonly [new (...args: never[]) => Error, number])[] = [
  [ValidationError, 422],
  [SessionNotFoundError, 404],
  [NotFoundError, 404],
  [SessionFileUnreadableError, 503],
  [StoreError, 500],
  [StoreUnavailableError, 503],
  [OverloadedError, 503],
  [OutOfMemoryError, 503],
  [RevisionConflictError, 409],
  [PreconditionFailedError, 412],
  [ConflictError, 409],
  [UnauthorizedError, 401],
  [ForbiddenError, 403],
  [TooLargeError, 413],
  [LockedError, 423],
  [RateLimitError, 429],
  [ShapeError, 500],
  [ValueError, 400],
  [NotPositiveDefiniteError, 400],
  [CancelledError, 499],
  [BackendUnavailableError, 503],
];

const named: Readonly<Record<string, number>> = {
  QueueFullError: 503,
  TooManyJobsError: 429,
  PoolClosedError: 503,
  WorkerCrashedError: 503,
  JobLostError: 503,
};

/** HTTP status of an error; undefined for an unexpected one. */
export function statusOf(error: unknown): number | undefined {
  const row = statuses.find(([kind]) => error instanceof kind);
  if (row !== undefined) return row[1];
  return error instanceof Error ? named[error.name] : undefined;
}

export { CancelledError, ValueError };
