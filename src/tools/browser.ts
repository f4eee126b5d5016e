import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Path of a Chromium on this machine: `CHROMIUM` in the environment, else where Debian puts it. */
export function chromiumPath(): string | undefined {
  return [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
    (path) => path !== undefined && existsSync(path),
  );
}

/** Starts the browser without a window and without any traffic of its own. */
export function launchBrowser(executablePath: string, ...more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

export interface RunningServer {
  /** `http://127.0.0.1:<port>/` */
  readonly address: string;
  /** Number of its process. */
  readonly pid: () => number | undefined;
  /** Ends the server; its data stay. */
  readonly stop: () => Promise<void>;
  /** Starts it again on the same port with the same data. */
  readonly start: () => Promise<void>;
  /** Ends the server and removes its data. */
  readonly close: () => Promise<void>;
}

async function whenUp(address: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${address}health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`server: did not come up at ${address}, its output:\n${output()}`);
}

/** The real server on a free port with an empty data folder of its own, and settings of its environment. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'athanor-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/`;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    let output = '';
    const env = {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      ...settings,
    };
    child = spawn(process.execPath, ['src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    await whenUp(address, child, () => output);
  };
  const stop = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((done) => running.once('exit', done));
    running.kill('SIGTERM');
    await gone;
  };
  await start();
  return {
    address,
    pid: () => child?.pid,
    stop,
    start,
    close: async () => {
      await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
