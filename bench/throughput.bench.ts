import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geometricMean, median } from './support/averages.ts';
import { wallSeconds } from './support/clock.ts';
import { hartmannData } from './support/hartmann.ts';
import { keepingClient, type Post } from './support/keeping-client.ts';
import { LivePeer } from './support/live-peer.ts';
import { Report, type Row } from './support/report.ts';
import { requests } from './support/requests.ts';
import { startAthanor, stopServer } from './support/server.ts';
import { sessionOf } from './support/server-session.ts';
import { type Turns, takeTurns } from './support/turns.ts';

const sizes = [20, 50, 200, 500, 1000];
const threads = 2;
/** Data sets of each size: the time that a peer's optimizer takes depends on them. */
const seeds = [1, 2, 3];
/** A server finds its caches as the other side left them. */
const turns: Turns = { warmUp: { calls: 2, seconds: 2 }, least: 5, most: 25, seconds: 8, uncounted: 0.05 };

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

/** Median seconds of each work of one data set; ours comes first. */
type Medians = readonly number[];

/** Our request and the peer's call at each setting. */
async function timesOf(post: Post, task: Task, at: string, peer: LivePeer | undefined): Promise<Medians> {
  const ask = async (setting: string) =>
    (await peer!.ask<{ seconds: number }>({ task: task.name, setting })).seconds;
  const works = [
    () => wallSeconds(() => post(at + task.path, task.body)),
    ...(peer === undefined ? [] : settingsOf(task).map((setting) => () => ask(setting))),
  ];
  return (await takeTurns(works, turns)).map(median);
}

const settingsOf = (task: Task) => ['default', ...task.settings];

/** Geometric means over the data sets. */
const meansOf = (sets: readonly Medians[]): number[] =>
  (sets[0] ?? []).map((_, i) => geometricMean(sets.map((one) => one[i]!)));

/** Geometric means over the data sets, and the range of the ratios to the peer's defaults. */
function rowOf(n: number, task: Task, sets: readonly Medians[]): Row {
  const [own, ...theirs] = meansOf(sets);
  const row = { n, 'Athanor s': own! };
  if (theirs.length === 0) return row;
  const byDefault = theirs[0]!;
  const best = Math.min(...theirs);
  const ratios = sets.map(([ours, first]) => first! / ours!);
  return {
    ...row,
    'BoTorch default s': byDefault,
    ratio: byDefault / own!,
    'least ratio': Math.min(...ratios),
    'greatest ratio': Math.max(...ratios),
    'BoTorch best s': best,
    'best setting': settingsOf(task)[theirs.indexOf(best)]!,
    'ratio to best': best / own!,
  };
}

/** Starts of our default search (decision 0992). */
const startsOf = (n: number) => (n <= 30 ? 48 : n <= 64 ? 16 : 6);

/** scikit-learn with as many starts as our default search, against a whole training over HTTP. */
async function timesOfStarts(
  post: Post,
  n: number,
  at: string,
  peer: LivePeer | undefined,
): Promise<Medians> {
  const setting = String(startsOf(n));
  const works = [
    () => wallSeconds(() => post(`${at}/model/train`, { backend: 'sklearn', kernel: 'Matern' })),
    async () => (await peer!.ask<{ seconds: number }>({ task: 'sklearn', setting })).seconds,
  ];
  return (await takeTurns(peer === undefined ? works.slice(0, 1) : works, turns)).map(median);
}

function startsRow(n: number, sets: readonly Medians[]): Row {
  const [own, other] = meansOf(sets);
  const row = { n, starts: startsOf(n), 'Athanor s': own! };
  return other === undefined ? row : { ...row, 'scikit-learn s': other, ratio: other / own! };
}

/** All works on each data set of a size. */
async function atSize(n: number, post: Post, base: string, peer: LivePeer | undefined) {
  const byTask = new Map<Task, Medians[]>(tasks.map((task) => [task, []]));
  const ofStarts: Medians[] = [];
  for (const data of seeds.map((seed) => hartmannData(n, seed))) {
    const at = await sessionOf(post, base, data);
    await peer?.ask({ task: 'data', n, X: [...data.X], y: [...data.y] });
    for (const [task, sets] of byTask) sets.push(await timesOf(post, task, at, peer));
    if (n <= 200) ofStarts.push(await timesOfStarts(post, n, await sessionOf(post, base, data), peer));
  }
  return { byTask, ofStarts };
}

/**
 * Whole requests over HTTP beside BoTorch and scikit-learn inside their own process: wall seconds, medians of turns once both sides are
 * warm, on as many threads. `-- --rows 50` takes one size and writes nothing.
 */
export async function run(args: readonly string[]): Promise<void> {
  const only = args.includes('--rows') ? Number(args[args.indexOf('--rows') + 1]) : undefined;
  const report = new Report('throughput');
  report.note(
    `wall-clock seconds, medians of each data set, geometric means over ${seeds.length}; ${threads} threads on both sides; noisy Hartmann-6`,
  );
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
      const { byTask, ofStarts } = await atSize(n, post, server.base, peer);
      for (const [task, sets] of byTask) rows.get(task.title)!.push(rowOf(n, task, sets));
      if (ofStarts.length > 0) starts.push(startsRow(n, ofStarts));
      console.log(JSON.stringify([...rows.values()].map((list) => list.at(-1))));
    }
    for (const [title, list] of rows) report.table(title, list);
    report.table('train, scikit-learn with as many starts', starts);
    if (only === undefined) report.write();
  } finally {
    await close();
    peer?.stop();
    await stopServer(server);
    rmSync(folder, { recursive: true });
  }
}
