import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundsIn } from '../../../../src/service/session/objectives/result-bounds.ts';
import { emptyState } from '../../../../src/service/session/state.ts';
import { type TestApp, testApp } from '../../support/app.ts';

const csv = readFileSync(new URL('../../../../src/demo/data/reizman-suzuki-3.csv', import.meta.url), 'utf8');
const [heads = [], ...lines] = csv.split('\n').map((line) => line.trim().split(','));
/** Every third run of a Suzuki coupling, yields up to 94.1 %. */
const runs = lines
  .filter((cells, i) => cells.length === heads.length && i % 3 === 0)
  .map((cells) => Object.fromEntries(heads.map((head, k) => [head, cells[k] as string])));

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

const numeric = ['t_res', 'temperature', 'catalyst_loading'] as const;

async function campaign(objective: object = { unit: '%' }, name = 'yield'): Promise<string> {
  const { call, session } = service;
  const path = await session();
  const catalysts = [...new Set(runs.map(({ catalyst }) => catalyst))];
  await call('POST', `${path}/variables`, { name: 'catalyst', type: 'categorical', categories: catalysts });
  for (const variable of numeric) {
    const values = runs.map((run) => Number(run[variable]));
    const bounds = [Math.min(...values), Math.max(...values)];
    await call('POST', `${path}/variables`, { name: variable, type: 'real', bounds });
  }
  const objectives = [{ name, goal: 'maximize', ...objective }];
  expect((await call('PUT', `${path}/objectives`, { objectives })).status).toBe(200);
  const experiments = runs.map((run) => ({
    inputs: {
      catalyst: run.catalyst,
      ...Object.fromEntries(numeric.map((variable) => [variable, Number(run[variable])])),
    },
    output: Number(run.yld ?? run.yield),
  }));
  expect((await call('POST', `${path}/experiments/batch`, { experiments })).status).toBe(201);
  return path;
}

const assumed = { low: 0, high: 100, assumed: "its unit is '%'" };
const objectiveOf = async (path: string) =>
  (await service.call('GET', `${path}/objectives`)).body.objectives[0];

