import { describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

/** A session with rows, a constraint, a staged run, costs and a model. */
async function campaign(rows = 6): Promise<string> {
  const { call } = service;
  const path = await service.session();
  await call('POST', `${path}/variables`, { name: 'y', type: 'real', bounds: [0, 1] });
  await fillSession(service, path, 0);
  const experiments = Array.from({ length: rows }, (_, i) => ({
    inputs: { x: (i * 3.7) % 10, y: i / 10, c: i % 2 === 0 ? 'A' : 'B' },
    output: Math.sin(i),
  }));
  await call('POST', `${path}/experiments/batch`, { experiments });
  return path;
}

const rowsOf = async (path: string): Promise<Record<string, unknown>[]> =>
  (await service.call('GET', `${path}/experiments`)).body.experiments;

const lastEntry = async (path: string) =>
  (await service.call('GET', `${path}/audit`)).body.entries.at(-1) as {
    entry_type: string;
    notes: string;
    parameters: Record<string, unknown>;
  };

it('adding and deleting a variable of a table makes another revision of it', async () => {
  const { call } = service;
  const path = await service.session();
  const revision = async () => (await call('GET', path)).body.data_revision;
  await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  expect(await revision()).toBe(0);
  await call('POST', `${path}/experiments`, { inputs: { x: 1 }, output: 1 });
  const asked = call('POST', `${path}/acquisition/suggest`, { strategy: 'auto' });
  const pH = { name: 'pH', type: 'real', bounds: [1, 9], recorded_value: 7 };
  await call('POST', `${path}/variables`, pH);
  const { body } = await asked;
  expect(Object.keys(body.suggestions[0])).toEqual(['x']);
  expect([body.data_revision, await revision()]).toEqual([1, 2]);
  await call('DELETE', `${path}/variables/pH`);
  expect(await revision()).toBe(3);
  // The column is there still.
  await call('POST', `${path}/variables`, { name: 'pH', type: 'real', bounds: [1, 9] });
  expect(await revision()).toBe(4);
  const retyped = await call('PATCH', `${path}/variables/pH`, { type: 'categorical' });
  expect([retyped.status, await revision()]).toEqual([200, 5]);
});

describe('a variable that joins later', () => {
  it('has the value that it had, in rows and staged runs', async () => {
    const { call } = service;
    const path = await campaign();
    await call('POST', `${path}/experiments/staged`, { inputs: { x: 1, y: 0.5, c: 'A' } });
    const bare = await call('POST', `${path}/variables`, { name: 'p', type: 'real', bounds: [1, 10] });
    expect(bare.status).toBe(400);
    expect(bare.body.detail).toContain('recorded_value');
    const body = { name: 'p', type: 'real', bounds: [1, 10], recorded_value: 1 };
    const added = await call('POST', `${path}/variables`, body);
    expect(added.status).toBe(201);
    expect(added.body.message).toBe("variable 'p' added to 6 rows with 1");
    expect((await rowsOf(path)).map((row) => row.p)).toEqual([1, 1, 1, 1, 1, 1]);
    const staged = await call('GET', `${path}/experiments/staged`);
    expect(staged.body.experiments[0].p).toBe(1);
    expect((await lastEntry(path)).parameters).toMatchObject({
      variable: 'p',
      before: null,
      recorded_value: 1,
    });
    expect((await call('POST', `${path}/model/train`, { backend: 'auto' })).status).toBe(200);
  });

  it.each([
    [{ name: 'q', type: 'categorical', categories: ['k'], recorded_value: 'l' }, 'not declared'],
    [{ name: 'q', type: 'integer', bounds: [1, 3], recorded_value: 7 }, 'outside its bounds'],
    [{ name: 'q', type: 'real', bounds: [1, 3], recorded_value: 'much' }, 'finite number'],
  ])('is refused with a value that it cannot have: %j', async (body, words) => {
    const path = await campaign();
    const answer = await service.call('POST', `${path}/variables`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(words);
    expect(Object.keys((await rowsOf(path))[0] as object)).not.toContain('q');
  });
});

describe('PATCH of a variable', () => {
  it('renames it wherever it stands, and the model goes on', async () => {
    const { call } = service;
    const path = await campaign();
    await call('POST', `${path}/constraints`, {
      constraint_type: 'inequality',
      coefficients: { x: 1, y: 2 },
      rhs: 11,
    });
    await call('POST', `${path}/experiments/staged`, { inputs: { x: 1, y: 0.5, c: 'A' } });
    await call('PUT', `${path}/cost-model`, {
      variables: { x: { kind: 'linear', proportional_term: 2, constant_term: 1 } },
    });
    await call('POST', `${path}/model/train`, { backend: 'botorch' });
    const inputs = [{ x: 2, y: 0.2, c: 'A' }];
    const before = (await call('POST', `${path}/model/predict`, { inputs })).body.predictions[0].mean;
    const values = (await rowsOf(path)).map((row) => row.x);
    const answer = await call('PATCH', `${path}/variables/x`, { name: 'bath T' });
    expect(answer.status).toBe(200);
    expect(answer.body.changes_made).toEqual(['name: x → bath T']);
    expect(answer.body.name).toBe('bath T');
    expect((await rowsOf(path)).map((row) => row['bath T'])).toEqual(values);
    expect(Object.keys((await rowsOf(path))[0] as object)).not.toContain('x');
    const { body } = await call('GET', `${path}/constraints`);
    expect(body.constraints[0].coefficients).toEqual({ 'bath T': 1, y: 2 });
    const staged = await call('GET', `${path}/experiments/staged`);
    expect(staged.body.experiments[0]).toMatchObject({ 'bath T': 1 });
    const costs = await call('GET', `${path}/cost-model`);
    expect(Object.keys(costs.body.cost_model.variables)).toEqual(['bath T']);
    const again = [{ 'bath T': 2, y: 0.2, c: 'A' }];
    const after = (await call('POST', `${path}/model/predict`, { inputs: again })).body.predictions[0].mean;
    expect(after).toBe(before);
    const entry = await lastEntry(path);
    expect(entry.entry_type).toBe('variable_changed');
    expect(entry.parameters).toMatchObject({ before: { name: 'x' }, after: { name: 'bath T' } });
  });

  it('moves bounds, keeps rows outside and says which', async () => {
    const path = await campaign();
    const answer = await service.call('PATCH', `${path}/variables/x`, {
      bounds: [0, 5],
      why: 'the pump is old',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ bounds: [0, 5], rows_outside: 2 });
    expect(answer.body.notes[0]).toBe(
      'recorded rows 3, 6 are outside the new bounds and stay; models still use them, and new runs are not compared with them',
    );
    expect(await rowsOf(path)).toHaveLength(6);
    expect((await lastEntry(path)).notes).toBe('the pump is old');
    const one = await service.call('PATCH', `${path}/variables/x`, { max: 20 });
    expect(one.body.bounds).toEqual([0, 20]);
  });

  it('adds and retires categories: kept in rows, never proposed', async () => {
    const { call } = service;
    const path = await campaign(8);
    const gone = await call('PATCH', `${path}/variables/c`, { categories: ['A', 'D'] });
    expect(gone.status).toBe(400);
    expect(gone.body.detail).toContain("category 'B' is in recorded rows 2, 4, 6, 8; keep it in categories");
    const changed = await call('PATCH', `${path}/variables/c`, {
      categories: ['A', 'B', 'D'],
      retired: ['B'],
      unavailable: ['A'],
    });
    expect(changed.status).toBe(200);
    expect(changed.body.changes_made).toEqual([
      'categories added: D',
      'retired added: B',
      'out of stock added: A',
    ]);
    for (const strategy of ['auto', 'EI']) {
      if (strategy === 'EI') await call('POST', `${path}/model/train`, { backend: 'botorch' });
      const body = strategy === 'auto' ? { strategy, n_suggestions: 3, effort: 'fast' } : { strategy };
      const answer = await call('POST', `${path}/acquisition/suggest`, { ...body, seed: 1 });
      expect(answer.status).toBe(200);
      for (const point of answer.body.suggestions) expect(point.c).toBe('D');
    }
    const design = await call('POST', `${path}/initial-design`, { method: 'lhs', n_points: 6 });
    expect(design.body.points).toHaveLength(6);
    for (const point of design.body.points) expect(point.c).toBe('D');
    const held = await call('POST', `${path}/acquisition/suggest`, { strategy: 'EI', hold: { c: 'B' } });
    expect(held.status).toBe(400);
    expect(held.body.detail).toContain('retired or not available now');
    const staged = await call('POST', `${path}/experiments/staged`, { inputs: { x: 1, y: 0, c: 'B' } });
    expect(staged.body.detail).toContain("'B' is retired");
    const recorded = await call('POST', `${path}/experiments`, {
      inputs: { x: 1, y: 0, c: 'B' },
      output: 1,
    });
    expect(recorded.status).toBe(201);
    const all = await call('PATCH', `${path}/variables/c`, { retired: ['A', 'B', 'D'] });
    expect(all.body.detail).toContain('nothing can be proposed');
  });

  it('leaves out discrete values that are out of stock', async () => {
    const { call } = service;
    const path = await service.session();
    await call('POST', `${path}/variables`, {
      name: 'd',
      type: 'discrete',
      allowed_values: [1, 2, 4],
      unavailable: [2],
    });
    const { body } = await call('POST', `${path}/initial-design`, { method: 'full_factorial' });
    expect([...new Set(body.points.map((point: { d: number }) => point.d))].sort()).toEqual([1, 4]);
  });

  it('changes the role with the rows kept', async () => {
    const { call } = service;
    const path = await campaign();
    const observed = await call('PATCH', `${path}/variables/y`, { role: 'observed' });
    expect(observed.body).toMatchObject({ role: 'observed', changes: null, bounds: [0, 1] });
    const suggested = await call('POST', `${path}/acquisition/suggest`, {
      strategy: 'auto',
      effort: 'fast',
      observed: { y: 0.3 },
    });
    expect(Object.keys(suggested.body.suggestions[0])).toEqual(['x', 'c']);
    await call('POST', `${path}/experiments/staged`, { inputs: { x: 1, c: 'A' } });
    const back = await call('PATCH', `${path}/variables/y`, { role: 'controllable', changes: 'hard' });
    expect(back.body).toMatchObject({ role: 'controllable', changes: 'hard' });
    expect(back.body.notes[0]).toContain('1 staged runs have no value for it');
  });

  it('makes numbers categories and categories numbers, with the values of rows and runs kept', async () => {
    const { call } = service;
    const path = await campaign();
    await call('POST', `${path}/experiments/staged`, { inputs: { x: 1, y: 0.3, c: 'A' } });
    const numbers = (await rowsOf(path)).map((row) => row.y);
    const typed = await call('PATCH', `${path}/variables/y`, { type: 'categorical' });
    expect(typed.body).toMatchObject({
      type: 'categorical',
      categories: numbers.map(String),
      rows_outside: 0,
    });
    expect(typed.body.notes).toContain('recorded values are kept, as categories');
    expect((await rowsOf(path)).map((row) => row.y)).toEqual(numbers.map(String));
    expect((await call('GET', `${path}/experiments/queue`)).body.items[0].inputs.y).toBe('0.3');
    expect((await lastEntry(path)).entry_type).toBe('variable_changed');
    expect((await call('POST', `${path}/model/train`, { backend: 'sklearn', kernel: 'RBF' })).status).toBe(
      200,
    );
    const back = await call('PATCH', `${path}/variables/y`, { type: 'real' });
    expect(back.body).toMatchObject({ type: 'real', bounds: [0, 0.5] });
    expect((await rowsOf(path)).map((row) => row.y)).toEqual(numbers);
    await call('PUT', `${path}/rules`, { limits: [{ variable: 'y', at_most: 0.9 }] });
    const held = await call('PATCH', `${path}/variables/y`, { type: 'categorical' });
    expect([held.status, held.body.detail]).toEqual([400, expect.stringContaining('safety limit')]);
    const text = await call('PATCH', `${path}/variables/c`, { type: 'discrete' });
    expect([text.status, text.body.detail]).toEqual([
      400,
      expect.stringContaining('recorded rows 1, 2, 3, 4, 5 and 1 more hold text'),
    ]);
  });

  it.each([
    ['y', { type: 'categorical', categories: ['p'] }, 400, 'recorded row'],
    ['c', { type: 'real', bounds: [0, 1] }, 400, 'hold text'],
    ['x', { name: 'y' }, 400, 'exists already'],
    ['x', { name: 'Output' }, 400, 'reserved'],
    ['x', { retired: ['A'] }, 422, 'categorical'],
    ['x', { bounds: [3, 1] }, 400, 'not below'],
    ['c', { retired: ['Z'] }, 400, 'does not have'],
    ['nobody', { unit: 'K' }, 404, 'not found'],
    ['x', { bonds: [0, 1] }, 422, 'bounds'],
  ])('refuses %s %j', async (name, body, status, words) => {
    const path = await campaign();
    const before = await service.call('GET', `${path}/variables`);
    const answer = await service.call('PATCH', `${path}/variables/${name}`, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.detail)).toContain(words);
    expect((await service.call('GET', `${path}/variables`)).body).toEqual(before.body);
  });

  it('survives a file', async () => {
    const { call, upload } = service;
    const path = await campaign();
    await call('PATCH', `${path}/variables/c`, { retired: ['B'] });
    const file = await call('GET', `${path}/export`);
    const copy = await upload('/sessions/import', JSON.stringify(file.body));
    const { body } = await call('GET', `/sessions/${copy.body.session_id}/variables`);
    expect(body.variables.find((one: { name: string }) => one.name === 'c').retired).toEqual(['B']);
  });
});
