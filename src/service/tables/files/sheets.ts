import { ValueError } from '../../../engine/errors.ts';
import { counted } from '../../../engine/words.ts';
import { composed } from '../../normal-form.ts';
import { isNumber } from '../cells/cell.ts';
import { splitUnit } from '../cells/column-name.ts';
import { namesResult } from '../cells/column-words.ts';
import type { TableCell } from '../table.ts';

/** A sheet of a spreadsheet file, of any format. */
export interface Sheet {
  readonly sheet: string;
  readonly data: readonly (readonly unknown[])[];
}

/** A column as a spreadsheet calls it: `AB`. */
export const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** One unit per column, and what to say about columns with several. A per cent sign counts at any position. */
export function shownUnits(found: ReadonlyMap<number, ReadonlySet<string>>) {
  const units = new Map<number, string>();
  const mixed: string[] = [];
  for (const [column, own] of found) {
    const [first = '', ...more] = own;
    if (own.has('%')) {
      units.set(column, '%');
      if (more.length > 0)
        mixed.push(
          `column ${columnLetters(column)} of the sheet shows some numbers as per cent and others not; all are read in %, so that 0.4 without the format is 0.4 %`,
        );
    } else if (more.length === 0 && first !== '') units.set(column, first);
    else if (more.length > 0 && own.has(''))
      mixed.push(
        `column ${columnLetters(column)} of the sheet shows numbers with ${[...own].map((unit) => (unit === '' ? 'no unit' : unit)).join(', ')}; all are read on one scale`,
      );
  }
  return { units, mixed };
}

/** A number as text that is read alike under either decimal sign: `1.234` could be a thousand, `1.2340` not. */
const plainText = (value: number): string => String(value).replace(/^-?\d{1,3}\.\d{3}$/, '$&0');

/**
 * Lines in which the numbers of a column that shows several units are before their own: `200 µL` beside `1.5 mL`.
 *
 * @param unitAt  unit that a number is shown with; '' without one
 */
export function withSeveralUnits(
  lines: readonly TableCell[][],
  unitAt: (row: number, column: number) => string,
  found: ReadonlyMap<number, ReadonlySet<string>>,
): TableCell[][] {
  const several = [...found].flatMap(([column, own]) =>
    own.size > 1 && !own.has('%') && !own.has('') ? [column] : [],
  );
  if (several.length === 0) return [...lines];
  return lines.map((line, i) => {
    const own = [...line];
    for (const column of several) {
      const cell = own[column];
      if (typeof cell === 'number') own[column] = `${plainText(cell)} ${unitAt(i, column)}`.trim();
    }
    return own;
  });
}

/** What a sheet has besides values that are read as they are. */
export interface SheetFacts {
  readonly formulasWithoutValue: number;
  readonly hiddenRows: number;
  /** Columns with cells that the sheet hides, by their letters. */
  readonly hiddenColumns: readonly string[];
  readonly hasPercent: boolean;
}

export const factRemarks = ({
  formulasWithoutValue,
  hiddenRows,
  hiddenColumns,
  hasPercent,
}: SheetFacts): string[] => [
  ...(formulasWithoutValue > 0
    ? [
        `${counted(formulasWithoutValue, 'formula')} without a stored value: such cells are empty here; open the workbook in a spreadsheet program and save it`,
      ]
    : []),
  ...(hiddenRows > 0 ? [`hidden rows are read like the others: ${hiddenRows} in this sheet`] : []),
  ...(hiddenColumns.length > 0
    ? [`hidden columns are read like the others: ${hiddenColumns.join(', ')}`]
    : []),
  ...(hasPercent ? ['cells with a per cent format are read as shown: 40, not 0.4'] : []),
];

/** Two lines of two cells, and a cell of this kind: not a sheet of remarks. */
const holdsTable = ({ data }: Sheet, isAmount: (cell: unknown) => boolean): boolean =>
  data.filter((row) => row.filter((cell) => cell !== null && cell !== '').length > 1).length > 1 &&
  data.some((row) => row.some(isAmount));

const isFilled = (cell: unknown): boolean => cell !== null && cell !== undefined && cell !== '';

/** Facts in pairs, such as `Project | X` over `Version | 3`: two cells a line at most, and fewer than half of the second ones are numbers. */
const isFacts = ({ data }: Sheet): boolean => {
  const lines = data.map((row) => row.filter(isFilled));
  const pairs = lines.filter((line) => line.length === 2);
  const numeric = pairs.filter(([, second]) => typeof second === 'number');
  return lines.every((line) => line.length <= 2) && numeric.length * 2 < pairs.length;
};

