/**
 * Two servers and a worker on one PostgreSQL of this machine (fsync on): acknowledged writes, reads, events across servers, bytes
 * in the database, memory of sockets, jobs of a worker, and how long a killed worker's job waits. Everything shares the machine's
 * cores, the load included; so rates are lower bounds. Processor time per request depends on the load far less.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { type Launched, launch } from '../test/service/support/launch.ts';
import { query, TestPostgres } from '../test/service/support/postgres.ts';

const seconds = 10;
const clients = 32;
const sessions = 32;

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

async function send(server: Launched, path: string, body?: unknown) {
  const response = await fetch(`${server.address}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Milliseconds of processor time of a process and of its children, those that ended included (Linux: ticks of 10 ms). */
function processorMs(pid: number): number {
  const times = (one: number) => {
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const [parent, ...ticks] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
      return {
        parent,
        own: 10 * ((ticks[0] ?? 0) + (ticks[1] ?? 0)),
        ended: 10 * ((ticks[2] ?? 0) + (ticks[3] ?? 0)),
      };
    } catch {
      return { parent: 0, own: 0, ended: 0 };
    }
  };
  const { own, ended } = times(pid);
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && times(Number(name)).parent === pid,
  );
  return own + ended + children.reduce((sum, name) => sum + times(Number(name)).own, 0);
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Kilobytes of a server per open socket. */
async function socketKb(server: Launched, path: string): Promise<number> {
  const count = 900;
  const before = residentMb(server.pid);
  const sockets = Array.from(
    { length: count },
    () => new WebSocket(`${server.address.replace('http', 'ws')}/ws/${path.split('/')[2]}`),
  );
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('message', resolve))));
  const after = residentMb(server.pid);
  for (const socket of sockets) socket.terminate();
  return Math.round((1024 * (after - before)) / count);
}

