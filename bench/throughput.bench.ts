import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Data, hartmannData } from './support/hartmann.ts';
import { LivePeer } from './support/live-peer.ts';
import { median } from './support/measure.ts';
import { Report, type Row } from './support/report.ts';
import { type Server, startAthanor, stopServer } from './support/server.ts';

const sizes = [20, 50, 200, 500, 1000];
const threads = 2;
/** Turns that count; before them, turns that do not: compilers of both sides are done with the code by then. */
const turns = 5;
const uncounted = { turns: 3, seconds: 10 };

interface Task {
  /** As the peer's script names it. */
  readonly name: 'train' | 'LogEI' | 'qEI';
  readonly title: string;
  readonly path: string;
  readonly body: object;
  /** Other settings of the peer; the fastest of all is its best. */
  readonly settings: readonly string[];
}

const tasks: readonly Task[] = [
  {
    name: 'train',
    title: 'train',
    path: '/model/train',
    body: { backend: 'botorch' },
    settings: ['one thread'],
  },
  {
    name: 'LogEI',
    title: 'LogEI, one run',
    path: '/acquisition/suggest',
    body: { strategy: 'LogEI', goal: 'maximize' },
    settings: ['one thread'],
  },
  {
    name: 'qEI',
    title: 'qEI, four runs',
    path: '/acquisition/suggest',
    body: { strategy: 'qEI', n_suggestions: 4, goal: 'maximize' },
    settings: ['one thread', 'greedy'],
  },
];

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** A session with the data; its URL. */
async function sessionOf({ base }: Server, { n, d, X, y }: Data): Promise<string> {
  const root = `${base}/api/v1/sessions`;
  const { session_id } = (await post(root, {})) as { session_id: string };
  const at = `${root}/${session_id}`;
  for (let k = 0; k < d; k++) await post(`${at}/variables`, { name: `x${k}`, type: 'real', min: 0, max: 1 });
  const experiments = Array.from({ length: n }, (_, i) => ({
    inputs: Object.fromEntries(Array.from({ length: d }, (_, k) => [`x${k}`, X[i * d + k]])),
    output: y[i],
  }));
  await post(`${at}/experiments/batch`, { experiments });
  return at;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1e3;
}

/**
 * Works take turns, each as often as the others; seconds of the turns that count, work by work. A turn is two calls, of which the second is timed:
 * the first finds caches as the other side left them.
 */
async function inTurns(works: readonly (() => Promise<number>)[]): Promise<number[][]> {
  const times: number[][] = works.map(() => []);
  const begin = performance.now();
  for (let turn = 0; turn < uncounted.turns || performance.now() - begin < 1e3 * uncounted.seconds; turn++)
    for (const work of works) await work();
  for (let turn = 0; turn < turns; turn++) {
    for (const [i, work] of works.entries()) {
      await work();
      times[i]!.push(await work());
    }
  }
  return times;
}

/** Our request and the peer's call at each setting. */
async function compare(task: Task, data: Data, at: string, peer: LivePeer | undefined): Promise<Row> {
  const settings = ['default', ...task.settings];
  const ask = async (setting: string) =>
    (await peer!.ask<{ seconds: number }>({ task: task.name, setting })).seconds;
  const works = [
    () => seconds(() => post(at + task.path, task.body)),
    ...(peer === undefined ? [] : settings.map((setting) => () => ask(setting))),
  ];
  const [ours = [], ...theirs] = await inTurns(works);
  const own = median(ours);
  const row = { n: data.n, 'Athanor s': own };
  if (peer === undefined) return row;
  const medians = settings.map((name, i) => [name, median(theirs[i]!)] as const);
  const [, byDefault] = medians[0]!;
  const [bestName, best] = medians.reduce((least, one) => (one[1] < least[1] ? one : least));
  return {
    ...row,
    'BoTorch default s': byDefault,
    ratio: byDefault / own,
    'BoTorch best s': best,
    'best setting': bestName,
    'ratio to best': best / own,
  };
}

/** scikit-learn with as many starts as our default search, against a whole training over HTTP. */
async function compareStarts(data: Data, at: string, peer: LivePeer | undefined): Promise<Row> {
  const starts = data.n <= 64 ? 12 : 8;
  const works = [
    () => seconds(() => post(`${at}/model/train`, { backend: 'sklearn', kernel: 'Matern' })),
    async () => (await peer!.ask<{ seconds: number }>({ task: 'sklearn', setting: String(starts) })).seconds,
  ];
  const [ours = [], theirs = []] = await inTurns(peer === undefined ? works.slice(0, 1) : works);
  const own = median(ours);
  if (peer === undefined) return { n: data.n, starts, 'Athanor s': own };
  const other = median(theirs);
  return { n: data.n, starts, 'Athanor s': own, 'scikit-learn s': other, ratio: other / own };
}

/**
 * Whole requests over HTTP beside BoTorch and scikit-learn inside their own process: wall seconds, medians of turns after others that are not
 * counted, on as many threads. `-- --rows 50` takes one size and writes nothing.
 */
export async function run(args: readonly string[]): Promise<void> {
  const only = args.includes('--rows') ? Number(args[args.indexOf('--rows') + 1]) : undefined;
  const report = new Report('throughput');
  report.note(
    `wall seconds; ${threads} threads on both sides; medians of ${turns} turns after ${uncounted.turns} or more, and ${uncounted.seconds} s or more, that do not count; a turn is two calls, the second timed; noisy Hartmann-6`,
  );
  report.note(
    'a training of ours answers with a cross-validation at the hyperparameters of the fit and is on disk; that of a peer is the fit alone',
  );
  const folder = mkdtempSync(join(tmpdir(), 'athanor-bench-'));
  const peer = LivePeer.start('throughput.py', ['torch', 'botorch', 'sklearn'], threads);
  const server = await startAthanor(join(folder, 'data'), 8197, { ATHANOR_THREADS: String(threads) });
  try {
    const rows = new Map<string, Row[]>(tasks.map(({ title }) => [title, []]));
    const starts: Row[] = [];
    for (const n of sizes.filter((size) => only === undefined || size === only)) {
      const data = hartmannData(n);
      const at = await sessionOf(server, data);
      await peer?.ask({ task: 'data', n, X: [...data.X], y: [...data.y] });
      for (const task of tasks) rows.get(task.title)!.push(await compare(task, data, at, peer));
      if (n <= 200) starts.push(await compareStarts(data, await sessionOf(server, data), peer));
    }
    for (const [title, list] of rows) report.table(title, list);
    report.table('train, scikit-learn with as many starts', starts);
    if (only === undefined) report.write();
  } finally {
    peer?.stop();
    await stopServer(server);
    rmSync(folder, { recursive: true });
  }
}
