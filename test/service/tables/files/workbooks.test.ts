import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { styledWorkbook, workbook } from '../files.ts';
import { cell, read, text } from '../reading.ts';

/** A workbook with a text of one of its parts replaced. */
function changed(bytes: Uint8Array, part: string, from: string, to: string): Uint8Array {
  const files = unzipSync(bytes);
  const xml = strFromU8(files[part] as Uint8Array);
  expect(xml).toContain(from);
  return zipSync({ ...files, [part]: strToU8(xml.replace(from, to)) });
}

const runs = (first: number) => [
  ['Run', 'T', 'Yield'],
  [first, 80, 45],
  [first + 1, 90, 55],
];

describe('sheets of a workbook', () => {
  const two = workbook({ Old: runs(1), 'Batch 2': runs(3) });

  it('that hold tables and are not read are named', async () => {
    const { description } = await read(two);
    expect(description.settings.sheet).toBe('Old');
    expect(description.remarks).toEqual([
      "sheet 'Old' is read; sheet 'Batch 2' holds a table, too; choose one by 'sheet'",
    ]);
    expect((await read(two, { settings: { sheet: 'Batch 2' } })).description.remarks).toEqual([]);
  });

  it('that are hidden are read where that is said, or where no other holds a table', async () => {
    const hidden = changed(two, 'xl/workbook.xml', '<sheet name="Old"', '<sheet state="hidden" name="Old"');
    const { description } = await read(hidden);
    expect(description.settings.sheet).toBe('Batch 2');
    expect(description.remarks).toEqual([
      "sheet 'Batch 2' is read; sheet 'Old' (hidden) holds a table, too; choose one by 'sheet'",
    ]);
    expect((await read(hidden, { settings: { sheet: 'Old' } })).description.settings.sheet).toBe('Old');
  });

  it('whose numbers are texts are tables, if no other sheet is one', async () => {
    const typed = runs(1).map((row) => row.map((value) => String(value).replace(/^(\d+)$/, '$1,5')));
    const notes = [['Read me']];
    const { description, rows } = await read(workbook({ Info: notes, Data: typed }));
    expect(description.settings).toMatchObject({ sheet: 'Data', decimal: ',' });
    expect(rows[1]).toMatchObject({ inputs: { T: 90.5 }, outputs: { Yield: 55.5 } });
    const both = await read(workbook({ Info: notes, Data: typed, Numbers: runs(1) }));
    expect(both.description.settings.sheet).toBe('Numbers');
  });

  it('that list the columns of another are not read for it', async () => {
    const factors = [
      ['Factor', 'Low', 'High'],
      ['Temp', 40, 80],
      ['Dose', 1, 3],
    ];
    const turbid = [
      ['Run', 'Temp (°C)', 'Dose (g)', 'Turbidity (NTU)'],
      [1, 40, 1, 12.31],
      [2, 80, 3, 8.72],
      [3, 40, 3, 9.93],
    ];
    const { description } = await read(workbook({ Factors: factors, Runs: turbid }));
    expect(description.settings.sheet).toBe('Runs');
    const alone = await read(workbook({ Factors: factors, Notes: [['Read me']] }));
    expect(alone.description.settings.sheet).toBe('Factors');
  });

  it('of a calibration are not read for the runs', async () => {
    const standards = [
      ['Conc (mg/L)', 'Response'],
      [0, 12],
      [10, 1022],
    ];
    const runs = [
      ['Exp', 'pH', 'conc (mg/L)'],
      [1, 6, 12.1],
      [2, 7, 14.2],
    ];
    const { description } = await read(workbook({ Kalibrierung: standards, Screening: runs }));
    expect(description.settings.sheet).toBe('Screening');
    expect(description.remarks.join()).toContain("sheet 'Kalibrierung' holds a table, too");
    expect((await read(workbook({ Calibration: standards }))).description.settings.sheet).toBe('Calibration');
  });

  it('that are empty are named', async () => {
    await expect(read(workbook({ 'Sheet 1': [] }))).rejects.toThrow("XLSX: sheet 'Sheet 1' is empty");
  });
});

it('numbers that a format pads with zeros are read as they are shown', async () => {
  const row = (line: number, sample: number) =>
    `<row r="${line}">${cell(`A${line}`, sample, 1)}${cell(`B${line}`, line * 10)}${cell(`C${line}`, line)}</row>`;
  const names = `<row r="1">${cell('A1', 'Sample')}${cell('B1', 'T')}${cell('C1', 'Yield')}</row>`;
  const padded = changed(
    styledWorkbook(names + row(2, 123) + row(3, 4567)),
    'xl/styles.xml',
    '0.0%',
    '00000',
  );
  expect((await read(padded)).rows.map(({ extras }) => extras.Sample)).toEqual(['00123', '04567']);
});

describe('files that are called a table', () => {
  it.each([
    ['ppt/presentation.xml', 'a PowerPoint file (.pptx)'],
    ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
    ['word/document.xml', 'a Word document (.docx)'],
  ])('%s makes the archive %s', async (part, kind) => {
    await expect(read(zipSync({ [part]: strToU8('x') }))).rejects.toThrow(
      `file: this is ${kind}; save the table as .xlsx or CSV`,
    );
  });

  it.each([
    ['%PDF-1.4', 'a PDF'],
    ['{\\rtf1\\ansi Run,T,Yield', 'a text document (RTF)'],
  ])('%s begins %s', async (start, kind) => {
    await expect(read(text([start, '1,2,3']))).rejects.toThrow(`file: this is ${kind}, not a table`);
  });

  it('a workbook that unpacks into too much is refused before it is unpacked', async () => {
    const bytes = Buffer.from(workbook({ Runs: runs(1) }));
    // The list at the end of an archive says how large each file is.
    const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt32LE(700 * 2 ** 20, entry + 24);
    await expect(read(bytes)).rejects.toThrow(
      'file: the workbook has 700 MiB when it is unpacked, more than 512; split it, or save the sheet as CSV',
    );
  });
});

it('cells without an address stand right of those before them', async () => {
  const addressed = workbook({
    Runs: [
      ['Run', null, 'T', 'Yield'],
      [1, null, 80, 45],
      [2, null, 90, 55],
    ],
  });
  const files = unzipSync(addressed);
  const part = 'xl/worksheets/sheet1.xml';
  const xml = strFromU8(files[part] as Uint8Array);
  // `C2` stays, so that the gap left of it does.
  const bare = xml.replaceAll(/ r="(?!C)[^"]*"/g, '');
  expect(bare).not.toContain('r="A1"');
  const without = zipSync({ ...files, [part]: strToU8(bare) });
  expect((await read(without)).description).toEqual((await read(addressed)).description);
  expect((await read(without)).rows.map(({ inputs, outputs }) => [inputs, outputs])).toEqual([
    [{ T: 80 }, { Yield: 45 }],
    [{ T: 90 }, { Yield: 55 }],
  ]);
});
