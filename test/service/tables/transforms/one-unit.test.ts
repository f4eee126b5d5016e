import { describe, expect, it } from 'vitest';
import { read, text } from '../reading.ts';

const amounts = async (lines: readonly string[], name: string) => {
  const { description, rows } = await read(text(lines));
  const { unit } = description.columns.find((column) => column.name === name) ?? {};
  const { remarks, blocking } = description;
  return {
    unit,
    values: rows.map(({ inputs, outputs }) => ({ ...inputs, ...outputs })[name]),
    remarks,
    blocking,
  };
};

describe('a column with several units of one kind', () => {
  it('is read in the unit of most cells', async () => {
    const lines = [
      'Catalyst,T,Yield',
      '250 mg,80,45',
      '0.5 g,90,55',
      '0.3 g,100,60',
      '100 mg,70,30',
      '90 mg,70,31',
    ];
    expect(await amounts(lines, 'Catalyst')).toEqual({
      unit: 'mg',
      values: [250, 500, 300, 100, 90],
      remarks: ["column 'Catalyst' has several units: '0.5 g' is read as 500 mg, and 1 more like it"],
      blocking: [],
    });
  });

  it('is read in the unit that its name states, which numbers without a unit have', async () => {
    const lines = ['Catalyst (g);T;Yield', '250 mg;80;45', '0,5;90;55', '0,3 g;100;60'];
    expect(await amounts(lines, 'Catalyst')).toEqual({
      unit: 'g',
      values: [0.25, 0.5, 0.3],
      remarks: ["column 'Catalyst (g)' has several units: '250 mg' is read as 0,25 g"],
      blocking: [],
    });
  });

  it('converts limits and errors', async () => {
    const lines = [
      'x,Titer',
      '1,250 mg/L',
      '2,0.5 g/L',
      '3,<0.1 g/L',
      '4,1.5 ± 0.1 g/L',
      '5,7 mg/L',
      '6,8 mg/L',
    ];
    expect(await amounts(lines, 'Titer')).toMatchObject({ values: [250, 500, 100, 1500, 7, 8] });
    const { rows } = await read(text(lines));
    expect(rows[2]?.censored).toEqual({ Titer: 'below' });
    expect(rows[3]?.noise).toBe(10_000);
  });

  it.each([
    ['a number has no unit', ['Catalyst,T,Yield', '250 mg,80,45', '0.5,90,55', '0.3 g,100,60']],
    ['a unit may be a slip', ['T,x,Yield', '80 °C,80,45', '90 °C,90,55', '0.3 K,100,60']],
    ['degrees stand beside kelvins', ['T,x,Yield', '380 K,80,45', '390 K,90,55', '0.3 °C,100,60']],
    ['no factor is sure', ['Catalyst,T,Yield', '250 mg,80,45', '200 mg,90,55', '0.3 mol,100,60']],
  ])('is asked about where %s', async (_, lines) => {
    const { blocking } = await amounts(lines, 'Catalyst');
    expect(blocking).toMatchObject([expect.stringContaining("expected a number, got '0.3")]);
  });
});

it('fractions of one sign are numbers, also in a file with decimal commas', async () => {
  const points = ['eq,x,Yield', '½,1,45', '1½,2,55', '1 ¼ eq,3,60', '-¾,4,61', '⅓,5,62'];
  expect((await amounts(points, 'eq')).values).toEqual([0.5, 1.5, 1.25, -0.75, 1 / 3]);
  const commas = ['eq;x;Yield', '½;1;45,5', '1,5;2;55,2', '2⅛;3;60,1'];
  expect((await amounts(commas, 'eq')).values).toEqual([0.5, 1.5, 2.125]);
});

it('two results in one cell are asked about, with the way to record both', async () => {
  const { blocking } = await amounts(['eq,Yield', '1,45/47', '1.5,55/54', '2,60'], 'eq');
  expect(blocking).toEqual([
    "rows 1 and 2 (lines 2 and 3) need a decision: column 'Yield': expected a number, got '45/47'; if these are two measurements, give each a row; others have '55/54'",
  ]);
});
