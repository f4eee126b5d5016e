import { ValueError } from '../../engine/errors.ts';
import { counted } from '../../engine/words.ts';
import { composed } from '../normal-form.ts';
import { checkArchive } from './archive.ts';
import { dateText } from './date-text.ts';
import type { Lines, TableCell } from './table.ts';
import { detailsOfSheet, hiddenSheets, type SheetDetails } from './workbook-details.ts';

interface Sheet {
  readonly sheet: string;
  readonly data: readonly (readonly unknown[])[];
}

const isDate = (value: unknown): value is Date => value instanceof Date;

/** Where a workbook begins to count days, and until when a date is a time of day or a duration: 1901. */
const firstDay = Date.UTC(1899, 11, 30);
const lastDuration = Date.UTC(1901, 0, 1);

/** A column as a spreadsheet calls it: `AB`. */
const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

const two = (value: number): string => String(value).padStart(2, '0');

/** `08:15:00`, and `26:30:00` of a cell that counts beyond a day. */
function timeText(date: Date): string {
  const seconds = Math.round((date.getTime() - firstDay) / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Workbooks count days in binary fractions, which a whole second misses by a millisecond, and know no zone. */
function dayText(date: Date): string {
  const time = date.getTime();
  const second = Math.round(time / 1000) * 1000;
  return dateText(Math.abs(time - second) <= 1 ? new Date(second) : date, 'local');
}

function cellOf(value: unknown): TableCell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (isDate(value)) return value.getTime() < lastDuration ? timeText(value) : dayText(value);
  return String(value).trim();
}

/** Cells that are joined down a column all have the value that stands in them. */
function withJoined(cells: TableCell[][], { joinedDown }: SheetDetails): TableCell[][] {
  for (const { column, from, to } of joinedDown) {
    const value = cells[from]?.[column] ?? '';
    for (const row of cells.slice(from + 1, to + 1)) row[column] = value;
  }
  return cells;
}

/** Errors of formulas as the sheet shows them; readers of values leave them out. */
function withErrors(cells: TableCell[][], { errors }: SheetDetails): TableCell[][] {
  for (const { row, column, text } of errors) {
    const line = cells[row];
    if (line !== undefined && (line[column] ?? '') === '') line[column] = text;
  }
  return cells;
}

/** Text with its raised digits as such. */
function withRaised(cells: TableCell[][], { raised }: SheetDetails): TableCell[][] {
  for (const { row, column, text } of raised) {
    const line = cells[row];
    if (line?.[column] !== undefined) line[column] = text;
  }
  return cells;
}

/** Numbers as the sheet shows them: 0.4 in a cell of the format `0 %` is 40, and 123 in `00000` is `00123`. Units are those that all numbers of a column show. */
function asShown(cells: readonly TableCell[][], { shownAs }: SheetDetails) {
  const units = new Map<number, Set<string>>();
  const shown = cells.map((row, i) =>
    row.map((cell, j) => {
      if (typeof cell !== 'number') return cell;
      const as = shownAs(i, j);
      const unit = as === '%' ? '%' : as !== undefined && 'unit' in as ? as.unit : '';
      units.set(j, (units.get(j) ?? new Set()).add(unit));
      if (as === '%') return Number((cell * 100).toPrecision(15));
      return as !== undefined && 'digits' in as && cell >= 0 && Number.isInteger(cell)
        ? String(cell).padStart(as.digits, '0')
        : cell;
    }),
  );
  return { shown, ...shownUnits(units) };
}

/** One unit per column, and what to say of columns with several. A per cent sign counts wherever it stands. */
function shownUnits(found: ReadonlyMap<number, ReadonlySet<string>>) {
  const units = new Map<number, string>();
  const mixed: string[] = [];
  for (const [column, own] of found) {
    const [first = '', ...more] = own;
    if (own.has('%')) units.set(column, '%');
    else if (more.length === 0 && first !== '') units.set(column, first);
    else if (more.length > 0)
      mixed.push(
        `column ${columnLetters(column)} of the sheet shows numbers with ${[...own].map((unit) => (unit === '' ? 'no unit' : unit)).join(', ')}; all are read on one scale`,
      );
  }
  return { units, mixed };
}

/** Filled columns that the sheet hides. */
const hiddenFilled = (
  lines: readonly (readonly TableCell[])[],
  { hiddenColumns }: SheetDetails,
): string[] => {
  const width = Math.max(0, ...lines.slice(0, 1000).map(({ length }) => length));
  const hidden = Array.from({ length: width }, (_, at) => at).filter(
    (at) =>
      hiddenColumns.some(([first, last]) => at >= first && at <= last) &&
      lines.some((line) => (line[at] ?? '') !== ''),
  );
  return hidden.map(columnLetters);
};

const remarksOf = (details: SheetDetails, hidden: readonly string[], hasPercent: boolean): string[] => [
  ...(details.formulasWithoutValue > 0
    ? [
        `${counted(details.formulasWithoutValue, 'formula')} without a stored value: such cells are empty here; open the workbook in a spreadsheet program and save it`,
      ]
    : []),
  ...(details.hiddenRows > 0
    ? [`hidden rows are read like the others: ${details.hiddenRows} in this sheet`]
    : []),
  ...(hidden.length > 0 ? [`hidden columns are read like the others: ${hidden.join(', ')}`] : []),
  ...(hasPercent ? ['cells with a per cent format are read as they are shown: 40, not 0.4'] : []),
];

/** Two lines of two cells, and a number: not a sheet of remarks. */
const isTable = ({ data }: Sheet): boolean =>
  data.filter((row) => row.filter((cell) => cell !== null && cell !== '').length > 1).length > 1 &&
  data.some((row) => row.some((cell) => typeof cell === 'number'));

/** The first sheet that holds a table: a hidden one only where no other does. */
function firstTable(sheets: readonly Sheet[], hidden: ReadonlySet<string>): Sheet | undefined {
  const tables = sheets.filter(isTable);
  const filled = sheets.filter(({ data }) => data.length > 0);
  const order = [tables, filled, sheets].map(
    (list) => list.find(({ sheet }) => !hidden.has(sheet)) ?? list[0],
  );
  return order.find((one) => one !== undefined);
}

/** Tables that nobody asked for and that are not read. */
function otherTables(sheets: readonly Sheet[], chosen: Sheet, hidden: ReadonlySet<string>): string[] {
  const others = sheets.filter((one) => one !== chosen && isTable(one));
  if (others.length === 0) return [];
  const names = others.map(({ sheet }) => `'${sheet}'${hidden.has(sheet) ? ' (hidden)' : ''}`).join(', ');
  const [who, what] = others.length === 1 ? ['sheet', 'holds a table'] : ['sheets', 'hold tables'];
  return [`sheet '${chosen.sheet}' is read; ${who} ${names} ${what}, too; choose one by 'sheet'`];
}

/**
 * The lines of one sheet of an Excel workbook (.xlsx); the first that holds a table, by default.
 *
 * @throws ValueError no workbook, or no such sheet
 */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted: string | undefined,
): Promise<Pick<Lines, 'lines' | 'places' | 'sheets' | 'units' | 'remarks'> & { sheet: string }> {
  checkArchive(bytes);
  const { default: readSheets } = await import('read-excel-file/node');
  let found: readonly Sheet[];
  try {
    found = (await readSheets(Buffer.from(bytes))) as unknown as readonly Sheet[];
  } catch (cause) {
    throw new ValueError(
      'XLSX: this is not a complete Excel workbook: it is damaged, or a part is missing; open it in a spreadsheet program and save it again, or as CSV',
      { cause },
    );
  }
  const sheets = found.map(({ sheet }) => sheet);
  const hidden = hiddenSheets(bytes);
  const chosen =
    wanted === undefined
      ? firstTable(found, hidden)
      : found.find(({ sheet }) => composed(sheet) === composed(wanted));
  if (chosen === undefined) {
    const names = sheets.map((name) => `'${name}'`).join(', ');
    throw new ValueError(`sheet: the workbook has no sheet '${wanted ?? ''}'; it has ${names || 'none'}`);
  }
  const details = detailsOfSheet(bytes, chosen.sheet);
  const values = chosen.data.map((row) => row.map(cellOf));
  const cells = withErrors(withJoined(withRaised(values, details), details), details);
  const { shown, units, mixed } = asShown(cells, details);
  const filled = shown.flatMap((row, i) => (row.some((cell) => cell !== '') ? [i] : []));
  return {
    lines: filled.map((i) => shown[i] ?? []),
    places: filled.map((i) => i + 1),
    sheet: chosen.sheet,
    sheets,
    units,
    remarks: [
      ...(wanted === undefined ? otherTables(found, chosen, hidden) : []),
      ...remarksOf(details, hiddenFilled(shown, details), [...units.values()].includes('%')),
      ...mixed,
    ],
  };
}
