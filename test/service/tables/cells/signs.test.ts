import { describe, expect, it } from 'vitest';
import { styledWorkbook } from '../files.ts';
import { cell, read, text } from '../reading.ts';

describe('numbers in brackets', () => {
  it('are negative amounts of money', async () => {
    const { description, rows } = await read(
      text(['T,Profit / €,Yield', '80,(1.25),5', '90,"(1,003.5)",6', '85,2.25,7']),
    );
    expect(rows.map(({ inputs }) => inputs.Profit)).toEqual([-1.25, -1003.5, 2.25]);
    expect(description.remarks).toContain(
      "column 'Profit / €' contains money: numbers in brackets, such as '(1.25)', are read as negative",
    );
    const priced = await read(text(['T,Balance,Yield', '80,$(4.20),5', '90,$3.10,6']));
    expect(priced.rows.map(({ inputs }) => inputs.Balance)).toEqual([-4.2, 3.1]);
  });

  it('are asked about elsewhere', async () => {
    const { description } = await read(text(['T,Yield', '80,(45)', '90,55', '85,50']));
    expect(description.problems).toMatchObject([{ row: 1, kind: 'unreadable_output', value: '(45)' }]);
  });
});

describe('a minus behind its number', () => {
  it('makes it negative in a column of numbers, with a remark', async () => {
    const { description, rows } = await read(
      text(['T;c;Yield', '1.234,50-;1;5', '234,25;2;6', '34,75-;3;7']),
    );
    expect(rows.map(({ inputs }) => inputs.T)).toEqual([-1234.5, 234.25, -34.75]);
    expect(description.remarks).toContain(
      "column 'T': numbers with a trailing minus, such as '1.234,50-', are read as negative",
    );
  });

  it('is none apart from the number, where it says that there is no unit, nor in a price', async () => {
    const { description, rows } = await read(
      text(['n;Price;Yield', '12 -;5.-;5', '13 -;7,– €;6', '14 -;2.50;7']),
    );
    expect(rows.map(({ inputs }) => [inputs.n, inputs.Price])).toEqual([
      [12, 5],
      [13, 7],
      [14, 2.5],
    ]);
    expect(description.remarks).not.toContainEqual(expect.stringContaining('minus'));
  });

  it('is none among grades, which stay as they are', async () => {
    const { rows } = await read(text(['Grade,T,Yield', '1,80,5', '2-,90,6', '3+,85,7']));
    expect(rows.map(({ inputs }) => inputs.Grade)).not.toContain(-2);
  });
});

describe('a column with another decimal sign than the file', () => {
  const lines = ['c;Yield', '0.125;1,5', '1.250;2,5', '2.500;3,5'];

  it('waits for the sign where a number could be a thousand', async () => {
    const { description } = await read(text(lines));
    expect(description.ambiguous_number).toEqual({ text: '1.250', point: 1.25, comma: 1250 });
    expect(description.blocking).toEqual([expect.stringContaining("'1.250' is 1.25 or 1250")]);
  });

  it('is read by the sign that is stated, and the others by theirs', async () => {
    const { description, rows } = await read(text(lines), { settings: { decimal: '.' } });
    expect(description.blocking).toEqual([]);
    expect(rows.map(({ inputs, outputs }) => [inputs.c, outputs.Yield])).toEqual([
      ...[
        [0.125, 1.5],
        [1.25, 2.5],
        [2.5, 3.5],
      ],
    ]);
  });
});

describe('digits and signs as wide as East Asian letters', () => {
  it('are numbers', async () => {
    const { rows } = await read(
      text(['温度,収率', '８０．５,４５％', '－１０,＜５', '１，２３４．５,～６０']),
    );
    expect(rows.map(({ inputs }) => inputs.温度)).toEqual([80.5, -10, 1234.5]);
    expect(rows.map(({ outputs, censored }) => ({ ...outputs, censored }))).toEqual([
      { 収率: 45, censored: {} },
      { 収率: 5, censored: { 収率: 'below' } },
      { 収率: 60, censored: {} },
    ]);
  });

  it('a wide comma may be the separator', async () => {
    const { description, rows } = await read(text(['温度，収率', '80，45.5', '90，55', '85，50']));
    expect(description.settings.delimiter).toBe('，');
    expect(rows[0]).toMatchObject({ inputs: { 温度: 80 }, outputs: { 収率: 45.5 } });
  });
});

