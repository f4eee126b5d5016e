import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { fillSession, type TestApp, testApp } from '../../support/app.ts';
import { until } from '../../support/until.ts';

const suggested = {
  effects: ['x', 'c', 'x*c', 'x**2', 'pressure', 'c**2'],
  reasoning: [
    { effect: 'x', reason: 'heat' },
    { effect: 'pressure', reason: 'made up' },
  ],
  confidence: [{ effect: 'x', level: 'high' }],
  sources: ['a book'],
};

let folder: string;
let service: TestApp;
let modelServer: Server;
let base: string;
let path: string;
let mode: 'good' | 'refusing' | 'rambling' = 'good';
const seen: { url: string | undefined; authorization: string | undefined; body: string }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-assistant-'));
  service = await testApp(memoryStore(), undefined, {
    ASSISTANT: 'on',
    ASSISTANT_PRIVATE_HOSTS: '127.0.0.1',
    DATA_DIR: folder,
  });
  path = await service.session();
  await fillSession(service, path, 0);
  modelServer = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      seen.push({ url: request.url, authorization: request.headers.authorization, body });
      if (mode === 'refusing') {
        response.writeHead(401).end('no such key');
        return;
      }
      const content = mode === 'good' ? JSON.stringify(suggested) : 'I think that';
      response.setHeader('content-type', 'application/json');
      if (request.url === '/api/tags') response.end(JSON.stringify({ models: [{ name: 'llama3' }, {}] }));
      else if (request.url === '/api/chat') response.end(JSON.stringify({ message: { content } }));
      else response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
  });
  await new Promise<void>((resolve) => modelServer.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(modelServer.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await service.close();
  modelServer.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  mode = 'good';
  seen.length = 0;
});

