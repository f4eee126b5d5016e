import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Report, type Row } from './support/report.ts';
import { type Server, startAthanor, stopServer } from './support/server.ts';

const port = 8196;
const connections = 16;
const rows = 1000;

/** Milliseconds of processor time of the process and of its main thread (Linux: ticks of 10 ms). */
function processorMs({ process: { pid } }: Server): { all: number; main: number } {
  const of = (path: string) => {
    const fields = readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  };
  return { all: of(`/proc/${pid}/stat`), main: of(`/proc/${pid}/task/${pid}/stat`) };
}

/** Bytes of the first whole answer in `bytes`; 0 where it is not complete. */
function answerLength(bytes: Buffer): number {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const headers = bytes.toString('latin1', 0, head);
  const length = /content-length: (\d+)/i.exec(headers)?.[1];
  if (length !== undefined) return head + 4 + Number(length);
  const end = bytes.indexOf('\r\n0\r\n\r\n', head);
  return end < 0 ? 0 : end + 7;
}

/** Sends one request again and again over one connection until `until`; counts good answers. */
function repeat(request: () => string, until: number): Promise<number> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    let count = 0;
    let pending: Buffer[] = [];
    let size = 0;
    let wanted = 0;
    socket.on('error', failed);
    socket.on('connect', () => socket.write(request()));
    socket.on('data', (chunk) => {
      pending.push(chunk);
      size += chunk.length;
      if (wanted === 0) {
        pending = [Buffer.concat(pending)];
        wanted = answerLength(pending[0] as Buffer);
      }
      if (wanted === 0 || size < wanted) return;
      const first = (pending[0] as Buffer).toString('latin1', 0, 16);
      if (!first.startsWith('HTTP/1.1 2')) {
        failed(new Error(Buffer.concat(pending).toString()));
        socket.destroy();
        return;
      }
      [pending, size, wanted] = [[], 0, 0];
      count++;
      if (performance.now() < until) socket.write(request());
      else {
        socket.destroy();
        done(count);
      }
    });
  });
}

function requestText(method: string, path: string, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  const type =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
  return `${head}${type}\r\n${text}`;
}

async function rate(server: Server, what: string, goal: number, request: () => string): Promise<Row> {
  await Promise.all(Array.from({ length: connections }, () => repeat(request, performance.now() + 1000)));
  const [before, began] = [processorMs(server), performance.now()];
  const counts = await Promise.all(Array.from({ length: connections }, () => repeat(request, began + 4000)));
  const [after, seconds] = [processorMs(server), (performance.now() - began) / 1000];
  const count = counts.reduce((sum, one) => sum + one, 0);
  const [main, all] = [(after.main - before.main) / count, (after.all - before.all) / count];
  return {
    request: what,
    'per second': Math.round(count / seconds),
    'main thread ms': main,
    'server ms': all,
    'per second of main thread': Math.round(1000 / main),
    goal,
  };
}

async function post(server: Server, path: string, body: unknown): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.base}/api/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

const names = ['x1', 'x2', 'x3', 'x4'];
const point = (i: number) =>
  Object.fromEntries(names.map((name, k) => [name, (i * (k + 3) * 0.6180339887) % 1]));

async function sessionOf(server: Server, count: number): Promise<string> {
  const at = `/sessions/${(await post(server, '/sessions', {})).session_id}`;
  for (const name of names) await post(server, `${at}/variables`, { name, type: 'real', bounds: [0, 1] });
  const experiments = Array.from({ length: count }, (_, i) => ({ inputs: point(i), output: Math.sin(i) }));
  await post(server, `${at}/experiments/batch`, { experiments });
  return at;
}

/** Times of `/health`, ms, every 5 ms while `work` runs. */
async function healthWhile(server: Server, work: Promise<unknown>): Promise<Row> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const before = performance.now();
    await (await fetch(`${server.base}/health`)).text();
    times.push(performance.now() - before);
    await new Promise((next) => setTimeout(next, 5));
  }
  await work;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] as number;
  return { n: times.length, median: at(0.5), p99: at(0.99), max: at(1) };
}

/**
 * Requests a second that one server answers over 16 connections, beside what each costs in processor time; and `/health` during a training of
 * 2,000 rows. The client runs in another process and shares the cores.
 */
export async function run(): Promise<void> {
  const report = new Report('rates');
  const folder = mkdtempSync(join(tmpdir(), 'athanor-rates-'));
  const server = await startAthanor(folder, port);
  try {
    const at = await sessionOf(server, rows);
    const small = await sessionOf(server, 50);
    await post(server, `${small}/model/train`, { backend: 'botorch' });
    let i = 0;
    const table: Row[] = [];
    const add = async (...given: [string, number, () => string]) => table.push(await rate(server, ...given));
    const state = requestText('GET', `${at}/state`);
    await add('GET state', 15_900, () => state);
    const page = requestText('GET', `${at}/experiments`);
    await add('GET experiments', 5000, () => page);
    const short = requestText('GET', `${at}/experiments?limit=20`);
    await add('GET experiments?limit=20', 5000, () => short);
    await add('POST predict, one point', 5000, () =>
      requestText('POST', `${small}/model/predict`, { inputs: [point(i++)] }),
    );
    await add('POST experiments', 2200, () =>
      requestText('POST', `${at}/experiments`, { inputs: point(i++), output: 1 }),
    );
    report.table('requests a second', table);
    const large = await sessionOf(server, 2000);
    const work = post(server, `${large}/model/train`, { backend: 'botorch' });
    report.table('/health during a training of 2,000 rows, ms', [await healthWhile(server, work)]);
    report.write();
  } finally {
    await stopServer(server);
    rmSync(folder, { recursive: true });
  }
}
