import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { CompressionCodec } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { styledWorkbook } from '../files.ts';
import { cell, read, text } from '../reading.ts';

const counted = (line: (i: number) => string, n = 10) => Array.from({ length: n }, (_, i) => line(i));

const row = (number: number, cells: string, more = ''): string => `<row r="${number}"${more}>${cells}</row>`;

describe('workbooks as Excel writes them', () => {
  it('per cent cells are read as they are shown, times of day without their day', async () => {
    const rows = counted((i) =>
      row(i + 2, cell(`A${i + 2}`, 60 + i) + cell(`B${i + 2}`, 0.34375, 2) + cell(`C${i + 2}`, 0.431, 1)),
    );
    const { description, rows: recorded } = await read(
      styledWorkbook(row(1, cell('A1', 'T') + cell('B1', 'Start') + cell('C1', 'Ausbeute')) + rows.join('')),
    );
    expect(description.columns.map(({ name, unit, samples }) => [name, unit, samples[0]])).toEqual([
      ['T', null, '60'],
      ['Start', null, '08:15:00'],
      ['Ausbeute', '%', '43.1'],
    ]);
    expect(recorded[0]?.outputs).toEqual({ Ausbeute: 43.1 });
    expect(description.remarks.join()).toContain('as shown');
  });

  it('days with times are read to the second, without a zone', async () => {
    const rows = counted((i) =>
      row(
        i + 2,
        cell(`A${i + 2}`, 46110 + 2.5 / 24 + i, 2) + cell(`B${i + 2}`, i) + cell(`C${i + 2}`, 2 * i),
      ),
    );
    const { description } = await read(
      styledWorkbook(row(1, cell('A1', 'Start') + cell('B1', 'T') + cell('C1', 'Yield')) + rows.join('')),
    );
    const [start] = description.columns;
    expect([start?.meaning, ...(start?.samples ?? [])].slice(0, 3)).toEqual([
      ...['note', '2026-03-29T02:30:00', '2026-03-30T02:30:00'],
    ]);
  });

  it('cached values and errors of formulas are read; formulas without a value are named', async () => {
    const formula = (i: number): string => {
      if (i < 2) return `<c r="B${i + 2}"><f>A${i + 2}/2</f></c>`;
      return i === 2
        ? '<c r="B4" t="e"><f>A4/0</f><v>#DIV/0!</v></c>'
        : `<c r="B${i + 2}"><f>A1</f><v>${40 + i}</v></c>`;
    };
    const rows = counted((i) => row(i + 2, cell(`A${i + 2}`, 60 + i) + formula(i)));
    const { description, rows: recorded } = await read(
      styledWorkbook(row(1, cell('A1', 'T') + cell('B1', 'Yield')) + rows.join('')),
    );
    expect(recorded.map(({ outputs }) => outputs.Yield).slice(0, 5)).toEqual([null, null, null, 43, 44]);
    expect(description.remarks.join()).toContain('2 formulas without a stored value');
  });

  it('a result of which no value is stored stays the result', async () => {
    const rows = counted((i) =>
      row(i + 2, cell(`A${i + 2}`, 60 + i) + cell(`B${i + 2}`, i % 3) + `<c r="C${i + 2}"><f>A1</f></c>`),
    );
    const { description } = await read(
      styledWorkbook(row(1, cell('A1', 'T') + cell('B1', 't') + cell('C1', 'Yield')) + rows.join('')),
    );
    expect(description.columns.map(({ meaning }) => meaning)).toEqual(['input', 'input', 'output']);
  });

  it('joined cells, hidden rows and an empty first column', async () => {
    const kinds = ['THF', 'DMF'];
    const rows = counted((i) =>
      row(
        i + 4,
        (i % 5 === 0 ? cell(`B${i + 4}`, kinds[i / 5] as string) : '') +
          cell(`C${i + 4}`, 60 + i) +
          cell(`D${i + 4}`, 40 + i),
        i === 3 ? ' hidden="1"' : '',
      ),
    );
    const { description, rows: recorded } = await read(
      styledWorkbook(
        row(1, cell('B1', 'Serie 3')) +
          row(3, cell('B3', 'Solvent') + cell('C3', 'T\n(°C)') + cell('D3', 'Yield (%)')) +
          rows.join(''),
        '<mergeCells count="3"><mergeCell ref="B1:D1"/><mergeCell ref="B4:B8"/><mergeCell ref="B9:B13"/></mergeCells>',
      ),
    );
    expect(description.columns.map(({ column, meaning }) => [column, meaning])).toEqual([
      ['Solvent', 'input'],
      ['T (°C)', 'input'],
      ['Yield (%)', 'output'],
    ]);
    expect(recorded.map(({ inputs }) => inputs.Solvent)).toEqual(
      counted((i) => kinds[Math.floor(i / 5)] as string),
    );
    expect(description.remarks.join()).toContain('hidden rows are read like the others: 1 in this sheet');
  });
});

