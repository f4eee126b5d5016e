import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../../src/service/config.ts';
import { SessionFileUnreadableError, StoreError } from '../../../src/service/errors.ts';
import { createApp } from '../../../src/service/http/app.ts';
import { rewriteOldUrl } from '../../../src/service/http/compat/alchemist.ts';
import { createPool } from '../../../src/service/jobs/pool.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { skipAloud } from '../../skip-aloud.ts';
import { deliberate, moreEvents, notSent } from './deliberate.ts';
import { Bindings, compare } from './shape.ts';
import { exchanges, type Recorded, Story } from './story.ts';

/** A store with one broken document, and others that cannot be written while they are blocked. */
const blocked = new Set<string>();
function faultyStore(): Store {
  const store = memoryStore();
  let broken = true;
  return {
    ...store,
    load: async (id) => {
      if (id === 'broken1' && broken) throw new SessionFileUnreadableError(`session '${id}': not JSON`);
      return store.load(id);
    },
    save: async (id, document, expected) => {
      if (blocked.has(id)) throw new StoreError(`session '${id}' cannot be written`);
      return store.save(id, document, expected);
    },
    append: async (id, steps, expected) => {
      if (blocked.has(id)) throw new StoreError(`session '${id}' cannot be written`);
      return store.append(id, steps, expected);
    },
    remove: async (id) => {
      if (id !== 'broken1') return store.remove(id);
      const was = broken;
      broken = false;
      return was;
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'compat-'));
const pool = createPool({ backend: 'auto', workers: 1 });
const app = await createApp({
  config: readConfig({ COMPAT: 'alchemist-0.4', LOG_LEVEL: 'silent', DATA_DIR: folder }),
  store: faultyStore(),
  pool,
});
const story = new Story(app);
afterAll(async () => {
  await app.close();
  await pool.close();
  rmSync(folder, { recursive: true });
});

const hasWebApp = existsSync(new URL('../../../build/web/index.html', import.meta.url));
const sent = exchanges.filter(({ id, method }) => method !== 'WS' && !(id in notSent));

function withFaults({ id }: Recorded): void {
  if (id === 'storage-06') blocked.add(story.bindings.get('<session_id_empty>'));
  if (id === 'storage-09') blocked.clear();
}

describe('recorded exchanges of ALchemist 0.4.0', () => {
  it.for(sent.map((exchange) => [exchange.id, exchange] as const))('%s', async ([id, exchange], { skip }) => {
    if (id === 'service-03' && !hasWebApp) skipAloud(skip, 'the web application is not built');
    withFaults(exchange);
    const differences = await story.replay(exchange);
    const expected = deliberate[id]?.differences ?? [];
    const unexpected = differences.filter((one) => !expected.some((start) => one.startsWith(start)));
    const gone = expected.filter((start) => !differences.some((one) => one.startsWith(start)));
    expect({ unexpected, gone }).toEqual({ unexpected: [], gone: [] });
  });
});

describe('events', () => {
  const base = '/api/v1/sessions/<session_id_ws>';
  const point = { x1: 1, x2: 2 };
  const item = () => `${base}/experiments/queue/${ids.at(-1)}`;
  const ids: string[] = [];
  let port = 0;

  /** What was done for each recorded socket message. */
  const triggers: Readonly<Record<string, () => Promise<unknown>>> = {
    'POST experiments': () => story.call('POST', `${base}/experiments`, { inputs: point, output: 1 }),
    'POST experiments/batch': () =>
      story.call('POST', `${base}/experiments/batch`, {
        experiments: [3, 4, 5, 6, 7].map((x1) => ({ inputs: { x1, x2: 10 - x1 }, output: x1 * x1 })),
      }),
    'POST experiments?auto_train=true&training_backend=botorch': () =>
      story.call('POST', `${base}/experiments?auto_train=true&training_backend=botorch`, {
        inputs: { x1: 9, x2: 3 },
        output: 2,
      }),
    'POST experiments/queue': stage,
    'POST queue/{id}/start': () => story.call('POST', `${item()}/start`),
    'POST queue/{id}/complete': () => story.call('POST', `${item()}/complete`, { outputs: [1] }),
    'POST queue/{id}/fail': async () => {
      await quietly(stage);
      return story.call('POST', `${item()}/fail`, { error: 'leak' });
    },
    'DELETE queue/{id}': async () => {
      await quietly(stage);
      return story.call('DELETE', item());
    },
    'POST experiments/record-batch': async () => {
      await quietly(stage);
      return story.call('POST', `${base}/experiments/record-batch`, {
        entries: [{ item_id: ids.at(-1), inputs: point, output: 3 }],
      });
    },
    'POST lock': () => story.call('POST', `${base}/lock`, { locked_by: 'me' }),
    'DELETE lock': () => story.call('DELETE', `${base}/lock`),
    'PUT control': () => story.call('PUT', `${base}/control`, { reported: 'running' }),
    'POST experiments/upload': () =>
      story.call('POST', `${base}/experiments/upload`, {
        $multipart: { file: { filename: 'd.csv', content: 'x1,x2,Output\n1,2,3\n4,5,6\n' } },
      }),
    'POST acquisition/suggest': () => story.call('POST', `${base}/acquisition/suggest`, { strategy: 'EI' }),
  };

  async function stage(): Promise<void> {
    const list = await story.call('POST', `${base}/experiments/queue`, { items: [{ inputs: point }] });
    ids.push(String((list.items as { id: string }[]).at(-1)?.id));
  }

  let messages: unknown[] = [];
  let socket: WebSocket;

  /** The answer to a ping that we send ourselves comes after everything that was pushed before it. */
  async function pushed(): Promise<void> {
    socket.ping();
    await once(socket, 'pong');
  }

  /** What the story needs before the trigger itself: its messages do not count. */
  async function quietly(step: () => Promise<unknown>): Promise<void> {
    await step();
    await pushed();
    messages = [];
  }

  beforeAll(async () => {
    const { session_id } = await story.call('POST', '/api/v1/sessions');
    story.bindings.bind('<session_id_ws>', String(session_id));
    for (const name of ['x1', 'x2'])
      await story.call('POST', `${base}/variables`, { name, type: 'real', min: 0, max: 10 });
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
  });

  async function trigger(exchange: Recorded): Promise<void> {
    const { $trigger: what } = exchange.body as { $trigger: string };
    if (what !== 'client sends text and JSON') {
      await triggers[what]!();
      return;
    }
    socket.send('hello');
    socket.send('{"type":"ping"}');
  }

  const recorded = exchanges.filter(({ method }) => method === 'WS');

  it.each(recorded.map((exchange) => [exchange.id, exchange] as const))('%s', async (id, exchange) => {
    socket = new WebSocket(`ws://127.0.0.1:${port}${story.bindings.fill(exchange.path)}`);
    messages = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    try {
      await once(socket, 'message');
      expect(messages).toMatchObject([
        { event: 'connected', session_id: story.bindings.get('<session_id_ws>') },
      ]);
      messages = [];
      await trigger(exchange);
      await pushed();
    } finally {
      socket.close();
    }
    const { $messages } = exchange.response as { $messages: unknown[] };
    const wanted = [...$messages, ...(moreEvents[id]?.events ?? []).map((event) => ({ event }))];
    const differences = compare(wanted, messages, new Bindings(), { exact: false, extra: [] });
    const names = (list: readonly unknown[]) => list.map((message) => (message as { event: string }).event);
    expect({ differences, names: names(messages) }).toEqual({ differences: [], names: names(wanted) });
  });
});

describe('the edge', () => {
  it('leaves clients of our own interface alone', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/sessions',
      headers: { 'x-athanor-client': 'test' },
    });
    expect(response.json().expires_at).toMatch(/^\d{4}-/);
    expect((await app.inject({ method: 'POST', url: '/api/v1/sessions' })).json().expires_at).toBeNull();
  });

  it('is not there unless asked for', async () => {
    const plain = await createApp({
      config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder }),
      store: memoryStore(),
      pool,
    });
    const created = await plain.inject({ method: 'POST', url: '/api/v1/sessions' });
    const { session_id, expires_at } = created.json();
    expect(expires_at).not.toBeNull();
    const base = `/api/v1/sessions/${session_id}`;
    const added = await plain.inject({
      method: 'POST',
      url: `${base}/variables`,
      payload: { name: 'x', type: 'real', bounds: [0, 1] },
    });
    expect([added.statusCode, added.headers['x-alchemist-saved']]).toEqual([201, undefined]);
    const old = await plain.inject({ method: 'GET', url: `${base}/visualizations/qq-plot` });
    expect(old.statusCode).toBe(404);
    await plain.close();
  });

  it('rewrites old paths only', () => {
    expect(rewriteOldUrl('/api/v1/sessions/a/visualizations/qq-plot?target=y')).toBe(
      '/api/v1/sessions/a/visualizations/qq_plot?target=y',
    );
    expect(rewriteOldUrl('/api/v1/sessions/a/visualizations/calibration-curve')).toBe(
      '/api/v1/sessions/a/visualizations/calibration',
    );
    for (const url of ['/', '/api/v1/sessions/qq-plot', '/api/v1/sessions/a/visualizations/qq-plots'])
      expect(rewriteOldUrl(url)).toBe(url);
  });
});
