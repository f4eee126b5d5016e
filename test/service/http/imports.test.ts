import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../../src/service/errors.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { choicesOf } from '../../../src/service/tables/rows/problems.ts';
import { type Answer, type TestApp, testApp } from '../support/app.ts';
import { fileApp } from '../support/file-app.ts';
import { latin1, workbook } from '../tables/files.ts';

const service = fileApp();

type Column = { column: string; meaning: string; name: string; unit: string | null };

const open = (path: string, content: string | Buffer, plan?: object): Promise<Answer> =>
  service.upload(`${path}/imports`, content, plan === undefined ? {} : { plan: JSON.stringify(plan) });
const meanings = ({ body }: Answer) =>
  Object.fromEntries(body.columns.map((one: Column) => [one.column, one.meaning]));
const named = ({ body }: Answer) => body.columns.map(({ name, unit }: Column) => [name, unit]);
const rowsOf = async (path: string) => (await service.call('GET', `${path}/experiments`)).body.experiments;
const patch = (path: string, id: string, body: object) =>
  service.call('PATCH', `${path}/imports/${id}`, body);
const commit = (path: string, id: string) => service.call('POST', `${path}/imports/${id}/commit`);

const german = latin1(
  [
    'Versuchsreihe Suzuki, Labor 3;;;;;',
    'Versuch;T / °C;t / min;Lösungsmittel;Ausbeute [%];Bemerkung',
    'V-01;80,5;10;1,4-Dioxan;45,2;gelb',
    'V-02;95;20;N,N-DMF;>99;',
    'V-03;60;30;1,4-Dioxan;n.d.;Probe verloren',
    'V-04;70,25;15;THF;fehlgeschlagen;Pumpe undicht',
    'V-05;1.100,5;25;THF;< 5;',
  ].join('\r\n'),
);

describe('a run without a result', () => {
  it('is told from one that failed by the detail of its provenance', async () => {
    const path = await service.session();
    const { body } = await open(path, 'x,y\n1,51\n2,\n3,54\n4,failed\n');
    expect((await commit(path, body.import_id)).status).toBe(200);
    const { records } = (await service.call('GET', `${path}/experiments/provenance`)).body;
    expect(records.map((one: { output: unknown; detail?: object }) => [one.output, one.detail])).toEqual([
      [51, undefined],
      [null, undefined],
      [54, undefined],
      [null, { status: 'failed' }],
    ]);
  });
});

describe('a file that was imported before', () => {
  const lines = ['x,c,y', '1,A,51', '2,B,52', '3,A,', '4,B,failed'];
  const imported = async () => {
    const path = await service.session();
    await commit(path, (await open(path, lines.join('\n'))).body.import_id);
    return path;
  };

  it('is recorded once', async () => {
    const { body } = await open(await imported(), lines.join('\n'));
    expect(body.problem_counts).toContainEqual({
      ...{ kind: 'recorded_run', count: 4, choice: 'skip', choices: ['skip', 'keep'] },
    });
    expect(body.blocking).toEqual(['every row is left out']);
  });

  it('and has grown brings its new rows', async () => {
    const path = await imported();
    const { body } = await open(path, [...lines, '5,A,55', '1,A,51'].join('\n'));
    expect((await commit(path, body.import_id)).body).toMatchObject({ added: 2, skipped: 4 });
  });

  it('or that was exported, and has grown, brings its new rows with their identifiers', async () => {
    const path = await imported();
    const exported: string = (await service.call('GET', `${path}/experiments/export`)).body;
    const { body } = await open(path, `${exported}2.5,A,57,2,added,new-1\r\n`);
    expect(body.problem_counts).toMatchObject([{ kind: 'recorded_run', count: 4 }]);
    expect((await commit(path, body.import_id)).body).toMatchObject({ added: 1, skipped: 4, warnings: [] });
    expect((await rowsOf(path)).at(-1)).toMatchObject({ x: 2.5, y: 57, ProvenanceId: 'new-1' });
  });

  it('is another one if few rows are equal, has results of another objective, or replaces the table', async () => {
    const path = await imported();
    const counts = async (content: string, plan?: object) =>
      (await open(path, content, plan)).body.n_recorded;
    expect(await counts('x,c,y\n1,A,51\n1,A,53\n1,A,54\n')).toBe(3);
    const columns = [{ column: 'z', meaning: 'output' }];
    expect(await counts('x,c,y,z\n1,A,51,7\n2,B,52,8\n', { columns })).toBe(2);
    expect(await counts(lines.join('\n'), { mode: 'replace' })).toBe(4);
  });
});

describe('a file with results of another objective', () => {
  it('leaves declared goals to their objectives, and says which goal is assumed', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    await service.call('PUT', `${path}/objectives`, { objectives: [{ name: 'y', goal: 'minimize' }] });
    await service.call('POST', `${path}/experiments`, { inputs: { x: 1 }, output: 5 });
    const columns = [{ column: 'z', meaning: 'output' }];
    const { body } = await open(path, 'x,y,z\n1,51,2\n2,53,4\n3,54,5\n', { columns });
    const done = await commit(path, body.import_id);
    expect(done.body.warnings).toEqual([
      "objective 'z': no goal is declared, so it is maximized until one is",
    ]);
    const { objectives, declared } = (await service.call('GET', `${path}/objectives`)).body;
    expect(declared).toBe(true);
    expect(objectives.map(({ name, goal }: { name: string; goal: string }) => [name, goal])).toEqual([
      ['y', 'minimize'],
      ['z', 'maximize'],
    ]);
    expect((await service.call('GET', `${path}/state`)).body.pareto.goals).toEqual(['minimize', 'maximize']);
  });

  it('says that the reference point, which has no value of it, is removed', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    const objectives = ['y', 'w'].map((name) => ({ name, goal: 'minimize' }));
    await service.call('PUT', `${path}/objectives`, { objectives });
    expect((await service.call('PUT', `${path}/campaign`, { ref_point: [70, 60] })).status).toBe(200);
    const columns = ['y', 'w', 'z'].map((column) => ({ column, meaning: 'output' }));
    const { body } = await open(path, 'x,y,w,z\n1,51,2,3\n2,53,4,4\n3,54,5,7\n', { columns });
    expect((await commit(path, body.import_id)).body.warnings).toContain(
      "the reference point [70,60] belonged to other objectives and was removed; until one is set for 'y', 'w', 'z', it is computed from the results",
    );
    expect((await service.call('GET', `${path}/campaign`)).body.ref_point).toBeNull();
  });
});

