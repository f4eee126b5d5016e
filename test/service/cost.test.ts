import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/service/config.ts';
import { createApp } from '../../src/service/http/app.ts';
import { createPool } from '../../src/service/jobs/pool.ts';
import { memoryStore } from '../../src/service/store/memory.ts';

const pool = createPool({ backend: 'ts', workers: 1 });
const store = memoryStore();
const config = readConfig({ LOG_LEVEL: 'silent' });
const app = await createApp({ config, store, pool });
afterAll(async () => {
  await app.close();
  await pool.close();
});

async function call(method: string, path: string, payload?: object) {
  const response = await app.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: response.statusCode,
    saved: response.headers['x-service-saved'],
    body: response.body === '' ? null : response.json(),
  };
}

const model = {
  units: 'EUR',
  run_cost: 20,
  variables: {
    temperature: { kind: 'linear', proportional_term: 0.1, constant_term: 0 },
    solvent: { kind: 'table', values: { THF: 3, water: 0 } },
  },
  changes: { temperature: { kind: 'linear', units: 'EUR', proportional_term: 0.5, constant_term: 2 } },
  measurements: { Output: 10 },
  budget: 500,
  value_per_unit: { Output: 1000 },
};
const experiments = [
  { inputs: { temperature: 20, solvent: 'THF' }, output: 0.1 },
  { inputs: { temperature: 60, solvent: 'water' }, output: 0.6 },
  { inputs: { temperature: 100, solvent: 'THF' }, output: 0.3 },
  { inputs: { temperature: 40, solvent: 'water' }, output: 0.4 },
  { inputs: { temperature: 80, solvent: 'THF' }, output: 0.5 },
];
/** 5·30 fixed, 0.1·300 for temperature, 3·3 for THF, changes 40, 40, 60, 40: 4·2 + 0.5·180. */
const spent = 150 + 30 + 9 + 98;

let base = '';
beforeEach(async () => {
  const { body } = await call('POST', '/sessions');
  base = `/sessions/${body.session_id}`;
  await call('POST', `${base}/variables`, { name: 'temperature', type: 'real', bounds: [20, 120] });
  await call('POST', `${base}/variables`, {
    name: 'solvent',
    type: 'categorical',
    categories: ['THF', 'water'],
  });
});

