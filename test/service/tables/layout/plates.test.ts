import { expect, it } from 'vitest';
import { workbook } from '../files.ts';
import { read, text } from '../reading.ts';

type Cell = (row: number, column: number) => string;

/** Lines of a grid below its line of column numbers. */
const grid = (corner: string, height: number, width: number, cell: Cell): string[] => [
  [corner, ...Array.from({ length: width }, (_, i) => i + 1)].join(','),
  ...Array.from({ length: height }, (_, row) =>
    [String.fromCharCode(65 + row), ...Array.from({ length: width }, (_, i) => cell(row, i))].join(','),
  ),
];

it('blocks of a plate become columns, and each well with something in it a run', async () => {
  const isUsed = (row: number, column: number) => row < 7 || column < 6;
  const { description, rows } = await read(
    text([
      ...grid('Catalyst', 8, 12, (row, i) => (isUsed(row, i) ? (['Pd', 'Ni', 'Cu'][i % 3] as string) : '')),
      '',
      ...grid('Temperature (°C)', 8, 12, (row, i) => (isUsed(row, i) ? String(40 + 10 * row) : '')),
      '',
      ...grid('Yield / %', 8, 12, (row, i) =>
        !isUsed(row, i) ? '' : row === 6 && i === 5 ? 'OVRFLW' : `${row + i}.5`,
      ),
    ]),
  );
  expect(description.settings).toMatchObject({ plate: true, transposed: false });
  expect(description.columns.map(({ name, unit, meaning }) => [name, unit, meaning])).toEqual([
    ['Well', null, 'id'],
    ['Catalyst', null, 'input'],
    ['Temperature', '°C', 'input'],
    ['Yield', '%', 'output'],
  ]);
  expect(rows).toHaveLength(90);
  expect(rows[13]).toMatchObject({
    extras: { Well: 'B2' },
    inputs: { Catalyst: 'Ni', Temperature: 50 },
    outputs: { Yield: 2.5 },
  });
  expect(description.problems).toMatchObject([
    { row: 78, column: 'Yield / %', value: 'OVRFLW', choice: 'ask' },
  ]);
  expect(description.remarks).toEqual([
    "a plate became 90 runs, one per well, with a column per block: 'Catalyst', 'Temperature (°C)', 'Yield / %'; if it is not a plate, choose variables in columns",
  ]);
});

it('read-outs of a plate reader have the names above them or behind their rows; other lines are reported', async () => {
  const of = (lines: readonly string[], title: string) =>
    lines.map((line, i) => (title === '' || i === 0 ? line : `${line},${title}`));
  const first = grid('', 4, 6, (row, i) => `0.${row}${i}`);
  const second = grid('<>', 4, 6, (row, i) => `1.${row}${i}`);
  const file = [
    'Software,3.1',
    'Plate Number,7',
    '',
    'Absorbance 450 nm',
    ...first,
    '',
    ...of(second, 'OD 600'),
  ];
  const { description, rows } = await read(text(file), { columns: [{ column: 'OD 600', meaning: 'note' }] });
  expect(description.columns.map(({ column, meaning }) => [column, meaning])).toEqual([
    ['Well', 'id'],
    ['Absorbance 450 nm', 'output'],
    ['OD 600', 'note'],
  ]);
  expect(rows[7]).toMatchObject({
    outputs: { 'Absorbance 450 nm': 0.11 },
    extras: { Well: 'B2', 'OD 600': 1.11 },
  });
  expect(description.remarks[1]).toBe('2 lines outside the plates were left out');
  expect(description.blocking).toEqual(['no column is read as an input; choose the settings']);
});

it('several plates are runs below one another; a workbook has them, too', async () => {
  const plate = (n: number) => [
    [`Plate ${n}`, 1, 2, 3, 4, 5, 6],
    ...['A', 'B', 'C', 'D'].map((letter, i) => [
      letter,
      ...[1, 2, 3, 4, 5, 6].map((k) => 100 * n + 10 * i + k),
    ]),
  ];
  const { description, rows } = await read(workbook({ Reader: [...plate(1), [null], ...plate(2)] }), {
    columns: [
      { column: 'Plate', meaning: 'input' },
      { column: 'Value', meaning: 'output', name: 'Signal' },
    ],
  });
  expect(rows).toHaveLength(48);
  expect(rows[31]).toMatchObject({
    inputs: { Plate: 'Plate 2' },
    outputs: { Signal: 212 },
    extras: { Well: 'B2' },
  });
  expect(description.remarks[0]).toContain('2 plates became 48 runs');
});

