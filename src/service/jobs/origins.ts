/** Which queued job a result came from: the commit that applies the result ends the job with it. */
const origins = new WeakMap<object, string>();

export function setOrigin<Result>(result: Result, job: string): Result {
  if (typeof result === 'object' && result !== null) origins.set(result, job);
  return result;
}

/** Undefined for one that this server computed itself. */
export const originOf = (result: unknown): string | undefined =>
  typeof result === 'object' && result !== null ? origins.get(result) : undefined;
