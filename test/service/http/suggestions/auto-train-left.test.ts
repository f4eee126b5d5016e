import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { CancelledError } from '../../../../src/engine/errors.ts';
import type { Pool, RunOptions } from '../../../../src/service/jobs/pool.ts';
import { fillSession, testApp } from '../../support/app.ts';

/** Jobs that end when they are given up, and never otherwise. */
function endlessPool() {
  const begun = Promise.withResolvers<void>();
  const givenUp = Promise.withResolvers<void>();
  const run = (_name: string, _task: unknown, options?: RunOptions) =>
    new Promise<never>((_, reject) => {
      begun.resolve();
      options?.signal?.addEventListener('abort', () => {
        givenUp.resolve();
        reject(new CancelledError('given up'));
      });
    });
  return { pool: { run } as unknown as Pick<Pool, 'run'>, begun: begun.promise, givenUp: givenUp.promise };
}

it.each([
  ['/experiments', { inputs: { x: 1, c: 'A' }, output: 2 }],
  ['/experiments/batch', { experiments: [{ inputs: { x: 1, c: 'A' }, output: 2 }] }],
])('auto_train of POST %s ends when its client leaves, and keeps what was recorded', async (route, body) => {
  const { pool, begun, givenUp } = endlessPool();
  const service = await testApp(undefined, pool);
  const path = await service.session();
  await fillSession(service, path, 6);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const leave = new AbortController();
  const request = fetch(`http://127.0.0.1:${port}/api/v1${path}${route}?auto_train=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leave.signal,
  });
  await begun;
  leave.abort();
  await expect(request).rejects.toThrow();
  await givenUp;
  expect((await service.call('GET', `${path}/experiments`)).body.total).toBe(7);
  const closed = once(service.app.server, 'close');
  await service.close();
  await closed;
});
