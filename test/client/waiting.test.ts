import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openCampaign } from '../../src/client/campaign.ts';
import { type AthanorClient, answerOf, createAthanorClient } from '../../src/client/client.ts';
import { answerOfJob } from '../../src/client/waiting.ts';
import { CancelledError } from '../../src/engine/errors.ts';
import type { Pool } from '../../src/service/jobs/pool.ts';
import { fillSession, inlinePool, type TestApp, testApp } from '../service/support/app.ts';
import { until } from '../service/support/until.ts';

/** Trainings and suggestions wait until they are let go. */
let letGo: (() => void) | undefined;
const slow: Pick<Pool, 'run'> = {
  run: async (name, task, options) => {
    if (name === 'train' || name === 'suggest_campaign') {
      options?.onProgress?.(0.25, 'a quarter');
      await new Promise<void>((resolve, reject) => {
        letGo = resolve;
        options?.signal?.addEventListener('abort', () => reject(new CancelledError('given up')));
      });
    }
    return inlinePool.run(name, task, options);
  },
};

let service: TestApp;
let address: string;
let client: AthanorClient;
let params: { path: { session_id: string } };
/** Looks at jobs that find no server. */
let lost = 0;
const heard: string[] = [];
/** Answers that name a job. */
let accepted = 0;

const shaky: typeof fetch = async (request) => {
  if (lost > 0 && request instanceof Request && request.url.includes('/jobs/')) {
    lost--;
    throw new TypeError('fetch failed');
  }
  const answer = await fetch(request);
  if (answer.status === 202) accepted++;
  return answer;
};

beforeAll(async () => {
  service = await testApp(undefined, slow);
  address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const onProgress = (fraction: number, message: string) => heard.push(`${fraction} ${message}`);
  client = createAthanorClient(address, shaky, { waitSeconds: 0, onProgress });
  const path = await service.session();
  await fillSession(service, path, 6);
  params = { path: { session_id: path.split('/')[2] as string } };
});
afterAll(() => service.close());

const running = async () => {
  for (;;) {
    const { body } = await service.call('GET', '/jobs?status=running');
    if (body.total > 0 && letGo !== undefined) return body.items[0].job_id as string;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

const train = (signal?: AbortSignal) =>
  client.POST('/api/v1/sessions/{session_id}/model/train', { params, body: {}, ...(signal && { signal }) });

it('a call whose work becomes a job answers as ever, with its progress, also past lost connections', async () => {
  const answer = train();
  await running();
  lost = 2;
  await until(() => lost === 0 && heard.includes('0.25 a quarter'));
  letGo?.();
  const trained = answerOf(await answer);
  expect(trained).toMatchObject({ success: true });
  letGo = undefined;
});

it('a refusal of a job is the refusal of the call', async () => {
  const path = { session_id: (await service.session()).split('/')[2] as string };
  const answer = await client.POST('/api/v1/sessions/{session_id}/model/train', {
    params: { path },
    body: {},
  });
  expect(answer.response.status).toBe(400);
  expect(answer.error).toMatchObject({ error_type: 'NoDataError' });
});

it('a campaign reports the progress of each request for runs, also past lost connections', async () => {
  const told: string[] = [];
  const campaign = openCampaign(client, params.path.session_id);
  const runs = campaign.ask({
    seed: 1,
    onProgress: (fraction, message) => told.push(`${fraction} ${message}`),
  });
  await running();
  lost = 2;
  await until(() => lost === 0 && told.length > 0);
  letGo?.();
  expect(await runs).toHaveLength(1);
  letGo = undefined;
});

it('a request for runs that is given up cancels its job', async () => {
  const control = new AbortController();
  const before = accepted;
  const runs = openCampaign(client, params.path.session_id).ask({ signal: control.signal });
  const id = await running();
  await until(() => accepted > before);
  control.abort(new Error('enough'));
  await expect(runs).rejects.toThrow('enough');
  expect((await service.call('GET', `/jobs/${id}`)).body.status).toBe('cancelled');
  letGo = undefined;
});

it('a call that is given up cancels its job', async () => {
  const control = new AbortController();
  const before = accepted;
  const answer = train(control.signal);
  const id = await running();
  await until(() => accepted > before);
  control.abort(new Error('enough'));
  await expect(answer).rejects.toThrow();
  const { body } = await service.call('GET', `/jobs/${id}`);
  expect(body.status).toBe('cancelled');
});

it('looks at a long job fewer times than a server with limits in time allows, and waits as long as it asks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  try {
    const hour = 3600 * 1000;
    const started = Date.now();
    const looks: number[] = [];
    const send = async () => {
      looks.push(Date.now() - started);
      if (looks.length === 3) return new Response('{}', { status: 429, headers: { 'retry-after': '30' } });
      if (looks.length === 4) return new Response('<html>', { status: 502 });
      const result = Date.now() - started < hour ? null : { status: 200, body: 'done', saved: true };
      return Response.json({ job_id: 'a', status: 'running', progress: null, result });
    };
    const answer = answerOfJob('a', new Request('http://server/api/v1/x', { method: 'POST' }), send);
    const ended = answer.then((one) => one.json());
    await vi.advanceTimersByTimeAsync(hour + 10_000);
    expect(await ended).toBe('done');
    expect(looks[3]! - looks[2]!).toBe(30_000);
    expect(looks.length).toBeLessThan(1000);
    const first = looks.filter((at) => at < 60_000);
    expect(first.length).toBeLessThan(100);
  } finally {
    vi.useRealTimers();
  }
});
