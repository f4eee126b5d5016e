import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RowDetail } from '../../../src/contract/experiments/row-details.ts';
import type { Row } from '../../../src/contract/values.ts';
import { variableSheetLines, variableSheetName } from '../../../src/contract/variables/variable-sheet.ts';
import { runSlices } from '../../../src/engine/slices.ts';
import { exportCsv } from '../../../src/service/session/exports/csv.ts';
import { exportXlsx } from '../../../src/service/session/exports/xlsx.ts';
import { importRows } from '../../../src/service/session/imports/import-rows.ts';
import { emptyState, type State } from '../../../src/service/session/state.ts';
import { describeImport } from '../../../src/service/tables/requests/describe.ts';
import { workbook } from './files.ts';
import { read, text } from './reading.ts';

const time = '2026-01-01T00:00:00.000Z';
const environment = { newId: () => 'new', now: () => time } as never;

const unitsOf = ({ objective_metadata: metadata }: State) =>
  new Map(Object.entries(metadata).flatMap(([name, { unit }]) => (unit ? [[name, unit]] : [])));

/** Files that a table is written to. */
const writers = {
  csv: (state: State) => Buffer.from([...runSlices(exportCsv(state, { units: true }))].join('')),
  xlsx: (state: State) => runSlices(exportXlsx(state, { units: true })),
} as const;
const formats = ['csv', 'xlsx'] as const;

/** The session after its own export has replaced its rows, and what the import said of the file. */
async function afterRoundTrip(state: State, format: (typeof formats)[number] = 'csv') {
  const bytes = writers[format](state);
  const { variables, targets, constraints } = state;
  const rules = { limits: [...state.rules.limits], linear: [...state.rules.linear] };
  const known = { variables, targets, rules, constraints, units: unitsOf(state), ids: [], hasRows: true };
  const plan = { settings: {}, columns: [], choices: {}, rows: {}, constants: {}, mode: 'replace' } as const;
  const most = { rows: 1000, cells: 100_000, textLength: 100_000 };
  const read = await describeImport({ bytes, plan, known, withRows: true, most });
  const { description, ...rest } = read;
  const how = { filename: 'f', mode: 'replace', reason: 'Imported', auditRows: false } as const;
  const file = { ...rest, columns: description.columns, ...how };
  return { description, state: runSlices(importRows(state, file, environment)).state };
}

const tableOf = ({ rows, variables, targets, details, objective_metadata }: State) => ({
  objective_metadata,
  rows: Array.from({ length: rows.length }, (_, i) =>
    Object.fromEntries(Object.entries(rows.at(i) as Row).filter(([, cell]) => cell !== null)),
  ),
  variables,
  targets,
  details,
});

/** Names and categories that readers of tables have taken for something else. */
const texts = [
  ...[
    'a,b',
    'a"b',
    '007',
    'a\nb',
    ' a',
    '1',
    'true',
    'NaN',
    'n.a.',
    '-',
    '=1+1',
    'failed',
    '<0.05',
    '1,5',
    '50 %',
  ],
  ...[
    '2024-01-02',
    '1:30',
    'café',
    'Total',
    'Mean',
    'null',
    '-5',
    '1e3',
    '# x',
    'a;b;c',
    '#N/A',
    'a\tb',
    '😀',
  ],
];
const names = [
  ...[
    'temperature',
    'a,b',
    'sd',
    'Time',
    'NaN',
    '1',
    'true',
    'id',
    'Comment',
    'Status',
    'Censored',
    'Attachments',
  ],
  ...['c (min)', 'Yield [%]', 'mean', 'T, °C', 'reason', '😀', 'z'.repeat(300)],
  ...[' lead', 'trail ', 'a  b', 'a\u00a0b', 'a\u200bb', '\ufeffx'],
];
/** Units, and texts that people have as some. */
const units = [
  '°C',
  '%',
  'g/g cat',
  '-',
  '1',
  "'",
  '=x',
  'a,b',
  ' m',
  'x',
  'units',
  'pH',
  '# a',
  'mol·L⁻¹',
  '"',
];
const number = fc.oneof(
  fc.constantFrom(1e-300, 1e300, 0.1 + 0.2, 5e-324, 1.234, 1000, -1e-7),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((value) => value || 0),
);
const run = fc.record({
  x: number,
  c: fc.nat(2),
  y: fc.option(number),
  status: fc.constantFrom('measured', 'failed', 'failed: pump, blocked\nagain', 'censored'),
  comment: fc.option(fc.constantFrom('12', 'n.a.', '007', ' lead, "q"', 'yellow', '50 %')),
  noise: fc.option(fc.constantFrom(0.25, 1e-12)),
});
const session = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 2 }),
    categories: fc.uniqueArray(fc.constantFrom(...texts), { minLength: 3, maxLength: 3 }),
    runs: fc.array(run, { minLength: 1, maxLength: 6 }),
    units: fc.tuple(fc.option(fc.constantFrom(...units)), fc.option(fc.constantFrom(...units))),
  })
  .map(({ names: [x, y], categories, runs, units }) =>
    withUnits(sessionOf(x as string, y as string, categories, runs), units),
  );

