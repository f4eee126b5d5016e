import { describe, expect, it } from 'vitest';
import { styledWorkbook } from '../files.ts';
import { cell, read, text } from '../reading.ts';

const columnsOf = async (lines: readonly string[]) => {
  const { description } = await read(text(lines));
  return description.columns.map(({ column, meaning, name, unit }) => [column, meaning, name, unit]);
};

describe('exports of programs for designs', () => {
  it('Minitab: fits, residuals and center points are no settings', async () => {
    const lines = [
      'StdOrder\tCenterPt\tTemp\tYield\tFITS1\tRESI1',
      '1\t1\t60\t71,2\t70,9\t0,3',
      '2\t1\t80\t*\t80,4\t*',
      '3\t0\t70\t75,5\t75,2\t0,3',
    ];
    const { description } = await read(text(lines));
    expect(description.columns.map(({ meaning }) => meaning)).toEqual([
      ...['id', 'note', 'input', 'output', 'note', 'note'],
    ]);
    expect(description.blocking).toEqual([]);
  });

  it('Design-Expert: factors and responses have their own names', async () => {
    const lines = [
      ',,Factor 1,Factor 2,Response 1',
      'Std,Run,A:Temperature,B:Catalyst,Yield',
      ',,C,,%',
      ...['2,1,80,Pd,45.2', '1,2,100,Pt,60.1', '3,3,90,Pd,52.3'],
    ];
    expect((await columnsOf(lines)).slice(2)).toEqual([
      ['Factor 1 A:Temperature', 'input', 'Temperature', 'C'],
      ['Factor 2 B:Catalyst', 'input', 'Catalyst', null],
      ['Response 1 Yield', 'output', 'Yield', '%'],
    ]);
    expect((await columnsOf(['A:B,Yield', '1:2,45', '1:1,55']))[0]?.[2]).toBe('A:B');
  });
});

describe('exports of chromatographs', () => {
  it('Chromeleon: a line of units with mAU, names of injections, retention times', async () => {
    const lines = [
      'No.,Injection Name,Ret.Time,Area,Rel.Area,Peak Type',
      ',,min,mAU*min,%,',
      ...['1,Run 1,5.12,120.4,98.2,BMB', '2,Run 2,5.13,100.4,97.1,BMB', '3,Run 3,5.11,90.4,96.1,BM'],
    ];
    expect(await columnsOf(lines)).toEqual([
      ['No.', 'id', 'No.', null],
      ['Injection Name', 'id', 'Injection Name', null],
      ['Ret.Time', 'note', 'Ret.Time', 'min'],
      ['Area', 'output', 'Area', 'mAU*min'],
      ['Rel.Area', 'output', 'Rel.Area', '%'],
      ['Peak Type', 'note', 'Peak Type', null],
    ]);
  });

  it('Chromeleon: `Time` beside the areas and heights of named peaks is that of the peak', async () => {
    const peaks = ['1\t2.31\tSM\tBMB\t12.3\t40\t0.3', '2\t4.11\tProduct\tBMB\t88.3\t300\t1.9'];
    const lines = ['No.\tTime\tPeak Name\tType\tArea\tHeight\tAmount', '\tmin\t\t\tmAU*min\tmAU\tmg/L'];
    expect((await columnsOf([...lines, ...peaks])).map(([, meaning]) => meaning)).toEqual([
      ...['id', 'note', 'note', 'note', 'output', 'output', 'output'],
    ]);
    // A reaction time beside what a detector read.
    const settings = ['Run,Time (min),Area (mAU*s),Height (mAU)', '1,10,12,40', '2,20,14,50', '3,30,19,60'];
    expect((await columnsOf(settings)).map(([, meaning]) => meaning)).toEqual([
      ...['id', 'input', 'output', 'output'],
    ]);
  });

  it('Empower: peaks of one sample are remarked', async () => {
    const lines = ['SampleName,Name,RT,Area', 'E1,SM,2.1,12', 'E1,Prod,5.6,270', 'E2,SM,2.1,22'];
    const { description } = await read(text([...lines, 'E2,Prod,5.6,250']));
    expect(description.remarks).toEqual([
      "'SampleName' has the same value in several rows, which 'Name' distinguishes; if each row is one result of a run, choose one result per row, with the columns of names ('Name') and of values (such as 'Area')",
    ]);
    const stacked = { names: 'Name', values: 'Area' };
    const { rows } = await read(text([...lines, 'E2,Prod,5.6,250']), { settings: { stacked } });
    expect(rows.map(({ extras }) => extras.RT)).toEqual(['2.1; 5.6', '2.1; 5.6']);
  });

  it('OpenLab: the unit of the values is that of each result', async () => {
    const lines = ['Sample name,Compound,Amount (mg/L)', 'S1,Product,48', 'S1,Imp,2', 'S2,Product,44'];
    const columns = await columnsOf([...lines, 'S2,Imp,3']);
    expect(columns.map(([column, , , unit]) => [column, unit])).toEqual([
      ['Sample name', null],
      ['Product', 'mg/L'],
      ['Imp', 'mg/L'],
    ]);
  });
});

