import { describe, expect, it } from 'vitest';
import { fillSession, testApp } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

async function withVariables(): Promise<string> {
  const path = await service.session();
  await fillSession(service, path, 0);
  return path;
}

const point = { x: 1, c: 'A' };

describe('finished runs of the queue beside another table', () => {
  const refsOf = async (path: string) =>
    (await service.call('GET', `${path}/experiments/queue`)).body.items.map(
      ({ status, dataset_ref }: { status: string; dataset_ref: number | null }) => [status, dataset_ref],
    );
  const finished = async (): Promise<string> => {
    const path = await withVariables();
    const items = [{ inputs: point }, { inputs: { x: 2, c: 'B' } }];
    const staged = await service.call('POST', `${path}/experiments/queue`, { items });
    const [{ id }] = staged.body.items;
    await service.call('POST', `${path}/experiments/queue/${id}/complete`, { outputs: [5] });
    expect(await refsOf(path)).toEqual([
      ['done', 0],
      ['pending', null],
    ]);
    return path;
  };

  it('have no row once the table is cleared, and stay when a row of another table goes', async () => {
    const path = await finished();
    expect((await service.call('DELETE', `${path}/experiments`)).status).toBeLessThan(300);
    const expected = [
      ['done', null],
      ['pending', null],
    ];
    expect(await refsOf(path)).toEqual(expected);
    await service.call('POST', `${path}/experiments`, { inputs: point, output: 1 });
    const { experiments } = (await service.call('GET', `${path}/experiments`)).body;
    await service.call('DELETE', `${path}/experiments/${experiments[0].ProvenanceId}`);
    expect(await refsOf(path)).toEqual(expected);
  });

  it('have the row with their identifier in the table of a file that replaces it, else none', async () => {
    const path = await finished();
    const { experiments } = (await service.call('GET', `${path}/experiments`)).body;
    const id = experiments[0].ProvenanceId;
    const replace = async (text: string) => {
      const { status } = await service.upload(`${path}/experiments/upload`, text, {
        target_column: 'Output',
      });
      expect(status).toBe(200);
      return (await refsOf(path))[0];
    };
    expect(await replace(`x,c,Output,ProvenanceId\n7,B,1,other\n1,A,5,${id}\n`)).toEqual(['done', 1]);
    expect(await replace('x,c,Output\n7,B,1\n')).toEqual(['done', null]);
  });
});

describe('a row that should not be there', () => {
  it('is taken out alone; the audit log, the provenance and the history keep it', async () => {
    const service = await testApp();
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 9] });
    const staged = await service.call('POST', `${path}/experiments/queue`, {
      items: [{ inputs: { x: 8 } }, { inputs: { x: 9 } }],
    });
    const [first, second] = staged.body.items;
    for (const x of [1, 2])
      await service.call('POST', `${path}/experiments`, {
        inputs: { x },
        output: x,
        ...(x === 2 ? { comment: 'typed twice' } : {}),
      });
    for (const { id } of [first, second])
      await service.call('POST', `${path}/experiments/queue/${id}/complete`, { outputs: [5] });
    const rows = async () => (await service.call('GET', `${path}/experiments`)).body.experiments;
    const wrong = (await rows())[1];
    const gone = `${path}/experiments/${wrong.ProvenanceId}`;
    const { status, body } = await service.call('DELETE', `${gone}?why=typed%20twice`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      experiment_id: 1,
      n_experiments: 3,
      row: { x: 2, Output: 2, Comment: 'typed twice' },
    });
    expect((await rows()).map(({ x }: { x: number }) => x)).toEqual([1, 8, 9]);
    const refs = async () =>
      (await service.call('GET', `${path}/experiments/queue`)).body.items.map(
        (item: { id: string; dataset_ref: number }) => [item.id, item.dataset_ref],
      );
    expect(await refs()).toEqual([
      [first.id, 1],
      [second.id, 2],
    ]);
    const { entries } = (await service.call('GET', `${path}/audit`)).body;
    const told = entries.find((one: { entry_type: string }) => one.entry_type === 'experiment_removed');
    expect(told).toMatchObject({ notes: 'typed twice', parameters: { before: { x: 2, Output: 2 } } });
    expect((await service.call('DELETE', gone)).status).toBe(404);
    await service.call('DELETE', `${path}/experiments/${(await rows())[1].ProvenanceId}`);
    expect(await refs()).toEqual([[second.id, 1]]);
    await service.close();
  });
});

describe('the summary of runs', () => {
  const record = async (outputs: readonly unknown[]) => {
    const path = await withVariables();
    for (const output of outputs)
      await service.call('POST', `${path}/experiments`, { inputs: point, output });
    return (await service.call('GET', `${path}/experiments/summary`)).body;
  };

  it('counts measured values of the objective, and no limits', async () => {
    expect(await record([{ below: 1 }, 4, 6, { above: 99 }])).toMatchObject({
      n_experiments: 4,
      target_stats: { min: 4, max: 6, mean: 5, std: Math.SQRT2 },
    });
    expect(await record([{ below: 1 }, { above: 99 }])).toMatchObject({
      n_experiments: 2,
      target_stats: null,
    });
  });
});