it('a small grid may be another table: it is a plate where that is said, and a large one is none where that is denied', async () => {
  const small = text(['Ligand,1,2,3', 'A,45,46,44', 'B,55,54,53']);
  const asked = await read(small);
  expect(asked.description.settings.plate).toBe(false);
  expect(asked.description.remarks).toContain(
    'the table looks like a plate (rows A, B, C and columns 1, 2, 3); if each of its cells is a run, choose plates of wells',
  );
  const said = await read(small, { settings: { plate: true } });
  expect(said.description.columns.map(({ column }) => column)).toEqual(['Well', 'Ligand']);
  expect(said.description.n_rows).toBe(6);
  const large = text(grid('Kind', 4, 6, (row, i) => String(row + i)));
  const denied = await read(large, { settings: { plate: false } });
  expect(denied.description).toMatchObject({
    n_rows: 4,
    remarks: [
      "column 'Kind' has a different text in every row; if it names the runs, read it as an identifier",
    ],
  });
  await expect(read(text(['T,Yield', '60,40']), { settings: { plate: true } })).rejects.toThrow(
    'plate: the file has no plate',
  );
});

/** Several lines per letter, each with the name of what it holds behind it, as Gen5 writes them. */
const lines = (
  height: number,
  width: number,
  names: readonly string[],
  cell: (...at: number[]) => string,
) => [
  ['', ...Array.from({ length: width }, (_, i) => i + 1)].join(','),
  ...Array.from({ length: height }, (_, row) =>
    names.map((name, k) =>
      [
        k === 0 ? String.fromCharCode(65 + row) : '',
        ...Array.from({ length: width }, (_, i) => cell(row, i, k)),
        name,
      ].join(','),
    ),
  ).flat(),
];

it('several readings below one another are a column each, and results where the file says so', async () => {
  const layout = lines(8, 12, ['Well ID', 'Conc/Dil'], (row, i = 0, k) =>
    k === 0 ? `SPL${row + 1}` : String(2 ** -(i % 3)),
  );
  const results = lines(8, 12, ['od:600', 'LUM:Lum'], (row = 0, i = 0, k) =>
    k === 0 ? `0.0${(row + i) % 9}` : String(400 + 12 * row + i),
  );
  const { description, rows } = await read(
    text(['Reader Type:,Synergy', '', 'Layout', ...layout, '', 'Results', ...results]),
  );
  expect(description.columns.map(({ name, meaning }) => [name, meaning])).toEqual([
    ['Well', 'id'],
    ['Well ID', 'id'],
    ['Conc per Dil', 'input'],
    ['od:600', 'output'],
    ['LUM:Lum', 'output'],
  ]);
  expect(rows).toHaveLength(96);
  expect(rows[13]).toMatchObject({
    extras: { Well: 'B2', 'Well ID': 'SPL2' },
    inputs: { 'Conc per Dil': 0.5 },
    outputs: { 'od:600': 0.02, 'LUM:Lum': 413 },
  });
  const again = ['Layout', ...layout, '', 'Results', ...results];
  const two = await read(text(['Plate 1', '', ...again, '', 'Plate 2', '', ...again]));
  expect(two.description.n_rows).toBe(192);
  expect(two.rows[96]?.extras).toMatchObject({ Well: 'A1' });
  expect(two.description.remarks[0]).toContain(
    '2 plates became 192 runs, one per well, with a column per block',
  );
});

it('settings of the wells stand in a table with the column Well, and wells without are left out', async () => {
  const results = lines(4, 6, ['od:600', '260:280'], (row = 0, i = 0, k = 0) => `${k}.${row}${i}1`);
  const settings = ['A1', 'A02', 'B1', 'B2', 'C1'].map((well, i) => `${well},${1 + (i % 2)},${6 + (i % 3)}`);
  const { description, rows } = await read(
    text(['Results', ...results, '', 'Well,Enzyme (U/mL),pH', ...settings]),
  );
  expect(description.columns.map(({ name, unit, meaning }) => [name, unit, meaning])).toEqual([
    ['Well', null, 'id'],
    ['Enzyme', 'U/mL', 'input'],
    ['pH', null, 'input'],
    ['od:600', null, 'output'],
    ['260:280', null, 'output'],
  ]);
  expect(rows.map(({ extras, outputs }) => [extras.Well, outputs['od:600']])).toEqual([
    ['A1', 0.001],
    ['A2', 0.011],
    ['B1', 0.101],
    ['B2', 0.111],
    ['C1', 0.201],
  ]);
  expect(description.remarks.join('\n')).toContain("readings without settings are left out: 'A3'");
});

it('plates of 1536 wells have rows behind Z', async () => {
  const letters = (row: number) => (row < 26 ? '' : 'A') + String.fromCharCode(65 + (row % 26));
  const names = ['', ...Array.from({ length: 48 }, (_, i) => i + 1)].join(',');
  const wells = Array.from({ length: 32 }, (_, row) =>
    [letters(row), ...Array.from({ length: 48 }, (_, i) => `${row}.${i + 100}`)].join(','),
  );
  const { rows } = await read(text(['Luminescence', names, ...wells]));
  expect(rows).toHaveLength(1536);
  expect(rows.at(-1)).toMatchObject({ extras: { Well: 'AF48' }, outputs: { Luminescence: 31.147 } });
});
