import { describe, expect, it } from 'vitest';
import type { ImportPlan } from '../../../../src/contract/imports/imports.ts';
import { lz4Block, lz4Framed } from '../../../../src/service/tables/files/lz4.ts';
import { styledWorkbook, workbook } from '../files.ts';
import { cell, read as readFile } from '../reading.ts';

async function read(file: Uint8Array | readonly string[], own: Partial<ImportPlan> = {}) {
  const bytes = file instanceof Uint8Array ? file : new TextEncoder().encode(file.join('\n'));
  const { description, rows } = await readFile(bytes, own);
  const columns = description.columns.map(({ name, unit, meaning }) => [name, unit, meaning]);
  return { ...description, found: columns, rows };
}

const counted = (line: (i: number) => string, n = 12) => Array.from({ length: n }, (_, i) => line(i));

/** Written by pyarrow 26: T, Solvent, Yield and a column of lists, forty rows, codec LZ4_RAW. */
const lz4File = Buffer.from(
  [
    'UEFSMRUAFYwFFVQsFVAVABUGFQYcAAAAggIAAABQATwAAQASQQcAIwBGCAATSwgAE1AIABNVCAAPMAD4UAAAAAAAFQAVjAUV',
    'ngIsFVAVABUGFQYcAAAA0wIAAABQAQMAAABETUYHAJUFAAAAd2F0ZXIJAAMZAAMHAAUXAAUJAAMZAAMHAAUXAAUJAAMZAAMH',
    'AAUXAAUJAAMZAAMHAAUXAAUJAAMZAAMHAAUXAAUJAAMZAAMHAAUXAAUJAAMZAAMHAAUXAAUJAAMZAAMHAAUXAAUJAAMZAAMH',
    'AAUXAJAFAAAAd2F0ZXIVABWMBRViLBVQFQAVBhUGHAAAAHECAAAAUAEAAQAhREAHABOACAAjAEUQAAMIACMARhAAAwgAEwAo',
    'AA8wAOtQAACARUAVABWsChVYLBWgARUAFQYVBhwAAABlCwAAABWqAQBgAwAAAKABBgBRAAAA8D8HADAAAEAFAA8QAP//VlAA',
    'AAAAQBUEGXw1ABgGc2NoZW1hFQgAFQQlAhgBVAAVDCUCGAdTb2x2ZW50JQBMHAAAABUKJQIYBVlpZWxkADUCGARzcGVjFQIV',
    'Bkw8AAAANQQYBGxpc3QVAgAVCiUCGAdlbGVtZW50ABZQGRwZTCYAHBUEGSUGABkYAVQVDhZQFrQFFnwmCEkcFQAVABUCADwp',
    'BhkmAFAAAAAmABwVDBklBgAZGAdTb2x2ZW50FQ4WUBa2BRbIAiaEAUkcFQAVABUCADwWwAIZBhkmAFAAAAAmABwVChklBgAZ',
    'GAVZaWVsZBUOFlAWtAUWigEmzANJHBUAFQAVAgA8KQYZJgBQAAAAJgAcFQoZJQYAGTgEc3BlYwRsaXN0B2VsZW1lbnQVDhag',
    'ARbWChaCASbWBEkcFQAVABUCADwpJlBQGUYAAACgAQAAABb0GhZQJggW0AUAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9u',
    'IDI2LjAuMRlMHAAAHAAAHAAAHAAAAHoBAABQQVIx',
  ].join(''),
  'base64',
);

