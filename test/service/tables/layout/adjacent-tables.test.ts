import { describe, expect, it } from 'vitest';
import { workbook } from '../files.ts';
import { read, text } from '../reading.ts';

const head = ['Run,Solvent,T / °C,Yield / %', '1,A,60,45', '2,B,60,n.d.', '3,A,80,67', '4,B,80,61'];

describe('rows below a table', () => {
  it.each([
    ['a legend in two cells', ['', 'n.d.,not determined', 'A,dimethylformamide']],
    ['a legend below its title', ['', 'Legend:', 'A,DMF', 'B,THF']],
    ['signatures', [',,,', 'Prepared by:,J. Doe,Date:,2024-05-01', 'Approved by:,M. Roe,Date:,2024-05-02']],
    ['notes with a unit', ['', 'Notes:', 'T measured inside,,°C,']],
    ['a mean that a remark names', [',,70,57.7,Mean', ',,11,11.4,SD']],
    ['a relative deviation', ['Average,,70,57.7', 'Rel.Std.Dev,,16 %,20 %']],
  ])('%s are no runs', async (_, lines) => {
    const names = lines[0]?.endsWith('Mean') ? head.map((line, i) => `${line},${i ? '' : 'Remark'}`) : head;
    const { description } = await read(text([...names, ...lines]));
    expect(description.n_recorded).toBe(4);
    expect(description.blocking).toEqual([]);
    expect(description.remarks).toEqual([]);
    expect(description.columns[1]?.categories).toEqual(['A', 'B']);
    expect(description.problem_counts).toContainEqual(
      expect.objectContaining({ kind: 'summary_row', choice: 'skip' }),
    );
  });

  it('are runs where one of them has a number', async () => {
    const { description } = await read(text([...head, '', '5,A,,failed', '6,B,,']));
    expect(description.n_recorded).toBe(6);
    expect(description.n_failed).toBe(1);
  });

  it('are runs where their texts are those of a run without results', async () => {
    const names = ['Catalyst,Solvent,Yield / %,ee / %', 'Pd,DMF,45,90', 'Ni,DMF,60,80', 'Pd,THF,67,70'];
    const plan = await read(text([...names, '', 'Cu,MeCN,,', 'Cu,THF,,']));
    expect(plan.description.problem_counts.map(({ kind }) => kind)).toEqual(['missing_output']);
    expect(plan.description.columns[0]?.categories).toEqual(['Pd', 'Ni', 'Cu']);
    const legend = await read(text([...names, '', 'Pd,Pd(OAc)2,,', 'Ni,Ni(cod)2,,']));
    expect(legend.description.columns[0]?.categories).toEqual(['Pd', 'Ni']);
  });

  it('a title above names that stand again is no run', async () => {
    const { description } = await read(
      text(['Screening 1', ...head, '', 'Screening 2', head[0] as string, '1,A,70,50']),
    );
    expect(description.n_recorded).toBe(5);
    expect(description.blocking).toEqual([]);
    expect(description.remarks).toContain(
      "the column names are repeated in 1 line below, left out, with 'Screening 2' above",
    );
  });
});

describe('the table with results is read', () => {
  it('below the levels of the factors', async () => {
    const { description } = await read(
      text([
        'Factor,Low,High,Unit',
        'Temp,60,80,°C',
        'Time,10,30,min',
        '',
        'Run,Temp,Time,Yield',
        '1,60,10,44',
        '2,80,10,55',
        '3,60,30,50',
      ]),
    );
    expect(description.settings.header_row).toBe(4);
    expect(description.columns.map(({ meaning }) => meaning)).toEqual(['id', 'input', 'input', 'output']);
    expect(description.n_recorded).toBe(3);
  });

  it('on a sheet behind that of the reagents', async () => {
    const book = workbook({
      Reagents: [
        ['Name', 'MW', 'Density'],
        ['THF', 72.1, 0.889],
        ['DMF', 73.1, 0.944],
      ],
      Results: [
        ['Run', 'T', 'Yield'],
        [1, 60, 44],
        [2, 80, 55],
      ],
    });
    const { description } = await read(book);
    expect(description.settings.sheet).toBe('Results');
    expect(description.remarks).toEqual([
      "sheet 'Results' is read; sheet 'Reagents' holds a table, too; choose one by 'sheet'",
    ]);
  });
});

it('a unit in the first of two lines of names is that of the columns below it', async () => {
  const { description } = await read(
    text(['Run,T,Yield (%),,ee [%],', ',,HPLC,NMR,HPLC,NMR', '1,60,44,45,98,97', '2,80,55,54,97,96']),
  );
  expect(description.columns.map(({ name, unit }) => [name, unit])).toEqual([
    ...[
      ['Run', null],
      ['T', null],
    ],
    ...['Yield HPLC', 'Yield NMR', 'ee HPLC', 'ee NMR'].map((name) => [name, '%']),
  ]);
});

describe('a table right of an empty column', () => {
  const runs = ['Run,T,Yield', '1,60,45', '2,70,55', '3,80,65', '4,90,66'];
  const beside = (cells: readonly string[], table: readonly string[] = runs) =>
    text(
      Array.from(
        { length: Math.max(cells.length, table.length) },
        (_, i) => `${table[i] ?? ',,'},,${cells[i] ?? ','}`,
      ),
    );
  const taken = async (file: Uint8Array) => {
    const { description, rows } = await read(file);
    return {
      rows: rows.map(({ inputs, outputs }) => ({ ...inputs, ...outputs })),
      remarks: description.remarks,
      blocking: description.blocking,
    };
  };
  const expected = [60, 70, 80, 90].map((T, i) => ({ T, Yield: [45, 55, 65, 66][i] }));

  it.each([
    ['shorter', ['Compound,MW', 'SM,120', 'Product,240']],
    ['longer', ['Reagent,MW', 'SM,120', 'Product,240', 'Cat,400', 'Base,99', 'Solvent,72']],
  ])('a %s list of substances is not read', async (_, list) => {
    const [names = ''] = list;
    expect(await taken(beside(list))).toEqual({
      rows: expected,
      remarks: [
        `'${names.replace(',', "', '")}' behind an empty column are another table, which is not read; remove the empty column to read them as columns`,
      ],
      blocking: [],
    });
  });

  it('rows that go on beside the first ones are runs', async () => {
    const { rows, remarks, blocking } = await taken(
      text(['Run,T,Yield,,Run,T,Yield', '1,60,45,,4,90,66', '2,70,55,,,,', '3,80,65,,,,']),
    );
    expect(rows).toEqual(expected);
    expect(remarks).toEqual([
      "'Run', 'T', 'Yield' recur behind an empty column; the rows there were put below the others",
    ]);
    expect(blocking).toEqual([]);
  });

  it.each([
    ['results', ['Purity,Remark', '98,a', '97,b'], ['Run,T,Mass', ...runs.slice(1)]],
    ['settings of some runs', ['p,Stirring', '1.5,300', '2,400'], runs],
    ['settings of all runs', ['Base,MW', 'a,12', 'b,13', 'c,14', 'd,15'], runs],
    ['settings with a gap', ['Base,MW', 'a,12', 'b,', 'c,14'], runs],
  ])('%s may belong to the runs beside them', async (_, list, table) => {
    const { remarks, rows } = await taken(beside(list, table));
    expect(rows.length).toBe(4);
    expect(remarks[0]).toMatch(/follow an empty column; if they are another table, ignore them$/);
  });
});
