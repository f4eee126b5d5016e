import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { throwBodies } from './bodies.ts';
import { patiently, startServer } from './built-server.ts';
import type { Send } from './good-bodies.ts';

/** A client that waits no longer gives its job up. */
const patienceMs = 10_000;
const givenUp = { status: 499, text: '' };

/** Good bodies with one wrong thing each, sent to the built server, whose jobs run. */
export async function bodyRounds(wanted: number, seed: number, isOver: () => boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'athanor-bodies-'));
  try {
    const server = await startServer(dataDir, {});
    const send: Send = async (method, path, body) => {
      const headers = { accept: 'application/problem+json', 'content-type': 'application/json' };
      const ask = () =>
        fetch(server.address + path, {
          method,
          ...(body === undefined ? { headers: { accept: headers.accept } } : { headers, body }),
          signal: AbortSignal.timeout(patienceMs),
        });
      try {
        const answer = await patiently(ask);
        return { status: answer.status, text: await answer.text() };
      } catch (error) {
        if ((error as Error).name === 'TimeoutError') return givenUp;
        throw error;
      }
    };
    const counts = await throwBodies(send, { seed, wanted }, ({ status }) => status === 499, isOver);
    const ended = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    await ended;
    const { requests, answers, failures, unnamed, changed } = counts;
    return {
      wanted,
      requests,
      answers,
      failures: failures.length,
      first_failures: failures.slice(0, 5),
      unnamed: unnamed.length,
      first_unnamed: unnamed.slice(0, 5),
      changed: changed.length,
      first_changed: changed.slice(0, 5),
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
