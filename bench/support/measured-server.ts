import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { median, quantile } from './averages.ts';
import type { Row } from './report.ts';

interface Figures {
  readonly held: number;
  readonly collected: number;
  readonly rss: number;
}

class Watched {
  readonly #child: ChildProcess;
  readonly #health: ChildProcess;
  readonly base: string;

  private constructor(child: ChildProcess, address: string) {
    this.#child = child;
    this.base = `${address}/api/v1`;
    this.#health = fork(new URL('./health-watch.ts', import.meta.url), [`${address}/health`]);
  }

  /** The command `athanor` with a probe in it: with its settings of the heap, collections are as they are for users. */
  static async start(folder: string): Promise<Watched> {
    const command = fileURLToPath(new URL('../../bin/athanor.js', import.meta.url));
    const probe = fileURLToPath(new URL('./loop-probe.ts', import.meta.url));
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

  /** Times of `/health` since the last call, ms. */
  async healthTimes(): Promise<readonly number[]> {
    this.#health.send('times');
    const [times] = (await once(this.#health, 'message')) as [number[]];
    return times;
  }

  async stop(): Promise<void> {
    this.#health.kill();
    await once(this.#health, 'exit');
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }
}

export const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export function form(name: string, content: Blob): RequestInit {
  const body = new FormData();
  body.set('file', content, name);
  return { method: 'POST', body };
}

export const csv = (rows: number) =>
  `x,Output\n${Array.from({ length: rows }, (_, i) => `${(i % 997) / 997},${i}`).join('\n')}\n`;

export const batch = (count: number) => ({
  experiments: Array.from({ length: count }, (_, i) => ({ inputs: { x: i / count }, output: i })),
});

export const points = (count: number) => Array.from({ length: count }, (_, i) => ({ x: (i % 997) / 997 }));

/** Answers of `/health` that a row rests on: of fewer, the 99th percentile is near the slowest. */
const enough = 300;
/** Requests at most. */
const most = 2000;

/** A server with a folder of its own, and what its requests took. */
export class MeasuredServer {
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

  /** `athanor backup` of its folder, in a process of its own. @returns status 200 if it made one */
  async backUp(): Promise<Response> {
    const target = mkdtempSync(join(tmpdir(), 'athanor-backup-'));
    const command = fileURLToPath(new URL('../../bin/athanor.js', import.meta.url));
    const child = fork(command, ['backup', target, '--data-dir', this.#folder], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number];
    rmSync(target, { recursive: true });
    return new Response(null, { status: code === 0 ? 200 : 500 });
  }

  /** Sockets that listen to a session, and one that never reads. @returns closes them */
  async crowd(path: string, count: number): Promise<() => Promise<void>> {
    const { host } = new URL(this.#running.base);
    const url = `ws://${host}/ws/${path.split('/').at(-1)}`;
    const child = fork(new URL('./socket-crowd.ts', import.meta.url), [url, String(count)]);
    await once(child, 'message');
    return async () => {
      child.kill();
      await once(child, 'exit');
    };
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

  /**
   * One after another until `/health` was asked often enough for its 99th percentile.
   *
   * @param before puts in place what the request changes; not measured
   */
  async measure(
    request: string,
    action: () => Promise<Response>,
    before?: () => Promise<unknown>,
  ): Promise<void> {
    const all: Figures[] = [];
    const seconds: number[] = [];
    const health: number[] = [];
    let status = 0;
    while (health.length < enough && seconds.length < most) {
      await before?.();
      const server = this.#running;
      await server.figures();
      await server.healthTimes();
      const began = performance.now();
      do {
        const one = performance.now();
        const response = await action();
        await response.arrayBuffer();
        status = response.status;
        seconds.push((performance.now() - one) / 1000);
      } while (before === undefined && performance.now() - began < 1000);
      all.push(await server.figures());
      health.push(...(await server.healthTimes()));
    }
    const round = (value: number) => Number(value.toFixed(1));
    const row = {
      request,
      status,
      times: seconds.length,
      seconds: round(median(seconds)),
      'held ms': round(Math.max(...all.map(({ held }) => held))),
      'collection ms': round(Math.max(...all.map(({ collected }) => collected))),
      '/health p99 ms': round(quantile(health, 0.99)),
      '/health max ms': round(Math.max(...health)),
      'RSS MB': round(Math.max(...all.map(({ rss }) => rss))),
    };
    this.#rows.push(row);
    console.log(Object.values(row).join('  '));
  }

  /** As `measure`, of one request. */
  timed(
    request: string,
    path: string,
    options: RequestInit = {},
    before?: () => Promise<unknown>,
  ): Promise<void> {
    return this.measure(request, () => this.send(path, options), before);
  }
}