/** The session with units of its number and its result. */
function withUnits(state: State, [ofInput, ofOutput]: readonly (string | null)[]): State {
  const [kind, input] = state.variables as [State['variables'][0], State['variables'][0]];
  const [target = ''] = state.targets;
  return {
    ...state,
    variables: [kind, ofInput ? { ...input, unit: ofInput } : input],
    ...(ofOutput ? { objective_metadata: { [target]: { unit: ofOutput } } } : {}),
  };
}

interface Run {
  readonly x: number;
  /** Which of the categories. */
  readonly c: number;
  readonly y: number | null;
  readonly status: string;
  readonly comment: string | null;
  readonly noise: number | null;
}

/** What is written of a run beside its row; a column that the session has itself is not exported over it. */
function detailOf(
  y: string,
  { status, comment }: Run,
  isMeasured: boolean,
  taken: readonly string[],
): RowDetail {
  const [, error] = /^failed: (.*)$/s.exec(status) ?? [];
  const isFailed = status.startsWith('failed') && !taken.includes('Status');
  return {
    ...(isFailed ? { status: 'failed' as const, ...(error === undefined ? {} : { error }) } : {}),
    ...(status === 'censored' && isMeasured ? { censored: { [y]: 'above' as const } } : {}),
    ...(comment === null || taken.includes('Comment') ? {} : { comment }),
  };
}

function sessionOf(x: string, y: string, categories: readonly string[], runs: readonly Run[]): State {
  const isMeasured = (one: Run) => one.y !== null && !one.status.startsWith('failed');
  const rows = runs.map((one, i) => ({
    ...{ c: categories[one.c] as string, [x]: one.x, [y]: isMeasured(one) ? one.y : null },
    ...{
      Iteration: i,
      Reason: 'a, b',
      ...(one.noise === null ? {} : { Noise: one.noise }),
      ProvenanceId: `p${i}`,
    },
  }));
  const details = runs.map((one, i) => [`p${i}`, detailOf(y, one, isMeasured(one), [x, y])] as const);
  return {
    ...emptyState('s', time),
    variables: [
      { name: 'c', type: 'categorical', values: [...categories] },
      { name: x, type: 'real', min: -1e308, max: 1e308 },
    ],
    targets: [y],
    rows,
    details: Object.fromEntries(details.filter(([, detail]) => Object.keys(detail).length > 0)),
  };
}

it.each(formats)('the export of a session as %s brings it back as it was', async (format) => {
  await fc.assert(
    fc.asyncProperty(session, async (state) => {
      const { description, state: back } = await afterRoundTrip(state, format);
      expect(description.blocking).toEqual([]);
      expect(tableOf(back)).toEqual(tableOf(state));
    }),
    { numRuns: 300, seed: 7 },
  );
});

