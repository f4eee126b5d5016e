import { expect, it } from 'vitest';
import { read, text } from './reading.ts';

const lines = (name: string) => [
  `${name},T,t / h,Yield`,
  ...['Pd,80,1,45', ',90,,55', ',85,,50', 'Pt,80,2,40', ',90,,', 'Mean,,,47'],
];

it('values over empty cells are asked about, or a note, until somebody says that they hold below', async () => {
  const asked = await read(text(lines('Catalyst')));
  expect(asked.description.columns.map(({ meaning }) => meaning)).toEqual([
    'input',
    'input',
    'input',
    'output',
  ]);
  expect(asked.description.blocking.join()).toContain("the setting 'Catalyst' has no value");
  expect(asked.description.remarks).toEqual([
    "column 'Catalyst' has empty cells; if each value holds for the rows below it, fill the column down",
    "column 't / h' has empty cells; if each value holds for the rows below it, fill the column down",
  ]);
  const note = await read(text(lines('Kind').slice(0, -1)));
  expect(note.description.columns[0]).toMatchObject({ meaning: 'note', fill_down: false, n_missing: 3 });
  expect(note.description.remarks[0]).toContain('and is a note because most of them are');
});

it('filled cells are settings like others; results and sums are not filled', async () => {
  const { description, rows } = await read(text(lines('Kind')), {
    columns: [
      { column: 'Kind', fill_down: true },
      { column: 't / h', fill_down: true },
    ],
  });
  expect(description.blocking).toEqual([]);
  expect(description.remarks).toEqual([]);
  expect(description.columns[0]).toMatchObject({ fill_down: true, n_missing: 0, categories: ['Pd', 'Pt'] });
  expect(rows.map(({ inputs }) => [inputs.Kind, inputs.t])).toEqual([
    ...[
      ['Pd', 1],
      ['Pd', 1],
      ['Pd', 1],
    ],
    ...[
      ['Pt', 2],
      ['Pt', 2],
    ],
  ]);
  expect(rows[4]?.outputs.Yield).toBeNull();
  expect(description.sample[1]).toEqual(['', '90', '', '55']);
});

it('cells above the first value stay empty', async () => {
  const { description } = await read(text(['Base,T,Yield', ',80,45', 'KOH,90,55', ',85,50']), {
    columns: [{ column: 'Base', fill_down: true, meaning: 'input' }],
  });
  expect(description.problems).toMatchObject([{ kind: 'missing_input', row: 1, choice: 'ask' }]);
});