describe('cost model of a session', () => {
  it('is absent at first, then what was put, then gone', async () => {
    expect(await call('GET', `${base}/cost-model`)).toMatchObject({
      status: 200,
      body: { cost_model: null, summary: null },
    });
    expect((await call('DELETE', `${base}/cost-model`)).status).toBe(404);
    const put = await call('PUT', `${base}/cost-model`, model);
    expect(put).toMatchObject({ status: 200, saved: 'true' });
    const { temperature } = put.body.cost_model.variables;
    expect(temperature).toEqual({ ...model.variables.temperature, units: null });
    expect((await call('GET', `${base}/cost-model`)).body).toEqual(put.body);
    expect(put.body.summary).toEqual({
      units: 'EUR',
      spent: 0,
      uncharged: 0,
      budget: 500,
      remaining: 500,
      warnings: [],
    });
    const patch = async (body: object) => {
      const answer = await call('PATCH', `${base}/cost-model`, body);
      return [answer.status, answer.body.cost_model ?? answer.body.detail];
    };
    const some = { budget: 700, variables: { solvent: { kind: 'table', values: { THF: 4, water: 0 } } } };
    const [, changed] = await patch({
      ...some,
      changes: { temperature: null },
      value_per_unit: { Output: 5 },
    });
    expect(changed).toEqual({
      ...put.body.cost_model,
      budget: 700,
      variables: { ...put.body.cost_model.variables, ...some.variables },
      changes: {},
      value_per_unit: { Output: 5 },
    });
    const [status, faults] = await patch({ run_cost: -1, measurements: null });
    expect([status, faults.map(({ loc }: { loc: string[] }) => loc)]).toEqual([422, [['body', 'run_cost']]]);
    expect((await patch({ uncharged: 0, budget: null }))[1]).toMatchObject({ uncharged: 0, budget: null });
    expect((await patch({ uncharged: null }))[1]).not.toHaveProperty('uncharged');
    expect(
      await patch({ variables: { nobody: { kind: 'linear', proportional_term: 1, constant_term: 0 } } }),
    ).toEqual([400, expect.stringContaining('nobody')]);
    expect((await patch({ buget: 1 }))[0]).toBe(422);
    expect((await call('PUT', `${base}/cost-model`, model)).body).toEqual(put.body);
    expect(await call('DELETE', `${base}/cost-model`)).toMatchObject({
      status: 204,
      saved: 'true',
      body: null,
    });
    expect((await call('GET', `${base}/cost-model`)).body.cost_model).toBeNull();
  });

  it('answers 404 for an unknown session', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
    ] as const)
      expect((await call(method, `/sessions/nobody/cost-model${path}`)).status).toBe(404);
    expect((await call('PUT', '/sessions/nobody/cost-model', {})).status).toBe(404);
    expect((await call('POST', '/sessions/nobody/cost-model/evaluate', { inputs: [{}] })).status).toBe(404);
  });

  it.each([
    [{ color: 'red' }, ['body', 'color'], 'extra_forbidden'],
    [
      { units: 'h', variables: { temperature: { ...model.changes.temperature } } },
      ['body', 'variables', 'temperature', 'units'],
      'value_error',
    ],
    [
      {
        variables: {
          temperature: {
            kind: 'piecewise_linear',
            points: [
              [120, 1],
              [20, 2],
            ],
          },
        },
      },
      ['body', 'variables', 'temperature', 'points'],
      'value_error',
    ],
    [
      { variables: { temperature: { kind: 'piecewise_step', x_coords: [20, 120], y_coords: [1, 2] } } },
      ['body', 'variables', 'temperature', 'y_coords'],
      'value_error',
    ],
    [
      { changes: { temperature: { kind: 'cubic', constant_term: 1 } } },
      ['body', 'changes', 'temperature', 'kind'],
      'union_tag_invalid',
    ],
    [
      { changes: { temperature: { proportional_term: 1, constant_term: 1 } } },
      ['body', 'changes', 'temperature', 'kind'],
      'union_tag_not_found',
    ],
    [
      { variables: { temperature: { kind: 'piecewise_linear', points: [[20, 1]] } } },
      ['body', 'variables', 'temperature', 'points'],
      'too_short',
    ],
    [
      { variables: { temperature: { kind: 'quadratic', quadratic_term: 1, proportional_term: 1 } } },
      ['body', 'variables', 'temperature', 'constant_term'],
      'missing',
    ],
    [{ budget: 'many' }, ['body', 'budget'], 'float_type'],
  ])('refuses a broken rule with 422 and the place, case %#', async (document, loc, type) => {
    const { status, body } = await call('PUT', `${base}/cost-model`, document);
    expect(status).toBe(422);
    expect(body.detail).toEqual([{ loc, msg: expect.any(String), type }]);
    expect((await call('GET', `${base}/cost-model`)).body.cost_model).toBeNull();
  });

  it('refuses what does not fit the session with 400', async () => {
    for (const [document, message] of [
      [{ variables: { pressure: model.variables.temperature } }, /names 'pressure'/],
      [{ measurements: { Yield: 3 } }, /names 'Yield', which is not an objective/],
      [
        { variables: { temperature: { kind: 'piecewise_step', x_coords: [0, 50], y_coords: [1] } } },
        /needed from 20 to 120, got a curve from 0 to 50/,
      ],
    ] as const) {
      const { status, body } = await call('PUT', `${base}/cost-model`, document);
      expect([status, body.error_type]).toEqual([400, 'ValueError']);
      expect(body.detail).toMatch(message);
    }
  });

  it('adds up what was spent, in order, and reports it in the state', async () => {
    await call('POST', `${base}/experiments/batch`, { experiments });
    await call('PUT', `${base}/cost-model`, model);
    const summary = { units: 'EUR', spent, uncharged: 0, budget: 500, remaining: 500 - spent, warnings: [] };
    expect((await call('GET', `${base}/cost-model`)).body.summary).toEqual(summary);
    expect((await call('GET', `${base}/state`)).body.cost).toEqual(summary);
  });

  it('tells what each experiment cost, as the sum is charged', async () => {
    const failed = { inputs: experiments[1]?.inputs, status: 'failed' };
    const recorded = [experiments[0], failed, experiments[2]];
    await call('POST', `${base}/experiments/batch`, { experiments: recorded });
    await call('PUT', `${base}/cost-model`, { ...model, uncharged: 0 });
    const read = async () => (await call('GET', `${base}/cost-model?per_experiment=true`)).body;
    const charged = await read();
    // 30 for a run with its measurement, 20 for the failed one; 0.1 per °C; 3 for THF; 2 + 0.5·40 for each change.
    expect(charged.costs).toEqual([30 + 2 + 3, 20 + 6 + 22, 30 + 10 + 3 + 22]);
    expect(charged.summary.spent).toBe(35 + 48 + 65);
    await call('PATCH', `${base}/cost-model`, { uncharged: 2 });
    expect((await read()).costs).toEqual([0, 0, 65]);
    expect((await call('GET', `${base}/cost-model`)).body).not.toHaveProperty('costs');
    await call('DELETE', `${base}/cost-model`);
    expect(await read()).toEqual({ cost_model: null, summary: null });
  });

  it('does not charge the first experiments if that is requested', async () => {
    await call('POST', `${base}/experiments/batch`, { experiments });
    const free = { ...model, uncharged: experiments.length };
    expect((await call('PUT', `${base}/cost-model`, free)).body.summary).toMatchObject({
      spent: 0,
      remaining: 500,
    });
    const { body } = await call('PUT', `${base}/cost-model`, { ...model, uncharged: experiments.length - 1 });
    expect(body.summary.spent).toBeGreaterThan(0);
    expect(body.summary.spent).toBeLessThan(spent);
    expect((await call('PUT', `${base}/cost-model`, { ...model, uncharged: -1 })).status).toBe(422);
    const ahead = await call('PUT', `${base}/cost-model`, { ...model, uncharged: 99 });
    expect([ahead.body.cost_model.uncharged, ahead.body.summary.uncharged]).toEqual([99, experiments.length]);
  });

  it('charges the change from the last run that is not charged, as the plan before it did', async () => {
    const changes = { temperature: { kind: 'linear', proportional_term: 0.5, constant_term: 3 } };
    const [first, next] = [20, 50].map((temperature) => ({ ...experiments[0]?.inputs, temperature }));
    await call('POST', `${base}/experiments/batch`, { experiments: [{ inputs: first, output: 1 }] });
    await call('PUT', `${base}/cost-model`, { run_cost: 10, changes, budget: 100, uncharged: 1 });
    // 10 for the run, 3 + 0.5·30 for the change.
    expect((await call('POST', `${base}/cost-model/evaluate`, { inputs: [next] })).body.total).toBe(28);
    await call('POST', `${base}/experiments`, { inputs: next, output: 2 });
    const { body } = await call('GET', `${base}/cost-model`);
    expect(body.summary).toMatchObject({ spent: 28, remaining: 72 });
  });

  it('says so when sums leave the range of a double', async () => {
    await call('POST', `${base}/experiments/batch`, { experiments });
    const put = await call('PUT', `${base}/cost-model`, { run_cost: 1e308 });
    expect(put.body.summary).toEqual({
      units: null,
      spent: Number.MAX_VALUE,
      uncharged: 0,
      budget: null,
      remaining: null,
      warnings: ['the amount spent is beyond the range of a 64-bit float; use larger units'],
    });
    const inputs = experiments.map((experiment) => experiment.inputs);
    const refused = await call('POST', `${base}/cost-model/evaluate`, { inputs });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      'the runs cost more than a 64-bit float holds; use larger units',
    ]);
  });

  it('reports when the variables have outgrown it', async () => {
    await call('PUT', `${base}/cost-model`, {
      variables: { temperature: { kind: 'piecewise_step', x_coords: [20, 120], y_coords: [1] } },
    });
    await call('PUT', `${base}/variables/temperature`, {
      name: 'temperature',
      type: 'real',
      bounds: [20, 200],
    });
    const { summary } = (await call('GET', `${base}/cost-model`)).body;
    expect(summary.warnings.join()).toMatch(/needed from 20 to 200.*beyond a curve are charged as its end/);
  });

  it('survives a restart', async () => {
    const { cost_model } = (await call('PUT', `${base}/cost-model`, model)).body;
    const restarted = await createApp({ config, store, pool });
    const answer = await restarted.inject({ method: 'GET', url: `/api/v1${base}/cost-model` });
    expect(answer.json().cost_model).toEqual(cost_model);
    await restarted.close();
  });

  it('travels with export and import', async () => {
    const { cost_model } = (await call('PUT', `${base}/cost-model`, model)).body;
    const document = (await call('GET', `${base}/export`)).body;
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(document)]), 's.json');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const imported = await app.inject({
      method: 'POST',
      url: '/api/v1/sessions/import',
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const again = await call('GET', `/sessions/${imported.json().session_id}/cost-model`);
    expect(again.body.cost_model).toEqual(cost_model);
  });
});