it('runs of one batch are no results of one run', async () => {
  const lines = ['Batch,Solvent,Yield', 'B1,THF,45', 'B1,DMF,46', 'B2,THF,55', 'B2,DMF,54'];
  const { description } = await read(text(lines));
  expect(description.remarks).toEqual([]);
});

describe('another table', () => {
  const first = ['Run,T,Yield', '1,80,45', '2,90,55', '3,85,50'];

  it('below a blank line is left out, and read where its names are chosen', async () => {
    const lines = [...first, '', 'Calibration,,', 'Std,Conc,Area', 'S1,1,100', 'S2,2,201'];
    const { description, rows } = await read(text(lines));
    expect(rows).toHaveLength(3);
    expect(description.remarks).toEqual([
      "another table ('Std', 'Conc', 'Area') begins in line 6; it is not read; choose header row 6 to read it instead",
    ]);
    const other = await read(text(lines), { settings: { header_row: 6 } });
    expect(other.description.columns.map(({ column }) => column)).toEqual(['Std', 'Conc', 'Area']);
    expect(other.rows).toHaveLength(2);
  });

  it('is none where the names recur, or a run has texts', async () => {
    const again = await read(text([...first, '', 'Run,T,Yield', '4,70,40']));
    expect(again.rows).toHaveLength(4);
    const lost = await read(text([...first, '', 'x4,70,n.d.', 'x5,75,lost', '6,60,41']));
    expect(lost.description.n_rows).toBe(6);
  });

  it('beside it is remarked', async () => {
    const beside = await read(text(['Run,T,Yield,,Std,Area', '1,80,45,,S1,100', '2,90,55,,S2,200']));
    expect(beside.description.remarks).toEqual([
      "'Std', 'Area' follow an empty column; if they are another table, ignore them",
    ]);
  });
});

describe('what a sheet shows besides', () => {
  it('a name joined down over the units, and hidden columns', async () => {
    const lines = [
      `<row r="1">${cell('A1', 'Run')}${cell('B1', 'Temp')}${cell('C1', 'Yield')}${cell('D1', 'Old yield')}</row>`,
      `<row r="2">${cell('B2', '°C')}${cell('C2', '%')}${cell('D2', '%')}</row>`,
      `<row r="3">${cell('A3', 1)}${cell('B3', 80)}${cell('C3', 45)}${cell('D3', 40)}</row>`,
      `<row r="4">${cell('A4', 2)}${cell('B4', 90)}${cell('C4', 55)}${cell('D4', 41)}</row>`,
    ];
    const joined = '<mergeCells count="1"><mergeCell ref="A1:A2"/></mergeCells>';
    const hidden = '<cols><col min="4" max="4" hidden="1"/></cols>';
    const { description } = await read(styledWorkbook(lines.join(''), joined + hidden));
    expect(description.columns.map(({ unit }) => unit)).toEqual([null, '°C', '%', '%']);
    expect(description.n_rows).toBe(2);
    expect(description.remarks).toContain('hidden columns are read like the others: D');
  });
});

describe('formats of cells', () => {
  const sheet = (...temperatures: readonly string[]) =>
    styledWorkbook(
      [
        `<row r="1">${cell('A1', 'Temp')}${cell('B1', 'Yield')}</row>`,
        ...temperatures.map((one, i) => `<row r="${i + 2}">${one}${cell(`B${i + 2}`, 45 + i)}</row>`),
      ].join(''),
    );

  it('show the unit of a column', async () => {
    const { description } = await read(sheet(cell('A2', 80, 3), cell('A3', 90, 3)));
    expect(description.columns[0]).toMatchObject({ name: 'Temp', unit: '°C', min: 80 });
  });

  it('that differ within a column are remarked', async () => {
    const { description } = await read(sheet(cell('A2', 80, 3), cell('A3', 353)));
    expect(description.columns[0]?.unit).toBeNull();
    expect(description.remarks).toEqual([
      'column A of the sheet shows numbers with °C, no unit; all are read on one scale',
    ]);
  });

  it('with several units are each read in their own', async () => {
    const { description, rows } = await read(
      sheet(cell('A2', 1.234, 4), cell('A3', 200, 5), cell('A4', 2, 4)),
    );
    expect(description.columns[0]).toMatchObject({ name: 'Temp', unit: 'mL' });
    expect(rows.map(({ inputs }) => inputs.Temp)).toEqual([1.234, 0.2, 2]);
    const heat = await read(sheet(cell('A2', 80, 3), cell('A3', 5, 4), cell('A4', 90, 3)));
    expect(heat.description.problems).toMatchObject([{ row: 2, kind: 'unreadable_input', value: '5 mL' }]);
  });
});

