import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();
let path: string;

beforeAll(async () => {
  path = await service.session();
  await service.call('POST', `${path}/variables`, { name: 'a', type: 'real', bounds: [0, 10] });
  await service.call('POST', `${path}/variables`, { name: 'b', type: 'real', bounds: [0, 10] });
});

const post = (route: string, body: unknown) => service.call('POST', `${path}${route}`, body);

describe('initial designs', () => {
  it.each(['random', 'lhs', 'sobol', 'halton', 'hammersly'])(
    '%s: as many points as asked, again by seed',
    async (method) => {
      const body = { method, n_points: 5, random_seed: 11 };
      const [one, two] = [await post('/initial-design', body), await post('/initial-design', body)];
      expect(one.status).toBe(200);
      expect(one.headers['x-service-saved']).toBe('true');
      expect(one.body).toMatchObject({
        method,
        n_points: 5,
        design_info: null,
        feasibility: null,
        random_seed: 11,
      });
      expect(one.body.points).toHaveLength(5);
      expect(two.body).toEqual(one.body);
    },
  );

  it('gives classical designs their counts under the names of the interface', async () => {
    const ccd = await post('/initial-design', { method: 'ccd', ccd_face: 'faced' });
    expect(ccd.body.design_info).toMatchObject({
      factorial_runs: 4,
      axial_runs: 4,
      center_runs: 2,
      total_runs: 10,
    });
    const full = await post('/initial-design', { method: 'full_factorial', n_levels: 3, n_center: 0 });
    expect(full.body).toMatchObject({ n_points: 9, design_info: { levels_per_factor: [3, 3] } });
  });

  it.each([
    [422, { method: 'guess' }],
    [422, { n_points: 0 }],
    [422, { n_levels: 9 }],
    [400, { method: 'box_behnken' }],
    [400, { method: 'fractional_factorial', generators: 'a' }],
  ])('answers %i to %j', async (status, body) => {
    expect((await post('/initial-design', body)).status).toBe(status);
  });

  it('needs variables', async () => {
    const bare = await service.session();
    const answer = await service.call('POST', `${bare}/initial-design`, {});
    expect([answer.status, answer.body.error_type]).toEqual([400, 'NoVariablesError']);
  });

  it('reports how constraints shaped a design, and refuses what they make useless', async () => {
    const { call, session } = service;
    const other = await session();
    for (const name of ['a', 'b'])
      await call('POST', `${other}/variables`, { name, type: 'real', bounds: [0, 10] });
    await call('POST', `${other}/constraints`, {
      type: 'inequality',
      coefficients: { a: 1, b: 1 },
      rhs: 5,
      name: 'c1',
    });
    const lhs = await call('POST', `${other}/initial-design`, { n_points: 4, random_seed: 1 });
    expect(lhs.body.feasibility).toMatchObject({
      constraints_applied: ['c1'],
      estimability: 'not_applicable',
    });
    expect(lhs.body.points.every((p: { a: number; b: number }) => p.a + p.b <= 5 + 1e-9)).toBe(true);
    const lost = await call('POST', `${other}/initial-design`, { method: 'full_factorial' });
    expect([lost.status, lost.body.error_type]).toEqual([400, 'DesignNotEstimableError']);
    const waived = await call('POST', `${other}/initial-design`, {
      method: 'full_factorial',
      allow_infeasible: true,
    });
    expect(waived.body.feasibility.estimability).toBe('waived');
    const optimal = { model_type: 'linear', n_points: 4, random_seed: 1 };
    const kept = await call('POST', `${other}/optimal-design`, optimal);
    expect(kept.body.estimability).toBe('not_applicable');
    const asked = await call('POST', `${other}/optimal-design`, { ...optimal, allow_infeasible: true });
    expect([asked.body.estimability, asked.body.feasibility.estimability]).toEqual(['waived', 'waived']);
    expect(asked.body.points).toEqual(kept.body.points);
    await call('POST', `${other}/constraints`, { type: 'inequality', coefficients: { a: -1 }, rhs: -9 });
    const empty = await call('POST', `${other}/initial-design`, {});
    expect([empty.status, empty.body.error_type]).toEqual([400, 'InfeasibleRegionError']);
  });
});