describe('evaluating plans', () => {
  const plan = [
    { temperature: 80, solvent: 'THF' },
    { temperature: 40, solvent: 'water' },
    { temperature: 60, solvent: 'THF' },
  ];

  it('costs each run after the one before, saves nothing, and finds the cheapest order', async () => {
    await call('POST', `${base}/experiments`, experiments[0]);
    await call('PUT', `${base}/cost-model`, model);
    const { status, saved, body } = await call('POST', `${base}/cost-model/evaluate`, {
      inputs: plan,
      optimize_order: true,
    });
    expect([status, saved]).toEqual([200, undefined]);
    expect(body.runs[0]).toEqual({
      inputs: plan[0],
      total: 30 + 8 + 3 + 32,
      fixed: 30,
      variables: { temperature: 8, solvent: 3 },
      changes: { temperature: 32 },
    });
    expect(body.runs.map((run: { total: number }) => run.total)).toEqual([73, 56, 51]);
    expect(body.total).toBe(180);
    expect(body.order).toEqual([1, 2, 0]);
    expect(body.ordered_total).toBe(30 * 3 + 18 + 6 + 12 + 12 + 12);
    expect(body.summary.spent).toBe(35);
  });

  it('answers sums of decimal numbers as a person writes them', async () => {
    await call('POST', `${base}/experiments`, experiments[1]);
    await call('POST', `${base}/experiments`, experiments[1]);
    const temperature = { kind: 'linear', proportional_term: 0.1, constant_term: 0 };
    const measurements = { Output: 0.2 };
    await call('PUT', `${base}/cost-model`, { run_cost: 0.1, measurements, variables: { temperature } });
    const inputs = [{ temperature: 30 }, { temperature: 30 }];
    const { body } = await call('POST', `${base}/cost-model/evaluate`, { inputs, optimize_order: true });
    const { fixed, variables, total } = body.runs[0];
    expect([fixed, variables.temperature, total]).toEqual([0.3, 3, 3.3]);
    expect([body.total, body.ordered_total, body.summary.spent]).toEqual([6.6, 6.6, 12.6]);
    const { costs } = (await call('GET', `${base}/cost-model?per_experiment=true`)).body;
    expect(costs).toEqual([6.3, 6.3]);
  });

  it('starts at the given settings, or nowhere', async () => {
    await call('PUT', `${base}/cost-model`, model);
    const total = async (start: object | null) =>
      (await call('POST', `${base}/cost-model/evaluate`, { inputs: [plan[0]], start })).body.total;
    expect(await total(null)).toBe(41);
    expect(await total({ temperature: 80 })).toBe(41);
    expect(await total({ temperature: 70 })).toBe(48);
    const evaluate = (request: object) => call('POST', `${base}/cost-model/evaluate`, request);
    const from = async (request: object) => (await evaluate({ inputs: [plan[0]], ...request })).body.start;
    expect(await from({})).toBeNull();
    expect(await from({ start: { temperature: 70 } })).toEqual({ temperature: 70 });
    await call('POST', `${base}/experiments`, { ...experiments[0] } as object);
    expect(await from({})).toEqual(experiments[0]?.inputs);
    const refused = await evaluate({ inputs: [plan[0]], start: { solvent: 'oil' } });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      "start: variable 'solvent': expected one of 'THF', 'water', got 'oil'",
    ]);
  });

  it('refuses runs that it cannot cost', async () => {
    const evaluate = (inputs: unknown) => call('POST', `${base}/cost-model/evaluate`, { inputs } as object);
    expect((await evaluate(plan)).status).toBe(404);
    await call('PUT', `${base}/cost-model`, model);
    for (const [inputs, message] of [
      [[plan[0], { temperature: 80 }], /run 2 \(index 1\): variable 'solvent' has a cost but no value/],
      [[{ ...plan[0], pressure: 1 }], /run 1 \(index 0\): no controllable variable is named 'pressure'/],
      [[{ ...plan[0], solvent: 'oil' }], /variable 'solvent': expected one of 'THF', 'water', got 'oil'/],
      [[{ ...plan[0], temperature: 'hot' }], /variable 'temperature': expected a number, got 'hot'/],
    ] as const) {
      const { status, body } = await evaluate(inputs);
      expect(status).toBe(400);
      expect(body.detail).toMatch(message);
    }
    expect((await evaluate([])).status).toBe(422);
  });
});

