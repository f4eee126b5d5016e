import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const put = (path: string, objectives: readonly object[]) =>
  service.call('PUT', `${path}/objectives`, { objectives });

async function withVariable(): Promise<string> {
  const path = await service.session();
  await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  return path;
}

async function record(path: string, output: (x: number) => unknown): Promise<void> {
  for (const x of [0, 2, 4, 6, 8, 10]) {
    const made = await service.call('POST', `${path}/experiments`, { inputs: { x }, output: output(x) });
    expect(made.status).toBe(201);
  }
}

const suggest = async (path: string, strategy: string) => {
  const { status, body } = await service.call('POST', `${path}/acquisition/suggest`, { strategy, seed: 1 });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.suggestions[0].x as number;
};

describe('objectives', () => {
  it('have no desirability before it is declared or a result is recorded', async () => {
    const path = await withVariable();
    const now = async () =>
      (await service.call('GET', `${path}/objectives`)).body.objectives.map(
        ({ desirability_now }: { desirability_now: unknown }) => desirability_now,
      );
    const declared = { low: 20, high: 60, curve: 2 };
    await put(path, [
      { name: 'yield', goal: 'maximize' },
      { name: 'cost', goal: 'minimize', desirability: declared },
    ]);
    expect(await now()).toEqual([null, declared]);
    await service.call('POST', `${path}/experiments`, {
      inputs: { x: 0.5 },
      output: { yield: 40, cost: 30 },
    });
    expect(await now()).toEqual([{ low: 40, high: 60, curve: 1 }, declared]);
  });

  it('are declared before any data, with unit, goal and limits', async () => {
    const path = await withVariable();
    expect((await service.call('GET', `${path}/objectives`)).body).toMatchObject({ declared: false });
    const answer = await put(path, [
      { name: 'yield', unit: '%', goal: 'maximize' },
      { name: 'impurity', unit: '%', goal: 'minimize', at_most: 2 },
    ]);
    expect(answer.body.declared).toBe(true);
    expect(answer.body.objectives[1]).toEqual({
      name: 'impurity',
      label: null,
      unit: '%',
      goal: 'minimize',
      at_least: null,
      at_most: 2,
      target: null,
      importance: 1,
      desirability: null,
      desirability_now: null,
      bounds: null,
      bounds_now: { low: 0, high: 100, assumed: "its unit is '%'" },
      n_values: 0,
    });
    const document = (await service.call('GET', `${path}/export`)).body;
    expect(document.outcome_constraints).toEqual([
      { objective_name: 'impurity', bound_type: 'upper', value: 2 },
    ]);
    expect(document.experiments.target_columns).toEqual(['yield', 'impurity']);
    const { body } = await service.upload('/sessions/import', JSON.stringify(document));
    const again = await service.call('GET', `/sessions/${body.session_id}/objectives`);
    expect(again.body).toEqual(answer.body);
    const audit = (await service.call('GET', `${path}/audit?entry_type=objectives_declared`)).body;
    expect(audit.entries[0].parameters.old[0]).toMatchObject({ name: 'Output', goal: null });
  });

  it('give the goal that no request names', async () => {
    for (const [goal, low, high] of [
      ['minimize', 0, 4],
      ['maximize', 6, 10],
    ] as const) {
      const path = await withVariable();
      await put(path, [{ name: 'y', goal }]);
      await record(path, (x) => ({ y: x + Math.sin(x) / 2 }));
      await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
      for (const strategy of ['PosteriorMean', 'auto']) {
        const x = await suggest(path, strategy);
        expect(x >= low && x <= high, `${goal} ${strategy}: ${x}`).toBe(true);
      }
      const optimum = (await service.call('POST', `${path}/acquisition/find-optimum`, {})).body;
      expect(optimum.goal).toBe(goal);
    }
  });

  it('a limit keeps suggestions inside', async () => {
    const path = await withVariable();
    await put(path, [{ name: 'y', goal: 'maximize', at_most: 5 }]);
    await record(path, (x) => ({ y: x }));
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    expect(await suggest(path, 'LogEI')).toBeLessThan(6);
  });

  it('more may be declared later: rows stay, and have not measured them', async () => {
    const path = await withVariable();
    await record(path, (x) => x);
    const more = await put(path, [
      { name: 'Output', goal: 'minimize' },
      { name: 'cost', goal: 'minimize' },
    ]);
    expect(more.body.objectives.map((one: { n_values: number }) => one.n_values)).toEqual([6, 0]);
    const rows = (await service.call('GET', `${path}/experiments`)).body.experiments;
    expect(rows[0]).toMatchObject({ Output: 0, cost: null });
  });

  it.each([
    [400, [{ name: 'x', goal: 'maximize' }], 'a variable has this name'],
    [400, [{ name: 'Noise', goal: 'maximize' }], 'reserved'],
    [
      400,
      [
        { name: 'a', goal: 'maximize' },
        { name: 'a', goal: 'minimize' },
      ],
      'named twice',
    ],
    [400, [{ name: 'Output', goal: 'maximize', at_least: 3, at_most: 2 }], 'not below'],
    [400, [{ name: 'other', goal: 'maximize' }], 'has recorded values'],
    [422, [{ name: 'Output', goal: 'up' }], 'goal'],
    [422, [{ name: 'Output', goal: 'maximize', atleast: 2 }], 'at_least'],
    [422, [], 'objectives'],
  ])('answers %i to %j and changes nothing', async (status, objectives, words) => {
    const path = await withVariable();
    await record(path, (x) => x);
    const before = (await service.call('GET', `${path}/export`)).body;
    const answer = await put(path, objectives);
    expect([answer.status, JSON.stringify(answer.body.detail)]).toEqual([
      status,
      expect.stringContaining(words),
    ]);
    expect((await service.call('GET', `${path}/export`)).body).toEqual(before);
  });
});