describe('the provenance of a limit', () => {
  it('keeps its sign when the row is corrected or removed', async () => {
    const path = await withVariables();
    const upload = await service.upload(`${path}/experiments/upload`, 'x,c,Output\n1,A,<5\n2,A,<6\n3,A,7\n', {
      target_column: 'Output',
    });
    expect(upload.status).toBe(200);
    for (const output of [{ above: 90 }, { above: 91 }, 8])
      await service.call('POST', `${path}/experiments`, { inputs: point, output });
    const signs = async () =>
      (await service.call('GET', `${path}/experiments/provenance`)).body.records.map(
        ({ output, censored }: { output: number; censored?: object }) => [output, censored],
      );
    const recorded = [
      [5, { Output: 'below' }],
      [6, { Output: 'below' }],
      [7, undefined],
      [90, { Output: 'above' }],
      [91, { Output: 'above' }],
      [8, undefined],
    ];
    expect(await signs()).toEqual(recorded);
    const { experiments } = (await service.call('GET', `${path}/experiments`)).body;
    const ids = experiments.map((row: { ProvenanceId: string }) => row.ProvenanceId);
    const correct = (id: string, output: unknown) =>
      service.call('PATCH', `${path}/experiments/${id}`, { output });
    for (const [at, output] of [
      [0, 4],
      [2, { below: 7 }],
      [3, 89],
      [5, { above: 8 }],
    ] as const)
      expect((await correct(ids[at], output)).status).toBe(200);
    expect(await signs()).toEqual(recorded);
    await service.call('POST', `${path}/experiments/remove-batch`, { provenance_ids: ids });
    expect(await signs()).toEqual(recorded);
    const one = await service.call('GET', `${path}/experiments/provenance/${ids[1]}`);
    expect(one.body).toMatchObject({ output: 6, censored: { Output: 'below' } });
  });
});

describe('rows that should not be there', () => {
  it('are taken out together or not at all; finished runs go with them, and others keep their rows', async () => {
    const path = await withVariables();
    const items = [1, 2, 3, 4].map((x) => ({ inputs: { x, c: 'A' } }));
    const staged = await service.call('POST', `${path}/experiments/queue`, { items });
    const ids = staged.body.items.map(({ id }: { id: string }) => id);
    for (const [i, id] of ids.entries())
      await service.call('POST', `${path}/experiments/queue/${id}/complete`, { outputs: [i] });
    const remove = (provenance_ids: readonly string[], more: object = {}) =>
      service.call('POST', `${path}/experiments/remove-batch`, { provenance_ids, ...more });
    const unknown = await remove([ids[0], 'none']);
    expect([unknown.status, unknown.body.detail]).toEqual([404, "no experiment has the ProvenanceId 'none'"]);
    const twice = await remove([ids[0], ids[0]]);
    expect([twice.status, twice.body.detail]).toEqual([400, `provenance_ids: '${ids[0]}' is named twice`]);
    expect((await remove([])).status).toBe(422);
    const rows = async () => (await service.call('GET', `${path}/experiments`)).body.experiments;
    expect(await rows()).toHaveLength(4);
    const { status, body } = await remove([ids[2], ids[0]], { why: 'entered twice' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rows: [
        { x: 3, Output: 2 },
        { x: 1, Output: 0 },
      ],
      n_experiments: 2,
    });
    expect(await rows()).toMatchObject([{ x: 2 }, { x: 4 }]);
    const queue = (await service.call('GET', `${path}/experiments/queue`)).body.items;
    expect(queue).toMatchObject([
      { id: ids[1], dataset_ref: 0 },
      { id: ids[3], dataset_ref: 1 },
    ]);
    const { entries } = (await service.call('GET', `${path}/audit`)).body;
    const told = entries.filter((one: { entry_type: string }) => one.entry_type === 'experiment_removed');
    expect(told).toMatchObject([
      { notes: 'entered twice', parameters: { row: 2, before: { x: 3 } } },
      { notes: 'entered twice', parameters: { row: 0, before: { x: 1 } } },
    ]);
  });
});

