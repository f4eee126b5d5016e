import { describe, expect, it } from 'vitest';
import { readCell } from '../../../../src/service/tables/cells/cell.ts';
import { describeColumns } from '../../../../src/service/tables/columns/columns.ts';
import { readTable } from '../../../../src/service/tables/layout/read-table.ts';
import { latin1, workbook } from '../files.ts';
import { none, read, text } from '../reading.ts';

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

  it.each(['.', ','] as const)('names that begin with locants are text, decimal sign %s', (decimal) => {
    const names =
      '1,4-dioxane 2,6-lutidine 2-butanol 2‑MeTHF 1,4–Dioxan 1,3-(diethyl)urea 9H-fluorene 2,2-DMP 1,2,4-TCB 5′-dAMP 1,4-D';
    for (const name of names.split(' ')) expect(readCell(name, decimal)).toEqual({ kind: 'text' });
    for (const unit of ['%', '°C', 'mL/min', 'kW-h', 'N-m', 'H', 'mol·L⁻', '-'])
      expect(readCell(`4 ${unit}`, decimal)).toMatchObject({ kind: 'number', value: 4, unit });
    for (const number of ['4e-3', '4E-3', '4 ± 0', '4 - ± 0'])
      expect(readCell(number, decimal)).toMatchObject({ kind: 'number' });
  });

  it('a name with locants is asked about among numbers, and stays a name where it stands alone', async () => {
    const described = (cell: (i: number) => string) => {
      const bytes = text(['T;x;Umsatz / %', ...counted((i) => `${20 + i};${cell(i)};${40 + i},5`)]);
      return read(bytes);
    };
    const among = await described((i) => (i === 4 ? '1,4-dioxane' : `${i},5`));
    expect(among.description.columns[1]).toMatchObject({ meaning: 'input', unit: null, n_numbers: 11 });
    expect(among.description.problems).toMatchObject([{ row: 5, value: '1,4-dioxane', choice: 'ask' }]);
    const alone = await described((i) => (i === 4 ? '1,4-dioxane' : ''));
    expect(alone.description.columns[1]).toMatchObject({ meaning: 'note', n_numbers: 0, n_texts: 1 });
    expect(alone.description.preview[4]).toMatchObject({ x: '1,4-dioxane' });
  });

  it('words for a missing value are texts in a column of remarks', async () => {
    const bytes = text(['T,y,Remark', '20,1,ok', '30,2,n.d.', '40,3,']);
    const [, , remark] = (await read(bytes)).description.columns;
    expect(remark).toMatchObject({ meaning: 'note', n_texts: 2, n_missing: 1 });
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
    ['{"athanor": {"format": 2}}', 'a session is imported by POST /sessions/import'],
    ['{"search_space": {}, "provenance": [{"T": 60}]}', 'a session is imported by POST /sessions/import'],
    ['{"runs": [{"T": 60}], "plan": [{"T": 70}]}', 'the file is one object'],
    ['{"T": [60, 70], "Yield": [40]}', 'the file is one object'],
    [
      '[[60, 40], [70, [50]]]',
      'expected a list of objects, alone or as one part of an object, or one object per line',
    ],
    ['[{"T": 60}, 5]', 'JSON: item 2 is 5; expected a list of objects'],
    ['{"T": 60}\n{"T": 70\n', 'JSON: line 2 is not an object; expected'],
    ['[{"T": 60},', 'expected a list of objects, alone or as one part of an object, or one object per line'],
    ['[{"T": "a\\u0000"}]', "JSON: column 'T' has a text with the character NUL"],
  ])('%s is no table', async (content, words) => {
    await expect(readTable(text([content]))).rejects.toThrow(words);
  });
});

const meaningsOf = async (bytes: Uint8Array) =>
  Object.fromEntries(
    (await read(bytes)).description.columns.map(({ column, meaning, type }) => [column, type ?? meaning]),
  );

