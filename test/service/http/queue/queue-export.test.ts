import readSheets from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';
import { workbook } from '../../tables/files.ts';

/** The queue as a file that is filled in and imported. */

const service = fileApp();

type Cells = unknown[][];

const variables = [
  { name: 'T', type: 'real', min: 20, max: 120, unit: '°C' },
  { name: 'Gloss', type: 'real', min: 0, max: 100, unit: 'GU' },
  { name: '=solvent', type: 'categorical', categories: ['=1+1', 'THF', '007'] },
  { name: 'Humidity', type: 'real', min: 0, max: 100, role: 'observed' },
];

/** A session with five staged runs in two blocks, of which the second is done. */
async function staged(): Promise<string> {
  const path = await service.session();
  for (const one of variables)
    expect((await service.call('POST', `${path}/variables`, one)).status).toBe(201);
  await service.call('PUT', `${path}/objectives`, {
    objectives: [
      { name: 'Yield', goal: 'maximize', unit: '%' },
      { name: 'E-factor', goal: 'minimize' },
    ],
  });
  const inputs = [1.5, 2.25, 3.125, 1 / 3, 1.5].map((x, i) => ({
    ...{ T: 20 + x, Gloss: i, '=solvent': i % 2 === 0 ? '=1+1' : '007' },
    Block: 1 + (i % 2),
  }));
  const { body } = await service.call('POST', `${path}/experiments/queue`, {
    items: inputs.map((one) => ({ inputs: one })),
  });
  const complete = `${path}/experiments/queue/${body.items[1].id}/complete`;
  const done = await service.call('POST', complete, { outputs: [50, 2], actual_inputs: { Humidity: 40 } });
  expect(done.status).toBe(200);
  return path;
}

const saved = async (path: string, query: string): Promise<Buffer> => {
  const { app } = service;
  const answer = await app.inject({ method: 'GET', url: `/api/v1${path}/experiments/queue/export?${query}` });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

async function cellsOf(bytes: Buffer): Promise<Cells> {
  const [sheet] = await readSheets(bytes, { trim: false });
  return (sheet as unknown as { data: Cells }).data;
}

describe('the queue as a file', () => {
  it('has the runs without a result, with numbers, blocks, settings and room for results', async () => {
    const path = await staged();
    const [head, ...rows] = await cellsOf(await saved(path, 'format=xlsx&units=true'));
    expect(head).toEqual([
      ...['Run', 'Block', 'T (°C)', 'Gloss (GU)', '=solvent', 'Humidity', 'Yield (%)', 'E-factor', 'Comment'],
    ]);
    const empty = [null, null, null, null];
    expect(rows).toEqual([
      [1, 1, 21.5, 0, '=1+1', ...empty],
      [3, 1, 23.125, 2, '=1+1', ...empty],
      [4, 2, 20 + 1 / 3, 3, '007', ...empty],
      [5, 1, 21.5, 4, '=1+1', ...empty],
    ]);
    const csv = (await saved(path, 'escape_formulas=true')).toString().split('\r\n');
    expect(csv.slice(0, 2)).toEqual([
      "Run,Block,T,Gloss,'=solvent,Humidity,Yield,E-factor,Comment",
      "1,1,21.5,0,'=1+1,,,,",
    ]);
  });

  it('two heads that units would make the same have none', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { ...variables[0], name: 'T (°C)', unit: null });
    await service.call('POST', `${path}/variables`, variables[0]);
    await service.call('POST', `${path}/experiments/queue`, { items: [{ inputs: { T: 30, 'T (°C)': 40 } }] });
    const [head, row] = await cellsOf(await saved(path, 'format=xlsx&units=true'));
    expect([head, row]).toEqual([
      ['Run', 'T (°C)', 'T', 'Output', 'Comment'],
      [1, 40, 30, null, null],
    ]);
  });

  it.each(['xlsx', 'csv'])('filled in and sorted otherwise, completes its runs (%s)', async (format) => {
    const path = await staged();
    const bytes = await saved(path, `format=${format}&units=true`);
    const [head, one, three, , five] =
      format === 'xlsx'
        ? await cellsOf(bytes)
        : bytes
            .toString()
            .split('\r\n')
            .map((line) => line.split(','));
    const filled = (row: unknown[] = [], ...results: unknown[]) => [...row.slice(0, 5), ...results];
    const lines = [
      head,
      // This run came out hotter.
      filled(five?.with(2, 22), 40, 91.5, 1.25, ''),
      filled(one, 45, 62, 3, 'brown'),
      filled(three, '', '', '', ''),
    ] as string[][];
    const file =
      format === 'xlsx'
        ? workbook({ Queue: lines })
        : Buffer.from(lines.map((line) => line.join(',')).join('\n'));
    const { body } = await service.upload(`${path}/imports`, file, {});
    expect(body.blocking).toEqual([]);
    const { body: made } = await service.call('POST', `${path}/imports/${body.import_id}/commit`);
    expect(made).toMatchObject({ added: 2 });
    const { items } = (await service.call('GET', `${path}/experiments/queue`)).body;
    expect(items.map(({ status }: { status: string }) => status)).toEqual([
      ...['done', 'done', 'pending', 'pending', 'done'],
    ]);
    const { experiments } = (await service.call('GET', `${path}/experiments`)).body;
    expect(experiments.slice(1)).toMatchObject([
      { T: 22, '=solvent': '=1+1', Humidity: 40, Yield: 91.5, 'E-factor': 1.25, Block: 1 },
      { T: 21.5, '=solvent': '=1+1', Humidity: 45, Yield: 62, 'E-factor': 3, Comment: 'brown' },
    ]);
  });

  it('has no other format', async () => {
    const answer = await service.call('GET', `${await staged()}/experiments/queue/export?format=ods`);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain('must be one of \\"csv\\", \\"xlsx\\", got \\"ods\\"');
  });
});
