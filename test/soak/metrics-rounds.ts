import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { launch } from '../service/support/launch.ts';
import { TestPostgres } from '../service/support/postgres.ts';

/** What an operator is to see, and the sample that shows it. Under this load each of them moves. */
const shown: Readonly<Record<string, RegExp>> = {
  requests: /^athanor_http_requests_total\{/,
  'request times': /^athanor_http_request_seconds_count\{/,
  'requests under way': /^athanor_http_requests_open /,
  'loop lag': /^nodejs_eventloop_lag_seconds /,
  'pool: jobs that run': /^athanor_pool_running/,
  'pool: jobs that wait': /^athanor_pool_waiting[ {]/,
  'queue age': /^athanor_pool_queue_age_seconds/,
  'lease expiries': /^athanor_lease_expiries_total\{/,
  'commit conflicts': /^athanor_commit_conflicts_total/,
  'outbox lag': /^athanor_outbox_lag_seconds_count/,
  'fit times': /^athanor_job_seconds_count\{.*train/,
  'store latency': /^athanor_store_seconds_count\{/,
  memory: /^process_resident_memory_bytes /,
  sockets: /^athanor_sockets_open /,
};

/** Present, and the same for as long as the server runs. */
const device = /^athanor_pool_device\{.*\} 1$/m;

const sampleIn = (text: string, sample: RegExp): number | undefined => {
  const lines = text.split('\n').filter((line) => sample.test(line));
  return lines.length === 0
    ? undefined
    : lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
};

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 10) / 10;

type Send = (path: string, body?: unknown) => Promise<Record<string, unknown>>;

const sender =
  (address: string): Send =>
  async (path, body) => {
    const answer = await fetch(`${address}/api/v1/sessions${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (answer.status === 422) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };

async function makeSession(send: Send): Promise<string> {
  const path = `/${(await send('', { name: 'a campaign' })).session_id}`;
  for (const name of ['x', 'z']) await send(`${path}/variables`, { name, type: 'real', bounds: [0, 9] });
  const experiments = Array.from({ length: 60 }, (_, i) => ({
    inputs: { x: (i * 5) % 9, z: (i * 7) % 9 },
    output: Math.sin(i),
  }));
  await send(`${path}/experiments/batch`, { experiments });
  return path;
}

/** Clients of both servers on one session: reads, rows, leases that nobody keeps, trainings. Returns how many requests were answered. */
async function load(servers: readonly Send[], path: string, isOver: () => boolean): Promise<number> {
  let answered = 0;
  const loop = async (send: Send, once: (send: Send, i: number) => Promise<unknown>) => {
    for (let i = 0; !isOver(); i++) {
      await once(send, i);
      answered++;
    }
  };
  const row = (i: number) => ({ inputs: { x: i % 9, z: (i * 7) % 9 }, output: Math.cos(i) });
  const train = { backend: 'sklearn', kernel: 'Matern' };
  await Promise.all(
    servers.flatMap((server) => [
      loop(server, (send) => send(`${path}`)),
      loop(server, (send, i) => send(`${path}/experiments`, row(i))),
      loop(server, async (send, i) => {
        await send(`${path}/experiments/queue`, { items: [{ inputs: { x: i % 9, z: 1 } }] });
        await send(`${path}/experiments/queue/lease`, { worker: 'w', seconds: 1, suggest: false });
        await sleep(500);
      }),
      ...Array.from({ length: 4 }, () => loop(server, (send) => send(`${path}/model/train`, train))),
    ]),
  );
  return answered;
}

/**
 * Scrapes `/metrics` of one of two servers on a database while clients keep both busy.
 *
 * @returns counts and times in milliseconds; `missing` and `still` count what is not shown, or does not move
 */
export async function metricsRounds(seconds: number, isOver: () => boolean) {
  const postgres = await TestPostgres.start();
  const environment = { DATABASE_URL: await postgres.database(), METRICS: 'on', ATHANOR_THREADS: '1' };
  const servers = await Promise.all([launch('serve', environment), launch('serve', environment)]);
  try {
    const senders = servers.map(({ address }) => sender(address));
    const path = await makeSession(senders[0] as Send);
    const scrape = async () => await (await fetch(`${servers[0]?.address}/metrics`)).text();
    const end = performance.now() + seconds * 1000;
    const ended = () => performance.now() > end || isOver();
    const busy = load(senders, path, ended);
    const times: number[] = [];
    const seen = new Map<string, Set<number>>();
    let last = '';
    let socket: WebSocket | undefined;
    while (!ended()) {
      const began = performance.now();
      last = await scrape();
      times.push(performance.now() - began);
      for (const [name, sample] of Object.entries(shown)) {
        const value = sampleIn(last, sample);
        if (value !== undefined) seen.set(name, (seen.get(name) ?? new Set()).add(value));
      }
      socket ??= new WebSocket(`${servers[0]?.address.replace('http', 'ws')}/ws${path}`);
      await sleep(100);
    }
    socket?.terminate();
    const requests = await busy;
    const sorted = times.sort((a, b) => a - b);
    const still = Object.keys(shown).filter((name) => (seen.get(name)?.size ?? 0) < 2);
    return {
      requests,
      scrapes: times.length,
      scrape_ms: { median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) },
      bytes: last.length,
      series: last.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length,
      range: Object.fromEntries(
        [...seen].map(([name, values]) => [name, [Math.min(...values), Math.max(...values)]]),
      ),
      missing: Object.keys(shown).filter((name) => !seen.has(name)).length + (device.test(last) ? 0 : 1),
      still: still.length,
      which_still: still,
    };
  } finally {
    for (const server of servers) {
      server.kill('SIGKILL');
      await server.ended;
    }
    await postgres.stop();
  }
}
