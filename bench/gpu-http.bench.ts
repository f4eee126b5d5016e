import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CudaBinding } from '../src/engine/compute/cuda.ts';
import { median } from './support/averages.ts';
import { wallSeconds } from './support/clock.ts';
import { hartmannData } from './support/hartmann.ts';
import { keepingClient, type Post } from './support/keeping-client.ts';
import { Report, type Row, today } from './support/report.ts';
import { requests } from './support/requests.ts';
import { type Server, startAthanor, stopServer } from './support/server.ts';
import { sessionOf } from './support/server-session.ts';
import { type Turns, takeTurns } from './support/turns.ts';

const addon = fileURLToPath(new URL('../build/athanor_cuda.node', import.meta.url));
const sizes = [20, 50, 200, 500, 1000, 2000, 4000, 8000];
/** Values of ATHANOR_BACKEND: the CPU alone, each step where it is expected to end first, and all on the GPU. */
const tiers = ['native', 'auto', 'cuda'] as const;
type Tier = (typeof tiers)[number];

const tasks = [requests.train, requests.LogEI, requests.qEI, requests.auto];

/** A tier that takes long is called once. */
const turns: Turns = {
  warmUp: { calls: 1, seconds: 0 },
  least: 3,
  most: 9,
  seconds: 2 * tiers.length,
  slow: 8,
};

/** The GPU's name, or why there is none. */
function deviceName(): { readonly name?: string; readonly why?: string } {
  try {
    return { name: (createRequire(import.meta.url)(addon) as CudaBinding).open(0) };
  } catch (error) {
    return { why: (error as Error).message };
  }
}

type Servers = ReadonlyMap<Tier, Server>;

/** All tasks at one size. */
async function atSize(post: Post, servers: Servers, n: number): Promise<Row[]> {
  const data = hartmannData(n);
  const sessions: string[] = [];
  for (const tier of tiers) sessions.push(await sessionOf(post, servers.get(tier)!.base, data));
  const rows: Row[] = [];
  for (const { title, path, body } of tasks) {
    const works = sessions.map((at) => () => wallSeconds(() => post(`${at}${path}`, body)));
    const [cpu, auto, gpu] = (await takeTurns(works, turns)).map(median);
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
    await close();
    for (const server of servers.values()) await stopServer(server);
    rmSync(folder, { recursive: true });
  }
}
