import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Report, type Row } from './support/report.ts';

interface Figures {
  readonly held: number;
  readonly collected: number;
  readonly rss: number;
}

class Watched {
  readonly #child: ChildProcess;
  readonly #health: Worker;
  readonly base: string;

  private constructor(child: ChildProcess, address: string) {
    this.#child = child;
    this.base = `${address}/api/v1`;
    const script = new URL('./support/health-watch.ts', import.meta.url);
    this.#health = new Worker(script, { workerData: `${address}/health` });
  }

  /** The command `athanor` with a probe in it: with its settings of the heap, collections are as they are for users. */
  static async start(folder: string): Promise<Watched> {
    const command = fileURLToPath(new URL('../bin/athanor.js', import.meta.url));
    const probe = fileURLToPath(new URL('./support/loop-probe.ts', import.meta.url));
    const child = fork(command, ['serve', '--port', '0', '--data-dir', folder, '--json'], {
      env: { ...process.env, LOG_LEVEL: 'silent' },
      execArgv: ['--import', probe],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const [line] = (await once(createInterface(child.stdout as Readable), 'line')) as [string];
    return new Watched(child, (JSON.parse(line) as { address: string }).address);
  }

  async figures(): Promise<Figures> {
    this.#child.send('figures');
    const [figures] = (await once(this.#child, 'message')) as [Figures];
    return figures;
  }

  /** Times of `/health` since the last call, ms, in order. */
  async healthTimes(): Promise<readonly number[]> {
    this.#health.postMessage('times');
    const [times] = (await once(this.#health, 'message')) as [number[]];
    return times.sort((a, b) => a - b);
  }

  async stop(): Promise<void> {
    await this.#health.terminate();
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }
}

const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function form(name: string, content: Blob): RequestInit {
  const body = new FormData();
  body.set('file', content, name);
  return { method: 'POST', body };
}

const csv = (rows: number) =>
  `x,Output\n${Array.from({ length: rows }, (_, i) => `${(i % 997) / 997},${i}`).join('\n')}\n`;

const batch = (count: number) => ({
  experiments: Array.from({ length: count }, (_, i) => ({ inputs: { x: i / count }, output: i })),
});

const points = (count: number) => Array.from({ length: count }, (_, i) => ({ x: (i % 997) / 997 }));

/** A server with a folder of its own, and what its requests took. */
class Measured {
  readonly #folder = mkdtempSync(join(tmpdir(), 'athanor-loop-'));
  readonly #rows: Row[];
  #server: Watched | undefined;

  constructor(rows: Row[]) {
    this.#rows = rows;
  }

  get #running(): Watched {
    if (this.#server === undefined) throw new Error('loop: the server was not started');
    return this.#server;
  }

  /** Starts the server, again where it runs. */
  async start(): Promise<void> {
    await this.#server?.stop();
    this.#server = await Watched.start(this.#folder);
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  send(path: string, request: RequestInit = {}): Promise<Response> {
    return fetch(this.#running.base + path, request);
  }

  /** @returns its path */
  async newSession(): Promise<string> {
    const made = (await (await this.send('/sessions', json({}))).json()) as { session_id: string };
    const path = `/sessions/${made.session_id}`;
    await this.send(`${path}/variables`, json({ name: 'x', type: 'real', bounds: [0, 1] }));
    return path;
  }

  upload(path: string, text: string): Promise<Response> {
    return this.send(`${path}/experiments/upload`, form('data.csv', new Blob([text])));
  }

  /** Loads validators and modules: that is not what is measured. */
  async warmUp(): Promise<void> {
    const path = await this.newSession();
    await this.upload(path, csv(10));
    await this.send(`${path}/experiments/batch`, json(batch(1)));
    for (const one of ['', '/experiments/export', '/experiments', '/export', '/state']) {
      await (await this.send(path + one)).arrayBuffer();
    }
  }

  async measure(request: string, action: () => Promise<Response>): Promise<void> {
    const server = this.#running;
    await server.figures();
    await server.healthTimes();
    const began = performance.now();
    const response = await action();
    await response.arrayBuffer();
    const seconds = (performance.now() - began) / 1000;
    const { held, collected, rss } = await server.figures();
    const health = await server.healthTimes();
    const round = (value: number) => Number(value.toFixed(1));
    const row = {
      request,
      status: response.status,
      seconds: round(seconds),
      'held ms': round(held),
      'collection ms': round(collected),
      '/health p99 ms': round(health[Math.floor(0.99 * health.length)] ?? Number.NaN),
      '/health max ms': round(health.at(-1) ?? Number.NaN),
      'RSS MB': round(rss),
    };
    this.#rows.push(row);
    console.log(Object.values(row).join('  '));
  }

  /** As `measure`, of one request. */
  timed(request: string, path: string, options: RequestInit = {}): Promise<void> {
    return this.measure(request, () => this.send(path, options));
  }
}

async function correction(server: Measured, path: string): Promise<void> {
  const page = (await (await server.send(`${path}/experiments?limit=1`)).json()) as {
    experiments: { ProvenanceId: string }[];
  };
  const row = `${path}/experiments/${page.experiments[0]?.ProvenanceId}`;
  await server.timed('correction of one of them', row, json({ output: 1 }, 'PATCH'));
}

async function batchOfRows(server: Measured): Promise<void> {
  const path = await server.newSession();
  await server.timed('JSON batch of 10,000', `${path}/experiments/batch`, json(batch(10_000)));
  await correction(server, path);
}

async function manyRows(server: Measured): Promise<void> {
  const path = await server.newSession();
  await server.measure('CSV of 100,000 rows', () => server.upload(path, csv(100_000)));
  await server.timed('CSV export of them', `${path}/experiments/export`);
  await server.timed('JSON export of them', `${path}/export`);
  await server.timed('a page of them', `${path}/experiments?limit=1000`);
  await correction(server, path);
  await server.start();
  await server.timed('first touch of them', `${path}/state`);
}

/** The largest session that the limits allow: 250,000 rows. */
async function largestSession(server: Measured): Promise<void> {
  const path = await server.newSession();
  await server.measure('CSV of 250,000 rows', () => server.upload(path, csv(250_000)));
  await server.timed('detail of them', path);
  await server.timed('CSV export of them', `${path}/experiments/export`);
  await correction(server, path);
  await server.timed('rename of their variable', `${path}/variables/x`, json({ name: 't' }, 'PATCH'));
  await server.timed(
    'their values as categories',
    `${path}/variables/t`,
    json({ type: 'categorical' }, 'PATCH'),
  );
  await server.timed('deletion of them', `${path}/experiments`, { method: 'DELETE' });
  const candidates = points(100_000).map(({ x }) => ({ t: x }));
  await server.timed('100,000 candidates', `${path}/candidates`, json({ candidates, repeats: true }, 'PUT'));
}

/** Files with more rows than a session may have. */
async function refusedFiles(server: Measured): Promise<void> {
  const path = await server.newSession();
  await server.measure('CSV of 20 MB', () => server.upload(path, csv(1_500_000)));
  await server.measure('CSV of 45 MB', () => server.upload(path, `x,Output\n${'0.5,1\n'.repeat(7_500_000)}`));
}

/** Jobs of the engine on a session of 2,000 rows. */
async function jobs(server: Measured): Promise<void> {
  const path = await server.newSession();
  await server.upload(path, csv(2000));
  await server.timed('training of 2,000 rows', `${path}/model/train`, json({ backend: 'botorch' }));
  const suggestion = json({ strategy: 'auto', goal: 'maximize' });
  await server.timed('a suggestion', `${path}/acquisition/suggest`, suggestion);
  await server.timed('100,000 predictions', `${path}/model/predict`, json({ inputs: points(100_000) }));
}

/** A session file just under 64 MiB, and the analysis of its rows. */
async function largestFile(server: Measured): Promise<void> {
  const path = await server.newSession();
  await server.upload(path, csv(45_000));
  const file = await (await server.send(`${path}/export`)).blob();
  await server.timed('import of a session file', '/sessions/upload', form('session.json', file));
  const quadratic = json({ model_type: 'quadratic' });
  await server.timed('analysis of 45,000 rows', `${path}/design/analyse`, quadratic);
  await server.timed('evaluation of them', `${path}/design/evaluate`, quadratic);
}

/** Carries out an action a number of times, 16 side by side. */
async function side<T>(count: number, action: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count) {
    results.push(
      ...(await Promise.all(Array.from({ length: Math.min(16, count - results.length) }, action))),
    );
  }
  return results;
}

async function manySessions(server: Measured): Promise<void> {
  await side(1000, () => server.newSession());
  await server.start();
  await server.timed('GET /sessions?limit=1000, cold', '/sessions?limit=1000');
  const record = json({ inputs: { x: 0.5 }, output: 1 });
  const paths = await side(3000, async () => {
    const path = await server.newSession();
    await server.send(`${path}/experiments`, record);
    return path;
  });
  await server.timed('a state, 3,000 sessions touched', `${paths[0]}/state`);
}

const parts: Readonly<Record<string, (server: Measured) => Promise<void>>> = {
  batch: batchOfRows,
  rows: manyRows,
  largest: largestSession,
  refused: refusedFiles,
  jobs,
  file: largestFile,
  sessions: manySessions,
};

/**
 * How long the event loop is held by the largest requests that are allowed, how long `/health` takes meanwhile, and what memory the server takes.
 * Each part has a server of its own. With names of parts only those run, and no result is written: `npm run bench -- loop -- largest file`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const report = new Report('loop');
  const rows: Row[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (args.length > 0 && !args.includes(name)) continue;
    const server = new Measured(rows);
    try {
      await server.start();
      await server.warmUp();
      await part(server);
    } finally {
      await server.stop();
    }
  }
  report.note(
    "held: longest processor time of the server's main thread between two turns of its loop; collections and /health by the clock",
  );
  report.table('event loop held by one request', rows);
  if (args.length === 0) report.write();
}