describe('tables that mean something else than they seem to', () => {
  it('coded levels beside actual values are pointed out', async () => {
    const { description } = await read(
      text([
        'x1,x2,T,t / min,n,Yield',
        '-1,-1,60,10,1,45',
        '1,-1,80,10,2,50',
        '-1,1,60,20,3,55',
        '1,1,80,20,5,52',
      ]),
    );
    expect(description.remarks.filter((remark) => remark.includes('coded'))).toEqual([
      "column 'x1' contains the levels of 'T' in coded form and is a separate input; read it as a note if they are one setting",
      "column 'x2' contains the levels of 't / min' in coded form and is a separate input; read it as a note if they are one setting",
    ]);
    const alone = await read(text(['x1,x2,Yield', '-1,-1,45', '1,-1,50', '-1,1,55', '1,1,52']));
    expect(alone.description.remarks.filter((remark) => remark.includes('coded'))).toEqual([]);
  });

  it('fractions under a name in % are pointed out', async () => {
    const toldOf = async (...lines: readonly string[]) =>
      (await read(text(lines))).description.remarks.filter((remark) => remark.includes('fractions'));
    expect(await toldOf('T,Conversion (%)', '60,0.12', '70,0.5', '80,0.99')).toEqual([
      "column 'Conversion (%)': all numbers are from 0 to 1, and its unit is %; if they are fractions, set the unit of the column to 'fraction'",
    ]);
    expect(await toldOf('T,Conversion (%)', '60,0.12%', '70,0.5%', '80,0.99%')).toEqual([]);
    expect(await toldOf('T,Impurity (%)', '60,0.12', '70,0.5', '80,0.99')).toEqual([]);
    expect(await toldOf('T,Yield (%)', '60,0.12', '70,0.5', '80,12')).toEqual([]);
  });

  it('errors have either decimal sign', async () => {
    const { rows } = await read(text(['T;Yield;c', '80;50±0.2;"1,5e-3"', '90;48 ± 0,3;2,5']));
    expect(rows.map(({ outputs, noise }) => [outputs.Yield, noise])).toEqual([
      [50, expect.closeTo(0.04, 12)],
      [48, expect.closeTo(0.09, 12)],
    ]);
    expect(rows.map(({ inputs }) => inputs.c)).toEqual([0.0015, 2.5]);
  });

  it('a point among decimal commas may be decimal', async () => {
    const lines = ['T;Pressure;Yield', '80,0;1.013;45,2', '90,0;2.026;55,2'];
    const { description } = await read(text(lines));
    expect(description.remarks).toEqual([
      "column 'Pressure': '1.013' is read as 1013; if it is not a thousand, write it with a decimal comma",
    ]);
    const sure = await read(text([...lines, '85,0;1.013,5;50,1']));
    expect(sure.description.remarks).toEqual([]);
  });

  it('variables in rows, with units and runs V1, V2, V3', async () => {
    const lines = ['Parameter;Einheit;V1;V2', 'Temperatur;°C;80;90', 'LM;;THF;DMF', 'Ausb.;%;45,2;55,1'];
    const { description, rows } = await read(text(lines));
    expect(description.settings.transposed).toBe(true);
    expect(rows[1]).toMatchObject({ inputs: { Temperatur: 90, LM: 'DMF' }, outputs: { 'Ausb.': 55.1 } });
  });

  it('media are no mean', async () => {
    const columns = await columnsOf(['Media Conc. (g/L),Titer', '5,1.2', '10,1.5']);
    expect(columns[0]).toEqual(['Media Conc. (g/L)', 'input', 'Media Conc.', 'g/L']);
    expect((await columnsOf(['T,Yield 1,Media', '80,45,46', '90,55,54']))[2]?.[1]).toBe('note');
  });

  it('a result in words is no setting, and no other column is the result', async () => {
    const { description } = await read(text(['Temp,Result', '80,Pass', '90,Fail', '85,Pass']));
    expect(description.columns).toMatchObject([
      { column: 'Temp', meaning: 'input' },
      { column: 'Result', meaning: 'note', why: 'named as a result, and contains texts' },
    ]);
    expect(description.blocking).toEqual(['no column is read as an output; choose the measured one']);
  });

  it('texts over gaps, plates and days as numbers are remarked or no settings', async () => {
    const gaps = await read(text(['Catalyst,T,Yield', 'Pd,80,45', ',90,55', ',85,50', 'Pt,80,40', ',90,41']));
    expect(gaps.description.remarks).toEqual([
      "column 'Catalyst' has empty cells; if each value applies to the rows below it, fill the column down",
    ]);
    expect(gaps.description.problem_counts).toMatchObject([
      { kind: 'missing_input', count: 3, choice: 'ask' },
    ]);
    const wells = await read(text(['Plate 1,1,2,3', 'A,0.1,0.2,0.3', 'B,0.2,0.3,0.4']));
    expect(wells.description.remarks[0]).toContain('the table looks like a plate');
    expect((await columnsOf(['Day,T,Yield', '45352,80,45', '45353,90,55']))[0]?.[1]).toBe('note');
  });
});