describe('rows that were removed', () => {
  it('come back as they were, in their places, beside what was recorded since', async () => {
    const path = await withVariables();
    const remarks = { comment: 'cloudy', attachments: [{ title: 'NMR', url: 'https://eln.example/1' }] };
    const experiments = [
      { inputs: { x: 1, c: 'A' }, output: { above: 99 }, noise: 0.1, ...remarks },
      { inputs: { x: 2, c: 'A' }, output: 2 },
      { inputs: { x: 3, c: 'A' }, status: 'failed', error: 'leak' },
    ];
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    const rows = async () => (await service.call('GET', `${path}/experiments`)).body.experiments;
    const before = await rows();
    const [first, second, third] = before.map((row: { ProvenanceId: string }) => row.ProvenanceId);
    const restore = async (provenance_ids: readonly string[], more: object = {}) => {
      const answer = await service.call('POST', `${path}/experiments/restore-batch`, {
        provenance_ids,
        ...more,
      });
      return [answer.status, answer.body.detail ?? answer.body.experiment_ids];
    };
    await service.call('POST', `${path}/experiments/remove-batch`, { provenance_ids: [third, first] });
    await service.call('POST', `${path}/experiments`, { inputs: { x: 4, c: 'A' }, output: 4 });
    const late = (await rows()).at(-1);
    expect(await restore([first, 'none'])).toEqual([
      404,
      "no removed experiment has the ProvenanceId 'none'",
    ]);
    expect(await restore([first, second])).toEqual([404, expect.stringContaining(second)]);
    expect(await restore([first, first])).toEqual([400, `provenance_ids: '${first}' is named twice`]);
    expect(await restore([third, first], { why: 'by mistake' })).toEqual([200, [2, 0]]);
    expect(await rows()).toEqual([...before, expect.objectContaining(late)]);
    expect(await restore([first])).toEqual([
      409,
      `experiment '${first}' is in the table already; nothing was restored`,
    ]);
    const { body } = await service.call('GET', `${path}/experiments/provenance/${first}`);
    expect(body.detail).toEqual({ censored: { Output: 'above' }, ...remarks });
    const { entries } = (await service.call('GET', `${path}/audit`)).body;
    expect(entries[0].parameters).toMatchObject({ output: 99, censored: { Output: 'above' } });
    expect(entries[1].parameters).not.toHaveProperty('censored');
    expect(entries.slice(-2)).toMatchObject([
      { entry_type: 'experiment_restored', notes: 'by mistake', parameters: { id: first, row: 0 } },
      { entry_type: 'experiment_restored', notes: 'by mistake', parameters: { id: third, row: 2 } },
    ]);
  });

  it('stay away where the variables no longer fit, or the log is that of a client', async () => {
    const path = await withVariables();
    await service.call('POST', `${path}/experiments`, { inputs: { x: 1, c: 'A' }, output: 1 });
    const [row] = (await service.call('GET', `${path}/experiments`)).body.experiments;
    const at = `${path}/experiments/${row.ProvenanceId}`;
    await service.call('DELETE', at);
    await service.call('PATCH', `${path}/variables/x`, { name: 'z' });
    const restore = (id: string) =>
      service.call('POST', `${path}/experiments/restore-batch`, { provenance_ids: [id] });
    const { status, body } = await restore(row.ProvenanceId);
    expect([status, body.detail]).toEqual([
      400,
      `experiment '${row.ProvenanceId}' does not fit the variables and objectives as they are now (inputs: variable 'z' has no value; give one); record it again`,
    ]);
    await service.call('POST', `${path}/audit`, {
      entry_type: 'experiment_removed',
      parameters: { id: 'own', row: 0, before: { z: 1, c: 'A', Output: 1 }, detail: null },
    });
    expect((await restore('own')).status).toBe(404);
  });
});

describe('finished runs of the queue', () => {
  it('come back with their rows, in place of those that wait again', async () => {
    const path = await withVariables();
    const queue = `${path}/experiments/queue`;
    await service.call('PUT', `${path}/rules`, { approval: true });
    const items = [1, 2, 3].map((x) => ({ inputs: { x, c: 'A' }, reason: `plan ${x}` }));
    const { body: staged } = await service.call('POST', queue, { items });
    const ids = staged.items.map(({ id }: { id: string }) => id);
    for (const [i, id] of ids.entries()) {
      for (const step of ['approve', 'start'])
        await service.call('POST', `${queue}/${id}/${step}`, { by: 'Ann' });
      await service.call('POST', `${queue}/${id}/complete`, { outputs: [i], by: 'Ann' });
    }
    const listed = async () => (await service.call('GET', queue)).body.items;
    const before = await listed();
    const change = (name: string, body: object) => service.call('POST', `${path}/experiments/${name}`, body);
    const [first, second, third] = ids;
    expect((await change('remove-batch', { provenance_ids: [third, first] })).status).toBe(200);
    expect(await listed()).toMatchObject([{ id: second, dataset_ref: 0 }]);
    expect((await change('restore-batch', { provenance_ids: [first, third] })).status).toBe(200);
    expect(await listed()).toEqual(before);
    const { body } = await change('remove-batch', { provenance_ids: [first, second], restage: true });
    const [, again] = body.restaged_item_ids;
    await service.call('POST', `${queue}/${again}/approve`, { by: 'Ann' });
    await service.call('POST', `${queue}/${again}/start`, { by: 'Ann' });
    expect((await change('restore-batch', { provenance_ids: [first, second] })).status).toBe(200);
    // The second run is under way once more; its first result has its own item.
    expect(await listed()).toMatchObject([
      { ...before[0] },
      { ...before[1] },
      { id: again, status: 'running' },
      { id: third, dataset_ref: 2 },
    ]);
  });

  it('of a log that somebody else wrote are left out where they are none', async () => {
    const path = await withVariables();
    await service.call('POST', `${path}/experiments`, { inputs: { x: 1, c: 'A' }, output: 1 });
    const [{ ProvenanceId: id }] = (await service.call('GET', `${path}/experiments`)).body.experiments;
    await service.call('DELETE', `${path}/experiments/${id}`);
    const file = (await service.call('GET', `${path}/export`)).body;
    const entry = file.audit_log.entries.find(
      (one: { entry_type: string }) => one.entry_type === 'experiment_removed',
    );
    entry.parameters.run = { place: 0, item: { id: 'a', status: 'done' } };
    const imported = await service.upload('/sessions/import', JSON.stringify(file));
    const copy = `/sessions/${imported.body.session_id}`;
    const { status } = await service.call('POST', `${copy}/experiments/restore-batch`, {
      provenance_ids: [id],
    });
    expect(status).toBe(200);
    expect((await service.call('GET', `${copy}/experiments/queue`)).body.items).toEqual([]);
  });
});

