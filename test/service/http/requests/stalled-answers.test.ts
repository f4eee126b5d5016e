import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { fillSession, testApp } from '../../support/app.ts';
import { until } from '../../support/until.ts';

it('ends an answer of which the client takes nothing, and lets a slow reader finish', async () => {
  const service = await testApp(undefined, undefined, { LIMIT_STALL_SECONDS: '2' });
  const path = await service.session();
  await fillSession(service, path, 0);
  const row = { inputs: { x: 1, c: 'A' }, output: 2, reason: 'r'.repeat(2000) };
  for (let i = 0; i < 2; i++)
    await service.call('POST', `${path}/experiments/batch`, { experiments: Array(5000).fill(row) });
  const { port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  const download = (): Socket => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    socket.write(`GET /api/v1${path}/experiments/export HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    return socket;
  };
  const open = () => new Promise<number>((done) => service.app.server.getConnections((_e, n) => done(n)));

  const stalled = download().on('error', () => {});
  stalled.pause();
  await until(async () => (await open()) === 1);
  await until(async () => (await open()) === 0);
  stalled.destroy();

  const slow = download();
  let received = '';
  let chunks = 0;
  for await (const chunk of slow) {
    received = (received + chunk.toString('latin1')).slice(-200);
    // Twice the limit in all, and a quarter of it at once: on a busy machine a wait is longer.
    if (++chunks % 30 === 0 && chunks <= 240) await new Promise((next) => setTimeout(next, 500));
    if (received.endsWith('\r\n0\r\n\r\n')) break;
  }
  expect(received.endsWith('\r\n0\r\n\r\n')).toBe(true);
  await service.close();
});
