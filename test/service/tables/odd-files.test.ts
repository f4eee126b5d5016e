import { describe, expect, it } from 'vitest';
import { describeColumns } from '../../../src/service/tables/guess.ts';
import { readTable } from '../../../src/service/tables/read-table.ts';
import { latin1 } from './files.ts';

const none = { variables: [], targets: [], ids: [], hasRows: false };

/** Columns of a file: name, unit, meaning, and the settings found. */
async function columnsOf(bytes: Uint8Array) {
  const table = await readTable(bytes);
  const columns = describeColumns(table, none, []);
  return {
    ...table.settings,
    rows: table.rows.length,
    columns: columns.map(({ name, unit, meaning }) => [name, unit, meaning]),
  };
}

const text = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\r\n'));
const counted = (line: (i: number) => string, n = 12) => Array.from({ length: n }, (_, i) => line(i));

describe('files that programs and people write', () => {
  it('blanks between columns of numbers', async () => {
    const found = await columnsOf(
      text(['  T    t   yield', ...counted((i) => `  ${20 + i}   0.${i + 1}    ${40 + i}.5`)]),
    );
    expect(found).toMatchObject({
      delimiter: ' ',
      rows: 12,
      columns: [
        ['T', null, 'input'],
        ['t', null, 'input'],
        ['yield', null, 'output'],
      ],
    });
  });

  it('a value with its error, and an error in a column of its own', async () => {
    const pm = await columnsOf(text(['T,Yield', ...counted((i) => `${20 + i},${40 + i} ± 1.2 %`)]));
    expect(pm.columns).toEqual([
      ['T', null, 'input'],
      ['Yield', '%', 'output'],
    ]);
    const column = await columnsOf(
      text(['c (mol/L),k (1/s),k err', ...counted((i) => `${i}e-3,${4 + i}E-5,${1 + i}E-6`)]),
    );
    expect(column.columns.map(([, , meaning]) => meaning)).toEqual(['input', 'output', 'noise']);
  });

  it('amounts of money', async () => {
    const found = await columnsOf(text(['T,Cost', ...counted((i) => `${20 + i},$1.${20 + i}`)]));
    expect(found.columns[1]).toEqual(['Cost', '$', 'output']);
  });

  it('names with digits and a comma are no numbers with a unit', async () => {
    const solvents = ['THF', '1,4-dioxane', 'DMF'];
    const found = await columnsOf(
      text([
        'T / °C;Lösungsmittel;Umsatz / %',
        ...counted((i) => `${20 + i};${solvents[i % 3]};${40 + i},5`),
      ]),
    );
    expect(found).toMatchObject({
      decimal: ',',
      columns: [
        ['T', '°C', 'input'],
        ['Lösungsmittel', null, 'input'],
        ['Umsatz', '%', 'output'],
      ],
    });
  });

  it('German thousands, per cent and a price, in Latin-1', async () => {
    const found = await columnsOf(
      latin1(
        [
          'Druck;Katalysator / mol%;Ausbeute;Preis in €',
          ...counted((i) => `1.0${20 + i},5;0,${i + 1};${40 + i},5 %;1.${100 + i},00`),
        ].join('\r\n'),
      ),
    );
    expect(found).toMatchObject({ encoding: 'windows-1252', decimal: ',' });
    expect(found.columns.map(([, , meaning]) => meaning)).toEqual(['input', 'input', 'output', 'input']);
  });

  it.each([
    ['<html><table><tr><td>T</td></tr></table></html>', 'web page'],
    ['<?xml version="1.0"?><a/>', 'XML'],
    ['{"athanor": {"format": 2}}', 'JSON'],
    ['[{"T": 1}]', 'JSON'],
  ])('%s is no table', async (content, words) => {
    await expect(readTable(text([content]))).rejects.toThrow(words);
  });
});
