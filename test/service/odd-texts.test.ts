import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachmentsIn } from '../../src/service/session/rows/attachment-cell.ts';
import { openFolder } from '../../src/service/store/open-folder.ts';
import { postgresStore } from '../../src/service/store/postgres/store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { transfer } from '../../src/service/store/transfer.ts';
import { type TestApp, testApp } from './support/app.ts';
import { postgresPrograms, TestPostgres } from './support/postgres.ts';

/** Texts that programs like to take for something else. */
const odd = [
  ...['constructor', 'toString', 'hasOwnProperty', 'prototype', 'length', 'NaN', 'null', 'undefined', 'true'],
  ...[
    '0042',
    '1e5',
    '-0',
    '1.10',
    '0x10',
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    "'75",
    '#',
    '# note',
    '%',
    '<b>x</b>',
  ],
  ...[
    'a,b',
    'a;b',
    'a|b',
    '"q"',
    "it's",
    '\\',
    '\\n',
    '{"a":1}',
    '[1]',
    '$x',
    '$1',
    '%s',
    '&amp;',
    '..',
    '?a=1',
  ],
  ...[
    'T (°C)',
    'Yield [%]',
    'c / mol',
    'Total',
    'mean',
    'Output',
    'inputs',
    'Iterations',
    'Well',
    'Unit',
    'unit',
  ],
  ...['é', 'e\u0301', 'Å', 'A\u030a', 'ﬁ', 'Ⅳ', 'ß', 'SS', 'İ', 'ı', 'µ', 'μ', 'K', 'K', '½', '²', '１'],
  ...[
    'עברית',
    'العربية ١٢',
    'a\u202eb',
    '日本語',
    '한국어',
    'ไทย',
    'नमस्ते',
    '😀',
    '👩‍🔬',
    '🏳️‍🌈',
    '\u{1d4d0}',
    '𠮷',
  ],
  ...[
    'x',
    'X',
    'x ',
    ' x',
    'a  b',
    'a\u00a0b',
    'z'.repeat(400),
    'é'.repeat(200),
    '.',
    '-',
    '—',
    '*',
    '~',
    '`',
  ],
];

const names = fc.uniqueArray(
  fc.oneof(fc.constantFrom(...odd), fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })),
  { minLength: 10, maxLength: 10, selector: (text) => text.normalize('NFC').trim() },
);

type Body = Record<string, unknown>;
type Names = [string, string, string, string, string, string, string, string, string, string];

/** What a session holds of what people wrote, whatever its ID and times are. */
async function viewOf({ call }: TestApp, path: string): Promise<Body> {
  const get = async (below: string) => (await call('GET', `${path}${below}`)).body;
  const { experiments } = await get('/experiments?limit=1000');
  const { name, description, tags, author } = await get('/metadata');
  return {
    variables: (await get('/variables')).variables,
    constraints: (await get('/constraints')).constraints,
    objectives: (await get('/objectives')).objectives,
    experiments: experiments.map((row: Body) => ({
      ...row,
      Attachments: attachmentsIn(String(row.Attachments)),
    })),
    queue: (await get('/experiments/queue')).items,
    rules: await get('/rules'),
    metadata: { name, description, tags, author },
  };
}

/** A session made of ten texts over HTTP: its path, what it must hold, and the requests that were refused. */
async function made({ call, session }: TestApp, texts: readonly string[]) {
  const [x, kind, first, second, y, unit, tag, comment, title, who] = texts.map((text) =>
    text.normalize('NFC'),
  ) as Names;
  const path = await session();
  const refused: { below: string; status: number; detail: unknown; body: Body }[] = [];
  const send = async (method: string, below: string, body: Body): Promise<boolean> => {
    const { status, body: answer } = await call(method, `${path}${below}`, body);
    if (status >= 300) refused.push({ below, status, detail: answer.detail, body });
    return status < 300;
  };
  const metadata = { name: x, description: comment, tags: [tag, kind], author: who };
  const number = { name: x, type: 'real', bounds: [0, 10], unit, description: comment };
  const category = { name: kind, type: 'categorical', categories: [first, second] };
  const objective = { name: y, goal: 'maximize', unit };
  const limit = { name: title, type: 'inequality', coefficients: { [x]: 1 }, rhs: 10 };
  const runs = [first, second].map((one, i) => ({
    inputs: { [x]: i + 1, [kind]: one },
    output: { [y]: i + 0.5 },
    comment,
    attachments: [{ title, url: 'https://eln.example/1' }],
  }));
  const parts = {
    ...((await send('PATCH', '/metadata', metadata)) && { metadata }),
    variables: [
      ...((await send('POST', '/variables', number)) ? [number] : []),
      ...((await send('POST', '/variables', category)) ? [category] : []),
    ],
    ...((await send('PUT', '/objectives', { objectives: [objective] })) && { objectives: [objective] }),
    constraints: (await send('POST', '/constraints', limit)) ? [limit] : [],
  };
  const experiments: Body[] = [];
  for (const run of runs)
    if (await send('POST', '/experiments', run))
      experiments.push({ ...run.inputs, ...run.output, Comment: comment, Attachments: run.attachments });
  const staged = { inputs: { [x]: 5, [kind]: first }, reason: who };
  const queue = (await send('POST', '/experiments/staged', staged)) ? [staged] : [];
  return { path, refused, expected: { ...parts, experiments, queue } };
}