describe('numbers as people write them', () => {
  it.each([
    ['T;Ausbeute', (i: number) => `${60 + 5 * i};${40 + i},3 ± 0,4`],
    ['T,Yield', (i: number) => `${60 + 5 * i},${40 + i}.3(4)`],
    ['T,Yield', (i: number) => `${60 + 5 * i},${40 + i}.3 % +/- 0.4 %`],
    ['T,Yield', (i: number) => `${60 + 5 * i},${40 + i}.3 +- 0.4`],
  ])('%s: an error behind a value is the noise of its row', async (names, line) => {
    const bytes = text([names, ...counted(line)]);
    const { description, rows } = await read(bytes);
    expect(description.columns[1]).toMatchObject({ meaning: 'output', errors_as: 'noise', n_errors: 12 });
    expect(rows[0]?.outputs).toEqual({ [description.columns[1]?.name ?? '']: 40.3 });
    expect(rows[0]?.noise).toBeCloseTo(0.16, 12);
    const column = description.columns[1]?.column ?? '';
    const ignored = await read(bytes, { columns: [{ column, errors_as: 'ignore' }] });
    expect(ignored.rows[0]?.noise).toBeNull();
  });

  it('a column of noise comes before errors behind values', async () => {
    const { description, rows } = await read(
      text(['T,Yield,SD', ...counted((i) => `${60 + 5 * i},${40 + i} ± 2,3`)]),
    );
    expect(description.columns[1]?.errors_as).toBe('ignore');
    expect(rows[0]?.noise).toBe(9);
  });

  it.each([
    ['1,5·10^-3', ';', 0.0015],
    ['1.5 x 10-3', ',', 0.0015],
    ['1.5×10⁻³', ',', 0.0015],
    ['1,5E-03', ';', 0.0015],
    ['1 200,5', ';', 1200.5],
    ["1'200.5", ';', 1200.5],
  ])('%s', async (written, sign, value) => {
    const lines = counted((i) => [60 + i, written, i].join(sign));
    const { rows, description } = await read(text([['T', 'k', 'Yield'].join(sign), ...lines]));
    expect(description.settings.delimiter).toBe(sign);
    expect(rows[0]?.extras.k ?? rows[0]?.inputs.k).toBeCloseTo(value, 12);
  });

  it('minutes and hours in one column are durations', async () => {
    const { description, rows } = await read(
      text([
        'T,t,Yield',
        ...counted((i) => `${60 + i},${i % 3 === 0 ? `${i + 1} h` : `${10 * i} min`},${40 + i}`),
      ]),
    );
    expect(description.columns[1]).toMatchObject({ unit: 'min' });
    expect(description.problem_counts).toEqual([]);
    expect(rows.slice(0, 4).map(({ inputs }) => inputs.t)).toEqual([60, 10, 20, 240]);
  });

  it('per cent beside bare numbers is remarked upon', async () => {
    const { description } = await read(
      text(['T,Yield', ...counted((i) => `${60 + i},${i % 2 ? `${40 + i}%` : `0.${40 + i}`}`)]),
    );
    expect(description.remarks.join()).toContain("some numbers have the unit '%'");
  });

  it('errors of a spreadsheet are no values', async () => {
    const { description } = await read(text(['T,Yield', '60,#DIV/0!', '70,#VALUE!', '80,50', '90,n. b.']));
    expect(description.problem_counts).toMatchObject([{ kind: 'missing_output', count: 3 }]);
  });
});

describe('lines that are no runs', () => {
  it.each(['Total,,380', 'Mean:,75,46', 'Mittelwert,75,46', 'SD,3.2,1.1', 'Std.-Abw.,,1.1'])(
    '%s',
    async (line) => {
      const bytes = text(['Run,T,Yield', ...counted((i) => `${i + 1},${60 + i},${40 + i}`), line]);
      const { description } = await read(bytes);
      expect(description).toMatchObject({ n_rows: 13, n_recorded: 12, blocking: [] });
      expect(description.problem_counts).toMatchObject([{ kind: 'summary_row', choice: 'skip' }]);
      expect(description.columns.find(({ name }) => name === 'T')?.bounds).toEqual([60, 71]);
      expect((await read(bytes, { choices: { summary_row: 'keep' } })).description.n_recorded).toBe(13);
    },
  );

  it('a file without names', async () => {
    const { description } = await read(text(counted((i) => `${60 + i},${i % 5},${40 + i}`)));
    expect(description).toMatchObject({ n_rows: 12, settings: { header_row: 0 } });
    const named = await read(text(counted((i) => `${60 + i},${i % 5},${40 + i}`)), {
      settings: { header_row: 1 },
    });
    expect(named.description.n_rows).toBe(11);
  });

  it('names in two lines', async () => {
    const { description } = await read(
      text([
        'T,T,Yield,',
        'set,measured,HPLC,NMR',
        ...counted((i) => `${60 + i},${60.2 + i},${40 + i},${41 + i}`),
      ]),
    );
    expect(description.columns.map(({ column }) => column)).toEqual([
      'T set',
      'T measured',
      'Yield HPLC',
      'Yield NMR',
    ]);
    expect(description.n_rows).toBe(12);
  });

  it('a sheet of remarks before the table', async () => {
    const { description } = await read(
      workbook({
        'Read me': [['This file holds runs'], ['see Data']],
        Data: [
          [null, null],
          ['T (°C)', 'Yield (%)'],
          ...Array.from({ length: 8 }, (_, i) => [60 + i, 50 + i]),
        ],
      }),
    );
    expect(description).toMatchObject({ n_rows: 8, settings: { sheet: 'Data' } });
  });
});

