import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();
let path: string;

/** A noisy table with a category; the second half repeats the settings of the first. */
const experiments = Array.from({ length: 16 }, (_, i) => {
  const [x, solvent] = [((i % 8) * 7) % 10, ['water', 'toluene'][i % 2] as string];
  return {
    inputs: { x, solvent },
    output: Math.sin(x / 2) + (solvent === 'water' ? 1 : 0) + 0.1 * ((i % 3) - 1),
  };
});

async function filled(rows: readonly object[]): Promise<string> {
  const session = await service.session();
  await service.call('POST', `${session}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  await service.call('POST', `${session}/variables`, {
    name: 'solvent',
    type: 'categorical',
    categories: ['water', 'toluene'],
  });
  await service.call('POST', `${session}/experiments/batch`, { experiments: rows });
  return session;
}

beforeAll(async () => {
  path = await filled(experiments);
});
const post = (route: string, body: unknown = {}, session = path): Promise<Answer> =>
  service.call('POST', `${session}${route}`, body);
const get = (route: string, session = path): Promise<Answer> => service.call('GET', `${session}${route}`);

describe('backend auto', () => {
  it('trains with nothing else in the request, and says what it found with intervals', async () => {
    const { status, body } = await post('/model/train', { backend: 'auto' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ backend: 'auto', kernel: 'Matern', metrics: { cv_kind: 'refit' } });
    expect(body.message).toBe('auto model trained on 16 experiments');
    expect(body.hyperparameters.members).toBe(16);
    const [low, high] = body.hyperparameters.noise_interval_95;
    expect(low).toBeGreaterThan(0);
    expect(high).toBeGreaterThan(low);
    expect(body.validation.Output).toMatchObject({ kind: 'refit', folds: 5, n: 16 });
    for (const score of ['rmse', 'mae', 'r2', 'nlpd', 'crps', 'coverage_95'])
      expect(Number.isFinite(body.validation.Output[score])).toBe(true);
    expect(body.metrics.cv_rmse).toBe(body.validation.Output.rmse);
    expect(body.importance.Output.map(({ name }: { name: string }) => name)).toEqual(['x', 'solvent']);
    for (const { share, interval_95 } of body.importance.Output) {
      expect(interval_95[0]).toBeLessThanOrEqual(share);
      expect(interval_95[1]).toBeGreaterThanOrEqual(share);
      expect(interval_95[1]).toBeGreaterThan(0);
    }
    expect((await get('/model')).body).toMatchObject({
      backend: 'auto',
      validation: body.validation,
      importance: body.importance,
    });
  });

  it('says of every plot that runs were predicted by models fitted without them', async () => {
    for (const plot of ['parity', 'qq_plot', 'calibration'])
      expect((await service.call('GET', `${path}/visualizations/${plot}`)).body.kind).toBe('refit');
    const { kind, rmse } = (await service.call('GET', `${path}/visualizations/metrics`)).body;
    expect(kind).toEqual(Array(rmse.length).fill('refit'));
  });

  it('predicts the curve and one new measurement', async () => {
    const inputs = [
      { x: 3, solvent: 'water' },
      { x: 9, solvent: 'toluene' },
    ];
    const { body } = await post('/model/predict', { inputs, quantiles: [0.1, 0.5, 0.9], output: [2, null] });
    const [first, second] = body.predictions;
    for (const one of [first, second]) {
      expect(one.std_measurement).toBeGreaterThan(one.std);
      const [from, to] = one.confidence_interval_95;
      const [low, high] = one.prediction_interval_95;
      const [q10, q50, q90] = one.quantiles;
      for (const order of [
        [low, q10, q50, q90, high],
        [low, from, one.mean, to, high],
      ])
        expect(order).toEqual(order.toSorted((a, b) => a - b));
    }
    expect(Number.isFinite(first.log_density)).toBe(true);
    expect(second.log_density).toBeUndefined();
  });

  it.each([
    ['kernel', { kernel: 'RBF' }],
    ['kernel_params', { kernel_params: { nu: 1.5 } }],
    ['output_transform_type', { output_transform_type: 'standard' }],
    ['options', { options: { restarts: 2 } }],
    ['optimizer', { optimizer: 'CG' }],
    ['calibration_enabled', { calibration_enabled: true }],
  ])('refuses %s, which it infers', async (field, more) => {
    const { status, body } = await post('/model/train', { backend: 'auto', ...more });
    expect(status).toBe(400);
    expect(JSON.stringify(body.detail)).toContain(field);
  });

  it.each([
    [400, { output: [1, 2] }, 'output'],
    [400, { output: [[1, 2]] }, 'output 1'],
    [422, { quantiles: [0] }, 'quantiles'],
    [422, { quantiles: [] }, 'quantiles'],
    [422, { shares: [0.5] }, 'shares'],
  ])('answers %i to a prediction with %j', async (status, more, words) => {
    const answer = await post('/model/predict', { inputs: [{ x: 3, solvent: 'water' }], ...more });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.detail)).toContain(words);
  });

  it('names the variables of its messages', async () => {
    const still = experiments.map(({ inputs, output }) => ({ inputs: { ...inputs, x: 3 }, output }));
    const { body } = await post('/model/train', { backend: 'auto' }, await filled(still));
    expect(body.warnings.join('; ')).toContain("variable 'x' is constant");
  });

  it.each([1, 2, 3])('trains and predicts from %i row(s)', async (rows) => {
    const session = await filled(experiments.slice(0, rows));
    expect((await post('/model/train', { backend: 'auto' }, session)).status).toBe(200);
    const { body } = await post('/model/predict', { inputs: [{ x: 9.5, solvent: 'toluene' }] }, session);
    expect(body.predictions[0].std_measurement).toBeGreaterThan(0);
    expect((await get('/model', session)).body.validation).toBeUndefined();
  });

  it('comes back from its file with the same predictions, and is readable by release 0.4.0', async () => {
    const file = (await get('/export')).body;
    expect(file.model_config).toMatchObject({ backend: 'botorch', training_config: { backend: 'botorch' } });
    const imported = await service.upload('/sessions/import', JSON.stringify(file));
    expect(imported.status).toBe(201);
    const copy = `/sessions/${imported.body.session_id}`;
    expect((await get('/model', copy)).body).toMatchObject({ backend: 'auto', fitted: true });
    const ask = { inputs: [{ x: 4.5, solvent: 'toluene' }], quantiles: [0.2] };
    expect((await post('/model/predict', ask, copy)).body).toEqual((await post('/model/predict', ask)).body);
  });

  it('serves plots, suggestions and trainings after a record', async () => {
    for (const plot of ['parity', 'qq_plot', 'calibration', 'hyperparameters', 'metrics'])
      expect((await get(`/visualizations/${plot}`)).status).toBe(200);
    const suggested = await post('/acquisition/suggest', { strategy: 'qEI', n_suggestions: 2, seed: 1 });
    expect(suggested.status).toBe(200);
    const recorded = await post('/experiments?auto_train=true', experiments[0]);
    expect(recorded.body).toMatchObject({ model_trained: true, training_metrics: { backend: 'auto' } });
    const asked = await post('/experiments?auto_train=true&training_backend=auto', experiments[1]);
    expect(asked.body.training_metrics.backend).toBe('auto');
  });

  it('models several objectives', async () => {
    const session = await service.session();
    await service.call('POST', `${session}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    const rows = 'x,yield,cost\n0,1,5\n2,3,4\n4,4,3\n6,5,4\n8,3,5\n10,1,7\n';
    await service.upload(`${session}/experiments/upload?target_columns=yield,cost`, rows);
    const { status, body } = await post('/model/train', { backend: 'auto' }, session);
    expect(status).toBe(200);
    expect(body.metrics).toEqual({});
    expect(Object.keys(body.validation)).toEqual(['yield', 'cost']);
    expect(Object.keys(body.importance)).toEqual(['yield', 'cost']);
    const { body: predicted } = await post(
      '/model/predict',
      { inputs: [{ x: 5 }], output: [{ yield: 4.5, cost: 3.5 }] },
      session,
    );
    expect(predicted.predictions[0].objectives.cost.log_density).toBeTypeOf('number');
  });
});