describe('a file of a German laboratory', () => {
  it('is read with its encoding, separator, decimal comma, units and remarks', async () => {
    const path = await service.session();
    const answer = await open(path, german);
    expect(answer.status).toBe(201);
    expect(answer.body.settings).toMatchObject({
      encoding: 'windows-1252',
      delimiter: ';',
      decimal: ',',
      header_row: 2,
    });
    expect(meanings(answer)).toEqual({
      Versuch: 'id',
      'T / °C': 'input',
      't / min': 'input',
      Lösungsmittel: 'input',
      'Ausbeute [%]': 'output',
      Bemerkung: 'note',
    });
    expect(named(answer)).toContainEqual(['T', '°C']);
    expect(named(answer)).toContainEqual(['Ausbeute', '%']);
    expect(answer.body.blocking).toEqual([]);
    const solvent = answer.body.columns.find((one: Column) => one.column === 'Lösungsmittel');
    expect(solvent.categories).toEqual(['1,4-Dioxan', 'N,N-DMF', 'THF']);
    const kinds = Object.fromEntries(
      answer.body.problem_counts.map((one: { kind: string; count: number }) => [one.kind, one.count]),
    );
    expect(kinds).toEqual({ missing_output: 1, failed_output: 1, censored_output: 2 });
  });

  it('titles of attachments and blanks of a reason come back from an exported table', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 5] });
    const attachments = [
      { title: 'HPLC [raw] \\ trace', url: 'https://eln.example/a?b=1,2' },
      { title: 'https://eln.example/c', url: 'https://eln.example/c' },
      { title: 'NMR', url: 'https://eln.example/d(1) e' },
    ];
    for (const x of [1, 2])
      await service.call('POST', `${path}/experiments`, {
        inputs: { x },
        output: x,
        reason: ' as before ',
        ...(x === 1 ? { attachments } : {}),
      });
    const exported = (await service.call('GET', `${path}/experiments/export`)).body;
    const other = await service.session();
    const { import_id } = (await open(other, exported)).body;
    expect((await commit(other, import_id)).body.added).toBe(2);
    const document = (await service.call('GET', `${other}/export`)).body;
    const [detail] = Object.values(document.athanor.row_details) as { attachments: unknown }[];
    expect(detail?.attachments).toEqual(
      attachments.with(2, { title: 'NMR', url: 'https://eln.example/d%281%29%20e' }),
    );
    expect((await rowsOf(other))[0].Reason).toBe(' as before ');
    expect((await service.call('GET', `${other}/experiments/export`)).body).toBe(exported);
  });

  it('an exported table gives an empty session the names that it had', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'T (°C)', type: 'real', bounds: [0, 100] });
    await service.call('PUT', `${path}/objectives`, { objectives: [{ name: 'Yield, %', goal: 'maximize' }] });
    for (const T of [1, 2])
      await service.call('POST', `${path}/experiments`, {
        inputs: { 'T (°C)': T },
        output: T,
      });
    const exported = (await service.call('GET', `${path}/experiments/export`)).body;
    const other = await service.session();
    const answer = await open(other, exported);
    expect(named(answer).slice(0, 2)).toEqual([
      ['T (°C)', null],
      ['Yield, %', null],
    ]);
    await commit(other, answer.body.import_id);
    expect((await service.call('GET', `${other}/experiments/export`)).body).toBe(exported);
  });

  it('an exported workbook brings the runs back', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, {
      ...{ name: 'T (°C)', type: 'real', bounds: [0, 100], unit: '°C' },
    });
    await service.call('POST', `${path}/variables`, {
      ...{ name: 'c', type: 'categorical', categories: ['THF', '=1+1'] },
    });
    for (const [T, c, output] of [
      [1, 'THF', { above: 1.234 }],
      [2.5, '=1+1', 3],
      [3, 'THF', 4],
      [7, '=1+1', 5],
    ] as const)
      await service.call('POST', `${path}/experiments`, { inputs: { 'T (°C)': T, c }, output });
    const export_ = `${path}/experiments/export`;
    const { headers, rawPayload } = await service.app.inject(`/api/v1${export_}?format=xlsx&units=true`);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="experiments_\w+\.xlsx"/);
    const other = await service.session();
    const answer = await open(other, rawPayload);
    expect(answer.body.settings.format).toBe('xlsx');
    await commit(other, answer.body.import_id);
    const both = [path, other].map((one) => service.call('GET', `${one}/experiments/export?units=true`));
    const [before, after] = await Promise.all(both);
    expect(after?.body).toBe(before?.body);
    expect((await service.call('GET', `${export_}?format=ods`)).status).toBe(422);
  });

  it('another way of reading the file begins its columns and rows again', async () => {
    const path = await service.session();
    const { import_id } = (await open(path, 'Temp,Compound,Value\n80,A,1\n80,B,2\n90,A,3\n90,B,4\n')).body;
    const rows = { 1: { action: 'skip' } };
    await patch(path, import_id, { columns: [{ column: 'Value', name: 'Amount' }], rows });
    const decimal = (await patch(path, import_id, { settings: { decimal: ',' } })).body;
    expect(decimal.decided).toHaveLength(1);
    const stacked = { names: 'Compound', values: 'Value' };
    const { blocking, decided } = (await patch(path, import_id, { settings: { stacked } })).body;
    expect({ blocking, decided }).toEqual({ blocking: [], decided: [] });
  });

  it('a constant stays with the import until it is taken back', async () => {
    const path = await service.session();
    for (const name of ['x', 'p'])
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 5] });
    const { import_id } = (await open(path, 'x,Yield\n1,2\n2,3\n')).body;
    expect((await commit(path, import_id)).status).toBe(400);
    expect((await patch(path, import_id, { constants: { p: 'a' } })).body.detail).toContain('constants.p');
    expect((await patch(path, import_id, { constants: { p: 3 } })).body.blocking).toEqual([]);
    expect((await patch(path, import_id, { constants: { p: null } })).body.blocking).toHaveLength(1);
    await patch(path, import_id, { constants: { p: 4 } });
    expect((await commit(path, import_id)).body.added).toBe(2);
    expect((await rowsOf(path)).map((row: { p: number }) => row.p)).toEqual([4, 4]);
  });

  it('a run that failed and has a result is reported, and the result is kept where it is to be', async () => {
    const csv = 'x,Yield,Status,Comment\n1,40,,\n2,55,failed: pump,late\n3,60,ok,\n4,,failed,\n';
    const path = await service.session();
    const { body } = await open(path, csv);
    const told = body.problems.filter(({ kind }: { kind: string }) => kind === 'output_of_failed');
    expect(told).toMatchObject([{ row: 2, value: "'Yield' 55", choice: 'failed' }]);
    await commit(path, body.import_id);
    expect((await rowsOf(path)).map((row: { Yield: unknown }) => row.Yield)).toEqual([40, null, 60, null]);
    const other = await service.session();
    const kept = await open(other, csv, { choices: { output_of_failed: 'value' } });
    const done = await commit(other, kept.body.import_id);
    expect(done.body).toMatchObject({ added: 4, failed: 1 });
    const [, second] = await rowsOf(other);
    expect(second).toMatchObject({ Yield: 55, Comment: 'late; failed: pump' });
    const once = await service.session();
    await service.call('POST', `${once}/variables`, { name: 'x', type: 'real', bounds: [0, 5] });
    const uploaded = await service.upload(`${once}/experiments/upload`, csv, { target_columns: 'Yield' });
    expect(uploaded.body.warnings).toEqual([
      "row 2 (line 3): the run is marked as failed and has a result: 'Yield' 55; a failed run has none",
    ]);
  });

  it('is taken over as a whole, with failures, limits and what was not measured', async () => {
    const path = await service.session();
    const { import_id } = (await open(path, german)).body;
    expect(await rowsOf(path)).toEqual([]);
    const done = await commit(path, import_id);
    expect(done.body).toMatchObject({ added: 5, failed: 1, skipped: 0, target_columns: ['Ausbeute'] });
    const rows = await rowsOf(path);
    expect(rows[0]).toMatchObject({
      T: 80.5,
      Ausbeute: 45.2,
      Reason: 'Imported',
      Versuch: 'V-01',
      Bemerkung: 'gelb',
    });
    expect(rows[1]).toMatchObject({ Lösungsmittel: 'N,N-DMF', Ausbeute: 99, Censored: 'Ausbeute >' });
    expect(rows[2]).toMatchObject({ Ausbeute: null, Status: null });
    expect(rows[3]).toMatchObject({ Ausbeute: null, Status: 'failed' });
    expect(rows[4]).toMatchObject({ T: 1100.5, Ausbeute: 5, Censored: 'Ausbeute <' });
    const variables = (await service.call('GET', `${path}/variables`)).body.variables;
    expect(variables[0]).toMatchObject({ name: 'T', unit: '°C', bounds: [60, 1100.5] });
    const metadata = (await service.call('GET', `${path}/objective-metadata`)).body.metadata;
    expect(metadata.Ausbeute.unit).toBe('%');
    expect((await commit(path, import_id)).status).toBe(404);
  });

  it('survives export and import of the table and of the session', async () => {
    const path = await service.session();
    await commit(path, (await open(path, german)).body.import_id);
    const rows = await rowsOf(path);
    const csv = (await service.call('GET', `${path}/experiments/export`)).body;
    expect(csv).toContain('>99');
    const again = await service.upload(`${path}/experiments/upload`, csv, { target_column: 'Ausbeute' });
    expect(again.status).toBe(200);
    expect(await rowsOf(path)).toEqual(rows);
    const file = JSON.stringify((await service.call('GET', `${path}/export`)).body);
    const { body } = await service.upload('/sessions/import', file);
    expect(await rowsOf(`/sessions/${body.session_id}`)).toEqual(rows);
  });
});

