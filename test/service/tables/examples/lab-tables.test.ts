import { describe, expect, it } from 'vitest';
import { read, text } from '../reading.ts';

const described = async (lines: readonly string[]) => (await read(text(lines))).description;
const namesOf = async (lines: readonly string[]) =>
  (await described(lines)).columns.map(({ name, unit }) => [name, unit]);

describe('names and units', () => {
  it('a slash within brackets does not end a name', async () => {
    const names = await namesOf(['Keimzahl (KBE/mL),温度（℃）,時間(分),Yield', '1,80,5,45', '2,90,6,55']);
    expect(names).toEqual([
      ['Keimzahl (KBE per mL)', null],
      ['温度', '℃'],
      ['時間', '分'],
      ['Yield', null],
    ]);
  });

  it('two columns that differ in their unit alone keep it in the second name', async () => {
    const names = await namesOf(['T,Area [mAU*s],Area %', '80,1234.5,45', '90,2345.6,55']);
    expect(names).toEqual([
      ['T', null],
      ['Area', 'mAU*s'],
      ['Area %', '%'],
    ]);
  });

  it('a column with a unit holds numbers, and other cells are asked about', async () => {
    const { columns, blocking } = await described([
      'T (°C),Yield',
      '80-90,45',
      '90–95,55',
      '95-99,5',
      '100,66',
      '110,70',
    ]);
    expect(columns[0]).toMatchObject({ type: 'real' });
    expect(blocking[0]).toContain("expected a number, got '80-90'; others have '90–95', '95-99'");
    const kinds = await described(['Level (M),Yield', 'low,45', 'high,55', 'low,66']);
    expect(kinds.columns[0]).toMatchObject({ type: 'categorical' });
  });
});

describe('the lines around a table', () => {
  it('names that are joined over two lines stand in the upper one', async () => {
    const groups = ['Run,,Settings,,Results,,Remark', 'No.,Date,T,p,Yield,Impurity,', ',,°C,bar,%,%,'];
    const rows = Array.from(
      { length: 5 },
      (_, i) => `V-${i},0${i + 1}.03.2024,${60 + i},2,${40 + i},${5 - i},cloudy`,
    );
    expect(await namesOf([...groups, ...rows])).toEqual([
      ['No.', null],
      ['Date', null],
      ['T', '°C'],
      ['p', 'bar'],
      ['Yield', '%'],
      ['Impurity', '%'],
      ['Remark', null],
    ]);
  });

  it('`Run 1`, `Run 2`, … below no name number the runs', async () => {
    const { columns } = await described([',T,Yield', 'Run 1,80,45', 'Run 2,90,50', 'Run 3,100,61']);
    expect(columns[0]).toMatchObject({ meaning: 'id' });
    const kinds = await described([',T,Yield', 'THF,80,45', 'DMF,90,50', 'toluene,100,61']);
    expect(kinds.columns[0]).toMatchObject({ meaning: 'input', type: 'categorical' });
  });

  it('facts of an experiment above give no names', async () => {
    const rows = Array.from({ length: 5 }, (_, i) => `${i + 1},${60 + i},2,5,${40 + i}`);
    const [first] = await namesOf(['Operator:,JD,,,', ',T,p,t,Yield', ...rows]);
    expect(first).toEqual(['Column 1', null]);
  });

  it('many lines of titles above few rows', async () => {
    const titles = [
      'User: USER',
      'Path: C:\\BMG',
      'Test ID: 123',
      'Date: 02.03.2026',
      'Time: 10:11',
      'Absorbance',
    ];
    const rows = ['Well,Content,Raw Data (600)', 'A01,X1,0.123', 'A02,X2,0.234', 'A03,B,0.045'];
    const { columns, settings, n_rows } = await described([...titles, '', ...rows]);
    expect(columns.map(({ column }) => column)).toEqual(['Well', 'Content', 'Raw Data (600)']);
    expect([settings.header_row, n_rows]).toEqual([7, 3]);
  });

  it('totals in the plural are no run', async () => {
    const { problems } = await described(['T,t,Yield', '80,1,45', '90,2,55', 'Totals :,,100']);
    expect(problems).toMatchObject([{ row: 3, kind: 'summary_row', choice: 'skip' }]);
  });

  it('what stands behind the last column is reported', async () => {
    const { problems } = await described(['T,Yield', '80,45', '90,55,5,see note']);
    expect(problems).toMatchObject([{ row: 2, kind: 'long_row', value: '5, see note' }]);
    expect(problems[0]?.message).toContain("'5, see note' lies beyond the last one");
  });
});