describe('results that are taken back', () => {
  it('leave their runs waiting, each in its place and as it was planned', async () => {
    const path = await withVariables();
    const queue = `${path}/experiments/queue`;
    const items = [1, 2, 3].map((x) => ({ inputs: { x, c: 'A' }, reason: `plan ${x}` }));
    const { body: staged } = await service.call('POST', queue, { items });
    const [first, second, third] = staged.items.map(({ id }: { id: string }) => id);
    await service.call('POST', `${path}/experiments`, { inputs: { x: 9, c: 'A' }, output: 9 });
    const other = (await service.call('GET', `${path}/experiments`)).body.experiments[0].ProvenanceId;
    const actual_inputs = { x: 1.5 };
    await service.call('POST', `${queue}/${first}/complete`, { outputs: [1], actual_inputs });
    await service.call('POST', `${queue}/${second}/fail`, { error: 'leak', record: true });
    await service.call('POST', `${queue}/${third}/complete`, { outputs: [3] });
    const { status, body } = await service.call('POST', `${path}/experiments/remove-batch`, {
      provenance_ids: [second, other, first],
      restage: true,
    });
    const [again, none, before] = body.restaged_item_ids;
    expect([status, none, body.n_experiments]).toEqual([200, null, 1]);
    const { items: left } = (await service.call('GET', queue)).body;
    expect(left).toMatchObject([
      { id: before, status: 'pending', inputs: { x: 1 }, reason: 'plan 1', dataset_ref: null, output: null },
      { id: again, status: 'pending', inputs: { x: 2 }, reason: 'plan 2', error: null },
      { id: third, status: 'done', dataset_ref: 0 },
    ]);
    expect([first, second]).not.toContain(before);
    const kept = (await service.call('GET', `${path}/experiments/provenance/${first}`)).body;
    expect(kept).toMatchObject({ suggested: { x: 1 }, actual: { x: 1.5 } });
  });
});