describe('other files', () => {
  it('columns named as the session names them, but for case, blanks and signs', async () => {
    const path = await service.session();
    for (const name of ['temperature', 'pd_mol', 'pd mol 2'])
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 100] });
    const answer = await open(path, 'Temperature [°C];PD mol;pd mol 2;yield\n80;1;2;50\n85;2;3;60\n');
    expect(
      answer.body.columns.map((one: { name: string; exists: boolean }) => [one.name, one.exists]),
    ).toEqual([
      ['temperature', true],
      ['pd_mol', true],
      ['pd mol 2', true],
      ['yield', false],
    ]);
    expect(answer.body.blocking).toEqual([]);
  });

  it('IUPAC headers in UTF-8, tabs, a line of units, two outputs of which one is missing', async () => {
    const path = await service.session();
    const text =
      '\ufeffRun\tϑ\tτ / min\tc (mol/L)\tp\tConversion, %\tSelectivity\n\t°C\t\t\tbar\t\t%\n' +
      '1\t80\t10\t0.5\t2\t50\t90\n2\t90\t20\t0.7\t3\t60\tn.a.\n3\t85\t15\t0.6\t1\t≥98%\t91\n';
    const answer = await open(path, text);
    expect(named(answer)).toEqual([
      ['Run', null],
      ['ϑ', '°C'],
      ['τ', 'min'],
      ['c', 'mol/L'],
      ['p', 'bar'],
      ['Conversion', '%'],
      ['Selectivity', '%'],
    ]);
    expect(meanings(answer)).toMatchObject({
      Run: 'id',
      ϑ: 'input',
      'Conversion, %': 'output',
      Selectivity: 'output',
    });
    await commit(path, answer.body.import_id);
    expect((await rowsOf(path))[1]).toMatchObject({ Conversion: 60, Selectivity: null });
    expect((await rowsOf(path))[2]).toMatchObject({ Conversion: 98, Censored: 'Conversion >' });
    const trained = await service.call('POST', `${path}/model/train`, {
      target_column: 'Conversion',
      backend: 'botorch',
    });
    expect(trained.body).toMatchObject({ success: true });
    expect((await service.call('GET', `${path}/model`)).body.n_experiments).toBe(3);
  });

  it('a workbook, by sheet', async () => {
    const path = await service.session();
    const bytes = workbook({
      Readme: [['made by hand']],
      'Runs 1': [
        ['Name', 'Temp / °C', 'Ligand', 'Yield / %', 'Remarks'],
        ['a', 20, 'none', 12.5, 'ok'],
        ['b', 40, 'XPhos', '>99', null],
        ['c', 60, 'none', null, 'lost'],
      ],
    });
    const first = await open(path, bytes);
    expect(first.body.settings).toMatchObject({
      format: 'xlsx',
      sheet: 'Runs 1',
      sheets: ['Readme', 'Runs 1'],
    });
    const other = await patch(path, first.body.import_id, { settings: { sheet: 'Readme' } });
    expect(other.body.settings.sheet).toBe('Readme');
    const answer = await patch(path, first.body.import_id, { settings: { sheet: 'Runs 1' } });
    expect(meanings(answer)).toEqual({
      Name: 'id',
      'Temp / °C': 'input',
      Ligand: 'input',
      'Yield / %': 'output',
      Remarks: 'note',
    });
    expect((await commit(path, answer.body.import_id)).body.added).toBe(3);
    expect((await rowsOf(path))[0]).toMatchObject({ Temp: 20, Ligand: 'none', Yield: 12.5 });
    expect(
      (await patch(path, (await open(path, bytes)).body.import_id, { settings: { sheet: 'x' } })).body.detail,
    ).toContain("no sheet 'x'");
  });

  it('a Parquet file', async () => {
    const path = await service.session();
    const bytes = Buffer.from(
      parquetWriteBuffer({
        columnData: [
          { name: 'x', data: [1, 2.5, 3], type: 'DOUBLE' },
          { name: 'solvent', data: ['THF', 'DMF', 'THF'], type: 'STRING' },
          { name: 'yield', data: [0.1, null, 0.3], type: 'DOUBLE', nullable: true },
        ],
      }),
    );
    const answer = await open(path, bytes);
    expect(meanings(answer)).toEqual({ x: 'input', solvent: 'input', yield: 'output' });
    await commit(path, answer.body.import_id);
    expect((await rowsOf(path)).map((row: { yield: number }) => row.yield)).toEqual([0.1, null, 0.3]);
  });

  it.each([
    ['nothing', '', 'empty'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), '.xls'],
    ['a broken workbook', Buffer.from('PK\u0003\u0004nothing'), 'XLSX'],
    ['a broken Parquet file', Buffer.from('PAR1nothing'), 'Parquet'],
  ])('%s is refused', async (_name, content, words) => {
    const answer = await open(await service.session(), content);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(words)]);
  });
});

