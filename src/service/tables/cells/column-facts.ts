import { rowsOfRuns, type Table, type TableCell } from '../table.ts';
import { type ParsedCell, readCell } from './cell.ts';
import { isUnit, splitUnit } from './column-name.ts';
import { names } from './column-words.ts';
import { isCode } from './numeric-columns.ts';

/** What the cells of one column are. */
export interface ColumnFacts {
  readonly numbers: number;
  readonly texts: number;
  readonly missing: number;
  /** Cells with nothing in them; in a column of text, words such as `none` are values. */
  readonly blank: number;
  readonly censored: number;
  /** Limits that the file names and does not give: `<LOD`. */
  readonly unstated: number;
  readonly failed: number;
  /** Numbers with their error. */
  readonly errors: number;
  /** Integers that count the rows. */
  readonly counts: boolean;
  /** Digits that name something, in a column without a unit: `00042`. */
  readonly codes: boolean;
  readonly min: number | null;
  readonly max: number | null;
  /** Different numbers. */
  readonly levels: number;
  /**
   * Three and more different numbers in steps of one size, or each the same multiple of the one before: 5, 10, 15; 1, 10, 100.
   * Steps of a few units of the last decimal place, up and down, are those that rounding leaves: 9.9, 10.2, 10, 10.1.
   */
  readonly isEven: boolean;
  readonly allIntegers: boolean;
  /** Different texts as written, in the order of the file. */
  readonly distinct: readonly string[];
  readonly averageLength: number;
  /** A unit that is in every cell that has a number; where there are several, the one in most of them. */
  readonly unit: string | null;
  readonly isDates: boolean;
  /** Hardness by pencils, an order without numbers: `2H` is none. */
  readonly isPencils: boolean;
}

/** Different texts that are kept. */
const maxDistinct = 10_000;

/** Beginnings of the names of months: English, German, French and Spanish. */
export const months =
  '(?:jan|ene|feb|fév|fev|mar|mär|mrz|apr|abr|avr|may|mai|jun|jui|jul|aug|ago|aoû|sep|oct|okt|nov|dec|dez|dic|déc)';

/** Days with their year, perhaps with a time behind them, and times of day. */
const dates: readonly RegExp[] = [
  /^\d{4}([-/.])\d{1,2}\1\d{1,2}([T ]\d|$)/,
  /^\d{1,2}([./])\d{1,2}\1\d{2,4}(\s|$)/,
  /^\d{1,2}-\d{1,2}-\d{4}(\s|$)/,
  /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
  new RegExp(
    `^\\d{1,2}\\.?[-/ ]*(?:de )?${months}(?:\\p{L}*\\.?[-/, ]*(?:de )?\\d{4}|\\p{L}?\\.?[-/ ]*\\d{2})(\\s|$)`,
    'iu',
  ),
  new RegExp(`^${months}\\p{L}*\\.?[- ]*\\d{1,2}(?:st|nd|rd|th)?[-, ]+\\d{4}(\\s|$)`, 'iu'),
  /^\d{1,2}:\d{2}(:\d{2}(?:[.,]\d+)?)?(?:\s*[ap]\.?m\.?)?$/i,
];

const isDate = (text: string): boolean => dates.some((form) => form.test(text.trim()));

/** Units of the last decimal place between numbers that differ little. */
const fewUnits = 4;

/** Whether numbers lie at equal distances, added or multiplied. */
function areEven(levels: ReadonlySet<number>): boolean {
  const sorted = [...levels].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((one, i) => one - (sorted[i] as number));
  const factors = sorted.slice(1).map((one, i) => one / (sorted[i] as number));
  const areEqual = ([first = 0, ...others]: readonly number[]) =>
    others.every((one) => Math.abs(one - first) <= 1e-9 * Math.abs(first));
  return levels.size > 2 && (areEqual(steps) || ((sorted[0] as number) > 0 && areEqual(factors)));
}

/** Whether the steps of numbers are wider than what rounding leaves, or all are multiples of the step, in order. */
function areSteps(values: readonly number[], min: number, max: number, levels: number): boolean {
  const step = (max - min) / (levels - 1);
  const rises = values.slice(1).map((value, i) => value > (values[i] as number));
  const isMultiple = Math.abs(min / step - Math.round(min / step)) < 1e-6;
  if (isMultiple && new Set(rises).size === 1) return true;
  const places = values.reduce((most, value) => Math.max(most, String(value).split('.')[1]?.length ?? 0), 0);
  return places === 0 || step * 10 ** places > fewUnits + 0.5;
}