it('a failed run of an export is reported as one and asks for no result', async () => {
  const run = { c: 0, comment: null, noise: null };
  const state = sessionOf(
    'x',
    'y',
    ['a', 'b', 'Total'],
    [
      { ...run, x: 1, y: 1, status: 'measured' },
      { ...run, x: 2, y: null, status: 'failed: leak' },
      { ...run, x: 3, y: null, status: 'failed' },
      { ...run, x: 4, y: null, status: 'measured' },
    ],
  );
  const { description } = await afterRoundTrip(state);
  expect(description.n_failed).toBe(2);
  expect(description.problem_counts).toMatchObject([{ kind: 'missing_output', count: 1 }]);
});

it('a name in the file that the session has is that one, whatever its part without the unit is', async () => {
  const run = { c: 0, comment: null, noise: null, status: 'measured' };
  const state = sessionOf(
    'x',
    'x (min)',
    ['a', 'b', 'c'],
    [
      { ...run, x: 1, y: 2 },
      { ...run, x: 2, y: 3 },
    ],
  );
  const { description, state: back } = await afterRoundTrip(state);
  expect(description.blocking).toEqual([]);
  expect(tableOf(back)).toEqual(tableOf(state));
});

it('an export gives an empty session its variables, objectives and what was kept beside them', async () => {
  const { description } = await read(
    text([
      'Location,T,Imp A,Product,Iteration,Reason,ProvenanceId,Sample,Area,RT',
      'A1,80,2.4,48,0,Imported,p1,S1,"12; 3",4.1',
      'A2,90,,44,0,Imported,p2,S2,"11; 2",4.2',
      'A3,85,3.1,40,0,Imported,p3,S3,"10; 1",4.3',
    ]),
  );
  expect(description.columns.map(({ column, meaning }) => [column, meaning])).toEqual([
    ...[
      ['Location', 'input'],
      ['T', 'input'],
      ['Imp A', 'output'],
      ['Product', 'output'],
    ],
    ...[
      ['Iteration', 'iteration'],
      ['Reason', 'reason'],
      ['ProvenanceId', 'id'],
      ['Sample', 'id'],
    ],
    ...[
      ['Area', 'note'],
      ['RT', 'note'],
    ],
  ]);
  expect(description.blocking).toEqual([]);
});

/** A session of two variables and an objective, whose names say something else. */
const misnamed = (x: string, y: string, categories = ['a', ' a', 'b']): State => {
  const runs = [0, 1, 2].map((c) => ({
    x: 30 + c,
    c,
    y: c - 1,
    status: 'measured',
    comment: null,
    noise: null,
  }));
  const state = sessionOf(x, y, categories, runs);
  const [kind, number] = state.variables as [State['variables'][0], State['variables'][0]];
  return { ...state, variables: [kind, { ...number, min: 0, max: 100 }] };
};

it.each([
  ['Run', 'SD'],
  ['Date', 'Comment 2'],
  ['Mean', 'E/Z'],
  ['sd', 'Id'],
  ['Yield 1', 'Temperature'],
  ['Result', 'pred'],
])('variable %j and objective %j of a workbook are what they were in a new session', async (x, y) => {
  const state = misnamed(x, y);
  const { description, rows } = await read(writers.xlsx(state));
  expect(description.blocking).toEqual([]);
  expect(description.columns.slice(0, 3).map(({ name, meaning }) => [name, meaning])).toEqual([
    ...[['c', 'input']],
    ...[[x, 'input']],
    ...[[y, 'output']],
  ]);
  expect(rows.map(({ inputs, outputs }) => ({ ...inputs, ...outputs }))).toEqual(
    [0, 1, 2].map((c) => ({ c: ['a', ' a', 'b'][c], [x]: 30 + c, [y]: c - 1 })),
  );
});