describe('decisions', () => {
  const text = 'x,c,Yield\n1,A,2\nhot,A,3\n3,B,4\n4,A,odd\n5,A,6\n';

  it('hold a commit up until every one is made: left out, edited, marked as failed', async () => {
    const path = await service.session();
    const { body } = await open(path, text);
    const id = body.import_id;
    expect(body.blocking).toEqual([
      "row 2 (line 3) needs a decision: column 'x': expected a number, got 'hot'",
      "row 4 (line 5) needs a decision: column 'Yield': expected a number, got 'odd'",
    ]);
    expect(body.problems[0]).toMatchObject({
      row: 2,
      line: 3,
      column: 'x',
      value: 'hot',
      kind: 'unreadable_input',
    });
    const refused = await commit(path, id);
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringContaining('nothing was recorded'),
    ]);
    expect((await service.call('GET', `${path}/variables`)).body.count).toBe(0);
    const half = await patch(path, id, { rows: { 2: { cells: { x: '2,5' } } } });
    expect(half.body.blocking.join()).toContain('row 4 (line 5) needs');
    const whole = await patch(path, id, { choices: { unreadable_output: 'failed' } });
    expect(whole.body).toMatchObject({ blocking: [], n_recorded: 5, n_failed: 1 });
    expect((await service.call('GET', `${path}/imports/${id}`)).body).toEqual(whole.body);
    await commit(path, id);
    const rows = await rowsOf(path);
    expect(rows.map((row: { x: number }) => row.x)).toEqual([1, 2.5, 3, 4, 5]);
    expect(rows[3]).toMatchObject({ Yield: null, Status: 'failed' });
  });

  it('rows are skipped or marked as failed one by one', async () => {
    const path = await service.session();
    const { body } = await open(path, text, {
      rows: { 2: { action: 'skip' }, 4: { action: 'failed' } },
      choices: { unreadable_output: 'missing' },
    });
    expect(body).toMatchObject({ n_rows: 5, n_recorded: 4, n_failed: 1, blocking: [] });
    expect((await commit(path, body.import_id)).body).toMatchObject({ added: 4, skipped: 1, failed: 1 });
  });

  it('keeps decisions of two requests that come together', async () => {
    const path = await service.session();
    const { import_id } = (await open(path, 'a;b;y\n1;2;3\n2;3;4\n')).body;
    const both = await Promise.all(
      ['a', 'b'].map((column) => patch(path, import_id, { columns: [{ column, unit: 'mL' }] })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const found = await service.call('GET', `${path}/imports/${import_id}`);
    expect(named(found)).toEqual(
      expect.arrayContaining([
        ['a', 'mL'],
        ['b', 'mL'],
      ]),
    );
  });

  it('keeps decisions that come to two servers at once, and none of a file that is gone', async () => {
    const store = memoryStore();
    const apps = await Promise.all([testApp(store), testApp(store)]);
    const [first, second] = apps as [TestApp, TestApp];
    const path = await first.session();
    const one = `${path}/imports/${(await first.upload(`${path}/imports`, 'a;b;y\n1;2;3\n2;3;4\n')).body.import_id}`;
    const units = ['a', 'b'].map((column) => ({ columns: [{ column, unit: 'mL' }] }));
    const both = await Promise.all(apps.map((app, i) => app.call('PATCH', one, units[i])));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(named(await first.call('GET', one))).toEqual([
      ['a', 'mL'],
      ['b', 'mL'],
      ['y', null],
    ]);
    const [patched, removed] = await Promise.all([
      first.call('PATCH', one, units[0]),
      second.call('DELETE', one),
    ]);
    expect([patched.status, removed.status]).toEqual([404, 204]);
    expect(await store.records.list('import')).toEqual([]);
    await Promise.all(apps.map((app) => app.close()));
  });

  it('columns are renamed, given other meanings, and kept from colliding', async () => {
    const path = await service.session();
    const { body } = await open(path, 'a,b,c\n1,2,3\n2,3,5\n');
    const id = body.import_id;
    const doubled = await patch(path, id, { columns: [{ column: 'a', name: 'c' }] });
    expect(doubled.body.blocking.join()).toContain("two columns are read as 'c'");
    const none = await patch(path, id, {
      columns: [
        { column: 'a', name: 'pressure', unit: 'bar' },
        { column: 'c', meaning: 'ignore' },
      ],
    });
    expect(none.body.blocking.join()).toContain('no column is read as an output');
    const good = await patch(path, id, { columns: [{ column: 'b', meaning: 'output', name: 'Yield, %' }] });
    expect(good.body.blocking).toEqual([]);
    await commit(path, id);
    expect((await service.call('GET', path)).body.target_columns).toEqual(['Yield, %']);
    expect((await rowsOf(path))[0]).toMatchObject({ pressure: 1, 'Yield, %': 2 });
    const absent = await patch(path, (await open(path, 'x\n1\n')).body.import_id, {
      columns: [{ column: 'q', meaning: 'note' }],
    });
    expect([absent.status, absent.body.detail]).toEqual([
      400,
      "columns: the file has no column 'q'; it has 'x'",
    ]);
  });

  it('decisions about rows, cells and problems that the file cannot have are refused, and nothing is kept', async () => {
    const path = await service.session();
    const { import_id } = (await open(path, 'x,Yield\n1,40\n2,n.d.\n')).body;
    const refused = await patch(path, import_id, {
      choices: { missing: 'skip', missing_output: 'censored', unreadable_output: 'skip' },
      rows: { '3': { action: 'skip' }, x: { action: 'skip' }, '1': { cells: { Yeild: '41' } } },
    });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      [
        "5 faults: (1) choices: 'missing' is not a kind of problem; use one of " +
          `${Object.keys(choicesOf).join(', ')}. (2) choices: 'censored' is not a choice for 'missing_output'; use one of missing, failed, skip`,
        "(3) rows: row 1: the file has no column 'Yeild'; it has 'x', 'Yield'",
        "(4) rows: '3' is not a row of the file; its rows are 1 to 2",
        "(5) rows: 'x' is not a row of the file; its rows are 1 to 2",
      ].join('. '),
    ]);
    const { body } = await service.call('GET', `${path}/imports/${import_id}`);
    expect([body.decided, body.problem_counts[0].choice]).toEqual([[], 'missing']);
  });

  it('what is said of a column and has no effect on its meaning is refused, and nothing is kept', async () => {
    const path = await service.session();
    const csv = 'x,Solvent,Yield\n1,A,40\n2,B,55\n3,A,60\n';
    const { import_id } = (await open(path, csv)).body;
    const columns = [
      { column: 'x', limit: 3, synonyms: { '1': 'one' } },
      { column: 'Yield', noise_is: 'variance', errors_as: 'noise' },
    ];
    const refused = await patch(path, import_id, { columns });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      [
        "4 faults: (1) column 'x': limit 3 belongs to a column of meaning 'output', and the column is read as 'input'; leave it out",
        `(2) column 'x': synonyms {"1":"one"} belongs to a categorical input, and the column is read as 'input'; leave it out`,
        "(3) column 'Yield': noise_is 'variance' belongs to a column of meaning 'noise', and the column is read as 'output'; leave it out",
        "(4) column 'Yield': errors_as 'noise' belongs to an output with errors behind its values, and the column is read as 'output'; leave it out",
      ].join('. '),
    ]);
    expect((await service.call('GET', `${path}/imports/${import_id}`)).body.decided).toEqual([]);
    expect((await open(path, csv, { columns })).status).toBe(400);
    const noise = [{ column: 'Yield', meaning: 'noise', noise_is: 'variance' }];
    const solvent = [{ column: 'Solvent', synonyms: { A: 'acetone' } }];
    expect((await patch(path, import_id, { columns: [...noise, ...solvent] })).status).toBe(200);
    // A meaning that changes later leaves what was said before without effect.
    const back = await patch(path, import_id, { columns: [{ column: 'Yield', meaning: 'output' }] });
    expect(back.body.columns[2]).toMatchObject({ meaning: 'output', noise_is: null });
  });

  it('a column that changes is distinguished: uncertainties, one value throughout, dates', async () => {
    const text =
      'Date,Batch,x,k,Yield,Yield SD\n2026-01-02,7,1,5,10,0.5\n2026-01-03,7,2,5,11,0.4\n2026-01-04,7,3,5,12,0.6\n';
    const path = await service.session();
    const answer = await open(path, text);
    expect(meanings(answer)).toEqual({
      Date: 'note',
      Batch: 'id',
      x: 'input',
      k: 'note',
      Yield: 'output',
      'Yield SD': 'noise',
    });
    await commit(path, answer.body.import_id);
    expect((await rowsOf(path))[0].Noise).toBeCloseTo(0.25, 12);
  });

  it('new categories of a variable are asked about; runs are appended to those there are', async () => {
    const path = await service.session();
    await commit(path, (await open(path, 'x,c,y\n1,A,2\n2,B,3\n')).body.import_id);
    const { body } = await open(path, 'x,c,y\n9,A,2\n2,Q,3\n');
    expect(body).toMatchObject({ mode: 'append' });
    expect(body.blocking.join()).toContain("category 'Q' is not declared");
    expect(body.problem_counts.map((one: { kind: string }) => one.kind).sort()).toEqual([
      'new_category',
      'out_of_bounds',
    ]);
    await patch(path, body.import_id, { choices: { new_category: 'add' } });
    expect((await commit(path, body.import_id)).body).toMatchObject({ added: 2, total_experiments: 4 });
    const variables = (await service.call('GET', `${path}/variables`)).body.variables;
    expect(variables[1].categories).toEqual(['A', 'B', 'Q']);
    expect((await rowsOf(path)).map((row: { Iteration: number }) => row.Iteration)).toEqual([0, 0, 1, 1]);
    const audit = (await service.call('GET', `${path}/audit?entry_type=experiments_imported`)).body.entries;
    expect(audit[1].parameters).toMatchObject({ mode: 'append', n_added: 2, n_skipped: 0 });
  });

  it('rows that others record while a file awaits its commit stay, unless somebody chose to replace them', async () => {
    const path = await service.session();
    for (const [name, more] of Object.entries({ x: { type: 'real', bounds: [0, 10] } }))
      await service.call('POST', `${path}/variables`, { name, ...more });
    await service.call('PUT', `${path}/objectives`, { objectives: [{ name: 'y', goal: 'maximize' }] });
    const [first, second, third] = await Promise.all(
      [undefined, undefined, { mode: 'replace' }].map((plan) => open(path, 'x,y\n1,2\n2,3\n', plan)),
    );
    expect(first?.body.mode).toBe('replace');
    await service.call('POST', `${path}/experiments`, { inputs: { x: 5 }, output: 6 });
    expect((await service.call('GET', `${path}/imports/${first?.body.import_id}`)).body.mode).toBe('append');
    const counts = await Promise.all([first, second].map((one) => commit(path, one?.body.import_id)));
    expect(counts.map(({ body }) => body.total_experiments).sort()).toEqual([3, 5]);
    expect((await rowsOf(path)).map(({ x }: { x: number }) => x)).toEqual([5, 1, 2, 1, 2]);
    expect((await commit(path, third?.body.import_id)).body.total_experiments).toBe(2);
  });

  it('rows that come between the reading of a file and its commit stay, too', async () => {
    const path = await service.session();
    const { body } = await open(path, 'x,y\n1,2\n2,3\n');
    const [done] = await Promise.all([
      commit(path, body.import_id),
      service
        .call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] })
        .then(() =>
          service.call('PUT', `${path}/objectives`, { objectives: [{ name: 'y', goal: 'maximize' }] }),
        )
        .then(() => service.call('POST', `${path}/experiments`, { inputs: { x: 5 }, output: 6 })),
    ]);
    expect([done.status, (await rowsOf(path)).length]).toEqual([200, 3]);
  });

  it('runs of the queue that a file brings back are done, once each', async () => {
    const path = await service.session();
    await commit(path, (await open(path, 'x,c,y\n1,A,2\n2,B,3\n')).body.import_id);
    const inputs = [
      { x: 1.234567890123, c: 'A' },
      { x: 1.5, c: 'A' },
      { x: 1.5, c: 'A' },
      { x: 1.75, c: 'B' },
      { x: 1.9, c: 'B' },
    ];
    const queue = `${path}/experiments/queue`;
    const staged = await service.call('POST', queue, { items: inputs.map((one) => ({ inputs: one })) });
    const ids = staged.body.items.map(({ id }: { id: string }) => id);
    // A spreadsheet saved what it showed; one run has no result yet and still waits, one failed, one was not staged.
    const file = 'x,c,y\n1.23457,A,5\n1.5,A,6\n1.75,B,\n1.9,B,failed\n1.5,B,7\n';
    const answer = await commit(path, (await open(path, file)).body.import_id);
    expect(answer.body).toMatchObject({
      ...{ added: 4, skipped: 1 },
      completed_item_ids: [ids[0], ids[1], ids[4]],
    });
    const { items } = (await service.call('GET', queue)).body;
    const found = items.map((one: { status: string; output: number | null; dataset_ref: number | null }) => [
      ...[one.status, one.output, one.dataset_ref],
    ]);
    expect(found).toEqual([
      ['done', 5, 2],
      ['done', 6, 3],
      ['pending', null, null],
      ['pending', null, null],
      ['failed', null, 4],
    ]);
    // Where each step needs a person, a file takes none.
    await service.call('PUT', `${path}/rules`, { approval: true });
    const more = await commit(path, (await open(path, 'x,c,y\n1.75,B,8\n')).body.import_id);
    expect(more.body.completed_item_ids).toEqual([]);
  });

  it('a saved queue comes back in another order, twice, with a corrected setting and a replicate', async () => {
    const path = await service.session();
    const queue = `${path}/experiments/queue`;
    await commit(path, (await open(path, 'x,c,y\n1,A,2\n2,B,3\n')).body.import_id);
    const settings = [1.1, 1.2, 1.3, 1.4, 1.1].map((x) => ({ inputs: { x, c: 'A' } }));
    const staged = await service.call('POST', queue, { items: settings });
    const [q1, q2, q3, q4, q5] = staged.body.items.map(({ id }: { id: string }) => id);
    // Run 5 has the settings of run 1; run 3 was made at 1.35; run 2 has no result yet; run 4 was measured twice.
    const first = 'Run,x,c,y\n5,1.1,A,50\n3,1.35,A,30\n2,1.2,A,\n4,1.4,A,40\n4,1.4,A,41\n';
    const opened = (await open(path, first)).body;
    expect(opened.problem_counts).toMatchObject([{ kind: 'unmade_run', count: 1, choice: 'skip' }]);
    expect(opened.remarks).toContain('3 runs of the queue are recognized by number');
    const answer = (await commit(path, opened.import_id)).body;
    expect(answer).toMatchObject({ added: 4, completed_item_ids: [q5, q3, q4] });
    const states = async () =>
      (await service.call('GET', queue)).body.items.map((one: { id: string; status: string }) => one.status);
    expect(await states()).toEqual(['pending', 'pending', 'done', 'done', 'done']);
    // The whole file again, with what was missing, a replicate of run 3 and one of run 5.
    const again = `${first.replace('2,1.2,A,\n', '2,1.2,A,20\n')}1,1.1,A,10\n3,1.3,A,33\n5,1.1,A,51\n`;
    const twice = (await open(path, again)).body;
    expect(twice.problem_counts).toMatchObject([
      { kind: 'recorded_run', count: 4, choice: 'skip' },
      { kind: 'other_result', count: 2, choice: 'keep' },
    ]);
    expect((await commit(path, twice.import_id)).body.completed_item_ids).toEqual([q2, q1]);
    expect((await rowsOf(path)).map(({ x, y }: { x: number; y: number }) => [x, y]).slice(2)).toEqual([
      ...[
        [1.1, 50],
        [1.35, 30],
        [1.4, 40],
        [1.4, 41],
      ],
      ...[
        [1.2, 20],

        [1.1, 10],
        [1.3, 33],
        [1.1, 51],
      ],
    ]);
  });

  it('a run that a file brings back keeps its block, its reason and what was proposed', async () => {
    const path = await service.session();
    await commit(path, (await open(path, 'x,c,y\n1,A,2\n2,B,3\n')).body.import_id);
    const items = [{ inputs: { x: 1.5, c: 'A', Block: 2 }, reason: 'qEI' }, { inputs: { x: 1.75, c: 'B' } }];
    const { body } = await service.call('POST', `${path}/experiments/queue`, { items });
    const file = 'Run,x,c,y\n1,1.6,A,5\n2,1.75,B,6\n';
    await commit(path, (await open(path, file)).body.import_id);
    const { id } = body.items[0];
    expect((await rowsOf(path))[2]).toMatchObject({
      x: 1.6,
      Block: 2,
      Reason: 'qEI',
      ProvenanceId: id,
      Run: 1,
    });
    const record = (await service.call('GET', `${path}/experiments/provenance/${id}`)).body;
    expect(record).toMatchObject({ suggested: { x: 1.5, c: 'A' }, actual: { x: 1.6, c: 'A' } });
  });

  it('numbers of another table are not those of the queue', async () => {
    const path = await service.session();
    const queue = `${path}/experiments/queue`;
    const items = [1.1, 1.2, 1.3].map((x) => ({ inputs: { x, c: 'A' } }));
    await commit(path, (await open(path, 'x,c,y\n1,A,2\n2,B,3\n')).body.import_id);
    const { body } = await service.call('POST', queue, { items });
    const file = 'Run,x,c,y\n1,1.7,A,1\n2,1.8,A,2\n3,1.3,A,3\n';
    const answer = (await commit(path, (await open(path, file)).body.import_id)).body;
    expect(answer).toMatchObject({ added: 3, completed_item_ids: [body.items[2].id] });
  });

  it('results of staged runs without their settings take these from the queue', async () => {
    const path = await service.session();
    await commit(path, (await open(path, 'x,c,y\n1,A,2\n2,B,3\n')).body.import_id);
    const queue = `${path}/experiments/queue`;
    const inputs = [
      { x: 1.5, c: 'A' },
      { x: 1.25, c: 'B' },
    ];
    await service.call('POST', queue, { items: inputs.map((one) => ({ inputs: one })) });
    const { body } = await open(path, 'Well,y\nA1,7\nB1,8\n');
    expect(body).toMatchObject({ n_waiting: 2, settings: { waiting_runs: null } });
    expect((await commit(path, body.import_id)).status).toBe(400);
    const chosen = await patch(path, body.import_id, { settings: { waiting_runs: { by: 'order' } } });
    expect(chosen.body).toMatchObject({ blocking: [], n_recorded: 2 });
    const wrong = await patch(path, body.import_id, { settings: { waiting_runs: { by: 'well' } } });
    expect(wrong.status).toBe(422);
    const { completed_item_ids: done } = (await commit(path, body.import_id)).body;
    expect(done).toHaveLength(2);
    expect((await rowsOf(path)).slice(2)).toMatchObject([
      { ...inputs[0], y: 7 },
      { ...inputs[1], y: 8 },
    ]);
    expect((await service.call('GET', queue)).body).toMatchObject({ n_pending: 0, n_done: 2 });
  });

  it('two rows of one ProvenanceId: the second gets a new one, and it is said', async () => {
    const path = await service.session();
    const { body } = await open(path, 'x,y,ProvenanceId\n1,2,p\n2,3,p\n3,4,\n');
    expect(body.problems).toMatchObject([
      { row: 2, kind: 'repeated_id', choice: 'renumber', message: expect.stringContaining("'p'") },
    ]);
    await commit(path, body.import_id);
    const ids = (await rowsOf(path)).map((row: { ProvenanceId: string }) => row.ProvenanceId);
    expect(ids[0]).toBe('p');
    expect(new Set(ids).size).toBe(3);
    const again = await service.upload(`${path}/experiments/upload`, 'x,y,ProvenanceId\n1,2,q\n2,3,q\n', {
      target_column: 'y',
    });
    expect(again.body.warnings).toEqual([expect.stringContaining("row 2 (line 3): ProvenanceId 'q'")]);
  });
});