describe('run order', () => {
  const sorted = (points: readonly object[]) => points.map((point) => JSON.stringify(point)).sort();

  it('is random by the seed where asked for, with the same runs', async () => {
    const body = { method: 'full_factorial', n_levels: 5, random_seed: 3 };
    const plain = (await post('/initial-design', body)).body.points;
    const first = (await post('/initial-design', { ...body, order: 'random' })).body.points;
    const again = (await post('/initial-design', { ...body, order: 'random' })).body.points;
    const other = (await post('/initial-design', { ...body, order: 'random', random_seed: 4 })).body.points;
    expect(again).toEqual(first);
    expect(first).not.toEqual(plain);
    expect(other).not.toEqual(first);
    expect(sorted(first)).toEqual(sorted(plain));
    expect((await post('/initial-design', { ...body, order: 'as_generated' })).body.points).toEqual(plain);
  });

  it('leaves existing runs first', async () => {
    const existing = [
      { a: 10, b: 0 },
      { a: 3, b: 3 },
    ];
    const body = { model_type: 'quadratic', n_points: 12, existing, random_seed: 3, effort: 0.1 };
    const plain = (await post('/optimal-design', body)).body.points;
    const shuffled = (await post('/optimal-design', { ...body, order: 'random' })).body.points;
    expect(shuffled.slice(0, 2)).toEqual(existing);
    expect(shuffled).not.toEqual(plain);
    expect(sorted(shuffled)).toEqual(sorted(plain));
  });

  it('answers existing runs as they were recorded, beyond the bounds too', async () => {
    const existing = [
      { a: 12, b: 0 },
      { a: 1 / 3, b: -2 },
    ];
    const body = { model_type: 'linear', n_points: 6, existing, random_seed: 3, effort: 0.1 };
    const { points, design_info } = (await post('/optimal-design', body)).body;
    expect(points.slice(0, 2)).toEqual(existing);
    const { quality } = (await post('/design/evaluate', { model_type: 'linear', points })).body;
    expect(quality.d_efficiency).toBeCloseTo(design_info.D_eff, 9);
  });
});

describe('an integer with a step', () => {
  const designs = async (more: object) => {
    const session = await service.session();
    const stir = { name: 'stir', type: 'integer', bounds: [200, 800], ...more };
    await service.call('POST', `${session}/variables`, stir);
    await service.call('POST', `${session}/variables`, { name: 'b', type: 'real', bounds: [0, 10] });
    return (route: string, body: object) => service.call('POST', `${session}${route}`, body);
  };

  it.each([
    ['a step', { step: 50 }, [200, 500, 800]],
    ['a step on a log scale', { step: 50, scale: 'log' }, [200, 400, 800]],
  ])('has as many levels as asked and a square, as one without: %s', async (_, more, levels) => {
    const call = await designs(more);
    const body = { method: 'full_factorial', n_levels: 3, n_center: 0 };
    const { points } = (await call('/initial-design', body)).body;
    expect([...new Set(points.map((point: { stir: number }) => point.stir))].sort()).toEqual(levels);
    const { model_terms } = (await call('/optimal-design/info', { model_type: 'quadratic' })).body;
    expect(model_terms).toEqual(['Intercept', 'stir', 'b', 'stir*b', 'stir^2', 'b^2']);
  });
});

