import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { interruptedPool, testApp } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const truth = (x: number) => 120 - (x - 7) ** 2 * 4;

/** A session in which yields above 99 were read as `>99`. */
async function saturated(): Promise<string> {
  const path = await service.session();
  await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  for (const x of [0.5, 2, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]) {
    const value = truth(x);
    await service.call('POST', `${path}/experiments`, {
      inputs: { x },
      output: value > 99 ? { above: 99 } : value,
    });
  }
  return path;
}

/** Corrects the result of a row. */
async function correct(path: string, row: number, output: unknown): Promise<void> {
  const { experiments } = (await service.call('GET', `${path}/experiments`)).body;
  const id = experiments[row].ProvenanceId;
  expect((await service.call('PATCH', `${path}/experiments/${id}`, { output })).status).toBe(200);
}

const predict = async (path: string, x: number) =>
  (await service.call('POST', `${path}/model/predict`, { inputs: [{ x }] })).body.predictions[0];

describe('limits in models', () => {
  for (const backend of ['auto', 'botorch'] as const) {
    it(`count by their probability (${backend}), survive the session file, and change with the row`, async () => {
      const path = await saturated();
      const kernel = backend === 'auto' ? {} : { kernel: 'Matern' };
      const trained = await service.call('POST', `${path}/model/train`, { backend, ...kernel });
      expect(trained.status).toBe(200);
      expect(trained.body.warnings.join()).toContain('4 results are limits and count by the probability');
      const scores = await service.call('GET', `${path}/model/validation`);
      expect(scores.body.validation.Output).toMatchObject({ n: 9, n_limits: 4 });
      const middle = await predict(path, 7);
      expect(middle.prediction ?? middle.mean).toBeGreaterThan(101);
      const parity = await service.call('GET', `${path}/visualizations/parity`);
      expect(parity.body.rows.toSorted()).toEqual([0, 1, 2, 3, 8]);
      const document = (await service.call('GET', `${path}/export`)).body;
      const { body } = await service.upload('/sessions/import', JSON.stringify(document));
      expect(await predict(`/sessions/${body.session_id}`, 7)).toEqual(middle);
      await correct(path, 5, 99);
      await service.call('POST', `${path}/model/train`, { backend, ...kernel });
      const after = await predict(path, 7);
      expect(after.prediction ?? after.mean).toBeLessThan(middle.prediction ?? middle.mean);
    });
  }

  it("strategy 'auto' says where every result is the same limit, not that it is the value", async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    const ask = async () =>
      (await service.call('POST', `${path}/acquisition/suggest`, { strategy: 'auto', effort: 'fast' })).body
        .warnings;
    for (const x of [1, 4, 6, 9])
      await service.call('POST', `${path}/experiments`, { inputs: { x }, output: { above: 99 } });
    expect((await ask()).join()).toContain("objective 'Output': all 4 results lie above 99, so");
    await correct(path, 0, 99);
    expect((await ask()).join()).not.toContain('so the effect of the variables is unknown');
  });

  it("strategy 'auto' reads them, and hands the model of a campaign on", async () => {
    const path = await saturated();
    const answer = await service.call('POST', `${path}/acquisition/suggest`, {
      strategy: 'auto',
      effort: 'fast',
      goal: 'maximize',
      seed: 3,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.recommendation.mean.Output).toBeGreaterThan(99);
    const [{ reason }] = answer.body.diagnostics;
    expect(reason.text).toContain('so it explores a region without runs');
    expect(answer.body.stop.text).toBe(
      'The best result is a limit, Output above 99: whether others are better cannot be measured. Consider stopping, or measure more precisely.',
    );
  });
});

/** Two objectives of which the second was measured in every other run only. */
async function partial(): Promise<string> {
  const path = await service.session();
  await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  await service.call('PUT', `${path}/objectives`, {
    objectives: [
      { name: 'yield', goal: 'maximize' },
      { name: 'cost', goal: 'minimize' },
    ],
  });
  for (let i = 0; i < 10; i++) {
    await service.call('POST', `${path}/experiments`, {
      inputs: { x: i },
      output: { yield: truth(i) / 10, cost: i % 2 === 0 ? 2 * i : null },
    });
  }
  return path;
}

describe('runs of which some outputs are missing', () => {
  it('each model takes the rows that it has, and fronts the rows that have all', async () => {
    const path = await partial();
    const trained = await service.call('POST', `${path}/model/train`, { backend: 'auto' });
    expect(trained.body.message).toContain('10 experiments');
    expect([trained.body.validation.yield.n, trained.body.validation.cost.n]).toEqual([10, 5]);
    const parity = await service.call('GET', `${path}/visualizations/parity?target=cost`);
    expect(parity.body.rows.toSorted()).toEqual([0, 2, 4, 6, 8]);
    for (const strategy of ['qNEHVI', 'qEHVI', 'Scalarization', 'auto']) {
      const answer = await service.call('POST', `${path}/acquisition/suggest`, {
        strategy,
        seed: 1,
        ...(strategy === 'auto' ? { effort: 'fast' } : {}),
      });
      expect([strategy, answer.status, answer.body.detail]).toEqual([strategy, 200, undefined]);
      const { rows, hypervolume, reference_point } = answer.body.pareto;
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.every((row: number) => row % 2 === 0)).toBe(true);
      expect([hypervolume, ...reference_point].every(Number.isFinite)).toBe(true);
      expect(answer.body.suggestions[0].x).toBeGreaterThanOrEqual(0);
    }
  });

  it('a run with one output more changes the models, wherever it stands in the table', async () => {
    const path = await partial();
    await service.call('POST', `${path}/model/train`, { backend: 'auto' });
    const before = await predict(path, 1);
    await correct(path, 1, { cost: 9 });
    await service.call('POST', `${path}/model/train`, { backend: 'auto' });
    expect(await predict(path, 1)).not.toEqual(before);
  });

  it('an objective that has too few results is named', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    await service.call('PUT', `${path}/objectives`, {
      objectives: [
        { name: 'a', goal: 'maximize' },
        { name: 'b', goal: 'maximize' },
      ],
    });
    for (let i = 0; i < 4; i++) {
      await service.call('POST', `${path}/experiments`, {
        inputs: { x: i },
        output: { a: i, b: i === 0 ? 1 : null },
      });
    }
    const train = await service.call('POST', `${path}/model/train`, { backend: 'botorch', kernel: 'RBF' });
    expect([train.status, train.body.detail]).toEqual([400, expect.stringContaining("a value of 'b'")]);
    const answer = await service.call('POST', `${path}/acquisition/suggest`, { strategy: 'auto', seed: 1 });
    expect(answer.body.diagnostics[0].reason.kind).toBe('first_points');
    expect(answer.body.warnings.join()).toContain("objective 'b' was measured in 1 of 4 runs");
  });
});

