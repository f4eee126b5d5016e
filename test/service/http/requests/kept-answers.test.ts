import { describe, expect, it } from 'vitest';
import { AnswerCache } from '../../../../src/service/http/plugins/answers/answer-cache.ts';
import { emptyState } from '../../../../src/service/session/state.ts';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { fillSession, testApp } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const store = memoryStore();
const service = fileApp(store);

/** The page as a server gives it that was started just now. */
async function freshPage(path: string): Promise<unknown> {
  const other = await testApp(store);
  try {
    return (await other.call('GET', path)).body;
  } finally {
    await other.close();
  }
}

describe('a page of experiments', () => {
  it('is never one from before a change', async () => {
    const { call } = service;
    const path = await service.session();
    await fillSession(service, path, 6);
    const rows = `${path}/experiments`;
    const id = (await call('GET', rows)).body.experiments[2].ProvenanceId;
    const changes: readonly (readonly [string, string, unknown?])[] = [
      ['POST', rows, { inputs: { x: 1, c: 'A' }, output: 2 }],
      ['POST', `${rows}/batch`, { experiments: [{ inputs: { x: 3, c: 'B' }, output: 5 }] }],
      ['PATCH', `${rows}/${id}`, { comment: 'odd color' }],
      ['PATCH', `${rows}/${id}`, { output: 42 }],
      ['PATCH', `${path}/variables/x`, { name: 'temperature' }],
      ['DELETE', rows],
      ['PUT', `${path}/objectives`, { objectives: [{ name: 'yield', goal: 'maximize' }] }],
    ];
    const seen = new Set<string>();
    for (const [method, at, body] of changes) {
      const kept = await call('GET', rows);
      expect((await call('GET', rows)).body).toEqual(kept.body);
      seen.add(JSON.stringify(kept.body));
      const { status } = await call(method, at, body);
      expect([method, at, status < 300]).toEqual([method, at, true]);
      const after = (await call('GET', rows)).body;
      expect(after).toEqual(await freshPage(rows));
      seen.add(JSON.stringify(after));
    }
    expect(seen.size).toBe(changes.length + 1);
  });

  it('is one of its own for each query and session', async () => {
    const { call } = service;
    const [one, other] = [await service.session(), await service.session()];
    await fillSession(service, one, 5);
    await fillSession(service, other, 2);
    const total = async (path: string, query = '') => {
      const { experiments, skip } = (await call('GET', `${path}/experiments${query}`)).body;
      return [experiments.length, skip];
    };
    for (let i = 0; i < 2; i++) {
      expect(await total(one)).toEqual([5, 0]);
      expect(await total(one, '?skip=3')).toEqual([2, 3]);
      expect(await total(one, '?limit=1')).toEqual([1, 0]);
      expect(await total(other)).toEqual([2, 0]);
    }
  });

  it('has its type and length', async () => {
    const path = await service.session();
    const { headers, body } = await service.call('GET', `${path}/experiments`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-length']).toBe(String(JSON.stringify(body).length));
    expect(headers.etag).toBeDefined();
  });
});

describe('texts that are kept', () => {
  const state = (id: string) => emptyState(id, '2026-01-01T00:00:00.000Z');

  it('are found for the state that they were made from', () => {
    const kept = new AnswerCache();
    const [before, after] = [state('a'), state('a')];
    kept.keep('a page', before, Buffer.from('1'));
    expect(kept.find('a page', before)?.toString()).toBe('1');
    expect(kept.find('another page', before)).toBeUndefined();
    expect(kept.find('a page', after)).toBeUndefined();
    // The state before is not the session's any more.
    expect(kept.find('a page', before)).toBeUndefined();
  });

  it('are all that is kept in memory of them', async () => {
    const kept = new AnswerCache();
    const of = state('a');
    const sessions = { read: async (_id: string, view: (...of: unknown[]) => unknown) => view(of, of) };
    const reply = { type: () => reply, send: () => reply };
    await kept.answer(reply as never, sessions as never, 'a', 'page', () => ({ é: 1 }));
    const text = kept.find('a page', of);
    expect(text?.toString()).toBe('{"é":1}');
    // A text in the pool of the runtime would keep all of the pool.
    expect(text?.buffer.byteLength).toBe(text?.length);
  });

  it('count a kilobyte more than their length, so that many short ones are bounded too', () => {
    const kept = new AnswerCache();
    const of = state('a');
    for (let i = 0; i <= 1 << 14; i++) kept.keep(`page ${i}`, of, Buffer.alloc(0));
    expect(kept.find('page 0', of)).toBeUndefined();
    expect(kept.find('page 1', of)).toBeDefined();
  });

  it('take 16 MiB at most: those used last', () => {
    const kept = new AnswerCache();
    const of = state('a');
    const text = Buffer.alloc((1 << 20) - 1024);
    for (let i = 0; i < 16; i++) kept.keep(`page ${i}`, of, text);
    expect(kept.find('page 0', of)).toBe(text);
    kept.keep('page 16', of, text);
    expect(kept.find('page 1', of)).toBeUndefined();
    expect(kept.find('page 0', of)).toBe(text);
    kept.keep('page 0', of, text);
    expect(kept.find('page 2', of)).toBe(text);
  });
});
