import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { StoreUnavailableError } from '../../src/service/errors.ts';
import { PoolClosedError, QueueFullError } from '../../src/service/jobs/errors.ts';
import type { Pool } from '../../src/service/jobs/pool.ts';
import { memoryStore } from '../../src/service/store/memory.ts';
import type { Store } from '../../src/service/store/store.ts';
import { type Answer, fillSession, inlinePool, type TestApp, testApp } from './support/app.ts';
import { until } from './support/until.ts';

let store: Store;
let path: string;
let apps: TestApp[];

const start = async (pool?: Pick<Pool, 'run'>): Promise<TestApp> => {
  const app = await testApp(store, pool);
  apps.push(app);
  return app;
};

/** Trainings wait until they are let go; other jobs run at once. */
function heldPool() {
  const begun: (() => void)[] = [];
  const run: Pool['run'] = async (name, ...rest) => {
    if (name === 'train') await new Promise<void>((go) => begun.push(go));
    return inlinePool.run(name, ...rest);
  };
  return { run, begun, go: () => begun.shift()?.() };
}

/** What it comes to, and whether it has come to it yet. */
function watched(answer: Promise<Answer>) {
  const watch = { isThere: false, answer };
  void answer.then(() => {
    watch.isThere = true;
  });
  return watch;
}

const train = (app: TestApp) => app.call('POST', `${path}/model/train`, { backend: 'botorch' });
const predict = (app: TestApp) => app.call('POST', `${path}/model/predict`, { inputs: [{ x: 2, c: 'A' }] });
const model = (app: TestApp) => app.call('GET', `${path}/model`);
const add = (app: TestApp, x: number) =>
  app.call('POST', `${path}/experiments`, { inputs: { x, c: 'A' }, output: 1 });

/** Kinds of events as they come, without progress. */
async function typesOf({ app }: TestApp): Promise<string[]> {
  const address = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const types: string[] = [];
  const socket = new WebSocket(`${address}/ws/${path.split('/')[2]}`);
  socket.on('message', (text: Buffer) => {
    const { type } = JSON.parse(text.toString());
    if (type !== 'job_progress') types.push(type);
  });
  await until(() => types.length === 1);
  return types;
}

/** A session in the store whose model was trained on a row that was corrected afterwards. */
async function staleSession(fresh: Store): Promise<void> {
  apps = [];
  store = fresh;
  const first = await start();
  path = await first.session();
  await fillSession(first, path, 8);
  expect((await train(first)).status).toBe(200);
  const [row] = (await first.call('GET', `${path}/experiments`)).body.experiments;
  const corrected = await first.call('PATCH', `${path}/experiments/${row.ProvenanceId}`, { output: 9 });
  expect(corrected.status).toBe(200);
}

afterEach(async () => {
  for (const { close } of apps) await close();
});