describe('Parquet as programs write it', () => {
  const column = (name: string, data: unknown[], type?: string) => ({
    name,
    data,
    ...(type === undefined ? {} : { type }),
  });
  const numbers = counted((i) => String(60 + i)).map(Number);

  it.each([
    ['GZIP', gzipSync],
    ['BROTLI', brotliCompressSync],
    ['ZSTD', zstdCompressSync],
  ] as const)('%s', async (codec, compress) => {
    const file = parquetWriteBuffer({
      columnData: [
        column('T', numbers),
        column(
          'Yield',
          numbers.map((one) => one / 2),
          'DOUBLE',
        ),
      ] as never,
      codec: codec as CompressionCodec,
      compressors: { [codec]: (bytes: Uint8Array) => new Uint8Array(compress(bytes)) },
    });
    const { rows } = await read(new Uint8Array(file));
    expect(rows[0]).toMatchObject({ inputs: { T: 60 }, outputs: { Yield: 30 } });
  });

  it('single precision, whole numbers beyond 2⁵³, days and records', async () => {
    const file = parquetWriteBuffer({
      columnData: [
        column('T', numbers, 'FLOAT'),
        column(
          'day',
          counted((i) => `2026-03-0${i}`).map((day, i) => (i === 0 ? null : new Date(day))),
          'TIMESTAMP',
        ),
        column('barcode', counted((i) => `${2n ** 60n + BigInt(i)}`).map(BigInt), 'INT64'),
        column(
          'settings',
          numbers.map((a) => ({ a })),
          'JSON',
        ),
        column(
          'Yield',
          numbers.map((one) => Math.fround(one / 3)),
          'FLOAT',
        ),
      ] as never,
    });
    const { description } = await read(new Uint8Array(file));
    expect(description.columns.map(({ samples }) => samples[0])).toMatchObject([
      '60',
      '2026-03-01',
      '1152921504606846976',
      expect.anything(),
      '20',
    ]);
    expect(description.columns.at(-1)?.samples[1]).toBe('20.333334');
  });
});

