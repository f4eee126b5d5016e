import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { bodyMemory } from '../../../../src/service/http/plugins/bodies/body-memory.ts';
import { standardLimits } from '../../../../src/service/limits.ts';

it('gives back what a request took, and takes nothing for one that is over', async () => {
  const app = Fastify({ bodyLimit: 10_000_000 });
  bodyMemory(app, { ...standardLimits, bodyBytes: 4_000_000, fileBytes: 4_000_000 });
  const holds: ((bytes: number) => void)[] = [];
  app.post('/', async (request) => {
    request.holdBytes?.(3_000_000);
    if (request.holdBytes !== undefined) holds.push(request.holdBytes);
    return 'taken';
  });
  const send = async () => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify('x'.repeat(2_000_000)),
    });
    return statusCode;
  };
  for (const _ of [1, 2, 3]) {
    expect(await send()).toBe(200);
    holds.at(-1)?.(3_900_000);
  }
  expect(holds).toHaveLength(3);
  await app.close();
});
