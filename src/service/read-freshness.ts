import { AsyncLocalStorage } from 'node:async_hooks';

/** How recent the sessions must be that one request reads on a shared store, and whether they were. */
export interface ReadFreshness {
  /** A session in memory will do from this revision on. */
  readonly minRevision: number | undefined;
  /** Whether an answer from memory is better than none while the store cannot be reached. */
  readonly mayBeStale: boolean;
  /** Sessions that were compared with the store during this request. */
  readonly verified: Set<string>;
  /** Something was read that others may have changed since. */
  isStale: boolean;
}

/** Of the request that is being answered. Reads are many calls deep, so it is not a parameter. */
export const readFreshness = new AsyncLocalStorage<ReadFreshness>();
