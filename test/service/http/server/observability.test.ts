import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import Fastify, { LogController } from 'fastify';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../../src/service/config.ts';
import {
  loggerOf,
  newRequestId,
  requestLog,
} from '../../../../src/service/http/plugins/monitoring/request-log.ts';
import { traces } from '../../../../src/service/http/plugins/monitoring/traces.ts';
import { lazyPool } from '../../../../src/service/lazy-pool.ts';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { jobChannel } from '../../../../src/service/telemetry.ts';
import { freePort } from '../../../../src/tools/free-port.ts';
import { bearer, testGate } from '../../support/accounts.ts';
import { fillSession, inlinePool, testApp } from '../../support/app.ts';

const root = join(import.meta.dirname, '../../../..');

describe('metrics', () => {
  afterEach(() => void vi.useRealTimers());
  const config = readConfig({ ATHANOR_BACKEND: 'ts' });

  it('report requests, jobs, workers and store, without a name of a session or a person', async () => {
    const pool = await lazyPool(config, () => {});
    const people = await testGate();
    const service = await testApp(memoryStore(), pool as never, { METRICS: 'on' }, people.gate);
    const [ann, bob] = [await people.person('Ann', 'admin'), await people.person('Bob')];
    const call: typeof service.call = (m, p, b) => service.call(m, p, b, bearer(bob.key));
    const id = (await call('POST', '/sessions', { name: 'secret plan' })).body.session_id;
    await fillSession({ ...service, call }, `/sessions/${id}`, 6);
    expect((await call('POST', `/sessions/${id}/model/train`, { backend: 'sklearn' })).status).toBe(200);
    expect((await call('GET', '//metrics')).status).toBe(403);
    expect((await service.call('GET', '//metrics')).status).toBe(401);
    const { body } = await service.call('GET', '//metrics', undefined, bearer(ann.key));
    const text = String(body);
    for (const line of [
      /athanor_http_requests_total\{method="POST",route="\/api\/v1\/sessions\/:session_id\/model\/train",status="2xx"\} 1/,
      /athanor_job_seconds_count\{job="train",outcome="done"\} 1/,
      /athanor_store_seconds_count\{operation="append",outcome="done"\} [1-9]/,
      /athanor_pool_workers [1-9]/,
      /athanor_pool_device\{backend="ts",device="CPU"\} 1/,
      /athanor_pool_queue_age_seconds 0/,
      /nodejs_eventloop_lag_p99_seconds/,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text).not.toMatch(new RegExp(`${id}|Bob|Ann|secret plan|${bob.id}`));
    // What the rules and the dashboard ask for is there.
    const files = ['deploy/alerts.yaml', 'deploy/dashboard.json'].map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const asked = new Set(files.join('\n').match(/\b(athanor|nodejs|process)_[a-z0-9_]+/g));
    expect(asked.size).toBeGreaterThan(15);
    const there = (name: string) => text.includes(`\n${name} `) || text.includes(`\n${name}{`);
    expect([...asked].filter((name) => !there(name))).toEqual([]);
    await service.close();
    await pool.close();
    people.remove();
  });

  it('count leases that lapsed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const service = await testApp(memoryStore(), inlinePool, { METRICS: 'on' });
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 9] });
    const queue = `${path}/experiments/queue`;
    await service.call('POST', queue, { items: [{ inputs: { x: 1 } }, { inputs: { x: 2 } }] });
    const lease = () => service.call('POST', `${queue}/lease`, { worker: 'w', seconds: 1, suggest: false });
    await lease();
    await lease();
    vi.setSystemTime(Date.now() + 1050);
    // Who asks next finds both runs again.
    expect((await lease()).body.item.inputs.x).toBe(1);
    await service.call('GET', queue);
    const { body } = await service.call('GET', '//metrics');
    expect(body).toMatch(/athanor_lease_expiries_total\{kind="run"\} 2\n/);
    expect(body).toMatch(/athanor_lease_expiries_total\{kind="job"\} 0\n/);
    await service.close();
  });

  it('have a port of their own where that is wanted', async () => {
    const port = await freePort();
    const service = await testApp(memoryStore(), inlinePool, { METRICS: 'on', METRICS_PORT: String(port) });
    expect((await service.call('GET', '//metrics')).status).toBe(404);
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(await answer.text()).toContain('athanor_http_requests_open');
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/sessions`)).status).toBe(404);
    const second = testApp(memoryStore(), inlinePool, { METRICS: 'on', METRICS_PORT: String(port) });
    await expect(second).rejects.toThrow('METRICS_PORT');
    await service.close();
  });
});

describe('failures as application/problem+json', () => {
  const accept = { accept: 'application/json, application/problem+json' };

  it('have a code each, and the ID of their request', async () => {
    const { call, close } = await testApp();
    const missing = await call('GET', '/sessions/none', undefined, accept);
    expect(missing.headers['content-type']).toContain('application/problem+json');
    expect(JSON.parse(missing.body)).toEqual({
      type: 'urn:athanor:error:session-not-found',
      title: 'session not found',
      status: 404,
      detail: expect.stringContaining("'none'"),
      instance: `urn:uuid:${missing.headers['x-request-id']}`,
      code: 'session-not-found',
    });
    const refused = await call('POST', '/sessions', { nam: 1 }, accept);
    expect(JSON.parse(refused.body)).toMatchObject({
      status: 422,
      code: 'validation',
      errors: [{ loc: ['body', 'nam'] }],
    });
    expect(JSON.parse((await call('GET', '//api/nothing', undefined, accept)).body).code).toBe('not-found');
    expect((await call('GET', '/sessions/none')).headers['content-type']).toContain('application/json');
    await close();
  });
});

describe('the log', () => {
  it('has a line per answer with the ID of the request, and no secrets', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const app = Fastify({
      logger: { ...(loggerOf('debug') as object), stream },
      genReqId: newRequestId,
      logController: new LogController({ disableRequestLogging: true }),
    });
    app.decorateRequest('caller', null);
    requestLog(app);
    app.get('/x/:id', async (request) => {
      request.log.info(
        { req: request, headers: request.headers, api_key: 'sk-1', deep: { token: 't-1' } },
        'seen',
      );
      return null;
    });
    const headers = { authorization: 'Bearer ath_1', cookie: 'a=ath_2' };
    const { headers: answered } = await app.inject({ url: '/x/secret-session?lock_token=t-2', headers });
    const text = lines.join('');
    expect(text).not.toMatch(/ath_1|ath_2|sk-1|t-1|t-2/);
    const last = JSON.parse(lines.at(-1) ?? '');
    expect(last).toMatchObject({
      reqId: answered['x-request-id'],
      route: '/x/:id',
      status: 200,
      msg: 'answered',
    });
    await app.close();
  });
});

describe('traces', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  afterAll(() => provider.shutdown());

  it('have a span per request with its jobs below it, in the trace of the client', async () => {
    const app = Fastify();
    await traces(app, async () => {
      provider.register();
      return { shutdown: async () => {} };
    });
    app.get('/x/:id', async () => {
      await new Promise((done) => setTimeout(done, 1));
      jobChannel.publish({ job: 'train', seconds: 0.5, outcome: 'done' });
      return null;
    });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await app.inject({ url: '/x/secret-session', headers: { traceparent } });
    const spans = exporter.getFinishedSpans();
    const job = spans.find(({ name }) => name === 'job train');
    const request = spans.find(({ name }) => name === 'GET /x/:id');
    expect(request?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/x/:id',
      'http.response.status_code': 200,
    });
    expect(request?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(job?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    await app.close();
  });

  it('that no collector takes do not keep a server from ending', async () => {
    const lines: string[] = [];
    const stream = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) });
    const app = Fastify({ logger: { level: 'warn', stream } });
    await traces(app, async () => ({
      shutdown: async () => {
        throw new Error('connect ECONNREFUSED');
      },
    }));
    await app.close();
    expect(JSON.parse(lines.join(''))).toMatchObject({ msg: 'spans could not be sent' });
  });

  it('are made where a collector is named', () => {
    expect(readConfig({}).traces).toBe(false);
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }).traces).toBe(true);
  });
});
