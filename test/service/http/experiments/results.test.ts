import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

/** A session with the variable x and two objectives, `a` and `b`, and one row. */
async function twoObjectives(): Promise<string> {
  const path = await service.session();
  await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  await service.upload(`${path}/experiments/upload`, 'x,a,b,ProvenanceId\n1,10,20,first\n', {
    target_column: 'a,b',
  });
  return path;
}

const rowsOf = async (path: string) => (await service.call('GET', `${path}/experiments`)).body.experiments;
const record = (path: string, body: object) => service.call('POST', `${path}/experiments`, body);

describe('results as they come', () => {
  it('failed runs, missing outputs and limits are recorded, listed and filtered', async () => {
    const path = await twoObjectives();
    const partial = await record(path, { inputs: { x: 2 }, output: { a: 11, b: null } });
    expect(partial.status).toBe(201);
    await record(path, { inputs: { x: 3 }, output: [{ above: 99 }, 5], comment: 'at the limit' });
    const failed = await record(path, { inputs: { x: 4 }, status: 'failed', error: 'pump blocked' });
    expect(failed.body).toMatchObject({ output: null, experiment_id: 3 });
    const rows = await rowsOf(path);
    expect(rows[1]).toMatchObject({ a: 11, b: null });
    expect(rows[2]).toMatchObject({ a: 99, Censored: 'a >', Comment: 'at the limit' });
    expect(rows[3]).toMatchObject({ a: null, b: null, Status: 'failed: pump blocked' });
    const filter = encodeURIComponent('{"Status": {"ne": null}}');
    expect((await service.call('GET', `${path}/experiments?filter=${filter}`)).body.total).toBe(1);
    const records = (await service.call('GET', `${path}/experiments/provenance`)).body.records;
    expect(records[1]).toMatchObject({ output: 11, outputs: { a: 11, b: null } });
  });

  it('survive the table, the session file, and what release 0.4.0 finds in it', async () => {
    const path = await twoObjectives();
    await record(path, { inputs: { x: 3 }, output: { a: { below: 0.5 }, b: 5 }, comment: 'c, d' });
    await record(path, { inputs: { x: 4 }, status: 'failed' });
    const rows = await rowsOf(path);
    const document = (await service.call('GET', `${path}/export`)).body;
    expect(document.experiments.data[1]).toMatchObject({ x: 3, a: 0.5, b: 5 });
    expect(Object.keys(document.experiments.data[1])).not.toContain('Censored');
    const { body } = await service.upload('/sessions/import', JSON.stringify(document));
    expect(await rowsOf(`/sessions/${body.session_id}`)).toEqual(rows);
    const csv = (await service.call('GET', `${path}/experiments/export`)).body;
    await service.upload(`${path}/experiments/upload`, csv, { target_column: 'a,b' });
    expect(await rowsOf(path)).toEqual(rows);
  });

  it.each([
    [422, { inputs: { x: 1 } }, 'status'],
    [400, { inputs: { x: 1 }, output: { a: 1 } }, 'null where it was not measured'],
    [400, { inputs: { x: 1 }, output: { a: 1, b: 2 }, status: 'failed' }, 'a failed run has no output'],
    [400, { inputs: { x: 1 }, output: { a: 1, b: 2 }, error: 'why' }, 'use comment'],
    [422, { inputs: { x: 1 }, output: { a: { over: 1 }, b: 2 } }, 'output'],
    [422, { inputs: { x: 1 }, output: [1, 2], attachments: [{ title: 't', url: 'file:///x' }] }, 'url'],
  ])('answers %i to %j', async (status, body, words) => {
    const path = await twoObjectives();
    const answer = await record(path, body);
    expect([answer.status, JSON.stringify(answer.body.detail)]).toEqual([
      status,
      expect.stringContaining(words),
    ]);
    expect(await rowsOf(path)).toHaveLength(1);
  });

  it('a limit of the only objective needs no name', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', bounds: [0, 10] });
    await record(path, { inputs: { x: 1 }, output: { above: 99 } });
    expect((await rowsOf(path))[0]).toMatchObject({ Output: 99, Censored: 'Output >' });
  });

  it('a corrected row is corrected in the queue, too, whose run it was', async () => {
    const path = await twoObjectives();
    const queue = `${path}/experiments/queue`;
    const [item] = (await service.call('POST', queue, { items: [{ inputs: { x: 2 } }] })).body.items;
    await service.call('POST', `${queue}/${item.id}/complete`, { outputs: [1, 2] });
    const corrected = async (patch: object) => {
      expect((await service.call('PATCH', `${path}/experiments/${item.id}`, patch)).status).toBe(200);
      return (await service.call('GET', `${queue}/${item.id}`)).body;
    };
    expect(await corrected({ comment: 'odd smell' })).toMatchObject({ output: { a: 1, b: 2 }, reason: null });
    expect(await corrected({ output: { a: { above: 9 } }, noise: 0.5 })).toMatchObject({
      ...{ status: 'done', output: { a: { above: 9 }, b: 2 }, noise: 0.5, inputs: { x: 2 }, dataset_ref: 1 },
    });
    expect(await corrected({ status: 'failed', error: 'leak' })).toMatchObject({
      ...{ status: 'failed', output: null, error: 'leak' },
    });
    expect(await corrected({ output: { a: 3 }, reason: 'repeat' })).toMatchObject({
      ...{ status: 'done', output: { a: 3, b: null }, error: null, reason: 'repeat' },
    });
    const document = (await service.call('GET', `${path}/export`)).body;
    expect((await service.upload('/sessions/import', JSON.stringify(document))).status).toBe(201);
  });

  it('a queue item that failed by its settings joins the table, one that failed otherwise does not', async () => {
    const path = await twoObjectives();
    const items = [{ inputs: { x: 5 } }, { inputs: { x: 6 } }, { inputs: { x: 7 } }];
    const queue = `${path}/experiments/queue`;
    const [one, two, three] = (await service.call('POST', queue, { items })).body.items;
    await service.call('POST', `${queue}/${one.id}/fail`, { error: 'no power' });
    expect(await rowsOf(path)).toHaveLength(1);
    const failed = await service.call('POST', `${queue}/${two.id}/fail`, { error: 'solid', record: true });
    expect(failed.body).toMatchObject({ status: 'failed', error: 'solid', dataset_ref: 1 });
    expect((await rowsOf(path))[1]).toMatchObject({
      x: 6,
      a: null,
      Status: 'failed: solid',
      ProvenanceId: two.id,
    });
    const done = await service.call('POST', `${queue}/${three.id}/complete`, { outputs: { a: null, b: 3 } });
    expect(done.body).toMatchObject({ status: 'done', output: { a: null, b: 3 } });
  });

  it('a queued run is recorded without the setting of a variable that was deleted meanwhile', async () => {
    const path = await service.session();
    for (const name of ['x', 'z'])
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 10] });
    const queue = `${path}/experiments/queue`;
    const items = [{ inputs: { x: 1, z: 2 } }, { inputs: { x: 3, z: 4 } }, { inputs: { x: 5, z: 6 } }];
    const [one, two] = (await service.call('POST', queue, { items })).body.items;
    await service.call('DELETE', `${path}/variables/z`);
    const done = await service.call('POST', `${queue}/${one.id}/complete`, { outputs: [7] });
    expect(done.body).toMatchObject({ status: 'done', inputs: { x: 1, z: 2 } });
    const misspelt = { outputs: [7], actual_inputs: { X: 1 } };
    expect((await service.call('POST', `${queue}/${two.id}/complete`, misspelt)).status).toBe(400);
    const failed = await service.call('POST', `${queue}/${two.id}/fail`, { error: 'solid', record: true });
    expect(failed.status).toBe(200);
    expect((await service.call('POST', `${path}/experiments/staged/complete`, { outputs: [8] })).status).toBe(
      200,
    );
    expect((await rowsOf(path)).map(({ x }: { x: number }) => x)).toEqual([1, 3, 5]);
    const record = (await service.call('GET', `${path}/experiments/provenance/${one.id}`)).body;
    expect(record).toMatchObject({
      suggested: { x: 1, z: 2 },
      actual: { x: 1 },
      delta: { x: 0, z: 'dropped' },
    });
  });

  it('models learn from the rows that have the output', async () => {
    const path = await twoObjectives();
    for (let i = 2; i < 8; i++) {
      await record(path, { inputs: { x: i }, output: { a: i % 3 === 0 ? null : Math.sin(i), b: i } });
    }
    const trained = await service.call('POST', `${path}/model/train`, {
      backend: 'botorch',
      target_column: 'a',
    });
    expect(trained.body.message).toContain('5 experiments');
    const parity = (await service.call('GET', `${path}/visualizations/parity`)).body;
    expect([...parity.rows].sort()).toEqual([0, 1, 3, 4, 6]);
  });

  it('keep their places in plots when rows are removed, corrected and added after the training', async () => {
    const path = await twoObjectives();
    for (const [x, a] of [
      [2, 11],
      [3, 10],
      [4, 14],
      [5, 13],
      [6, 10],
      [7, 12],
    ])
      await record(path, { inputs: { x }, output: { a, b: 1 } });
    await service.call('POST', `${path}/model/train`, { backend: 'sklearn', target_column: 'a' });
    const parity = async () => (await service.call('GET', `${path}/visualizations/parity`)).body;
    const rowsByOutput = async () => {
      const { actual, rows } = await parity();
      return actual
        .map((value: number, i: number) => [value, rows[i]])
        .sort(([a, i]: number[], [b, j]: number[]) => Number(a) - Number(b) || Number(i) - Number(j));
    };
    const before = await rowsByOutput();
    expect(before).toEqual([
      [10, 0],
      [10, 2],
      [10, 5],
      [11, 1],
      [12, 6],
      [13, 4],
      [14, 3],
    ]);
    const ids = (await rowsOf(path)).map(({ ProvenanceId }: { ProvenanceId: string }) => ProvenanceId);
    await service.call('DELETE', `${path}/experiments/${ids[1]}`);
    await service.call('PATCH', `${path}/experiments/${ids[6]}`, { output: { a: 15 } });
    await record(path, { inputs: { x: 8 }, output: { a: 12, b: 1 } });
    expect(await rowsByOutput()).toEqual([
      [10, 0],
      [10, 1],
      [10, 4],
      [11, null],
      [12, null],
      [13, 3],
      [14, 2],
    ]);
    await service.call('DELETE', `${path}/experiments`);
    expect((await parity()).rows).toEqual(Array(7).fill(null));
  });

  it('are those of the front that a strategy by name answers with after rows were removed', async () => {
    const path = await twoObjectives();
    for (const [x, a, b] of [
      [2, 11, 21],
      [3, 30, 5],
      [4, 14, 19],
      [5, 13, 30],
      [6, 12, 12],
    ])
      await record(path, { inputs: { x }, output: { a, b } });
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    const front = async () =>
      (
        await service.call('POST', `${path}/acquisition/suggest`, {
          strategy: 'qEHVI',
          goal: ['maximize', 'maximize'],
          seed: 1,
        })
      ).body.pareto.rows;
    expect(await front()).toEqual([2, 3, 4]);
    const [first] = await rowsOf(path);
    await service.call('DELETE', `${path}/experiments/${first.ProvenanceId}`);
    expect(await front()).toEqual([1, 2, 3]);
  });
});

