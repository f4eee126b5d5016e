import { describe, expect, it } from 'vitest';
import type { ImportPlan } from '../../../../src/contract/imports/imports.ts';
import { styledWorkbook, workbook } from '../files.ts';
import { cell, read, text } from '../reading.ts';

/** What of a file would be recorded, and what is said and asked about it. */
async function taken(content: readonly string[] | Uint8Array, own: Partial<ImportPlan> = {}) {
  const bytes = content instanceof Uint8Array ? content : text(content);
  const { description, rows } = await read(bytes, own);
  const { columns, remarks, blocking, problems } = description;
  return {
    meanings: Object.fromEntries(columns.map(({ column, meaning }) => [column, meaning])),
    units: Object.fromEntries(columns.map(({ name, unit }) => [name, unit])),
    values: (column: string) => rows.map(({ inputs, outputs }) => inputs[column] ?? outputs[column]),
    rows,
    columns,
    remarks,
    blocking,
    problems,
  };
}

describe('durations in words', () => {
  it('are hours or minutes, as most of them begin, and that is reported', async () => {
    const file = ['reaction time,Yield', '1 h 30 min,40', '2 h,50', '45 min,60', '1h15,70', '1 d,80'];
    const { values, units, remarks } = await taken(file);
    expect(values('reaction time')).toEqual([1.5, 2, 0.75, 1.25, 24]);
    expect(units['reaction time']).toBe('h');
    expect(remarks).toContain(
      "column 'reaction time' contains durations in words: '1 h 30 min' is read as 1.5 h",
    );
  });

  it.each([
    ['t (min)', 'min', ['1 h 30 min', '1,5 Std.', '45 min'], [90, 90, 45]],
    ['t', 'min', ['90 min', '2 h', '30 minutes'], [90, 120, 30]],
    ['t', 'min', ['1 h', '2 h 20 min', '3 h'], [60, 140, 180]],
    ['t', 's', ['90 s', '2 min and 5 sec', '30 s'], [90, 125, 30]],
  ])('in the column %s are in %s', async (head, unit, cells, numbers) => {
    const { values, units } = await taken([`${head};Yield`, ...cells.map((one, i) => `${one};${40 + i}`)]);
    expect(values('t')).toEqual(numbers);
    expect(units.t).toBe(unit);
  });

  it('beside other texts leave those to be asked about', async () => {
    const { problems } = await taken(['t,Yield', '1 h 30 min,40', '2 h,50', '45 min,60', 'overnight,70']);
    expect(problems.map(({ row, kind }) => [row, kind])).toEqual([[4, 'unreadable_input']]);
  });

  it('in one unit are numbers with their unit, and lengths in m are no minutes', async () => {
    const { units, remarks } = await taken(['t,d,Yield', '1 h,5 m,40', '2 h,6 m,50', '3 h,7 m,60']);
    expect(units).toMatchObject({ t: 'h', d: 'm' });
    expect(remarks).toEqual([]);
  });

  it('are texts where that is chosen', async () => {
    const columns = [{ column: 't', duration: null }];
    const { columns: found } = await taken(['t,Yield', '1 h 30 min,4', '45 min,5', '2 h,6'], { columns });
    expect(found[0]?.duration).toBeNull();
  });
});

describe('settings that are partly texts', () => {
  it('are asked about: rt beside 60 is another temperature', async () => {
    const { meanings, blocking } = await taken(['T (°C),Base,Yield', 'rt,A,1', 'rt,B,2', '60,A,3', '60,B,4']);
    expect(meanings['T (°C)']).toBe('input');
    expect(blocking).toEqual([
      "rows 1 and 2 (lines 2 and 3) need a decision: column 'T (°C)': expected a number, got 'rt'",
    ]);
  });

  it.each([
    ['20-25', '30-35', '40-45'],
    ['1:1', '1:2', '2:1.5'],
    ['1/2', '1/4', '1'],
    ['20 °C to 25 °C', '30 °C to 35 °C', '40'],
  ])('such as %s are categories with a remark', async (...cells) => {
    const { remarks } = await taken(['s,T,Yield', ...cells.map((one, i) => `${one},${20 + i},${40 + i}`)]);
    expect(remarks).toEqual([
      `column 's': '${cells[0]}' and the like are categories; if they are amounts, write each as one number`,
    ]);
  });

  it('lose their errors, and that is reported', async () => {
    const { remarks, values } = await taken(['c,Yield', '5 ± 0.2,40', '6,50', '7,60']);
    expect(values('c')).toEqual([5, 6, 7]);
    expect(remarks).toEqual(["column 'c': errors after its values (±) are ignored, as for all settings"]);
  });

  it('and marks in some rows are reported', async () => {
    const { remarks } = await taken(['light;T;Yield', 'x;20;30', ';30;40', 'x;40;50', ';50;60']);
    expect(remarks).toEqual([
      "column 'light' is a note with 'x' in some rows; if an empty cell means no or none, write so in the file",
    ]);
  });
});

