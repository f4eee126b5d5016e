import { describe, expect, it } from 'vitest';
import { isPeak } from '../../../../src/service/tables/cells/column-words.ts';
import { read, text } from '../reading.ts';

const described = async (lines: readonly string[]) => {
  const { description, rows } = await read(text(lines));
  const columns = description.columns.map(({ name, unit, meaning }) => [name, unit, meaning]);
  return { ...description, found: columns, rows };
};
const runs = (line: (i: number) => string, n = 6) => Array.from({ length: n }, (_, i) => line(i));

describe('rows that sum others up', () => {
  it('below a table are no runs, though some are marked by a letter alone', async () => {
    const { rows, problems } = await described([
      ...['Run,T,Yield', '1,60,40', '2,70,50', '3,80,55', '4,90,61', ''],
      ...['Average,75,51.5', 'Std Dev,12.9,8.8', '%RSD,17.2,17.1', 'n,4,4'],
    ]);
    expect(rows).toHaveLength(4);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual(
      [7, 8, 9, 10].map((line) => ['summary_row', line]),
    );
  });

  it('between numbered runs are none, and a text among categories is a category', async () => {
    const inner = await described([
      ...['Run,T,Yield', '1,60,40', '2,60,42', 'Mean,60,41', '3,70,50', '4,70,52', 'Mean,70,51', '5,80,60'],
    ]);
    expect(inner.rows.map(({ inputs }) => inputs.T)).toEqual([60, 60, 70, 70, 80]);
    expect(inner.problem_counts).toMatchObject([{ kind: 'summary_row', count: 2, choice: 'skip' }]);
    const level = ['Level,T,Yield', 'min,60,40', 'max,60,42', 'min,70,41', 'max,80,50', 'other,90,51'];
    expect((await described(level)).rows).toHaveLength(5);
    expect((await described(['Kind,T,Yield', 'a,60,40', 'n,60,42', 'b,70,41', 'n,80,50'])).rows).toHaveLength(
      4,
    );
  });

  it('lines with # in front are reported', async () => {
    const { rows, remarks } = await described(['T,Yield', '60,40', '# pump changed', '70,50', '80,55']);
    expect(rows).toHaveLength(3);
    expect(remarks).toEqual(["1 line that begin with '#' left out: '# pump changed'"]);
  });
});

describe('units', () => {
  it('below the names in brackets, where some columns have none', async () => {
    const { found, rows } = await described([
      ...['Run,T,t,Solvent,Yield', '[-],[°C],[h],[-],[%]'],
      ...runs((i) => `${i + 1},${60 + i},${i + 1},${i % 2 ? 'THF' : 'DMF'},${40 + i}`),
    ]);
    expect(found.map(([, unit]) => unit)).toEqual([null, '°C', 'h', null, '%']);
    expect(rows).toHaveLength(6);
  });

  it('in a column beside the numbers, one for all or several', async () => {
    const one = await described(['T,Unit,Yield,Unit', ...runs((i) => `${60 + i},°C,${40 + i},%`)]);
    expect([one.found[0], one.found[2]]).toEqual([
      ['T', '°C', 'input'],
      ['Yield', '%', 'output'],
    ]);
    const mixed = await described([
      'T,Unit,Yield',
      ...runs((i) => `${60 + i},${i === 2 ? 'K' : '°C'},${40 + i}`),
    ]);
    expect(mixed.found[0]).toEqual(['T', '°C', 'input']);
    expect(mixed.problems).toMatchObject([{ row: 3, value: '62 K', choice: 'ask' }]);
  });
});

describe('columns that are no settings', () => {
  it('a mean with its deviation in one cell is a result with noise', async () => {
    const { found, rows } = await described([
      'T;Yield (mean ± SD, n=3)',
      ...runs((i) => `${60 + i};${40 + i}.5 ${i % 2 ? '(± 1.5)' : '% (±1.5 %)'}`),
    ]);
    expect(found[1]?.[2]).toBe('output');
    expect(rows[1]?.outputs).toEqual({ 'Yield (mean ± SD, n=3)': 41.5 });
    expect(rows.map(({ noise }) => noise)).toEqual(Array(6).fill(2.25));
  });

  it('readings of a detector are results, or kept beside one', async () => {
    const lines = (last: string) => [
      `T,Area (mAU*s),Area %,${last}`,
      ...runs((i) => `${60 + i},${1200 + 7 * i},${50 + i},${40 + i}`),
    ];
    expect((await described(lines('Conversion'))).found.map(([, , meaning]) => meaning)).toEqual([
      ...['input', 'note', 'note', 'output'],
    ]);
    expect((await described(lines('Flow (mL/min)'))).found.map(([, , meaning]) => meaning)).toEqual([
      ...['input', 'output', 'output', 'input'],
    ]);
    expect(isPeak('Area', 'cm²', false)).toBe(false);
    expect(isPeak('Height', 'mm', false)).toBe(false);
  });

  it('a whole number of more digits than a number holds is reported', async () => {
    const cells = (first: string) => [
      'Count,T,Yield',
      `${first},20,41`,
      ...runs((i) => `${i + 7},${60 + i},${40 + i}`),
    ];
    expect((await described(cells('9007199254740995'))).remarks).toContain(
      "column 'Count': 9007199254740995 has more digits than a number holds and is read as 9007199254740996; if it is a name, ignore the column or write it with a letter",
    );
    for (const held of ['9007199254740996', '1e22', '40']) {
      const { remarks } = await described(cells(held));
      expect(remarks.filter((remark) => remark.includes('digits'))).toEqual([]);
    }
  });

  it('a date that a spreadsheet made of a ratio is reported, and SMILES are not compared without case', async () => {
    const dates = await described([
      'Ratio,T,Yield',
      ...runs((i) => `0${1 + (i % 3)}-Jan,${60 + i},${40 + i}`),
    ]);
    expect(dates.remarks).toEqual([
      "column 'Ratio': '01-Jan' looks like a date that a spreadsheet made of a ratio, a range or a name; correct the file if it is one",
    ]);
    const spanish = await described([
      'Ratio,T,Yield',
      ...runs((i) => `0${1 + (i % 3)}-ene,${60 + i},${40 + i}`),
    ]);
    expect(spanish.remarks).toEqual([expect.stringContaining("column 'Ratio': '01-ene' looks like a date")]);
    const smiles = await described([
      'Ligand SMILES,T,Yield',
      ...runs((i) => `${i % 2 ? 'c1ccccc1' : 'C1CCCCC1'},${60 + i},${40 + i}`),
    ]);
    expect(smiles.remarks).toEqual([]);
  });
});
