import { expect, it } from 'vitest';
import { describeImport } from '../../../../src/service/tables/requests/describe.ts';
import type { Table } from '../../../../src/service/tables/table.ts';
import { withRepeats } from '../../../../src/service/tables/transforms/repeats.ts';
import { none, plan, read, text } from '../reading.ts';

const lines = [
  'Run,T,Yield 1 (%),Note,Yield 2 (%),Yield 3 (%)',
  ...['1,60,40,a,41,42', '2,70,50,b,,>52', '3,80,,c,,', 'Mean,70,45,,41,42'],
];
const repeats = ['Yield 1 (%)', 'Yield 2 (%)', 'Yield 3 (%)'];

it('columns of repeats are objectives until they are said to be repeats', async () => {
  const { description } = await read(text(lines));
  expect(description.repeat_groups).toEqual([repeats]);
  expect(description.settings.repeats).toBeNull();
  expect(description.remarks).toEqual([
    "columns 'Yield 1 (%)', 'Yield 2 (%)', 'Yield 3 (%)' are separate objectives; if they repeat one measurement, choose them as repeats, so that each value is a run",
  ]);
});

it.each([
  ['Yield,Yield 2', true],
  ['Yield #1,Yield #12', true],
  ['Yield (1),Yield (2)', true],
  ['Yield_1,Yield-2', true],
  ['Yield1,Yield.2', true],
  ['Yield 1 (mL),Yield 2 (ml)', true],
  ['Yield 1 (%),Yield 2', true],
  ['Yield 1 (%),Yield 2 (g)', false],
  ['Yield,Conversion 2', false],
  // A number within a name, and names that differ in no number.
  ['Day 1 yield,Day 2 yield', false],
  ['Yield (%),yield (%)', false],
  // One letter is a name of its own: these are compounds.
  ['A 1 (%),A 2 (%)', false],
  ['EE 1 (%),EE 2 (%)', true],
  ['Yield A,Yield B', true],
  ['Yield_a (%),Yield_b (%)', true],
  ['Yield A (%),Yield B (g)', false],
  ['Yield B,Yield C', false],
  ['Yield,Yield A', false],
  ['Yield A,Yield 2', false],
  ['YieldA,YieldB', false],
])('%s: one measurement may be repeated: %s', async (names, isGroup) => {
  const file = text([`T,${names}`, '60,5,1', '70,4,3', '80,9,7']);
  const { description } = await read(file);
  expect(description.repeat_groups).toEqual(isGroup ? [names.split(',')] : []);
});

it('repeats with letters have the name before the letter', async () => {
  const file = text(['T,Yield A (%),Yield B (%)', '60,5,1', '70,4,3', '80,9,7']);
  const { description, rows } = await read(file, {
    settings: { repeats: ['Yield A (%)', 'Yield B (%)'] },
  });
  expect(description.columns.map(({ column }) => column)).toEqual(['T', 'Yield (%)']);
  expect(rows.map(({ outputs }) => outputs.Yield)).toEqual([5, 1, 4, 3, 9, 7]);
});

it('settings that differ in a number are no repeats', async () => {
  const { description } = await read(text(['Zone 1,Zone 2,Yield', '60,5,1', '70,4,3', '80,9,7']));
  expect(description.repeat_groups).toEqual([]);
});

it('results that the session keeps apart are asked about only where another one comes', async () => {
  const groupsFor = async (targets: readonly string[]) => {
    const known = { ...none, targets };
    const most = { rows: 10, cells: 100, textLength: 1000 };
    const bytes = text(['T,Yield 1,Yield 2', '60,5,1', '70,4,3', '80,9,7']);
    return (await describeImport({ bytes, plan, known, withRows: false, most })).description.repeat_groups;
  };
  expect(await groupsFor(['Yield 1', 'Yield 2'])).toEqual([]);
  expect(await groupsFor(['Yield 1'])).toEqual([['Yield 1', 'Yield 2']]);
});