describe('yields in per cent', () => {
  it('are predicted between 0 and 100 by everything that speaks of them, and the answers say why', async () => {
    const { call } = service;
    const path = await campaign();
    expect(await objectiveOf(path)).toMatchObject({ bounds: null, bounds_now: assumed });
    const trained = await call('POST', `${path}/model/train`, { backend: 'auto' });
    expect(trained.body.bounds).toEqual({ yield: assumed });
    expect((await call('GET', `${path}/model`)).body.bounds).toEqual({ yield: assumed });
    const inputs = runs
      .slice(0, 8)
      .flatMap(({ catalyst }) =>
        [0, 1].map((end) => ({ catalyst, t_res: 60 + 540 * end, temperature: 110, catalyst_loading: 2.5 })),
      );
    const { predictions } = (await call('POST', `${path}/model/predict`, { inputs, quantiles: [0.01, 0.99] }))
      .body;
    let reaching = 0;
    for (const { mean, confidence_interval_95, prediction_interval_95, quantiles } of predictions) {
      const told = [mean, ...confidence_interval_95, ...prediction_interval_95, ...quantiles];
      expect(Math.min(...told)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...told)).toBeLessThanOrEqual(100);
      if (prediction_interval_95[1] > 90) reaching++;
    }
    expect(reaching).toBeGreaterThan(0);
    const optimum = await call('POST', `${path}/acquisition/find-optimum`, { goal: 'maximize' });
    expect(optimum.body.predicted_value).toBeLessThanOrEqual(100);
    const asked = { strategy: 'auto', seed: 1, n_suggestions: 3, effort: 'fast' };
    const { body } = await call('POST', `${path}/acquisition/suggest`, asked);
    expect(body.bounds).toEqual({ yield: assumed });
    for (const { mean, prediction_interval_95 } of body.diagnostics) {
      expect(mean.yield).toBeLessThanOrEqual(100);
      expect(prediction_interval_95.yield[0]).toBeGreaterThanOrEqual(0);
      expect(prediction_interval_95.yield[1]).toBeLessThanOrEqual(100);
    }
    const { mean, confidence_interval_95: curve } = body.recommendation;
    expect(curve.yield[1]).toBeLessThanOrEqual(100);
    // From the best run on there is no more to gain than what is missing.
    expect(body.stop.expected_gain).toBeLessThan(100 - mean.yield);
    expect(body.stop.interval_90[1]).toBeLessThanOrEqual(100);
    const simulated = await call('POST', `${path}/backtest`, {
      ...{ mode: 'simulate', repeats: 2, runs: 14, batch_sizes: [4], seed: 1 },
    });
    for (const { best } of simulated.body.curves)
      expect(best.every(({ median }: { median: number }) => median <= 100)).toBe(true);
  });

  it('warn of many results beyond them in one line', async () => {
    const { call } = service;
    const inputs = { catalyst: runs[0]?.catalyst, t_res: 300, temperature: 100, catalyst_loading: 2 };
    const batch = async (count: number) =>
      call('POST', `${await campaign()}/experiments/batch`, {
        experiments: [
          { inputs, output: 50 },
          ...Array.from({ length: count }, (_, i) => ({ inputs, output: 510 + i })),
        ],
      });
    const few = await batch(5);
    expect(few.body.warnings).toHaveLength(5);
    const many = await batch(40);
    expect(many.body.warnings).toEqual([
      `${few.body.warnings[0]}. The same applies to 39 more, such as those at index 2, 3, 4, 5`,
    ]);
  });

  it('are no longer bounded once a result lies beyond, unless bounds are declared', async () => {
    const { call } = service;
    const path = await campaign();
    const run = { catalyst: runs[0]?.catalyst, t_res: 300, temperature: 100, catalyst_loading: 2 };
    const over = await call('POST', `${path}/experiments`, { inputs: run, output: 100.4 });
    expect(over.status).toBe(201);
    expect(over.body.warnings).toEqual([
      "objective 'yield': 100.4 is not between 0 and 100, although its unit is '%'; it is recorded, and these bounds are no longer assumed. If it is an error, correct it",
    ]);
    expect(await objectiveOf(path)).toMatchObject({ bounds_now: null });
    // The assumption has ended.
    const next = await call('POST', `${path}/experiments`, { inputs: run, output: 100.2 });
    expect(next.body.warnings ?? []).toEqual([]);

    const declare = (bounds: unknown) =>
      call('PUT', `${path}/objectives`, {
        objectives: [{ name: 'yield', unit: '%', goal: 'maximize', bounds }],
      });
    expect((await declare([0, 100])).body.objectives[0]).toMatchObject({
      bounds: [0, 100],
      bounds_now: { low: 0, high: 100, assumed: null },
      desirability_now: { high: 100.4 },
    });
    const again = await call('POST', `${path}/experiments`, { inputs: run, output: 101.5 });
    expect(again.status).toBe(201);
    expect(again.body.warnings).toEqual([
      "objective 'yield': 101.5 is above its bound 100; it is recorded, and predictions stay within the bounds",
    ]);
    await call('POST', `${path}/model/train`, { backend: 'auto' });
    const { validation } = (await call('GET', `${path}/model`)).body;
    expect(Number.isFinite(validation.yield.nlpd)).toBe(true);
    const told = await call('POST', `${path}/model/predict`, { inputs: [run], output: [101.5] });
    const [prediction] = told.body.predictions;
    expect(prediction.prediction_interval_95[1]).toBeLessThanOrEqual(100);
    expect(Number.isFinite(prediction.log_density)).toBe(true);

    const stale = "objective 'yield': the model was trained with other bounds of its results";
    const models = async () => (await call('GET', `${path}/model`)).body.warnings;
    expect(await models()).toBeUndefined();
    await declare([0, 105]);
    expect(await models()).toEqual([`${stale} (0 to 100) than it has now (0 to 105); train again`]);
    const open = (await declare([null, null])).body.objectives[0];
    expect(await models()).toEqual([`${stale} (0 to 100) than it has now (none); train again`]);
    expect(open).toMatchObject({
      bounds: [null, null],
      bounds_now: { low: null, high: null, assumed: null },
    });
    expect((await declare([100, 0])).body.detail).toContain("objective 'yield': bounds: 100 is not below 0");
    expect((await declare([0])).status).toBe(422);
    expect((await declare(['0', 100])).status).toBe(422);
  });

  it('cannot break limits at their bounds, which change no proposal', async () => {
    const proposed = async (limits: object) => {
      const path = await campaign({ unit: '%', ...limits });
      const post = (route: string, body: object) => service.call('POST', `${path}/${route}`, body);
      await post('model/train', { backend: 'botorch' });
      const answers = [await post('acquisition/find-optimum', { seed: 1 })];
      for (const request of [{ strategy: 'PosteriorMean' }, { strategy: 'auto', effort: 'fast' }])
        answers.push(await post('acquisition/suggest', { ...request, seed: 1 }));
      return answers.map(({ body }) => ({
        ...{
          points: body.suggestions ?? body.optimum,
          value: body.acquisition_value ?? body.predicted_value,
        },
        ...{ reason: body.diagnostics?.[0].reason?.text, stop: body.stop?.text },
      }));
    };
    const free = await proposed({});
    expect(await proposed({ at_least: 0, at_most: 100 })).toEqual(free);
    expect(await proposed({ at_most: 90 })).not.toEqual(free);
  });

  it('beyond declared bounds are reported in one line for a file', async () => {
    const { call, upload, session } = service;
    const path = await session();
    await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 9] });
    const objectives = [{ name: 'yield', goal: 'maximize', bounds: [0, 100] }];
    await call('PUT', `${path}/objectives`, { objectives });
    const { import_id } = (await upload(`${path}/imports`, 'x,yield\n1,50\n2,101\n3,-2\n4,100\n5,110\n'))
      .body;
    const { status, body } = await call('POST', `${path}/imports/${import_id}/commit`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      added: 5,
      warnings: [
        "objective 'yield': 101 is above its bound 100; it is recorded, and predictions stay within the bounds. Results beyond the bounds in this file: 3",
      ],
    });
    // The same file in one step.
    const csv = 'x,yield\n1,50\n2,101\n3,-2\n4,100\n5,110\n';
    const uploaded = await upload(`${path}/experiments/upload`, csv, { target_column: 'yield' });
    expect(uploaded.body.warnings).toEqual(body.warnings);
  });

  it('beyond declared bounds are reported of a run of the queue', async () => {
    const { call, session } = service;
    const path = await session();
    await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 9] });
    const objectives = [{ name: 'yield', goal: 'maximize', bounds: [0, 100] }];
    await call('PUT', `${path}/objectives`, { objectives });
    const items = [{ inputs: { x: 1 } }, { inputs: { x: 2 } }];
    const staged = (await call('POST', `${path}/experiments/queue`, { items })).body.items;
    const complete = (i: number, result: number, actual: object = {}) =>
      call('POST', `${path}/experiments/queue/${staged[i].id}/complete`, { outputs: [result], ...actual });
    expect((await complete(0, 101, { actual_inputs: { x: 10 } })).body).toMatchObject({
      status: 'done',
      warnings: [
        "variable 'x': 10 is outside its bounds [0, 9]",
        "objective 'yield': 101 is above its bound 100; it is recorded, and predictions stay within the bounds",
      ],
    });
    expect((await complete(1, 99)).body.warnings).toEqual([]);
  });

  it('beyond bounds that are declared later are reported by row', async () => {
    const { call, session } = service;
    const path = await session();
    await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 9] });
    const outputs = [50, 101, 100, -3, 110, 120, 130, 140];
    await call('PUT', `${path}/objectives`, { objectives: [{ name: 'yield', goal: 'maximize' }] });
    const experiments = outputs.map((output, x) => ({ inputs: { x }, output }));
    await call('POST', `${path}/experiments/batch`, { experiments });
    const declare = (bounds: unknown) =>
      call('PUT', `${path}/objectives`, { objectives: [{ name: 'yield', goal: 'maximize', bounds }] });
    const later =
      'they stay as recorded, and predictions stay within the bounds. Correct them, or declare other bounds';
    expect((await declare([0, 100])).body.warnings).toEqual([
      `objective 'yield': experiment 2 (index 1): 101 is above its bound 100, experiment 4 (index 3): -3 is below its bound 0, experiment 5 (index 4): 110 is above its bound 100, experiment 6 (index 5): 120 is above its bound 100, experiment 7 (index 6): 130 is above its bound 100, and 1 more; ${later}`,
    ]);
    expect((await declare([null, 130])).body.warnings).toEqual([
      `objective 'yield': experiment 8 (index 7): 140 is above its bound 130; ${later}`,
    ]);
    expect((await declare([-3, 140])).body.warnings).toBeUndefined();
    expect((await call('GET', `${path}/experiments`)).body.total).toBe(8);
  });

  it('have bounds that an exported file keeps', async () => {
    const path = await campaign({ unit: '%', bounds: [0, null] });
    const file = await service.call('GET', `${path}/export`);
    const imported = await service.upload('/sessions/import', JSON.stringify(file.body));
    expect(await objectiveOf(`/sessions/${imported.body.session_id}`)).toMatchObject({
      bounds: [0, null],
      bounds_now: { low: 0, high: null, assumed: null },
    });
  });

  it.each([
    [{ goal: 'target', target: 150 }, 'target 150 is above 100, the highest result that its bounds allow'],
    [{ goal: 'target', target: -1 }, 'target -1 is below 0, the lowest result that its bounds allow'],
    [
      { goal: 'at_least', at_least: 101 },
      'at_least 101 is above 100, the highest result that its bounds allow',
    ],
    [{ goal: 'maximize', at_most: -2 }, 'at_most -2 is below 0, the lowest result that its bounds allow'],
    [
      { goal: 'maximize', desirability: { low: 100, high: 120 } },
      'desirability: 100 to 120 lies outside its bounds 0 to 100, so all results would be worth the same',
    ],
    [
      { goal: 'minimize', desirability: { low: -9, high: -2 } },
      'desirability: -9 to -2 lies outside its bounds 0 to 100, so all results would be worth the same',
    ],
  ])('are refused where no result can reach %j', async (aim, words) => {
    const { call, session } = service;
    const path = await session();
    const put = (one: object) =>
      call('PUT', `${path}/objectives`, { objectives: [{ name: 'yield', unit: '%', ...one }] });
    expect(await put({ ...aim, bounds: [0, 100] })).toMatchObject({
      status: 400,
      body: { detail: `objective 'yield': ${words}` },
    });
    // Nobody declared that they end at 100: whoever is after more says that they do not.
    expect((await put(aim)).body.objectives[0]).toMatchObject({ bounds: null, bounds_now: null });
    expect((await put({ goal: 'maximize', at_least: 100, at_most: 120, bounds: [0, 100] })).status).toBe(200);
  });

  it('are refused in a file that gives them in reverse', async () => {
    const { call, session, upload } = service;
    const path = await session();
    await call('PUT', `${path}/objectives`, {
      objectives: [{ name: 'yield', goal: 'maximize', bounds: [0, 100] }],
    });
    const file = JSON.stringify((await call('GET', `${path}/export`)).body);
    expect(file).toContain('"bounds":[0,100]');
    const reversed = file.replaceAll('"bounds":[0,100]', '"bounds":[100,0]');
    const imported = await upload('/sessions/import', reversed);
    expect(imported.status).toBe(400);
    expect(imported.body.detail).toContain('campaign.aims');
  });

  it('end the default range of desirability at their bound', async () => {
    const { desirability_now: now } = await objectiveOf(await campaign());
    expect(now.high).toBe(100);
  });
});

