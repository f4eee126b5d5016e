import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../service/support/simulated-disk.ts';
import { patiently, startServer } from './built-server.ts';
import { BulkWriters } from './bulk-writers.ts';

interface Kept {
  readonly id: string;
  /** Outputs of rows that were acknowledged as saved; each is used once. */
  readonly acknowledged: Set<number>;
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });

async function made(url: string, body: unknown): Promise<Response> {
  const answer = await patiently(() => post(url, body));
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function newSession(address: string): Promise<Kept> {
  const { session_id: id } = (await (await made(`${address}/sessions`, {})).json()) as { session_id: string };
  await made(`${address}/sessions/${id}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
  return { id, acknowledged: new Set() };
}

/** Counts of what was lost since the last round. */
async function missing(address: string, { id, acknowledged }: Kept): Promise<number> {
  const answer = await patiently(() => fetch(`${address}/sessions/${id}/export`));
  if (answer.status !== 200) return acknowledged.size;
  const { experiments } = (await answer.json()) as { experiments: { data: { Output: number }[] } };
  const found = new Set(experiments.data.map((row) => row.Output));
  return [...acknowledged].filter((output) => !found.has(output)).length;
}

/** Adds rows until the server dies. */
async function write(address: string, kept: Kept, next: () => number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const output = next();
    // Some so long that their line of the journal is written in parts, and the journal folded.
    const note = 'n'.repeat(output % 50 === 0 ? 90_000 : output % 300);
    try {
      const body = { inputs: { x: (output % 100) / 100 }, output, reason: note };
      const answer = await post(`${address}/sessions/${kept.id}/experiments`, body);
      if (answer.status < 300 && answer.headers.get('x-service-saved') === 'true')
        kept.acknowledged.add(output);
    } catch {
      return;
    }
  }
}

/**
 * Starts the built product, writes to several sessions over HTTP, rows and bulk changes, kills it at a random moment or while a bulk change
 * writes its document, starts it again, and looks for every row and bulk change that was acknowledged. `soFar` hears the counts of
 * every fifty rounds.
 */
export async function killRounds(
  wanted: number,
  seed: number,
  isOver: () => boolean,
  { say, soFar }: { say: (line: string) => void; soFar: (counts: object) => void },
) {
  const random = randomNumbers(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'athanor-soak-'));
  const bulk = new BulkWriters(join(dataDir, 'sessions'));
  let sessions: Kept[] = [];
  let count = 0;
  let acknowledged = 0;
  let lost = 0;
  let rounds = 0;
  /** Rounds in which no write was acknowledged: they show nothing. */
  let empty = 0;
  const counts = () => ({ wanted, rounds, empty, acknowledged, ...bulk.counts, lost });
  try {
    for (let round = 1; rounds < wanted && empty <= wanted && !isOver(); round++) {
      const { child, address } = await startServer(dataDir);
      const ended = once(child, 'exit');
      for (const kept of sessions) lost += await missing(address, kept);
      lost += await bulk.damaged(address);
      if (round % 40 === 1) sessions = await Promise.all([1, 2, 3, 4].map(() => newSession(address)));
      const before = sessions.reduce((sum, kept) => sum + kept.acknowledged.size, 0);
      let over = false;
      const writers = sessions.flatMap((kept) =>
        [1, 2].map(() =>
          write(
            address,
            kept,
            () => ++count,
            () => over,
          ),
        ),
      );
      const bulkWriter = bulk.write(address);
      // By acknowledgements and not by the clock alone: on a busy machine half a second may bring none.
      const isAimed = round % 2 === 0;
      const begins = isAimed ? bulk.documentBegins() : undefined;
      const enough = before + 1 + Math.floor(random() * (isAimed ? 1 : 60));
      const acknowledgedNow = () => sessions.reduce((sum, kept) => sum + kept.acknowledged.size, 0);
      for (let waited = 0; waited < 60_000 && acknowledgedNow() < enough; waited += 5) await sleep(5);
      await begins;
      await sleep(random() * (isAimed ? 5 : 50));
      child.kill('SIGKILL');
      over = true;
      await ended;
      await Promise.all([...writers, bulkWriter]);
      bulk.afterKill();
      const more = acknowledgedNow() - before;
      acknowledged += more;
      if (more > 0) rounds++;
      else empty++;
      if (round % 20 === 0) say(`${round} kills: ${acknowledged} writes acknowledged, ${lost} lost`);
      if (round % 50 === 0) soFar(counts());
    }
    const { child, address } = await startServer(dataDir);
    for (const kept of sessions) lost += await missing(address, kept);
    lost += await bulk.damaged(address);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return counts();
}
