import { expect, it } from 'vitest';
import { read, text } from '../reading.ts';

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
    "column 'Catalyst' has empty cells; if each value applies to the rows below it, fill the column down",
    "column 't / h' has empty cells; if each value applies to the rows below it, fill the column down",
  ]);
  const note = await read(text(lines('Kind').slice(0, -1)));
  expect(note.description.columns[0]).toMatchObject({ meaning: 'note', fill_down: false, n_missing: 3 });
  expect(note.description.remarks[0]).toContain('and is a note because most of them are');
});

it('a note right of settings is asked about, too, where no text follows itself', async () => {
  const rows = (kinds: readonly string[]) => [
    'T,Kind,Yield',
    ...kinds.map((kind, i) => `${80 + i},${kind},${40 + i}`),
  ];
  const groups = await read(text(rows(['Pd', '', '', '', 'Pt', '', '', 'Pd', ''])));
  expect(groups.description.remarks).toEqual([
    "column 'Kind' has empty cells, and is a note because most of them are; if each value applies to the rows below it, fill the column down",
  ]);
  const others = await read(text(rows(['Pd', 'Pd', '', '', 'Pt', '', '', '', ''])));
  expect(others.description.columns[1]?.meaning).toBe('note');
  expect(others.description.remarks).toEqual([]);
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
