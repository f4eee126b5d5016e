import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Pinned, pinHost, reachOf } from '../../../../src/service/assistant/addresses.ts';
import { callJson } from '../../../../src/service/assistant/call-json.ts';
import { askForJson } from '../../../../src/service/assistant/providers.ts';
import { assistantSettings, filePlace } from '../../../../src/service/assistant/settings.ts';
import { secretsOf } from '../../../../src/service/auth/secrets.ts';
import { plainFolder } from '../../../../src/service/store/data-folder.ts';

const never = new AbortController().signal;

describe('addresses', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1', 'public'],
    ['127.0.0.1', 'private'],
    ['127.9.9.9', 'private'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['::1', 'private'],
    ['fd12::1', 'private'],
    ['::ffff:127.0.0.1', 'private'],
    ['::ffff:7f00:1', 'private'],
    ['::7f00:1', 'private'],
    ['64:ff9b::7f00:1', 'private'],
    ['64:ff9b::808:808', 'public'],
    ['64:ff9b::a9fe:a9fe', 'never'],
    ['64:ff9b::1', 'private'],
    ['169.254.169.254', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['::ffff:a9fe:a9fe', 'never'],
    ['fe80::1', 'never'],
    ['fd00:ec2::254', 'never'],
    ['100.100.100.200', 'never'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['224.0.0.1', 'never'],
    ['no address', 'never'],
  ])('%s is %s', (address, reach) => expect(reachOf(address)).toBe(reach));
});

describe('hosts of language models', () => {
  const allowed = {
    hosts: ['api.openai.com', 'models.example:8443'],
    privateHosts: ['localhost:11434', '10.0.0.7'],
  };
  const at =
    (...addresses: string[]) =>
    async (): Promise<Pinned[]> =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const pin = (url: string, ...addresses: string[]) => pinHost(new URL(url), allowed, at(...addresses));

  it('are called at the address that was checked', async () => {
    expect(await pin('https://api.openai.com/v1', '1.2.3.4')).toEqual({ address: '1.2.3.4', family: 4 });
    expect(await pin('https://models.example:8443', '1.2.3.4')).toMatchObject({ address: '1.2.3.4' });
    expect(await pin('http://localhost:11434', '127.0.0.1')).toMatchObject({ address: '127.0.0.1' });
    expect(await pin('http://10.0.0.7')).toMatchObject({ address: '10.0.0.7' });
  });

  it.each([
    ['https://evil.example', ['1.2.3.4'], 'ASSISTANT_HOSTS'],
    ['https://models.example', ['1.2.3.4'], 'ASSISTANT_HOSTS'],
    ['http://localhost:6379', ['127.0.0.1'], 'ASSISTANT_HOSTS'],
    ['https://api.openai.com', ['127.0.0.1'], 'ASSISTANT_PRIVATE_HOSTS'],
    ['https://api.openai.com', ['1.2.3.4', '10.0.0.1'], 'ASSISTANT_PRIVATE_HOSTS'],
    ['https://api.openai.com', ['169.254.169.254'], 'no setting'],
    ['http://localhost:11434', ['169.254.169.254'], 'no setting'],
    ['http://2130706433', [], 'ASSISTANT_HOSTS'],
    ['http://0x7f.1', [], 'ASSISTANT_HOSTS'],
    ['http://[::ffff:10.0.0.7]', [], 'ASSISTANT_HOSTS'],
  ])('are refused: %s at %j', async (url, addresses, words) => {
    await expect(pin(url, ...addresses)).rejects.toThrow(words);
  });

  it('lead nowhere else: redirects are not followed', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked++;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a`);
    const local = { hosts: [], privateHosts: ['127.0.0.1'] };
    await expect(callJson(url, { method: 'GET' }, local, never)).rejects.toThrow('redirects');
    expect(asked).toBe(1);
    server.close();
  });

  it('get the stored key only where it was stored for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'athanor-keys-'));
    const file = join(folder, 'assistant.json');
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end(JSON.stringify({ choices: [{ message: { content: '{}' } }] }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // As an earlier release wrote it: in the clear.
    writeFileSync(file, JSON.stringify({ openai: { api_key: 'sk-clear-1234', base_url: base } }));
    const keys =
      (...bytes: number[]) =>
      async () =>
        secretsOf(bytes.map((byte) => Buffer.alloc(32, byte)));
    const settings = assistantSettings(filePlace(plainFolder(folder)), keys(1));
    const local = { hosts: [], privateHosts: ['127.0.0.1'] };
    const ask = (provider: object, from = settings) =>
      askForJson(from, { provider: 'openai', model: 'm', ...provider }, [], local, never);
    await ask({});
    await ask({ base_url: `${base}/other` });
    await ask({ base_url: `${base}/other`, api_key: 'own' });
    expect(seen).toEqual(['Bearer sk-clear-1234', undefined, 'Bearer own']);
    await settings.merge({ openai: { model: 'n' } });
    expect(readFileSync(file, 'utf8')).not.toContain('sk-clear');
    await ask({}, assistantSettings(filePlace(plainFolder(folder)), keys(2, 1)));
    expect(seen.at(-1)).toBe('Bearer sk-clear-1234');
    await expect(ask({}, assistantSettings(filePlace(plainFolder(folder)), keys(2)))).rejects.toThrow(
      'SECRET_KEY',
    );
    server.close();
    rmSync(folder, { recursive: true });
  });
});