it('each value of a repeat becomes a run with the settings and lines of its row', async () => {
  const { description, rows } = await read(text(lines), { settings: { repeats } });
  expect(description.columns.map(({ column, name, unit, meaning }) => [column, name, unit, meaning])).toEqual(
    [
      ['Run', 'Run', null, 'id'],
      ['T', 'T', null, 'input'],
      ['Yield (%)', 'Yield', '%', 'output'],
      ['Note', 'Note', null, 'note'],
    ],
  );
  expect(
    rows.map(({ inputs, outputs, censored, extras }) => [
      extras.Run,
      inputs.T,
      outputs.Yield,
      censored.Yield,
    ]),
  ).toEqual([
    [1, 60, 40, undefined],
    [1, 60, 41, undefined],
    [1, 60, 42, undefined],
    [2, 70, 50, undefined],
    [2, 70, 52, 'above'],
    [3, 80, null, undefined],
  ]);
  expect(description.problems.map(({ row, line, kind }) => [row, line, kind])).toEqual([
    [5, 3, 'censored_output'],
    [6, 4, 'missing_output'],
    [7, 5, 'summary_row'],
  ]);
  expect(description.remarks).toEqual([
    "'Yield 1 (%)', 'Yield 2 (%)', 'Yield 3 (%)' are repeats of 'Yield (%)': 4 rows became 7, one per value",
  ]);
});

it('the name of the first column stays where the bare one is taken, and unknown columns are refused', async () => {
  const taken = ['T,Yield,Yield 1,Yield 2', '60,9,40,41', '70,8,50,51'];
  const { description } = await read(text(taken), { settings: { repeats: ['Yield 1', 'Yield 2'] } });
  expect(description.columns.map(({ column }) => column)).toEqual(['T', 'Yield', 'Yield 1']);
  expect(description.settings.repeats).toEqual(['Yield 1', 'Yield 2']);
  const namesOf = async (head: string, ...repeats: string[]) =>
    (await read(text([head, '60,9,40', '70,8,50']), { settings: { repeats } })).description.columns.map(
      ({ column }) => column,
    );
  // A name that one of the repeats has is free; a number alone stays.
  expect(await namesOf('T,Yield 2,Yield', 'Yield 2', 'Yield')).toEqual(['T', 'Yield']);
  expect(await namesOf('T,1,2', '1', '2')).toEqual(['T', '1']);
  const given = (columns: string[]) => read(text(taken), { settings: { repeats: columns } });
  await expect(given(['Yield 1', 'Yield 9'])).rejects.toThrow(
    "repeats: the file has no column 'Yield 9'; it has",
  );
  const expected = 'repeats: expected two or more different columns, got';
  await expect(given(['Yield 1'])).rejects.toThrow(`${expected} 'Yield 1'`);
  await expect(given(['Yield 1', 'Yield 1'])).rejects.toThrow(`${expected} 'Yield 1', 'Yield 1'`);
  await expect(given([])).rejects.toThrow(`${expected} none`);
});

it('what is known of columns moves with them where those between are dropped', () => {
  const table: Table = {
    columns: ['T', 'Yield 1', 'Note', 'Yield 2', 'Mass'],
    repeated: [],
    units: ['°C', '%', null, '%', 'g'],
    rows: [[60, 40, 'a', 41, 5]],
    lines: [2],
    tooLong: new Map(),
    summary: new Set(),
    results: new Set([1, 3, 4]),
    isDecimalOpen: false,
    joined: new Set([2, 4]),
    settings: {
      ...{ format: 'csv', encoding: null, delimiter: ',', decimal: '.', sheet: null, sheets: [] },
      ...{ header_row: 1, transposed: false, plate: false, stacked: null, repeats: null, waiting_runs: null },
    },
    remarks: [],
  };
  expect(withRepeats(table, ['Yield 1', 'Yield 2'])).toMatchObject({
    columns: ['T', 'Yield', 'Note', 'Mass'],
    units: ['°C', '%', null, 'g'],
    rows: [
      [60, 40, 'a', 5],
      [60, 41, 'a', 5],
    ],
    lines: [2, 2],
    results: new Set([1, 3]),
    joined: new Set([2, 3]),
  });
  // From the second on: the first place is that of the column that stays.
  expect(withRepeats(table, ['Yield 2', 'Yield 1'])).toMatchObject({
    columns: ['T', 'Note', 'Yield', 'Mass'],
    results: new Set([2, 3]),
    joined: new Set([1, 3]),
  });
});
