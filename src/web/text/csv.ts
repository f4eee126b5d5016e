import { formulaStart } from '../../contract/imports/table-formats.ts';

/** Rows without empty lines. In a single column an empty line is an empty cell, unless nothing follows it. */
function withoutEmptyLines(rows: readonly string[][]): string[][] {
  const isEmpty = (row: readonly string[]): boolean => row.length === 1 && row[0] === '';
  if (rows.some((row) => row.length > 1)) return rows.filter((row) => !isEmpty(row));
  return rows.slice(0, rows.findLastIndex((row) => !isEmpty(row)) + 1);
}

/**
 * Splits delimited text into cells. Quoted cells may hold delimiters, line breaks and doubled quotes. A byte-order mark
 * and empty lines are dropped; in a single column only the last ones, as the others are empty cells.
 */
export function parseDelimited(source: string, delimiter: '\t' | ','): string[][] {
  const text = source.replace(/^\uFEFF/, '');
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  const endCell = (): void => {
    row.push(wasQuoted ? cell : cell.trim());
    cell = '';
    wasQuoted = false;
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') {
        cell += '"';
        i++;
      } else quoted = false;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
      wasQuoted = true;
    } else if (char === delimiter) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (cell !== '' || row.length > 0) endRow();
  return withoutEmptyLines(rows);
}

/**
 * Rows of a file that this service wrote: commas, a header line, numbers except in the columns of `texts`. Empty
 * cells are null.
 */
export function rowsOfCsv(
  text: string,
  texts: ReadonlySet<string>,
): Record<string, number | string | null>[] {
  const lines = text.includes('"')
    ? parseDelimited(text, ',')
    : text
        .replace(/\r?\n$/, '')
        .split(/\r?\n/)
        .map((line) => line.split(','));
  const [header = [], ...cells] = lines;
  const asText = header.map((name) => texts.has(name));
  return cells.map((line) => {
    const row: Record<string, number | string | null> = {};
    for (let i = 0; i < header.length; i++) {
      const cell = line[i] ?? '';
      const value = cell === '' || asText[i] ? Number.NaN : Number(cell);
      row[header[i] as string] = cell === '' ? null : Number.isNaN(value) ? cell : value;
    }
    return row;
  });
}

const cellText = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Text that a spreadsheet would take for a formula gets an apostrophe, as `escape_formulas` of the server does. */
const asText = (value: unknown): unknown =>
  typeof value === 'string' && formulaStart.test(value) ? `'${value}` : value;

/** The mark without which Excel takes UTF-8 for another encoding. */
export const byteOrderMark = '\uFEFF';

/** A file that people open in a spreadsheet: as `toCsv`, with its encoding and no cell that would be run. */
export const csvFile = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string =>
  byteOrderMark +
  toCsv(
    columns.map((name) => String(asText(name))),
    rows.map((row) => Object.fromEntries(columns.map((name) => [String(asText(name)), asText(row[name])]))),
  );

/** Comma-separated text with a header line; what it says can be read back as it is. */
export function toCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = [columns.map(cellText).join(',')];
  for (const row of rows) lines.push(columns.map((name) => cellText(row[name])).join(','));
  return `${lines.join('\n')}\n`;
}