describe('limits in what is reported of a campaign', () => {
  const pair = async (results: readonly (readonly [unknown, unknown])[]) => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 20] });
    await service.call('PUT', `${path}/objectives`, {
      objectives: [
        { name: 'yield', goal: 'maximize' },
        { name: 'waste', goal: 'minimize' },
      ],
    });
    for (const [i, [y, z]] of results.entries()) {
      const answer = await service.call('POST', `${path}/experiments`, {
        inputs: { x: i },
        output: { yield: y, waste: z },
      });
      expect(answer.status).toBe(201);
    }
    return path;
  };

  it('progress takes a limit that was surely reached, and says so', async () => {
    const path = await saturated();
    const { progress } = (await service.call('GET', `${path}/campaign`)).body;
    expect(progress.find((one: { row: number }) => one.row === 4)).toMatchObject({ best: 99, limit: true });
    expect(progress[0].limit).toBeUndefined();
    const objective = { name: 'Output', goal: 'minimize' };
    await service.call('PUT', `${path}/objectives`, { objectives: [objective] });
    const down = (await service.call('GET', `${path}/campaign`)).body.progress;
    expect(down.map((one: { row: number }) => one.row)).toEqual([0, 1, 2, 3, 8]);
  });

  it('a front counts limits only where a run is surely as good', async () => {
    const path = await pair([
      [80, 2],
      [{ above: 99 }, 3],
      [{ below: 100 }, 0.1],
      [90, { below: 0.5 }],
    ]);
    const { pareto } = (await service.call('GET', `${path}/state`)).body;
    expect(pareto).toMatchObject({ rows: [1, 3], limit_rows: [1, 3] });
    await service.call('POST', `${path}/model/train`, { backend: 'auto' });
    for (const strategy of ['auto', 'qEHVI']) {
      const asked = { strategy, goal: pareto.goals, seed: 1 };
      const { body } = await service.call('POST', `${path}/acquisition/suggest`, asked);
      expect(body.pareto).toEqual(pareto);
      if (strategy === 'auto') expect(body.stop.hypervolume).toBe(pareto.hypervolume);
    }
  });

  it.each(['auto', 'qEHVI'])(
    'rows in an answer of %s are those of the table that was asked',
    async (strategy) => {
      const pool = interruptedPool();
      const own = await testApp(memoryStore(), pool);
      const path = await own.session();
      await own.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 20] });
      const goals = [
        { name: 'yield', goal: 'maximize' },
        { name: 'waste', goal: 'minimize' },
      ];
      await own.call('PUT', `${path}/objectives`, { objectives: goals });
      const ids: string[] = [];
      for (const [x, output] of [
        [0, [10, 9]],
        [1, [80, 2]],
        [2, [{ above: 99 }, 3]],
        [3, [70, 4]],
      ] as const)
        ids.push(
          (await own.call('POST', `${path}/experiments`, { inputs: { x }, output })).body.provenance_id,
        );
      await own.call('POST', `${path}/model/train`, { backend: 'botorch' });
      pool.during = async () => {
        await own.call('DELETE', `${path}/experiments/${ids[0]}`);
      };
      const { body } = await own.call('POST', `${path}/acquisition/suggest`, { strategy, seed: 1 });
      expect(body.data_revision).toBe(5);
      expect(body.pareto).toMatchObject({ rows: [1, 2], limit_rows: [2] });
      const now = (await own.call('GET', path)).body;
      expect(now.data_revision).toBe(6);
      await own.close();
    },
  );

  it('a front of rows that were not all measured counts limits in the same way', async () => {
    const path = await pair([
      [80, 2],
      [{ below: 100 }, 0.1],
      [90, 1],
      [70, 0.5],
      [null, 0.2],
    ]);
    await service.call('POST', `${path}/model/train`, { backend: 'auto' });
    const { pareto } = (await service.call('GET', `${path}/state`)).body;
    expect(pareto.rows).toEqual([2, 3]);
    const asked = { strategy: 'qEHVI', goal: pareto.goals, seed: 1 };
    expect((await service.call('POST', `${path}/acquisition/suggest`, asked)).body.pareto).toEqual(pareto);
  });

  it('least squares leaves them out and counts them', async () => {
    const path = await saturated();
    const { body } = await service.call('POST', `${path}/design/analyse`, { model_type: 'linear' });
    expect(body).toMatchObject({ runs: 5, rows: [0, 1, 2, 3, 8], n_limits: 4 });
  });

  it('a backtest replays no limits and says so', async () => {
    const path = await saturated();
    const few = await service.call('POST', `${path}/backtest`, {});
    expect(few.status).toBe(400);
    expect(few.body.detail).toContain('has 5 and 4 with a limit');
  });
});
