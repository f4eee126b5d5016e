import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CudaBinding } from '../src/engine/compute/cuda.ts';
import { hartmannData } from './support/hartmann.ts';
import { keepingClient, type Post } from './support/keeping-client.ts';
import { median } from './support/measure.ts';
import { Report, type Row, today } from './support/report.ts';
import { type Server, startAthanor, stopServer } from './support/server.ts';
import { sessionOf } from './support/server-session.ts';

const addon = fileURLToPath(new URL('../build/athanor_cuda.node', import.meta.url));
const sizes = [20, 50, 200, 500, 1000, 2000, 4000, 8000];
/** Values of ATHANOR_BACKEND: the CPU alone, each step where it is expected to end first, and all on the GPU. */
const tiers = ['native', 'auto', 'cuda'] as const;
type Tier = (typeof tiers)[number];

const tasks = [
  { title: 'train', path: '/model/train', body: { backend: 'botorch' } },
  { title: 'LogEI, one run', path: '/acquisition/suggest', body: { strategy: 'LogEI', goal: 'maximize' } },
  {
    title: 'qEI, four runs',
    path: '/acquisition/suggest',
    body: { strategy: 'qEI', n_suggestions: 4, goal: 'maximize' },
  },
  { title: "'auto', one run", path: '/acquisition/suggest', body: { strategy: 'auto', goal: 'maximize' } },
] as const;

/** Calls of one work: at least so many, then until the time is used; a call slower than `slow` is not repeated. */
const turns = { least: 3, most: 9, seconds: 2, slow: 8 };

/** The GPU's name, or why there is none. */
function deviceName(): { readonly name?: string; readonly why?: string } {
  try {
    return { name: (createRequire(import.meta.url)(addon) as CudaBinding).open(0) };
  } catch (error) {
    return { why: (error as Error).message };
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1e3;
}

/** Median seconds of each tier, the tiers in turns; a first call warms each up. */
async function inTurns(works: ReadonlyMap<Tier, () => Promise<unknown>>): Promise<Map<Tier, number>> {
  const times = new Map<Tier, number[]>();
  for (const [tier, work] of works) times.set(tier, [await seconds(work)]);
  const begin = performance.now();
  for (let turn = 0; turn < turns.most; turn++) {
    if (turn >= turns.least && performance.now() - begin > 1e3 * turns.seconds * works.size) break;
    for (const [tier, work] of works) {
      const own = times.get(tier)!;
      if (own[0]! < turns.slow) own.push(await seconds(work));
    }
  }
  return new Map([...times].map(([tier, own]) => [tier, median(own.length > 1 ? own.slice(1) : own)]));
}

type Servers = ReadonlyMap<Tier, Server>;

/** All tasks at one size. */
async function atSize(post: Post, servers: Servers, n: number): Promise<Row[]> {
  const data = hartmannData(n);
  const sessions = new Map<Tier, string>();
  for (const [tier, { base }] of servers) sessions.set(tier, await sessionOf(post, base, data));
  const rows: Row[] = [];
  for (const { title, path, body } of tasks) {
    const works = new Map(
      [...sessions].map(([tier, at]) => [tier, () => post(`${at}${path}`, body)] as const),
    );
    const times = await inTurns(works);
    const [cpu, auto, gpu] = tiers.map((tier) => times.get(tier));
    const row = {
      work: title,
      n,
      ...(cpu ? { 'CPU ms': 1e3 * cpu } : {}),
      ...(auto ? { 'auto ms': 1e3 * auto } : {}),
      ...(gpu ? { 'GPU ms': 1e3 * gpu } : {}),
      ...(cpu && auto ? { 'CPU / auto': cpu / auto } : {}),
      ...(cpu && gpu ? { 'CPU / GPU': cpu / gpu } : {}),
    };
    console.log(JSON.stringify(row));
    rows.push(row);
  }
  return rows;
}

/**
 * Training and suggestions over HTTP with the CPU alone, with the GPU for all it has kernels for, and with each step where
 * it is expected to end first. `-- small` tries the benchmark itself.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { name, why } = deviceName();
  if (name === undefined) {
    console.log(`gpu-http benchmark skipped: ${why}`);
    return;
  }
  const small = args.includes('small');
  const report = new Report('gpu-http');
  const calls = `median of ${turns.least} to ${turns.most} calls in turns after one that warms up`;
  report.note(
    `GPU: ${name}; CPU with ${availableParallelism()} threads; wall time over HTTP, ${calls}; ${today()}`,
  );
  const { post, close } = keepingClient();
  const folder = mkdtempSync(join(tmpdir(), 'athanor-bench-'));
  const servers = new Map<Tier, Server>();
  const rows: Row[] = [];
  try {
    for (const [i, tier] of tiers.entries())
      servers.set(tier, await startAthanor(join(folder, tier), 8200 + i, { ATHANOR_BACKEND: tier }));
    for (const n of small ? sizes.slice(0, 2) : sizes) rows.push(...(await atSize(post, servers, n)));
    report.table('times over HTTP', rows);
    if (!small) report.write();
  } finally {
    close();
    for (const server of servers.values()) await stopServer(server);
    rmSync(folder, { recursive: true });
  }
}