describe('optimal designs', () => {
  it('previews and builds', async () => {
    const info = await post('/optimal-design/info', { model_type: 'quadratic' });
    expect(info.headers['x-service-saved']).toBeUndefined();
    expect(info.body).toEqual({
      model_terms: ['Intercept', 'a', 'b', 'a*b', 'a^2', 'b^2'],
      p_columns: 6,
      n_points_minimum: 6,
      n_points_recommended: 12,
    });
    const body = { model_type: 'quadratic', n_points: 8, random_seed: 3 };
    const design = await post('/optimal-design', body);
    expect(design.status).toBe(200);
    expect(design.body).toMatchObject({
      n_points: 8,
      design_info: { criterion: 'D', algorithm: 'coordinate_exchange', n_runs: 8, p_columns: 6 },
    });
    expect(design.body.design_info.D_eff).toBeGreaterThan(45.4);
    expect((await post('/optimal-design', body)).body).toEqual(design.body);
    const existing = [{ a: 5, b: 5 }];
    const more = await post('/optimal-design', {
      model_type: 'linear',
      n_points: 4,
      existing,
      random_seed: 1,
    });
    expect(more.body.points).toContainEqual({ a: 5, b: 5 });
  });

  it('leaves out forbidden combinations of values, ranges and labels', async () => {
    const { call, session } = service;
    const other = await session();
    await call('POST', `${other}/variables`, { name: 't', type: 'real', bounds: [0, 100] });
    await call('POST', `${other}/variables`, {
      name: 'k',
      type: 'categorical',
      categories: ['THF', 'DMF'],
    });
    const body = { model_type: 'interaction', n_points: 8, random_seed: 2, effort: 0.1 };
    const banned = (point: { t: number; k: string }) => point.t >= 60 && point.k === 'THF';
    const ask = async (more: object) => {
      const answer = await call('POST', `${other}/optimal-design`, { ...body, ...more });
      return { status: answer.status, points: answer.body.points, error: answer.body.detail };
    };
    expect((await ask({})).points.some(banned)).toBe(true);
    const kept = await ask({ forbidden: [{ t: [60, 100], k: 'THF' }] });
    expect(kept.status).toBe(200);
    expect(kept.points).toHaveLength(8);
    expect(kept.points.some(banned)).toBe(false);
    expect((await ask({ forbidden: [{ t: 100 }], continuous: false })).points).not.toContainEqual(
      expect.objectContaining({ t: 100 }),
    );
    for (const [status, forbidden] of [
      [400, [{ q: 1 }]],
      [400, [{ k: 'water' }]],
      [400, [{ k: [0, 1] }]],
      [400, [{ t: [60, 40] }]],
      [400, [{ t: [120, 130], k: 'THF' }]],
      [400, [{ t: 101 }]],
      [400, [{ t: [0, 100] }]],
      [422, [{}]],
      [422, [{ t: [1, 2, 3] }]],
      [422, { t: 1 }],
    ] as const) {
      expect([(await ask({ forbidden })).status, forbidden]).toEqual([status, forbidden]);
    }
  });

  it('goes between the levels where it may, and searches as much as requested', async () => {
    const body = { model_type: 'quadratic', n_points: 7, n_levels: 3, random_seed: 3 };
    const onLattice = (points: { a: number; b: number }[]) =>
      points.every(({ a, b }) => a % 5 === 0 && b % 5 === 0);
    const free = (await post('/optimal-design', body)).body;
    const lattice = (await post('/optimal-design', { ...body, continuous: false, effort: 0.01 })).body;
    const freed = (await post('/optimal-design', { ...body, algorithm: 'fedorov', continuous: true })).body;
    expect([free, lattice, freed].map(({ points }) => onLattice(points))).toEqual([false, true, false]);
    expect(free.design_info.score).toBeGreaterThan(lattice.design_info.score);
  });

  it('averages the prediction variance over the region or the lattice', async () => {
    const body = { model_type: 'quadratic', n_points: 9, criterion: 'I', n_levels: 3, continuous: false };
    const [region, grid] = await Promise.all(
      ['region', 'grid'].map(async (moments) => {
        const answer = await post('/optimal-design', { ...body, moments, random_seed: 1 });
        return answer.body.design_info.average_prediction_variance as number;
      }),
    );
    expect(grid).toBeGreaterThan((region as number) * 1.2);
  });

  it.each([
    [422, '', { model_type: 'linear', n_points: 4, effort: 0 }],
    [422, '', { model_type: 'linear', n_points: 4, continuous: 'yes' }],
    [422, '', { model_type: 'linear', n_points: 4, moments: 'box' }],
    [400, '/info', {}],
    [400, '/info', { model_type: 'linear', effects: ['a'] }],
    [400, '/info', { effects: ['q'] }],
    [422, '/info', { model_type: 'cubic' }],
    [400, '', { model_type: 'linear' }],
    [400, '', { model_type: 'linear', n_points: 4, p_multiplier: 2 }],
    [400, '', { model_type: 'quadratic', n_points: 3 }],
    [422, '', { model_type: 'linear', n_points: 4, criterion: 'Z' }],
  ])('answers %i to %s %j', async (status, route, body) => {
    expect((await post(`/optimal-design${route}`, body)).status).toBe(status);
  });
});

