import { describe, expect, it } from 'vitest';
import { read, text } from '../reading.ts';

const meaningsOf = async (lines: readonly string[]) => {
  const { description } = await read(text(lines));
  return Object.fromEntries(description.columns.map(({ column, meaning }) => [column, meaning]));
};

describe('identifiers stay as they are written', () => {
  it('codes with an exponent, versions, and numbers', async () => {
    const { rows } = await read(
      text(['Lot,Sample,Barcode,T,Yield', '1E5,1.9,4006381333931,80,45', '2E5,1.10,4006381333932,90,55']),
    );
    expect(rows.map(({ extras }) => extras)).toEqual([
      { Lot: '1E5', Sample: '1.9', Barcode: 4006381333931 },
      { Lot: '2E5', Sample: '1.10', Barcode: 4006381333932 },
    ]);
  });

  it('a number of a note that was exported with all its digits is one', async () => {
    const { rows } = await read(text(['T,Remark,Yield', '80,0.30000000000000004,45', '90,1e-7,55']));
    expect(rows.map(({ extras }) => extras.Remark)).toEqual([0.30000000000000004, 1e-7]);
  });

  it('a setting with zeros in front is a name, and an amount where it has a unit', async () => {
    const { description, rows } = await read(
      text(['Strain,t (min),T,Yield', '00123,05,30,1', '00124,10,35,2', '00123,15,37,3']),
    );
    const [strain, time] = description.columns;
    expect(strain).toMatchObject({ meaning: 'input', type: 'categorical', categories: ['00123', '00124'] });
    expect(time).toMatchObject({ meaning: 'input', type: 'real', bounds: [5, 15] });
    expect(rows[0]?.inputs).toEqual({ Strain: '00123', t: 5, T: 30 });
  });
});

describe('tables of programs for designs', () => {
  it('the standard order of Design-Expert is no noise', async () => {
    const lines = ['Std,Run,Space Type,A:Temperature,Yield', '3,1,Factorial,80,60', '1,2,Factorial,90,45'];
    expect(await meaningsOf([...lines, '5,3,Center,85,50'])).toEqual({
      Std: 'id',
      Run: 'id',
      'Space Type': 'note',
      'A:Temperature': 'input',
      Yield: 'output',
    });
    expect(await meaningsOf(['T,Yield,Std', '80,60,1.5', '90,45,2', '85,50,2'])).toMatchObject({
      Std: 'noise',
    });
  });

  it('orders and types of points are no settings, and * and • are no values', async () => {
    const minitab = [
      'StdOrder,RunOrder,PtType,Temp,Time,Yield',
      '3,1,1,80,3,60',
      '1,2,1,80,1,45',
      '5,3,0,100,2,*',
    ];
    expect(await meaningsOf(minitab)).toMatchObject({ StdOrder: 'id', PtType: 'note', Temp: 'input' });
    const { description } = await read(text(minitab));
    expect(description.blocking).toEqual([]);
    expect(description.problems).toMatchObject([{ row: 3, kind: 'missing_output' }]);
    const jmp = ['Pattern,Temp,Yield', '−+,80,45', '+−,90,55', '00,85,•'];
    expect(await meaningsOf(jmp)).toMatchObject({ Pattern: 'id' });
    expect((await read(text(jmp))).description.blocking).toEqual([]);
    const modde = [
      'Exp No;Run Order;Incl/Excl;Temp;Yield',
      '1;3;Incl;80;45,3',
      '2;1;Excl;90;55,2',
      '3;2;Incl;85;50,1',
    ];
    expect(await meaningsOf(modde)).toMatchObject({ 'Run Order': 'id', 'Incl/Excl': 'note', Temp: 'input' });
  });
});

it.each([
  ['Essai', 'Rendement (%)'],
  ['Ensayo', 'Rendimiento (%)'],
  ['実験番号', '目的物収率(%)'],
  ['编号', '产率/%'],
  ['TEXT_ID', 'RESULT'],
  ['Well', 'UV area'],
])('%s names the runs, and %s was measured', async (run, result) => {
  const names = await meaningsOf([`${run},T,${result},k`, '1,80,45,3', '2,90,55,4', '3,85,50,3']);
  expect(names).toMatchObject({ [run]: 'id', T: 'input' });
  if (result !== 'UV area') expect(names).toMatchObject({ [result]: 'output', k: 'input' });
});
