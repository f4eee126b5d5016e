import { ValueError } from '../../../engine/errors.ts';
import { counted, list } from '../../../engine/words.ts';
import { composed } from '../../normal-form.ts';
import { findDecimal, isText } from '../cells/cell.ts';
import { splitUnit, visible } from '../cells/column-name.ts';
import { namesResult } from '../cells/column-words.ts';
import { isExported, isExportedUnits } from '../files/exported-table.ts';
import { linesOf } from '../files/file-lines.ts';
import {
  type Lines,
  type Table,
  type TableCell,
  type TableLimits,
  type TableSettings,
  TooLargeTableError,
} from '../table.ts';
import { behindGap, usedColumns, withoutAdjacentTable, withoutLegend } from './adjacent-table.ts';
import { withoutDittos } from './dittos.ts';
import { filled, hasNoNames, lineAbove, nameLineAt } from './find-header.ts';
import {
  isIndexName,
  isSecondLine,
  isUnitLine,
  namesOf,
  numberNames,
  numbersColumns,
  unitOf,
  withNamesAbove,
  withRowNames,
} from './header-lines.ts';
import { plateHint } from './plates.ts';
import { otherRemarks, secondTable } from './second-table.ts';
import { sectionOfResults, sectionRemarks, sectionsIn } from './sections.ts';
import { summaryRows, titles } from './summary-rows.ts';
import { wellsIn } from './time-course.ts';
import { groupOf, withGroup } from './titled-groups.ts';
import { isTransposed, transpose, transposedHint } from './transposed.ts';

/** A text in composed form, without what nobody sees unless the server wrote it. */
const composedCell = (cell: TableCell, isOwn: boolean): TableCell =>
  typeof cell !== 'string' ? cell : isOwn ? composed(cell) : composed(visible(cell));

/** An exported table without the index that pandas writes in front of it: integers below no name. */
function withoutIndex(lines: Lines['lines']): Lines['lines'] {
  const [names, ...rows] = lines;
  const isIndex = names?.[0] === '' && rows.every(([first = '']) => /^\d+$/.test(String(first)));
  return isIndex ? lines.map((line) => line.slice(1)) : lines;
}

function composedLines(given: Lines): Lines {
  const isOwn = isExported(given.lines[0] ?? []);
  const lines = isOwn ? withoutIndex(given.lines) : given.lines;
  const composedCells = lines.map((line) => line.map((cell) => composedCell(cell, isOwn)));
  if (isOwn) return { ...given, lines: composedCells };
  const { legend, ...left } = withoutLegend(composedCells, given.places);
  const said = `a legend left of the table is left out: ${list(legend.slice(0, 5))}`;
  return { ...given, ...left, remarks: [...(given.remarks ?? []), ...(legend.length > 0 ? [said] : [])] };
}

/** @throws TooLargeTableError a cell holds more text */
function checkTextLength(lines: Lines['lines'], most: number): void {
  for (const line of lines) {
    const long = line.find((cell) => typeof cell === 'string' && cell.length > most);
    if (typeof long === 'string') throw new TooLargeTableError('textLength', long.length, true);
  }
}

/** The first cell of each of these lines. */
const firstCells = (lines: readonly (readonly TableCell[])[], at: readonly number[]): TableCell[] =>
  at.flatMap((line) => lines[line]?.find((cell) => cell !== '') ?? []);

