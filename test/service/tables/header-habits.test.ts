import { describe, expect, it } from 'vitest';
import { read, text } from './reading.ts';

const columnsOf = async (lines: readonly string[], own = {}) => (await read(text(lines), own)).description;

const rows = ['20,30,45.5', '30,20,55.1', '40,10,65', '50,25,65'];

describe('units above the names', () => {
  const expected = [
    ['Temperature', '°C', 'input'],
    ['Time', 'min', 'input'],
    ['Yield', '%', 'output'],
  ];

  it('belong to the names below them', async () => {
    const { settings, remarks, n_rows, columns } = await columnsOf([
      '°C,min,%',
      'Temperature,Time,Yield',
      ...rows,
    ]);
    expect(n_rows).toBe(4);
    expect(settings.header_row).toBe(2);
    expect(columns.map(({ name, unit, meaning }) => [name, unit, meaning])).toEqual(expected);
    expect(remarks).toEqual(['the line above the names holds their units']);
  });

  it('below a title and in brackets, and where the line of names was chosen', async () => {
    const lines = ['Screening of March', '(°C),(min),[%]', 'Temperature,Time,Yield', ...rows];
    for (const settings of [{}, { header_row: 3 }]) {
      const { columns } = await columnsOf(lines, { settings });
      expect(columns.map(({ name, unit, meaning }) => [name, unit, meaning])).toEqual(expected);
    }
  });

  it('are fewer than the names', async () => {
    const { columns } = await columnsOf(['°C,,', 'Temperature,Time,Yield', ...rows]);
    expect(columns.map(({ name, unit }) => [name, unit])).toEqual([
      ['Temperature', '°C'],
      ['Time', null],
      ['Yield', null],
    ]);
  });

  it('are none where the names look like units', async () => {
    const { columns, settings } = await columnsOf(['T,h,%', ...rows]);
    expect(settings.header_row).toBe(1);
    expect(columns.map(({ column }) => column)).toEqual(['T', 'h', '%']);
    const below = await columnsOf(['A,h,%', 'A,min,%', ...rows]);
    expect(below.settings.header_row).toBe(1);
    expect(below.n_rows).toBe(4);
  });
});

describe('thousands with and without a sign in one column', () => {
  const masses = (decimal: ',' | '.', sign: ',' | '.', ...more: readonly string[]) =>
    read(
      text([
        'T;Mw;Yield',
        ...['3000', `3${sign}000`, '2500', `12${sign}500`].map(
          (mass, i) => `${20 + i};${mass};${30 + i}${more.length > 0 ? `${decimal}5` : ''}`,
        ),
      ]),
    );

  it.each([',', '.'] as const)('%s is no decimal sign', async (sign) => {
    const { description, rows: runs } = await masses('.', sign);
    expect(runs.map(({ inputs }) => inputs.Mw)).toEqual([3000, 3000, 2500, 12500]);
    expect(description.remarks).toEqual([]);
  });

  it('a remark says so where the sign is surely decimal elsewhere', async () => {
    const { description, rows: runs } = await masses(',', ',', 'decimals');
    expect(runs.map(({ inputs }) => inputs.Mw)).toEqual([3000, 3, 2500, 12.5]);
    expect(description.remarks).toEqual([
      "column 'Mw': '3,000' is read as 3, beside 3000; if it is a thousand, write it without the separator",
    ]);
  });
});
