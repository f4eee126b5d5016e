import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A server process that answers `GET /health`. */
export interface Server {
  readonly base: string;
  readonly process: ChildProcess;
  /** From the start of the process to the first good answer of `/health`, ms. */
  readonly startMilliseconds: number;
}

async function isUp(base: string): Promise<boolean> {
  try {
    return (await fetch(`${base}/health`)).ok;
  } catch {
    return false;
  }
}

/**
 * Starts a command that serves HTTP on `port`; the promise resolves when it answers and rejects when the process ends first.
 *
 * @throws Error another server answers on the port: that one would be measured
 */
export async function startServer(
  command: string,
  args: readonly string[],
  port: number,
  options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<Server> {
  const base = `http://127.0.0.1:${port}`;
  if (await isUp(base)) throw new Error(`${base} is answered by another server; stop it`);
  const before = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, ...options.env },
    ...(options.cwd ? { cwd: options.cwd } : {}),
    stdio: 'ignore',
  });
  while (!(await isUp(base))) {
    if (child.exitCode !== null)
      throw new Error(`${command}: ended with ${child.exitCode} before it answered`);
    await sleep(2);
  }
  return { base, process: child, startMilliseconds: performance.now() - before };
}

/** Athanor itself with its files in `dataDir`. */
export function startAthanor(
  dataDir: string,
  port: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...more };
  return startServer(process.execPath, [main], port, { env });
}

export async function stopServer({ process: child }: Server): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Resident memory in MB; NaN where the system does not tell. */
export function residentMegabytes({ process: child }: Server): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
  } catch {
    return Number.NaN;
  }
}
