import { describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

describe('variables', () => {
  it.each([
    [
      { name: 'a', type: 'real', bounds: [0, 1], unit: 'K' },
      { bounds: [0, 1], unit: 'K', role: 'controllable' },
    ],
    [{ name: 'a', type: 'real', min: 0, max: 1, bounds: [0, 1] }, { bounds: [0, 1] }],
    [{ name: 'a', min: 0, max: 1 }, { type: 'real' }],
    [{ name: 'a', type: 'integer', min: 1, max: 5, changes: 'hard' }, { changes: 'hard' }],
    [{ name: 'a', type: 'categorical', values: ['p', 'q'] }, { categories: ['p', 'q'] }],
    [{ name: 'a', type: 'discrete', allowed_values: [4, 1, 2] }, { allowed_values: [1, 2, 4] }],
    [
      { name: 'a', type: 'real', role: 'observed' },
      { bounds: null, role: 'observed', changes: null },
    ],
    [{ name: 'a', type: 'categorical', categories: ['p'], role: 'observed' }, { role: 'observed' }],
    [
      { name: 'a', type: 'context' },
      { type: 'context', role: 'observed' },
    ],
  ])('adds %j', async (request, expected) => {
    const path = await service.session();
    const answer = await service.call('POST', `${path}/variables`, request);
    expect(answer.status).toBe(201);
    expect(answer.headers['x-service-saved']).toBe('true');
    expect(answer.body).toMatchObject({ name: 'a', ...expected });
  });

  it.each([
    [400, { name: 'a', type: 'real', bounds: [1, 1] }, 'min 1 is not below max 1'],
    [400, { name: 'a', type: 'real', bounds: [2, 1] }, 'min 2 is not below max 1'],
    [400, { name: 'a', type: 'real', bounds: [-1.7e308, 1.7e308] }, 'span'],
    [400, '{"name":"a","type":"real","bounds":[0,1e9],"step":1}', 'between min and max, 1000000000 apart'],
    [400, '{"name":"a","type":"real","bounds":[0,1e999]}', 'finite'],
    [400, { name: 'a', type: 'categorical', categories: [] }, 'empty'],
    [400, { name: 'a', type: 'categorical', categories: ['p', 'p'] }, 'twice'],
    [400, { name: 'a', type: 'discrete', allowed_values: [1, 1] }, 'twice'],
    [400, { name: 'RunOrder', type: 'real', bounds: [0, 1] }, 'reserved'],
    [400, { name: 'Iteration', type: 'real', bounds: [0, 1] }, 'reserved'],
    [400, { name: 'toString', type: 'real', bounds: [0, 1] }, 'the name is reserved for programs'],
    [400, { name: 'a', type: 'real', role: 'observed', changes: 'hard' }, 'never set'],
    [400, { name: 'a', type: 'real', role: 'observed', min: 1 }, 'both bounds or neither'],
    [422, { name: 'a', type: 'real' }, 'bounds'],
    [422, { name: 'a', type: 'integer', bounds: [0.5, 3] }, 'whole number'],
    [422, { name: 'a', type: 'real', bounds: [0, 1], min: 0, max: 2 }, 'differ'],
    [422, { name: 'a', type: 'discrete', allowed_values: [1] }, 'allowed_values'],
    [422, { name: 'a', type: 'categorical' }, 'categories'],
    [422, { name: 'a/b', type: 'real', bounds: [0, 1] }, 'address'],
    [422, { name: '', type: 'real', bounds: [0, 1] }, 'name'],
    [422, { type: 'real', bounds: [0, 1] }, 'name'],
    [422, { name: 'a', type: 'blob' }, 'type'],
    [422, { name: 'a' }, 'type'],
  ])('answers %i to %j', async (status, request, words) => {
    const path = await service.session();
    const answer = await service.call('POST', `${path}/variables`, request);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.detail)).toContain(words);
    expect(answer.headers['x-service-saved']).toBeUndefined();
    expect((await service.call('GET', `${path}/variables`)).body.count).toBe(0);
  });

  it('refuses a second one of the name, and a new one once results are recorded', async () => {
    const { call, session } = service;
    const path = await session();
    await fillSession(service, path, 2);
    const again = await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    expect(again.status).toBe(400);
    const late = await call('POST', `${path}/variables`, { name: 'y', type: 'real', bounds: [0, 1] });
    expect(late.status).toBe(400);
    expect(late.body.detail).toContain('have no value');
    expect((await call('DELETE', `${path}/variables/x`)).status).toBe(204);
    const back = await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 5] });
    expect(back.status).toBe(201);
  });

  it('replaces in place and deletes together with constraints', async () => {
    const { call, session } = service;
    const path = await session();
    for (const name of ['a', 'b', 'c']) {
      await call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 1] });
    }
    await call('POST', `${path}/constraints`, {
      constraint_type: 'inequality',
      coefficients: { a: 1, b: 1 },
      rhs: 1,
    });
    await call('POST', `${path}/constraints`, {
      constraint_type: 'equality',
      coefficients: { c: 1 },
      rhs: 1,
    });
    const changed = await call('PUT', `${path}/variables/b`, { name: 'b', type: 'integer', bounds: [0, 9] });
    expect([changed.status, changed.body.type]).toEqual([200, 'integer']);
    const names = (await call('GET', `${path}/variables`)).body.variables.map(
      (v: { name: string }) => v.name,
    );
    expect(names).toEqual(['a', 'b', 'c']);
    const label = await call('PUT', `${path}/variables/b`, {
      name: 'b',
      type: 'categorical',
      categories: ['x'],
    });
    expect(label.status).toBe(400);
    expect((await call('PUT', `${path}/variables/b`, { name: 'z', min: 0, max: 1 })).status).toBe(400);
    expect((await call('PUT', `${path}/variables/z`, { name: 'z', min: 0, max: 1 })).status).toBe(404);
    expect((await call('PUT', `${path}/variables/b`, {})).status).toBe(422);
    expect((await call('DELETE', `${path}/variables/a`)).status).toBe(204);
    expect((await call('DELETE', `${path}/variables/a`)).status).toBe(404);
    const left = (await call('GET', `${path}/constraints`)).body.constraints;
    expect(left.map((constraint: { name: string }) => constraint.name)).toEqual(['constraint_1']);
  });

  it('loads an array or a document, as body or as form, whole or not at all', async () => {
    const { call, upload, session } = service;
    const path = await session();
    const load = `${path}/variables/load`;
    const real = (name: string) => ({ name, type: 'real', min: 0, max: 1 });
    expect((await call('POST', load, [real('a')])).body).toMatchObject({ n_variables: 1, n_constraints: 0 });
    expect((await upload(load, JSON.stringify([{ ...real('b'), bounds: null }]))).status).toBe(200);
    for (const bad of [
      [real('c'), { name: 'd', type: 'blob' }],
      [real('c'), real('a')],
      [{ name: 'c', type: 'context', min: 0 }],
      [7],
      { variables: [real('c')], constraints: [{ type: 'inequality', coefficients: { q: 1 }, rhs: 1 }] },
    ]) {
      expect((await call('POST', load, bad)).status).toBe(400);
    }
    expect((await call('GET', `${path}/variables`)).body.count).toBe(2);
    expect((await call('POST', load, 5)).status).toBe(422);
    expect((await upload(load, 'x')).status).toBe(400);
    const document = {
      variables: [
        real('u'),
        { name: 'k', type: 'categorical', categories: ['p'] },
        { name: 'z', type: 'context' },
      ],
      constraints: [{ type: 'inequality', coefficients: { u: 2 }, rhs: 1 }],
    };
    expect((await call('POST', load, document)).body).toMatchObject({ n_variables: 3, n_constraints: 1 });
    const bare = await call('GET', `${path}/variables/export`);
    expect(bare.headers['content-disposition']).toContain('variables_');
    expect(bare.body).toEqual([
      real('u'),
      { name: 'k', type: 'categorical', values: ['p'] },
      { name: 'z', type: 'context' },
    ]);
    const whole = await call('GET', `${path}/variables/export?include_constraints=true`);
    expect(whole.body.constraints).toEqual([
      { type: 'inequality', coefficients: { u: 2 }, rhs: 1, name: 'constraint_0' },
    ]);
    const again = await session();
    await call('POST', `${again}/variables/load`, whole.body);
    expect((await call('GET', `${again}/variables/export?include_constraints=true`)).body).toEqual(
      whole.body,
    );
    expect((await call('POST', load, {})).body.n_variables).toBe(0);
  });
});