describe('recording', () => {
  it('records one and numbers it', async () => {
    const { call } = service;
    const path = await withVariables();
    const first = await call('POST', `${path}/experiments`, {
      inputs: point,
      output: 2,
      noise: 0.1,
      reason: 'EI',
    });
    expect(first.status).toBe(201);
    expect(first.headers['x-service-saved']).toBe('true');
    expect(first.body).toMatchObject({
      experiment_id: 0,
      inputs: point,
      output: 2,
      iteration: 0,
      n_experiments: 1,
    });
    const second = await call('POST', `${path}/experiments`, {
      inputs: { x: 99, c: 'B' },
      output: 1,
      iteration: 7,
    });
    expect(second.body).toMatchObject({ experiment_id: 1, iteration: 7 });
    expect(second.body.warnings[0]).toContain('outside its bounds');
    expect((await call('POST', `${path}/experiments`, { inputs: point, output: 1 })).body.iteration).toBe(8);
    const nanoseconds = { inputs: point, output: 1, iteration: 1_795_648_630_479_000_000 };
    const inexact = await call('POST', `${path}/experiments`, nanoseconds);
    expect([inexact.status, inexact.body.detail]).toEqual([
      400,
      'iteration: expected a whole number below 2^53, got 1795648630479000000',
    ]);
    const negative = await call('POST', `${path}/experiments`, { inputs: point, output: 1, iteration: -1 });
    expect([negative.status, negative.body.detail[0].loc]).toEqual([422, ['body', 'iteration']]);
    const list = await call('GET', `${path}/experiments`);
    expect(list.body).toMatchObject({ total: 3, target_column: 'Output', skip: 0, limit: 100 });
    expect(list.body.experiments[0]).toMatchObject({
      x: 1,
      c: 'A',
      Output: 2,
      Noise: 0.1,
      Iteration: 0,
      Reason: 'EI',
    });
    expect(list.body.experiments[1].Noise).toBeNull();
  });

  it.each([
    [422, { inputs: point }, 'output'],
    [422, { output: 1 }, 'inputs'],
    [422, { inputs: { x: null, c: 'A' }, output: 1 }, 'x'],
    [422, { inputs: point, output: 'high' }, 'output'],
    [400, { inputs: { ...point, q: 1 }, output: 1 }, "'q' is not a variable"],
    [400, { inputs: { x: 1 }, output: 1 }, "'c' has no value"],
    [400, { inputs: { x: 1, c: 'Z' }, output: 1 }, 'not declared'],
    [400, { inputs: { x: 'one', c: 'A' }, output: 1 }, 'finite number'],
    [400, { inputs: point, output: 1, noise: -1 }, 'noise'],
    [400, { inputs: point, output: [1, 2] }, 'objective'],
    [400, { inputs: point, output: { other: 1 } }, "'Output'"],
    [400, '{"inputs":{"x":1,"c":"A"},"output":1e999}', 'finite'],
  ])('answers %i to %j', async (status, body, words) => {
    const path = await withVariables();
    const answer = await service.call('POST', `${path}/experiments`, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.detail)).toContain(words);
    expect((await service.call('GET', `${path}/experiments`)).body.total).toBe(0);
  });

  it('refuses to record without variables', async () => {
    const path = await service.session();
    const answer = await service.call('POST', `${path}/experiments`, { inputs: {}, output: 1 });
    expect([answer.status, answer.body.error_type]).toEqual([400, 'NoVariablesError']);
  });

  it('records a batch under one iteration, or none of it', async () => {
    const { call } = service;
    const path = await withVariables();
    const batch = [1, 2, 3].map((x) => ({ inputs: { x, c: 'A' }, output: x }));
    const made = await call('POST', `${path}/experiments/batch`, { experiments: batch });
    expect([made.status, made.body.added, made.body.total_experiments]).toEqual([201, 3, 3]);
    const rows = (await call('GET', `${path}/experiments`)).body.experiments;
    expect(rows.map((row: { Iteration: number }) => row.Iteration)).toEqual([0, 0, 0]);
    expect(new Set(rows.map((row: { ProvenanceId: string }) => row.ProvenanceId)).size).toBe(3);
    const bad = [...batch, { inputs: { x: 1 }, output: 1 }];
    const refused = await call('POST', `${path}/experiments/batch`, { experiments: bad });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      "experiment 4 (index 3): inputs: variable 'c' has no value; give one",
    ]);
    const unmeasured = [...batch, { inputs: { x: 1, c: 'A' } }];
    const failed = await call('POST', `${path}/experiments/batch`, { experiments: unmeasured });
    expect([failed.status, failed.body.detail[0].loc]).toEqual([422, ['body', 'experiments', '3', 'output']]);
    expect(
      (await call('POST', `${path}/experiments/batch`, { experiments: [] })).body.total_experiments,
    ).toBe(3);
    const one = await call('POST', `${path}/experiments/batch`, { experiments: batch.slice(0, 1) });
    expect(one.body.message).toBe('1 experiment recorded');
  });

  it('keeps provenance', async () => {
    const { call } = service;
    const path = await withVariables();
    const made = await call('POST', `${path}/experiments`, { inputs: point, output: 2 });
    const { records } = (await call('GET', `${path}/experiments/provenance`)).body;
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      id: made.body.provenance_id,
      strategy: 'Manual',
      suggested: null,
      actual: point,
      delta: { x: 'no-suggestion', c: 'no-suggestion' },
      output: 2,
      timestamp: made.body.added_at,
    });
    expect((await call('GET', `${path}/experiments/provenance/${records[0].id}`)).body).toEqual(records[0]);
    expect((await call('GET', `${path}/experiments/provenance/none`)).status).toBe(404);
  });

  it('pages, sorts, filters, summarizes and clears', async () => {
    const { call } = service;
    const path = await service.session();
    await fillSession(service, path, 9);
    const get = async (query: string) => (await call('GET', `${path}/experiments?${query}`)).body;
    const all = (await get('')).experiments.map((row: { x: number }) => row.x) as number[];
    expect((await get('skip=2&limit=3')).experiments.map((row: { x: number }) => row.x)).toEqual(
      all.slice(2, 5),
    );
    const down = (await get('sort_by=x&order=desc')).experiments.map((row: { x: number }) => row.x);
    expect(down).toEqual([...all].sort((a, b) => b - a));
    const filter = encodeURIComponent(JSON.stringify({ x: { gt: 2, le: 8 }, c: 'A' }));
    const some = await get(`filter=${filter}`);
    expect(some.total).toBe(some.experiments.length);
    expect(
      some.experiments.every((row: { x: number; c: string }) => row.x > 2 && row.x <= 8 && row.c === 'A'),
    ).toBe(true);
    for (const bad of ['filter=x', 'filter=[]', 'filter={"q":1}', 'filter={"x":{"like":1}}', 'sort_by=q']) {
      expect([(await call('GET', `${path}/experiments?${encodeURI(bad)}`)).status, bad]).toEqual([400, bad]);
    }
    for (const [rule, words] of [
      [{ x: { gt: 'a' } }, "gt of 'x' takes a number, got 'a'"],
      [{ x: 'a' }, "eq of 'x' takes a number, got 'a'"],
      [{ x: { in: [1, 'a'] } }, "in of 'x' takes a number, got 'a'"],
      [{ x: { in: [] } }, "in of 'x' takes one value or more, got []"],
      [{ x: { le: null } }, "le of 'x' takes a number, got null"],
      [{ x: {} }, "'x' takes a value or an object of operators, got {}"],
      [{ c: 3 }, "eq of 'c' takes text, got 3"],
      [{ c: 'nonsense' }, "eq of 'c': 'nonsense' is not a category; use one of 'A', 'B'"],
      [{ c: { in: ['A', 'a'] } }, "in of 'c': 'a' is not a category"],
      [{ c: { gt: 'A' } }, "gt of 'c': categories have no order, got 'A'"],
      [{ Output: { ne: 'high' } }, "ne of 'Output' takes a number, got 'high'"],
      [{ Reason: { lt: 2 } }, "lt of 'Reason' takes text, got 2"],
      [{ Iteration: '0' }, "eq of 'Iteration' takes a number, got '0'"],
    ] as const) {
      const filtered = `${path}/experiments?filter=${encodeURIComponent(JSON.stringify(rule))}`;
      const { status, body } = await call('GET', filtered);
      expect([status, body.detail]).toEqual([400, expect.stringContaining(`filter: ${words}`)]);
    }
    const empty = encodeURIComponent(
      JSON.stringify({ x: { ne: null }, Output: { in: [null, 0] }, Reason: 'Manual' }),
    );
    expect((await get(`filter=${empty}`)).total).toBe(1);
    for (const bad of ['limit=1001', 'limit=0', 'skip=-1', 'skip=x', 'order=up']) {
      expect((await call('GET', `${path}/experiments?${bad}`)).status).toBe(422);
    }
    const summary = (await call('GET', `${path}/experiments/summary`)).body;
    expect(summary).toMatchObject({
      n_experiments: 9,
      has_data: true,
      has_noise: false,
      feature_names: ['x', 'c'],
    });
    expect((await call('DELETE', `${path}/experiments`)).status).toBe(204);
    expect((await get('')).total).toBe(0);
  });

  it('trains after recording where asked, from five rows on, and survives failing', async () => {
    const { call } = service;
    const path = await service.session();
    await fillSession(service, path, 3);
    const add = (query: string) => call('POST', `${path}/experiments?${query}`, { inputs: point, output: 1 });
    expect((await add('auto_train=true')).body.model_trained).toBe(false);
    const trained = await add('auto_train=true&training_backend=botorch&training_kernel=Matern');
    expect(trained.body).toMatchObject({ model_trained: true, training_metrics: { backend: 'botorch' } });
    expect((await call('GET', `${path}/model`)).body).toMatchObject({ kernel: 'Matern', backend: 'botorch' });
    const locked = (await call('GET', `${path}/audit?entry_type=model_locked`)).body.entries;
    expect(locked).toMatchObject([{ parameters: { backend: 'botorch', kernel: 'Matern', iteration: 2 } }]);
    const failed = await add('auto_train=true&training_backend=botorch&training_kernel=nonsense');
    expect([failed.status, failed.body.model_trained]).toEqual([201, false]);
    expect(failed.body.warnings).toEqual([
      expect.stringMatching(/^no model was trained: kernel 'nonsense' is unknown/),
    ]);
    expect((await add('auto_train=perhaps')).status).toBe(422);
    const before = (await call('GET', `${path}/experiments`)).body.total;
    for (const [query, words] of [
      ['training_backend=botorch', "training_backend: 'botorch' has no effect without auto_train"],
      ['training_kernel=RBF', "training_kernel: 'RBF' has no effect without auto_train"],
    ] as const) {
      const refused = await add(query);
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await call('GET', `${path}/experiments`)).body.total).toBe(before);
    expect((await add('auto_train=false&training_backend=botorch&training_kernel=RBF')).status).toBe(201);
  });
});

