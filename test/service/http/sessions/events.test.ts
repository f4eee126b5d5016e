import { get, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Sessions } from '../../../../src/service/sessions.ts';
import { fillSession, inlinePool, testApp } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';
import { until } from '../../support/until.ts';

// Room for the long descriptions that fill a client's buffer.
const service = fileApp(undefined, undefined, { LIMIT_TEXT_LENGTH: `${2 ** 21}` });
let root: string;

beforeAll(async () => {
  root = (await service.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});

interface Listener {
  readonly socket: WebSocket;
  readonly messages: { type: string; data: Record<string, unknown> }[];
  /** Types that arrived since the last call, in order; waits for the given one. */
  until(type: string): Promise<string[]>;
}

async function listen(id: string): Promise<Listener> {
  const socket = new WebSocket(`${root}/ws/${id}`);
  const messages: Listener['messages'] = [];
  let read = 0;
  let wake: () => void = () => {};
  socket.on('message', (text: Buffer) => {
    messages.push(JSON.parse(text.toString()));
    wake();
  });
  const until = async (type: string) => {
    for (;;) {
      const at = messages.findIndex((message, i) => i >= read && message.type === type);
      if (at >= 0) {
        const types = messages.slice(read, at + 1).map((message) => message.type);
        read = at + 1;
        return types;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await new Promise((resolve) => socket.once('open', resolve));
  await until('connected');
  return { socket, messages, until };
}

it('an address of a WebSocket that is asked for without one says what it is', async () => {
  const answer = await fetch(`${root.replace('ws', 'http')}/ws/some-id`);
  expect(answer.status).toBe(404);
  const detail = "'/ws/some-id' is a WebSocket; connect to it with ws:// or wss://";
  expect(await answer.json()).toEqual({ detail, error_type: 'NotFoundError', status_code: 404 });
});

it.each(['h2c', 'websocket'])('answers a request that offers %s at another address', async (upgrade) => {
  const { port } = new URL(root);
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade,
    'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path: '/health', headers, agent: false }, resolve).on('error', reject).on('upgrade', resolve);
  });
  expect(answer.statusCode).toBe(200);
  expect(JSON.parse((await answer.toArray()).join('')).status).toBe('healthy');
});

describe('pages of other sites', () => {
  const statusFor = (headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`${root}/ws/some-id`, { headers });
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
      socket.on('open', () => {
        socket.close();
        resolve(101);
      });
    });

  it('may not listen, those of this server and of allowed origins may', async () => {
    const own = root.replace('ws', 'http');
    expect(await statusFor({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(await statusFor({ origin: 'null' })).toBe(403);
    expect(await statusFor({ origin: own })).toBe(101);
    expect(await statusFor({ origin: 'http://localhost:5173' })).toBe(101);
    expect(await statusFor({ origin: 'https://lab.example', 'x-forwarded-host': 'lab.example' })).toBe(101);
    expect(await statusFor({})).toBe(101);
  });
});

describe('events', () => {
  it('tells every client of a session what changes, and nobody else', async () => {
    const { call, session } = service;
    const path = await session();
    const id = path.split('/')[2] as string;
    const [a, b, other] = [await listen(id), await listen(id), await listen('unknown-id')];
    a.socket.send('hello');
    a.socket.send('{"type":"x"}');
    await fillSession(service, path, 6);
    for (const client of [a, b]) {
      expect(await client.until('experiment_added')).toEqual([
        'variables_changed',
        'variables_changed',
        'experiment_added',
      ]);
      expect(client.messages.at(-1)?.data).toMatchObject({ n_experiments: 6 });
    }
    await call('POST', `${path}/model/train`, { backend: 'botorch' });
    expect(await a.until('model_trained')).toContain('job_progress');
    const told = a.messages.filter(({ type }) => type === 'job_progress').map(({ data }) => data);
    expect(told.at(-1)).toEqual({ job: 'train', fraction: 1, message: 'done' });
    await call('POST', `${path}/acquisition/suggest`, {});
    await a.until('acquisition_generated');
    expect(a.messages.at(-1)?.data).toMatchObject({ n_suggestions: 1, strategy: 'EI' });
    const staged = await call('POST', `${path}/experiments/queue`, { items: [{ inputs: { x: 1, c: 'A' } }] });
    const item = `${path}/experiments/queue/${staged.body.items[0].id}`;
    await call('POST', `${item}/start`);
    await call('POST', `${item}/complete?auto_train=true&training_backend=botorch`, { outputs: [1] });
    const types = (await a.until('model_trained')).filter((type) => type !== 'job_progress');
    expect(types).toEqual([
      'queue_updated',
      'queue_item_updated',
      'queue_item_updated',
      'experiment_added',
      'queue_updated',
      'model_trained',
    ]);
    await call('POST', `${path}/lock`, { locked_by: 'me' });
    await a.until('lock_status_changed');
    expect(a.messages.at(-1)?.data).toMatchObject({ locked: true, locked_by: 'me' });
    expect(JSON.stringify(a.messages)).not.toContain('lock_token');
    await call('PUT', `${path}/lock/policy`, { enforce_lock: true });
    await a.until('lock_status_changed');
    expect(a.messages.at(-1)?.data).toMatchObject({ locked: true, locked_by: 'me', enforced: true });
    await call('PUT', `${path}/lock/policy`, { enforce_lock: false });
    await a.until('lock_status_changed');
    await call('PUT', `${path}/control`, { requested: 'pause' });
    await a.until('control_changed');
    b.socket.terminate();
    await call('DELETE', `${path}/experiments`);
    await a.until('experiments_cleared');
    await call('DELETE', path);
    await a.until('session_deleted');
    expect(other.messages.map((message) => message.type)).toEqual(['connected']);
    a.socket.close();
    other.socket.close();
  });

  it('drops a client that does not keep up, and goes on with the others', async () => {
    const { call, session } = service;
    const path = await session();
    const id = path.split('/')[2] as string;
    const [slow, quick] = [await listen(id), await listen(id)];
    slow.socket.pause();
    const closed = new Promise<number>((resolve) => slow.socket.once('close', resolve));
    const rounds = 40;
    for (let i = 0; i < rounds; i++) {
      const description = `${i}${'x'.repeat(1 << 20)}`;
      expect((await call('PATCH', `${path}/metadata`, { description })).status).toBe(200);
      await quick.until('metadata_changed');
    }
    slow.socket.resume();
    expect(await closed).toBe(1006);
    expect(slow.messages.length).toBeLessThan(rounds);
    expect(quick.messages).toHaveLength(rounds + 1);
    quick.socket.close();
  });

  it('reports what a load does to whoever listens already', async () => {
    const path = await service.session();
    await fillSession(service, path, 6);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    const cold = await testApp(service.store);
    const address = (await cold.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
    const types: string[] = [];
    const socket = new WebSocket(`${address}/ws/${path.split('/')[2]}`);
    const loaded = new Promise<void>((resolve) => {
      socket.on('message', (text: Buffer) => {
        types.push(JSON.parse(text.toString()).type);
        if (types.at(-1) === 'session_loaded') resolve();
      });
    });
    await new Promise((resolve) => socket.once('open', resolve));
    await cold.call('GET', path);
    await loaded;
    expect(types).toEqual(['connected', 'session_loaded']);
    socket.close();
    await cold.app.close();
  });

  it.each([
    ['model_retrained', inlinePool],
    ['model_retrain_failed', { run: () => Promise.reject(new Error('no')) }],
  ])('tells %s before session_loaded when the rows are other ones', async (type, pool) => {
    const path = await service.session();
    await fillSession(service, path, 6);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    await service.upload(`${path}/experiments/upload`, 'x,c,Output\n1,A,1\n2,B,2\n3,A,2.5\n4,B,1\n5,A,0\n');
    const sessions = new Sessions(service.store, pool, { info: () => {}, warn: () => {} });
    const types: string[] = [];
    sessions.listen(path.split('/')[2] as string, (event) => types.push(event.type));
    await sessions.read(path.split('/')[2] as string, (state) => state);
    await until(() => types.includes('session_loaded'));
    const told = types.filter((one) => one !== 'job_progress');
    expect(told).toEqual([type, 'session_loaded']);
  });

  it('pings clients every 25 s, and ends a connection that did not answer the ping before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const quiet = await testApp();
    try {
      const address = (await quiet.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
      const path = `${address}/ws/${(await quiet.session()).split('/')[2]}`;
      const open = async (autoPong: boolean) => {
        const socket = new WebSocket(path, { autoPong });
        const pings: number[] = [];
        socket.on('ping', () => pings.push(1));
        await new Promise((resolve) => socket.once('open', resolve));
        return { socket, pings };
      };
      const [answering, silent] = [await open(true), await open(false)];
      const pinged = async ({ pings }: { pings: number[] }, count: number) => {
        await until(() => pings.length >= count);
        expect(pings).toHaveLength(count);
      };
      vi.advanceTimersByTime(24_999);
      await quiet.call('GET', '/sessions');
      expect([answering.pings, silent.pings]).toEqual([[], []]);
      vi.advanceTimersByTime(1);
      await pinged(answering, 1);
      await pinged(silent, 1);
      // The answer has to arrive before the next round.
      await new Promise((resolve) => {
        answering.socket.once('pong', resolve);
        answering.socket.ping();
      });
      const gone = new Promise((resolve) => silent.socket.once('close', resolve));
      vi.advanceTimersByTime(25_000);
      await gone;
      await pinged(answering, 2);
      expect(answering.socket.readyState).toBe(WebSocket.OPEN);
      answering.socket.close();
    } finally {
      vi.useRealTimers();
      await quiet.close();
    }
  });
});
