import { useResource } from './cache.ts';
import { type Call, part, send } from './http.ts';
import type {
  AuditEntry,
  Constraint,
  ExperimentList,
  Lock,
  Model,
  Provenance,
  QueueList,
  Row,
  SessionDetail,
  SessionList,
  SessionState,
  Variable,
} from './types.ts';

/** Path of a session's resource, below the API root. */
export const at = (id: string, rest = ''): string => `sessions/${part(id)}${rest === '' ? '' : `/${rest}`}`;
/** Name of a session's resource in the cache. `keyOf(id)` is the prefix of them all. */
export const keyOf = (id: string, name = ''): string => `s/${id}/${name}`;

const get = <T>(path: string, query?: Call['query']): Promise<T> =>
  send<T>(query ? { method: 'GET', path, query } : { method: 'GET', path });

export const useSessions = () =>
  useResource('sessions', async () => (await get<SessionList>('sessions', { limit: 1000 })).items);
export const useDetail = (id: string) => useResource(keyOf(id, 'detail'), () => get<SessionDetail>(at(id)));
export const useSessionState = (id: string) =>
  useResource(keyOf(id, 'state'), () => get<SessionState>(at(id, 'state')));
export const useVariables = (id: string) =>
  useResource(
    keyOf(id, 'variables'),
    async () => (await get<{ variables: Variable[] }>(at(id, 'variables'))).variables,
  );
export const useConstraints = (id: string) =>
  useResource(
    keyOf(id, 'constraints'),
    async () => (await get<{ constraints: Constraint[] }>(at(id, 'constraints'))).constraints,
  );
export const useQueue = (id: string) =>
  useResource(keyOf(id, 'queue'), () => get<QueueList>(at(id, 'experiments/queue')));
export const useModel = (id: string) => useResource(keyOf(id, 'model'), () => get<Model>(at(id, 'model')));
export const useProvenance = (id: string) =>
  useResource(
    keyOf(id, 'provenance'),
    async () => (await get<{ records: Provenance[] }>(at(id, 'experiments/provenance'))).records,
  );
export const useAudit = (id: string) =>
  useResource(
    keyOf(id, 'audit'),
    async () => (await get<{ entries: AuditEntry[] }>(at(id, 'audit'))).entries,
  );
export const useLock = (id: string) => useResource(keyOf(id, 'lock'), () => get<Lock>(at(id, 'lock')));
/** Answer of one of the diagnostic plots; asked for only when there is a model. */
export const usePlot = <T>(id: string, name: string, target: string | undefined, trained: boolean) =>
  useResource(trained ? keyOf(id, `plot/${name}/${target ?? ''}`) : null, () =>
    get<T>(at(id, `visualizations/${name}`), target === undefined ? undefined : { target }),
  );

/** All recorded experiments of a session. */
export interface Dataset {
  readonly rows: readonly Row[];
  /** Column names in the order they are shown. */
  readonly columns: readonly string[];
}

const page = 1000;
const known = new Map<string, Dataset>();
/** Counts the forgettings, so that a reading begun before one does not bring the old rows back. */
let forgotten = 0;

/** Makes the next reading of the table start from nothing: rows in its middle may be others now. */
export function forgetDataset(id: string): void {
  forgotten++;
  known.delete(id);
}

async function rowsFrom(id: string, skip: number): Promise<{ rows: Row[]; total: number }> {
  const answer = await get<ExperimentList>(at(id, 'experiments'), { skip, limit: page });
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
  while (rows.length < total) {
    const next = await rowsFrom(id, rows.length);
    total = next.total;
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  const seen = new Set<string>(rows.flatMap((row) => Object.keys(row)));
  const dataset = { rows, columns: [...seen] };
  if (begun === forgotten) known.set(id, dataset);
  return dataset;
}

export const useDataset = (id: string) => useResource(keyOf(id, 'data'), () => loadDataset(id));
