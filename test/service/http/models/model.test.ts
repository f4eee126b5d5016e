import { beforeAll, describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/engine/errors.ts';
import type { Pool } from '../../../../src/service/jobs/pool.ts';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { type Answer, fillSession, inlinePool, testApp } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';
import { until } from '../../support/until.ts';

const service = fileApp();
let path: string;

const add = (where: string, body: object) => service.call('POST', `${where}/variables`, body);

beforeAll(async () => {
  path = await service.session();
  await fillSession(service, path, 12);
  await service.call('POST', `${path}/model/train`, {
    backend: 'botorch',
    kernel: 'matern',
    kernel_params: { nu: 2.5 },
  });
});

const post = (route: string, body: unknown = {}): Promise<Answer> =>
  service.call('POST', `${path}${route}`, body);
const get = (route: string): Promise<Answer> => service.call('GET', `${path}${route}`);

describe('model', () => {
  it('of rows that changed says that it was trained again when the session was opened, until the next training', async () => {
    const store = memoryStore();
    const [open, cold] = [await testApp(store), await testApp(store)];
    const own = await open.session();
    await fillSession(open, own, 6);
    const train = (app: typeof open) => app.call('POST', `${own}/model/train`, { backend: 'botorch' });
    const modelIn = async (app: typeof open) => (await app.call('GET', `${own}/model`)).body;
    const trained = (await train(open)).body;
    const [row] = (await open.call('GET', `${own}/experiments`)).body.experiments;
    await open.call('PATCH', `${own}/experiments/${row.ProvenanceId}`, { output: 9 });
    const before = await modelIn(open);
    expect([before.data_revision, before.warnings]).toEqual([trained.data_revision, undefined]);
    const after = await modelIn(cold);
    expect(after.data_revision).toBe(trained.data_revision + 1);
    expect(after.warnings).toEqual([
      expect.stringContaining('trained again on the current ones when the session'),
    ]);
    // The model is stored with the next change, and says so yet.
    await cold.call('PATCH', `${own}/metadata`, { name: 'opened' });
    const later = await testApp(store);
    expect(await modelIn(later)).toEqual(after);
    await train(later);
    expect((await modelIn(later)).warnings).toBeUndefined();
    await Promise.all([open, cold, later].map((app) => app.close()));
  });

  it('trains and describes', async () => {
    const answer = await post('/model/train', {
      backend: 'botorch',
      kernel: 'matern',
      kernel_params: { nu: 2.5 },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-service-saved']).toBe('true');
    expect(answer.body).toMatchObject({ success: true, backend: 'botorch', kernel: 'Matern' });
    const { metrics, hyperparameters, training_time_s } = answer.body;
    expect(training_time_s).toBeGreaterThan(0);
    expect(Object.keys(metrics)).toEqual(
      expect.arrayContaining(['cv_rmse', 'cv_r2', 'cv_mae', 'mean_z', 'std_z']),
    );
    expect(hyperparameters.lengthscales).toHaveLength(1);
    expect(hyperparameters.noise).toBeGreaterThan(0);
    expect((await get('/model')).body).toMatchObject({
      trained: true,
      backend: 'botorch',
      kernel: 'Matern',
      kernel_params: { nu: 2.5 },
      metrics,
      hyperparameters,
      n_experiments: 12,
      training_config: { backend: 'botorch', kernel: 'Matern' },
    });
    expect((await get('')).body.model).toMatchObject({ trained: true, kernel: 'Matern' });
  });

  it('names the lengthscale of each dummy column by its category, and those after it by their variable', async () => {
    const session = await service.session();
    await add(session, { name: 'c', type: 'categorical', categories: ['A', 'B', 'C'] });
    await add(session, { name: 'x', type: 'real', bounds: [0, 10] });
    const experiments = ['A', 'B', 'C', 'A', 'B', 'C'].map((c, i) => ({
      inputs: { c, x: i + 1 },
      output: i % 4,
    }));
    await service.call('POST', `${session}/experiments/batch`, { experiments });
    const { body } = await service.call('POST', `${session}/model/train`, { backend: 'sklearn' });
    const lengths = body.hyperparameters.parameters.filter(
      ({ name }: { name: string }) => name === 'lengthscale',
    );
    expect(lengths.map(({ column }: { column: string }) => column)).toEqual(['c=B', 'c=C', 'x']);
  });

  it.each([
    [422, { backend: 'tensorflow' }, 'backend'],
    [422, { input_transform: 'none', input_transform_type: 'normalize' }, 'input_transform_type'],
    [400, { kernel: 'cubic' }, 'Matern'],
    [400, { backend: 'botorch', kernel_params: { nu: 3 } }, '2.5'],
    [400, { backend: 'botorch', kernel_params: { lengthscale: 3 } }, "botorch has no 'lengthscale'"],
    [400, { backend: 'sklearn', kernel_params: { ibnn_depth: 3 } }, "sklearn has no 'ibnn_depth'"],
    [
      400,
      { backend: 'botorch', input_transform_type: 'wavelet' },
      "input_transform_type: unknown transform 'wavelet'",
    ],
    [400, { backend: 'botorch', input_transform: 'log' }, "input_transform: unknown transform 'log'"],
    [400, { output_transform: 'log' }, "output_transform: unknown transform 'log'"],
    [400, { backend: 'sklearn', optimizer: 'magic' }, 'magic'],
    [400, { target_column: 'Cost' }, "'Cost'"],
    [400, { goal: ['maximize', 'minimize'] }, 'goal'],
  ])('answers %i to %j and keeps the model it has', async (status, body, words) => {
    const answer = await post('/model/train', body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.detail)).toContain(words);
    expect((await get('/model')).body.kernel).toBe('Matern');
  });

  it('needs variables, data and enough of it', async () => {
    const { call, session } = service;
    const other = await session();
    const train = (backend: string) => call('POST', `${other}/model/train`, { backend });
    expect((await train('botorch')).body.error_type).toBe('NoDataError');
    await add(other, { name: 'x', type: 'real', bounds: [0, 1] });
    expect((await train('botorch')).body.error_type).toBe('NoDataError');
    const record = (x: number, noise?: number) =>
      call('POST', `${other}/experiments`, {
        inputs: { x },
        output: x * x,
        ...(noise === undefined ? {} : { noise }),
      });
    await record(0.1, 0.01);
    expect((await train('botorch')).status).toBe(400);
    expect((await train('sklearn')).status).toBe(200);
    await record(0.5, 0.01);
    await record(0.8, 0.02);
    expect((await train('botorch')).body.hyperparameters.noise).toBe(0);
  });

  it('refuses noise of some rows only, and infers it with auto', async () => {
    const { call, session } = service;
    const other = await session();
    const train = (backend: string) => call('POST', `${other}/model/train`, { backend });
    await add(other, { name: 'x', type: 'real', bounds: [0, 1] });
    const experiments = [0.1, 0.5, 0.8, 0.9].map((x) => ({
      inputs: { x },
      output: x * x,
      ...(x === 0.5 || x === 0.9 ? {} : { noise: 0.01 }),
    }));
    await call('POST', `${other}/experiments/batch`, { experiments });
    for (const backend of ['botorch', 'sklearn']) {
      const refused = await train(backend);
      expect([refused.status, refused.body.error_type]).toEqual([400, 'ValueError']);
      expect(refused.body.detail).toContain('missing in rows 2, 4;');
    }
    const inferred = await train('auto');
    expect(inferred.body.hyperparameters.noise).toBeGreaterThan(0);
    expect(inferred.body.warnings[0]).toContain('only 2 of 4 experiments have a noise variance');
  });

  it('predicts by name, whatever the order of keys', async () => {
    const answer = await post('/model/predict', {
      inputs: [
        { x: 3, c: 'A' },
        { c: 'A', x: 3 },
      ],
    });
    expect([answer.status, answer.headers['x-service-saved']]).toEqual([200, undefined]);
    const [a, b] = answer.body.predictions;
    expect({ mean: b.mean, std: b.std }).toEqual({ mean: a.mean, std: a.std });
    expect(a.confidence_interval_95[1] - a.mean).toBeCloseTo(1.959964 * a.std, 5);
  });

  it.each([
    [422, {}],
    [400, { inputs: [] }],
    [400, { inputs: [{ x: 3 }] }],
    [400, { inputs: [{ x: 3, c: 'Z' }] }],
    [400, { inputs: [{ x: 3, c: 'A', q: 1 }] }],
  ])('answers %i to the prediction %j', async (status, body) => {
    expect((await post('/model/predict', body)).status).toBe(status);
  });
});

describe('acquisition', () => {
  it('suggests one, and a batch under one iteration', async () => {
    const one = await post('/acquisition/suggest', { strategy: 'ei' });
    expect(one.status).toBe(200);
    expect(one.headers['x-service-saved']).toBe('true');
    expect(one.body).toMatchObject({ n_suggestions: 1, strategy: 'EI', iteration: 1 });
    expect(one.body.diagnostics[0].knowledge_ratio).toBeGreaterThanOrEqual(0);
    expect(one.body.diagnostics[0].knowledge_ratio).toBeLessThanOrEqual(1);
    const batch = await post('/acquisition/suggest', { strategy: 'qEI', n_suggestions: 3, goal: 'minimize' });
    expect(batch.body.suggestions).toHaveLength(3);
    for (const { x, c } of batch.body.suggestions) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(10);
      expect(['A', 'B']).toContain(c);
    }
    const state = (await get('/state')).body;
    expect(state).toMatchObject({ last_suggestion: batch.body.suggestions[0], last_goal: 'minimize' });
    expect(state.last_acquisition_value).toBe(batch.body.acquisition_value);
    const locked = (await get('/audit?entry_type=acquisition_locked')).body.entries.at(-1);
    expect(locked.parameters).toMatchObject({
      strategy: 'qEI',
      iteration: 1,
      parameters: { goal: 'minimize' },
    });
  });

  it('holds', async () => {
    const held = await post('/acquisition/suggest', { hold: { c: 'B' } });
    expect(held.body.suggestions[0].c).toBe('B');
    expect(held.body.diagnostics[0].held).toEqual(['c']);
  });

  it.each([
    [422, { strategy: 'EI', extra: 1 }],
    [422, { n_suggestions: 11 }],
    [422, { n_suggestions: 0 }],
    [422, { goal: 'best' }],
    ...['EI', 'LogEI', 'PI', 'LogPI', 'UCB'].map(
      (strategy) => [400, { strategy, n_suggestions: 2 }] as const,
    ),
    [400, { strategy: 'gp_hedge' }],
    [400, { strategy: 'qEHVI' }],
    [400, { strategy: 'magic' }],
    [400, { strategy: 'qIPV', hold: { c: 'A' } }],
    [400, { hold: { q: 1 } }],
    [400, { hold: { x: 11 } }],
    [400, { hold: { x: 'a' } }],
    [400, { hold: { c: 'Z' } }],
    [400, { observed: { x: 1 } }],
  ] as [number, object][])('answers %i to %j', async (status, body) => {
    expect((await post('/acquisition/suggest', body)).status).toBe(status);
  });

  it('needs a model', async () => {
    const empty = await service.session();
    for (const route of ['acquisition/suggest', 'acquisition/find-optimum']) {
      const answer = await service.call('POST', `${empty}/${route}`, {});
      expect([answer.status, answer.body.error_type]).toEqual([400, 'NoModelError']);
    }
    expect((await service.call('GET', `${empty}/visualizations/parity`)).status).toBe(400);
  });

  it.each([4, 5])('says which objectives plots of the cross-validation exist for, %i rows', async (n) => {
    const few = await service.session();
    await fillSession(service, few, n);
    await service.call('POST', `${few}/model/train`, { backend: 'botorch' });
    const { cross_validated } = (await service.call('GET', `${few}/model`)).body;
    const answers = await Promise.all(
      ['parity', 'qq_plot', 'calibration'].map((plot) =>
        service.call('GET', `${few}/visualizations/${plot}`),
      ),
    );
    expect(cross_validated).toHaveLength(n < 5 ? 0 : 1);
    for (const { status } of answers) expect(status).toBe(n < 5 ? 400 : 200);
  });

  it('names an unknown strategy and the known ones before it asks for a model', async () => {
    const { status, body } = await service.call('POST', `${await service.session()}/acquisition/suggest`, {
      strategy: 'magic',
    });
    expect([status, body.error_type]).toEqual([400, 'ValueError']);
    expect(body.detail).toMatch(/^strategy 'magic' is unknown; use one of auto, EI, .*qNEHVI/);
  });

  it('names an empty region', async () => {
    const { call, session } = service;
    const other = await session();
    await fillSession(service, other, 5);
    await call('POST', `${other}/constraints`, { type: 'inequality', coefficients: { x: 1 }, rhs: 5 });
    await call('POST', `${other}/model/train`, { backend: 'botorch' });
    const held = await call('POST', `${other}/acquisition/suggest`, { hold: { x: 8 } });
    expect([held.status, held.body.error_type]).toEqual([400, 'InfeasibleRegionError']);
    const free = await call('POST', `${other}/acquisition/suggest`, {});
    expect(free.body.suggestions[0].x).toBeLessThanOrEqual(5 + 1e-6);
    await call('DELETE', `${other}/variables/x`);
    const gone = await call('POST', `${other}/acquisition/suggest`, {});
    expect([gone.status, gone.body.detail.includes('train again')]).toEqual([400, true]);
  });

  it('asks for observed variables, never suggests them', async () => {
    const { call, session } = service;
    const other = await session();
    await add(other, { name: 'x', type: 'real', bounds: [0, 1] });
    await add(other, { name: 'z', type: 'real', role: 'observed' });
    const experiments = [0.1, 0.3, 0.5, 0.7, 0.9].map((x) => ({ inputs: { x, z: 1 - x }, output: x * x }));
    await call('POST', `${other}/experiments/batch`, { experiments });
    expect((await call('POST', `${other}/model/train`, { backend: 'sklearn' })).status).toBe(400);
    await call('POST', `${other}/model/train`, { backend: 'botorch' });
    expect((await call('POST', `${other}/acquisition/suggest`, {})).status).toBe(400);
    expect((await call('POST', `${other}/acquisition/suggest`, { hold: { z: 1 } })).status).toBe(400);
    const answer = await call('POST', `${other}/acquisition/suggest`, { context: { z: 0.4 } });
    expect(Object.keys(answer.body.suggestions[0])).toEqual(['x']);
    const optimum = await call('POST', `${other}/acquisition/find-optimum`, {});
    expect(optimum.body.optimum.z).toBeCloseTo(0.1, 12);
    expect((await call('POST', `${other}/acquisition/find-optimum`, { observed: { x: 1 } })).status).toBe(
      400,
    );
  });

  it('finds the optimum', async () => {
    const answer = await post('/acquisition/find-optimum', { goal: 'maximize' });
    expect([answer.status, answer.headers['x-service-saved']]).toEqual([200, undefined]);
    expect(answer.body.optimum.c).toBe('B');
    expect(answer.body.predicted_value).toBeGreaterThan(1.5);
    expect((await post('/acquisition/find-optimum', { goal: 'best' })).status).toBe(422);
  });
});

describe('plots', () => {
  it('gives the three of the cross-validation', async () => {
    const parity = (await get('/visualizations/parity')).body;
    expect([parity.actual.length, parity.predicted.length, parity.std.length]).toEqual([12, 12, 12]);
    expect(parity.metrics.rmse).toBeCloseTo((await get('/model')).body.metrics.cv_rmse, 12);
    const qq = (await get('/visualizations/qq_plot')).body;
    expect(qq.sample_quantiles).toEqual([...qq.sample_quantiles].sort((a: number, b: number) => a - b));
    expect(['well_calibrated', 'over_confident', 'under_confident']).toContain(qq.calibration_status);
    expect((await get('/visualizations/qq_plot?use_calibrated=true')).body.std_z).toBeCloseTo(1, 9);
    const calibration = (await get('/visualizations/calibration')).body;
    expect(calibration.confidence_levels).toHaveLength(18);
    for (const { kind } of [parity, qq, calibration]) expect(kind).toBe('fixed_hyperparameters');
    for (const name of ['parity', 'qq_plot', 'calibration', 'metrics']) {
      expect((await get(`/visualizations/${name}?target=Cost`)).status).toBe(400);
      expect((await get(`/visualizations/${name}?target=Output`)).status).toBe(200);
    }
    const curve = (await get('/visualizations/metrics')).body;
    expect(curve.training_sizes).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    expect(curve.kind).toEqual(Array(8).fill('fixed_hyperparameters'));
    const [five, three] = await Promise.all(
      ['', '?cv_splits=3'].map(async (query) => (await get(`/visualizations/metrics${query}`)).body.rmse),
    );
    expect(three).toHaveLength(five.length);
    expect(three).not.toEqual(five);
    expect((await get('/visualizations/metrics?cv_splits=11')).status).toBe(422);
    expect((await get('/visualizations/hyperparameters')).body).toMatchObject({
      backend: 'botorch',
      kernel: 'Matern',
    });
  });

  it('draws contours over two numeric variables', async () => {
    const { call, session } = service;
    const other = await session();
    await fillSession(service, other, 0);
    await add(other, { name: 'k', type: 'integer', bounds: [1, 4] });
    const experiments = [1, 2, 3, 4, 5, 6].map((x) => ({ inputs: { x, c: 'A', k: 1 + (x % 4) }, output: x }));
    await call('POST', `${other}/experiments/batch`, { experiments });
    await call('POST', `${other}/model/train`, { backend: 'botorch' });
    const contour = (body: object) =>
      call('POST', `${other}/visualizations/contour`, { x_var: 'x', y_var: 'k', ...body });
    const answer = (
      await contour({ grid_resolution: 10, fixed_values: { c: 'B' }, include_suggestions: true })
    ).body;
    expect([answer.predictions.length, answer.predictions[0].length]).toEqual([10, 10]);
    expect(answer).toMatchObject({ output_range: [1, 6], fixed_values: { c: 'B' }, suggestions: { x: [] } });
    expect(answer.x_grid[3][9]).toBe(10);
    expect(answer.y_grid[9][3]).toBe(4);
    expect((await contour({ grid_resolution: 9 })).status).toBe(422);
    const solvents = (await contour({ y_var: 'c', grid_resolution: 10, include_suggestions: true })).body;
    expect(solvents).toMatchObject({ y_categories: ['A', 'B'], y_bounds: [0, 1], fixed_values: { k: 2 } });
    expect([solvents.predictions.length, solvents.predictions[0].length]).toEqual([2, 10]);
    expect(solvents.experiments.y).toEqual([0, 0, 0, 0, 0, 0]);
    const flat = (await contour({ x_var: 'c', y_var: 'x', grid_resolution: 10 })).body;
    expect(flat.predictions.map((row: number[]) => row[1])).toEqual(solvents.predictions[1]);
    for (const bad of [
      { y_var: 'x' },
      { y_var: 'q' },
      { fixed_values: { c: 'Z' } },
      { fixed_values: { q: 1 } },
      { fixed_values: { x: 'warm' } },
      { fixed_values: { k: 3 } },
    ]) {
      expect([(await contour(bad)).status, bad]).toEqual([400, bad]);
    }
    expect((await contour({ fixed_values: { x: 2 } })).body.detail).toBe(
      "fixed_values: 'x' is 2, and x_var lets it vary; leave it out, or choose another axis",
    );
  });
});

describe('several objectives', () => {
  let many: string;
  const csv = [
    'x,yield,cost',
    ...[1, 2, 3, 4, 5, 6, 7].map((x) => `${x},${10 - (x - 4) ** 2},${x * 1.5}`),
  ].join('\n');

  beforeAll(async () => {
    many = await service.session();
    await add(many, { name: 'x', type: 'real', bounds: [0, 10] });
    await service.upload(`${many}/experiments/upload`, csv, { target_column: 'yield, cost' });
  });

  const at = (method: string, route: string, body?: unknown) => service.call(method, `${many}${route}`, body);

  it('records every objective, by name or in order', async () => {
    expect((await at('POST', '/experiments', { inputs: { x: 8 }, output: 1 })).status).toBe(400);
    expect((await at('POST', '/experiments', { inputs: { x: 8 }, output: { yield: 1 } })).status).toBe(400);
    expect(
      (await at('POST', '/experiments', { inputs: { x: 8 }, output: { yield: -6, cost: 12 } })).status,
    ).toBe(201);
    expect((await at('POST', '/experiments', { inputs: { x: 9 }, output: [-15, 13.5] })).status).toBe(201);
    const rows = (await at('GET', '/experiments')).body;
    expect(rows.target_columns).toEqual(['yield', 'cost']);
    expect(rows.experiments[8]).toMatchObject({ yield: -15, cost: 13.5 });
    const record = (await at('GET', '/experiments/provenance')).body.records.at(-1);
    expect(record).toMatchObject({ output: -15, outputs: { yield: -15, cost: 13.5 } });
  });

  it('shows the front and its hypervolume, before and after a suggestion', async () => {
    const front = async () => (await at('GET', '/state')).body.pareto;
    expect((await front()).goals).toEqual(['maximize', 'maximize']);
    await at('POST', '/model/train', { backend: 'botorch' });
    const goal = ['maximize', 'minimize'];
    const ref_point = [0, 10];
    const answer = await at('POST', '/acquisition/suggest', { strategy: 'qNEHVI', goal, ref_point, seed: 1 });
    expect(answer.body.pareto).toEqual({
      rows: [0, 1, 2, 3],
      hypervolume: 8.5 + 5 * 7 + 3 * 5.5 + 4,
      reference_point: ref_point,
      goals: goal,
    });
    expect(await front()).toEqual(answer.body.pareto);
    await at('POST', '/experiments', { inputs: { x: 2.5 }, output: { yield: 10, cost: 4 } });
    expect(await front()).toMatchObject({ rows: [0, 1, 9], hypervolume: 8.5 + 5 * 7 + 4 * 6 });
    expect((await service.call('GET', `${path}/state`)).body.pareto).toBeNull();
  });

  it('trains, predicts, plots and suggests for each', async () => {
    expect((await at('POST', '/model/train', { backend: 'sklearn' })).status).toBe(400);
    const trained = await at('POST', '/model/train', { backend: 'botorch' });
    expect(trained.body.metrics).toEqual({});
    expect(Object.keys(trained.body.hyperparameters.models)).toEqual(['yield', 'cost']);
    const predicted = (await at('POST', '/model/predict', { inputs: [{ x: 4 }] })).body.predictions[0];
    expect(Object.keys(predicted.objectives)).toEqual(['yield', 'cost']);
    expect(predicted.mean).toBe(predicted.objectives.yield.mean);
    const first = (await at('GET', '/visualizations/parity')).body;
    const second = (await at('GET', '/visualizations/parity?target=cost')).body;
    expect([first.target, second.target]).toEqual(['yield', 'cost']);
    expect((await at('GET', '/model')).body.cross_validated).toEqual(['yield', 'cost']);
    expect(first.actual).not.toEqual(second.actual);
    expect((await at('POST', '/acquisition/find-optimum', {})).status).toBe(400);
    expect((await at('POST', '/acquisition/suggest', { strategy: 'EI' })).status).toBe(400);
    const goal = ['maximize', 'minimize'];
    const batch = await at('POST', '/acquisition/suggest', { strategy: 'qEHVI', n_suggestions: 2, goal });
    expect(batch.status).toBe(200);
    expect(batch.body.suggestions).toHaveLength(2);
    expect(Object.keys(batch.body.diagnostics[0].mean)).toEqual(['yield', 'cost']);
    expect((await at('POST', '/acquisition/suggest', { goal: ['maximize'] })).status).toBe(400);
    expect((await at('GET', '/state')).body.last_goal).toBe('maximize');
    const one = await at('POST', '/model/train', { backend: 'botorch', target_column: 'cost' });
    expect(one.body.metrics.cv_rmse).toBeGreaterThan(0);
    expect((await at('POST', '/acquisition/find-optimum', { goal: 'minimize' })).status).toBe(200);
  });
});

describe('jobs', () => {
  it('answers 503 with Retry-After when the queue is full, and keeps what arrives while a job runs', async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let full = true;
    const pool: Pick<Pool, 'run'> = {
      run: async (name, task, options) => {
        if (full) throw Object.assign(new Error('full'), { name: 'QueueFullError', retryAfterSeconds: 3 });
        await gate;
        return inlinePool.run(name, task, options);
      },
    };
    const app = await testApp(memoryStore(), pool);
    const other = await app.session();
    await fillSession(app, other, 6);
    const refused = await app.call('POST', `${other}/model/train`, { backend: 'botorch' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '3']);
    full = false;
    const training = app.call('POST', `${other}/model/train`, { backend: 'botorch' });
    await app.call('POST', `${other}/experiments`, { inputs: { x: 1, c: 'A' }, output: 1 });
    release();
    const trained = await training;
    const detail = (await app.call('GET', other)).body;
    expect(detail.experiments.count).toBe(7);
    expect(trained.body.data_revision).toBe(detail.data_revision - 1);
    expect((await app.call('GET', `${other}/model`)).body.n_experiments).toBe(6);
    await app.close();
  });

  it('gives a job up when its client goes away', async () => {
    let given: AbortSignal | undefined;
    const app = await testApp(memoryStore(), {
      run: (_name, _task, options) =>
        new Promise((_resolve, reject) => {
          given = options?.signal;
          given?.addEventListener('abort', () => reject(new CancelledError('given up')));
        }),
    });
    const other = await app.session();
    await fillSession(app, other, 6);
    const root = await app.app.listen({ host: '127.0.0.1', port: 0 });
    const client = new AbortController();
    const request = fetch(`${root}/api/v1${other}/model/train`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"backend":"botorch"}',
      signal: client.signal,
    });
    while (given === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(given.aborted).toBe(false);
    client.abort();
    await expect(request).rejects.toThrow();
    while (!given.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await app.call('GET', `${other}/model`)).body.trained).toBe(false);
    await app.close();
  });

  it('gives up the jobs of a session that is deleted, whether they run or wait', async () => {
    let begun = 0;
    const app = await testApp(memoryStore(), {
      run: (_name, _task, options) => {
        begun++;
        return new Promise((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new CancelledError('given up')));
        });
      },
    });
    const [other, kept] = [await app.session(), await app.session()];
    for (const one of [other, kept]) await fillSession(app, one, 6);
    const train = (one: string, prefer = '') =>
      app.call('POST', `${one}/model/train`, { backend: 'botorch' }, { prefer });
    const [first, second] = [train(other), train(other)];
    const job = (await train(other, 'respond-async')).body.job_id;
    const untouched = (await train(kept, 'respond-async')).body.job_id;
    await until(() => begun === 4);
    expect((await app.call('DELETE', other)).status).toBe(204);
    expect([(await first).status, (await second).status]).toEqual([404, 404]);
    const stateOf = async (id: string) => (await app.call('GET', `/jobs/${id}`)).body.status;
    await until(async () => (await stateOf(job)) !== 'running');
    expect(await stateOf(untouched)).toBe('running');
    await app.close();
  });

  it('answers 404 when the session was deleted while its job ran', async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = Promise.withResolvers<void>();
    const app = await testApp(memoryStore(), {
      run: async (name, task, options) => {
        begun.resolve();
        await gate;
        return inlinePool.run(name, task, options);
      },
    });
    const other = await app.session();
    await fillSession(app, other, 6);
    const training = app.call('POST', `${other}/model/train`, { backend: 'botorch' });
    await begun.promise;
    expect((await app.call('DELETE', other)).status).toBe(204);
    release();
    expect((await training).status).toBe(404);
    expect(await app.store.list()).toEqual([]);
    await app.close();
  });
});