describe('bounds that nobody declared', () => {
  const now = '2026-01-01T00:00:00.000Z';
  const boundsOf = (name: string, unit: string | undefined, results: readonly number[], label?: string) =>
    boundsIn(
      {
        ...emptyState('s', now),
        targets: [name],
        objective_metadata: {
          [name]: { ...(unit === undefined ? {} : { unit }), ...(label ? { label } : {}) },
        },
        rows: results.map((value) => ({ [name]: value, Iteration: 0 })),
      } as never,
      name,
    );

  it.each([
    ['conversion', '%', [3, 99]],
    ['A', 'mol%', []],
    ['A', 'area %', [12]],
    ['A', '% (w/w)', [12]],
    ['product', '% ee', [0, 100]],
    ['Yield (%)', undefined, [40]],
    ['yield_pct', undefined, [0.4]],
    ['isolatedYield', undefined, [12, 80]],
    ['Selectivity', undefined, [12, 80]],
  ])('are those of per cent for %s in %s', (name, unit, results) => {
    expect(boundsOf(name, unit, results)).toMatchObject({ low: 0, high: 100 });
  });

  it.each([
    ['conversion', '%', [3, 100.4]],
    ['conversion', '%', [-0.2, 80]],
    ['increase', '%', [3, 50]],
    ['growthRate', '%', [3, 50]],
    ['A', '% of control', [12]],
    ['loss', '%/h', [12]],
    ['yield', 'g', [12, 80]],
    ['yield_mg', undefined, [12, 80]],
    ['yield strength', undefined, [12, 80]],
    ['yield', undefined, [0.2, 0.8]],
    ['Output', undefined, [12, 80]],
    ['knee', undefined, [12, 80]],
  ])('are none for %s in %s with %j', (name, unit, results) => {
    expect(boundsOf(name, unit, results)).toBeNull();
  });
});

