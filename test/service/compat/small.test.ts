import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/service/config.ts';
import { createApp } from '../../../src/service/http/app.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { inlinePool } from '../support/app.ts';

/** Details of 0.4.0's interface that its clients meet rarely, each under its name. */
const folder = mkdtempSync(join(tmpdir(), 'compat-small-'));
const app = await createApp({
  config: readConfig({ COMPAT: 'alchemist-0.4', LOG_LEVEL: 'silent', DATA_DIR: folder }),
  store: memoryStore(),
  pool: inlinePool,
});

const call = async (method: string, path: string, payload?: object) => {
  const response = await app.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json() };
};

const newSession = async (): Promise<string> =>
  `/sessions/${(await call('POST', '/sessions')).body.session_id}`;

/** A session of one variable and six rows. */
async function withRows(): Promise<string> {
  const path = await newSession();
  await call('POST', `${path}/variables`, { name: 'x', type: 'real', min: 0, max: 10 });
  const experiments = [0, 2, 4, 6, 8, 10].map((x) => ({ inputs: { x }, output: Math.sin(x) }));
  await call('POST', `${path}/experiments/batch`, { experiments });
  return path;
}

beforeAll(() => app.ready());
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('names and tags of a session may be empty or have line breaks', async () => {
  const fields = { name: '', description: '', tags: ['', 'a\nb'], author: '' };
  const created = await call('POST', '/sessions', fields);
  expect(created.status).toBe(201);
  const path = `/sessions/${created.body.session_id}/metadata`;
  expect((await call('GET', path)).body).toMatchObject({ name: 'Untitled Session', tags: ['a b'] });
  await call('PATCH', path, { name: 'first\nsecond', tags: ['x'] });
  const cleared = await call('PATCH', path, { name: '', description: null, tags: [''] });
  expect([cleared.status, cleared.body.name, cleared.body.tags]).toEqual([200, 'first second', []]);
  expect((await call('PATCH', path, { name: 3 })).status).toBe(422);
});

describe('PUT of a variable', () => {
  it('answers with message and stored spelling, at the place where it stood, and looks at no row', async () => {
    const path = await withRows();
    await call('POST', `${path}/variables`, { name: 'late', type: 'categorical', categories: ['A'] });
    const { status, body } = await call('PUT', `${path}/variables/x`, {
      name: 'x',
      type: 'integer',
      min: 3,
      max: 5,
      unit: 'mm',
      bounds: [7, 8],
    });
    expect([status, Object.keys(body)]).toEqual([200, ['message', 'variable']]);
    expect(body.variable).toEqual({
      name: 'x',
      type: 'integer',
      role: 'controllable',
      changes: 'easy',
      unit: 'mm',
      description: null,
      min: 3,
      max: 5,
    });
    const { variables } = (await call('GET', `${path}/variables`)).body;
    expect(variables[0]).toMatchObject({ name: 'x', type: 'integer', bounds: [3, 5] });
    expect((await call('GET', `${path}/experiments`)).body.n_experiments).toBe(6);
  });

  it.each([
    ['zz', { name: 'zz', type: 'real', min: 0, max: 1 }, 404, 'not found'],
    ['x', { name: 'y', type: 'real', min: 0, max: 1 }, 400, 'must match'],
    ['x', { name: 'x', type: 'real', bounds: [0, 1] }, 422, 'bounds'],
  ])('of %s with %j is %i', async (name, body, status, words) => {
    const path = await withRows();
    const answer = await call('PUT', `${path}/variables/${name}`, body);
    expect([answer.status, JSON.stringify(answer.body.detail)]).toEqual([
      status,
      expect.stringContaining(words),
    ]);
  });

  it('keeps the model', async () => {
    const path = await withRows();
    await call('POST', `${path}/model/train`, { backend: 'sklearn' });
    await call('PUT', `${path}/variables/x`, { name: 'x', type: 'real', min: 0, max: 20 });
    expect((await call('GET', `${path}/model`)).body.is_trained).toBe(true);
  });
});

describe('an empty session', () => {
  it('reports in its detail and in its summary that there are no data', async () => {
    const path = await newSession();
    expect((await call('GET', path)).body.data).toEqual({ n_experiments: 0, has_data: false });
    expect((await call('GET', `${path}/experiments/summary`)).body).toEqual({
      n_experiments: 0,
      has_data: false,
      has_noise: null,
      target_stats: null,
      feature_names: null,
    });
  });
});