/** Lines of a file as names, a second line of names, units, and rows. */
function partsOf(
  lines: readonly (readonly TableCell[])[],
  places: readonly number[],
  wanted: number | undefined,
) {
  const found = wanted === undefined ? nameLineAt(lines, places) : wanted - 1;
  const header = wanted === undefined && hasNoNames(lines, found) ? -1 : found;
  const width = Math.max(0, ...lines.slice(0, 50).map((line) => line.length));
  const nameLine = header < 0 ? Array.from({ length: width }, (_, i) => `Column ${i + 1}`) : lines[header];
  if (nameLine === undefined) {
    throw new ValueError(`header_row: the file has ${counted(lines.length, 'line')}, got ${header + 1}`);
  }
  const above = header < 0 ? undefined : lineAbove(lines, places, header);
  const unitsAbove = isUnitLine(nameLine, above, lines.slice(header + 1)) ? above : undefined;
  const bareNames = unitsAbove === undefined ? withNamesAbove(nameLine, above) : nameLine;
  const named = header < 0 ? bareNames : withRowNames(bareNames, lines.slice(header + 1));
  let top = header < 0 ? Math.max(0, found) : header + 1;
  let below = lines.slice(top);
  const take = (is: boolean) => {
    const first = is ? below[0] : undefined;
    if (is) below = lines.slice(++top);
    return first;
  };
  const exported = take(isExportedUnits(named, below[0]));
  const second = take(
    header >= 0 &&
      exported === undefined &&
      isSecondLine(named, below[0], below.slice(1)) &&
      !isUnitLine(named, below[0], below.slice(1), true),
  );
  const units = exported ?? take(isUnitLine(named, below[0], below.slice(1), true)) ?? unitsAbove;
  const numbered = header < 0 ? undefined : numbersColumns(named, below[0], below.slice(1));
  take(numbered === 'surely');
  const index = take(header >= 0 && isIndexName(named, below[0], below.slice(1)));
  const headerLine = index === undefined ? named : named.with(0, index[0] as TableCell);
  const isName = (at: number) => lines[at]?.every((cell, i) => cell === (nameLine[i] ?? '')) === true;
  const other = secondTable(lines, top, places, isName);
  const own = other === undefined ? below : below.slice(0, other.start - top);
  const rows = own.flatMap((row, i) => (isComment(row) ? [] : [top + i]));
  const isTitle = (row: number) => isName(row + 1) && filled(lines[row] ?? []) === 1;
  const at = header < 0 ? rows : rows.filter((row) => !isName(row) && !isTitle(row));
  const group = header < 1 ? undefined : groupOf(lines, header, at, isTitle);
  const data = at.map((row) => lines[row] as readonly TableCell[]);
  const leftOut = header - (unitsAbove === undefined || units !== unitsAbove ? 0 : 1);
  return {
    header,
    leftOut,
    numbered,
    asNumbers: header < 0 || isExported(nameLine) ? [] : numberNames(nameLine, data),
    second,
    units,
    isExact: exported !== undefined,
    ...withGroup(group, headerLine, data),
    at,
    other,
    namedAgain: header < 0 ? 0 : rows.filter(isName).length,
    titlesAgain: header < 0 ? [] : firstCells(lines, rows.filter(isTitle)),
    comments: own.filter(isComment).map((row) => String(row[0])),
  };
}

/** The first table, unless another one below it has results and it has none, as where the levels of factors are above the runs. */
function tableIn(
  lines: readonly (readonly TableCell[])[],
  places: readonly number[],
  wanted: number | undefined,
) {
  const sections = sectionsIn(lines);
  const section =
    wanted === undefined
      ? sectionOfResults(sections, lines)
      : sections.find(({ names, end }) => wanted > names && wanted <= end);
  if (section !== undefined)
    return {
      ...partsOf(lines.slice(0, section.end), places, wanted ?? section.names + 1),
      sections,
      isSection: true,
    };
  const first = { ...partsOf(lines, places, wanted), sections, isSection: false };
  if (wanted !== undefined || first.other === undefined) return first;
  const hasResult = (at: number) =>
    lines[at]?.some((cell) => isText(cell) && namesResult(splitUnit(cell).name)) === true;
  const { names } = first.other;
  return !hasResult(first.header) && hasResult(names)
    ? { ...first, ...partsOf(lines, places, names + 1) }
    : first;
}

/** Cells up to the last name. */
function widthOf(header: readonly TableCell[]): number {
  let width = header.length;
  while (width > 0 && (header[width - 1] ?? '') === '') width--;
  return width;
}

/**
 * Columns up to the last name, and those behind it without a name: most rows fill them, and the line of names has a cell for
 * them, as all lines of a sheet do.
 */
function widthOfTable(
  { lines, delimiter }: Lines,
  used: readonly number[],
  isMoved: boolean,
  { header, headerLine, second, data }: ReturnType<typeof partsOf>,
): number {
  const written = delimiter === null ? Number.POSITIVE_INFINITY : (lines[header]?.length ?? 0);
  const most = isMoved ? 0 : used.filter((column) => column < written).length;
  const isFilled = (at: number) => data.filter((row) => (row[at] ?? '') !== '').length * 2 > data.length;
  let width = Math.max(widthOf(headerLine), widthOf(second ?? []));
  while (width < most && isFilled(width)) width++;
  return width;
}

