import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();
let path: string;

beforeAll(async () => {
  path = await service.session({ name: 'A', author: 'Ann' });
  await fillSession(service, path, 3);
});

const call = (method: string, route: string, body?: unknown) => service.call(method, `${path}${route}`, body);

describe('lock', () => {
  it('hands out one token, refuses others, and lets go by token or by force', async () => {
    expect((await call('GET', '/lock')).body).toEqual({
      enforced: false,
      locked: false,
      locked_by: null,
      locked_at: null,
      lock_token: null,
    });
    expect((await call('POST', '/lock', {})).status).toBe(422);
    const taken = await call('POST', '/lock', { locked_by: 'Ann', client_id: 'a' });
    expect(taken.body).toMatchObject({ locked: true, locked_by: 'Ann' });
    expect(taken.body.lock_token).toMatch(/^[0-9a-f-]{36}$/);
    expect((await call('GET', '/lock')).body.lock_token).toBeNull();
    expect((await call('GET', '')).body.lock).toMatchObject({
      locked: true,
      locked_by: 'Ann',
      lock_token: null,
    });
    expect((await call('POST', '/lock', { locked_by: 'Ann', client_id: 'b' })).status).toBe(409);
    const again = await call('POST', '/lock', { locked_by: 'Ann', client_id: 'a' });
    expect(again.body.lock_token).not.toBe(taken.body.lock_token);
    expect((await call('DELETE', `/lock?lock_token=${taken.body.lock_token}`)).status).toBe(403);
    // A lock is advice: writes go on.
    expect((await call('PATCH', '/metadata', { description: 'd' })).status).toBe(200);
    const forced = await call('POST', '/lock', { locked_by: 'Bob', force: true });
    expect((await call('DELETE', `/lock?lock_token=${forced.body.lock_token}`)).body.locked).toBe(false);
    expect((await call('DELETE', '/lock?lock_token=x')).status).toBe(403);
    await call('POST', '/lock', { locked_by: 'Ann' });
    expect((await call('DELETE', '/lock')).body.locked).toBe(false);
    expect(JSON.stringify((await call('GET', '/export')).body)).not.toContain('lock_token');
  });
});

