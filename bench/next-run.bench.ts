import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPeer, presentPeers } from './quality/peer-search.ts';
import { box } from './quality/spaces.ts';
import { median } from './support/averages.ts';
import { wallSeconds } from './support/clock.ts';
import { type Data, hartmann6, hartmannData, normal, uniforms } from './support/hartmann.ts';
import { keepingClient, type Post } from './support/keeping-client.ts';
import { printTable, Report, type Row } from './support/report.ts';
import { type Server, startAthanor, stopServer } from './support/server.ts';
import { recordRows, sessionOf } from './support/server-session.ts';
import { type Turns, takeTurns, type Work } from './support/turns.ts';

const sizes = [20, 50, 200, 500];
const threads = 2;
const noise = 0.1;
const efforts = ['normal', 'fast'] as const;

/** The first call asks without a new result and does not count. Each call that counts adds a row. */
const turns: Turns = { warmUp: { calls: 1, seconds: 0 }, least: 5, most: 5, seconds: 0 };

/** A step of theirs takes 6 s (HEBO) and 20 s (OSS Vizier) after 20 rows. */
const leftOut = ['HEBO', 'OSS Vizier'];

/** A campaign by one searcher: tells the result of the run that was proposed last, and asks for the next one. */
interface Side {
  readonly name: string;
  readonly next: Work;
  close?(): Promise<void>;
}

/** Noisy results of proposed points, each side with the same draws. */
function laboratory(seed: number): (x: ArrayLike<number>) => number {
  const uniform = uniforms(seed);
  return (x) => hartmann6(x) + noise * normal(uniform);
}

async function athanor(
  post: Post,
  base: string,
  data: Data,
  effort: (typeof efforts)[number],
): Promise<Side> {
  const at = await sessionOf(post, base, data);
  const measure = laboratory(data.n);
  let proposed: Float64Array | undefined;
  const next = () =>
    wallSeconds(async () => {
      if (proposed !== undefined)
        await recordRows(post, at, { n: 1, d: data.d, X: proposed, y: Float64Array.of(measure(proposed)) });
      const body = { strategy: 'auto', goal: 'maximize', effort };
      const { suggestions } = (await post(`${at}/acquisition/suggest`, body)) as {
        suggestions: Record<string, number>[];
      };
      proposed = Float64Array.from({ length: data.d }, (_, k) => suggestions[0]![`x${k}`]!);
    });
  return { name: effort === 'normal' ? 'Athanor' : `Athanor, effort '${effort}'`, next };
}

/** A peer, which minimizes. */
function peerSide(name: string, data: Data): Side {
  const record = { X: [...data.X], seen: Array.from(data.y, (value) => -value) };
  const problem = { name: 'Hartmann-6', space: box(data.d, 0, 1), noise };
  const peer = openPeer(name, problem, record, 1, threads);
  const measure = laboratory(data.n);
  let proposed: ArrayLike<number> | undefined;
  const next = () => {
    if (proposed !== undefined) {
      record.X.push(...Array.from(proposed));
      record.seen.push(-measure(proposed));
    }
    return wallSeconds(async () => {
      [proposed] = await peer.next(1);
    });
  };
  return { name, next, close: () => peer.close() };
}

/** Medians of all sides at one size; ours first. */
async function atSize(n: number, post: Post, server: Server, peers: readonly string[]): Promise<Row[]> {
  const data = hartmannData(n);
  const sides: Side[] = [];
  for (const effort of efforts) sides.push(await athanor(post, server.base, data, effort));
  sides.push(...peers.map((name) => peerSide(name, data)));
  const times = await takeTurns(
    sides.map(({ next }) => next),
    turns,
  );
  for (const side of sides) await side.close?.();
  const own = median(times[0]!);
  return sides.map(({ name }, i) => ({
    n,
    search: name,
    s: median(times[i]!),
    'least s': Math.min(...times[i]!),
    'greatest s': Math.max(...times[i]!),
    ratio: median(times[i]!) / own,
  }));
}

/**
 * One step of a campaign by strategy `auto` and by other searches: a new result is told and the next run asked for. Ours goes over HTTP, in two
 * requests, and is on disk; a peer answers in its own process. `-- --rows 50` takes one size and writes nothing.
 */
export async function run(args: readonly string[]): Promise<void> {
  const only = args.includes('--rows') ? Number(args[args.indexOf('--rows') + 1]) : undefined;
  const report = new Report('next-run');
  report.note(
    `wall-clock seconds from a new result to the next proposed run, with the update of the model; noisy Hartmann-6; ${threads} threads on both sides`,
  );
  report.note(
    `medians of ${turns.least} steps after one that does not count; the searches take turns; each step adds a row, so that the last one has n + ${turns.least} rows`,
  );
  report.note(
    'Athanor is asked over HTTP, in two requests, and its results are on disk; its answer includes the recommendation and the advice to stop',
  );
  report.note(
    'the other searches run at the defaults of their libraries, each in its own process; HEBO and OSS Vizier are left out, because a step takes 6 and 20 s at 20 rows',
  );
  const folder = mkdtempSync(join(tmpdir(), 'athanor-bench-'));
  const server = await startAthanor(join(folder, 'data'), 8196, { ATHANOR_THREADS: String(threads) });
  const { post, close } = keepingClient();
  const peers = presentPeers().filter((name) => !leftOut.includes(name));
  try {
    const rows: Row[] = [];
    for (const n of sizes.filter((one) => only === undefined || one === only)) {
      rows.push(...(await atSize(n, post, server, peers)));
      printTable(`n = ${n}`, rows.slice(-efforts.length - peers.length));
    }
    report.table('from a result to the next run', rows);
    if (only === undefined) report.write();
  } finally {
    await close();
    await stopServer(server);
    rmSync(folder, { recursive: true });
  }
}