describe('CSV', () => {
  const upload = (path: string, text: string | Buffer, fields: Record<string, string> = {}) =>
    service.upload(`${path}/experiments/upload`, text, fields);
  const rowsOf = async (path: string) => (await service.call('GET', `${path}/experiments`)).body.experiments;

  it.each([
    ['plain', 'x,c,Output\n1,A,2\n3,B,4\n'],
    ['CRLF', 'x,c,Output\r\n1,A,2\r\n3,B,4\r\n'],
    ['BOM', '\ufeffx,c,Output\n1,A,2\n3,B,4\n'],
    ['quotes, blank lines', '"x","c",Output\n\n1,"A",2\n\n3,"B",4'],
    ['UTF-16', Buffer.from('\ufeffx,c,Output\n1,A,2\n3,B,4\n', 'utf16le')],
  ])('reads %s', async (_name, text) => {
    const path = await withVariables();
    const answer = await upload(path, text);
    expect([answer.status, answer.body.added, answer.body.total_experiments]).toEqual([200, 2, 2]);
    const rows = await rowsOf(path);
    expect(rows.map((row: Record<string, unknown>) => [row.x, row.c, row.Output])).toEqual([
      [1, 'A', 2],
      [3, 'B', 4],
    ]);
    expect(rows[0]).toMatchObject({ Iteration: 0, Reason: 'Initial Design' });
  });

  it('replaces rows, maps columns, keeps extra ones, and round-trips through the export', async () => {
    const { call } = service;
    const path = await withVariables();
    await call('POST', `${path}/experiments`, { inputs: point, output: 1 });
    const text = 'Temp,c,yield,var,run,note\n1,A,2,0.1,3,"a\nb"\n2,B,3,0.2,4,\n';
    const answer = await upload(path, text, {
      target_column: 'yield',
      column_mapping: '{"Temp":"x"}',
      noise_column: 'var',
      iteration_column: 'run',
    });
    expect(answer.status).toBe(200);
    const rows = await rowsOf(path);
    expect(rows[0]).toMatchObject({ x: 1, yield: 2, Noise: 0.1, Iteration: 3, note: 'a\nb' });
    expect(rows[1].note).toBeNull();
    expect((await call('GET', path)).body.target_columns).toEqual(['yield']);
    const exported = await call('GET', `${path}/experiments/export`);
    expect(exported.headers['content-type']).toContain('text/csv');
    expect(exported.body.split('\r\n')[0]).toBe('x,c,yield,Iteration,Reason,Noise,ProvenanceId,note');
    expect((await upload(path, exported.body, { target_column: 'yield' })).status).toBe(200);
    expect(await rowsOf(path)).toEqual(rows);
    expect((await call('GET', `${path}/experiments/provenance`)).body.n_records).toBe(3);
  });

  it.each(['Reason', 'RunOrder', 'Status', 'Censored', 'Attachments'])(
    'refuses the bookkeeping column %s as an objective',
    async (name) => {
      const { status, body } = await upload(await withVariables(), `x,c,${name}\n1,A,2\n`, {
        target_column: name,
      });
      expect([status, body.detail]).toEqual([
        400,
        expect.stringContaining(`'${name}' is a bookkeeping column`),
      ]);
    },
  );

  it.each([
    ['no such target', 'x,c,y\n1,A,2\n', {}, 'no column'],
    ['a variable without column', 'x,Output\n1,2\n', {}, "'c' has no column"],
    ['an undeclared label', 'x,c,Output\n1,Z,2\n', {}, 'CSV row 1'],
    ['text for a number', 'x,c,Output\n1,A,2\nhot,A,2\n', {}, 'CSV row 2'],
    ['text for an output', 'x,c,Output\n1,A,hot\n', {}, "column 'Output'"],
    ['a hexadecimal number', 'x,c,Output\n0x10,A,1\n', {}, "column 'x'"],
    ['bad noise', 'x,c,Output,Noise\n1,A,2,low\n', {}, "column 'Noise'"],
    ['nothing', '', {}, 'empty'],
    ['only a header', 'x,c,Output\n', {}, 'no other row'],
    [
      'a row of more cells than names',
      'x,c,Output\n1,A,2,3\n',
      {},
      'CSV row 1 (line 2): the row has more cells',
    ],
    ['a repeated column', 'x,x,c,Output\n1,1,A,2\n', {}, 'twice'],
    ['a target that is a variable', 'x,c,Output\n1,A,2\n', { target_column: 'x' }, 'is a variable'],
    ['a mapping of nothing', 'x,c,Output\n1,A,2\n', { column_mapping: '{"q":"x"}' }, 'column_mapping'],
    ['no mapping', 'x,c,Output\n1,A,2\n', { column_mapping: 'q' }, 'column_mapping'],
    ['half a UTF-16 character', Buffer.from([0xff, 0xfe, 0x28]), {}, 'neither text'],
    ['an unknown field', 'x,c,Output\n1,A,2\n', { target: 'Output' }, 'target_column'],
  ])('refuses %s and changes nothing', async (_name, text, fields, words) => {
    const path = await withVariables();
    await service.call('POST', `${path}/experiments`, { inputs: point, output: 1 });
    const answer = await upload(path, text, fields);
    expect(answer.status).toBe('target' in (fields as object) ? 422 : 400);
    expect(JSON.stringify(answer.body.detail)).toContain(words);
    expect(await rowsOf(path)).toHaveLength(1);
  });

  it('needs variables and a file', async () => {
    const path = await service.session();
    expect((await upload(path, 'x,Output\n1,2\n')).body.error_type).toBe('NoVariablesError');
    expect((await service.call('POST', `${path}/experiments/upload`)).status).toBe(422);
    expect((await service.call('POST', '/sessions/none/experiments/upload')).status).toBe(422);
  });

  it('previews', async () => {
    const path = await withVariables();
    const preview = async (text: string) => (await service.upload(`${path}/experiments/preview`, text)).body;
    expect(await preview('x,c,Yield,Noise\n1,A,2,3\n')).toEqual({
      columns: ['x', 'c', 'Yield', 'Noise'],
      available_targets: ['Yield'],
      has_output: false,
      recommended_target: 'Yield',
      n_rows: 1,
    });
    expect((await preview('x,Output\n1,2\n')).has_output).toBe(true);
    // A variable is no objective, not even one with a usual name of objectives.
    const variable = { name: 'y', type: 'real', bounds: [0, 1] };
    expect((await service.call('POST', `${path}/variables`, variable)).status).toBe(201);
    expect(await preview('x,y,c,Yield\n1,0.5,A,2\n')).toMatchObject({
      available_targets: ['Yield'],
      recommended_target: 'Yield',
    });
    expect((await service.upload(`${path}/experiments/preview`, '')).status).toBe(400);
  });
});