describe('transforms', () => {
  const hyperparameters = async (path: string) =>
    (await call('GET', `${path}/visualizations/hyperparameters`)).body;

  it('that are none by default are named none on sklearn', async () => {
    const path = await withRows();
    await call('POST', `${path}/model/train`, { backend: 'sklearn' });
    expect(await hyperparameters(path)).toMatchObject({ input_transform: 'none', output_transform: 'none' });
    const { training_config } = (await call('GET', `${path}/model`)).body;
    expect(Object.keys(training_config)).not.toContain('input_transform_type');
  });

  it('that are none by the call are none on botorch, and another model than the default', async () => {
    const path = await withRows();
    const trained = async (transforms: object) => {
      const { status } = await call('POST', `${path}/model/train`, { backend: 'botorch', ...transforms });
      expect(status).toBe(200);
      const { predictions } = (await call('POST', `${path}/model/predict`, { inputs: [{ x: 3.3 }] })).body;
      return { view: await hyperparameters(path), prediction: predictions[0].prediction };
    };
    const plain = await trained({});
    expect(plain.view).toMatchObject({ input_transform: 'normalize', output_transform: 'standardize' });
    const none = await trained({ input_transform: 'none', output_transform: 'none' });
    expect(none.view).toMatchObject({ input_transform: 'none', output_transform: 'none' });
    expect(none.prediction).not.toBe(plain.prediction);
    const { training_config } = (await call('GET', `${path}/model`)).body;
    expect(training_config).toMatchObject({ input_transform_type: 'none', output_transform_type: 'none' });
  });
});

describe('config-changes', () => {
  it('lists training calls with time, component, an empty old and the new call', async () => {
    const path = await withRows();
    expect((await call('GET', `${path}/audit/config-changes`)).body).toEqual({ changes: [] });
    await call('POST', `${path}/model/train`, { backend: 'sklearn', kernel: 'RBF' });
    const { changes } = (await call('GET', `${path}/audit/config-changes`)).body;
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      component: 'model',
      old: {},
      new: { backend: 'sklearn', kernel: 'RBF' },
    });
    expect(Date.parse(changes[0].timestamp)).not.toBeNaN();
  });
});

describe('keys of assistants', () => {
  it.each([
    ['sk-abcdefghijklmnop', 3, 4],
    ['abcdefgh', 0, 0],
    ['abcdefghi', 3, 4],
  ])('%s is shown by its ends alone, or as eight dots', async (api_key, begin, end) => {
    await call('POST', '/llm/config', { openai: { api_key, model: 'm' } });
    const { openai } = (await call('GET', '/llm/config')).body;
    expect(openai).toMatchObject({ has_api_key: true, model: 'm' });
    const shown: string = openai.api_key;
    const ends = [shown.slice(0, begin), end === 0 ? '' : shown.slice(-end)];
    expect(ends).toEqual([api_key.slice(0, begin), end === 0 ? '' : api_key.slice(-end)]);
    const dots = shown.slice(begin, end === 0 ? undefined : -end);
    expect(new Set(dots).size).toBe(1);
    expect(begin === 0 ? dots.length : 8).toBe(8);
    expect(JSON.stringify(openai)).not.toContain(api_key);
  });
});

describe('NoVariablesError and NoDataError', () => {
  it.each([
    ['POST', '/experiments', { inputs: { x: 0 }, output: 1 }, 'NoVariablesError', 'no variables'],
    ['POST', '/experiments/batch', { experiments: [] }, 'NoVariablesError', 'no variables'],
    ['POST', '/experiments/queue', { items: [{ inputs: { x: 1 } }] }, 'NoVariablesError', 'no variables'],
    ['POST', '/initial-design', {}, 'NoVariablesError', 'no variables'],
    ['POST', '/optimal-design', { model_type: 'linear', n_points: 4 }, 'NoVariablesError', 'no variables'],
    ['POST', '/optimal-design/info', { model_type: 'linear' }, 'NoVariablesError', 'no variables'],
    ['POST', '/model/train', {}, 'NoDataError', 'no experimental data'],
  ])('%s %s of an empty session', async (method, route, body, error_type, words) => {
    const path = await newSession();
    const answer = await call(method, `${path}${route}`, body);
    expect([answer.status, answer.body.error_type]).toEqual([400, error_type]);
    expect(answer.body.detail.toLowerCase()).toContain(words);
  });
});
