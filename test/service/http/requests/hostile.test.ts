import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { throwHostile } from '../../../soak/hostile.ts';
import { testApp } from '../../support/app.ts';

it('hostile requests are answered, each with a name, and a good client beside them loses nothing', async () => {
  const service = await testApp(undefined, undefined, {
    LIMIT_REQUEST_SECONDS: '5',
    LIMIT_BODY_BYTES: '500000',
    LIMIT_FILE_BYTES: '500000',
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const counts = await throwHostile({ port, seed: 3, wanted: 250, bare: 15, jobShare: 0 });
  expect(counts.unnamed).toEqual([]);
  expect(counts.hangs).toEqual([]);
  expect(counts.requests).toBe(250);
  expect(counts.answers['2xx']).toBeGreaterThan(10);
  expect(counts.answers['4xx']).toBeGreaterThan(50);
  const left = await service.call('GET', `/sessions/${counts.goodSession}/export`);
  const found = new Set(left.body.experiments.data.map((row: { Output: number }) => row.Output));
  expect([...counts.acknowledged].filter((output) => !found.has(output))).toEqual([]);
  await service.close();
});