describe('the documented backends', () => {
  it('say which kind their scores are, and have the honest ones beside them', async () => {
    const { body } = await post('/model/train', { backend: 'botorch' });
    expect(body.metrics.cv_kind).toBe('fixed_hyperparameters');
    const scores = await get('/model/validation');
    expect(scores.body.validation.Output.kind).toBe('refit');
    expect(body.importance).toBeUndefined();
  });

  it('predict one new measurement with the learned noise', async () => {
    const { body: trained } = await post('/model/train', { backend: 'botorch' });
    const { body } = await post('/model/predict', { inputs: [{ x: 3, solvent: 'water' }] });
    const [one] = body.predictions;
    expect(trained.hyperparameters.noise).toBeGreaterThan(0);
    expect(one.std_measurement).toBeGreaterThan(one.std);
    expect(one.prediction_interval_95[1]).toBeCloseTo(one.mean + 1.959964 * one.std_measurement, 5);
  });
});

it('results that are all equal are reported as uninformative, and have no importance', async () => {
  const session = await filled(experiments.slice(0, 6).map((one) => ({ ...one, output: 42 })));
  const { body } = await post('/model/train', { backend: 'auto' }, session);
  expect(body.importance).toEqual({});
  expect(body.warnings.join()).toContain("objective 'Output': all results are equal");
  expect((await get('/model', session)).body.importance).toEqual({});
  await post('/experiments', { inputs: { x: 1, solvent: 'water' }, output: 43 }, session);
  const other = await post('/model/train', { backend: 'auto' }, session);
  expect(Object.keys(other.body.importance)).toEqual(['Output']);
  expect(other.body.warnings.join()).not.toContain('equal');
});

it('the calibration plot counts the results inside the intervals that predictions have', async () => {
  const skewed = Array.from({ length: 24 }, (_, i) => ({
    inputs: { x: (i * 10) / 24, solvent: 'water' },
    output: Math.exp(3 * Math.sin((i * 10) / 24) + (i % 5 === 0 ? 1.2 : 0.1 * ((i % 3) - 1))),
  }));
  const session = await filled(skewed);
  const { coverage_95 } = (await post('/model/train', { backend: 'auto' }, session)).body.validation.Output;
  const plot = async (query = '') => (await get(`/visualizations/calibration${query}`, session)).body;
  const before = await plot();
  expect(before.observed_coverage.at(-1)).toBe(coverage_95);
  expect(before.observed_coverage).toEqual([...before.observed_coverage].sort((a, b) => a - b));
  const { mean_z, std_z } = (await get('/visualizations/qq_plot', session)).body;
  expect([mean_z, std_z].every(Number.isFinite)).toBe(true);
  expect((await plot('?use_calibrated=true')).observed_coverage).not.toEqual(before.observed_coverage);
});