describe('staged experiments and queue', () => {
  it('stages, lists, clears and completes', async () => {
    const { call } = service;
    const path = await withVariables();
    const staged = `${path}/experiments/staged`;
    expect((await call('POST', staged, { inputs: { x: 1 } })).status).toBe(400);
    const one = await call('POST', staged, { inputs: point, reason: 'qEI' });
    expect(one.body).toMatchObject({ n_staged: 1, staged_inputs: point });
    const batch = await call('POST', `${staged}/batch`, {
      experiments: [
        { x: 2, c: 'B' },
        { x: 3, c: 'A' },
      ],
    });
    expect(batch.body.n_staged).toBe(3);
    expect(batch.body.experiments[0]).toEqual({ x: 2, c: 'B', _reason: null });
    const bad = await call('POST', `${staged}/batch`, {
      experiments: [
        { x: 2, c: 'B' },
        { x: 3, c: 'Z' },
      ],
    });
    expect([bad.status, bad.body.detail.startsWith('item 2')]).toEqual([400, true]);
    const list = (await call('GET', staged)).body;
    expect(list.experiments[0]).toEqual({ ...point, _reason: 'qEI' });
    expect((await call('POST', `${staged}/complete`, { outputs: [1] })).status).toBe(400);
    expect((await call('POST', `${staged}/complete`, { outputs: [1, 2, 3], noises: [1] })).status).toBe(400);
    expect((await call('POST', `${staged}/complete`, {})).status).toBe(422);
    const done = await call('POST', `${staged}/complete`, { outputs: [1, 2, 3], reason: 'later' });
    expect(done.body).toMatchObject({ n_added: 3, n_experiments: 3, model_trained: false });
    const rows = (await call('GET', `${path}/experiments`)).body.experiments;
    expect(rows.map((row: Record<string, unknown>) => [row.Iteration, row.Reason])).toEqual([
      [0, 'qEI'],
      [1, 'later'],
      [2, 'later'],
    ]);
    const records = (await call('GET', `${path}/experiments/provenance`)).body.records;
    expect(records[0]).toMatchObject({ id: list.ids[0], suggested: point, delta: { x: 0, c: 'unchanged' } });
    expect((await call('POST', `${staged}/complete`, { outputs: [] })).body.n_added).toBe(0);
    await call('POST', staged, { inputs: point });
    expect((await call('DELETE', staged)).body.n_cleared).toBe(1);
  });

  it('moves items through their states', async () => {
    const { call } = service;
    const path = await withVariables();
    const queue = `${path}/experiments/queue`;
    const items = [1, 2, 3, 4].map((x) => ({ inputs: { x, c: 'A' }, reason: 'EI' }));
    expect((await call('POST', queue, { items: [...items, { inputs: {} }] })).body.detail).toContain(
      'item 5',
    );
    const list = (await call('POST', queue, { items })).body;
    expect([list.n_pending, list.items.length]).toEqual([4, 4]);
    const [a, b, c, d] = list.items.map((item: { id: string }) => `${queue}/${item.id}`) as string[];
    expect((await call('POST', `${a}/start`)).body.status).toBe('running');
    expect((await call('POST', `${a}/start`)).status).toBe(409);
    expect((await call('POST', `${path}/experiments/staged/complete`, { outputs: [1, 2, 3] })).status).toBe(
      409,
    );
    expect((await call('POST', `${a}/complete`, { outputs: [1, 2] })).status).toBe(400);
    await call('PUT', `${path}/objective-metadata`, { metadata: { Output: { label: 'Yield', unit: '%' } } });
    const wrongLabel = { outputs: [5], expected_objective_label: { Output: 'Cost' } };
    expect((await call('POST', `${a}/complete`, wrongLabel)).status).toBe(409);
    const done = await call('POST', `${a}/complete`, {
      ...wrongLabel,
      force: true,
      iteration: 9,
      noise: [0.5],
      actual_inputs: { x: 1.5 },
    });
    expect(done.body).toMatchObject({
      status: 'done',
      output: 5,
      noise: 0.5,
      dataset_ref: 0,
      inputs: { x: 1 },
    });
    expect((await call('POST', `${a}/complete`, { outputs: [5] })).status).toBe(409);
    const row = (await call('GET', `${path}/experiments`)).body.experiments[0];
    expect(row).toMatchObject({ x: 1.5, Output: 5, Iteration: 9, Reason: 'EI', Noise: 0.5 });
    expect((await call('POST', `${b}/fail`, { error: 'leak' })).body).toMatchObject({
      status: 'failed',
      error: 'leak',
    });
    expect((await call('POST', `${b}/fail`, {})).status).toBe(422);
    expect((await call('DELETE', b)).status).toBe(409);
    expect((await call('DELETE', c)).body.n_pending).toBe(1);
    expect((await call('GET', c)).status).toBe(404);
    expect((await call('GET', d)).body.status).toBe('pending');
    expect((await call('GET', `${queue}?status=failed`)).body.items).toHaveLength(1);
    expect((await call('POST', `${queue}/purge`)).body.n_purged).toBe(2);
    expect((await call('GET', queue)).body.items).toHaveLength(1);
  });

  it('records batches that complete items, values before states', async () => {
    const { call } = service;
    const path = await withVariables();
    const items = [{ inputs: point, reason: 'EI' }];
    const { id } = (await call('POST', `${path}/experiments/queue`, { items })).body.items[0];
    const record = (entries: object[]) => call('POST', `${path}/experiments/record-batch`, { entries });
    const entry = { inputs: { x: 2, c: 'B' }, output: 1 };
    expect((await record([])).status).toBe(422);
    expect((await record([{ ...entry, inputs: { ...entry.inputs, q: 1 } }])).status).toBe(400);
    expect((await record([{ ...entry, item_id: 'none' }])).status).toBe(409);
    expect(
      (
        await record([
          { ...entry, item_id: id },
          { ...entry, item_id: id },
        ])
      ).status,
    ).toBe(409);
    expect(
      (
        await record([
          { ...entry, item_id: 'none' },
          { inputs: {}, output: 1 },
        ])
      ).status,
    ).toBe(400);
    const made = await record([entry, { ...entry, item_id: id, reason: 'mine' }, { ...entry, iteration: 5 }]);
    expect(made.body).toMatchObject({ n_added: 3, n_experiments: 3, completed_item_ids: [id] });
    const rows = (await call('GET', `${path}/experiments`)).body.experiments;
    expect(rows.map((row: Record<string, unknown>) => [row.Iteration, row.Reason])).toEqual([
      [0, 'Manual'],
      [0, 'mine'],
      [5, 'Manual'],
    ]);
    expect((await record([{ ...entry, item_id: id }])).status).toBe(409);
  });
});

describe('the place of a staged run', () => {
  it('is behind the item that it names, and last by default', async () => {
    const path = await withVariables();
    const queue = `${path}/experiments/queue`;
    const item = (x: number, after?: string | null) => ({ inputs: { x, c: 'A' }, after });
    const settings = (body: { items: { inputs: { x: number } }[] }) =>
      body.items.map(({ inputs }) => inputs.x);
    const staged = await service.call('POST', queue, { items: [item(1), item(2), item(3)] });
    const [first, second] = staged.body.items;
    await service.call('POST', `${queue}/${first.id}/complete`, { outputs: [5] });
    const again = await service.call('POST', queue, {
      items: [item(1.5, first.id), item(4, null), item(2.5, second.id)],
    });
    expect(again.status).toBe(200);
    expect(settings(again.body)).toEqual([1, 1.5, 2, 2.5, 3, 4]);
    expect(again.body.items[1]).not.toHaveProperty('after');
    const wrong = await service.call('POST', queue, { items: [item(5), item(6, 'nothing')] });
    expect(wrong.status).toBe(400);
    expect(wrong.body.detail).toBe("item 2 (index 1): after: the queue has no item 'nothing'");
    expect(settings((await service.call('GET', queue)).body)).toHaveLength(6);
  });
});