describe('LZ4', () => {
  it('a Parquet file; its column of lists is named, the others are read', async () => {
    const { rows, remarks } = await read(lz4File);
    expect(rows).toHaveLength(40);
    expect(rows[39]).toMatchObject({ inputs: { T: 75, Solvent: 'water' }, outputs: { Yield: 43 } });
    expect(remarks).toEqual([expect.stringContaining("column 'spec' contains lists or records")]);
  });

  it('blocks alone and as Hadoop frames them; broken ones are refused', () => {
    // Four literals, a copy of nine from four back, and two literals.
    const block = Uint8Array.of(0x45, 97, 98, 99, 100, 4, 0, 0x20, 33, 33);
    const text = 'abcdabcdabcda!!';
    expect(Buffer.from(lz4Block(block, 15)).toString()).toBe(text);
    const framed = Uint8Array.of(0, 0, 0, 15, 0, 0, 0, 10, ...block, 0, 0, 0, 15, 0, 0, 0, 10, ...block);
    expect(Buffer.from(lz4Framed(framed, 30)).toString()).toBe(text + text);
    expect(Buffer.from(lz4Framed(block, 15)).toString()).toBe(text);
    for (const [bytes, size] of [
      [block, 14],
      [block, 16],
      [block.subarray(0, 3), 15],
      [Uint8Array.of(0x15, 97, 9, 0), 15],
      [Uint8Array.of(0xf0, 255), 300],
    ] as const)
      expect(() => lz4Block(bytes, size)).toThrow('LZ4');
  });
});

describe('variables in rows', () => {
  it('are recognized below a line of runs, with units in names or in a column of their own', async () => {
    const named = await read([
      'Parameter,Run 1,Run 2,Run 3,Run 4',
      'T / °C,60,70,80,90',
      'Solvent,DMF,THF,DMF,THF',
      'Yield / %,40,52,61,>99',
    ]);
    expect(named.settings.transposed).toBe(true);
    expect(named.remarks.join()).toContain('the table was transposed');
    expect(named.found).toEqual([
      ['Run', null, 'id'],
      ['T', '°C', 'input'],
      ['Solvent', null, 'input'],
      ['Yield', '%', 'output'],
    ]);
    expect(named.rows[3]).toMatchObject({ inputs: { T: 90, Solvent: 'THF' }, censored: { Yield: 'above' } });
    const withUnits = await read([
      ';Einheit;1;2;3;4',
      'Temperatur;°C;60;70;80;90',
      'Druck;bar;1,5;2;2,5;3',
      'Dauer;h;1:00;1:30;2:00;0:45',
      'Enzym;-;A;B;A;B',
      'Ausbeute;%;40,1;52;61;55',
    ]);
    expect(withUnits.found).toEqual([
      ['Run', null, 'id'],
      ['Temperatur', '°C', 'input'],
      ['Druck', 'bar', 'input'],
      ['Dauer', 'h', 'input'],
      ['Enzym', null, 'input'],
      ['Ausbeute', '%', 'output'],
    ]);
    expect(withUnits.rows[1]?.inputs.Dauer).toBe(1.5);
  });

  it('are turned where that is said, and stay where it is denied', async () => {
    const lines = ['x,a,b,c', 'y,4,5,6', 'z,1,2,3'];
    const found = await read(['Größe,A,B,C', 'warm,4,5,6', 'Yield,7,8,9']);
    expect(found.settings.transposed).toBe(false);
    const turned = await read(lines, { settings: { transposed: true } });
    expect(turned.columns.map(({ column }) => column)).toEqual(['x', 'y', 'z']);
    expect(turned.n_rows).toBe(3);
    const kept = await read(['T / °C,60,70,80', 'Yield / %,1,2,3'], { settings: { transposed: false } });
    expect(kept.settings.transposed).toBe(false);
    expect(kept.n_rows).toBe(1);
  });

  it('are recognized by a result among their names, whatever the runs are called', async () => {
    const { settings, found, rows } = await read([
      ',DoE-01,DoE-02,DoE-03',
      'Temperature,60,80,70',
      'Solvent,THF,DMF,THF',
      'Yield,44,55,50',
    ]);
    expect(settings.transposed).toBe(true);
    expect(found.map(([name, , meaning]) => [name, meaning])).toEqual([
      ['Run', 'id'],
      ['Temperature', 'input'],
      ['Solvent', 'input'],
      ['Yield', 'output'],
    ]);
    expect(rows).toHaveLength(3);
  });

  it.each([
    ['results of compounds', ['Compound,Rep 1,Rep 2', 'A,44,45', 'B,55,56', 'C,66,67']],
    ['results alone', ['Name,S1,S2', 'Yield HPLC,44,45', 'Yield NMR,55,56', 'Conversion,66,67']],
    ['repeats of a result', ['Kind,Yield 1,Yield 2', 'Purity low,44,45', 'B,55,56', 'C,66,67']],
  ])('%s below numbered names stay as they are', async (_, lines) => {
    expect((await read(lines)).settings.transposed).toBe(false);
  });

  it('wide tables of results with numbered columns stay as they are', async () => {
    const { settings } = await read(['Solvent,T,1,2,3', ...counted((i) => `S${i},${60 + i},1,2,3`)]);
    expect(settings.transposed).toBe(false);
  });
});