describe('text as Excel and instruments write it', () => {
  it.each([';', ',', '\t', '|'])('sep=%s above the names', async (sign) => {
    const lines = counted((i) => [60 + i, `${i % 3}`, 40 + i].join(sign));
    const { description } = await read(text([`sep=${sign}`, ['T', 't', 'Yield'].join(sign), ...lines]));
    expect(description).toMatchObject({
      settings: { delimiter: sign, header_row: 1 },
      n_rows: 10,
      remarks: [],
    });
  });

  it.each([
    ['−10.5', -10.5],
    ['–10.5', -10.5],
    ['－10.5', -10.5],
    ['~75', 75],
    ['ca. 75', 75],
    ['≈ 75', 75],
    ['101\u2009325.5', 101325.5],
    ['101\u2007325.5', 101325.5],
    ['"1,25,300.5"', 125300.5],
    ['"1,25,300 Pa"', 125300],
    ['"12,000 rpm"', 12000],
    ['"12,000 ± 50"', 12000],
    ['12\u202f000 rpm', 12000],
    ['₹75', 75],
    ['75*', 75],
    ['75 %†', 75],
    ['"75,5"', 75.5],
  ])('%s is a number', async (written, value) => {
    const { rows } = await read(text(['T,t,Yield', ...counted((i) => `${60 + i},${i % 3},${written}`)]));
    expect(rows[0]?.outputs).toEqual({ Yield: value });
  });

  it('a limit by name is asked about, and censored at the limit stated for its column', async () => {
    const words = ['<LOD', '12.5', 'LOQ', 'BDL', 'n/a', '3.1'];
    const bytes = text(['T,Impurity (ppm)', ...counted((i) => `${60 + i},${words[i % 6]}`)]);
    const asked = await read(bytes);
    expect(asked.description.columns[1]).toMatchObject({ meaning: 'output', n_unstated: 6, limit: null });
    expect(asked.description.blocking.join()).toContain("'<LOD' is a limit that the file does not give");
    const { description, rows } = await read(bytes, { columns: [{ column: 'Impurity (ppm)', limit: 0.5 }] });
    expect(description.blocking).toEqual([]);
    expect(rows[0]).toMatchObject({ outputs: { Impurity: 0.5 }, censored: { Impurity: 'below' } });
  });

  it('a table in Markdown, and names with line breaks', async () => {
    const table = await read(
      text(['| T | Yield |', '|---|:---:|', ...counted((i) => `| ${60 + i} | ${40 + i} |`)]),
    );
    expect(table.description).toMatchObject({ n_recorded: 10, blocking: [] });
    const broken = await read(text(['"T\n(°C)","Yield\r\n(%)"', ...counted((i) => `${60 + i},${40 + i}`)]));
    expect(broken.description.columns.map(({ column: name }) => name)).toEqual(['T (°C)', 'Yield (%)']);
  });

  it('a mean in a later column and a footnote below it are no runs', async () => {
    const lines = counted((i) => `${i + 1};${60 + i};${i % 3};${40 + i}`);
    const { description } = await read(
      text(['Nr.;T;t;Ausbeute', ...lines, ';;Mittelwert;44,5', '* Probe verunreinigt;;;']),
    );
    expect(description).toMatchObject({ n_recorded: 10, blocking: [] });
    expect(description.problem_counts).toMatchObject([{ kind: 'summary_row', count: 2, choice: 'skip' }]);
  });

  it('a comma in a quoted name behind a blank, and blanks within quotes', async () => {
    const kinds = ['"1,4-dioxane"', '" THF "', 'DMF'];
    const { rows } = await read(
      text(['T, Solvent, Yield', ...counted((i) => `${60 + i}, ${kinds[i % 3]}, ${40 + i}`)]),
    );
    expect(rows.slice(0, 3).map(({ inputs }) => inputs.Solvent)).toEqual(['1,4-dioxane', 'THF', 'DMF']);
    const tabs = await read(text(['T\tnote\tYield', ...counted((i) => `${60 + i}\t\t${40 + i}`)]));
    expect(tabs.rows[0]).toMatchObject({ inputs: { T: 60 }, outputs: { Yield: 40 } });
  });

  it('numbers with a point between numbers with a comma', async () => {
    const { rows, description } = await read(
      text(['T;Ausbeute', ...counted((i) => `${60 + i};${i % 5 === 0 ? '40.5' : '1.040,5'}`)]),
    );
    expect(description.blocking).toEqual([]);
    expect(rows.slice(0, 2).map(({ outputs }) => outputs.Ausbeute)).toEqual([40.5, 1040.5]);
  });

  it('a mean beside its replicates is kept as a note, alone it is the result', async () => {
    const meanings = async (names: string) =>
      (
        await read(text([names, ...counted((i) => `${60 + i},${40 + i},${41 + i},${40.5 + i}`)]))
      ).description.columns.map(({ meaning }) => meaning);
    expect(await meanings('T,Yield 1,Yield 2,Mean')).toEqual(['input', 'output', 'output', 'note']);
    expect(await meanings('T,x,z,Mean')).toEqual(['input', 'input', 'input', 'output']);
  });

  it('bytes of no text are refused', async () => {
    await expect(read(Uint8Array.from({ length: 4000 }, (_, i) => (i * 7) % 256))).rejects.toThrow(
      'neither text nor XLSX, ODS or Parquet',
    );
  });

  it('columns named by dates were measured', async () => {
    const { description } = await read(
      text(['T;02.03.2026;2026-03-03', ...counted((i) => `${60 + i};${40 + i};${41 + i}`)]),
    );
    expect(description.columns.map(({ meaning }) => meaning)).toEqual(['input', 'output', 'output']);
  });
});
