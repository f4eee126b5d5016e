import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();
let address: string;
let path: string;
let longPath: string;

const rows = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ inputs: { x: (i * 3.7) % 10, c: 'A' }, output: i / 7 }));

async function filled(n: number): Promise<string> {
  const at = await service.session();
  await fillSession(service, at, 0);
  for (let from = 0; from < n; from += 10_000)
    await service.call('POST', `${at}/experiments/batch`, { experiments: rows(Math.min(10_000, n - from)) });
  return at;
}

beforeAll(async () => {
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  path = await filled(60);
  longPath = await filled(12_000);
});

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** As a client that decodes nothing. */
const get = (at: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Received>((done, failed) => {
    const asked = request(`${address}/api/v1${at}`, { headers, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => done({ headers: answer.headers, bytes: Buffer.concat(chunks) }));
    });
    asked.on('error', failed).end();
  });

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

describe('answers', () => {
  it.each(['br', 'gzip'] as const)('are the same in %s: rows, long exports, files', async (encoding) => {
    for (const view of [
      `${path}/experiments`,
      `${path}/experiments/export`,
      `${longPath}/experiments/export`,
      `${longPath}/export`,
      `${longPath}/experiments?limit=1000`,
    ]) {
      const plain = await get(view);
      const { headers, bytes } = await get(view, { 'accept-encoding': encoding });
      expect([view, headers['content-encoding'], headers.vary]).toEqual([
        view,
        encoding,
        'Origin, accept-encoding',
      ]);
      expect(decoders[encoding](bytes).equals(plain.bytes)).toBe(true);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect([headers.etag, headers['content-type'], headers['content-disposition']]).toEqual([
        plain.headers.etag,
        plain.headers['content-type'],
        plain.headers['content-disposition'],
      ]);
    }
  });

  it('are as they were made where the client takes nothing else, or where they are short', async () => {
    const of = async (view: string, accepted: string, method = 'GET') =>
      (await get(view, { 'accept-encoding': accepted }, method)).headers['content-encoding'];
    const view = `${path}/experiments`;
    for (const accepted of ['identity', 'zstd, deflate', 'br;q=0', ''])
      expect([accepted, await of(view, accepted)]).toEqual([accepted, undefined]);
    expect(await of(view, 'gzip, deflate, br, zstd')).toBe('br');
    expect(await of(view, 'br;q=0, gzip')).toBe('gzip');
    expect(await of(view, 'br', 'HEAD')).toBeUndefined();
    expect(await of(`${path}/state`, 'br')).toBeUndefined();
    expect(await of(`${path}/experiments/export?format=xlsx`, 'br')).toBeUndefined();
  });

  it('give HEAD no length but that which GET has', async () => {
    const view = `${path}/experiments`;
    const head = async (accepted: string) =>
      (await get(view, { 'accept-encoding': accepted }, 'HEAD')).headers;
    const plain = (await get(view, { 'accept-encoding': 'identity' })).bytes.length;
    expect((await head('identity'))['content-length']).toBe(String(plain));
    expect((await head('br'))['content-length']).toBeUndefined();
    for (const accepted of ['identity', 'br'])
      expect((await head(accepted)).vary).toBe('Origin, accept-encoding');
  });

  it('are not compressed twice', async () => {
    const page = await fetch(`${address}/api/docs`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    const document = await get('/../openapi.json', { 'accept-encoding': 'br' });
    expect(document.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(document.bytes).toString()).openapi).toBe('3.1.0');
  });
});