/** The rows and the width of a table without what is beside it. */
function runsIn(found: Lines, used: readonly number[], isMoved: boolean, parts: ReturnType<typeof partsOf>) {
  const { headerLine, second, units, data, at } = parts;
  const width = widthOfTable(found, used, isMoved, parts);
  const { columns } = namesOf(headerLine, width, second);
  const beside = isMoved
    ? undefined
    : withoutAdjacentTable(columns, [headerLine, second ?? [], units ?? []], data, used);
  if (beside === undefined) return { width, data, at, beside };
  return {
    width: beside.width,
    data: beside.rows,
    at: beside.from.map((row) => at[row] as number),
    beside: [beside.remark],
  };
}

/** Cells of rows behind the last column, by row. */
const beyond = (rows: readonly (readonly TableCell[])[], width: number) =>
  new Map(
    rows.flatMap((row, i): [number, readonly TableCell[]][] => {
      const more = row.slice(width);
      return more.some((cell) => cell !== '') ? [[i, more]] : [];
    }),
  );

/** The unit of a column in the line below the names; that of an exported table is as it was. */
function unitBelow({ units, isExact }: ReturnType<typeof partsOf>, at: number, column: string) {
  if (!isExact) return unitOf(units?.[at], column);
  return column === 'ProvenanceId' || (units?.[at] ?? '') === '' ? null : String(units?.[at]);
}

/** The lines as a table has them: plates and time courses by their wells, and variables in columns. */
function arranged({ lines: given, places, delimiter }: Lines, settings: TableSettings) {
  const used = usedColumns(given);
  const upright = given.map((line) => used.map((i) => line[i] ?? ''));
  const wells = settings.transposed ? undefined : wellsIn(upright, settings.plate, delimiter);
  if (wells !== undefined)
    return { used, ...wells, places: [], isMoved: true, transposed: false, plate: true };
  const transposed = settings.transposed ?? isTransposed(upright);
  return {
    used,
    lines: transposed ? transpose(upright) : upright,
    places: transposed ? [] : places,
    isMoved: transposed,
    transposed,
    plate: false,
    joined: [],
    results: [],
    remarks: [
      ...(settings.plate === undefined ? plateHint(upright) : []),
      ...(settings.transposed === undefined ? turnedRemarks(transposed, upright) : []),
    ],
  };
}

/** The decimal sign of a table. In a workbook that the server exported only limits are written, as `>1.5`. */
const decimalOf = ({ format, delimiter }: Lines, columns: readonly string[], rows: Table['rows']) =>
  format === 'xlsx' && isExported(columns)
    ? { decimal: '.' as const, isSure: true }
    : findDecimal(rows, delimiter);

/** How the table was read. */
const settingsOf = (
  { format, encoding, delimiter, sheet, sheets }: Lines,
  { transposed, plate }: { transposed: boolean; plate: boolean },
  header: number,
  decimal: '.' | ',',
): Table['settings'] => ({
  ...{ format, encoding, delimiter, decimal, sheet, sheets: [...sheets], transposed, plate },
  header_row: header + 1,
  stacked: null,
  repeats: null,
  waiting_runs: null,
});

/**
 * Reads a file: CSV in any of the usual encodings, separators and decimal signs, an Excel or OpenDocument workbook, Parquet or JSON.
 *
 * @param most  read no more; all of it by default
 * @throws ValueError         it is empty, or is not what it was said to be
 * @throws TooLargeTableError
 */
