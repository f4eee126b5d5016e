import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spread } from './support/averages.ts';
import { processorMs, threadMs } from './support/clock.ts';
import { healthWhile } from './support/health-while.ts';
import { keepingClient } from './support/keeping-client.ts';
import { get, leanLoad, post as postText } from './support/lean-load.ts';
import { Report, type Row } from './support/report.ts';
import { type Server, startAthanor, stopServer } from './support/server.ts';
import { openSession, recordRows } from './support/server-session.ts';

const port = 8196;
const connections = 16;
const rows = 1000;
const columns = 4;

/** Coordinate of a run. */
const coordinate = (i: number, k: number): number => (i * (k + 3) * 0.6180339887) % 1;

const point = (i: number) =>
  Object.fromEntries(Array.from({ length: columns }, (_, k) => [`x${k}`, coordinate(i, k)]));

const dataOf = (n: number) => ({
  n,
  d: columns,
  X: Float64Array.from({ length: n * columns }, (_, at) =>
    coordinate(Math.floor(at / columns), at % columns),
  ),
  y: Float64Array.from({ length: n }, (_, i) => Math.sin(i)),
});

/** What one kind of request costs. @param next the next request @throws Error where one fails */
async function rate(
  server: Server,
  what: string,
  goal: number,
  next: () => { readonly port: number; readonly bytes: string },
): Promise<Row> {
  const pid = server.process.pid as number;
  await leanLoad(connections, 1, next);
  const [all, main, began] = [processorMs(pid), threadMs(pid), performance.now()];
  const { done, failed } = await leanLoad(connections, 4, next);
  const seconds = (performance.now() - began) / 1000;
  if (failed > 0) throw new Error(`rates: ${failed} of ${done + failed} requests '${what}' failed`);
  const mainEach = (threadMs(pid) - main) / done;
  return {
    request: what,
    'per second': Math.round(done / seconds),
    'main thread ms': mainEach,
    'server ms': (processorMs(pid) - all) / done,
    'per second of main thread': Math.round(1000 / mainEach),
    goal,
  };
}

/**
 * Requests a second that one server answers over 16 connections, beside what each costs in processor time; and `/health` during a training of
 * 2,000 rows. The client runs in another process and shares the cores.
 */
export async function run(): Promise<void> {
  const report = new Report('rates');
  const folder = mkdtempSync(join(tmpdir(), 'athanor-rates-'));
  const server = await startAthanor(folder, port);
  const { post, close } = keepingClient();
  const sessionOf = async (n: number): Promise<string> => {
    const at = await openSession(post, server.base, columns);
    await recordRows(post, at, dataOf(n));
    return at;
  };
  try {
    const [at, small] = [await sessionOf(rows), await sessionOf(50)];
    await post(`${small}/model/train`, { backend: 'botorch' });
    let i = 0;
    const table: Row[] = [];
    const add = async (what: string, goal: number, url: string, body?: () => unknown) => {
      const path = url.slice(server.base.length);
      const next = () => (body ? postText(port, path, JSON.stringify(body())) : get(port, path));
      table.push(await rate(server, what, goal, next));
    };
    await add('GET state', 15_900, `${at}/state`);
    await add('GET experiments', 5000, `${at}/experiments`);
    await add('GET experiments?limit=20', 5000, `${at}/experiments?limit=20`);
    await add('POST predict, one point', 5000, `${small}/model/predict`, () => ({ inputs: [point(i++)] }));
    await add('POST experiments', 2200, `${at}/experiments`, () => ({ inputs: point(i++), output: 1 }));
    report.table('requests a second', table);
    const large = await sessionOf(2000);
    const work = post(`${large}/model/train`, { backend: 'botorch' });
    const times = await healthWhile(server.base, work);
    report.table('/health during a training of 2,000 rows, ms', [spread(times)]);
    report.write();
  } finally {
    await close();
    await stopServer(server);
    rmSync(folder, { recursive: true });
  }
}
