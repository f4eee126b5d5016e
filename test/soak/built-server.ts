import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/athanor.js', import.meta.url));

export interface BuiltServer {
  readonly child: ChildProcess;
  readonly port: number;
  /** Of the interface, `http://127.0.0.1:…/api/v1`. */
  readonly address: string;
}

/**
 * The server as it is installed, in a process of its own.
 *
 * @throws Error it did not start within five minutes
 */
export async function startServer(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BuiltServer> {
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ATHANOR_BACKEND: 'ts',
      RATE_LIMIT: '',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  for (let waited = 0; waited < 300_000; waited += 20) {
    const [, origin, port] = /listens on (http:\S+?:(\d+));/.exec(said) ?? [];
    if (origin !== undefined) return { child, port: Number(port), address: `${origin}/api/v1` };
    if (child.exitCode !== null) break;
    await sleep(20);
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not start: ${said}`);
}

/** Sends a request again while the server turns it away for now (503 with `Retry-After`): a starved one sheds load. */
export async function patiently(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    if (answer.status !== 503 || !answer.headers.has('retry-after') || attempt === 60) return answer;
    await answer.arrayBuffer();
    await sleep(1000);
  }
}