it.each(['Run', 'Date', 'sd', 'Include'])('a variable %j of an exported CSV file is one', async (x) => {
  const { description } = await read(writers.csv(misnamed(x, 'SD')));
  expect(description.columns.slice(0, 3).map(({ meaning }) => meaning)).toEqual(['input', 'input', 'output']);
  expect(description.blocking).toEqual([]);
});

it.each(formats)('names of an exported table are as they are in a new session: %s', async (format) => {
  const runs = [0, 1, 0].map((c, i) => ({
    ...{ x: 30 + i, c, y: i, status: 'measured', comment: null, noise: null },
  }));
  for (const name of [' lead', 'trail ', 'a  b', 'a\u00a0b', 'a\u200bb', '\ufeffx', '½']) {
    const state = sessionOf(name, 'yield', ['THF', 'DMF', 'MeCN'], runs);
    const { description } = await read(writers[format](state));
    expect(description.columns[1]).toMatchObject({ column: name, name, meaning: 'input' });
    const ofLine = description.remarks.filter((remark) => remark.startsWith('names such as'));
    expect(ofLine).toEqual([]);
  }
});

it('a run that failed has settings alone, so none of its values is of an objective', async () => {
  const names = ['p', 'Run', 'Iteration', 'Reason', 'ProvenanceId', 'Status'];
  const lines = ['1,4,0,Manual,a,', '2,5,1,Manual,b,', '3,,2,Manual,c,failed: leak'];
  const { description, rows } = await read(
    text([['T', ...names].join(','), ...lines.map((line, i) => `${i},${line}`)]),
  );
  expect(description.columns.slice(0, 3).map(({ meaning }) => meaning)).toEqual(['input', 'input', 'output']);
  expect(rows[2]).toMatchObject({ inputs: { T: 2, p: 3 }, failed: true });
});

it('texts stand in no objective of an exported table, so none stands left of them', async () => {
  const lines = [
    'Yield 0,Kind,y,Iteration,Reason,ProvenanceId',
    '1,THF,2,0,x,p1',
    '2,DMF,,0,x,p2',
    '3,n.d.,4,0,x,p3',
  ];
  const { description } = await read(text(lines));
  expect(description.columns.slice(0, 3).map(({ meaning }) => meaning)).toEqual(['input', 'input', 'output']);
});

it('limits stand in no variable of an exported table', async () => {
  const lines = [
    'x,SD of x,y,Iteration,Reason,ProvenanceId',
    '1,<2,2,0,x,p1',
    '2,3,1,0,x,p2',
    '3,4,4,0,x,p3',
  ];
  const { description } = await read(text(lines));
  expect(description.columns.slice(0, 3).map(({ meaning }) => meaning)).toEqual([
    'input',
    'output',
    'output',
  ]);
});

it('texts that somebody added left of the bookkeeping of a workbook are no objective', async () => {
  const bytes = workbook({
    Experiments: [
      ['x', 'Remark', 'y', 'Iteration', 'Reason', 'ProvenanceId'],
      [1, 'fine', 2, 0, 'x', 'p1'],
      [2, 'cloudy', 3, 0, 'x', 'p2'],
    ],
    [variableSheetName]: [...variableSheetLines([]), ['x', 'real', 0, 10]],
  });
  const { description } = await read(bytes);
  expect(description.columns.slice(0, 3).map(({ meaning }) => meaning)).toEqual(['input', 'note', 'output']);
  expect(description.blocking).toEqual([]);
});

it('an export is neither turned into other rows nor shortened', async () => {
  const { rows } = await read(
    text([
      'Temp,Response,Value,Iteration,Reason,ProvenanceId,Run,Row State,Price',
      ...['80,Yield,45,0,Imported,p1,1,Excluded,(1.25)', '80,Gloss,98,0,Imported,p2,1,,(1.5)'],
      ...['90,Yield,55,0,Imported,p3,2,,x', '90,Gloss,97,0,Imported,p4,2,,y'],
    ]),
  );
  expect(rows.map(({ provenanceId, extras }) => [provenanceId, extras.Price])).toEqual([
    ...[
      ['p1', '(1.25)'],
      ['p2', '(1.5)'],
      ['p3', 'x'],
      ['p4', 'y'],
    ],
  ]);
});

