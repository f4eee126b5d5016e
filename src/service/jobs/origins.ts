/** Where a result came from; absent parts are not known. */
export interface Origin {
  /** The queued job: the commit that applies the result ends the job with it. */
  readonly job?: string;
  readonly backend?: string;
  readonly device?: string;
  /** Release of the worker, where it is another process. */
  readonly version?: string;
}

const origins = new WeakMap<object, Origin>();

export function setOrigin<Result>(result: Result, origin: Origin): Result {
  if (typeof result === 'object' && result !== null) origins.set(result, origin);
  return result;
}

export const originOf = (result: unknown): Origin =>
  (typeof result === 'object' && result !== null ? origins.get(result) : undefined) ?? {};