describe('suggestions', () => {
  const ask = (options: object) =>
    call('POST', `${base}/acquisition/suggest`, { strategy: 'EI', options } as object);

  it('weigh costs when asked to, and report them', async () => {
    await call('POST', `${base}/experiments/batch`, { experiments });
    await call('POST', `${base}/model/train`, { backend: 'botorch' });
    const refused = await ask({ cost_aware: true });
    expect([refused.status, refused.body.detail]).toEqual([
      404,
      expect.stringMatching(/send it with PUT first/),
    ]);
    await call('PUT', `${base}/cost-model`, model);
    expect((await ask({})).body.cost).toBeUndefined();
    const { status, body } = await ask({ cost_aware: true });
    expect(status).toBe(200);
    expect(body.cost).toMatchObject({
      units: 'EUR',
      exponent: 0.6 * Math.min(1, (2 * (500 - spent)) / 500),
      stop: expect.any(Boolean),
    });
    const evaluated = await call('POST', `${base}/cost-model/evaluate`, { inputs: body.suggestions });
    expect(body.cost.total).toBeCloseTo(evaluated.body.total, 9);
    expect(body.cost.remaining).toBeCloseTo(500 - spent - evaluated.body.total, 9);
  });

  it.each([0, 5, 16])('auto proposes what can be paid after %i runs, in the cheapest order', async (n) => {
    const path = `/sessions/${(await call('POST', '/sessions')).body.session_id}`;
    for (const name of ['x', 'y'])
      await call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 10] });
    for (let i = 0; i < n; i++) {
      const inputs = { x: (3.7 * i) % 10, y: (7.1 * i) % 10 };
      await call('POST', `${path}/experiments`, { inputs, output: Math.sin(i) });
    }
    const changes = { x: { kind: 'linear', proportional_term: 1, constant_term: 0 } };
    const put = async (budget: number) =>
      (await call('PUT', `${path}/cost-model`, { run_cost: 10, changes, budget })).body.summary
        .spent as number;
    const suggest = () =>
      call('POST', `${path}/acquisition/suggest`, {
        strategy: 'auto',
        n_suggestions: 8,
        options: { cost_aware: true },
        seed: 2,
      });
    const paid = await put(0);
    await put(paid + 38);
    const few = await suggest();
    expect(few.status).toBe(200);
    expect(few.body.n_suggestions).toBeLessThan(4);
    expect(few.body.suggestions).toHaveLength(few.body.cost.costs.length);
    expect(few.body.cost.total).toBeLessThanOrEqual(38);
    expect(few.body.cost.remaining).toBeCloseTo(38 - few.body.cost.total, 9);
    const words = /of 8 runs fits? the budget; the next run would cost/;
    expect(few.body.warnings).toContainEqual(expect.stringMatching(words));
    await put(paid + 5);
    const none = await suggest();
    expect([none.status, none.body.error_type]).toEqual([400, 'InfeasibleRegionError']);
    await put(paid + 1000);
    const { body } = await suggest();
    expect([body.n_suggestions, body.cost.costs.length]).toEqual([8, 8]);
    const plan = { inputs: body.suggestions, optimize_order: true };
    const evaluated = (await call('POST', `${path}/cost-model/evaluate`, plan)).body;
    expect(body.cost.costs).toEqual(evaluated.runs.map((run: { total: number }) => run.total));
    expect(body.cost.total).toBeCloseTo(evaluated.ordered_total, 9);
  });

  it.each(['auto', 'qEI'])('%s spends what the order of a batch saves', async (strategy) => {
    const path = `/sessions/${(await call('POST', '/sessions')).body.session_id}`;
    await call('POST', `${path}/variables`, { name: 'T', type: 'real', bounds: [20, 120] });
    await call('POST', `${path}/variables`, {
      name: 'c',
      type: 'categorical',
      categories: ['A', 'B', 'C'],
    });
    const rows = [30, 60, 100, 60, 80, 45].map((T, i) => ({
      inputs: { T, c: 'ABC'[i % 3] },
      output: 50 - ((T - 70) / 10) ** 2 + i,
    }));
    await call('POST', `${path}/experiments/batch`, { experiments: rows });
    await call('POST', `${path}/model/train`, { backend: 'botorch' });
    const changes = { T: { kind: 'linear', proportional_term: 0.5, constant_term: 3 } };
    const put = (budget: number) =>
      call('PUT', `${path}/cost-model`, { run_cost: 25, changes, budget, uncharged: rows.length });
    for (const budget of [90, 140, 190, 240]) {
      await put(budget);
      const asked = { strategy, n_suggestions: 10, seed: 1, options: { cost_aware: true } };
      const answer = (await call('POST', `${path}/acquisition/suggest`, asked)).body;
      const { cost, warnings = answer.diagnostics[0].warnings } = answer;
      const [, next, left] = /would cost ([\d.]+), and ([\d.]+) remains/.exec(warnings.join()) ?? [];
      expect([budget, Math.abs(Number(left) / cost.remaining - 1) < 5e-4]).toEqual([budget, true]);
      expect(Number(next)).toBeGreaterThan(cost.remaining);
    }
  });

  it.each(['auto', 'EI'])(
    '%s refuses options of costs that are none, or have no effect',
    async (strategy) => {
      await call('POST', `${base}/experiments/batch`, { experiments });
      await call('POST', `${base}/model/train`, { backend: 'botorch' });
      await call('PUT', `${base}/cost-model`, model);
      for (const [options, message] of [
        [{ cost_aware: 'yes' }, /option 'cost_aware' is yes/],
        [{ cost_aware: true, cost_exponent: 2 }, /option 'cost_exponent' is 2/],
        [{ cost_exponent: 0.5 }, /cost_exponent has no effect without cost_aware/],
      ] as const) {
        const { status, body } = await call('POST', `${base}/acquisition/suggest`, { strategy, options });
        expect([options, status, body.detail]).toEqual([options, 400, expect.stringMatching(message)]);
      }
    },
  );

  it('charge the measurements that were made, and of runs under way all', async () => {
    const inputs = { temperature: 80, solvent: 'water' };
    await call('PUT', `${base}/objectives`, {
      objectives: [
        { name: 'y', goal: 'maximize' },
        { name: 'z', goal: 'minimize' },
      ],
    });
    await call('PUT', `${base}/cost-model`, { run_cost: 0.1, measurements: { y: 0.2, z: 4 }, budget: 10 });
    const paid = async (run: object) => {
      await call('POST', `${base}/experiments`, { inputs, ...run });
      return (await call('GET', `${base}/cost-model`)).body.summary.spent;
    };
    expect(await paid({ status: 'failed' })).toBe(0.1);
    expect(await paid({ output: { y: 0, z: null } })).toBe(0.1 + (0.1 + 0.2));
    expect(await paid({ output: { y: { above: 9 }, z: 1 } })).toBeCloseTo(4.7, 12);
    await call('POST', `${base}/experiments/staged`, { inputs });
    const refused = await call('POST', `${base}/cost-model/design`, { model_type: 'linear', budget: 2 });
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringMatching(/\b1(\.0+\d*)? /)]);
  });

  it('spend a budget to its end, whatever the sums of decimal numbers are rounded to', async () => {
    // 0.3 − (0.1 + 0.1) is less than 0.1, and 0.1 + 0.1 + 0.1 more than 0.3.
    await call('PUT', `${base}/cost-model`, { run_cost: 0.1, budget: 0.3 });
    const asked = { strategy: 'auto', seed: 1, options: { cost_aware: true } };
    for (const [spent, left] of [
      [0.1, 0.2],
      [0.2, 0.1],
      [0.3, 0],
    ]) {
      const { body } = await call('POST', `${base}/acquisition/suggest`, asked);
      expect([spent, body.cost?.remaining]).toEqual([spent, left]);
      await call('POST', `${base}/experiments`, { inputs: body.suggestions[0], output: spent });
    }
    expect((await call('GET', `${base}/cost-model`)).body.summary.remaining).toBe(0);
    const { status, body } = await call('POST', `${base}/acquisition/suggest`, asked);
    expect([status, body.detail]).toEqual([
      400,
      'suggest: the cheapest run found costs 0.1, and 0 of the budget remains; raise the budget',
    ]);
  });

  it('of first runs find the one that can be paid: the temperature kept, and the solvent changed', async () => {
    const other = { THF: { water: 4 }, water: { THF: 4 } };
    const costs = {
      run_cost: 10,
      variables: { solvent: { kind: 'table', values: { THF: 100, water: 1 } } },
      changes: {
        temperature: { kind: 'linear', proportional_term: 2, constant_term: 1 },
        solvent: { kind: 'table', values: other },
      },
    };
    const first = { temperature: 41.3, solvent: 'THF' };
    await call('POST', `${base}/experiments`, { inputs: first, output: 1 });
    await call('PUT', `${base}/cost-model`, { ...costs, budget: 110 + 15 });
    const asked = { strategy: 'auto', seed: 1, options: { cost_aware: true } };
    const { status, body } = await call('POST', `${base}/acquisition/suggest`, asked);
    expect([status, body.suggestions]).toEqual([200, [{ ...first, solvent: 'water' }]]);
    await call('PUT', `${base}/cost-model`, { ...costs, budget: 110 + 14 });
    const refused = await call('POST', `${base}/acquisition/suggest`, asked);
    const budget = 'the cheapest run found costs 15, and 14 of the budget remains; raise the budget';
    expect(refused.body.detail).toMatch(new RegExp(`${budget}$`));
    const held = await call('POST', `${base}/acquisition/suggest`, { ...asked, hold: { temperature: 41.3 } });
    expect(held.body.detail).toMatch(new RegExp(`${budget} or change the held or observed values$`));
  });

  it.each(['auto', 'EI'])('%s counts a failed run as paid, and goes on from it', async (strategy) => {
    await call('POST', `${base}/experiments/batch`, { experiments });
    const failed = { inputs: { temperature: 120, solvent: 'water' }, status: 'failed' };
    await call('POST', `${base}/experiments`, failed);
    await call('POST', `${base}/model/train`, { backend: 'botorch' });
    const { summary } = (await call('PUT', `${base}/cost-model`, model)).body;
    const asked = { strategy, options: { cost_aware: true } };
    const { suggestions, cost } = (await call('POST', `${base}/acquisition/suggest`, asked)).body;
    const plan = { inputs: suggestions };
    const evaluated = (await call('POST', `${base}/cost-model/evaluate`, plan)).body;
    expect(cost.total).toBeCloseTo(evaluated.total, 9);
    expect(cost.remaining).toBeCloseTo(summary.remaining - evaluated.total, 9);
  });

  it('are refused for context variables by their name', async () => {
    await call('POST', `${base}/variables`, { name: 'humidity', type: 'context' });
    const humidity = { kind: 'linear', proportional_term: 1, constant_term: 0, units: 'EUR' };
    const { status, body } = await call('PUT', `${base}/cost-model`, { ...model, variables: { humidity } });
    expect([status, body.detail]).toEqual([
      400,
      expect.stringMatching(/'humidity', which is not a controllable variable; use .*'temperature'/),
    ]);
  });

  it('count staged experiments as paid, and end with the budget', async () => {
    await call('POST', `${base}/experiments/batch`, { experiments });
    await call('POST', `${base}/model/train`, { backend: 'botorch' });
    await call('PUT', `${base}/cost-model`, { ...model, budget: spent + 60 });
    expect((await ask({ cost_aware: true })).status).toBe(200);
    await call('POST', `${base}/experiments/staged`, { inputs: { temperature: 80, solvent: 'water' } });
    const { status, body } = await ask({ cost_aware: true });
    expect([status, body.error_type]).toEqual([400, 'InfeasibleRegionError']);
    expect(body.detail).toMatch(/22 EUR of the budget remain/);
  });
});

