import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const load = { name: 'load', type: 'real', bounds: [0.01, 100], scale: 'log', unit: 'mol %' };

/** Best at a load of 0.1, which is a thousandth of the range and a quarter of its decades. */
const truth = (value: number) => -((Math.log10(value) + 1) ** 2);

async function campaign(n = 7): Promise<string> {
  const { call } = service;
  const path = await service.session();
  expect((await call('POST', `${path}/variables`, load)).body.scale).toBe('log');
  await call('POST', `${path}/variables`, { name: 't', type: 'real', bounds: [0, 1] });
  const experiments = Array.from({ length: n }, (_, i) => {
    const value = 10 ** (-2 + (4 * i) / (n - 1));
    return { inputs: { load: value, t: ((i * 3) % n) / n }, output: truth(value) };
  });
  if (n > 1) await call('POST', `${path}/experiments/batch`, { experiments });
  return path;
}

describe('a variable on a log scale', () => {
  it('has designs that are even over the decades, with exact ends', async () => {
    const path = await campaign(0);
    const body = { method: 'full_factorial', n_levels: 5 };
    const { points } = (await service.call('POST', `${path}/initial-design`, body)).body;
    const loads = [...new Set(points.map((point: { load: number }) => point.load))].sort(
      (a, b) => (a as number) - (b as number),
    );
    expect(loads).toEqual([0.01, 0.1, 1, 10, 100]);
  });

  it.each(['auto', 'EI'])('is searched by %s where the optimum is', async (strategy) => {
    const { call } = service;
    const path = await campaign();
    if (strategy === 'EI') await call('POST', `${path}/model/train`, { backend: 'botorch' });
    const body = { strategy, goal: 'maximize', seed: 2 };
    const answer = await call('POST', `${path}/acquisition/suggest`, body);
    expect(answer.status).toBe(200);
    const [point] = answer.body.suggestions;
    expect(Math.abs(Math.log10(point.load) + 1)).toBeLessThan(1);
    expect(point.load).toBeGreaterThanOrEqual(0.01);
  });

  it('predicts, draws contours and keeps its model over a file', async () => {
    const { call, upload } = service;
    const path = await campaign();
    await call('POST', `${path}/model/train`, { backend: 'botorch' });
    const inputs = [{ load: 0.1, t: 0.5 }];
    const at = async (where: string) =>
      (await call('POST', `${where}/model/predict`, { inputs })).body.predictions[0].mean;
    const mean = await at(path);
    expect(Math.abs(mean - truth(0.1))).toBeLessThan(0.5);
    const contour = { x_var: 'load', y_var: 't', grid_resolution: 21 };
    const plot = await call('POST', `${path}/visualizations/contour`, contour);
    const ticks: number[] = plot.body.x_grid[0];
    expect(ticks.filter((_, i) => i % 5 === 0)).toEqual([0.01, 0.1, 1, 10, 100]);
    const file = await call('GET', `${path}/export`);
    const copy = await upload('/sessions/import', JSON.stringify(file.body));
    expect(await at(`/sessions/${copy.body.session_id}`)).toBe(mean);
  });

  it('can be switched on later, and asks for a new training', async () => {
    const { call } = service;
    const path = await campaign();
    await call('PATCH', `${path}/variables/load`, { scale: 'linear' });
    await call('POST', `${path}/model/train`, { backend: 'botorch' });
    const changed = await call('PATCH', `${path}/variables/load`, { scale: 'log' });
    expect(changed.body.changes_made).toEqual(['scale: linear → log']);
    expect(changed.body.notes[0]).toContain('train again');
    const stale = await call('POST', `${path}/acquisition/suggest`, { strategy: 'EI' });
    expect(stale.body.detail).toContain('train again');
  });

  it.each([
    { name: 'k', type: 'discrete', allowed_values: [1, 10, 100] },
    { name: 'k', type: 'integer', bounds: [1, 100] },
    { name: 'k', type: 'real', bounds: [1, 100] },
  ])('stays on it when something else of it changes: %j', async (variable) => {
    const { call } = service;
    const path = await service.session();
    await call('POST', `${path}/variables`, { ...variable, scale: 'log' });
    expect((await call('PATCH', `${path}/variables/k`, { unit: 'mM' })).body.scale).toBe('log');
    expect((await call('PATCH', `${path}/variables/k`, { scale: 'linear' })).body.scale).toBeUndefined();
  });

  it.each([
    [{ ...load, bounds: [0, 1] }, 400, 'above 0'],
    [{ name: 'k', type: 'integer', bounds: [0, 9], scale: 'log' }, 400, 'above 0'],
    [{ name: 'k', type: 'discrete', allowed_values: [0, 1], scale: 'log' }, 400, 'above 0'],
    [
      { name: 'k', type: 'integer', bounds: [1, 1e6], scale: 'log' },
      400,
      'at most 10000 values, got 1000000',
    ],
    [{ name: 'k', type: 'categorical', categories: ['a', 'b'], scale: 'log' }, 422, 'numeric variable'],
    [{ name: 'k', type: 'real', role: 'observed', scale: 'log' }, 400, 'above 0'],
    [{ ...load, scale: 'ln' }, 422, 'scale'],
  ])('is refused as %j', async (body, status, words) => {
    const path = await service.session();
    const answer = await service.call('POST', `${path}/variables`, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.detail)).toContain(words);
  });

  it.each([
    ['experiments', { inputs: { load: 0, t: 0 }, output: 1 }, 'above 0'],
    ['constraints', { constraint_type: 'inequality', coefficients: { load: 1 }, rhs: 5 }, 'log scale'],
    [
      'acquisition/suggest',
      { strategy: 'auto', hold: { load: 200 } },
      '200 is outside its bounds [0.01, 100]',
    ],
  ])('refuses in %s %j', async (where, body, words) => {
    const path = await campaign(0);
    const answer = await service.call('POST', `${path}/${where}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(words);
  });
});

const lists = [
  { name: 'k', type: 'integer', bounds: [1, 1000], scale: 'log' },
  { name: 'k', type: 'discrete', allowed_values: [1, 3, 10, 30, 100, 300, 1000], scale: 'log' },
  { name: 'k', type: 'real', bounds: [0.5, 1000], step: 0.5, scale: 'log' },
] as const;
const isAllowed = [
  Number.isInteger,
  (k: number) => lists[1].allowed_values.includes(k as 1),
  (k: number) => Number.isInteger(2 * k),
];

describe.each(lists.map((variable, i) => [variable.type, variable, i] as const))(
  '%s on a log scale',
  (_, variable, i) => {
    const allowed = isAllowed[i] as (k: number) => boolean;
    const low = variable.type === 'real' ? 0.5 : 1;
    const middle = Math.sqrt(low * 1000);
    const k = ({ k: value }: { k: number }) => value;

    async function started(n: number): Promise<string> {
      const { call } = service;
      const path = await service.session();
      expect((await call('POST', `${path}/variables`, variable)).status).toBe(201);
      await call('POST', `${path}/variables`, { name: 't', type: 'real', bounds: [0, 1] });
      const near = (value: number) =>
        [1, 3, 10, 30, 100, 300, 1000].reduce((a, b) => (Math.abs(b - value) < Math.abs(a - value) ? b : a));
      const experiments = Array.from({ length: n }, (_, at) => {
        const value = near(10 ** ((3 * at) / (n - 1)));
        return { inputs: { k: value, t: ((at * 3) % n) / n }, output: -((Math.log10(value) - 1) ** 2) };
      });
      if (n > 0) await call('POST', `${path}/experiments/batch`, { experiments });
      return path;
    }

    it('has designs over its decades, of values that can be set', async () => {
      const path = await started(0);
      const make = async (body: object) =>
        (await service.call('POST', `${path}/initial-design`, body)).body.points.map(k) as number[];
      const filling = await make({ method: 'lhs', n_points: 40, random_seed: 1 });
      expect(filling.every(allowed)).toBe(true);
      const below = filling.filter((value) => value <= middle).length;
      expect(below).toBeGreaterThan(14);
      expect(below).toBeLessThan(26);
      const grid = [...new Set(await make({ method: 'full_factorial', n_levels: 3 }))].sort((a, b) => a - b);
      expect(grid).toHaveLength(3);
      expect([grid[0], grid[2]]).toEqual([low, 1000]);
      expect(Math.abs(Math.log(grid[1] as number) - Math.log(middle))).toBeLessThan(0.6);
    });

    it.each(['auto', 'EI', 'qEI'])(
      'is searched by %s where the optimum is, and held, staged and drawn',
      async (strategy) => {
        const { call } = service;
        const path = await started(7);
        await call('POST', `${path}/model/train`, { backend: 'botorch' });
        const ask = (more: object) =>
          call('POST', `${path}/acquisition/suggest`, { strategy, seed: 2, ...more });
        const answer = await ask({ goal: 'maximize' });
        expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
        const [point] = answer.body.suggestions;
        expect(allowed(point.k)).toBe(true);
        expect(Math.abs(Math.log10(point.k) - 1)).toBeLessThan(1);
        expect((await ask({ goal: 'maximize', hold: { k: 30 } })).body.suggestions[0].k).toBe(30);
        const off = await ask({ goal: 'maximize', hold: { k: 30.25 } });
        expect([off.status, off.body.detail]).toEqual([
          400,
          expect.stringContaining('30.25 is not an allowed value'),
        ]);
        const plot = await call('POST', `${path}/visualizations/contour`, {
          x_var: 'k',
          y_var: 't',
          grid_resolution: 11,
        });
        expect([plot.status, plot.body.x_grid[0][0], plot.body.x_grid[0].at(-1)]).toEqual([200, low, 1000]);
      },
    );

    it('has optimal designs and a least-squares fit in its decades', async () => {
      const { call } = service;
      const path = await started(7);
      const answer = await call('POST', `${path}/optimal-design`, {
        model_type: 'quadratic',
        n_points: 9,
        criterion: 'D',
        random_seed: 3,
      });
      expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
      expect(answer.body.points.map(k).every(allowed)).toBe(true);
      const fit = await call('POST', `${path}/design/analyse`, { effects: ['k', 'k**2'] });
      expect(fit.body.r_squared).toBeGreaterThan(0.999);
    });
  },
);

it('the surface of a least-squares fit has its stationary point in values, not in logarithms', async () => {
  const path = await campaign(9);
  const { body } = await service.call('POST', `${path}/design/analyse`, { effects: ['load', 'load**2'] });
  expect(body.canonical).toMatchObject({ variables: ['load'], is_inside: true, nature: 'maximum' });
  expect(body.canonical.stationary[0]).toBeCloseTo(0.1, 6);
});

describe('a variable over decades whose scale nobody chose', () => {
  async function recorded(f: (load: number) => number): Promise<string> {
    const { call } = service;
    const path = await service.session();
    await call('POST', `${path}/variables`, { ...load, scale: 'linear' });
    await call('POST', `${path}/variables`, { name: 't', type: 'real', bounds: [0, 1] });
    const experiments = Array.from({ length: 10 }, (_, i) => {
      const value = 10 ** (-2 + (4 * i) / 9);
      return { inputs: { load: value, t: ((i * 3) % 10) / 10 }, output: f(value) };
    });
    await call('POST', `${path}/experiments/batch`, { experiments });
    return path;
  }
  const remark = "variable 'load' is modelled by its logarithm";

  it('is learned and searched by auto on its logarithm where the runs say so', async () => {
    const { call, upload } = service;
    const path = await recorded(truth);
    const asked = { strategy: 'auto', goal: 'maximize', seed: 2 };
    const { suggestions, diagnostics } = (await call('POST', `${path}/acquisition/suggest`, asked)).body;
    expect(Math.abs(Math.log10(suggestions[0].load) + 1)).toBeLessThan(0.5);
    expect(diagnostics[0].reason.text).toContain("The model uses the logarithm of 'load'.");
    const trained = await call('POST', `${path}/model/train`, { backend: 'auto' });
    expect(JSON.stringify(trained.body)).toContain(remark);
    const inputs = [
      { load: 0.1, t: 0.5 },
      { load: 0.001, t: 0.5 },
    ];
    const at = async (where: string) =>
      (await call('POST', `${where}/model/predict`, { inputs })).body.predictions.map(
        (one: { mean: number }) => one.mean,
      );
    const means: number[] = await at(path);
    expect(Math.abs((means[0] ?? 0) - truth(0.1))).toBeLessThan(0.3);
    expect(means.every(Number.isFinite)).toBe(true);
    const file = await call('GET', `${path}/export`);
    const copy = await upload('/sessions/import', JSON.stringify(file.body));
    expect(await at(`/sessions/${copy.body.session_id}`)).toEqual(means);
  });

  it('stays as it is where they do not, and where a named model is asked for', async () => {
    const { call } = service;
    const path = await recorded((value) => 50 + value);
    const trained = await call('POST', `${path}/model/train`, { backend: 'auto' });
    expect(trained.status).toBe(200);
    expect(JSON.stringify(trained.body)).not.toContain(remark);
    const named = await recorded(truth);
    const botorch = await call('POST', `${named}/model/train`, { backend: 'botorch' });
    expect(botorch.status).toBe(200);
    expect(JSON.stringify(botorch.body)).not.toContain(remark);
  });
});
