import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../bench/support/server.ts';

describe('the server of a benchmark', () => {
  const left = createServer((_, response) => response.end('{}'));
  beforeAll(() => new Promise<void>((done) => left.listen(0, '127.0.0.1', done)));
  afterAll(() => {
    left.close();
  });

  it('is not one that was left on its port', async () => {
    const { port } = left.address() as AddressInfo;
    const started = startServer(process.execPath, ['-e', 'process.exit(1)'], port);
    await expect(started).rejects.toThrow(`http://127.0.0.1:${port} is answered by another server; stop it`);
  });
});