describe('constraints', () => {
  it('have names that are seen and can stand in an address; loaded ones keep theirs', async () => {
    const { call } = service;
    const path = await service.session();
    const a = { name: 'a', type: 'real', bounds: [0, 10] };
    await call('POST', `${path}/variables`, a);
    const sum = { type: 'inequality', coefficients: { a: 1 }, rhs: 5 };
    for (const name of [' ', '\t', 'a/b', '..']) {
      const added = await call('POST', `${path}/constraints`, { ...sum, name });
      expect([name, added.status, added.body.detail[0].loc]).toEqual([name, 422, ['body', 'name']]);
    }
    expect((await call('GET', `${path}/constraints`)).body.n_constraints).toBe(0);
    const document = { variables: [a], constraints: [{ ...sum, name: 'solvent/acid' }] };
    expect((await call('POST', `${path}/variables/load`, document)).status).toBe(200);
    expect((await call('DELETE', `${path}/constraints/solvent%2Facid`)).status).toBe(200);
    expect((await call('GET', `${path}/constraints`)).body.n_constraints).toBe(0);
  });

  it('of a document have no field that a constraint has not, no blank name and one type', async () => {
    const { call } = service;
    const path = await service.session();
    const a = { name: 'a', type: 'real', bounds: [0, 10] };
    const sum = { type: 'inequality', coefficients: { a: 1 }, rhs: 5 };
    const load = (constraint: object) =>
      call('POST', `${path}/variables/load`, { variables: [a], constraints: [{ ...sum, ...constraint }] });
    const unknown = await load({ lower: 1 });
    expect([unknown.status, unknown.body.detail[0].loc]).toEqual([
      422,
      ['body', 'constraints', '0', 'lower'],
    ]);
    for (const [constraint, why] of [
      [{ name: ' ' }, "constraint 1 of 1: name ' ' is blank"],
      [{ constraint_type: 'equality' }, "constraint_type 'equality' differs from type, 'inequality'"],
    ] as const) {
      const refused = await load(constraint);
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(why)]);
    }
    expect((await call('GET', `${path}/variables`)).body.count).toBe(0);
    expect((await load({ name: null, constraint_type: 'inequality' })).status).toBe(200);
    expect((await call('GET', `${path}/constraints`)).body.constraints[0].name).toBe('constraint_0');
  });

  it('are reported to contradict each other or the ranges, wherever that comes from', async () => {
    const { call } = service;
    const path = await service.session();
    await call('POST', `${path}/variables`, { name: 'a', type: 'real', bounds: [0, 10] });
    await call('POST', `${path}/variables`, { name: 'b', type: 'real', bounds: [0, 10] });
    await call('POST', `${path}/variables`, { name: 'room', type: 'context' });
    const add = (coefficients: object, rhs: number) =>
      call('POST', `${path}/constraints`, { constraint_type: 'inequality', coefficients, rhs });
    const fine = await add({ a: 1, b: 1 }, 12);
    expect([fine.status, fine.body.warnings]).toEqual([201, undefined]);
    const least = await add({ a: -1, b: -1 }, -13);
    expect(least.status).toBe(201);
    expect(least.body.warnings).toEqual([
      "no run is possible: constraints 'constraint_0', 'constraint_1' cannot be met: no point is left; relax one of them",
    ]);
    const { warnings } = least.body;
    expect((await call('GET', `${path}/constraints`)).body.warnings).toEqual(warnings);
    await call('DELETE', `${path}/constraints/constraint_0`);
    expect((await call('GET', `${path}/constraints`)).body.warnings).toBeUndefined();
    const narrow = { name: 'a', type: 'real', bounds: [0, 2] };
    const put = await call('PUT', `${path}/variables/a`, narrow);
    expect(put.body.warnings[0]).toContain("constraint 'constraint_1' cannot be met");
    const wide = await call('PATCH', `${path}/variables/a`, { bounds: [0, 5] });
    expect(wide.body.notes).toEqual([]);
    const again = await call('PATCH', `${path}/variables/a`, { bounds: [0, 1] });
    expect(again.body.notes[0]).toContain('no run is possible');
    const file = (await call('GET', `${path}/variables/export?include_constraints=true`)).body;
    const other = await service.session();
    const loaded = await call('POST', `${other}/variables/load`, file);
    expect([loaded.status, loaded.body.warnings.length]).toEqual([200, 1]);
    await call('PATCH', `${path}/variables/a`, { bounds: [0, 10] });
    const vial = { name: 'vial', coefficients: { a: 1, b: 1 }, at_most: 12 };
    const rules = await call('PUT', `${path}/rules`, { linear: [vial] });
    expect(rules.body.warnings[0]).toContain("'constraint_1', 'safety limit vial' cannot be met");
    const free = await call('PUT', `${path}/rules`, { linear: [] });
    expect([free.status, free.body.warnings]).toEqual([200, undefined]);
  });

  it('registers, names, lists and deletes', async () => {
    const { call, session } = service;
    const path = await session();
    await fillSession(service, path, 0);
    const add = (body: object) => call('POST', `${path}/constraints`, body);
    const made = await add({ constraint_type: 'inequality', coefficients: { x: 1 }, rhs: 5 });
    expect(made.status).toBe(201);
    expect(made.body.constraint).toEqual({
      type: 'inequality',
      coefficients: { x: 1 },
      rhs: 5,
      name: 'constraint_0',
    });
    expect((await add({ type: 'equality', coefficients: { x: 0 }, rhs: 1, name: 'e' })).status).toBe(201);
    for (const [status, body] of [
      [400, { constraint_type: 'inequality', coefficients: { x: 1 }, rhs: 1, name: 'e' }],
      [400, { constraint_type: 'inequality', coefficients: { q: 1 }, rhs: 1 }],
      [422, { constraint_type: 'inequality', type: 'equality', coefficients: { x: 1 }, rhs: 1 }],
      [400, { constraint_type: 'inequality', coefficients: { c: 1 }, rhs: 1 }],
      [422, { constraint_type: 'inequality', coefficients: {}, rhs: 1 }],
      [422, { constraint_type: 'inequality', coefficients: { x: 'a' }, rhs: 1 }],
      [422, { coefficients: { x: 1 }, rhs: 1 }],
      [422, { constraint_type: 'inequality', coefficients: { x: 1 }, rhs: 1, name: 'a/b' }],
    ] as const) {
      expect([(await add(body)).status, body]).toEqual([status, body]);
    }
    const endless = await call(
      'POST',
      `${path}/constraints`,
      '{"type":"equality","coefficients":{"x":1},"rhs":1e999}',
    );
    expect(endless.status).toBe(400);
    expect((await call('GET', `${path}/constraints`)).body.n_constraints).toBe(2);
    expect((await call('DELETE', `${path}/constraints/e`)).status).toBe(200);
    expect((await call('DELETE', `${path}/constraints/e`)).status).toBe(404);
  });
});
