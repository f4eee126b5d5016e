import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AthanorClient, answerOf, createAthanorClient } from '../src/client/client.ts';
import { spread } from './support/averages.ts';
import { wallSeconds } from './support/clock.ts';
import { healthWhile } from './support/health-while.ts';
import { Report } from './support/report.ts';
import { residentMegabytes, startAthanor, stopServer } from './support/server.ts';

const port = 8199;

/** Milliseconds of one request. */
const timed = async (action: () => Promise<unknown>) => 1e3 * (await wallSeconds(action));

const names = ['x1', 'x2', 'x3', 'x4'];
const point = () => Object.fromEntries(names.map((name) => [name, Math.random()]));

async function sessionOf(client: AthanorClient, rows: number): Promise<string> {
  const { session_id } = answerOf(await client.POST('/api/v1/sessions', { body: {} }));
  const params = { path: { session_id } };
  for (const name of names) {
    const body = { name, type: 'real' as const, bounds: [0, 1] };
    answerOf(await client.POST('/api/v1/sessions/{session_id}/variables', { params, body }));
  }
  for (let done = 0; done < rows; done += 2500) {
    const experiments = Array.from({ length: Math.min(2500, rows - done) }, () => ({
      inputs: point(),
      output: Math.random(),
    }));
    const path = '/api/v1/sessions/{session_id}/experiments/batch';
    answerOf(await client.POST(path, { params, body: { experiments } }));
  }
  return session_id;
}

async function record(client: AthanorClient, session_id: string): Promise<void> {
  const body = { inputs: point(), output: 1 };
  const params = { path: { session_id } };
  answerOf(await client.POST('/api/v1/sessions/{session_id}/experiments', { params, body }));
}

/** The server over real HTTP: start, cost of recording in small and large sessions, `/health` during a fit. */
export async function run(): Promise<void> {
  const report = new Report('http');
  const folder = mkdtempSync(join(tmpdir(), 'athanor-bench-'));
  try {
    await stopServer(await startAthanor(folder, port)); // fills the cache of compiled sources
    const starts: number[] = [];
    const memory: number[] = [];
    for (let i = 0; i < 5; i++) {
      const server = await startAthanor(folder, port);
      starts.push(server.startMilliseconds);
      await sleep(300);
      memory.push(residentMegabytes(server));
      await stopServer(server);
    }
    report.table('start to /health, ms', [spread(starts)]);
    report.table('resident memory when idle, MB', [spread(memory)]);

    const server = await startAthanor(folder, port);
    const client = createAthanorClient(server.base);
    const small = await sessionOf(client, 10);
    const large = await sessionOf(client, 10_000);
    const times: { small: number[]; large: number[] } = { small: [], large: [] };
    for (let i = 0; i < 430; i++) {
      const [a, b] = [await timed(() => record(client, small)), await timed(() => record(client, large))];
      if (i < 30) continue;
      times.small.push(a);
      times.large.push(b);
    }
    const together = async (id: string) =>
      (await timed(() => Promise.all(Array.from({ length: 64 }, () => record(client, id))))) / 64;
    report.table('record one experiment, turn by turn, ms', [
      { rows: 10, ...spread(times.small), '64 at once': Number((await together(small)).toFixed(2)) },
      { rows: 10_000, ...spread(times.large), '64 at once': Number((await together(large)).toFixed(2)) },
    ]);

    const params = { path: { session_id: await sessionOf(client, 1000) } };
    const path = '/api/v1/sessions/{session_id}/model/train';
    const fit = client.POST(path, { params, body: { backend: 'botorch' } }).then(answerOf);
    const waits = await healthWhile(server.base, fit);
    report.table('/health during a fit of 1,000 points, ms', [
      { ...spread(waits), 'fit s': Number((await fit).training_time_s.toFixed(2)) },
    ]);
    await stopServer(server);
    report.write();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
