import { setTimeout as sleep } from 'node:timers/promises';
import { saveReason } from '../../../store/data-folder.ts';
import type { Store } from '../../../store/store.ts';

/** Milliseconds for which an answer of the store counts, so that monitors cannot burden it. */
const freshFor = 1000;

/** Milliseconds in which the store answers, or counts as being away. */
const patience = 2000;

async function reasonOf(store: Store): Promise<string | undefined> {
  const silence = new AbortController();
  const silent = sleep(patience, `the store did not answer within ${patience / 1000} s`, {
    signal: silence.signal,
  }).catch(() => undefined);
  const asked = store.check().then(() => undefined, saveReason);
  return Promise.race([asked, silent]).finally(() => silence.abort());
}

/** Why the store can take no changes now; undefined if it can. Callers share one look at the store. */
export function readiness(store: Store): () => Promise<string | undefined> {
  let asked: Promise<string | undefined> | undefined;
  let until = 0;
  return () => {
    if (asked === undefined || performance.now() >= until) {
      until = Number.POSITIVE_INFINITY;
      asked = reasonOf(store).finally(() => {
        until = performance.now() + freshFor;
      });
    }
    return asked;
  };
}
