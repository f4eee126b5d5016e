import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/service/config.ts';
import { createApp } from '../../../src/service/http/app.ts';
import { createPool } from '../../../src/service/jobs/pool.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { until } from '../support/until.ts';

/** The real pool with fake tasks that run until somebody gives them up. */
const pool = createPool({
  backend: 'ts',
  workers: 1,
  queueLimit: 1,
  tasks: new URL('./endless-tasks.ts', import.meta.url).href,
});
const app = await createApp({ config: readConfig({ LOG_LEVEL: 'silent' }), store: memoryStore(), pool });
let port = 0;
let path = '';

beforeAll(async () => {
  const created = await app.inject({ method: 'POST', url: '/api/v1/sessions' });
  path = `/api/v1/sessions/${created.json().session_id}`;
  await app.inject({
    method: 'POST',
    url: `${path}/variables`,
    payload: { name: 'x', type: 'real', bounds: [0, 9] },
  });
  await app.inject({
    method: 'POST',
    url: `${path}/experiments/batch`,
    payload: { experiments: [1, 2, 3].map((x) => ({ inputs: { x }, output: x })) },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await pool.close();
  await app.close();
});

/** A client that asks for something and can leave. */
function start(below: string, body: unknown) {
  const request = httpRequest({
    port,
    path: `${path}${below}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  request.on('error', () => {}); // it leaves on purpose
  request.end(JSON.stringify(body));
  return request;
}

const startTraining = () => start('/model/train', {});

describe('jobs behind requests', () => {
  it('are given up when their client goes away', async () => {
    const client = startTraining();
    await until(() => pool.describe().running === 1);
    client.destroy();
    await until(() => pool.describe().running === 0);
  });

  it('are given up with their client after what it recorded is on disk (auto_train)', async () => {
    const experiments = [4, 4.25, 4.5].map((x) => ({ inputs: { x }, output: x }));
    const client = start('/experiments/batch?auto_train=true&training_backend=botorch', { experiments });
    await until(() => pool.describe().running === 1);
    client.destroy();
    await until(() => pool.describe().running === 0);
    const kept = await (await fetch(`http://127.0.0.1:${port}${path}/experiments`)).json();
    expect(JSON.stringify(kept)).toContain('4.25');
  });

  it('are refused with 503 and Retry-After when too many wait', async () => {
    const clients = [startTraining(), startTraining()];
    await until(() => pool.describe().waiting === 1);
    const response = await fetch(`http://127.0.0.1:${port}${path}/model/train`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await response.json()).toMatchObject({ error_type: 'QueueFullError', status_code: 503 });
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    for (const client of clients) client.destroy();
    await until(() => pool.describe().running === 0 && pool.describe().waiting === 0);
  });

  it('report to the clients of the session how far they are', async () => {
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${path.split('/').at(-1)}`);
    const seen: { type: string; data: Record<string, unknown> }[] = [];
    socket.on('message', (data) => seen.push(JSON.parse(String(data))));
    await once(socket, 'open');
    const client = startTraining();
    await until(() => seen.some(({ type }) => type === 'job_progress'));
    client.destroy();
    socket.close();
    expect(seen.find(({ type }) => type === 'job_progress')?.data).toEqual({
      job: 'train',
      fraction: 0.5,
      message: 'half way',
    });
  });
});
