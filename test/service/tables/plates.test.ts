import { expect, it } from 'vitest';
import { workbook } from './files.ts';
import { read, text } from './reading.ts';

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
  expect(description.remarks[1]).toBe('2 lines outside of the plates were left out');
  expect(description.blocking).toEqual(['no column is read as an input; choose those that were set']);
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
    remarks: ["column 'Kind' has another text in every row; if it names the runs, read it as an identifier"],
  });
  await expect(read(text(['T,Yield', '60,40']), { settings: { plate: true } })).rejects.toThrow(
    'plate: the file has no plate',
  );
});
