import { describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

/** x and y in [0, 10] with rows; x at most 8, x + y at most 12. */
async function campaign(): Promise<string> {
  const { call } = service;
  const path = await service.session();
  await call('POST', `${path}/variables`, { name: 'y', type: 'real', bounds: [0, 10] });
  await fillSession(service, path, 0);
  const experiments = Array.from({ length: 8 }, (_, i) => ({
    inputs: { x: (i * 3.7) % 10, y: (i * 2.3) % 10, c: i % 2 === 0 ? 'A' : 'B' },
    output: i,
  }));
  await call('POST', `${path}/experiments/batch`, { experiments });
  const rules = await call('PUT', `${path}/rules`, {
    limits: [{ variable: 'x', at_most: 8 }],
    linear: [{ name: 'vial', coefficients: { x: 1, y: 1 }, at_most: 12 }],
    move_bounds: true,
    why: 'glass',
  });
  expect(rules.status).toBe(200);
  expect(rules.body.moved).toEqual(['x']);
  return path;
}

describe('safety limits', () => {
  it('hold for every suggestion and design', async () => {
    const { call } = service;
    const path = await campaign();
    const points: { x: number; y: number }[] = [];
    const auto = { strategy: 'auto', n_suggestions: 4, effort: 'fast', goal: 'maximize', seed: 3 };
    points.push(...(await call('POST', `${path}/acquisition/suggest`, auto)).body.suggestions);
    await call('POST', `${path}/model/train`, { backend: 'botorch' });
    const ei = { strategy: 'EI', goal: 'maximize', seed: 3 };
    points.push(...(await call('POST', `${path}/acquisition/suggest`, ei)).body.suggestions);
    const optimum = await call('POST', `${path}/acquisition/find-optimum`, { goal: 'maximize' });
    points.push(optimum.body.optimum);
    const lhs = { method: 'lhs', n_points: 12, random_seed: 1 };
    points.push(...(await call('POST', `${path}/initial-design`, lhs)).body.points);
    const optimal = { n_points: 8, model_type: 'linear', random_seed: 1 };
    points.push(...(await call('POST', `${path}/optimal-design`, optimal)).body.points);
    expect(points).toHaveLength(4 + 1 + 1 + 12 + 8);
    for (const { x, y } of points) {
      expect(x).toBeLessThanOrEqual(8);
      expect(x + y).toBeLessThanOrEqual(12 + 1e-9);
    }
  });

  it.each([
    [
      'POST',
      'experiments/staged',
      { inputs: { x: 9, y: 0, c: 'A' } },
      "variable 'x': 9 is above the safety limit 8",
    ],
    ['POST', 'experiments/queue', { items: [{ inputs: { x: 7, y: 7, c: 'A' } }] }, "safety limit 'vial', 12"],
    ['POST', 'experiments/staged/batch', { experiments: [{ x: 9, y: 0, c: 'A' }] }, 'safety limit 8'],
    [
      'POST',
      'acquisition/suggest',
      { strategy: 'auto', hold: { x: 9 } },
      "variable 'x': 9 is outside its bounds",
    ],
    ['PATCH', 'variables/x', { bounds: [0, 9] }, "variable 'x': 9 is above the safety limit 8"],
    ['PUT', 'variables/x', { name: 'x', type: 'real', bounds: [0, 9] }, 'safety limit 8'],
    ['PUT', 'candidates', { candidates: [{ x: 8, y: 8, c: 'A' }] }, "safety limit 'vial'"],
    [
      'PUT',
      'rules',
      { limits: [{ variable: 'x', at_most: 5 }] },
      'safety limit 5; move its bounds first, or send move_bounds: true',
    ],
    ['PUT', 'rules', { limits: [{ variable: 'c', at_most: 5 }] }, 'has categories'],
    ['PUT', 'rules', { limits: [{ variable: 'z', at_most: 5 }] }, 'not found'],
    ['PUT', 'rules', { limits: [{ variable: 'x' }] }, 'at_least, at_most or both'],
  ])('refuse %s %s %j', async (method, where, body, words) => {
    const path = await campaign();
    const answer = await service.call(method, `${path}/${where}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(words);
  });

  it('name all faults of a request, and of a list of candidates', async () => {
    const path = await campaign();
    const refused = async (where: string, body: object) => {
      const { status, body: answer } = await service.call('PUT', `${path}/${where}`, body);
      expect(status).toBe(400);
      return answer.detail;
    };
    const limits = [
      { variable: 'z', at_most: 5 },
      { variable: 'x', at_least: 3, at_most: 2 },
      { variable: 'y' },
    ];
    const linear = [
      { name: 'vial', coefficients: {}, at_most: 1 },
      { name: 'vial', coefficients: { c: 1, z: 1 }, at_most: 1 },
    ];
    expect(await refused('rules', { limits, linear })).toBe(
      [
        "7 faults: (1) limit 1: variable 'z' not found; use one of 'y', 'x', 'c'",
        "(2) limit 2: variable 'x': at_least 3 is above at_most 2; exchange them, or give one",
        "(3) limit 3: variable 'y' needs at_least, at_most or both",
        "(4) linear limit 'vial': coefficients is empty; give at least one variable",
        "(5) linear limit 'vial': the name is given twice; name each limit once",
        '2 more',
      ].join('. '),
    );
    const tight = [
      { variable: 'x', at_most: 5 },
      { variable: 'y', at_least: 1 },
    ];
    expect(await refused('rules', { limits: tight })).toMatch(
      /^2 faults: \(1\) variable 'y': 0 is below the safety limit 1; .*\. \(2\) variable 'x': 8 is above/,
    );
    const apart = [
      { variable: 'x', at_most: -5 },
      { variable: 'y', at_least: 11 },
    ];
    expect(await refused('rules', { limits: apart, move_bounds: true })).toContain('2 faults: ');
    const candidates = [0, 7, 8].map((y) => ({ x: 8, y, c: 'A' }));
    expect(await refused('candidates', { candidates })).toMatch(
      /^candidates: 2 faults: \(1\) row 2 \(index 1\): .*'vial'.*\. \(2\) row 3 \(index 2\): .*'vial'/,
    );
  });

  it('flag what happened outside, and keep it', async () => {
    const { call } = service;
    const path = await campaign();
    const answer = await call('POST', `${path}/experiments`, { inputs: { x: 9, y: 0, c: 'A' }, output: 1 });
    expect(answer.status).toBe(201);
    const { entries } = (await call('GET', `${path}/audit`)).body;
    expect(entries.at(-1)).toMatchObject({
      entry_type: 'limit_exceeded',
      parameters: { limits: ["variable 'x': 9 is above the safety limit 8"] },
    });
  });

  it('name the run where several are recorded at once', async () => {
    const { call } = service;
    const path = await campaign();
    const run = (x: number) => ({ inputs: { x, y: 0, c: 'A' }, output: 1 });
    const ways = [
      ['experiments/batch', 'experiments', 'experiment'],
      ['experiments/record-batch', 'entries', 'entry'],
    ] as const;
    for (const [route, field, what] of ways) {
      const several = await call('POST', `${path}/${route}`, { [field]: [1, 9, 2, 8.5].map(run) });
      expect(several.body.warnings, route).toEqual([
        `${what} 2 (index 1): variable 'x': 9 is outside its bounds [0, 8]`,
        `${what} 2 (index 1): variable 'x': 9 is above the safety limit 8`,
        `${what} 4 (index 3): variable 'x': 8.5 is outside its bounds [0, 8]`,
        `${what} 4 (index 3): variable 'x': 8.5 is above the safety limit 8`,
      ]);
      const one = await call('POST', `${path}/${route}`, { [field]: [run(9)] });
      expect(one.body.warnings, route).toEqual([
        "variable 'x': 9 is outside its bounds [0, 8]",
        "variable 'x': 9 is above the safety limit 8",
      ]);
    }
  });

  it('hold runs that were staged before, and follow a rename', async () => {
    const { call } = service;
    const path = await campaign();
    const staged = await call('POST', `${path}/experiments/staged`, { inputs: { x: 7, y: 1, c: 'A' } });
    const tighter = { limits: [{ variable: 'x', at_most: 6 }], move_bounds: true };
    const rules = await call('PUT', `${path}/rules`, tighter);
    expect(rules.body.runs_outside).toEqual([staged.body.id]);
    const start = await call('POST', `${path}/experiments/queue/${staged.body.id}/start`);
    expect(start.body.detail).toContain('safety limit 6');
    const lease = { worker: 'w', suggest: false };
    const none = await call('POST', `${path}/experiments/queue/lease`, lease);
    expect(none.body).toMatchObject({
      item: null,
      reason: 'the pending runs lie outside the safety limits',
    });
    await call('PATCH', `${path}/variables/x`, { name: 'T' });
    expect((await call('GET', `${path}/rules`)).body.limits).toEqual([{ variable: 'T', at_most: 6 }]);
  });

  it('survive a file', async () => {
    const path = await campaign();
    const file = await service.call('GET', `${path}/export`);
    const copy = await service.upload('/sessions/import', JSON.stringify(file.body));
    const { body } = await service.call('GET', `/sessions/${copy.body.session_id}/rules`);
    expect(body.linear).toEqual([{ name: 'vial', coefficients: { x: 1, y: 1 }, at_most: 12 }]);
  });
});

describe('variables with a safety limit', () => {
  it('stay set as long as the limit stands, so that what GET gives can be PUT again', async () => {
    const { call } = service;
    const path = await campaign();
    const { limits, linear } = (
      await call('PUT', `${path}/rules`, {
        limits: [{ variable: 'x', at_most: 10 }],
        linear: [{ name: 'vial', coefficients: { y: 1 }, at_most: 20 }],
      })
    ).body;
    const { variables } = (await call('GET', `${path}/variables`)).body;
    const without = (name: string) => variables.filter((one: { name: string }) => one.name !== name);
    for (const name of ['x', 'y'])
      for (const answer of [
        await call('DELETE', `${path}/variables/${name}`),
        await call('PATCH', `${path}/variables/${name}`, { role: 'observed' }),
        await call('POST', `${path}/variables/load`, { variables: without(name) }),
      ])
        expect([answer.status, answer.body?.detail]).toEqual([
          400,
          `variable '${name}' has a safety limit; remove the limit first`,
        ]);
    expect((await call('PUT', `${path}/rules`, { limits, linear })).status).toBe(200);
    await call('PUT', `${path}/rules`, { limits: [], linear: [] });
    expect((await call('DELETE', `${path}/variables/x`)).status).toBe(204);
  });
});

describe('steps of a run', () => {
  it('are proposed, approved, run and measured, each by somebody', async () => {
    const { call } = service;
    const path = await campaign();
    await call('PUT', `${path}/rules`, { approval: true });
    const { id } = (await call('POST', `${path}/experiments/staged`, { inputs: { x: 1, y: 1, c: 'A' } }))
      .body;
    const item = `${path}/experiments/queue/${id}`;
    const done = { outputs: [3], by: 'Bob' };
    expect((await call('POST', `${item}/complete`, done)).body.detail).toContain('not approved');
    expect((await call('POST', `${item}/start`, { by: 'Bob' })).status).toBe(409);
    const lease = await call('POST', `${path}/experiments/queue/lease`, { worker: 'w' });
    expect(lease.body.reason).toBe('the pending runs are not approved');
    expect((await call('POST', `${path}/experiments/staged/complete`, { outputs: [1] })).status).toBe(409);
    const batch = { entries: [{ item_id: id, inputs: { x: 1, y: 1, c: 'A' }, output: 1 }] };
    expect((await call('POST', `${path}/experiments/record-batch`, batch)).status).toBe(409);
    expect((await call('POST', `${item}/approve`)).body.detail).toContain('the name of the person');
    expect((await call('POST', `${item}/approve`, { by: 'Ann' })).status).toBe(200);
    expect((await call('POST', `${item}/complete`, done)).body.detail).toContain('not started');
    expect((await call('POST', `${item}/start`, { by: 'robot' })).body.status).toBe('running');
    expect((await call('POST', `${path}/experiments/record-batch`, batch)).body.detail).toContain(
      'the name of the person',
    );
    const measured = await call('POST', `${item}/complete`, done);
    expect(
      measured.body.steps.map(({ step, by }: { step: string; by: string }) => `${step} by ${by}`),
    ).toEqual(['approved by Ann', 'started by robot', 'measured by Bob']);
  });

  it('are measured by somebody in a batch, too', async () => {
    const { call } = service;
    const path = await campaign();
    await call('PUT', `${path}/rules`, { approval: true });
    const inputs = { x: 1, y: 1, c: 'A' };
    const { id } = (await call('POST', `${path}/experiments/staged`, { inputs })).body;
    const item = `${path}/experiments/queue/${id}`;
    await call('POST', `${item}/approve`, { by: 'Ann' });
    await call('POST', `${item}/start`, { by: 'Ann' });
    const entries = [{ item_id: id, inputs, output: [1] }];
    const done = await call('POST', `${path}/experiments/record-batch`, { entries, by: 'Bob' });
    expect(done.body.completed_item_ids).toEqual([id]);
    const { body } = await call('GET', item);
    expect(body.output).toBe(1);
    expect(body.steps.at(-1)).toMatchObject({ step: 'measured', by: 'Bob' });
  });

  it('are off unless somebody asks for them', async () => {
    const { call } = service;
    const path = await campaign();
    const { id } = (await call('POST', `${path}/experiments/staged`, { inputs: { x: 1, y: 1, c: 'A' } }))
      .body;
    const answer = await call('POST', `${path}/experiments/queue/${id}/complete`, { outputs: [3] });
    expect(answer.body.status).toBe('done');
    expect(answer.body.steps).toBeUndefined();
  });
});
