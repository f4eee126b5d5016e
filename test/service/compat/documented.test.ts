import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/service/config.ts';
import { createApp } from '../../../src/service/http/app.ts';
import { createPool } from '../../../src/service/jobs/pool.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';

/** Answers that 0.4.0's interface description lists and the recording has not. */
const folder = mkdtempSync(join(tmpdir(), 'compat-'));
const pool = createPool({ backend: 'ts', workers: 1 });
const app = await createApp({
  config: readConfig({ COMPAT: 'alchemist-0.4', LOG_LEVEL: 'silent', DATA_DIR: folder }),
  store: memoryStore(),
  pool,
});
let base = '';

const call = async (method: string, path: string, payload?: object) => {
  const response = await app.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
};
const keys = (body: object) => Object.keys(body).sort();

beforeAll(async () => {
  base = `/sessions/${(await call('POST', '/sessions', { name: 'Flat', metadata: { name: 'ignored' } })).body.session_id}`;
  await call('POST', `${base}/variables`, { name: 'x', type: 'real', min: 0, max: 10 });
  const values = [0, 2, 4, 6, 8, 10];
  await call('POST', `${base}/experiments/batch`, {
    experiments: values.map((x) => ({ inputs: { x }, output: Math.sin(x) })),
  });
});
afterAll(async () => {
  await app.close();
  await pool.close();
  rmSync(folder, { recursive: true });
});

describe('documented answers of ALchemist 0.4.0', () => {
  it('optimal designs by fedorov by default, fields that it did not know ignored', async () => {
    const body = { model_type: 'quadratic', n_points: 3, random_seed: 1 };
    const plain = await call('POST', `${base}/optimal-design`, body);
    expect(plain.status).toBe(200);
    expect(plain.body.design_info).toMatchObject({ algorithm: 'fedorov', n_runs: 3 });
    const more = await call('POST', `${base}/optimal-design`, { ...body, effort: 'much', forbidden: 'none' });
    expect(more.body).toEqual(plain.body);
    const named = await call('POST', `${base}/optimal-design`, { ...body, algorithm: 'detmax' });
    expect(named.body.design_info.algorithm).toBe('detmax');
  });

  it('session detail, untrained and trained', async () => {
    const { body } = await call('GET', base);
    expect(keys(body)).toEqual([
      'created_at',
      'data',
      'expires_at',
      'last_accessed',
      'metadata',
      'model',
      'search_space',
      'session_id',
      'target_columns',
    ]);
    expect(body).toMatchObject({ expires_at: null, model: null, target_columns: ['Output'] });
    expect(body.metadata.name).toBe('Flat');
    expect(keys(body.metadata)).toEqual(['author', 'description', 'last_modified', 'name', 'tags']);
    expect(keys(body.search_space)).toEqual([
      'categorical_variables',
      'discrete_variables',
      'n_variables',
      'variables',
    ]);
    expect(body.search_space.variables[0]).toMatchObject({ bounds: [0, 10], categories: null, unit: null });
    await call('POST', `${base}/model/train`, { backend: 'botorch' });
    expect(keys((await call('GET', base)).body.model)).toEqual([
      'backend',
      'hyperparameters',
      'is_trained',
      'metrics',
    ]);
  });

  it('numbers each row of a batch for itself', async () => {
    const { experiments } = (await call('GET', `${base}/experiments`)).body;
    expect(experiments.map((row: { Iteration: number }) => row.Iteration)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('lists all experiments, whatever the query says', async () => {
    const { body } = await call('GET', `${base}/experiments?limit=2&skip=1`);
    expect([keys(body), body.n_experiments, body.experiments.length]).toEqual([
      ['experiments', 'n_experiments'],
      6,
      6,
    ]);
  });

  it('q-q plot and calibration curve under their old paths and fields', async () => {
    expect(keys((await call('GET', `${base}/visualizations/qq-plot`)).body)).toEqual([
      'bounds',
      'calibrated',
      'n_samples',
      'sample_quantiles',
      'theoretical_quantiles',
      'z_mean',
      'z_std',
    ]);
    const { body } = await call('GET', `${base}/visualizations/calibration-curve?use_calibrated=true`);
    expect(keys(body)).toEqual([
      'calibrated',
      'confidence_levels',
      'empirical_coverage',
      'empirical_probabilities',
      'n_samples',
      'nominal_coverage',
      'nominal_probabilities',
      'results_type',
    ]);
    expect(body.nominal_coverage).toHaveLength(18);
    expect(body.confidence_levels[0]).toBe('10%');
  });

  it('model, with the training call', async () => {
    const { body } = await call('GET', `${base}/model`);
    expect(keys(body)).toEqual(['backend', 'hyperparameters', 'is_trained', 'metrics', 'training_config']);
    expect(body.training_config).toMatchObject({ backend: 'botorch', kernel: 'Matern' });
  });

  it('ignores nu on sklearn, where 0.4.0 reads matern_nu', async () => {
    const train = async (kernel_params: object) =>
      (await call('POST', `${base}/model/train`, { backend: 'sklearn', kernel: 'Matern', kernel_params }))
        .body.hyperparameters.k2__nu;
    expect(await train({ nu: 0.5 })).toBe(1.5);
    expect(await train({ matern_nu: 2.5 })).toBe(2.5);
  });

  it('save header beside ours, and not on routes that only look', async () => {
    const patched = await call('PATCH', `${base}/metadata`, { name: 'Other' });
    expect([patched.headers['x-alchemist-saved'], patched.headers['x-service-saved']]).toEqual([
      'true',
      'true',
    ]);
    const saved = await call('POST', `${base}/save`);
    expect(saved.headers['x-alchemist-saved']).toBeUndefined();
  });
});
