import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

it('the demonstration says that its port is taken before it builds anything', async () => {
  const other = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const demo = spawn(process.execPath, ['src/demo/demo.ts'], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
  });
  try {
    const [output, errors, [status]] = await Promise.all([
      text(demo.stdout),
      text(demo.stderr),
      once(demo, 'close'),
    ]);
    expect({ status, output, errors }).toEqual({
      status: 1,
      output: '',
      errors: `demo: another program already answers at http://127.0.0.1:${port}; stop it, or choose another PORT\n`,
    });
  } finally {
    other.close();
  }
});
