import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

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

/** Port on which a server that was just started listens. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /listens on http:\S+:(\d+);/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`server: ended before it listened, its output:\n${output}`)));
  });
}

/**
 * The real server on a free port with an empty data folder of its own, and settings of its environment. It ends with this
 * process at the latest.
 *
 * @throws Error with what the server said, where it ends before it listens
 */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'athanor-'));
  /** Chosen by the server: another program could take one that is only looked up. */
  let port = 0;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const env = {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      // A busy machine is slow, and refuses nothing for it.
      LIMIT_LOOP_DELAY_MS: '60000',
      ...settings,
    };
    child = spawn(process.execPath, ['src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    port = await portOf(child);
  };
  const stop = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((done) => running.once('exit', done));
    running.kill('SIGTERM');
    await gone;
  };
  const remove = (): void => rmSync(data, { recursive: true, force: true });
  const atExit = (): void => {
    child?.kill('SIGKILL');
    remove();
  };
  process.once('exit', atExit);
  await start();
  return {
    address: `http://127.0.0.1:${port}/`,
    pid: () => child?.pid,
    stop,
    start,
    close: async () => {
      await stop();
      process.off('exit', atExit);
      remove();
    },
  };
}
