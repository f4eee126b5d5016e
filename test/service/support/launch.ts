import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** A process of the command line. */
export interface Launched {
  readonly pid: number;
  /** Of a server. */
  readonly address: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Its exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  /** What it wrote to standard error so far. */
  said(): string;
  kill(signal: NodeJS.Signals): void;
}

/**
 * The address that a server says once it works; of a worker an empty text.
 *
 * @throws Error with all that it said, where it ends before
 */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /listens on (http:\S+);|takes jobs/.exec(said);
      if (found !== null) resolve(found[1] ?? '');
    });
    child.on('exit', () => reject(new Error(`athanor ended: ${said}`)));
  });
}

/** Starts `athanor serve` or `athanor worker`; resolves once it works. */
export async function launch(
  kind: 'serve' | 'worker',
  environment: Record<string, string>,
  /** Folder of the sources. */
  from = root,
): Promise<Launched> {
  const folder = mkdtempSync(join(tmpdir(), 'athanor-process-'));
  const child = spawn(process.execPath, [join(from, 'bin/athanor.js'), kind], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      ATHANOR_BACKEND: 'ts',
      LIMIT_LOOP_DELAY_MS: '60000',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      rmSync(folder, { recursive: true, force: true });
      resolve(code);
    });
  });
  const address = await addressOf(child);
  return {
    pid: child.pid as number,
    address,
    get exitCode() {
      return child.exitCode;
    },
    get signal() {
      return child.signalCode;
    },
    ended,
    said: () => said,
    kill: (signal) => void child.kill(signal),
  };
}
