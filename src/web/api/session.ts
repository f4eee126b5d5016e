import { useResource } from './cache.ts';
import { type Call, callTo, sessionCall } from './call.ts';
import { send } from './http.ts';
import type { ExperimentList, Row } from './types.ts';

/** Name of a session's resource in the cache. `keyOf(id)` is the prefix of them all. */
export const keyOf = (id: string, name = ''): string => `s/${id}/${name}`;

export const detailCall = (id: string) => callTo('GET', '/api/v1/sessions/{session_id}', { session_id: id });
export const exportCall = (id: string): Call => sessionCall('GET', id, 'export');
const listCall = callTo('GET', '/api/v1/sessions', {}, { query: { limit: 1000 } });

export const useSessions = () => useResource('sessions', async () => (await send(listCall)).items);
export const useDetail = (id: string) => useResource(keyOf(id, 'detail'), () => send(detailCall(id)));
export const useSessionState = (id: string) =>
  useResource(keyOf(id, 'state'), () => send(sessionCall('GET', id, 'state')));
export const useVariables = (id: string) =>
  useResource(
    keyOf(id, 'variables'),
    async () => (await send(sessionCall('GET', id, 'variables'))).variables,
  );
export const useConstraints = (id: string) =>
  useResource(
    keyOf(id, 'constraints'),
    async () => (await send(sessionCall('GET', id, 'constraints'))).constraints,
  );
export const useQueue = (id: string) =>
  useResource(keyOf(id, 'queue'), () => send(sessionCall('GET', id, 'experiments/queue')));
export const useModel = (id: string) =>
  useResource(keyOf(id, 'model'), () => send(sessionCall('GET', id, 'model')));
export const useProvenance = (id: string) =>
  useResource(
    keyOf(id, 'provenance'),
    async () => (await send(sessionCall('GET', id, 'experiments/provenance'))).records,
  );
export const useAudit = (id: string) =>
  useResource(keyOf(id, 'audit'), async () => (await send(sessionCall('GET', id, 'audit'))).entries);
export const useLock = (id: string) =>
  useResource(keyOf(id, 'lock'), () => send(sessionCall('GET', id, 'lock')));

/** All recorded experiments of a session. */
export interface Dataset {
  readonly rows: readonly Row[];
  /** Column names in the order they are shown. */
  readonly columns: readonly string[];
}

const page = 1000;
/** Pages asked for at once. */
const together = 6;
const known = new Map<string, Dataset>();
/** Counts the forgettings, so that a reading begun before one does not bring the old rows back. */
let forgotten = 0;

/** Makes the next reading of the table start from nothing: rows in its middle may be others now. */
export function forgetDataset(id: string): void {
  forgotten++;
  known.delete(id);
}

/** Rows of the table from one on, with the length of the whole. */
export async function rowsFrom(
  id: string,
  skip: number,
  limit = page,
): Promise<{ rows: Row[]; total: number }> {
  const answer: ExperimentList = await send(
    sessionCall('GET', id, 'experiments', { query: { skip, limit } }),
  );
  return { rows: answer.experiments, total: answer.total };
}

/**
 * Reads the whole table, a page at a time. When the last row known is still where it was, only the rows
 * after it are asked for, so that one more experiment in 100,000 costs one small answer.
 */
export async function loadDataset(id: string): Promise<Dataset> {
  const begun = forgotten;
  const before = known.get(id);
  const last = before?.rows.at(-1);
  let rows: Row[] = [];
  let total = Number.POSITIVE_INFINITY;
  if (before && last) {
    const tail = await rowsFrom(id, before.rows.length - 1);
    if (JSON.stringify(tail.rows[0]) === JSON.stringify(last)) {
      rows = [...before.rows, ...tail.rows.slice(1)];
      total = tail.total;
    }
  }
  if (rows.length === 0) {
    const first = await rowsFrom(id, 0);
    rows = first.rows;
    total = first.total;
  }
  while (rows.length < total) {
    const starts = Array.from({ length: together }, (_, i) => rows.length + i * page).filter(
      (skip) => skip < total,
    );
    const pages = await Promise.all(starts.map((skip) => rowsFrom(id, skip)));
    const more = pages.flatMap((one) => one.rows);
    if (more.length === 0) break;
    rows = rows.concat(more);
  }
  const seen = new Set<string>();
  for (const row of rows) for (const name in row) seen.add(name);
  const dataset = { rows, columns: [...seen] };
  if (begun === forgotten) known.set(id, dataset);
  return dataset;
}

export const useDataset = (id: string) => useResource(keyOf(id, 'data'), () => loadDataset(id));