/** Trainings per second of one worker, by the number of rows; through the queue, commit included. */
async function jobRates(server: Launched, environment: Record<string, string>) {
  const worker = await launch('worker', { ...environment, ATHANOR_BACKEND: 'auto' });
  const rates: Record<string, number> = {};
  for (const rows of [20, 50, 200]) {
    const path = `/sessions/${(await send(server, '/sessions', {})).body.session_id}`;
    await send(server, `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    const experiments = Array.from({ length: rows }, (_, i) => ({
      inputs: { x: i / rows },
      output: Math.sin(i),
    }));
    await send(server, `${path}/experiments/batch`, { experiments });
    const train = () => send(server, `${path}/model/train`, { backend: 'botorch', kernel: 'Matern' });
    await train();
    const began = performance.now();
    const times = 6;
    for (let i = 0; i < times; i++) if ((await train()).status !== 200) throw new Error('a training failed');
    rates[rows] = Math.round((times * 10_000) / (performance.now() - began)) / 10;
  }
  worker.kill('SIGKILL');
  await worker.ended;
  return rates;
}

/** What some clients do again and again for the given time, by turns on each server; how often, and how long each took. */
async function drive(
  servers: readonly Launched[],
  work: (server: Launched, client: number, i: number) => Promise<boolean>,
) {
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let i = 0; performance.now() < end; i++) {
        const began = performance.now();
        if (await work(servers[(client + i) % servers.length] as Launched, client, i))
          times.push(performance.now() - began);
        else failed++;
      }
    }),
  );
  return {
    perSecond: Math.round(times.length / seconds),
    medianMs: Math.round(quantile(times, 0.5) * 10) / 10,
    p99Ms: Math.round(quantile(times, 0.99) * 10) / 10,
    failed,
  };
}

async function eventTimes(writer: Launched, listener: Launched, path: string): Promise<number[]> {
  const socket = new WebSocket(`${listener.address.replace('http', 'ws')}/ws/${path.split('/')[2]}`);
  const began = new Map<number, number>();
  const times: number[] = [];
  const isOn = new Promise<void>((resolve) => {
    socket.on('message', (text) => {
      const { type, data } = JSON.parse(String(text)) as { type: string; data: { n_experiments: number } };
      if (type === 'connected') resolve();
      const sent = began.get(data.n_experiments);
      if (type === 'experiment_added' && sent !== undefined) times.push(performance.now() - sent);
    });
  });
  await isOn;
  const { body } = await send(writer, `${path}/experiments`);
  const before = body.n_experiments as number;
  for (let i = 1; i <= 300; i++) {
    began.set(before + i, performance.now());
    await send(writer, `${path}/experiments`, { inputs: { x: i / 300 }, output: i });
    await sleep(10);
  }
  await sleep(500);
  socket.close();
  return times;
}

export async function run(): Promise<void> {
  const load = loadavg()[0];
  const postgres = await TestPostgres.start({ fsync: true });
  const url = await postgres.database();
  const environment = { DATABASE_URL: url, JOBS_LONG_SECONDS: '0', DATABASE_CONNECTIONS: '20' };
  const servers = [await launch('serve', environment), await launch('serve', environment)];
  const [a, b] = servers as [Launched, Launched];
  const paths: string[] = [];
  for (let i = 0; i < sessions; i++) {
    const path = `/sessions/${(await send(a, '/sessions', {})).body.session_id}`;
    await send(a, `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    paths.push(path);
  }
  const one = (i: number) => paths[i % sessions] as string;
  const serverMs = () => servers.reduce((sum, { pid }) => sum + processorMs(pid), 0);
  const perRequest = async (work: () => ReturnType<typeof drive>) => {
    const [server, database, client] = [serverMs(), processorMs(postgres.pid), process.cpuUsage()];
    const done = await work();
    const count = done.perSecond * seconds;
    const { user, system } = process.cpuUsage(client);
    const each = (ms: number) => Math.round((100 * ms) / count) / 100;
    return {
      ...done,
      processorMs: {
        server: each(serverMs() - server),
        database: each(processorMs(postgres.pid) - database),
        client: each((user + system) / 1000),
      },
    };
  };
  // A client keeps to its session, and each session to one server at a time, as people do.
  const write = async (_: Launched, client: number, i: number) => {
    const server = servers[client % 2] as Launched;
    const row = { inputs: { x: (i % 1000) / 1000 }, output: i };
    return (await send(server, `${one(client)}/experiments`, row)).status === 201;
  };
  // Once for the compiler.
  await drive([a], write);
  const own = await perRequest(() => drive([a], write));
  const [size] = await query(
    url,
    `select pg_total_relation_size('session_write') + pg_total_relation_size('session_chunk') + pg_total_relation_size('session') as stored,
    pg_total_relation_size('outbox') as told, (select sum(revision) from session) as writes`,
  );
  const alternating = await perRequest(() =>
    drive(servers, async (server, client, i) => {
      const row = { inputs: { x: (i % 1000) / 1000 }, output: i };
      return (await send(server, `${one(client)}/experiments`, row)).status === 201;
    }),
  );
  const small = `/sessions/${(await send(a, '/sessions', {})).body.session_id}`;
  await send(a, `${small}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
  const reads = await perRequest(() =>
    drive(servers, async (server) => (await send(server, small)).status === 200),
  );
  // What the model of docs/scale.md says of a mixture, and what it is.
  const mixed = await perRequest(() =>
    drive(servers, async (server, client, i) => {
      if (i % 2 === 0) return (await send(server, small)).status === 200;
      const row = { inputs: { x: (i % 1000) / 1000 }, output: i };
      return (await send(servers[client % 2] as Launched, `${one(client)}/experiments`, row)).status === 201;
    }),
  );
  const expected = Math.round(1 / (0.5 / own.perSecond + 0.5 / reads.perSecond));
  const events = await eventTimes(a, b, small);
  const result = {
    machine: cpus()[0]?.model,
    cores: cpus().length,
    load,
    date: new Date().toISOString().slice(0, 10),
    clients,
    sessions,
    writes: own,
    writesAlternating: alternating,
    reads,
    mixed: { ...mixed, expectedPerSecond: expected },
    bytesPerWrite: {
      stored: Math.round(Number(size?.stored) / Number(size?.writes)),
      events: Math.round(Number(size?.told) / Number(size?.writes)),
    },
    events: {
      heard: events.length,
      medianMs: Math.round(quantile(events, 0.5)),
      p99Ms: Math.round(quantile(events, 0.99)),
    },
    socketKb: await socketKb(b, small),
    jobsPerSecond: await jobRates(a, environment),
    failoverSeconds: await failover(a, environment, url),
  };
  writeFileSync(new URL('results/scale.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(result, null, 2));
  for (const server of servers) server.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  await postgres.stop();
}

/** From the death of the worker that has a job to its beginning elsewhere. */
async function failover(server: Launched, environment: Record<string, string>, url: string): Promise<number> {
  const workers = [await launch('worker', environment), await launch('worker', environment)];
  const path = `/sessions/${(await send(server, '/sessions', {})).body.session_id}`;
  await send(server, `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
  const experiments = Array.from({ length: 30 }, (_, i) => ({ inputs: { x: i / 30 }, output: Math.sin(i) }));
  await send(server, `${path}/experiments/batch`, { experiments });
  const training = send(server, `${path}/model/train`, { backend: 'sklearn', kernel: 'Matern' });
  let killed = 0;
  for (;;) {
    const [row] = await query(url, 'select worker, attempts from job order by created_at desc limit 1');
    const pid = Number(String(row?.worker).split(':')[1]);
    if (killed === 0 && row?.attempts === 1) {
      workers.find((worker) => worker.pid === pid)?.kill('SIGKILL');
      killed = performance.now();
    }
    if (row?.attempts === 2) break;
    await sleep(10);
  }
  const took = (performance.now() - killed) / 1000;
  if ((await training).status !== 200) throw new Error('the training failed');
  for (const worker of workers) worker.kill('SIGKILL');
  return Math.round(took * 10) / 10;
}
