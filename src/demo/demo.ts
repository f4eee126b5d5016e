/**
 * The main job, end to end: builds what is missing, starts the server, runs a campaign on real data over HTTP, prints
 * what it did and leaves the server up. `--exit` stops it at the end.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAthanorClient } from '../client/client.ts';
import { describeStory, runStory } from './story.ts';

const root = join(import.meta.dirname, '../..');
const host = process.env.HOST ?? '127.0.0.1';
const port = process.env.PORT ?? '8000';
const address = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;

function build(script: string): void {
  const { status } = spawnSync(process.execPath, [join(root, script)], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${script} ended with status ${status}; see its output above`);
}

/** Waits for /health, or for the server to end, whichever is first: a busy machine takes minutes for the first start. */
async function untilHealthy(server: ChildProcess): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { exitCode, signalCode } = server;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`the server ended with ${signalCode ?? `status ${exitCode}`}; see its output above`);
    const answer = await fetch(`${address}/health`).catch(() => undefined);
    if (answer?.ok) return performance.now() - started;
    await sleep(10);
  }
}

/** Runs the demonstration; the server runs until Ctrl-C unless `--exit` is given. */
async function demonstrate(): Promise<void> {
  if (await fetch(`${address}/health`).catch(() => undefined)) {
    throw new Error(`another program already answers at ${address}; stop it, or choose another PORT`);
  }
  build('src/tools/build-native.ts');
  build('src/tools/build-web.ts');
  const server = spawn(process.execPath, [join(root, 'src/main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HOST: host, PORT: port, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  });
  const stop = () => server.kill('SIGTERM');
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const startMs = await untilHealthy(server);
    console.log(`\nAthanor is up at ${address} (${startMs.toFixed(0)} ms to the first /health)\n`);
    const story = await runStory(createAthanorClient(address));
    console.log(describeStory(story));
    console.log(`
  Web app     ${address}/
  API docs    ${address}/api/docs
  Session     ${address}/api/v1/sessions/${story.sessionId}
`);
    if (process.argv.includes('--exit')) stop();
    else console.log('  The server keeps running; stop it with Ctrl-C.');
  } catch (error) {
    stop();
    throw error;
  }
}

await demonstrate().catch((error: unknown) => {
  console.error(`demo: ${(error as Error).message}`);
  process.exitCode = 1;
});
