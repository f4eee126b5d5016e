import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';

const dialects: readonly [string, Record<string, string>][] = [
  ['ours', {}],
  ['0.4.0', { COMPAT: 'alchemist-0.4' }],
];

describe.each(dialects)('words that clients of 0.4.0 search for, in the dialect %s', (_, environment) => {
  let service: TestApp;
  let path: string;

  beforeEach(async () => {
    service = await testApp(undefined, undefined, environment);
    path = await service.session({});
  });

  afterEach(() => service.close());

  const expectError = async (
    method: string,
    route: string,
    body: unknown,
    words: string,
    type = 'ValueError',
  ) => {
    const { status, body: answer } = await service.call(method, `${path}${route}`, body);
    expect([status, answer.error_type]).toEqual([400, type]);
    expect(answer.detail).toContain(words);
  };

  const variable = (name: string, max: number) => ({ name, type: 'real', min: 0, max });

  it('a session without rows, or without variables', async () => {
    await expectError('POST', '/model/train', {}, 'no experimental data', 'NoDataError');
    await expectError('POST', '/experiments/batch', { experiments: [] }, 'no variables', 'NoVariablesError');
    await expectError(
      'POST',
      '/initial-design',
      { method: 'lhs', n_points: 5 },
      'no variables',
      'NoVariablesError',
    );
    await expectError('POST', '/optimal-design', { n_points: 5 }, 'no variables', 'NoVariablesError');
    await expectError('POST', '/optimal-design/info', {}, 'no variables', 'NoVariablesError');
    await service.call('POST', `${path}/variables`, variable('x', 1));
    await expectError('POST', '/model/train', {}, 'no experimental data', 'NoDataError');
    expect(
      (await service.call('POST', `${path}/experiments/batch`, { experiments: [] })).status,
    ).toBeLessThan(300);
  });

  it('names of variables', async () => {
    for (const name of ['x', 'y']) await service.call('POST', `${path}/variables`, variable(name, 1));
    await expectError('POST', '/variables', variable('x', 1), 'already exists');
    await expectError('PUT', '/variables/x', variable('z', 1), 'must match');
    const replaced = await service.call('PUT', `${path}/variables/x`, variable('x', 2));
    expect(replaced.body).toMatchObject({
      message: "variable 'x' replaced",
      variable: { name: 'x', type: 'real', min: 0, max: 2 },
    });
    for (let i = 0; i < 6; i++) {
      const inputs = { x: i / 5, y: ((i * 3) % 5) / 5 };
      await service.call('POST', `${path}/experiments`, { inputs, output: Math.sin(i) });
    }
    await service.call('POST', `${path}/model/train`, {});
    await expectError('POST', '/visualizations/contour', { x_var: 'x', y_var: 'x' }, 'must be different');
  });
});

describe('with COMPAT', () => {
  let service: TestApp;

  beforeEach(async () => {
    service = await testApp(undefined, undefined, { COMPAT: 'alchemist-0.4' });
  });

  afterEach(() => service.close());

  async function filled(variables: readonly object[], inputs: (i: number) => object): Promise<string> {
    const path = await service.session({});
    for (const variable of variables) await service.call('POST', `${path}/variables`, variable);
    for (let i = 0; i < 9; i++) {
      await service.call('POST', `${path}/experiments`, { inputs: inputs(i), output: Math.sin(i) + i / 4 });
    }
    return path;
  }

  const x = { name: 'x', type: 'real', min: 0, max: 1 };
  const y = { name: 'y', type: 'real', min: 0, max: 1 };
  const xy = (i: number) => ({ x: i / 8, y: ((i * 5) % 9) / 8 });

  it('an unknown training_backend records the row and trains nothing', async () => {
    const path = await filled([x, y], xy);
    const row = { inputs: { x: 0.5, y: 0.1 }, output: 1 };
    for (const [route, body] of [
      ['/experiments', row],
      ['/experiments/batch', { experiments: [row] }],
    ] as const) {
      const before = (await service.call('GET', `${path}/experiments`)).body.n_experiments;
      const query = '?auto_train=true&training_backend=gpytorch';
      const answer = await service.call('POST', `${path}${route}${query}`, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        model_trained: false,
        training_metrics: null,
        n_experiments: before + 1,
      });
    }
  });

  it('a training_backend without auto_train is ignored', async () => {
    const path = await filled([x, y], xy);
    const row = { inputs: { x: 0.5, y: 0.1 }, output: 1 };
    for (const query of ['training_backend=botorch', 'auto_train=false&training_kernel=RBF']) {
      const answer = await service.call('POST', `${path}/experiments?${query}`, row);
      expect([answer.status, answer.body.model_trained]).toEqual([200, false]);
    }
  });

  it('alpha of RationalQuadratic is the fitted one', async () => {
    const path = await filled([x, y], (i) => ({ x: i / 8, y: (i % 3) / 8 }));
    const body = { backend: 'sklearn', kernel: 'RationalQuadratic' };
    const { hyperparameters } = (await service.call('POST', `${path}/model/train`, body)).body;
    const id = path.slice('/sessions/'.length);
    const stored = (await service.store.load(id))?.document as {
      athanor: { model: { hyperparameters: { parameters: { name: string; value: number }[] } } };
    };
    const alpha = stored.athanor.model.hyperparameters.parameters.find(({ name }) => name === 'alpha')?.value;
    expect(alpha).toEqual(expect.any(Number));
    expect(hyperparameters.k2__alpha).toBe(alpha);
    expect(hyperparameters.k2).toContain(`alpha=${Number(alpha?.toPrecision(3))}`);
  });

  it('a mixed model shows every length scale', async () => {
    const c = { name: 'c', type: 'categorical', categories: ['A', 'B', 'C'] };
    const path = await filled([x, y, c], (i) => ({ ...xy(i), c: 'ABC'[i % 3] }));
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    const { hyperparameters } = (await service.call('GET', `${path}/visualizations/hyperparameters`)).body;
    expect(hyperparameters).toMatchObject({
      model_type: 'MixedSingleTaskGP',
      covar_module_type: 'AdditiveKernel',
      additive_kernels: ['MaternKernel(2 dims)', 'MaternKernel(2 dims)'],
      continuous_features: ['x', 'y'],
    });
    expect(hyperparameters.lengthscale).toHaveLength(4);
    expect(hyperparameters.lengthscale.slice(0, 2)).toEqual(hyperparameters.primary_lengthscales);
  });
});