it('an export with units gives them to an empty session, and is the plain one where nothing has a unit', async () => {
  const run = { c: 0, comment: null, noise: null, status: 'measured' };
  const plain = sessionOf(
    'x',
    'y',
    ['a', 'b', 'c'],
    [
      { ...run, x: 1, y: null },
      { ...run, x: 2, y: null },
    ],
  );
  const file = (state: State, options = {}) => [...runSlices(exportCsv(state, options))].join('');
  expect(file(plain, { units: true })).toBe(file(plain));
  const state = withUnits(plain, ['g/g cat', '-']);
  expect(file(state).split('\r\n')).toHaveLength(4);
  expect(file(state, { units: true }).split('\r\n')[1]).toBe(',g/g cat,-,,,units');
  const { description, rows } = await read(text(file(state, { units: true }).split('\r\n')));
  expect(description.columns.slice(0, 3).map(({ column, unit }) => [column, unit])).toEqual([
    ...[
      ['c', null],
      ['x', 'g/g cat'],
      ['y', '-'],
    ],
  ]);
  expect(rows).toHaveLength(2);
  const { description: back } = await afterRoundTrip(state);
  expect(back.blocking).toEqual([]);
});

it('a workbook brings its ranges and categories into a new session', async () => {
  const runs = [0, 1, 0].map((c, i) => ({
    x: 30 + i,
    c,
    y: i,
    status: 'measured',
    comment: null,
    noise: null,
  }));
  const state = sessionOf('T', 'yield', ['THF', 'NaN', '=x, y'], runs);
  const [kind, T] = state.variables as [State['variables'][0], State['variables'][0]];
  const wide = { ...state, variables: [kind, { ...T, min: 20, max: 90, unit: '°C' }] };
  const { description } = await read(writers.xlsx(wide));
  expect(description.columns.slice(0, 2)).toMatchObject([
    { name: 'c', categories: ['THF', 'NaN', '=x, y'] },
    { name: 'T', bounds: [20, 90], unit: '°C' },
  ]);
  expect(description.remarks).toEqual(["new variables are described by the sheet 'Variables'"]);
  // A run beyond the range widens it; a range that was chosen stands.
  const narrow = { ...state, variables: [kind, { ...T, min: 20, max: 31 }] };
  expect((await read(writers.xlsx(narrow))).description.columns[1]?.bounds).toEqual([20, 32]);
  const chosen = await read(writers.xlsx(wide), { columns: [{ column: 'T', bounds: [0, 200] }] });
  expect(chosen.description.columns[1]?.bounds).toEqual([0, 200]);
  // Without units the workbook is the table alone.
  const plain = await read(runSlices(exportXlsx(wide)));
  expect(plain.description.settings.sheets).toEqual(['Experiments']);
  expect(plain.description.columns[1]?.bounds).toEqual([30, 32]);
});

it('a workbook brings the types, roles and allowed values of its variables', async () => {
  const state = sessionOf(
    'T',
    'yield',
    ['1', '2'],
    [
      { x: 30, c: 0, y: 1, status: 'measured', comment: null, noise: null },
      { x: 40, c: 1, y: 2, status: 'measured', comment: null, noise: null },
    ],
  );
  const [kind, T] = state.variables as [State['variables'][0], State['variables'][0]];
  const typed = (variable: State['variables'][0]) => ({ ...state, variables: [kind, variable] });
  const back = async (variable: State['variables'][0]) => {
    const { description, rows } = await read(writers.xlsx(typed(variable)));
    expect(description.blocking).toEqual([]);
    return { columns: description.columns, rows };
  };
  const whole = await back({ ...T, type: 'integer', min: 0, max: 90 });
  expect(whole.columns.slice(0, 2)).toMatchObject([
    { name: 'c', type: 'categorical', categories: ['1', '2'] },
    { name: 'T', type: 'integer', bounds: [0, 90], role: 'controllable' },
  ]);
  const { min: _min, max: _max, ...bare } = T;
  const listed = await back({ ...bare, type: 'discrete', allowed_values: [20, 30, 60] });
  // A run at another value adds it.
  expect(listed.columns[1]).toMatchObject({
    type: 'discrete',
    bounds: null,
    allowed_values: [20, 30, 40, 60],
  });
  const seen = await back({ ...T, role: 'observed' });
  expect(seen.columns[1]).toMatchObject({ type: 'real', role: 'observed' });
  // Variables that were made before roles were told have the type alone.
  const older = await back({ ...bare, type: 'context' });
  expect(older.columns[1]).toMatchObject({ type: 'real', role: 'observed' });
});