async function ask(app: TestApp, provider: object, more: object = {}) {
  const answer = await app.call('POST', `/llm/suggest-effects/${path.split('/')[2]}`, {
    structuring_provider: provider,
    system_context: 'a reactor',
    ...more,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/event-stream');
  return (answer.body as string)
    .split('\n\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

describe('assistant', () => {
  it('keeps settings per provider, in a file of its owner, and shows no key', async () => {
    const { call } = service;
    expect((await call('POST', '/llm/config', { '\n': null })).status).toBe(422);
    expect((await call('GET', '/llm/config')).body).toEqual({ openai: null, ollama: null, edison: null });
    await call('POST', '/llm/config', {
      openai: { api_key: 'sk-1234567890', model: 'm' },
      edison: { api_key: 'short' },
    });
    await call('POST', '/llm/config', { openai: { base_url: `${base}/v1` } });
    const { openai, edison } = (await call('GET', '/llm/config')).body;
    expect(openai).toEqual({ api_key: 'sk-••••7890', has_api_key: true, model: 'm', base_url: `${base}/v1` });
    expect(edison.api_key).toBe('••••••••');
    await call('POST', '/llm/config', { openai });
    const file = join(folder, 'assistant.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).openai.api_key).toMatch(/^sealed1\./);
    expect(readFileSync(file, 'utf8')).not.toMatch(/sk-1234567890|short/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await call('POST', '/llm/config', [1])).status).toBe(422);
    for (const field of ['api_key', 'base_url', 'model']) {
      expect(await call('POST', '/llm/config', { openai: { [field]: 5 } })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'openai', field], msg: 'must be a string, got 5' }] },
      });
    }
    expect((await call('GET', '/llm/config')).body.openai).toEqual(openai);
    for (const bad of [
      'ftp://x',
      'http://a\0b',
      'http://a/\0',
      'http://u:p@host',
      'localhost',
      'file:///etc/passwd',
    ]) {
      const { status } = await call('POST', '/llm/config', { ollama: { base_url: bad } });
      expect(status).toBe(bad.includes('\0') ? 422 : 400);
      expect((await call('GET', `/llm/ollama/models?base_url=${encodeURIComponent(bad)}`)).status).toBe(400);
    }
  });

  it('lists models, and says why it cannot', async () => {
    const models = (url: string) =>
      service.call('GET', `/llm/ollama/models?base_url=${encodeURIComponent(url)}`);
    expect((await models(base)).body).toEqual({ models: ['llama3'], error: null });
    const unreachable = (await models('http://127.0.0.1:1')).body;
    expect(unreachable.models).toEqual([]);
    expect(unreachable.error).not.toBe('');
  });

  it.each(['openai', 'ollama'])('suggests effects that exist, from %s', async (provider) => {
    const url = provider === 'openai' ? `${base}/v1` : base;
    const stream = await ask(service, { provider, model: 'm', base_url: url, api_key: 'k' });
    expect(stream.map((line) => line.status)).toEqual(['structuring', 'complete']);
    expect(stream[1].result).toMatchObject({
      effects: ['x', 'c', 'x*c', 'x**2'],
      reasoning: [{ effect: 'x', reason: 'heat' }],
      confidence: [{ effect: 'x', level: 'high' }],
      sources: ['a book'],
    });
    expect(seen[0]?.url).toBe(provider === 'openai' ? '/v1/chat/completions' : '/api/chat');
    expect(seen[0]?.authorization).toBe(provider === 'openai' ? 'Bearer k' : undefined);
    expect(seen[0]?.body).toContain('a reactor');
  });

  it('ends in an error line whatever goes wrong', async () => {
    const provider = { provider: 'ollama', model: 'm', base_url: base };
    for (const trouble of ['refusing', 'rambling'] as const) {
      mode = trouble;
      expect((await ask(service, provider)).at(-1).status).toBe('error');
    }
    const nobody = await ask(service, { ...provider, base_url: 'http://127.0.0.1:1' }, { edison_config: {} });
    expect(nobody.map((line) => line.status)).toEqual(['literature_error', 'structuring', 'error']);
  });

  it('answers who prefers a job with the last event, at once or as the result of the job', async () => {
    const address = `/llm/suggest-effects/${path.split('/')[2]}`;
    const body = {
      structuring_provider: { provider: 'ollama', model: 'm', base_url: base },
      system_context: 'a reactor',
    };
    const waiting = await service.call('POST', address, body, { prefer: 'respond-async, wait=30' });
    expect(waiting).toMatchObject({
      status: 200,
      body: { status: 'complete', result: { effects: ['x', 'c', 'x*c', 'x**2'] } },
    });
    mode = 'rambling';
    const { body: job } = await service.call('POST', address, body, { prefer: 'respond-async' });
    const view = async () => (await service.call('GET', `/jobs/${job.job_id}`)).body;
    await until(async () => (await view()).status !== 'running');
    expect((await view()).result).toMatchObject({ status: 200, body: { status: 'error' } });
  });

  it('answers errors before the stream begins', async () => {
    const { call, session } = service;
    const body = { structuring_provider: { provider: 'openai', model: 'm' }, system_context: '' };
    expect((await call('POST', '/llm/suggest-effects/unknown', body)).status).toBe(404);
    expect((await call('POST', `/llm/suggest-effects/${path.split('/')[2]}`, {})).status).toBe(422);
    const bare = (await session()).split('/')[2];
    expect((await call('POST', `/llm/suggest-effects/${bare}`, body)).status).toBe(400);
  });

  it('says whether it is on', async () => {
    expect((await service.call('GET', '//api')).body.assistant).toBe(true);
    const plain = await testApp();
    expect((await plain.call('GET', '//api')).body.assistant).toBe(false);
    await plain.close();
  });

  it('calls nobody unless it was switched on', async () => {
    const off = await testApp(service.store, undefined, { DATA_DIR: folder });
    const stream = await ask(off, { provider: 'ollama', model: 'm', base_url: base });
    expect(stream.at(-1)).toMatchObject({ status: 'error' });
    expect(
      (await off.call('GET', `/llm/ollama/models?base_url=${encodeURIComponent(base)}`)).body.models,
    ).toEqual([]);
    expect(seen).toEqual([]);
    await off.app.close();
  });
});