describe('what columns are taken for', () => {
  it('an index that a program wrote, numbered kinds, and a result with many remarks', async () => {
    expect(await meaningsOf(text([',T,Yield', ...counted((i) => `${i},${60 + i},${40 + i}`)]))).toEqual({
      'Column 1': 'id',
      T: 'real',
      Yield: 'output',
    });
    const lines = counted((i) => `${1 + (i % 3)},${i % 4},${60 + i},${i % 3 === 0 ? 40 + i : `ca. ${i}`}`);
    expect(await meaningsOf(text(['Ligand,Catalyst (mol%),T,Yield', ...lines]))).toEqual({
      Ligand: 'categorical',
      'Catalyst (mol%)': 'real',
      T: 'real',
      Yield: 'output',
    });
  });
});

describe('JSON', () => {
  const runs = [
    { Barcode: '00042', T: 60, Solvent: 'THF', Dry: true, Yield: 40.5, tags: ['x'] },
    { Barcode: '00043', T: 70, Solvent: 'DMF', Dry: false, Yield: '>95' },
    { Barcode: '00044', T: 65, Solvent: 'THF', Dry: true, Yield: null, Note: 'spilt' },
  ];
  const found = async (content: string) => {
    const { description, rows } = await read(text([content]));
    return {
      ...description,
      rows: rows.map(({ inputs, outputs, extras }) => ({ ...inputs, ...outputs, ...extras })),
    };
  };
  const wanted = [
    { Barcode: '00042', T: 60, Solvent: 'THF', Dry: 'true', Yield: 40.5, Note: null },
    { Barcode: '00043', T: 70, Solvent: 'DMF', Dry: 'false', Yield: 95, Note: null },
    { Barcode: '00044', T: 65, Solvent: 'THF', Dry: 'true', Yield: null, Note: 'spilt' },
  ];

  it.each([
    ['a list', JSON.stringify(runs, null, 2)],
    ['lines', `\ufeff${runs.map((run) => JSON.stringify(run)).join('\r\n')}\r\n`],
  ])('objects in %s are runs', async (_, content) => {
    const { settings, rows, remarks, problems } = await found(content);
    expect(settings).toMatchObject({ format: 'json', encoding: 'utf-8', delimiter: null });
    expect(rows).toEqual(wanted);
    expect(remarks).toEqual(["lists in 'tags' are not read; write their values beside the others"]);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['censored_output', null],
      ['missing_output', null],
    ]);
  });

  it('in one part of an object are runs, and what is beside them is reported', async () => {
    const { rows, remarks } = await found(JSON.stringify({ count: 3, data: runs, next: null }));
    expect(rows).toEqual(wanted);
    expect(remarks[0]).toBe("the table is in 'data'; 'count', 'next' beside it are not read");
  });

  it('lists of one length are columns', async () => {
    const columns = { T: [60, 70, 65], Solvent: ['THF', 'DMF', 'THF'], Yield: [40.5, '>95', null] };
    const { rows, remarks } = await found(JSON.stringify(columns));
    expect(rows).toEqual(wanted.map(({ T, Solvent, Yield }) => ({ T, Solvent, Yield })));
    expect(remarks).toEqual(['each list of the object is a column']);
  });

  it('keeps the digits of numbers that are too long for one', async () => {
    const { rows } = await found(
      '[{"Barcode": 4006381333931234511, "T": 60, "Yield": 1}, {"Barcode": 7, "T": 70, "Yield": 2}]',
    );
    expect(rows[0]?.Barcode).toBe('4006381333931234511');
  });
});
