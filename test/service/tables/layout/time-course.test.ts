import { describe, expect, it } from 'vitest';
import { read, text } from '../reading.ts';

const wells = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'];
const readings = (i: number) =>
  [0.1, 0.2 + i / 10, 0.9 + i / 10, 0.5 + i / 10].map((value) => value.toFixed(2));

/** As a Tecan writes it: wells below one another. */
const across = [
  'Application: Tecan i-control,,,,',
  '',
  'Cycle Nr.,1,2,3,4',
  'Time [s],0,600,1200,1800',
  'Temp. [°C],37.1,37,37,37.1',
  ...wells.map((well, i) => [well, ...readings(i)].join(',')),
  '',
  'End Time:,2026-11-20 12:00',
];

/** As a BioTek writes it: times below one another. */
const down = [
  'Results',
  '',
  ['Time', 'T° 600', ...wells].join('\t'),
  ...['0:00:00', '0:10:00', '0:20:00', '0:30:00'].map((time, k) =>
    [time, '37.0', ...wells.map((_, i) => readings(i)[k])].join('\t'),
  ),
];

const block = (corner: string, cell: (row: number, column: number) => string): string[] => [
  [corner, ...Array.from({ length: 12 }, (_, i) => i + 1)].join(','),
  ...[...'ABCDEFGH'].map((letter, row) =>
    [letter, ...Array.from({ length: 12 }, (_, column) => cell(row, column))].join(','),
  ),
];

describe('a time course of a plate reader', () => {
  it.each([
    ['wells below one another', across, '6 wells at 4 times (0 to 1800)'],
    ['times below one another', down, '6 wells at 4 times (0:00:00 to 0:30:00)'],
  ])('is one run per well: %s', async (_, lines, words) => {
    const { description, rows } = await read(text(lines));
    expect(description.settings).toMatchObject({ plate: true, transposed: false });
    expect(description.columns.map(({ column, meaning }) => [column, meaning])).toEqual([
      ['Well', 'id'],
      ['First', 'note'],
      ['Highest', 'note'],
      ['Last', 'output'],
    ]);
    expect(rows).toHaveLength(6);
    expect(rows[3]).toMatchObject({
      outputs: { Last: 0.8 },
      extras: { Well: 'B2', First: 0.1, Highest: 1.2 },
    });
    expect(description.remarks[0]).toBe(
      `a time course of ${words} became one run per well, with its first, highest and last reading; if it is not, choose variables in columns`,
    );
    expect(description.blocking).toContain('no column is read as an input; choose the settings');
    expect(description.remarks[1]).toBe(
      "the settings of the wells are not in the file; add them below the readings: a table with the column 'Well' and a column per setting, or a layout of the plate per setting",
    );
  });

  it('has its settings from a layout of the plate in the same file', async () => {
    const layout = block('Glucose (g/L)', (row, column) =>
      row < 3 && column < 2 ? String(row + column) : '',
    );
    const { description, rows } = await read(text([...layout, '', ...across]));
    expect(description.columns.map(({ name, unit, meaning }) => [name, unit, meaning])).toEqual([
      ['Well', null, 'id'],
      ['Glucose', 'g/L', 'input'],
      ['First', null, 'note'],
      ['Highest', null, 'note'],
      ['Last', null, 'output'],
    ]);
    expect(description.blocking).toEqual([]);
    expect(rows.map(({ inputs, outputs, extras }) => [extras.Well, inputs.Glucose, outputs.Last])).toEqual(
      wells.map((well, i) => [well, [0, 1, 1, 2, 2, 3][i], Number((0.5 + i / 10).toFixed(2))]),
    );
  });

  it.each([
    ['above', (table: string[]) => [...table, '', ...across]],
    ['below', (table: string[]) => [...across, '', ...table]],
  ])('has the settings of a table of wells %s it', async (_, join) => {
    const table = ['Well,Glucose (g/L),Buffer', 'A1,1,PBS', 'B1,2,PBS', 'A2,3,Tris', 'B2,4,Tris', 'C1,5,PBS'];
    const { description, rows } = await read(text(join(table)));
    expect(description.blocking).toEqual([]);
    expect(description.remarks.at(-1)).toBe("readings without settings are left out: 'C2'");
    expect(rows.map(({ inputs, extras }) => [extras.Well, inputs.Glucose, inputs.Buffer])).toEqual([
      ['A1', 1, 'PBS'],
      ['B1', 2, 'PBS'],
      ['A2', 3, 'Tris'],
      ['B2', 4, 'Tris'],
      ['C1', 5, 'PBS'],
    ]);
  });

  it('of two read-outs has the readings of both', async () => {
    const { description } = await read(text([...across, ...across.slice(1)]));
    expect(description.columns.map(({ column }) => column)).toEqual([
      ...['Well', 'First 1', 'Highest 1', 'Last 1'],
      ...['First 2', 'Highest 2', 'Last 2'],
    ]);
  });

  it('ends with its times, and its highest reading is a number', async () => {
    const { description, rows } = await read(
      text([
        ...['Title,,,,', 'Time [s],0,60,120,Remark', 'x,,,,', 'y,,,,'],
        ...['A1,,0.2,0.4,ok', 'A2,0.1,OVRFLW,0.3,ok', 'B1,0.5,0.2,,ok', 'Mean,0.3,0.2,0.4,'],
      ]),
    );
    expect(description.remarks[0]).toContain('a time course of 3 wells at 3 times (0 to 120)');
    expect(rows.map(({ outputs, extras }) => [extras.First, extras.Highest, outputs.Last])).toEqual([
      [0.2, 0.4, 0.4],
      [0.1, 0.3, 0.3],
      [0.5, 0.5, 0.2],
    ]);
  });

  it('stays as it stands where that is chosen', async () => {
    const { description } = await read(text(down), { settings: { plate: false } });
    expect(description.settings.plate).toBe(false);
    expect(description.columns[0]?.column).toBe('Time');
  });

  it.each([
    ['T (°C),A1,B1,C1', '60,1,2,3', '70,2,3,4', '80,3,4,5'],
    ['Time (h),A1,A2,Yield', '1,2,3,40', '2,3,4,50', '3,4,5,60'],
    ['Time,1,2,3', 'x,4,5,6', 'y,7,8,9', 'z,1,2,3'],
    ['Time,0,60', 'A1,1,2', 'A2,2,3', 'B1,3,4'],
    ['Time,0,60,120', 'A1,1,2,3', 'A2,2,3,4'],
    ['Time,A1,A2,B1', '0,1,2,3', '60,2,3,4'],
    ['Time,0,60,120', 'x,1,2,3', 'y,1,2,3', 'z,1,2,3', 'A1,1,2,3', 'A2,2,3,4', 'B1,3,4,5'],
  ])('is none: %s', async (...lines) => {
    const { description } = await read(text(lines));
    expect(description.settings.plate).toBe(false);
  });
});