it.each([
  ['Arabic', '٨٠٫٥', '١٬٢٣٤'],
  ['Persian', '۸۰٫۵', '۱٬۲۳۴'],
  ['Devanagari', '८०.५', '१२३४'],
  ['Bengali', '৮০.৫', '১২৩৪'],
  ['Thai', '๘๐.๕', '๑๒๓๔'],
])('digits of %s are numbers', async (_, setting, result) => {
  const { rows } = await read(text(['T;p;Yield', `${setting};1.5;${result}`, '90;2.5;55', '85;3;50']));
  expect(rows[0]).toMatchObject({ inputs: { T: 80.5 }, outputs: { Yield: 1234 } });
});

it('digits that stand raised in a workbook are powers', async () => {
  const raised = (at: string, below: string, above: string) =>
    `<c r="${at}" t="inlineStr"><is><r><t xml:space="preserve">${below}</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>${above}</t></r></is></c>`;
  const lines = [
    `<row r="2">${raised('B2', 'c / mol L', '-1')}${cell('C2', 'Yield')}</row>`,
    `<row r="3">${raised('B3', '10', '3')}${cell('C3', 45)}</row>`,
    `<row r="4">${raised('B4', '5 · 10', '3')}${cell('C4', 55)}</row>`,
    `<row r="5">${cell('B5', 2000)}${raised('C5', '50', 'a')}</row>`,
  ];
  const { description, rows } = await read(styledWorkbook(lines.join('')));
  expect(description.columns[0]).toMatchObject({ name: 'c', unit: 'mol L⁻¹' });
  expect(rows.map(({ inputs }) => inputs.c)).toEqual([1000, 5000, 2000]);
  expect(description.problems).toMatchObject([{ row: 3, kind: 'unreadable_output', value: '50a' }]);
});

describe('a column of numbers with units or signs around them', () => {
  it.each([
    [['25 ° C', '30 ° C', '35 ° C'], '°C', [25, 30, 35]],
    [['25 deg C', '30 deg. C', '35 °C'], '°C', [25, 30, 35]],
    [['25℃', '30℃', '35ºC'], '°C', [25, 30, 35]],
    [['5 mol %', '7.5 mol%', '10 mol %'], 'mol%', [5, 7.5, 10]],
    [["'50", "'60", '70'], null, [50, 60, 70]],
  ])('is read as numbers: %j', async (cells, unit, numbers) => {
    const lines = cells.map((one, i) => `${one};${50 + i * 7}`);
    const { description, rows } = await read(text(['X;Yield', ...lines]));
    expect(description.columns[0]).toMatchObject({ type: 'real', unit });
    expect(rows.map(({ inputs }) => inputs.X)).toEqual(numbers);
  });

  it.each([
    [['25?', '30?', '35?', '40?']],
    [['[25]', '[30]', '[35]', '[40]']],
    [['=25', '=30', '=35', '=40']],
    [['25 (n=3)', '30 (n=3)', '35 (n=2)', '40 (n=3)']],
    [['T=25', 'T=30', 'T=35', 'T=40']],
    [['pH 5', 'pH 6', 'pH 7', 'pH 8']],
  ])('has a remark where they become categories: %j', async (cells) => {
    const lines = cells.map((one, i) => `${one};${50 + i * 7}`);
    const { description } = await read(text(['X;Yield', ...lines]));
    expect(description.columns[0]?.type).toBe('categorical');
    expect(description.remarks).toContainEqual(
      expect.stringContaining(`column 'X': '${cells[0]}' and the like are categories; if they are amounts`),
    );
  });

  it.each([
    [["'0042", "'0043", "'0044", "'0045"]],
    [['A1', 'A2', 'A3', 'A4']],
    [['Reactor 1', 'Reactor 2', 'Reactor 1', 'Reactor 2']],
    [['5% Pd/C', '10% Pd/C', '5% Pd/C', '1,4-dioxane']],
  ])('is none where names have digits: %j', async (cells) => {
    const lines = cells.map((one, i) => `${one};${50 + i * 7}`);
    const { description, rows } = await read(text(['X;Yield', ...lines]));
    expect(rows.map(({ inputs, extras }) => inputs.X ?? extras.X)).toEqual(cells);
    expect(description.remarks).not.toContainEqual(expect.stringContaining('and the like are categories'));
  });
});
