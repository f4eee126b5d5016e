import { describe, expect, it } from 'vitest';
import { workbook } from '../files.ts';
import { read, text } from '../reading.ts';

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
    expect(remarks).toEqual(['the line above the names contains their units']);
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

describe('units below the names', () => {
  const unitsOf = async (lines: readonly string[]) => {
    const { description } = await read(text(lines));
    return { units: description.columns.map(({ unit }) => unit), runs: description.n_rows };
  };

  it('stand over results that failed, are limits or are missing', async () => {
    expect(
      await unitsOf([
        'T,Yield,Titer',
        '°C,%,g/L',
        '60,failed,<0.5',
        '70,failed,<0.5',
        '80,4.3,n.d.',
        '90,n.d.,0.7',
      ]),
    ).toEqual({ units: ['°C', '%', 'g/L'], runs: 4 });
  });

  it('stand over results that are still to be measured', async () => {
    expect(await unitsOf(['T,Yield', '°C,%', '60,', '70,', '80,'])).toEqual({ units: ['°C', '%'], runs: 3 });
    expect((await unitsOf(['T,t,Yield', '°C,h,%', '60,1,failed', '70,2,failed'])).runs).toBe(2);
    expect((await unitsOf(['T,Yield,Remark', '60,40,h', '70,50,'])).runs).toBe(2);
  });

  it('may be unknown beside as many that are known', async () => {
    const rows = ['60,40,410', '70,45,430', '80,50,470'];
    expect(await unitsOf(['T,Yield,Hardness', '°C,%,HX', ...rows])).toEqual({
      units: ['°C', '%', 'HX'],
      runs: 3,
    });
    expect((await unitsOf(['T,Yield,Hardness', '°C,low,high', ...rows])).runs).toBe(4);
    expect((await unitsOf(['T,Kind,Yield', '°C,THF,%', '60,DMF,40', '70,DMF,50'])).runs).toBe(3);
  });

  it('are read without the blanks of quoted cells', async () => {
    expect(await unitsOf(['T,Yield', '" °C","[%] "', '60,40', '70,45'])).toEqual({
      units: ['°C', '%'],
      runs: 2,
    });
  });
});

describe('columns of dates', () => {
  it.each([
    '2026/03/14',
    '2026-3-4',
    '14-03-2026',
    '20260314',
    '14-Mar-2026',
    '14 Mar 26',
    '14. März 2026',
    'March 14, 2026',
    'Mar 4th, 2026',
    '14 mars 2026',
    '4 de marzo de 2026',
    '2026-03-14T09:30:00Z',
  ])('%s is a note, whatever the name says', async (day) => {
    const other = day.replace(/14|4/, '05');
    const rows = [day, day, other, other].map((one, i) => `"${one}",${60 + i},${40 + i}`);
    const { description } = await read(text(['Measured on,T,Yield', ...rows]));
    expect(description.columns[0]).toMatchObject({ meaning: 'note', why: 'dates or times of day' });
  });

  it.each(['1-Octene 98', '20269914', '12 Mar', '3 Marbles 20'])('%s is none', async (cell) => {
    const rows = [cell, cell, 'x', 'x'].map((one, i) => `"${one}",${60 + i},${40 + i}`);
    const { description } = await read(text(['Kind,T,Yield', ...rows.slice(0, 2)]));
    expect(description.columns[0]?.why).not.toBe('dates or times of day');
  });
});