it('a workbook brings steps, scales, changes and descriptions of its variables', async () => {
  const runs = [30, 40].map((x, i) => ({ x, c: i, y: i, status: 'measured', comment: null, noise: null }));
  const state = sessionOf('T', 'yield', ['1', '2'], runs);
  const [kind, T] = state.variables as [State['variables'][0], State['variables'][0]];
  const said = { step: 2.5, scale: 'log', changes: 'hard', description: '=bath, not core' } as const;
  const book = (variable: object) =>
    writers.xlsx({ ...state, variables: [kind, { ...T, ...said, ...variable }] });
  const back = async (variable: object, patch = {}) =>
    (await read(book(variable), patch)).description.columns[1];
  expect(await back({ min: 20, max: 90 })).toMatchObject({ bounds: [20, 90], ...said });
  // A run below the range moves its end by whole steps, so that the values stay those of the lattice.
  expect(await back({ min: 31, max: 41 })).toMatchObject({ bounds: [28.5, 41], ...said });
  // What does not fit what was chosen here is left out.
  const chosen = { columns: [{ column: 'T', type: 'integer', bounds: [0, 90] }] } as const;
  expect(await back({ min: 20, max: 90 }, chosen)).toMatchObject({
    bounds: [0, 90],
    step: null,
    scale: null,
  });
  const observed = await back({ min: 20, max: 90, role: 'observed' });
  expect(observed).toMatchObject({ step: null, changes: null, scale: 'log' });
  const { description } = await read(book({ min: 20, max: 90 }));
  expect(description.columns[0]).toMatchObject({ step: null, scale: null, changes: null, description: null });
});

it('an export that went through `to_csv` of pandas has no variable more, with and without units', async () => {
  const named = ',T,Solvent,Yield,Iteration,Reason,ProvenanceId';
  const runs = ['60,THF,45.2,0,,a', '80,DMF,55.1,0,,b', '70,THF,50.3,0,,c'];
  const units = '0,°C,,%,,,units';
  const bare = await read(text([named, ...runs.map((run, i) => `${i},${run}`)]));
  const own = await read(text([named, units, ...runs.map((run, i) => `${i + 1},${run}`)]));
  for (const { description } of [bare, own])
    expect(description.columns.slice(0, 3).map(({ name, meaning }) => [name, meaning])).toEqual([
      ['T', 'input'],
      ['Solvent', 'input'],
      ['Yield', 'output'],
    ]);
  expect(own.description.columns.map(({ unit }) => unit)).toEqual(['°C', null, '%', null, null, null]);
  expect(own.rows.map(({ inputs }) => inputs.T)).toEqual([60, 80, 70]);
});

it('texts of digits beside the runs come back as texts, and numbers as numbers', async () => {
  const { rows } = await read(
    text([
      'T,Yield,Iteration,Reason,ProvenanceId,Label,Count',
      '60,45,0,Imported,a,1.500000,1.5',
      '80,61,0,Imported,b,0.000000,1e-7',
    ]),
  );
  expect(rows.map(({ extras }) => extras)).toEqual([
    { Label: '1.500000', Count: 1.5 },
    { Label: '0.000000', Count: 1e-7 },
  ]);
});