describe('results', () => {
  it('of two numbers are asked about: the second is no error', async () => {
    for (const pair of ['82 (79)', '82(79)']) {
      const { problems } = await taken(['T,Yield (%)', `20,${pair}`, '30,40', '40,50']);
      expect(problems.map(({ row, kind }) => [row, kind])).toEqual([[1, 'unreadable_output']]);
    }
    expect((await taken(['T,Yield', '20,40.0(12)', '30,50'])).rows[0]?.noise).toBeCloseTo(1.44, 10);
  });

  it.each(['d.r.', 'er', 'rr', 'E/Z', 'Purity', 'Regioselectivity'])(
    '%s in texts are no setting',
    async (name) => {
      const lines = ['95:5', '90:10', '>20:1', '90:10'].map((one, i) => `${20 + i},${40 + i},${one}`);
      expect((await taken([`T,Yield,${name}`, ...lines])).meanings[name]).toBe('note');
    },
  );

  it('are recognized as an outcome, and behind footnotes', async () => {
    const { meanings, units } = await taken(['Outcome,T', '0.5,20', '0.7,30', '0.9,40']);
    expect(meanings).toEqual({ Outcome: 'output', T: 'input' });
    expect(units).toEqual({ Outcome: null, T: null });
    const noted = await taken(['T (°C)^a,Yield (%)b,ee [%] [c],t (h)*', '20,30,40,1', '30,40,50,2']);
    expect(noted.units).toEqual({ T: '°C', Yield: '%', ee: '%', t: 'h' });
  });

  it('in two units are no repeats', async () => {
    const { remarks } = await taken(['x,Yield (%),Yield (mg)', '1,30,120', '2,40,160', '3,50,200']);
    expect(remarks).toEqual([]);
  });

  it('of a table of two settings are reported', async () => {
    for (const head of ['T (°C)', 'Yield (%)']) {
      const { remarks } = await taken([`${head},THF,DMF,MeCN`, '20,30,35,20', '40,45,50,31', '60,55,62,44']);
      expect(remarks).toEqual([
        "columns 'THF', 'DMF', 'MeCN' have numbers of one scale; if they are one result under several settings, write a row for each, with a column for the setting and one for the result",
      ]);
    }
    const plain = await taken(['a,b,c,Yield', '-1,-1,-1,20', '1,-1,1,31', '-1,1,1,44']);
    expect(plain.remarks).toEqual([]);
  });

  it('that should be low are reported as maximized', async () => {
    const { remarks } = await taken(['T,Yield,Impurity (%)', '20,30,2', '30,40,1', '40,50,3']);
    expect(remarks).toEqual(["'Impurity' is maximized until its goal is set with the objectives"]);
  });

  it('with two hyphens are missing', async () => {
    const { problems } = await taken(['T,Yield', '20,--', '30,40', '40,50']);
    expect(problems.map(({ kind }) => kind)).toEqual(['missing_output']);
  });
});

describe('tables within other things', () => {
  it('begin below facts of the experiment', async () => {
    const facts = [['Experiment:', 'EXP-001'], ['Date:', '2025-03-01'], ['Operator', 'JD'], [null]];
    const table = [
      ['T', 'conc', 'Yield'],
      ['°C', 'M', '%'],
      ...[1, 2, 3].map((i) => [10 * i, i / 10, 30 + i]),
    ];
    const { units, rows, blocking } = await taken(workbook({ Runs: [...facts, ...table] }));
    expect(units).toEqual({ T: '°C', conc: 'M', Yield: '%' });
    expect(rows).toHaveLength(3);
    expect(blocking).toEqual([]);
  });

  it('of JSON have the values of inner objects by their path', async () => {
    const runs = [1, 2, 3].map((i) => ({
      settings: { T: 20 + i, solvent: { name: i % 2 ? 'THF' : 'DMF' } },
      results: { yield: 30 + i, peaks: [1, 2] },
    }));
    const { meanings, remarks, values } = await taken([JSON.stringify(runs)]);
    expect(meanings).toEqual({
      'settings.T': 'input',
      'settings.solvent.name': 'input',
      'results.yield': 'output',
    });
    expect(values('results.yield')).toEqual([31, 32, 33]);
    expect(remarks).toEqual(["lists in 'results.peaks' are not read; write their values beside the others"]);
  });

  it('of a sheet point out numbers beside those in per cent', async () => {
    const numbers = [0.05, 0.1, 0.15].map((value, i) => [value, i === 2 ? 0 : 1] as const);
    const lines = numbers.map(
      ([value, style], i) =>
        `<row r="${i + 2}">${cell(`A${i + 2}`, value, style)}${cell(`B${i + 2}`, 30 + i)}</row>`,
    );
    const head = `<row r="1">${cell('A1', 'load')}${cell('B1', 'Yield')}</row>`;
    const { remarks, values } = await taken(styledWorkbook(head + lines.join('')));
    expect(values('load')).toEqual([5, 10, 0.15]);
    expect(remarks).toContain(
      'column A of the sheet shows some numbers as per cent and others not; all are read in %, so that 0.4 without the format is 0.4 %',
    );
  });
});