describe('designs', () => {
  const design = (body: object) => call('POST', `${base}/cost-model/design`, body);

  it('count staged experiments as paid, and go on from the last of them', async () => {
    await call('POST', `${base}/experiments/batch`, { experiments });
    await call('PUT', `${base}/cost-model`, { ...model, budget: 900 });
    const staged = [
      { temperature: 80, solvent: 'water' },
      { temperature: 120, solvent: 'THF' },
    ];
    const paid = (await call('POST', `${base}/cost-model/evaluate`, { inputs: staged })).body.total;
    await call('POST', `${base}/experiments/staged/batch`, { experiments: staged });
    const { body } = await design({ model_type: 'linear', random_seed: 1 });
    expect(body.budget).toBeCloseTo(900 - spent - paid, 9);
    const plan = { inputs: body.points, start: staged[1] };
    const evaluated = (await call('POST', `${base}/cost-model/evaluate`, plan)).body;
    expect(body.total).toBeCloseTo(evaluated.total, 9);
    const { status, body: refused } = await design({ model_type: 'linear', budget: body.budget + 1 });
    expect([status, refused.detail]).toEqual([400, expect.stringContaining('request less')]);
  });

  it('spend what is left, or the given amount, and no more', async () => {
    expect((await design({ model_type: 'linear' })).status).toBe(404);
    await call('PUT', `${base}/cost-model`, model);
    const { status, saved, body } = await design({ model_type: 'linear', random_seed: 3 });
    expect([status, saved]).toEqual([200, 'true']);
    expect(body).toMatchObject({ units: 'EUR', budget: 500, random_seed: 3, feasibility: null });
    expect(body.total).toBeLessThanOrEqual(500);
    expect(body.points).toHaveLength(body.n_points);
    const evaluated = await call('POST', `${base}/cost-model/evaluate`, { inputs: body.points, start: null });
    expect(evaluated.body.runs.map((run: { total: number }) => run.total)).toEqual(body.costs);
    expect(body.design_info).toMatchObject({ criterion: 'D', p_columns: 3, n_runs: body.n_points });
    const small = await design({ model_type: 'linear', budget: 200, criterion: 'A' });
    expect(small.body.total).toBeLessThanOrEqual(200);
    expect(small.body.n_points).toBeLessThan(body.n_points);
  });

  it('build on what was recorded', async () => {
    await call('POST', `${base}/experiments/batch`, { experiments });
    await call('PUT', `${base}/cost-model`, model);
    const { body } = await design({ model_type: 'linear', use_recorded: true });
    expect(body.budget).toBe(500 - spent);
    expect(body.design_info.n_runs).toBe(body.n_points + 5);
  });

  it('are refused when they cannot be paid', async () => {
    await call('PUT', `${base}/cost-model`, model);
    for (const [body, message] of [
      [{ model_type: 'linear', budget: 900 }, /900 EUR was requested, 500 EUR remain/],
      [{ model_type: 'quadratic', budget: 100 }, /100 is not enough for runs/],
    ] as const) {
      const answer = await design(body);
      expect([answer.status, answer.body.error_type]).toEqual([400, 'ValueError']);
      expect(answer.body.detail).toMatch(message);
    }
    await call('PUT', `${base}/cost-model`, { run_cost: 1 });
    expect((await design({ model_type: 'linear' })).body.detail).toMatch(/has no budget; set one/);
    expect((await design({ model_type: 'linear', color: 'red' })).status).toBe(422);
  });
});