describe('correcting a row', () => {
  const correct = (path: string, body: object, id = 'first') =>
    service.call('PATCH', `${path}/experiments/${id}`, body);

  it('changes what is sent, keeps the rest, and writes before and after into the audit log', async () => {
    const path = await twoObjectives();
    const answer = await correct(path, { output: { b: 21 }, inputs: { x: 1.5 }, noise: 0.1, why: 'misread' });
    expect(answer.body).toMatchObject({ experiment_id: 0, row: { x: 1.5, a: 10, b: 21, Noise: 0.1 } });
    expect(answer.body.changed.sort()).toEqual(['Noise', 'b', 'x']);
    const { entries } = (await service.call('GET', `${path}/audit?entry_type=experiment_corrected`)).body;
    expect(entries).toMatchObject([
      {
        notes: 'misread',
        parameters: {
          id: 'first',
          row: 0,
          before: { b: 20, x: 1, Noise: null },
          after: { b: 21, x: 1.5, Noise: 0.1 },
        },
      },
    ]);
    expect((await correct(path, { noise: null })).body.row.Noise).toBeUndefined();
  });

  it('comments without touching the data revision; the same again changes nothing', async () => {
    const path = await twoObjectives();
    const revision = (await service.call('GET', path)).body.data_revision;
    const attachments = [{ title: 'NMR', url: 'https://eln.example/1' }];
    const answer = await correct(path, { comment: 'cloudy', attachments });
    expect(answer.body).toMatchObject({ data_revision: revision, changed: ['comment', 'attachments'] });
    expect((await correct(path, { comment: 'cloudy' })).body.changed).toEqual([]);
    expect((await correct(path, { comment: null })).body.row).not.toHaveProperty('Comment');
    expect((await service.call('GET', `${path}/audit?entry_type=experiment_corrected`)).body.n_entries).toBe(
      2,
    );
  });

  it('a run becomes a failed one, and a result makes it a good one again', async () => {
    const path = await twoObjectives();
    const failed = await correct(path, { status: 'failed', error: 'leak' });
    expect(failed.body.row).toMatchObject({ a: null, b: null, Status: 'failed: leak' });
    const good = await correct(path, { output: { a: { above: 5 }, b: 2 } });
    expect(good.body.row).toMatchObject({ a: 5, b: 2, Censored: 'a >' });
    expect(good.body.row).not.toHaveProperty('Status');
  });

  it.each([
    [404, { comment: 'c' }, 'none'],
    [400, { inputs: { x: 'hot' } }, 'first'],
    [400, { inputs: { q: 1 } }, 'first'],
    [400, { output: { z: 1 } }, 'first'],
    [400, { output: { a: 1 }, status: 'failed' }, 'first'],
    [400, { noise: -1 }, 'first'],
    [422, { coment: 'c' }, 'first'],
  ])('answers %i to %j', async (status, body, id) => {
    const path = await twoObjectives();
    const before = (await service.call('GET', `${path}/export`)).body;
    expect((await correct(path, body, id)).status).toBe(status);
    expect((await service.call('GET', `${path}/export`)).body).toEqual(before);
  });
});