describe('quality of designs', () => {
  const corners = [
    [0, 0],
    [10, 0],
    [0, 10],
    [10, 10],
    [5, 5],
    [5, 5],
  ] as const;

  it('judges points, and analyses what was recorded', async () => {
    const points = corners.map(([a, b]) => ({ a, b }));
    const judged = await post('/design/evaluate', { model_type: 'linear', points });
    expect([judged.status, judged.headers['x-service-saved']]).toEqual([200, undefined]);
    expect(judged.body).toMatchObject({ runs: 6, parameters: 3, inestimable: [], pure_error_degrees: 1 });
    expect(judged.body.quality.coefficients.map((c: { name: string }) => c.name)).toEqual([
      'Intercept',
      'a',
      'b',
    ]);
    const named = points.map((point, i) => ({ ...point, WholePlot: 1, RunOrder: i + 1, Reason: 'DoE' }));
    expect((await post('/design/evaluate', { model_type: 'linear', points: named })).body).toEqual(
      judged.body,
    );
    const unknown = [...points, { a: 0, b: 0, B: 1 }];
    const misspelt = await post('/design/evaluate', { model_type: 'linear', points: unknown });
    expect(misspelt).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("point 7 (index 6): 'B'") },
    });
    const kept = { model_type: 'linear', n_points: 6, existing: unknown.slice(5) };
    const refusedRun = await post('/optimal-design', kept);
    expect(refusedRun).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("existing run 2 (index 1): 'B'") },
    });
    const short = await post('/design/evaluate', { model_type: 'quadratic', points });
    expect(short.body).toMatchObject({ quality: null, inestimable: ['b^2'] });
    expect((await post('/design/evaluate', { model_type: 'linear' })).body.error_type).toBe('NoDataError');
    expect((await post('/design/analyse', { model_type: 'linear' })).body.error_type).toBe('NoDataError');
    const { call, session } = service;
    const other = await session();
    for (const name of ['a', 'b'])
      await call('POST', `${other}/variables`, { name, type: 'real', bounds: [0, 10] });
    const noise = [0.1, -0.1, 0.05, -0.05, 0.02, -0.02];
    const experiments = points.map((inputs, i) => ({ inputs, output: 3 + inputs.a + (noise[i] as number) }));
    await call('POST', `${other}/experiments/batch`, { experiments });
    const analysis = (await call('POST', `${other}/design/analyse`, { model_type: 'linear' })).body;
    expect(analysis).toMatchObject({ target: 'Output', runs: 6 });
    const [intercept, a, b] = analysis.coefficients;
    expect(intercept.estimate).toBeCloseTo(8, 6);
    expect(a.estimate).toBeCloseTo(4.925, 6);
    expect(a.p_value).toBeLessThan(1e-4);
    expect(b.p_value).toBeGreaterThan(0.05);
    const refused = await call('POST', `${other}/design/analyse`, { model_type: 'quadratic' });
    expect([refused.status, refused.body.error_type]).toEqual([400, 'DesignNotEstimableError']);
    expect(
      (await call('POST', `${other}/design/analyse`, { model_type: 'linear', target: 'q' })).status,
    ).toBe(400);
    expect(
      (await call('POST', `${other}/design/analyse`, { model_type: 'linear', confidence: 2 })).status,
    ).toBe(422);
    expect((await call('POST', `${other}/design/evaluate`, { effects: ['q'] })).status).toBe(400);
  });

  it('analyses transformed results, and predicts them in their own unit', async () => {
    const { call, session } = service;
    const own = await session();
    for (const name of ['a', 'b'])
      await call('POST', `${own}/variables`, { name, type: 'real', bounds: [0, 10] });
    const noise = [1.02, 0.97, 0.99, 1.03, 1.01, 0.98];
    const outputs = corners.map(
      ([a, b], i) => Math.exp(0.3 * (a as number) + 0.1 * (b as number)) * (noise[i] as number),
    );
    const experiments = corners.map(([a, b], i) => ({ inputs: { a, b }, output: outputs[i] }));
    await call('POST', `${own}/experiments/batch`, { experiments });
    const analyse = async (more = {}) =>
      call('POST', `${own}/design/analyse`, { model_type: 'linear', ...more });
    const plain = (await analyse()).body;
    expect(plain.box_cox).toMatchObject({
      recommended: 0,
      interval: [expect.any(Number), expect.any(Number)],
    });
    expect(plain.transformation).toBeUndefined();
    expect(plain.predicted.value).toEqual(plain.fitted);
    const { body } = await analyse({ box_cox_lambda: 0 });
    const { geometric_mean: g } = body.transformation;
    expect(body.coefficients[1].estimate / g).toBeCloseTo(5 * 0.3, 1);
    expect(body.aicc).toBeLessThan(plain.aicc);
    body.predicted.value.forEach((value: number, i: number) => {
      expect(value / g).toBeCloseTo(Math.exp(body.fitted[i] / g - 1), 10);
      expect(Math.abs(Math.log(value / (outputs[i] as number)))).toBeLessThan(0.1);
    });
    expect(body.box_cox).toEqual(plain.box_cox);
    expect(body.externally_studentized).toHaveLength(6);
    expect((await analyse({ box_cox_lambda: 3 })).status).toBe(422);
    await call('POST', `${own}/experiments`, { inputs: { a: 5, b: 4 }, output: -1 });
    expect(await analyse({ box_cox_lambda: 0.5 })).toMatchObject({
      status: 400,
      body: {
        error_type: 'ValueError',
        detail:
          'box_cox_lambda: the result of experiment 7 (index 6) is -1, and only positive results can be transformed; leave box_cox_lambda out',
      },
    });
    expect((await analyse()).body.box_cox).toBeNull();
  });
});

