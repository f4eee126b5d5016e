import { expect, it } from 'vitest';
import { CancelledError } from '../../../../src/engine/errors.ts';
import { throwBodies } from '../../../soak/bodies.ts';
import type { Send } from '../../../soak/good-bodies.ts';
import { inlinePool, testApp } from '../../support/app.ts';

/** The first training, that of the session, runs once; other jobs are given up once they are accepted. */
function shyPool(): typeof inlinePool {
  const results = new Map<string, Promise<unknown>>();
  return {
    run: async (name, task, options) => {
      const key = JSON.stringify(task);
      if (results.size === 0) results.set(key, inlinePool.run(name, task, options));
      const result = results.get(key);
      if (result === undefined) throw new CancelledError('accepted');
      return result as never;
    },
  };
}

it('a body with one wrong thing is refused by name and changes nothing', async () => {
  const { app, close } = await testApp(undefined, shyPool());
  const send: Send = async (method, path, body) => {
    const headers = {
      accept: 'application/problem+json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const { statusCode, body: text } = await app.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: statusCode, text };
  };
  const wanted = 1500;
  const counts = await throwBodies(send, { seed: 1, wanted }, ({ status }) => status === 499);
  expect(counts.failures).toEqual([]);
  expect(counts.unnamed).toEqual([]);
  expect(counts.changed).toEqual([]);
  expect(counts.answers['4xx']).toBeGreaterThan(wanted / 2);
  await close();
});