describe('the life of an import', () => {
  it('belongs to its session, is dropped, and ends after an hour', async () => {
    const store = memoryStore();
    const own = await testApp(store);
    const [path, other] = [await own.session(), await own.session()];
    const upload = () => own.upload(`${path}/imports`, 'x,y\n1,2\n');
    const { import_id } = (await upload()).body;
    expect((await own.call('GET', `${other}/imports/${import_id}`)).status).toBe(404);
    expect((await own.call('GET', `${path}/imports/none`)).status).toBe(404);
    expect((await own.call('DELETE', `${path}/imports/${import_id}`)).status).toBe(204);
    expect((await own.call('GET', `${path}/imports/${import_id}`)).status).toBe(404);
    const late = (await upload()).body.import_id;
    const kept = (await store.records.get('import', late))?.value as { created_at: string };
    const before = new Date(Date.parse(kept.created_at) - 3_600_001).toISOString();
    await store.records.put('import', late, { ...kept, created_at: before });
    const gone = await own.call('POST', `${path}/imports/${late}/commit`);
    expect([gone.status, gone.body.detail]).toEqual([404, expect.stringContaining('older than an hour')]);
    const last = (await upload()).body.import_id;
    expect((await store.records.list('import')).map(({ key }) => key)).toEqual([last]);
    await own.close();
  });

  it('takes its plan as a part that says that it is JSON, and refuses one that is not', async () => {
    const path = await service.session();
    const send = (plan: string) => {
      const part = (head: string, content: string) =>
        `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
      const payload =
        part('name="file"; filename="f.csv"', 'x;y\n1;2\n2;3\n') +
        part('name="plan"\r\nContent-Type: application/json', plan);
      return service.app.inject({
        method: 'POST',
        url: `/api/v1${path}/imports`,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: `${payload}--b--\r\n`,
      });
    };
    const read = await send(
      '{"settings": {"delimiter": ";"}, "columns": [{"column": "x", "meaning": "note"}]}',
    );
    expect([read.statusCode, read.json().columns[0].meaning]).toEqual([201, 'note']);
    const refused = await send('{"settings"');
    expect([refused.statusCode, refused.json().detail[0].msg]).toEqual([
      422,
      'a part of the form is declared as application/json but is not JSON',
    ]);
  });

  it('is recorded once by commits that meet', async () => {
    const path = await service.session();
    const { import_id } = (await open(path, 'x,y\n1,2\n2,3\n')).body;
    const answers = await Promise.all([1, 2, 3].map(() => commit(path, import_id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await rowsOf(path)).toHaveLength(2);
  });

  it('is over once it is recorded, though its file cannot be removed', async () => {
    const store = memoryStore();
    const remove = () => Promise.reject(new StoreUnavailableError('the disk answered EROFS'));
    const own = await testApp({ ...store, uploads: { ...store.uploads, remove } });
    const path = await own.session();
    const { import_id } = (await own.upload(`${path}/imports`, 'x,y\n1,2\n2,3\n')).body;
    const one = `${path}/imports/${import_id}`;
    expect((await own.call('POST', `${one}/commit`)).body.added).toBe(2);
    for (const [method, address] of [
      ['POST', `${one}/commit`],
      ['GET', one],
      ['DELETE', one],
    ] as const)
      expect((await own.call(method, address)).status).toBe(404);
    expect((await own.call('GET', `${path}/experiments`)).body.experiments).toHaveLength(2);
    await own.close();
  });

  it('refuses misspelled fields of the form, the plan and the patch', async () => {
    const path = await service.session();
    const form = await service.upload(`${path}/imports`, 'x,y\n1,2\n', { plann: '{}' });
    expect([form.status, form.body.detail[0].msg]).toEqual([422, expect.stringContaining("'plan'")]);
    const plan = await open(path, 'x,y\n1,2\n', { seting: {} });
    expect([plan.status, plan.body.detail[0].msg]).toEqual([422, expect.stringContaining("'settings'")]);
    const { import_id } = (await open(path, 'x,y\n1,2\n')).body;
    expect((await patch(path, import_id, { settings: { delimeter: ';' } })).status).toBe(422);
  });
});

describe('preview and upload', () => {
  const path = async () => {
    const made = await service.session();
    await service.call('POST', `${made}/variables`, { name: 'T', bounds: [0, 200] });
    await service.call('POST', `${made}/variables`, {
      name: 'c',
      type: 'categorical',
      categories: [' A ', '1,4-dioxane'],
    });
    return made;
  };

  it('recommends neither names nor remarks', async () => {
    const session = await service.session();
    const recommended = async (text: string) =>
      (await service.upload(`${session}/experiments/preview`, text)).body.recommended_target;
    expect(await recommended('NAME,REMARKS,T,Conversion\n1,2,3,4\n2,5,4,6\n')).toBe('Conversion');
    expect(await recommended('Remarks;T;Yield / %\n1;2;3\n')).toBe('Yield / %');
    expect(await recommended('NAME,Remarks\na,b\n')).toBeNull();
  });

  it('take semicolons, decimal commas, units in names, names with commas, and blanks in categories', async () => {
    const session = await path();
    const text = 'T / °C;c;Yield, %;d\n80,5;" A ";12,5;0x10\n90;1,4-dioxane;;x\n';
    const answer = await service.upload(`${session}/experiments/upload`, text, { target_column: 'Yield, %' });
    expect([answer.status, answer.body.target_columns]).toEqual([200, ['Yield, %']]);
    const rows = await rowsOf(session);
    expect(rows[0]).toMatchObject({ T: 80.5, c: ' A ', 'Yield, %': 12.5, d: '0x10' });
    expect(rows[1]).toMatchObject({ c: '1,4-dioxane', 'Yield, %': null });
    const csv = (await service.call('GET', `${session}/experiments/export`)).body;
    const again = await service.upload(`${session}/experiments/upload`, csv, {
      target_column: '["Yield, %"]',
    });
    expect(again.status).toBe(200);
    expect(await rowsOf(session)).toEqual(rows);
    const two = await service.upload(`${session}/experiments/upload`, 'T,c,a,b,c d\n1, A ,1,2,3\n', {
      target_column: 'c d, a,"b',
    });
    expect(two.body.detail).toContain("no column '\"b'");
    for (const [target_column, text] of [
      ['Iteration', 'is a bookkeeping column; name the column that was measured'],
      ['["a", "a"]', "'a' is named twice; name each column once"],
    ] as const) {
      const table = 'T,c,a,Iteration\n1, A ,1,2\n';
      const wrong = await service.upload(`${session}/experiments/upload`, table, { target_column });
      expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining(text)]);
    }
  });

  it('take the decisions of a plan', async () => {
    const session = await path();
    const text = 'T,c,Output\nhot, A ,1\n5, A ,2\n';
    const refused = await service.upload(`${session}/experiments/upload`, text);
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringContaining('CSV row 1 (line 2)'),
    ]);
    const plan = JSON.stringify({ choices: { unreadable_input: 'skip' } });
    const taken = await service.upload(`${session}/experiments/upload`, text, { plan });
    expect(taken.body).toMatchObject({ added: 1 });
  });
});

describe('costs of imported rows', () => {
  it('are not charged by default, as they were paid for before', async () => {
    const path = await service.session();
    const opened = await service.upload(`${path}/imports`, 'T,Yield\n20,50\n30,60\n40,65\n');
    const commit = await service.call('POST', `${path}/imports/${opened.body.import_id}/commit`);
    expect(commit.body.added).toBe(3);
    await service.call('POST', `${path}/experiments`, { inputs: { T: 25 }, output: 55 });
    const model = { units: 'EUR', run_cost: 40, budget: 100 };
    const { body } = await service.call('PUT', `${path}/cost-model`, model);
    expect(body.summary).toMatchObject({ uncharged: 3, spent: 40, remaining: 60 });
    const all = await service.call('PUT', `${path}/cost-model`, { ...model, uncharged: 0 });
    expect(all.body.summary).toMatchObject({ uncharged: 0, spent: 160, remaining: -60 });
  });
});

describe('rows outside what the session allows', () => {
  it('are marked one by one, recorded by default, and can be taken again', async () => {
    const path = await service.session();
    for (const name of ['T', 'c'])
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 100] });
    await service.call('POST', `${path}/constraints`, {
      name: 'heat',
      constraint_type: 'inequality',
      coefficients: { T: 1, c: 1 },
      rhs: 150,
    });
    await service.call('PUT', `${path}/rules`, { limits: [{ variable: 'T', at_most: 100 }] });
    const opened = await open(path, 'T,c,Yield\n80,10,1\n120,10,2\n90,80,3\n');
    expect(opened.body.blocking).toEqual([]);
    expect(opened.body.problems.map((one: { row: number; kind: string }) => [one.row, one.kind])).toEqual([
      [2, 'out_of_bounds'],
      [2, 'outside_limits'],
      [3, 'outside_constraint'],
    ]);
    expect(opened.body.problems[1].message).toContain('120 is above the safety limit 100');
    expect(opened.body.problems[2].message).toContain("constraint 'heat' of 'T', 'c': 170 is above 150");
    const id = opened.body.import_id;
    const skipped = await patch(path, id, {
      rows: { 2: { action: 'skip' } },
      choices: { outside_constraint: 'skip' },
    });
    expect(skipped.body).toMatchObject({ n_recorded: 1, decided: [{ row: 2, action: 'skip', cells: [] }] });
    const again = await patch(path, id, { rows: { 2: { action: null } } });
    expect(again.body).toMatchObject({ n_recorded: 2, decided: [] });
  });

  it('errors behind some values only leave the noise to be inferred, with a warning', async () => {
    const path = await service.session();
    const lines = Array.from({ length: 8 }, (_, i) => `${10 * i},${40 + i * i}${i < 6 ? ' ± 0.5' : ''}`);
    const opened = await open(path, ['T,Yield', ...lines].join('\n'));
    expect((await commit(path, opened.body.import_id)).status).toBe(200);
    expect((await rowsOf(path))[0]).toMatchObject({ Yield: 40, Noise: 0.25 });
    const trained = await service.call('POST', `${path}/model/train`, { backend: 'auto' });
    expect(trained.status).toBe(200);
    expect(trained.body.warnings[0]).toContain('only 6 of 8 experiments have a noise variance');
  });
});

describe('an import that is taken back', () => {
  const table = (lines: string[]) => ['x,color,yield', ...lines].join('\n');
  const ids = (rows: { ProvenanceId: string }[]) => rows.map((row) => row.ProvenanceId);
  const replaced = async (path: string, content: string) => {
    const { body } = await open(path, content, { mode: 'replace' });
    const answer = await commit(path, body.import_id);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const change = (path: string, name: string, body: object) =>
    service.call('POST', `${path}/experiments/${name}`, body);

  it('gives the replaced rows, their objective, its runs and what others recorded, in one request', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 9] });
    const experiments = [
      { inputs: { x: 1 }, output: { above: 99 }, comment: 'cloudy' },
      { inputs: { x: 2 }, output: 2 },
    ];
    await change(path, 'batch', { experiments });
    const items = [3, 4].map((x) => ({ inputs: { x }, reason: `plan ${x}` }));
    const { body: staged } = await service.call('POST', `${path}/experiments/queue`, { items });
    await change(path, `queue/${staged.items[0].id}/complete`, { outputs: [3] });
    const queueOf = async () => (await service.call('GET', `${path}/experiments/queue`)).body.items;
    const [before, queue] = [await rowsOf(path), await queueOf()];
    const { variables_added: names } = await replaced(path, table(['4,red,44', '5,blue,55']));
    expect(names).toEqual(['color']);
    const own = ids(await rowsOf(path));
    await service.call('POST', `${path}/experiments`, { inputs: { x: 6, color: 'red' }, output: 66 });
    const others = (await rowsOf(path)).at(-1);
    const request = { provenance_ids: ids(before), in_place_of: own, without_variables: names };
    const answer = await change(path, 'restore-batch', request);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { experiment_ids: [0, 1, 2], n_experiments: 4 },
    ]);
    const after = await rowsOf(path);
    expect(ids(after)).toEqual([...ids(before), others.ProvenanceId]);
    expect(after.at(-1)).toMatchObject({ x: 6, yield: 66 });
    expect(await queueOf()).toMatchObject([
      queue[0],
      { status: 'pending', inputs: { x: 4 }, reason: 'plan 4' },
    ]);
    expect((await service.call('GET', `${path}/variables`)).body.n_variables).toBe(1);
  });

  it('gives the table of before where nobody recorded anything, corrected rows included', async () => {
    const path = await service.session();
    await replaced(path, table(['1,red,10', '2,blue,20']));
    const before = await rowsOf(path);
    const csv = (await service.call('GET', `${path}/experiments/export`)).body;
    await replaced(path, csv.replace(',20,', ',21,'));
    const now = await rowsOf(path);
    expect(now.map((row: { yield: number }) => row.yield)).toEqual([10, 21]);
    expect(ids(now)).toEqual(ids(before));
    const request = { provenance_ids: ids(before), in_place_of: ids(now) };
    expect((await change(path, 'restore-batch', request)).status).toBe(200);
    expect(await rowsOf(path)).toEqual(before);
  });

  it('gives an open session its objective back', async () => {
    const path = await service.session();
    await replaced(path, table(['1,red,10', '2,blue,20']));
    const before = await rowsOf(path);
    const { target_columns: targets } = await replaced(path, 'x,color,purity [%]\n1,red,90\n3,blue,80');
    expect(targets).toEqual(['purity']);
    const request = { provenance_ids: ids(before), in_place_of: ids(await rowsOf(path)) };
    expect((await change(path, 'restore-batch', request)).status).toBe(200);
    expect(await rowsOf(path)).toEqual(before);
  });

  it('names what stands in its way, and changes nothing then', async () => {
    const path = await service.session();
    await replaced(path, table(['1,red,10', '2,blue,20']));
    const before = await rowsOf(path);
    await replaced(path, table(['3,red,30', '4,blue,40']));
    const [first, second] = ids(await rowsOf(path));
    await service.call('DELETE', `${path}/experiments/${first}`);
    const now = await rowsOf(path);
    const refused = async (more: object) => {
      const { status, body } = await change(path, 'restore-batch', { provenance_ids: ids(before), ...more });
      return [status, body.detail];
    };
    expect(await refused({ in_place_of: [first, second] })).toEqual([
      404,
      `no experiment has the ProvenanceId '${first}'`,
    ]);
    expect(await refused({ in_place_of: [second, second] })).toEqual([
      400,
      `in_place_of: '${second}' is named twice`,
    ]);
    expect(await refused({ without_variables: ['none'] })).toEqual([404, expect.stringContaining("'none'")]);
    expect(await rowsOf(path)).toEqual(now);
    expect((await refused({ in_place_of: [second] }))[0]).toBe(200);
    expect((await refused({ in_place_of: ids(before) }))[0]).toBe(200);
    expect(await rowsOf(path)).toEqual(before);
  });
});
