import { expect, it } from 'vitest';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { testApp } from '../../support/app.ts';

it('a server whose store does not answer is alive and not ready', async () => {
  const store = memoryStore();
  let asked = 0;
  const silent = () => new Promise<void>(() => void asked++);
  const app = await testApp({ ...store, check: silent });
  const answers = await Promise.all([1, 2, 3].map(() => app.call('GET', '//ready')));
  const reason = 'the store did not answer within 2 s';
  for (const { status, body } of answers)
    expect([status, body]).toEqual([503, { status: 'unavailable', reason }]);
  expect(asked).toBe(1);
  expect((await app.call('GET', '//health')).status).toBe(200);
  await app.close();
});
