import { rowsOfCsv } from '../text/csv.ts';
import { type Call, callTo, sessionCall } from './call.ts';
import { send, sendForFile } from './http.ts';
import { keyOf, sessionsKey, useAnswer, useList, useResource } from './queries.ts';
import type { ExperimentList, Row } from './types.ts';

const detailCall = (id: string) => callTo('GET', '/api/v1/sessions/{session_id}', { session_id: id });
export const exportCall = (id: string): Call => sessionCall('GET', id, 'export');
const listCall = callTo('GET', '/api/v1/sessions', {}, { query: { limit: 1000 } });

export const useSessions = () =>
  useResource(sessionsKey, async (signal) => (await send(listCall, signal)).items);
export const useDetail = (id: string) =>
  useList(keyOf(id, 'detail'), (signal) => send(detailCall(id), signal));
export const useSessionState = (id: string) => useAnswer(keyOf(id, 'state'), sessionCall('GET', id, 'state'));
export const useVariables = (id: string) =>
  useList(
    keyOf(id, 'variables'),
    async (signal) => (await send(sessionCall('GET', id, 'variables'), signal)).variables,
  );
const constraintsCall = (id: string) => sessionCall('GET', id, 'constraints');
export const useConstraints = (id: string) =>
  useList(
    keyOf(id, 'constraints'),
    (signal) => send(constraintsCall(id), signal),
    ({ constraints }) => constraints,
  );
/** Sentences on constraints that leave no run possible. */
export const useContradictions = (id: string) =>
  useList(
    keyOf(id, 'constraints'),
    (signal) => send(constraintsCall(id), signal),
    ({ warnings }) => warnings,
  );
export const useQueue = (id: string) =>
  useList(keyOf(id, 'queue'), (signal) => send(sessionCall('GET', id, 'experiments/queue'), signal));
export const useModel = (id: string) => useAnswer(keyOf(id, 'model'), sessionCall('GET', id, 'model'));
export const useProvenance = (id: string) =>
  useResource(
    keyOf(id, 'provenance'),
    async (signal) => (await send(sessionCall('GET', id, 'experiments/provenance'), signal)).records,
  );
export const useAudit = (id: string) =>
  useResource(
    keyOf(id, 'audit'),
    async (signal) => (await send(sessionCall('GET', id, 'audit'), signal)).entries,
  );
export const useHistory = (id: string, limit: number) =>
  useAnswer(keyOf(id, 'history', 'list', limit), sessionCall('GET', id, 'history', { query: { limit } }));
export const usePast = (id: string, revision: number) =>
  useAnswer(
    keyOf(id, 'history', 'past', revision),
    sessionCall('GET', id, 'history/{revision}', { query: { limit: 200 } }, { revision: String(revision) }),
  );
/** `to`: the campaign as it is, by default. */
export const useComparison = (id: string, from: number, to?: number) =>
  useAnswer(
    keyOf(id, 'history', 'compare', from, to ?? 'now'),
    sessionCall('GET', id, 'history/compare', { query: to === undefined ? { from } : { from, to } }),
  );
export const useLock = (id: string) => useAnswer(keyOf(id, 'lock'), sessionCall('GET', id, 'lock'));

/** All recorded experiments of a session. */
export interface Dataset {
  readonly rows: readonly Row[];
  /** Column names in the order they are shown. */
  readonly columns: readonly string[];
}

/** Rows of one page, which is all there is of most tables. */
const page = 1000;
const known = new Map<string, Dataset>();
/** Counts invalidations, so that a request begun before one does not bring the old rows back. */
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
  signal?: AbortSignal,
): Promise<{ rows: Row[]; total: number }> {
  const answer: ExperimentList = await send(
    sessionCall('GET', id, 'experiments', { query: { skip, limit } }),
    signal,
  );
  return { rows: answer.experiments, total: answer.total };
}

/**
 * Reads the whole table: a short one as a page, a long one as the CSV file that the server exports, which has each
 * value once. When the last row known is still where it was, only the rows after it are asked for, so that one more
 * experiment in 100,000 costs one small answer.
 */
export async function loadDataset(id: string, signal?: AbortSignal): Promise<Dataset> {
  const begun = forgotten;
  const before = known.get(id);
  const last = before?.rows.at(-1);
  let rows: Row[] | undefined;
  if (before && last) {
    const tail = await rowsFrom(id, before.rows.length - 1, page, signal);
    const grown = tail.rows.length === tail.total - before.rows.length + 1;
    if (grown && JSON.stringify(tail.rows[0]) === JSON.stringify(last))
      rows = tail.rows.length === 1 ? [...before.rows] : [...before.rows, ...tail.rows.slice(1)];
  }
  if (!rows) {
    const first = await rowsFrom(id, 0, page, signal);
    rows = first.rows.length < first.total ? await exportedRows(id, signal) : first.rows;
  }
  const dataset = { rows, columns: columnsOf(rows) };
  if (begun === forgotten) known.set(id, dataset);
  return dataset;
}

/** All rows, from the file that the server exports. */
async function exportedRows(id: string, signal?: AbortSignal): Promise<Row[]> {
  const [file, { variables }] = await Promise.all([
    sendForFile(sessionCall('GET', id, 'experiments/export'), signal),
    send(sessionCall('GET', id, 'variables'), signal),
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

export const useDataset = (id: string) => useResource(keyOf(id, 'data'), (signal) => loadDataset(id, signal));