describe('a model that is trained again after a restart', () => {
  beforeEach(() => staleSession(memoryStore()));

  it('is waited for by what needs it alone', async () => {
    const pool = heldPool();
    const app = await start(pool);
    const types = await typesOf(app);
    expect((await app.call('GET', path)).body.data.n_experiments).toBe(8);
    await until(() => pool.begun.length === 1);
    const needy = [
      watched(predict(app)),
      watched(model(app)),
      watched(app.call('POST', `${path}/acquisition/suggest`, { strategy: 'EI', n_suggestions: 1 })),
      watched(app.call('POST', `${path}/audit/lock`, { lock_type: 'model' })),
      watched(app.call('GET', `${path}/visualizations/parity`)),
    ];
    expect((await app.call('GET', `${path}/experiments`)).body.n_experiments).toBe(8);
    expect((await add(app, 3)).status).toBe(201);
    expect((await app.call('GET', `${path}/experiments`)).body.n_experiments).toBe(9);
    expect(types).not.toContain('session_loaded');
    expect(needy.map(({ isThere }) => isThere)).toEqual([false, false, false, false, false]);
    pool.go();
    for (const { answer } of needy) expect((await answer).status).toBe(200);
    await until(() => types.includes('session_loaded'));
    const told = ['connected', 'experiment_added', 'model_retrained', 'session_loaded'];
    expect(types.filter((type) => told.includes(type))).toEqual(told);
    expect(pool.begun).toHaveLength(0);
    expect((await model(app)).body).toMatchObject({ trained: true, n_experiments: 8 });
    // The model is stored: the next start finds it, with the row that was recorded meanwhile.
    const next = await start({ run: () => Promise.reject(new Error('nothing is to be trained')) });
    expect((await model(next)).body).toEqual((await model(app)).body);
    expect((await next.call('GET', `${path}/experiments`)).body.n_experiments).toBe(9);
  });

  it('does not take the place of one that somebody trained meanwhile', async () => {
    const pool = heldPool();
    const app = await start(pool);
    const types = await typesOf(app);
    await app.call('GET', path);
    await until(() => pool.begun.length === 1);
    const asked = train(app);
    await until(() => pool.begun.length === 2);
    pool.begun.pop()?.();
    const trained = (await asked).body;
    expect(trained.success).toBe(true);
    const shown = (await model(app)).body;
    expect(shown.warnings).toBeUndefined();
    pool.go();
    await until(() => types.includes('session_loaded'));
    expect((await model(app)).body).toEqual(shown);
    expect(types).not.toContain('model_retrained');
  });

  it('is tried again where the queue was full or the server ended, and is not lost', async () => {
    const errors = [new QueueFullError(1, 1), new PoolClosedError('closed')];
    const app = await start({
      run: (name, ...rest) => {
        const error = name === 'train' ? errors.shift() : undefined;
        return error === undefined ? inlinePool.run(name, ...rest) : Promise.reject(error);
      },
    });
    const types = await typesOf(app);
    await app.call('GET', path);
    await until(() => types.includes('session_loaded'));
    expect(types).toEqual(['connected', 'model_retrain_failed', 'session_loaded']);
    expect((await predict(app)).status).toBe(503);
    const { status, body } = await model(app);
    expect([status, body.trained]).toEqual([200, true]);
    expect(body.warnings).toHaveLength(1);
    expect((await predict(app)).status).toBe(200);
  });

  it('of a file that comes while the queue is full is trained when it is needed', async () => {
    const errors = [new QueueFullError(1, 1)];
    const app = await start({
      run: (name, ...rest) => {
        const error = name === 'train' ? errors.shift() : undefined;
        return error === undefined ? inlinePool.run(name, ...rest) : Promise.reject(error);
      },
    });
    const document = (await apps[0]?.call('GET', `${path}/export`))?.body;
    const imported = await app.upload('/sessions/import', JSON.stringify(document));
    expect([imported.status, errors]).toEqual([201, []]);
    path = `/sessions/${imported.body.session_id}`;
    expect((await predict(app)).status).toBe(200);
    expect((await model(app)).body.warnings).toHaveLength(1);
  });

  it('that fails leaves none, and nothing waits', async () => {
    const app = await start({ run: () => Promise.reject(new Error('no')) });
    const types = await typesOf(app);
    expect((await predict(app)).status).toBe(400);
    await until(() => types.includes('session_loaded'));
    expect(types).toEqual(['connected', 'model_retrain_failed', 'session_loaded']);
    expect((await model(app)).body.trained).toBe(false);
  });

  it('of a session that is deleted meanwhile comes to nothing', async () => {
    const pool = heldPool();
    const app = await start(pool);
    const types = await typesOf(app);
    await app.call('GET', path);
    await until(() => pool.begun.length === 1);
    const asked = predict(app);
    expect((await app.call('DELETE', path)).status).toBe(204);
    pool.go();
    expect((await asked).status).toBe(404);
    expect(types).toEqual(['connected', 'session_deleted']);
    expect((await app.call('GET', path)).status).toBe(404);
  });
});

describe('a model that two servers on one store train again', () => {
  beforeEach(() => staleSession(memoryStore(true)));

  it('is that of the one which committed first', async () => {
    const pools = [heldPool(), heldPool()];
    const [a, b] = [await start(pools[0]), await start(pools[1])];
    for (const app of [a, b]) await app.call('GET', path);
    await until(() => pools.every(({ begun }) => begun.length === 1));
    const late = watched(model(b));
    pools[0]?.go();
    const first = (await model(a)).body;
    expect(first.warnings).toHaveLength(1);
    expect((await add(a, 4)).status).toBe(201);
    pools[1]?.go();
    expect((await late.answer).body).toEqual(first);
    expect((await predict(b)).body).toEqual((await predict(a)).body);
    expect((await b.call('GET', `${path}/experiments`)).body.n_experiments).toBe(9);
  });

  it('joins after a time in which the store took no change', async () => {
    const healthy = store;
    let isAway = true;
    const append: Store['append'] = (...args) =>
      isAway ? Promise.reject(new StoreUnavailableError('away')) : healthy.append(...args);
    store = { ...healthy, append };
    const app = await start();
    expect((await app.call('GET', path)).status).toBe(200);
    expect((await predict(app)).status).toBe(503);
    isAway = false;
    expect((await predict(app)).status).toBe(200);
    expect((await model(app)).body.warnings).toHaveLength(1);
  });
});
