import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './support/averages.ts';
import { wallSeconds } from './support/clock.ts';
import { hartmannData } from './support/hartmann.ts';
import { keepingClient, type Post } from './support/keeping-client.ts';
import { hasModules, pythonOf } from './support/python.ts';
import { printTable, Report, type Row } from './support/report.ts';
import { type Server, startAthanor, startServer, stopServer } from './support/server.ts';
import { sessionOf } from './support/server-session.ts';
import { type Turns, takeTurns } from './support/turns.ts';

/** A Python with the package `alchemist-nrel` (0.4.0), whose HTTP interface ours contains. */
const python = pythonOf('alchemist');

type Json = Readonly<Record<string, unknown>>;

interface Request {
  readonly name: string;
  readonly rows: number;
  readonly path: string;
  readonly body: Json;
}

const train = { path: '/model/train', body: { backend: 'botorch' } };
const suggest = (strategy: string, n_suggestions: number) => ({
  path: '/acquisition/suggest',
  body: { strategy, n_suggestions, goal: 'maximize' },
});
const requests: readonly Request[] = [
  { name: 'train', rows: 50, ...train },
  { name: 'train', rows: 500, ...train },
  { name: 'EI', rows: 50, ...suggest('EI', 1) },
  { name: 'qEI, four runs', rows: 50, ...suggest('qEI', 4) },
];

/** Both sides are warm, and take turns. */
const turns: Turns = { warmUp: { calls: 1, seconds: 1 }, least: 5, most: 25, seconds: 8, uncounted: 0 };

async function compare(post: Post, request: Request, servers: readonly Server[]): Promise<Row> {
  const { name, rows, path, body } = request;
  const works: (() => Promise<number>)[] = [];
  for (const { base } of servers) {
    const at = await sessionOf(post, base, hartmannData(rows));
    await post(at + train.path, train.body);
    works.push(() => wallSeconds(() => post(at + path, body)));
  }
  const [mine = Number.NaN, theirs] = (await takeTurns(works, turns)).map(median);
  return {
    request: name,
    rows,
    'Athanor s': mine,
    ...(theirs === undefined ? {} : { 'ALchemist s': theirs, 'times faster': theirs / mine }),
  };
}

async function startPeer(folder: string, port: number): Promise<Server | undefined> {
  if (!hasModules(python, ['alchemist_core', 'api.main'])) return undefined;
  const args = ['-m', 'uvicorn', 'api.main:app', '--port', String(port)];
  return startServer(python, args, port, { cwd: folder });
}

/**
 * Training and suggesting over HTTP beside ALchemist 0.4.0, same requests, same data, same machine, turn by turn.
 * `--only EI` asks for the requests of one name and writes nothing.
 */
export async function run(args: readonly string[]): Promise<void> {
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  const report = new Report('http-peer');
  report.note(
    'noisy Hartmann-6; wall-clock seconds, medians of 5 to 25 calls, after at least one that does not count; ALchemist 0.4.0 with its BoTorch backend',
  );
  const folder = mkdtempSync(join(tmpdir(), 'athanor-bench-'));
  const peer = await startPeer(folder, 8198);
  const ours = await startAthanor(join(folder, 'data'), 8199);
  const { post, close } = keepingClient();
  try {
    const rows: Row[] = [];
    for (const request of requests.filter(({ name }) => only === undefined || name === only)) {
      rows.push(await compare(post, request, peer ? [ours, peer] : [ours]));
      printTable(request.name, rows.slice(-1));
    }
    report.table('one request over HTTP, medians, wall seconds', rows);
    if (only === undefined) report.write();
  } finally {
    await close();
    await stopServer(ours);
    if (peer) await stopServer(peer);
    rmSync(folder, { recursive: true });
  }
}
