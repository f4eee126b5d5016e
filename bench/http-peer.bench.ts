import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './support/averages.ts';
import { wallSeconds } from './support/clock.ts';
import { hartmannData } from './support/hartmann.ts';
import { keepingClient, type Post } from './support/keeping-client.ts';
import { printTable, Report, type Row } from './support/report.ts';
import { type Server, startAthanor, startServer, stopServer } from './support/server.ts';
import { sessionOf } from './support/server-session.ts';

/** A Python with the package `alchemist-nrel` (0.4.0), whose HTTP interface ours contains. */
const python = process.env.ATHANOR_ALCHEMIST_PYTHON ?? 'python3';

type Json = Readonly<Record<string, unknown>>;

interface Request {
  readonly name: string;
  readonly rows: number;
  readonly goal: number;
  readonly path: string;
  readonly body: Json;
  /** How often the peer is asked, and we for each of those. */
  readonly peerCalls: number;
  readonly ourCalls: number;
}

const suggest = (strategy: string, n_suggestions: number): Json => ({
  strategy,
  n_suggestions,
  goal: 'maximize',
});
const requests: readonly Request[] = [
  {
    name: 'train',
    rows: 50,
    goal: 80,
    path: '/model/train',
    body: { backend: 'botorch' },
    peerCalls: 5,
    ourCalls: 5,
  },
  {
    name: 'train',
    rows: 500,
    goal: 15,
    path: '/model/train',
    body: { backend: 'botorch' },
    peerCalls: 3,
    ourCalls: 3,
  },
  {
    name: 'EI',
    rows: 50,
    goal: 60,
    path: '/acquisition/suggest',
    body: suggest('EI', 1),
    peerCalls: 5,
    ourCalls: 5,
  },
  {
    name: 'qEI q=4',
    rows: 50,
    goal: 80,
    path: '/acquisition/suggest',
    body: suggest('qEI', 4),
    peerCalls: 3,
    ourCalls: 5,
  },
  {
    name: 'qNIPV q=4',
    rows: 50,
    goal: 300,
    path: '/acquisition/suggest',
    body: suggest('qNIPV', 4),
    peerCalls: 1,
    ourCalls: 5,
  },
];

/** Seconds of the same request on both servers, turn by turn; the first call to each is not counted where the peer has several. */
async function compare(post: Post, request: Request, ours: Server, peer: Server | undefined): Promise<Row> {
  const { name, rows, goal, path, body, peerCalls, ourCalls } = request;
  const data = hartmannData(rows);
  const at = {
    ours: await sessionOf(post, ours.base, data),
    peer: peer ? await sessionOf(post, peer.base, data) : '',
  };
  const train = { backend: 'botorch' };
  await post(`${at.ours}/model/train`, train);
  if (peer) await post(`${at.peer}/model/train`, train);
  await post(at.ours + path, body);
  if (peer && peerCalls > 1) await post(at.peer + path, body);
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let i = 0; i < peerCalls; i++) {
    for (let k = 0; k < ourCalls; k++) times.ours.push(await wallSeconds(() => post(at.ours + path, body)));
    if (peer) times.peer.push(await wallSeconds(() => post(at.peer + path, body)));
  }
  const [mine, theirs] = [median(times.ours), median(times.peer)];
  return {
    request: name,
    rows,
    'Athanor s': mine,
    ...(peer ? { 'ALchemist s': theirs, 'times faster': theirs / mine } : {}),
    goal,
  };
}

async function startPeer(folder: string, port: number): Promise<Server | undefined> {
  if (
    spawnSync(python, ['-c', 'import alchemist_core, api.main'], { stdio: 'ignore', cwd: folder }).status !==
    0
  ) {
    console.log(
      `peer skipped: ${python} has no alchemist-nrel; set ATHANOR_ALCHEMIST_PYTHON to one that has`,
    );
    return undefined;
  }
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
  const folder = mkdtempSync(join(tmpdir(), 'athanor-bench-'));
  const peer = await startPeer(folder, 8198);
  const ours = await startAthanor(join(folder, 'data'), 8199);
  const { post, close } = keepingClient();
  try {
    const rows: Row[] = [];
    for (const request of requests.filter(({ name }) => only === undefined || name === only)) {
      rows.push(await compare(post, request, ours, peer));
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
