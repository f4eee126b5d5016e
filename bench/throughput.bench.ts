import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './support/averages.ts';
import { wallSeconds } from './support/clock.ts';
import { type Data, hartmannData } from './support/hartmann.ts';
import { keepingClient, type Post } from './support/keeping-client.ts';
import { LivePeer } from './support/live-peer.ts';
import { Report, type Row } from './support/report.ts';
import { requests } from './support/requests.ts';
import { startAthanor, stopServer } from './support/server.ts';
import { sessionOf } from './support/server-session.ts';
import { type Turns, takeTurns } from './support/turns.ts';

const sizes = [20, 50, 200, 500, 1000];
const threads = 2;
/** A server finds its caches as the other side left them. */
const turns: Turns = { warmUp: { calls: 3, seconds: 4 }, least: 7, most: 25, seconds: 30, uncounted: 0.05 };

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
  { name: 'train', ...requests.train, settings: ['one thread'] },
  { name: 'LogEI', ...requests.LogEI, settings: ['one thread'] },
  { name: 'qEI', ...requests.qEI, settings: ['one thread', 'greedy'] },
];

/** Our request and the peer's call at each setting. */
async function compare(
  post: Post,
  task: Task,
  data: Data,
  at: string,
  peer: LivePeer | undefined,
): Promise<Row> {
  const settings = ['default', ...task.settings];
  const ask = async (setting: string) =>
    (await peer!.ask<{ seconds: number }>({ task: task.name, setting })).seconds;
  const works = [
    () => wallSeconds(() => post(at + task.path, task.body)),
    ...(peer === undefined ? [] : settings.map((setting) => () => ask(setting))),
  ];
  const [ours = [], ...theirs] = await takeTurns(works, turns);
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
async function compareStarts(post: Post, data: Data, at: string, peer: LivePeer | undefined): Promise<Row> {
  const starts = data.n <= 30 ? 16 : data.n <= 64 ? 12 : 8;
  const works = [
    () => wallSeconds(() => post(`${at}/model/train`, { backend: 'sklearn', kernel: 'Matern' })),
    async () => (await peer!.ask<{ seconds: number }>({ task: 'sklearn', setting: String(starts) })).seconds,
  ];
  const [ours = [], theirs = []] = await takeTurns(peer === undefined ? works.slice(0, 1) : works, turns);
  const own = median(ours);
  if (peer === undefined) return { n: data.n, starts, 'Athanor s': own };
  const other = median(theirs);
  return { n: data.n, starts, 'Athanor s': own, 'scikit-learn s': other, ratio: other / own };
}

/**
 * Whole requests over HTTP beside BoTorch and scikit-learn inside their own process: wall seconds, medians of turns once both sides are
 * warm, on as many threads. `-- --rows 50` takes one size and writes nothing.
 */
export async function run(args: readonly string[]): Promise<void> {
  const only = args.includes('--rows') ? Number(args[args.indexOf('--rows') + 1]) : undefined;
  const report = new Report('throughput');
  report.note(`wall-clock seconds, medians; ${threads} threads on both sides; noisy Hartmann-6`);
  report.note(
    `each side is first called alone for ${turns.warmUp.seconds} s, at least ${turns.warmUp.calls} times; then all sides take turns, ${turns.least} to ${turns.most} of them, as many as take ${turns.seconds} s; a turn is ${1e3 * (turns.uncounted ?? 0)} ms of calls that do not count, at least one, and one call that does`,
  );
  report.note('our calls come from another process over one connection that stays open');
  report.note(
    'a training of ours answers with a cross-validation at the fitted hyperparameters, and its model is on disk; that of a peer is the fit alone',
  );
  report.note(
    'each training has the same rows as the one before, so that ours uses the arrays of its factor again; with changed rows it makes new ones',
  );
  const folder = mkdtempSync(join(tmpdir(), 'athanor-bench-'));
  const peer = LivePeer.start('throughput.py', ['torch', 'botorch', 'sklearn'], threads);
  const server = await startAthanor(join(folder, 'data'), 8197, { ATHANOR_THREADS: String(threads) });
  const { post, close } = keepingClient();
  try {
    const rows = new Map<string, Row[]>(tasks.map(({ title }) => [title, []]));
    const starts: Row[] = [];
    for (const n of sizes.filter((size) => only === undefined || size === only)) {
      const data = hartmannData(n);
      const at = await sessionOf(post, server.base, data);
      await peer?.ask({ task: 'data', n, X: [...data.X], y: [...data.y] });
      for (const task of tasks) rows.get(task.title)!.push(await compare(post, task, data, at, peer));
      if (n <= 200)
        starts.push(await compareStarts(post, data, await sessionOf(post, server.base, data), peer));
    }
    for (const [title, list] of rows) report.table(title, list);
    report.table('train, scikit-learn with as many starts', starts);
    if (only === undefined) report.write();
  } finally {
    close();
    peer?.stop();
    await stopServer(server);
    rmSync(folder, { recursive: true });
  }
}