describe('durations', () => {
  const lines = (name: string) => [`${name},T,Yield`, ...counted((i) => `${i}:30,${60 + i},${40 + i}`)];

  it('are numbers where name or unit say how long, or where somebody says so', async () => {
    expect((await read(lines('Reaction time'))).rows[2]?.inputs).toEqual({ 'Reaction time': 150, T: 62 });
    expect((await read(lines('t / h'))).rows[2]?.inputs).toEqual({ t: 2.5, T: 62 });
    const clock = await read(lines('Time'));
    expect(clock.found[0]).toEqual(['Time', null, 'note']);
    expect(clock.remarks.join()).toContain(
      "column 'Time' contains times of day; if they are durations (h:mm)",
    );
    const long = await read(['Time,T,Yield', ...counted((i) => `${i + 20}:00,${60 + i},${40 + i}`)]);
    expect(long.found[0]).toEqual(['Time', 'min', 'input']);
    expect(long.remarks.join()).toContain("column 'Time': '24:00' is read as h:mm; if it is min:s");
    const midnight = await read([
      'Time,T,Yield',
      ...counted((i) => `${i % 2 ? 24 : 23}:00,${60 + i},${40 + i}`),
    ]);
    expect(midnight.found[0]).toEqual(['Time', null, 'note']);
    const said = await read(lines('Time'), { columns: [{ column: 'Time', duration: 'h' }] });
    expect(said.found[0]).toEqual(['Time', 'h', 'input']);
    expect(said.columns[0]).toMatchObject({ duration: 'h', min: 0.5, max: 11.5 });
    expect(said.sample[0]).toEqual(['0:30', '60', '40']);
    const denied = await read(lines('t / h'), { columns: [{ column: 't / h', duration: null }] });
    expect(denied.found[0]?.[2]).toBe('note');
    const edited = { '3': { cells: { 't / h': '1:15' } } };
    expect((await read(lines('t / h'), { rows: edited })).rows[2]?.inputs.t).toBe(1.25);
    expect((await read(lines('Start time'))).found[0]?.[2]).toBe('note');
  });

  it('of more than a day come out of a workbook whole', async () => {
    const hours = [1.5, 26.5, 49];
    const rows = hours.map(
      (one, i) =>
        `<row r="${i + 2}">${cell(`A${i + 2}`, one / 24, 2)}${cell(`B${i + 2}`, 40 + i)}` +
        (i === 0 ? cell('C2', 3) : `<c r="C${i + 2}" t="e"><f>1/0</f><v>#DIV/0!</v></c>`) +
        `${cell(`D${i + 2}`, i)}</row>`,
    );
    const names = ['Dauer', 'Ausbeute', 'Quote', 'T'].map((name, i) => cell(`${'ABCD'[i]}1`, name));
    const { rows: recorded, columns } = await read(
      styledWorkbook(`<row r="1">${names.join('')}</row>${rows.join('')}`),
    );
    expect(recorded.map(({ inputs }) => inputs.Dauer)).toEqual([90, 1590, 2940]);
    expect(columns[2]).toMatchObject({ meaning: 'note', samples: ['3', '#DIV/0!'] });
  });
});