function numericRange(parsedCells: readonly ParsedCell[]) {
  const values = parsedCells.flatMap((parsed) => (parsed.kind === 'number' ? [parsed.value] : []));
  if (values.length === 0) return { min: null, max: null, levels: 0, isEven: false, allIntegers: false };
  const [min, max] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const levels = new Set(values);
  const isEven = areEven(levels) && areSteps(values, min, max, levels.size);
  return { min, max, levels: levels.size, isEven, allIntegers: values.every(Number.isInteger) };
}

function commonUnit(parsedCells: readonly ParsedCell[]): string | null {
  const units = new Map<string | null, number>();
  for (const parsed of parsedCells) {
    if (parsed.kind !== 'number' && parsed.kind !== 'censored') continue;
    units.set(parsed.unit, (units.get(parsed.unit) ?? 0) + 1);
  }
  const written = [...units]
    .filter((one): one is [string, number] => one[0] !== null)
    .sort((a, b) => Number(isUnit(b[0])) - Number(isUnit(a[0])) || b[1] - a[1]);
  return units.size === 1 || written.length > 1 ? (written[0]?.[0] ?? null) : null;
}

/** Whether the numbers of a column are 0, 1, 2, … or 1, 2, 3, …; three say so in the first column alone. */
const countsRows = (parsedCells: readonly ParsedCell[], isFirst: boolean): boolean => {
  const [first] = parsedCells;
  if (
    parsedCells.length < (isFirst ? 3 : 4) ||
    first?.kind !== 'number' ||
    (first.value !== 0 && first.value !== 1)
  )
    return false;
  const start = first.value;
  return parsedCells.every((parsed, i) => parsed.kind === 'number' && parsed.value === start + i);
};

/** The unit of a column, from its name or the line below. */
export const unitIn = ({ columns, units }: Table, column: number): string | null =>
  splitUnit(columns[column] as string).unit ?? units[column] ?? null;

/** Digits alone: `1E5` may be an amount, and so may `08.5`. */
const holdsCode = (cell: TableCell): boolean =>
  typeof cell === 'string' && /^\s*\d+\s*$/.test(cell) && isCode(cell);

/** Whether most cells that say something say a number; codes say none. */
export const isNumeric = (facts: ColumnFacts): boolean =>
  !facts.codes &&
  facts.numbers + facts.censored > 0 &&
  facts.numbers + facts.censored + facts.unstated >= facts.texts;

const ofPencil = /^(?:[2-9]?[HB]|HB|F)$/;

/** Whether a column holds grades of pencils, and several of them. */
const holdsPencils = (cells: readonly TableCell[]): boolean => {
  const grades = new Set(cells.flatMap((cell) => (cell === '' ? [] : [String(cell).trim()])));
  return grades.size > 1 && [...grades].every((grade) => ofPencil.test(grade));
};

/** Scans one column. */
export function factsOf(table: Table, column: number): ColumnFacts {
  const cells = rowsOfRuns(table).map((row) => row[column] ?? '');
  const isPencils = holdsPencils(cells);
  const parsedCells = cells.map(
    (cell): ParsedCell =>
      isPencils && cell !== '' ? { kind: 'text' } : readCell(cell, table.settings.decimal),
  );
  const count = (kind: ParsedCell['kind']) => parsedCells.filter((parsed) => parsed.kind === kind).length;
  const distinct = new Set<string>();
  let length = 0;
  let dates = 0;
  for (const cell of cells) {
    const text = String(cell);
    if (text === '') continue;
    if (distinct.size < maxDistinct) distinct.add(text);
    length += text.length;
    if (isDate(text)) dates++;
  }
  const filled = cells.filter((cell) => cell !== '').length;
  return {
    numbers: count('number'),
    texts: count('text'),
    missing: count('missing'),
    blank: cells.length - filled,
    censored: count('censored'),
    unstated: count('unstated'),
    failed: count('failed'),
    errors: parsedCells.filter((one) => one.kind === 'number' && one.error !== null).length,
    counts: countsRows(parsedCells, column === 0),
    codes: unitIn(table, column) === null && cells.some((cell) => holdsCode(cell)),
    ...numericRange(parsedCells),
    distinct: [...distinct],
    averageLength: filled === 0 ? 0 : length / filled,
    unit: count('number') + count('censored') >= count('text') ? commonUnit(parsedCells) : null,
    isPencils,
    isDates: filled > 0 && dates === filled && !names.ratio.test(table.columns[column] ?? ''),
  };
}
