import { formulaStart, type TableFormat } from '../../../contract/imports/table-formats.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Lines, TableLimits, TableSettings } from '../table.ts';
import { formatOfArchive } from './archive.ts';
import { findDelimiter, numberedLines, statedDelimiter } from './delimited.ts';
import { readJson } from './json-table.ts';
import { readOds } from './ods.ts';
import { readParquet } from './parquet.ts';
import { plainForm } from './plain-forms.ts';
import { decodeBytes } from './text-encoding.ts';
import { readWorkbook } from './workbook.ts';

/** Text behind an apostrophe, which keeps spreadsheets from taking it for a formula; exports can have it. */
const asWritten = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Nothing, the rule that Markdown and databases draw by the names of a table, or the mark that ends a file of DOS. */
const isRule = (cell: string): boolean =>
  cell === '' || cell === '\u001a' || /^(?:[:+]?-{3,}(?:\+-{3,})*[:+]?|_{3,}|={3,})$/.test(cell);

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, i) => bytes[i] === byte);

function formatOf(bytes: Uint8Array): TableFormat {
  if (startsWith(bytes, 0x50, 0x41, 0x52, 0x31)) return 'parquet';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new ValueError(
      'file: this is an old Excel file (.xls), or a workbook with a password; save it as .xlsx without a password, or as CSV',
    );
  }
  const start = new TextDecoder('utf-8').decode(bytes.subarray(0, 512)).trimStart();
  if (/^<(?:!doctype|html|table|\?xml|head|body|meta)/i.test(start)) {
    throw new ValueError(
      'file: this is a web page or XML, not a table, despite its name; open it in a spreadsheet program and save it as ' +
        'XLSX or CSV',
    );
  }
  const [, other] = /^(%PDF|\{\\rtf)/.exec(start) ?? [];
  if (other !== undefined) {
    throw new ValueError(
      `file: this is ${other === '%PDF' ? 'a PDF' : 'a text document (RTF)'}, not a table, despite its name; save the table as XLSX or CSV`,
    );
  }
  return /^(?:\{\s*"|\[\s*[[{])/.test(start) ? 'json' : 'csv';
}

type Read = Omit<Lines, 'format'>;

const none = { encoding: null, delimiter: null, sheets: [], sheet: null };

async function parquetLines(bytes: Uint8Array, _settings: TableSettings, most?: TableLimits): Promise<Read> {
  return { ...none, ...(await readParquet(bytes, most)), places: [] };
}

function jsonLines(bytes: Uint8Array, settings: TableSettings, most?: TableLimits): Read {
  const { text, encoding, remarks } = decodeBytes(bytes, settings.encoding);
  const read = readJson(text, most);
  return { ...none, encoding, lines: read.lines, places: [], remarks: [...remarks, ...read.remarks] };
}

function csvLines(bytes: Uint8Array, settings: TableSettings, most?: TableLimits): Read {
  const { text: whole, encoding, remarks } = decodeBytes(bytes, settings.encoding);
  const { delimiter: stated, text: written } = statedDelimiter(whole);
  const text = plainForm(written);
  const delimiter = settings.delimiter ?? stated ?? findDelimiter(text);
  const { cells, places } = numberedLines(text, delimiter, most);
  const kept = cells.flatMap((line, i) => (line.some((cell) => !isRule(cell)) ? [i] : []));
  const above = stated === undefined ? 0 : 1;
  return {
    ...{ ...none, encoding, delimiter, remarks },
    lines: kept.map((i) => (cells[i] as string[]).map(asWritten)),
    places: kept.map((i) => (places[i] as number) + above),
  };
}

/** Reads the lines of each format. */
const readers: Readonly<
  Record<
    TableFormat,
    (bytes: Uint8Array, settings: TableSettings, most?: TableLimits) => Read | Promise<Read>
  >
> = {
  csv: csvLines,
  json: jsonLines,
  parquet: parquetLines,
  ods: (bytes, { sheet }, most) => ({ ...none, ...readOds(bytes, sheet, most) }),
  xlsx: async (bytes, { sheet }) => ({ ...none, ...(await readWorkbook(bytes, sheet)) }),
};

/**
 * The lines of a file in any format, each a list of cells.
 *
 * @throws ValueError         it is not what it was said to be
 * @throws TooLargeTableError
 */
export async function linesOf(
  bytes: Uint8Array,
  settings: TableSettings,
  most?: TableLimits,
): Promise<Lines> {
  const archive = startsWith(bytes, 0x50, 0x4b, 3, 4) ? formatOfArchive(bytes) : undefined;
  const format = settings.format ?? archive ?? formatOf(bytes);
  if (archive !== undefined && format !== archive)
    throw new ValueError(`format: the file is an ${archive.toUpperCase()} workbook, got '${format}'`);
  return { format, ...(await readers[format](bytes, settings, most)) };
}