describe('numbers and names', () => {
  it('a name that occurs twice keeps its unit, and labels that differ in case are reported', async () => {
    const { found, remarks } = await read([
      'Zeit [min];Zeit [min];Base;Ausbeute',
      ...counted((i) => `${i};${2 * i};${i % 3 === 1 ? 'k2co3' : 'K2CO3'};${i}2,5`),
    ]);
    expect(found.slice(0, 2)).toEqual([
      ['Zeit', 'min', 'input'],
      ['Zeit (2)', 'min', 'input'],
    ]);
    expect(remarks).toContain(
      "column 'Base': 'K2CO3' and 'k2co3' are two categories; if they are one, make them equal in the file",
    );
  });

  it('a yield that is called yld is a result, and mol-% is a unit', async () => {
    const { found } = await read(['Pd (mol-%);ton;yld', ...counted((i) => `0,${10 + i};${i}1,5;${i}2,5`)]);
    expect(found).toEqual([
      ['Pd', 'mol-%', 'input'],
      ['ton', null, 'output'],
      ['yld', null, 'output'],
    ]);
  });

  it('thousands are distinguished from decimals by the numbers that are sure', async () => {
    const german = await read([
      'Druck / Pa;Drehzahl in 1/min;Ausbeute',
      ...counted((i) => `10${i % 10}.000;1.${100 + i};4${i % 10},5`),
    ]);
    expect(german.rows[3]?.inputs).toEqual({ Druck: 103000, Drehzahl: 1103 });
    expect(german.found[1]).toEqual(['Drehzahl', '1/min', 'input']);
    const open = await read(['p;Ausbeute', ...counted((i) => `1.${100 + i};${40 + i}`)]);
    expect(open.ambiguous_number).toEqual({ text: '1.100', point: 1.1, comma: 1100 });
    expect(open.blocking).toEqual([
      "'1.100' is 1.1 or 1100; state whether the decimal sign is a point or a comma (settings.decimal)",
    ]);
    const tabs = await read(['p\tYield', '378\t40', '1.148\t41', '796\t42', '2.056\t43']);
    expect(tabs.ambiguous_number).toEqual({ text: '1.148', point: 1.148, comma: 1148 });
    const english = await read(['p,Yield', ...counted((i) => `1.${100 + i},${40 + i}`)]);
    expect([english.ambiguous_number, english.blocking]).toEqual([null, []]);
    expect(english.remarks.join()).toContain('could be thousands');
    const named = await read(['Lot;T;Yield', ...counted((i) => `1.${100 + i};${60 + i};${40 + i}`)], {
      columns: [{ column: 'Lot', meaning: 'note' }],
    });
    expect([named.ambiguous_number, named.blocking]).toEqual([null, []]);
    const said = await read(['p;Ausbeute', ...counted((i) => `1.${100 + i};${40 + i}`)], {
      settings: { decimal: ',' },
    });
    expect(said.rows[0]?.inputs.p).toBe(1100);
    expect([said.remarks, said.ambiguous_number, said.blocking]).toEqual([[], null, []]);
  });

  it.each([
    ['1,25,30', '45,30', 125_300, 45_300],
    ['1,234,56', '45,30', 1_234_560, 45_300],
    ['1.234.56', '45.30', 1_234_560, 45_300],
  ])(
    'several groups of thousands say what the decimal sign is: %s0 beside %s0',
    async (long, short, a, b) => {
      const lines = counted((i) => `${long}${i % 7}\t${short}${i % 5}\t${40 + i}`);
      const { rows, remarks } = await read(['p\tq\tYield', ...lines]);
      expect(rows[3]?.inputs).toEqual({ p: a + 3, q: b + 3 });
      expect(remarks.join()).not.toContain('could be thousands');
    },
  );

  it('lines that end in different ways, and names that recur below', async () => {
    const lines = ['T,Yield', '60,40', '61,41', '62,42', '63,43'];
    const ends = ['\r\n', '\n', '\r'];
    const mixed = await read(new TextEncoder().encode(lines.map((line, i) => line + ends[i % 3]).join('')));
    expect(mixed.rows.map(({ inputs }) => inputs.T)).toEqual([60, 61, 62, 63]);
    const again = await read([...lines, ...lines]);
    expect(again.rows).toHaveLength(8);
    expect(again.blocking).toEqual([]);
    expect(again.remarks.join()).toContain('the column names are repeated in 1 line below');
  });

  it('codes keep their zeros and digits; results in other scripts are results', async () => {
    const { rows, found } = await read([
      'Barcode,Sample,T,收率 / %,pH',
      ...counted((i) => `40063813339312345${10 + i},000${10 + i},${60 + i},${40 + i},${7 + (i % 3)}`),
    ]);
    expect(rows[1]?.extras).toEqual({ Barcode: '4006381333931234511', Sample: '00011' });
    expect(found[3]).toEqual(['收率', '%', 'output']);
  });

  it('a column is numbers or texts as a whole, and a cell of text in a workbook stays one', async () => {
    const lines = counted((i) => `${i % 2 ? 'A' : ''}${i},${i},${60 + i},${40 + i}`);
    const { rows } = await read(['Vial,Shelf,T,Yield', ...lines], {
      columns: ['Vial', 'Shelf'].map((column) => ({ column, meaning: 'note' as const })),
    });
    expect(rows.slice(1, 3).map(({ extras }) => extras)).toEqual([
      { Vial: 'A1', Shelf: 1 },
      { Vial: '2', Shelf: 2 },
    ]);
    const lined = Array.from({ length: 12 }, (_, i) => ['7', 60 + i, 40 + i]);
    const sheet = await read(workbook({ Runs: [['Vial', 'T', 'Yield'], ...lined] }), {
      columns: [{ column: 'Vial', meaning: 'note' }],
    });
    expect(sheet.rows[0]?.extras).toEqual({ Vial: '7' });
  });

  it.each(['Lfd. Nr.', 'Lauf Nr.', 'Lauf'])(
    'a running number in German, %s, counts rows, though one of them is missing',
    async (name) => {
      const lines = [1, 2, 3, 5, 6].map((i) => `${i};${60 + i},5;${40 + i}`);
      const { found } = await read([`${name};T / °C;Ausbeute / %`, ...lines]);
      expect(found[0]).toEqual([name, null, 'id']);
    },
  );

  it.each(['N° essai', "N° d'essai", 'Numéro d’essai', 'n° essai'])(
    'a number of runs in French, %s',
    async (name) => {
      const { found } = await read([`${name};T / °C;Rendement / %`, '1;60,5;40', '2;61,5;41', '4;62,5;42']);
      expect(found[0]).toEqual([name, null, 'id']);
    },
  );

  it('one open row is spoken of as one', async () => {
    const { blocking } = await read(['T,Yield', '60,40', '61,41', 'hot,42', '63,43', '64,44']);
    expect(blocking).toEqual([expect.stringMatching(/^row 3 \(line 4\) needs a decision: /)]);
    const two = await read(['T,Yield', '60,40', '61,41', 'hot,42', 'cold,43', '64,44', '65,45', 'hot,46']);
    expect(two.blocking).toEqual([
      "rows 3, 4 and 7 (lines 4, 5 and 8) need a decision: column 'T': expected a number, got 'hot'; others have 'cold'",
    ]);
  });

  it.each([
    [
      ['T,Yield', '60,40', '', '"61,41', '62,42'],
      /^CSV: a quote \("\) that begins a cell below line 2 is never closed/,
    ],
    [workbook({ Runs: [['T', 'Yield']] }).subarray(0, 90), /^XLSX: this is not a complete Excel workbook/],
    [lz4File.subarray(0, 200), /^Parquet: the file is damaged, or part of it is missing/],
  ])('a broken file says what to do', async (file, words) => {
    await expect(read(file)).rejects.toThrow(words);
  });
});
