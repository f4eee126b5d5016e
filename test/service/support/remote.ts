import type { Launched } from './launch.ts';
import { query } from './postgres.ts';
import { until } from './until.ts';

export type Body = Record<string, unknown>;

interface SendOptions {
  /** Idempotency key. */
  readonly key?: string;
  /** Milliseconds after which the request is given up. */
  readonly patienceMs?: number;
}

/** A request to a server process: POST with a body, GET without. */
export async function send(
  { address }: Pick<Launched, 'address'>,
  path: string,
  body?: Body,
  { key, patienceMs }: SendOptions = {},
) {
  const response = await fetch(`${address}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

/** The path of a new session with a variable `x` and so many rows. */
export async function makeSession(server: Pick<Launched, 'address'>, rows: number): Promise<string> {
  const path = `/sessions/${(await send(server, '/sessions', {})).body.session_id}`;
  await send(server, `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 100] });
  const experiments = Array.from({ length: rows }, (_, i) => ({ inputs: { x: i }, output: Math.sin(i) }));
  if (rows > 0) await send(server, `${path}/experiments/batch`, { experiments });
  return path;
}

/** Rows whose training lasts far longer than a look for its worker takes. */
export const LONG = 600;

export const trained = { backend: 'sklearn', kernel: 'Matern' };

/** The worker that has the newest job just now. */
export async function workerOfJob<Worker extends Pick<Launched, 'pid'>>(
  database: string,
  workers: readonly Worker[],
): Promise<Worker> {
  let found: Worker | undefined;
  await until(async () => {
    const [row] = await query(
      database,
      "select worker from job where state = 'running' order by created_at desc limit 1",
    );
    const pid = Number(String(row?.worker).split(':')[1]);
    found = workers.find((worker) => worker.pid === pid);
    return found !== undefined;
  });
  return found as Worker;
}