export async function readTable(
  bytes: Uint8Array,
  settings: TableSettings = {},
  most?: TableLimits,
): Promise<Table> {
  const found = composedLines(await linesOf(bytes, settings, most));
  if (found.lines.length === 0) throw emptyTable(found);
  if (most !== undefined) checkTextLength(found.lines, most.textLength);
  const { used, lines, places, isMoved, ...how } = arranged(found, settings);
  const parts = tableIn(lines, places, settings.header_row);
  const { header, headerLine, second } = parts;
  const { width, data, at, beside } = runsIn(found, used, isMoved, parts);
  if (most !== undefined && data.length > most.rows) throw new TooLargeTableError('rows', data.length, true);
  const { columns, repeated, remarks } = namesOf(headerLine, width, second);
  const written = data.map((row) => Array.from({ length: width }, (_, i) => row[i] ?? ''));
  const { rows, remarks: dittos } = isExported(columns)
    ? { rows: written, remarks: [] }
    : withoutDittos(written);
  const rowLines = places.length === 0 ? undefined : at.map((row) => places[row] as number);
  const { decimal, isSure } = decimalOf(found, columns, rows);
  const isUnsure = !isSure && settings.decimal === undefined;
  const linesSaid = [
    ...lineRemarks(parts, settings.header_row !== undefined),
    ...otherRemarks(lines, places, parts.other),
    ...sectionRemarks(parts.sections, header),
    ...dittos,
    ...titleRemarks(rows),
  ];
  const besideSaid = how.plate ? [] : (beside ?? gapRemarks(columns, used));
  // Where commas separate cells, points are decimal.
  const isDecimalOpen = isUnsure && found.delimiter !== ',';
  return {
    columns,
    repeated,
    units: columns.map(
      (column, i) =>
        unitBelow(parts, i, column) ?? (isMoved ? undefined : found.units?.get(used[i] as number)) ?? null,
    ),
    rows,
    lines: rowLines,
    tooLong: beyond(data, width),
    summary: summaryRows(rows, rowLines),
    ...(found.variables && { variables: found.variables }),
    results: new Set(parts.isSection ? columns.keys() : how.results),
    joined: new Set(how.joined),
    isDecimalOpen,
    settings: settingsOf(found, how, header, settings.decimal ?? decimal),
    remarks: [
      ...(found.remarks ?? []),
      ...linesSaid,
      ...besideSaid,
      ...how.remarks,
      ...(isUnsure && !isDecimalOpen ? [thousandsHint(decimal)] : []),
      ...remarks,
    ],
  };
}

function emptyTable({ format, sheet }: Lines): ValueError {
  const what = `${format.toUpperCase()}: ${sheet === null ? 'the file' : `sheet '${sheet}'`}`;
  return new ValueError(`${what} is empty; send a header row and at least one row`);
}

/** What was done to lines above the names, and to names that recur below. */
function lineRemarks(parts: ReturnType<typeof partsOf>, isGiven: boolean): string[] {
  const { header, leftOut, numbered, namedAgain, titlesAgain, group, comments, asNumbers } = parts;
  const again = `the column names are repeated in ${counted(namedAgain, 'line')} below, left out`;
  const said: readonly (readonly [boolean, string])[] = [
    [
      leftOut > 0 && !isGiven,
      `${counted(leftOut, 'line')} above the names ${leftOut === 1 ? 'was' : 'were'} left out`,
    ],
    [numbered === 'surely', 'a line of column numbers was left out'],
    [numbered === 'perhaps', 'the first row is 1, 2, 3, …; if it numbers the columns, skip it'],
    [leftOut < header, 'the line above the names contains their units'],
    [namedAgain > 0, again + (titlesAgain.length > 0 ? `, with ${list(titlesAgain)} above` : '')],
    [namedAgain > 0 && group !== undefined, `the titles above the names are the column '${group}'`],
    [
      comments.length > 0,
      `${counted(comments.length, 'line')} that begin with '#' left out: ${list(comments.slice(0, 3))}`,
    ],
    [header < 0, 'the file has no line of column names; its columns are numbered'],
    [
      asNumbers.length > 0 && !isGiven,
      `names such as '${asNumbers[0]}' are numbers like those below them; if their line is a run, state that the file has no line of names`,
    ],
  ];
  return said.flatMap(([isSo, text]) => (isSo ? text : []));
}

const turnedRemarks = (transposed: boolean, lines: readonly (readonly TableCell[])[]): string[] =>
  transposed
    ? ['each line is a variable and each column a run: the table was transposed']
    : transposedHint(lines);

/** Titles between runs, which may say a setting of those below them. */
const titleRemarks = (rows: Table['rows']): string[] => {
  const said = titles(rows).flatMap((i) => rows[i]?.find((cell) => cell !== '') ?? []);
  return said.length === 0
    ? []
    : [
        `${list(said.slice(0, 3))} above runs ${said.length === 1 ? 'is' : 'are'} left out; a setting needs a separate column`,
      ];
};

/** Columns behind an empty one. */
function gapRemarks(columns: readonly string[], used: readonly number[]): string[] {
  const at = behindGap(columns.length, used);
  return at === undefined
    ? []
    : [`${list(columns.slice(at))} follow an empty column; if they are another table, ignore them`];
}

/** Where `1.000` may be one or a thousand. */
const thousandsHint = (decimal: '.' | ','): string =>
  `numbers such as '1.000' or '1,000' could be thousands; the decimal separator is taken to be a ${decimal === '.' ? 'point' : 'comma'}`;

const isComment = (row: readonly TableCell[]): boolean =>
  filled(row) === 1 && typeof row[0] === 'string' && row[0].startsWith('#');