describe('cost functions by themselves', () => {
  it('are checked and described', async () => {
    const { status, body } = await call('POST', '/cost-functions/validate', {
      kind: 'piecewise_step',
      record: { units: ' EUR ', x_coords: [0, 1, 2], y_coords: [4, 5] },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'piecewise_step',
      record: { units: 'EUR', x_coords: [0, 1, 2], y_coords: [4, 5] },
      domain: [0, 2],
      convexity: 'neither',
    });
    const line = await call('POST', '/cost-functions/validate', {
      kind: 'linear',
      record: { proportional_term: 1, constant_term: 0 },
    });
    expect(line.body).toMatchObject({ domain: [null, null], convexity: 'affine', record: { units: null } });
    const base = await call('POST', '/cost-functions/validate', { kind: 'base', record: { units: ' h' } });
    expect(base.body).toEqual({ kind: 'base', record: { units: 'h' }, domain: null, convexity: null });
  });

  it('are refused with one problem per broken rule', async () => {
    const { status, body } = await call('POST', '/cost-functions/validate', {
      kind: 'linear',
      record: { proportional_term: '2', color: 'red' },
    });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      {
        loc: ['body', 'record', 'proportional_term'],
        msg: 'should be a number, got "2"',
        type: 'float_type',
      },
      { loc: ['body', 'record', 'constant_term'], msg: 'field is required', type: 'missing' },
      { loc: ['body', 'record', 'color'], msg: expect.any(String), type: 'extra_forbidden' },
    ]);
    const cubic = await call('POST', '/cost-functions/validate', { kind: 'cubic', record: {} });
    expect([cubic.status, cubic.body.detail]).toEqual([
      422,
      [{ loc: ['body', 'kind'], msg: expect.stringMatching(/linear.*base.*got "cubic"/), type: 'enum' }],
    ]);
  });

  it('are evaluated, differentiated and integrated', async () => {
    const record = { x_coords: [0, 2, 5], y_coords: [3, 7] };
    const { body } = await call('POST', '/cost-functions/evaluate', {
      kind: 'piecewise_step',
      record,
      x: [0, 2, 5],
      integral: true,
    });
    expect(body).toEqual({ values: [3, 7, 7], slopes: [0, 0, 0], integrals: [0, 6, 27] });
    const outside = await call('POST', '/cost-functions/evaluate', {
      kind: 'piecewise_step',
      record,
      x: [6],
    });
    expect([outside.status, outside.body.error_type]).toEqual([400, 'ValueError']);
    expect(outside.body.detail).toMatch(/defined for 0 to 5, got x = 6/);
    const beyond = await call('POST', '/cost-functions/evaluate', {
      kind: 'linear',
      record: { proportional_term: 1e308, constant_term: 0 },
      x: [1, 10],
    });
    expect([beyond.status, beyond.body.detail]).toEqual([
      400,
      expect.stringMatching(/values at x = 10 are beyond/),
    ]);
  });
});