/** All places of a refusal's body that its answer may name: the texts themselves, or the field. */
const isNamed = ({ detail, body }: { detail: unknown; body: Body }): boolean => {
  const said = JSON.stringify(detail);
  const all = Object.entries(body).flatMap(([field, value]) => [field, JSON.stringify(value).slice(1, 40)]);
  return all.some((one) => said.includes(one)) || /variable|name|inputs/.test(said);
};

/** The cells of the table, without what every row has anew. */
const rowsIn = ({ experiments }: Body): Body[] =>
  (experiments as Body[]).map(
    ({ ProvenanceId: _id, Iteration: _iteration, Reason: _reason, ...cells }) => cells,
  );

/** The table as it comes back from an exported file, into a session with the same variables and objectives. */
async function afterFile(service: TestApp, path: string, format: string): Promise<Body[]> {
  const { call, app, upload } = service;
  const url = `/api/v1${path}/experiments/export?format=${format}&units=true`;
  const { rawPayload } = await app.inject({ method: 'GET', url });
  const document = (await call('GET', `${path}/export`)).body;
  const copy = (await upload('/sessions/import', JSON.stringify(document))).body.session_id;
  const there = `/sessions/${copy}`;
  await call('DELETE', `${there}/experiments`);
  const opened = await upload(`${there}/imports`, rawPayload);
  if (rowsIn({ experiments: document.experiments.data }).length === 0) return [];
  expect(opened.body.blocking).toEqual([]);
  const { status, body } = await call('POST', `${there}/imports/${opened.body.import_id}/commit`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return rowsIn(await viewOf(service, there));
}

const seed = 20;
const count = Number(process.env.ATHANOR_PROPERTY_RUNS ?? 15);

/** An objective may be called so: no address has its name. */
const point: Names = ['x', 'kind', '#', '0042', '.', '%', 'tag', '=1+1', 'a;b', 'é'];

let postgres: TestPostgres;

beforeAll(async () => {
  if (postgresPrograms !== undefined) postgres = await TestPostgres.start();
});
afterAll(() => postgres?.stop());

describe('texts of every kind', () => {
  it('are kept as they are or refused by name, and so in files, branches and earlier states', async () => {
    const service = await testApp();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(names, async (texts) => {
        const { path, refused, expected } = await made(service, texts);
        expect(refused.filter(({ status }) => status >= 500)).toEqual([]);
        expect(refused.filter((one) => !isNamed(one))).toEqual([]);
        const view = await viewOf(service, path);
        expect(view).toMatchObject(expected);
        const exported = (await service.call('GET', `${path}/export`)).body;
        const imported = await service.upload('/sessions/import', JSON.stringify(exported));
        expect(imported.body.detail).toBeUndefined();
        expect(await viewOf(service, `/sessions/${imported.body.session_id}`)).toEqual(view);
        const { revisions } = (await service.call('GET', `${path}/history`)).body;
        const revision = Math.max(...revisions.map((one: { revision: number }) => one.revision));
        const branch = await service.call('POST', `${path}/branch`, { revision });
        const { metadata: _of, ...campaign } = view;
        expect(await viewOf(service, `/sessions/${branch.body.session_id}`)).toMatchObject(campaign);
        const past = await service.call('GET', `${path}/history/${revision}`);
        expect(past.body.detail).toBeUndefined();
        const format = runs++ % 2 === 0 ? 'csv' : 'xlsx';
        expect(await afterFile(service, path, format)).toEqual(rowsIn(view));
      }),
      { numRuns: count, seed, examples: [[point]] },
    );
    await service.close();
  });

  it.skipIf(postgresPrograms === undefined)(
    'are the same in files and in PostgreSQL, there and back',
    async () => {
      const texts = fc.sample(names, { numRuns: count, seed: seed + 1 });
      const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'athanor-odd-')));
      const views = async (store: Store, paths: readonly string[]) => {
        const service = await testApp({ ...store, close: async () => {} });
        const found = await Promise.all(paths.map((path) => viewOf(service, path)));
        await service.close();
        return found;
      };
      const quiet = () => {};
      const [first = '', second = ''] = folders;
      const files = await openFolder(first, quiet);
      const service = await testApp(files);
      const paths: string[] = [];
      for (const one of texts) paths.push((await made(service, one)).path);
      const sent = await Promise.all(paths.map((path) => viewOf(service, path)));
      await service.close();
      const again = await openFolder(first, quiet);
      expect(await views(again, paths)).toEqual(sent);
      const database = await postgres.database();
      const rows = await postgresStore({ url: database });
      expect(await transfer(again, rows)).toMatchObject({ copied: count, problems: [] });
      expect(await views(rows, paths)).toEqual(sent);
      const back = await openFolder(second, quiet);
      expect(await transfer(rows, back)).toMatchObject({ copied: count, problems: [] });
      expect(await views(back, paths)).toEqual(sent);
      for (const store of [again, rows, back]) await store.close();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  );
});
