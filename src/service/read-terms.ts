import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request asks of the sessions that it reads on a shared store, and what it got. */
export interface ReadTerms {
  /** A session in memory will do from this revision on. */
  readonly minRevision: number | undefined;
  /** Whether an answer from memory is better than none while the store cannot be reached. */
  readonly mayBeStale: boolean;
  /** Sessions that were compared with the store during this request. */
  readonly verified: Set<string>;
  /** Something was read that others may have changed since. */
  isStale: boolean;
}

/** Of the request that is being answered; reads are many calls deep, and none of them is about how fresh they are. */
export const readTerms = new AsyncLocalStorage<ReadTerms>();