describe('audit log', () => {
  it('refuses numbers that it could not keep, and names them', async () => {
    const send = async (path: string, text: string) => {
      const { status, body } = await call('POST', path, text);
      return [status, body.detail];
    };
    const beyond = 'expected a finite number, got one beyond the range of a 64-bit float';
    const event = '{"entry_type": "x", "parameters": {"vial": {"mass": [1, -1e999]}}}';
    expect(await send('/audit/event', event)).toEqual([400, `parameters.vial.mass.1: ${beyond}`]);
    const lock =
      '{"lock_type": "acquisition", "strategy": "EI", "parameters": {"xi": 1}, "suggestions": [{"x": 1e999}]}';
    expect(await send('/audit/lock', lock)).toEqual([400, `suggestions.0.x: ${beyond}`]);
  });

  it.each([
    ['values', Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i]))],
    ['values', { deep: { list: Array.from({ length: 9_998 }, () => 1) }, one: 1 }],
    ['characters', { texts: Array.from({ length: 11 }, () => 'x'.repeat(95_000)) }],
    [
      'characters',
      { texts: [{ ['k'.repeat(95_000)]: 1 }, ...Array.from({ length: 10 }, () => 'x'.repeat(95_000))] },
    ],
  ])('refuses more %s than an entry may have, and takes almost as many', async (what, parameters) => {
    const event = await call('POST', '/audit/event', { entry_type: 'x', parameters });
    expect([event.status, event.body.detail[0]]).toMatchObject([
      422,
      { loc: ['body', 'parameters'], msg: expect.stringContaining(` ${what}, got more`), type: 'limit' },
    ]);
    const lock = {
      lock_type: 'acquisition',
      strategy: 'EI',
      parameters: { xi: 1 },
      suggestions: [parameters],
    };
    expect((await call('POST', '/audit/lock', lock)).body.detail[0].loc).toEqual(['body', 'suggestions']);
    const [name, ...rest] = Object.keys(parameters);
    const { [name as string]: _first, ...fewer } = parameters as Record<string, unknown>;
    const taken = { entry_type: 'x', parameters: rest.length > 0 ? fewer : { texts: ['x'.repeat(95_000)] } };
    expect((await call('POST', '/audit/event', taken)).status).toBe(200);
  });

  it('writes down events, locks and changes, each with its hash', async () => {
    const event = await call('POST', '/audit/event', {
      entry_type: 'e',
      parameters: { b: [1, null], a: 'x' },
      notes: 'n',
    });
    const hash = createHash('sha256').update('{"a": "x", "b": [1, null]}').digest('hex').slice(0, 16);
    expect(event.body.entry).toMatchObject({ entry_type: 'e', notes: 'n', hash });
    expect((await call('POST', '/audit/event', { entry_type: '' })).status).toBe(422);
    expect((await call('POST', '/audit/event', { entry_type: 'variable_changed' })).status).toBe(200);
    const data = await call('POST', '/audit/lock', { lock_type: 'data', notes: 'frozen' });
    expect(data.body.entry).toMatchObject({ entry_type: 'data_locked', parameters: { n_experiments: 3 } });
    const same = await call('POST', '/audit/lock', { lock_type: 'data' });
    expect(same.body.entry.parameters.data_hash).toBe(data.body.entry.parameters.data_hash);
    expect((await call('POST', '/audit/lock', { lock_type: 'model' })).body.error_type).toBe('NoModelError');
    expect((await call('POST', '/audit/lock', { lock_type: 'acquisition', strategy: 'EI' })).status).toBe(
      400,
    );
    expect((await call('POST', '/audit/lock', { lock_type: 'all' })).status).toBe(422);
    const acquisition = {
      lock_type: 'acquisition',
      strategy: 'EI',
      parameters: { goal: 'maximize' },
      suggestions: [{ x: 1 }],
    };
    expect((await call('POST', '/audit/lock', acquisition)).body.entry.parameters.iteration).toBe(1);
    await call('POST', '/experiments', { inputs: { x: 1, c: 'A' }, output: 1 });
    const record = (await call('GET', '/experiments/provenance')).body.records.at(-1);
    expect(record.acq_params).toEqual({ goal: 'maximize' });
    await call('POST', '/model/train', { backend: 'sklearn' });
    expect((await call('POST', '/audit/lock', { lock_type: 'model' })).status).toBe(200);
    const changes = (await call('GET', '/audit/config-changes')).body.changes;
    expect(changes.map((change: { component: string }) => change.component)).toEqual([
      'acquisition',
      'model',
    ]);
    const told = { iteration: 2, parameters: { goal: 'minimize' } };
    const sent = { entry_type: 'acquisition_locked', parameters: { ...told, source: 'server' } };
    const { entry } = (await call('POST', '/audit/event', sent)).body;
    expect(entry.parameters).toEqual({ ...told, source: 'client' });
    const run = { inputs: { x: 2, c: 'A' }, output: 1, iteration: 2 };
    await call('POST', '/experiments', run);
    const records = (await call('GET', '/experiments/provenance')).body.records;
    expect(records.at(-1).acq_params).toEqual({ goal: 'minimize', source: 'client' });
    const runs = async () => (await call('GET', '/experiments/provenance')).body;
    const before = await runs();
    await call('POST', '/audit/event', {
      entry_type: 'experiment_completed',
      parameters: { id: records[0].id },
    });
    expect(await runs()).toEqual(before);
    expect(changes[1]).toMatchObject({ old: {}, new: { backend: 'sklearn', kernel: 'Matern' } });
    expect(Object.keys(changes[1].new)).not.toContain('input_transform_type');
    const shown = (await call('GET', '/visualizations/hyperparameters')).body;
    expect(shown).toMatchObject({ input_transform: 'none', output_transform: 'none' });
    const all = (await call('GET', '/audit')).body;
    expect(all.n_entries).toBe(all.entries.length);
    expect((await call('GET', '/audit?entry_type=e')).body.n_entries).toBe(1);
    const text = await call('GET', '/audit/export');
    expect(text.headers['content-type']).toContain('text/markdown');
    expect(text.body).toContain('# Audit log: A');
    expect(text.body.match(/^## /gm)).toHaveLength(all.n_entries);
  });
});

describe('control', () => {
  it('is a mailbox for two', async () => {
    expect((await call('GET', '/control')).body).toMatchObject({
      requested: 'run',
      reported: 'idle',
      detail: null,
    });
    const asked = await call('PUT', '/control', { requested: 'pause', requested_by: 'me' });
    expect(asked.body).toMatchObject({ requested: 'pause', requested_by: 'me', reported: 'idle' });
    const told = await call('PUT', '/control', { reported: 'failed', detail: 'leak' });
    expect(told.body).toMatchObject({ requested: 'pause', reported: 'failed', detail: 'leak' });
    expect((await call('PUT', '/control', {})).status).toBe(400);
    expect((await call('PUT', '/control', { requested: 'run', reported: 'idle' })).status).toBe(400);
    expect((await call('PUT', '/control', { requested: 'stop' })).status).toBe(422);
    const before = (await call('GET', '/control')).body;
    expect(await call('PUT', '/control', { requested: 'run', detail: 'now' })).toMatchObject({
      status: 400,
      body: { detail: "detail 'now' belongs to reported; leave it out, or send reported" },
    });
    expect(await call('PUT', '/control', { reported: 'idle', requested_by: 'me' })).toMatchObject({
      status: 400,
      body: { detail: "requested_by 'me' belongs to requested; leave it out, or send requested" },
    });
    expect((await call('GET', '/control')).body).toEqual(before);
  });
});