describe('split-plot designs', () => {
  it('nests by change level and numbers plots and runs', async () => {
    const { call, session } = service;
    const other = await session();
    await call('POST', `${other}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    const body = { designs: { easy: { method: 'lhs', n_points: 3 } } };
    expect((await call('POST', `${other}/split-plot-design`, body)).status).toBe(400);
    await call('POST', `${other}/variables`, { name: 'h', type: 'real', bounds: [0, 10], changes: 'hard' });
    const designs = { hard: { method: 'full_factorial' }, easy: { method: 'lhs', n_points: 3 } };
    const made = await call('POST', `${other}/split-plot-design`, {
      designs,
      random_seed: 7,
      reference: { values: { x: 4 } },
    });
    expect(made.status).toBe(200);
    const { points, info } = made.body;
    expect(points.map((point: { RunOrder: number }) => point.RunOrder)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(info).toMatchObject({
      n_runs: 10,
      runs_per_plot: [5],
      random_seed: 7,
      levels: { hard: ['h'], easy: ['x'] },
    });
    expect(points.filter((point: { Reason: string }) => point.Reason.startsWith('Reference'))).toHaveLength(
      4,
    );
    const staged = await call('POST', `${other}/experiments/staged/batch`, {
      experiments: points.map(({ Reason: _reason, ...inputs }: Record<string, unknown>) => inputs),
    });
    expect(staged.body.experiments[0]).toMatchObject({ WholePlot: 1, RunOrder: 1 });
    await call('POST', `${other}/experiments/staged/complete`, { outputs: points.map(() => 1) });
    const rows = (await call('GET', `${other}/experiments`)).body.experiments;
    expect(rows[9]).toMatchObject({ WholePlot: 2, RunOrder: 10, h: points[9].h });
    for (const [status, bad] of [
      [422, { designs, extra: 1 }],
      [422, { designs: { ...designs, soft: { method: 'lhs' } } }],
      [422, { designs: { ...designs, easy: { method: 'optimal' } } }],
      [400, { designs: { easy: { method: 'lhs' } } }],
      [400, { designs, replicates: { hard: 0 } }],
      [400, { designs, reference: { values: { h: 1 } } }],
      [400, { designs, reference: { values: { q: 1 } } }],
    ] as const) {
      expect([(await call('POST', `${other}/split-plot-design`, bad)).status, bad]).toEqual([status, bad]);
    }
  });
});
