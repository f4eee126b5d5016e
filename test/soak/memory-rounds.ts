import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patiently, startServer } from './built-server.ts';

/** Megabytes (10⁶ bytes) that a process holds in memory. */
function residentMegabytes(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

async function send(url: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await patiently(() => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

const rows = 100;

/** @returns the address of the session */
async function touchedSession(address: string): Promise<string> {
  const { session_id } = await send(`${address}/sessions`, {});
  const path = `${address}/sessions/${session_id}`;
  await send(`${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
  const experiments = Array.from({ length: rows }, (_, i) => ({ inputs: { x: i / rows }, output: i }));
  await send(`${path}/experiments/batch`, { experiments });
  for (const view of ['state', 'experiments', 'history'])
    await (await fetch(`${path}/${view}`)).arrayBuffer();
  return path;
}

/** Touches many sessions of the built server, one after another, reads all of them twice more, and measures what it holds in memory then. */
export async function memoryRounds(
  wanted: number,
  mostMegabytes: number,
  isOver: () => boolean,
): Promise<{ sessions: number; rows: number; megabytes: number; over_megabytes: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'athanor-soak-'));
  const { child, address } = await startServer(dataDir);
  const ended = once(child, 'exit');
  try {
    const paths: string[] = [];
    while (paths.length < wanted && !isOver()) paths.push(await touchedSession(address));
    for (const path of [...paths, ...paths]) await (await fetch(`${path}/state`)).arrayBuffer();
    const megabytes = Math.round(residentMegabytes(child.pid));
    return {
      sessions: paths.length,
      rows,
      megabytes,
      over_megabytes: Math.max(0, megabytes - mostMegabytes),
    };
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}
