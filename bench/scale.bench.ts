/**
 * Two servers and a worker on one PostgreSQL of this machine (fsync on): acknowledged writes, reads, events across servers, bytes
 * in the database, memory of sockets, jobs of a worker, and how long a killed worker's job waits. Everything shares the machine's
 * cores, the load included; so rates are lower bounds. Processor time per request depends on the load far less.
 *
 * The kinds of requests take turns of two seconds, so that other work on the machine falls on all of them alike.
 * `npm run bench -- scale -- quick`: writes, events and failover alone, and nothing is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { type Launched, launch } from '../test/service/support/launch.ts';
import { query, TestPostgres } from '../test/service/support/postgres.ts';
import { quantile } from './support/averages.ts';
import { processorMs, processorSeconds } from './support/clock.ts';
import { get, leanLoad, type NextRequest, post } from './support/lean-load.ts';
import { today } from './support/report.ts';

const turns = 6;
const secondsPerTurn = 2;
const clients = 64;
const sessions = 64;

async function send(server: Launched, path: string, body?: unknown) {
  const response = await fetch(`${server.address}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
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

async function sessionOf(server: Launched, rows = 0): Promise<string> {
  const path = `/sessions/${(await send(server, '/sessions', {})).body.session_id}`;
  await send(server, `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
  const experiments = Array.from({ length: rows }, (_, i) => ({
    inputs: { x: i / rows },
    output: Math.sin(i),
  }));
  if (rows > 0) await send(server, `${path}/experiments/batch`, { experiments });
  return path;
}

/** Trainings per second of one worker, by the number of rows; through the queue, commit included. */
async function jobRates(server: Launched, environment: Record<string, string>) {
  const worker = await launch('worker', { ...environment, ATHANOR_BACKEND: 'auto' });
  const rates: Record<string, number> = {};
  for (const rows of [20, 50, 200]) {
    const path = await sessionOf(server, rows);
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

/** Milliseconds of processor time. */
interface Processes {
  readonly server: number;
  readonly database: number;
  readonly client: number;
}

/** What is measured of one kind of request, over all of its turns. */
class Measured {
  #times: number[] = [];
  /** Good answers of each kind. */
  readonly #done: number[] = [];
  #failed = 0;
  #seconds = 0;
  readonly #ms = { server: 0, database: 0, client: 0 };
  readonly #processes: () => Processes;
  readonly #next: readonly NextRequest[];

  /** @param next kinds of requests that are sent at the same time, each by clients of its own */
  constructor(processes: () => Processes, ...next: readonly NextRequest[]) {
    this.#processes = processes;
    this.#next = next;
  }

  async turn(): Promise<void> {
    const before = this.#processes();
    const began = performance.now();
    const loads = await Promise.all(this.#next.map((next) => leanLoad(clients, secondsPerTurn, next)));
    this.#seconds += (performance.now() - began) / 1000;
    const after = this.#processes();
    for (const part of ['server', 'database', 'client'] as const)
      this.#ms[part] += after[part] - before[part];
    loads.forEach(({ times, done, failed }, kind) => {
      this.#times = this.#times.concat(times);
      this.#done[kind] = (this.#done[kind] ?? 0) + done;
      this.#failed += failed;
    });
  }

  /** Good answers a second of each kind. */
  get rates(): readonly number[] {
    return this.#done.map((done) => Math.round(done / this.#seconds));
  }

  get result() {
    const count = this.#times.length;
    const each = (ms: number) => Math.round((1000 * ms) / count) / 1000;
    const { server, database, client } = this.#ms;
    return {
      perSecond: Math.round(count / this.#seconds),
      medianMs: Math.round(quantile(this.#times, 0.5) * 10) / 10,
      p99Ms: Math.round(quantile(this.#times, 0.99) * 10) / 10,
      failed: this.#failed,
      processorMs: {
        server: each(server),
        database: each(database),
        client: each(client),
        sum: each(server + database + client),
      },
    };
  }
}

/** From the death of the worker that has a job to its beginning elsewhere. */
async function failover(server: Launched, environment: Record<string, string>, url: string): Promise<number> {
  const workers = [await launch('worker', environment), await launch('worker', environment)];
  const path = await sessionOf(server, 400);
  const training = send(server, `${path}/model/train`, { backend: 'sklearn', kernel: 'Matern' });
  let killed = 0;
  for (;;) {
    const [row] = await query(
      url,
      'select worker, attempts, state from job order by created_at desc limit 1',
    );
    const pid = Number(String(row?.worker).split(':')[1]);
    if (killed === 0 && row?.state === 'running') {
      workers.find((worker) => worker.pid === pid)?.kill('SIGKILL');
      killed = performance.now();
    }
    if (row?.attempts === 2) break;
    if (row?.state === 'computed' || row?.state === 'done')
      throw new Error('the job ended before its worker was killed: give it more rows');
    await sleep(10);
  }
  const took = (performance.now() - killed) / 1000;
  if ((await training).status !== 200) throw new Error('the training failed');
  for (const worker of workers) worker.kill('SIGKILL');
  return Math.round(took * 10) / 10;
}

/** Requests by kind, for `clients` connections. */
function kinds(ports: readonly number[], paths: readonly string[], small: string) {
  const row = (i: number) => JSON.stringify({ inputs: { x: (i % 1000) / 1000 }, output: i });
  const portOf = (i: number) => ports[i % ports.length] as number;
  const record = (port: number, session: number, i: number) =>
    post(port, `/api/v1${paths[session]}/experiments`, row(i));
  const read: NextRequest = (client, i) => get(portOf(client + i), `/api/v1${small}`);
  // A client keeps to its session, and each session to one server, as people do.
  const write: NextRequest = (client, i) => record(portOf(client), client % sessions, i);
  // In sessions of its own: what it leaves in the memory of the servers is not the matter of the others.
  const alternating: NextRequest = (client, i) =>
    record(portOf(client + i), sessions + (client % sessions), i);
  return { write, alternating, read };
}

/** Writes and reads at the same time, and what the model of docs/scale.md says about them. */
function mixture(mixed: Measured, writes: Measured['result'], reads: Measured['result']) {
  const [w, r] = mixed.rates as [number, number];
  const share = w / (w + r);
  const expected = share * writes.processorMs.sum + (1 - share) * reads.processorMs.sum;
  return {
    ...mixed.result,
    writesPerSecond: w,
    readsPerSecond: r,
    // 1 where the two kinds share the machine and are in each other's way in nothing else.
    timeShares: Math.round(100 * (w / writes.perSecond + r / reads.perSecond)) / 100,
    expectedProcessorMs: Math.round(1000 * expected) / 1000,
  };
}

const eventFigures = (events: readonly number[]) => ({
  heard: events.length,
  medianMs: Math.round(quantile(events, 0.5)),
  p99Ms: Math.round(quantile(events, 0.99)),
});

export async function run([mode]: readonly string[]): Promise<void> {
  const load = loadavg()[0];
  const postgres = await TestPostgres.start({ fsync: true });
  const url = await postgres.database();
  const environment = { DATABASE_URL: url, JOBS_LONG_SECONDS: '0', DATABASE_CONNECTIONS: '20' };
  const servers = [await launch('serve', environment), await launch('serve', environment)];
  const [a, b] = servers as [Launched, Launched];
  const paths: string[] = [];
  for (let i = 0; i < 2 * sessions; i++) paths.push(await sessionOf(servers[i % 2] as Launched));
  const small = await sessionOf(a);
  const ports = servers.map(({ address }) => Number(new URL(address).port));
  const processes = (): Processes => ({
    server: servers.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    database: processorMs(postgres.pid),
    client: 1e3 * processorSeconds(),
  });
  const next = kinds(ports, paths, small);
  // Once for the compiler.
  for (const one of [next.write, next.read]) await leanLoad(clients, 2 * secondsPerTurn, one);
  const measured = {
    writes: new Measured(processes, next.write),
    writesAlternating: new Measured(processes, next.alternating),
    reads: new Measured(processes, next.read),
    mixed: new Measured(processes, next.write, next.read),
  };
  const taken = mode === 'quick' ? [measured.writes] : Object.values(measured);
  for (let turn = 0; turn < turns; turn++) for (const one of taken) await one.turn();
  const [size] = await query(
    url,
    `select pg_total_relation_size('session_write') + pg_total_relation_size('session_chunk') + pg_total_relation_size('session') as stored,
    pg_total_relation_size('outbox') as told, (select sum(revision) from session) as writes`,
  );
  const { writes, reads } = { writes: measured.writes.result, reads: measured.reads.result };
  const always = {
    machine: cpus()[0]?.model,
    cores: cpus().length,
    load: [load, loadavg()[0]],
    date: today(),
    clients,
    sessions,
    writes,
    events: eventFigures(await eventTimes(a, b, small)),
    failoverSeconds: await failover(a, environment, url),
  };
  const result =
    mode === 'quick'
      ? always
      : {
          ...always,
          writesAlternating: measured.writesAlternating.result,
          reads,
          mixed: mixture(measured.mixed, writes, reads),
          bytesPerWrite: {
            stored: Math.round(Number(size?.stored) / Number(size?.writes)),
            events: Math.round(Number(size?.told) / Number(size?.writes)),
          },
          socketKb: await socketKb(b, small),
          jobsPerSecond: await jobRates(a, environment),
        };
  if (mode !== 'quick')
    writeFileSync(new URL('results/scale.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(result, null, 2));
  console.table({
    'acknowledged writes/s': { measured: writes.perSecond, goal: 1000 },
    'events across servers, p99 ms': { measured: always.events.p99Ms, goal: 100 },
    "killed worker's job elsewhere, s": { measured: always.failoverSeconds, goal: 10 },
  });
  for (const server of servers) server.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  await postgres.stop();
}