describe('lines of names', () => {
  const namesIn = ({ description }: Awaited<ReturnType<typeof read>>) =>
    description.columns.map(({ name }) => name);

  it('may leave out most names', async () => {
    const some = await read(text(['Temp,,Yield,', '60,1,45,a', '70,2,50,b', '80,3,60,c']));
    expect(namesIn(some)).toEqual(['Temp', 'Column 2', 'Yield', 'Column 4']);
    expect(some.description.n_rows).toBe(3);
    expect(some.description.blocking).toEqual([]);
    const few = await read(text(['T,,,,Yield', '60,10,5,1,45', '70,20,6,1,50', '80,30,7,2,60']));
    expect(namesIn(few)).toEqual(['T', 'Column 2', 'Column 3', 'Column 4', 'Yield']);
  });

  it('end before a last column of a sheet, which has no name, but not before decimals that commas cut off', async () => {
    const sheet = await read(
      workbook({
        Runs: [
          ['T', 'Yield'],
          [60, 45, 'a'],
          [70, 50, 'b'],
          [80, 60, 'c'],
        ],
      }),
    );
    expect(namesIn(sheet)).toEqual(['T', 'Yield', 'Column 3']);
    const cut = await read(text(['T,c,Yield', '60,5,1,25,45,1', '70,5,1,5,50,2', '80,0,2,0,60,3']));
    expect(cut.description.blocking).not.toEqual([]);
    expect(namesIn(cut)).toEqual(['T', 'c', 'Yield']);
  });

  it('are no facts above a table without names', async () => {
    const read1 = await read(text(['Operator:,JD,,', '60,10,5,1', '70,20,6,1', '80,30,7,2']));
    expect(namesIn(read1)).toEqual(['Column 1', 'Column 2', 'Column 3', 'Column 4']);
    expect(read1.description.n_rows).toBe(3);
  });

  it('are none where the first line is a run like those below', async () => {
    const { description } = await read(text(['THF,10,45', 'DMF,20,50', 'THF,30,60']));
    expect(description).toMatchObject({ n_rows: 3, settings: { header_row: 0 } });
    const crossed = await read(text([',40,50,60', 'A,41,50,61', 'B,39,52,58', 'C,42,49,60']));
    expect(crossed.description).toMatchObject({ n_rows: 3, settings: { header_row: 1 } });
  });

  it('that may be a run are pointed out', async () => {
    const { description } = await read(text(['A,10,45', 'B,20,50', 'C,30,60']));
    expect(description.remarks).toContain(
      "names such as '10' are numbers like those below them; if their line is a run, state that the file has no line of names",
    );
    const years = await read(text(['Batch,2024,2025', 'A,1.5,2.5', 'B,1.6,2.6', 'C,1.7,2.7']));
    expect(years.description.remarks).toEqual([]);
  });

  it('stand below a report that is longer than the table', async () => {
    const facts = Array.from({ length: 28 }, (_, i) => `Parameter ${i}\t${i % 3 === 0 ? i * 3.5 : 'on'}`);
    const rows = ['S1\t60\t1000\t45', 'S2\t70\t2000\t50', 'S3\t80\t3000\t60'];
    const wide = await read(text(['Report', ...facts, '', 'Sample\tTemp\tArea\tYield', ...rows]));
    expect(namesIn(wide)).toEqual(['Sample', 'Temp', 'Area', 'Yield']);
    expect(wide.description.n_rows).toBe(3);
    const long = Array.from({ length: 40 }, (_, i) => `S${i}\t${60 + i}\t${(i * 7) % 50}`);
    const narrow = await read(text(['Report', ...facts, '', 'Sample\tTemp\tYield', ...long]));
    expect(namesIn(narrow)).toEqual(['Sample', 'Temp', 'Yield']);
  });

  it('may have units on a second line of each cell', async () => {
    const { description } = await read(
      text(['"A:Temp\n°C","B:Time\nmin","Yield\n%","Long\nname"', '60,10,45,a', '70,20,50,b']),
    );
    expect(description.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ['Temp', '°C'],
      ['Time', 'min'],
      ['Yield', '%'],
      ['Long name', null],
    ]);
  });
});

describe('columns that blanks separate', () => {
  const printed = (lines: readonly string[]) => read(text(lines));

  it.each([
    [
      'Temp (°C)    Time (min)    Yield (%)',
      '60           10            45.5',
      '70           20            55',
    ],
    ['Temp (°C) Time (min) Yield (%)', '60 10 45.5', '70 20 55'],
    ['Reaction temp (°C)   Stir time (min)   Yield (%)', '60   10   45.5', '70   20   55'],
  ])('have names of several words: %s', async (...lines) => {
    const { description, rows } = await printed([...lines, '80   30   60']);
    expect(description.columns.map(({ unit }) => unit)).toEqual(['°C', 'min', '%']);
    expect(Object.values(rows[0]?.inputs ?? {})).toEqual([60, 10]);
    expect(rows[0]?.outputs).toEqual({ Yield: 45.5 });
  });

  it('may hold texts of several words', async () => {
    const { rows } = await printed([
      'Solvent        T    Yield',
      'acetic acid    60   45',
      'THF            70   50',
      'acetic acid    80   60',
    ]);
    expect(rows[0]).toMatchObject({ inputs: { Solvent: 'acetic acid', T: 60 }, outputs: { Yield: 45 } });
  });

  it('are not taken apart where the names are more than the columns', async () => {
    const { description } = await printed(['Bath temp Stir time Yield', '60 10 45', '70 20 50', '80 30 60']);
    expect(description.columns).toHaveLength(1);
    expect(description.blocking).not.toEqual([]);
  });
});

it.each([
  ['blanks', `a${' '.repeat(90_000)}b (mL)`],
  ['lines', `a${'\n'.repeat(90_000)}b (mL)`],
  ['words', 'a '.repeat(45_000)],
  ['brackets', 'a (b) '.repeat(15_000)],
  ['slashes', 'a / '.repeat(22_000)],
])('names as long as a cell, of %s, are read in a time that grows with their length', async (_, name) => {
  const { description } = await read(text([`x,y,"${name}"`, '1,2,3', '2,3,4', '3,4,5']));
  expect(description.columns).toHaveLength(3);
});
