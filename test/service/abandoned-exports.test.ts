import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { testApp } from './support/app.ts';
import { until } from './support/until.ts';

const written = vi.hoisted(() => ({ pieces: 0 }));
vi.mock('../../src/service/session/exports/xlsx.ts', () => ({
  *exportXlsx() {
    for (;;) {
      written.pieces++;
      yield;
    }
  },
}));

it('a workbook is not written any further once its client has gone', async () => {
  const service = await testApp();
  const path = await service.session();
  const { port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  const client = connect({ port: Number(port), host: '127.0.0.1' });
  client.write(`GET /api/v1${path}/experiments/export?format=xlsx HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  await until(() => written.pieces > 0);
  client.destroy();
  let before = -1;
  await until(() => {
    const stands = written.pieces === before;
    before = written.pieces;
    return stands;
  });
  expect((await service.call('GET', '//health')).status).toBe(200);
  await service.close();
});