describe('what cannot be known is said', () => {
  it('results that differ in a number may be repeats', async () => {
    const { remarks } = await described(['T,Yield 1 (%),Yield 2 (%),Purity', '80,45,46,9', '90,55,54,8']);
    expect(remarks).toEqual([
      "columns 'Yield 1 (%)', 'Yield 2 (%)' are separate objectives; if they repeat one measurement, choose them as repeats, so that each value is a run",
    ]);
    expect((await described(['T,y1,y2', '80,45,46', '90,55,54'])).remarks).toEqual([]);
  });

  it('runs beside one another over different texts may be columns', async () => {
    const lines = ['Experiment,EXP-001,EXP-002', 'Temperature,80,100', 'Solvent,DMF,THF', 'Mass,45,55'];
    expect((await described(lines)).remarks).toEqual([
      'the first column names variables; if each row is a variable and each column a run, choose variables in rows',
    ]);
  });
});

describe('cells that only look like a number with a unit', () => {
  it('powers of ten are numbers, ranges are none', async () => {
    const lines = ['Run,c,Yield', '1,10⁻²,45', '2,10^-3,55', '3,1.5·10⁻³,65', '4,10-3,60', '5,5²,61'];
    const { description, rows } = await read(text(lines));
    expect(rows.slice(0, 3).map(({ inputs }) => inputs.c)).toEqual([0.01, 0.001, 0.0015]);
    expect(description.problems).toMatchObject([
      { row: 4, value: '10-3', kind: 'unreadable_input' },
      { row: 5, value: '5²', kind: 'unreadable_input' },
    ]);
  });

  it('letters that are no unit, and remarks in brackets, are asked about', async () => {
    const { problems } = await described(['T,Yield', '80,45', '90,6O', '85,60 (isolated)', '70,55 %']);
    expect(problems).toMatchObject([
      { row: 2, value: '6O', kind: 'unreadable_output', choice: 'ask' },
      { row: 3, value: '60 (isolated)', kind: 'unreadable_output', choice: 'ask' },
    ]);
  });

  it('a charge in kg is a setting', async () => {
    const { columns } = await described(['Charge,Charge [kg],Yield', 'A,1.5,45', 'B,2.5,55']);
    expect(columns.map(({ meaning }) => meaning)).toEqual(['id', 'input', 'output']);
  });

  it('times of more than a day may be minutes and seconds', async () => {
    const lines = ['Reaction time,Yield', '90:00,45', '20:30,55'];
    expect((await described(lines)).remarks).toEqual([
      "column 'Reaction time': '90:00' is read as h:mm; if it is min:s, set the duration to h and the unit to min",
    ]);
    const columns = [{ column: 'Reaction time', duration: 'h' as const, unit: 'min' }];
    const { rows, description } = await read(text(lines), { columns });
    expect(description.columns[0]?.unit).toBe('min');
    expect(rows.map(({ inputs }) => inputs['Reaction time'])).toEqual([90, 20.5]);
  });
});

it('an apostrophe that an export put before text is no part of it', async () => {
  const { description, rows } = await read(text(["'=a,Base,Yield", "1,'@5,45", "2,5'-UTR,55", "3,'＝B,55"]));
  expect(description.columns[0]?.name).toBe('=a');
  expect(rows.map(({ inputs }) => inputs.Base)).toEqual(['@5', "5'-UTR", '＝B']);
});
