import { readVariableSheet } from '../../../contract/variables/variable-sheet.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Lines, TableCell } from '../table.ts';
import { archiveOf, partsOf } from './archive.ts';
import { dateText } from './date-text.ts';
import { isExported, variableSheetApart } from './exported-table.ts';
import {
  chooseSheet,
  columnLetters,
  factRemarks,
  type Sheet,
  shownUnits,
  withSeveralUnits,
} from './sheets.ts';
import { addressed, detailsOfSheet, hiddenSheets, type SheetDetails } from './workbook-details.ts';

const isDate = (value: unknown): value is Date => value instanceof Date;

/** Where a workbook begins to count days, and until when a date is a time of day or a duration: 1901. */
const firstDay = Date.UTC(1899, 11, 30);
const lastDuration = Date.UTC(1901, 0, 1);

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
  return String(value);
}

const trimmed = (cell: TableCell): TableCell => (typeof cell === 'string' ? cell.trim() : cell);

/** Cells that are joined down a column all have the value that is in them. */
function withJoined(cells: TableCell[][], { joinedDown }: SheetDetails): TableCell[][] {
  for (const { column, from, to } of joinedDown) {
    const value = cells[from]?.[column] ?? '';
    for (const row of cells.slice(from + 1, to + 1)) row[column] = value;
  }
  return cells;
}

/** Errors of formulas as the sheet shows them, which readers of values leave out, and text with its raised digits as such. */
function withTexts(cells: TableCell[][], { errors, raised }: SheetDetails): TableCell[][] {
  const empty = errors.filter(({ row, column }) => (cells[row]?.[column] ?? '') === '');
  for (const { row, column, text } of [...empty, ...raised]) {
    const line = cells[row];
    if (line !== undefined) line[column] = text;
  }
  return cells;
}

/** Numbers as the sheet shows them: 0.4 in a cell of the format `0 %` is 40, and 123 in `00000` is `00123`. Units are those that all numbers of a column show. */
function asShown(cells: readonly TableCell[][], { shownAs }: SheetDetails) {
  const units = new Map<number, Set<string>>();
  const unitAt = (row: number, column: number): string => {
    const as = shownAs(row, column);
    return as === '%' ? '%' : as !== undefined && 'unit' in as ? as.unit : '';
  };
  const shown = cells.map((row, i) =>
    row.map((cell, j) => {
      if (typeof cell !== 'number') return cell;
      const as = shownAs(i, j);
      const unit = unitAt(i, j);
      units.set(j, (units.get(j) ?? new Set()).add(unit));
      if (as === '%') return Number((cell * 100).toPrecision(15));
      return as !== undefined && 'digits' in as && cell >= 0 && Number.isInteger(cell)
        ? String(cell).padStart(as.digits, '0')
        : cell;
    }),
  );
  return { shown: withSeveralUnits(shown, unitAt, units), ...shownUnits(units) };
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

/**
 * The lines of one sheet of an Excel workbook (.xlsx); the first that holds a table, by default.
 *
 * @throws ValueError no workbook, or no such sheet
 */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted: string | undefined,
): Promise<
  Pick<Lines, 'lines' | 'places' | 'sheets' | 'units' | 'remarks' | 'variables'> & { sheet: string }
> {
  const { default: readSheets } = await import('read-excel-file/node');
  let parts: ReturnType<typeof partsOf>;
  let found: readonly Sheet[];
  try {
    parts = addressed(partsOf(bytes));
    const archive = Buffer.from(archiveOf(parts));
    found = (await readSheets(archive, { trim: false })) as unknown as readonly Sheet[];
  } catch (cause) {
    throw new ValueError(
      'XLSX: this is not a complete Excel workbook: it is damaged, or a part is missing; open it in a spreadsheet program and save it again, or as CSV',
      { cause },
    );
  }
  const { tables, ofVariables } = variableSheetApart(found);
  const { chosen, remarks } = chooseSheet(wanted === undefined ? tables : found, hiddenSheets(parts), wanted);
  const details = detailsOfSheet(parts, chosen.sheet);
  const given = chosen.data.map((row) => row.map(cellOf));
  // Blanks are mistakes of typing, but not in what the server wrote.
  const values = isExported(given[0] ?? []) ? given : given.map((row) => row.map(trimmed));
  const cells = withJoined(withTexts(values, details), details);
  const { shown, units, mixed } = asShown(cells, details);
  const filled = shown.flatMap((row, i) => (row.some((cell) => cell !== '') ? [i] : []));
  return {
    lines: filled.map((i) => shown[i] ?? []),
    places: filled.map((i) => i + 1),
    sheet: chosen.sheet,
    sheets: found.map(({ sheet }) => sheet),
    units,
    ...(ofVariables && isExported(given[0] ?? []) && { variables: readVariableSheet(ofVariables.data) }),
    remarks: [
      ...remarks,
      ...factRemarks({
        ...details,
        hiddenColumns: hiddenFilled(shown, details),
        hasPercent: [...units.values()].includes('%'),
      }),
      ...mixed,
    ],
  };
}