describe('the preview of an import', () => {
  const opened = async (path: string, csv: string): Promise<string[]> =>
    (await service.upload(`${path}/imports`, csv)).body.remarks.filter((words: string) =>
      words.includes('yield'),
    );

  it('says which bounds a result of the file will have', async () => {
    const path = await service.session();
    const csv = 'T / °C,yield / %\n20,10\n30,40\n40,60\n';
    const words =
      "'yield' is assumed to lie between 0 and 100, because its unit is '%' and all results fit; other bounds can be declared with the objective";
    expect(await opened(path, csv)).toEqual([words]);
    expect(await opened(path, csv.replace('60', '160'))).toEqual([]);
  });

  it('says nothing of bounds that stay, and reports those that its results end or break', async () => {
    const csv = (result: number) =>
      `catalyst,t_res,temperature,catalyst_loading,yield\nP1-L1,60,110,1,${result}\n`;
    const path = await campaign();
    expect(await opened(path, csv(50))).toEqual([]);
    expect(await opened(path, csv(104))).toEqual([
      expect.stringMatching(/^'yield' is no longer assumed to lie between 0 and 100: .* to 104$/),
    ]);
    expect(await opened(await campaign({ unit: '%', bounds: [0, 100] }), csv(104))).toEqual([
      "objective 'yield': 104 is above its bound 100; it is recorded, and predictions stay within the bounds",
    ]);
  });
});
