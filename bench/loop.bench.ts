import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Report } from './support/report.ts';

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

  static async start(folder: string): Promise<Watched> {
    const script = new URL('./support/loop-server.ts', import.meta.url);
    const child = fork(script, { env: { ...process.env, DATA_DIR: folder }, execArgv: [] });
    const [address] = (await once(child, 'message')) as [string];
    return new Watched(child, address);
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
    this.#child.send('stop');
    await once(this.#child, 'exit');
  }
}

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function newSession(base: string): Promise<string> {
  const made = (await (await fetch(`${base}/sessions`, json({}))).json()) as { session_id: string };
  const path = `${base}/sessions/${made.session_id}`;
  await fetch(`${path}/variables`, json({ name: 'x', type: 'real', bounds: [0, 1] }));
  return path;
}

const csv = (rows: number) =>
  `x,Output\n${Array.from({ length: rows }, (_, i) => `${(i % 997) / 997},${i}`).join('\n')}\n`;

async function upload(path: string, text: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([text]), 'data.csv');
  return fetch(`${path}/experiments/upload`, { method: 'POST', body: form });
}

const put = (method: string, body: unknown) => ({ ...json(body), method });

const points = (count: number) => Array.from({ length: count }, (_, i) => ({ x: (i % 997) / 997 }));

type Measure = (what: string, action: () => Promise<Response>) => Promise<void>;

/** The largest session that the limits allow: 250,000 rows. */
async function largestSession(base: string, measure: Measure): Promise<void> {
  const path = await newSession(base);
  await measure('CSV of 250,000 rows', () => upload(path, csv(250_000)));
  await measure('detail of them', () => fetch(path));
  await measure('CSV export of them', () => fetch(`${path}/experiments/export`));
  await measure('rename of their variable', () => fetch(`${path}/variables/x`, put('PATCH', { name: 't' })));
  await measure('their values as categories', () =>
    fetch(`${path}/variables/t`, put('PATCH', { type: 'categorical' })),
  );
  await measure('deletion of them', () => fetch(`${path}/experiments`, { method: 'DELETE' }));
  await measure('100,000 candidates', () =>
    fetch(
      `${path}/candidates`,
      put('PUT', { candidates: points(100_000).map(({ x }) => ({ t: x })), repeats: true }),
    ),
  );
}

/** Jobs of the engine on a session of 2,000 rows. */
async function jobs(base: string, measure: Measure): Promise<void> {
  const path = await newSession(base);
  await upload(path, csv(2000));
  await measure('training of 2,000 rows', () => fetch(`${path}/model/train`, json({ backend: 'botorch' })));
  await measure('a suggestion', () =>
    fetch(`${path}/acquisition/suggest`, json({ strategy: 'auto', goal: 'maximize' })),
  );
  await measure('100,000 predictions', () =>
    fetch(`${path}/model/predict`, json({ inputs: points(100_000) })),
  );
}

/** A session file just under 64 MiB, and the analysis of its rows. */
async function largestFile(base: string, measure: Measure): Promise<void> {
  const path = await newSession(base);
  await upload(path, csv(45_000));
  const form = new FormData();
  form.set('file', await (await fetch(`${path}/export`)).blob(), 'session.json');
  await measure('import of a session file', () =>
    fetch(`${base}/sessions/upload`, { method: 'POST', body: form }),
  );
  await measure('analysis of 45,000 rows', () =>
    fetch(`${path}/design/analyse`, json({ model_type: 'quadratic' })),
  );
  await measure('evaluation of them', () =>
    fetch(`${path}/design/evaluate`, json({ model_type: 'quadratic' })),
  );
}

/**
 * How long the event loop is held by the largest requests that are allowed, how long `/health` takes meanwhile, and what memory sessions take.
 */
export async function run(): Promise<void> {
  const report = new Report('loop');
  const folder = mkdtempSync(join(tmpdir(), 'athanor-loop-'));
  const rows: Record<string, string | number>[] = [];
  try {
    let server = await Watched.start(folder);
    const measure = async (what: string, action: () => Promise<Response>) => {
      await server.figures();
      await server.healthTimes();
      const began = performance.now();
      const response = await action();
      await response.arrayBuffer();
      const seconds = (performance.now() - began) / 1000;
      const { held, collected, rss } = await server.figures();
      const health = await server.healthTimes();
      const round = (value: number) => Number(value.toFixed(1));
      rows.push({
        request: what,
        status: response.status,
        seconds: round(seconds),
        'held ms': round(held),
        'collection ms': round(collected),
        '/health p99 ms': round(health[Math.floor(0.99 * health.length)] ?? Number.NaN),
        '/health max ms': round(health.at(-1) ?? Number.NaN),
        'RSS MB': round(rss),
      });
    };
    // Validators and modules are loaded with the first request that needs them; that is not what is measured.
    await upload(await newSession(server.base), csv(10));
    await fetch(`${await newSession(server.base)}/experiments/batch`, json({ experiments: [] }));
    const path = await newSession(server.base);
    const batch = (count: number) => ({
      experiments: Array.from({ length: count }, (_, i) => ({ inputs: { x: i / count }, output: i })),
    });
    await measure('JSON batch of 10,000', () => fetch(`${path}/experiments/batch`, json(batch(10_000))));
    const large = await newSession(server.base);
    await measure('CSV of 100,000 rows', () => upload(large, csv(100_000)));
    await measure('CSV export of them', () => fetch(`${large}/experiments/export`));
    await measure('JSON export of them', () => fetch(`${large}/export`));
    await measure('a page of them', () => fetch(`${large}/experiments?limit=1000`));
    await measure('CSV of 20 MB', () => upload(path, csv(1_500_000)));
    await measure('CSV of 45 MB', () => upload(path, `x,Output\n${'0.5,1\n'.repeat(7_500_000)}`));
    await jobs(server.base, measure);
    await largestSession(server.base, measure);
    await largestFile(server.base, measure);
    await server.stop();
    server = await Watched.start(folder);
    const again = (address: string) => address.replace(/^.*\/api\/v1/, server.base);
    await measure('first touch of 100,000 rows', () => fetch(`${again(large)}/state`));
    for (let i = 0; i < 1000; i++) await newSession(server.base);
    await server.stop();
    server = await Watched.start(folder);
    await measure('GET /sessions?limit=1000, cold', () => fetch(`${server.base}/sessions?limit=1000`));
    const touched: string[] = [];
    for (let i = 0; i < 3000; i++) touched.push(await newSession(server.base));
    for (const one of touched) await fetch(`${one}/experiments`, json({ inputs: { x: 0.5 }, output: 1 }));
    await measure('3,000 sessions touched', () =>
      fetch(`${path.replace(/^.*\/api\/v1/, server.base)}/state`),
    );
    await server.stop();
    report.table('event loop held by one request, ms', rows);
    report.write();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