const isTable = (sheet: Sheet): boolean => holdsTable(sheet, (cell) => typeof cell === 'number');

/** A table whose numbers are texts, as a spreadsheet keeps `80,5` where it expects a point. */
const isTextTable = (sheet: Sheet): boolean =>
  holdsTable(sheet, (cell) => typeof cell === 'string' && isNumber(cell));

/** Lines of a sheet in which the names of columns are looked for. */
const linesSearched = 30;

/** Whether a name of a result stands over a number: a table of reagents has none. */
const hasResults = ({ data }: Sheet): boolean =>
  data
    .slice(0, linesSearched)
    .some((row, i) =>
      row.some(
        (cell, at) =>
          typeof cell === 'string' &&
          namesResult(splitUnit(cell).name) &&
          [data[i + 1], data[i + 2]].some((below) => typeof below?.[at] === 'number'),
      ),
    );

/** Whether the first column lists, each once, names that head columns of the other sheet: a table of factors beside that of the runs. */
function listsColumnsOf({ data }: Sheet, other: Sheet): boolean {
  const nameOf = (cell: unknown) => (typeof cell === 'string' ? splitUnit(cell).name.toLowerCase() : '');
  const first = data.map(([cell]) => nameOf(cell)).filter((name) => name !== '');
  const listed = new Set(first);
  const heads = (row: readonly unknown[]) => row.filter((cell) => listed.has(nameOf(cell))).length > 1;
  const isShortList = data.length <= linesSearched && listed.size === first.length;
  return isShortList && other.data.slice(0, linesSearched).some(heads);
}

/** Names of sheets with the standards of an instrument. */
const ofCalibration =
  /^(?:cal(?:\.|ib\p{L}*)|kal\.?|kalib\p{L}*|étalon\p{L}*|standards?|eich\p{L}*)(?![\p{L}])/iu;

/**
 * The first sheet that holds a table, of those with results where there are some: a hidden one only where no other does, and none that lists
 * the columns of another.
 */
function firstTable<T extends Sheet>(sheets: readonly T[], hidden: ReadonlySet<string>): T | undefined {
  const tables = sheets.filter(isTable);
  const filled = sheets.filter(({ data }) => data.length > 0);
  const visible = tables.filter((one) => !isFacts(one) && !hidden.has(one.sheet));
  const shown = visible.filter(
    (one) =>
      !ofCalibration.test(one.sheet) && !visible.some((other) => other !== one && listsColumnsOf(one, other)),
  );
  const order = [shown.filter(hasResults), shown, tables, sheets.filter(isTextTable), filled, sheets].map(
    (list) => list.find(({ sheet }) => !hidden.has(sheet)) ?? list[0],
  );
  return order.find((one) => one !== undefined);
}

/** Tables that nobody asked for and that are not read. */
function otherTables(sheets: readonly Sheet[], chosen: Sheet, hidden: ReadonlySet<string>): string[] {
  const others = sheets.filter((one) => one !== chosen && isTable(one) && !isFacts(one));
  if (others.length === 0) return [];
  const names = others.map(({ sheet }) => `'${sheet}'${hidden.has(sheet) ? ' (hidden)' : ''}`).join(', ');
  const [who, what] = others.length === 1 ? ['sheet', 'holds a table'] : ['sheets', 'hold tables'];
  return [`sheet '${chosen.sheet}' is read; ${who} ${names} ${what}, too; choose one by 'sheet'`];
}

/**
 * The sheet that is wanted, or the first one with a table, and a remark on other tables.
 *
 * @throws ValueError there is no such sheet
 */
export function chooseSheet<T extends Sheet>(
  sheets: readonly T[],
  hidden: ReadonlySet<string>,
  wanted: string | undefined,
): { chosen: T; remarks: string[] } {
  const chosen =
    wanted === undefined
      ? firstTable(sheets, hidden)
      : sheets.find(({ sheet }) => composed(sheet) === composed(wanted));
  if (chosen === undefined) {
    const names = sheets.map(({ sheet }) => `'${sheet}'`).join(', ');
    throw new ValueError(`sheet: the workbook has no sheet '${wanted ?? ''}'; it has ${names || 'none'}`);
  }
  return { chosen, remarks: wanted === undefined ? otherTables(sheets, chosen, hidden) : [] };
}
