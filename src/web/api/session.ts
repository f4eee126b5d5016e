import { rowsOfCsv } from '../components/csv.ts';
import { useResource } from './cache.ts';
import { type Call, callTo, sessionCall } from './call.ts';
import { send, sendForFile } from './http.ts';
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

/** Rows of one page, which is all there is of most tables. */
const page = 1000;
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
 * Reads the whole table: a short one as a page, a long one as the CSV file that the server exports, which has each
 * value once. When the last row known is still where it was, only the rows after it are asked for, so that one more
 * experiment in 100,000 costs one small answer.
 */
export async function loadDataset(id: string): Promise<Dataset> {
  const begun = forgotten;
  const before = known.get(id);
  const last = before?.rows.at(-1);
  let rows: Row[] | undefined;
  if (before && last) {
    const tail = await rowsFrom(id, before.rows.length - 1);
    const grown = tail.rows.length === tail.total - before.rows.length + 1;
    if (grown && JSON.stringify(tail.rows[0]) === JSON.stringify(last))
      rows = tail.rows.length === 1 ? [...before.rows] : [...before.rows, ...tail.rows.slice(1)];
  }
  if (!rows) {
    const first = await rowsFrom(id, 0);
    rows = first.rows.length < first.total ? await exportedRows(id) : first.rows;
  }
  const dataset = { rows, columns: columnsOf(rows) };
  if (begun === forgotten) known.set(id, dataset);
  return dataset;
}

/** All rows, from the file that the server exports. */
async function exportedRows(id: string): Promise<Row[]> {
  const [file, { variables }] = await Promise.all([
    sendForFile(sessionCall('GET', id, 'experiments/export')),
    send(sessionCall('GET', id, 'variables')),
  ]);
  const labelled = variables.filter((one) => one.type === 'categorical').map((one) => one.name);
  return rowsOfCsv(await file.text(), new Set([...labelled, 'Reason', 'ProvenanceId']));
}

/** Names of all columns. Rows of a table have the same ones; only those edited here may differ. */
function columnsOf(rows: readonly Row[]): string[] {
  const seen = new Set<string>();
  for (const row of rows) for (const name in row) seen.add(name);
  return [...seen];
}

export const useDataset = (id: string) => useResource(keyOf(id, 'data'), () => loadDataset(id));
