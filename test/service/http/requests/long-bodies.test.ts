import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSlices, sortInSlices } from '../../../../src/engine/slices.ts';
import { type TestApp, testApp } from '../../support/app.ts';

fc.configureGlobal({ seed: 1 });

/** Bodies that are read and checked in slices must be refused and answered as short ones are. */
describe('long bodies and long answers', () => {
  let service: TestApp;
  let path: string;

  beforeAll(async () => {
    service = await testApp();
    path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
  });
  afterAll(() => service.close());

  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      inputs: { x: (i % 97) / 97 },
      output: i,
      comment: 'ü'.repeat(9),
    }));
  const send = (experiments: unknown) => service.call('POST', `${path}/experiments/batch`, { experiments });

  it.each([3, 1999])('a wrong entry is named by its place, row %i', async (at) => {
    const typed = await send(rows(2000).with(at, { inputs: { x: 0 }, output: true } as never));
    expect(typed.status).toBe(422);
    expect(typed.body.detail[0].loc.slice(0, 4)).toEqual(['body', 'experiments', String(at), 'output']);
    const misspelt = await send(rows(2000).with(at, { inputs: { x: 0 }, output: 1, nois: 1 } as never));
    expect(misspelt.status).toBe(422);
    expect(misspelt.body.detail).toEqual([
      {
        loc: ['body', 'experiments', String(at), 'nois'],
        msg: "field is unknown here; did you mean 'noise'?",
        type: 'extra_forbidden',
      },
    ]);
    const outside = JSON.stringify({ experiments: rows(2000) }).replace(`"output":${at},`, '"output":1e999,');
    const infinite = await service.call('POST', `${path}/experiments/batch`, outside);
    expect(infinite).toMatchObject({ status: 400, body: { error_type: 'ValueError' } });
    expect((await service.call('GET', `${path}/state`)).body.n_experiments).toBe(0);
  });

  it('a field beside the list, and a list that is too long, are refused', async () => {
    const { status, body } = await service.call('POST', `${path}/experiments/batch`, {
      experiments: rows(300),
      extra: 1,
    });
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(['body', 'extra']);
    const quantiles = Array.from({ length: 300 }, () => 0.5);
    const many = await service.call('POST', `${path}/model/predict`, { inputs: [{ x: 0 }], quantiles });
    expect(many).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'quantiles'], type: 'maxItems' }] },
    });
  });

  it('nesting, keys that change objects, and text that is no JSON are refused', async () => {
    const text = JSON.stringify({ experiments: rows(5000) });
    const post = (body: string) => service.call('POST', `${path}/experiments/batch`, body);
    const ends = [
      [`,"a":${'['.repeat(200)}${']'.repeat(200)}}`, 'too_deep'],
      [',"a":{"\\u005f_proto__":1}}', 'key_forbidden'],
      [',"a":1', 'json_invalid'],
    ] as const;
    for (const [end, type] of ends) {
      const { status, body } = await post(`${text.slice(0, -1)}${end}`);
      expect([status, body.detail[0].type]).toEqual([422, type]);
    }
  });

  it('long answers arrive whole, and pages are sorted as ever', async () => {
    const sent = rows(9000);
    expect((await send(sent)).status).toBe(201);
    const { body, headers } = await service.call('GET', `${path}/experiments/provenance`);
    expect(body.records.map(({ output }: { output: number }) => output)).toEqual(
      sent.map(({ output }) => output),
    );
    expect(body.records[8999].revision).toBe(body.records[0].revision);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const audit = await service.call('GET', `${path}/audit`);
    expect(audit.body.n_entries).toBe(audit.body.entries.length);
    const page = await service.call('GET', `${path}/experiments?sort_by=x&order=desc&limit=1000`);
    const values = page.body.items.map(({ x }: { x: number }) => x);
    expect(values).toEqual(values.toSorted((a: number, b: number) => b - a));
    expect(page.body.items[0].Output).toBe(96);
  });

  it('sorting in slices is that of toSorted, ties included', () => {
    const item = fc.record({ key: fc.integer({ min: 0, max: 9 }), id: fc.nat() });
    fc.assert(
      fc.property(fc.array(item, { minLength: 0, maxLength: 9000, size: 'max' }), (items) => {
        const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
        expect(runSlices(sortInSlices(items, compare))).toEqual(items.toSorted(compare));
      }),
      { numRuns: 20 },
    );
  });

  it('a candidate list is changed under the terms of the request', async () => {
    const stale = { 'if-match': '"0"' };
    const candidates = [{ x: 0.5 }];
    expect((await service.call('PUT', `${path}/candidates`, { candidates }, stale)).status).toBe(412);
    expect((await service.call('PUT', `${path}/candidates`, { candidates })).status).toBe(200);
    expect((await service.call('DELETE', `${path}/candidates`, undefined, stale)).status).toBe(412);
  });
});
