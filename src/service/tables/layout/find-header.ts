import { isNumber, isText } from '../cells/cell.ts';
import type { TableCell } from '../table.ts';
import { isRun, isUnitLine } from './header-lines.ts';

/** How many cells of a line hold something. */
export const filled = (line: readonly TableCell[]): number => line.filter((cell) => cell !== '').length;

/** The width of a line in the middle, when they are sorted; lines of one cell are titles where others have more. */
function usualWidth(widths: readonly number[]): number {
  const wide = widths.filter((width) => width > 1);
  const sorted = (wide.length > 1 ? wide : widths).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

/** Whether a line states facts, with a colon in a cell of its own: `Probe | : | S1`. */
const isOfFacts = (line: readonly TableCell[] | undefined): boolean => line?.includes(':') === true;

/** Lines above the names are titles and remarks: shorter than the table, or marked as comments. */
function findHeader(lines: readonly (readonly TableCell[])[]): number {
  const usual = usualWidth(lines.slice(0, 1000).map(filled));
  const below = usual > 2 ? undefined : belowReport(lines);
  if (below !== undefined) return below;
  const isMarked = (line: readonly TableCell[]) =>
    /^[#%]+(?:$|\s|\p{L})/u.test(String(line.find((cell) => cell !== '') ?? ''));
  // `#` alone may be the name of a column of numbers; several lines with it are a comment.
  const marked = lines.findIndex((line) => !isMarked(line));
  const at = lines.findIndex((line, i) => {
    const isComment = isMarked(line) && usual > 1 && (filled(line) === 1 || (marked > 1 && i < marked));
    return (
      !isComment && !isOfFacts(line) && filled(line) >= Math.max(1, Math.min(usual, Math.ceil(usual * 0.6)))
    );
  });
  return at < 0 ? 0 : belowFacts(lines, at, usual);
}

/** Lines that are scanned for the names below facts of an experiment. */
const maxFactLines = 200;

/** The line of names below a report that is longer than its table: facts of two cells, most of them no numbers, and then wider lines alone. */
function belowReport(lines: readonly (readonly TableCell[])[]): number | undefined {
  const at = lines.findIndex((line) => filled(line) > 2);
  const facts = lines.slice(0, Math.max(0, at)).filter((line) => filled(line) === 2);
  const rows = lines.slice(at + 1);
  const wide = rows.filter((row) => filled(row) > 2 && row.some((cell) => isNumber(cell)));
  const numeric = facts.filter((line) => isNumber(line.findLast((cell) => cell !== '') ?? ''));
  const areNames = lines[at]?.every((cell) => cell === '' || isText(cell)) === true;
  return facts.length > 0 && areNames && numeric.length * 2 <= facts.length && wide.length * 2 > rows.length
    ? at
    : undefined;
}

/** Rows that a first line is compared with. */
const linesBelow = 50;

/**
 * `Operator: | JD` and the like above a table are narrower than its line of names, which is of texts alone; wider facts stand
 * above no number but in what they say.
 */
function belowFacts(lines: readonly (readonly TableCell[])[], at: number, usual: number): number {
  if (filled(lines[at] ?? []) >= usual || usual < 3) return at;
  const next = lines.slice(at, at + maxFactLines).findIndex((line) => filled(line) >= usual);
  const names = lines[at + next] ?? [];
  const areNames = names.every((cell) => cell === '' || (typeof cell === 'string' && !isNumber(cell)));
  const between = lines.slice(at, at + next);
  const isNarrow = filled(lines[at] ?? []) < 3;
  const said = (lines[at] ?? []).filter((cell) => cell !== '');
  const areOnce = [said, names].every((cells) => new Set(cells).size === cells.length);
  const areFacts = (next > 1 || areOnce) && !between.some((line) => line.some((cell) => isNumber(cell)));
  const isOverRun = lines[at + next + 1]?.some((cell) => isNumber(cell)) === true;
  return next > 0 && areNames && (isNarrow || (areFacts && isOverRun)) ? at + next : at;
}

/** The line of names where units stand right above it: `°C` over `Temperature`. */
function belowUnits(lines: readonly (readonly TableCell[])[], at: number): number {
  const [names = [], ...rows] = lines.slice(at + 1);
  const areNames = filled(names) > 1 && names.every((cell) => cell === '' || !isNumber(cell));
  return areNames && !isUnitLine(lines[at] ?? [], names, rows) && isUnitLine(names, lines[at], rows)
    ? at + 1
    : at;
}

/**
 * Whether a file begins with its first run: every cell of two lines is a number, or each cell of the first line is a number
 * like those below it or a text that recurs below it.
 */
export function hasNoNames(lines: readonly (readonly TableCell[])[], at: number): boolean {
  const [first = [], ...rest] = lines.slice(at);
  const below = rest.slice(0, linesBelow);
  // Names that pandas gives to columns without one, over numbers with decimals.
  const counts = first.length > 2 && first.every((cell, i) => String(cell) === String(i));
  if (counts && below.some((line) => line.some((cell) => /[.,]\d/.test(String(cell))))) return false;
  const areNumbers = [first, below[0] ?? []].every(
    (line) => filled(line) > 1 && line.every((cell) => cell === '' || isNumber(cell)),
  );
  return areNumbers || isRun(first, below);
}

/** The line of names below one that only numbers them, as Minitab (`C1`, `C2-T`) and spreadsheets (`A`, `B`) show columns. */
function belowNumbers(lines: readonly (readonly TableCell[])[], at: number): number {
  const [numbers = [], names = [], ...rows] = lines.slice(at);
  const letters = (i: number) => String.fromCharCode(65 + i);
  const isPlace = (cell: TableCell, i: number) =>
    new RegExp(`^C${i + 1}(?:-[TD])?$`).test(String(cell)) || cell === letters(i);
  const areNames =
    names.length === numbers.length &&
    new Set(names).size === names.length &&
    names.every((cell, i) => isText(cell) && cell !== letters(i));
  const over = rows.slice(0, linesBelow).filter((row) => row.some((cell) => isNumber(cell)));
  return numbers.length > 1 &&
    numbers.every(isPlace) &&
    areNames &&
    over.length * 2 > Math.min(rows.length, linesBelow)
    ? at + 1
    : at;
}

/** Whether a line has texts over columns of numbers, so that it holds names, some of which read as amounts: `7 d`. */
function areOverNumbers(lines: readonly (readonly TableCell[])[], at: number): boolean {
  const below = lines.slice(at + 1, at + 1 + linesBelow);
  const isOver = (cell: TableCell, i: number) =>
    isText(cell) && below.filter((row) => isNumber(row[i] ?? '')).length * 2 > below.length;
  return (lines[at] ?? []).some(isOver);
}

/** The line of names right above the first run, where it was taken for a title because most columns have no name. */
function aboveRun(lines: readonly (readonly TableCell[])[], places: readonly number[], at: number): number {
  const above = lineAbove(lines, places, at);
  const named = above?.flatMap((cell, i) => (cell === '' ? [] : [i])) ?? [];
  const isFact = named.every((column) => column < 2) && /[:=]$/.test(String(above?.[0] ?? ''));
  const areNames = named.length > 1 && named.every((i) => isText(above?.[i]));
  const overNumber = named.some((i) => isNumber(lines[at]?.[i] ?? ''));
  return areNames && !isFact && overNumber && !areOverNumbers(lines, at) ? at - 1 : at;
}

/** The line right above another one, without a blank line between. */
export const lineAbove = (lines: readonly (readonly TableCell[])[], places: readonly number[], at: number) =>
  ((places[at] ?? 0) - (places[at - 1] ?? -1) === 1 || places.length === 0) && !isOfFacts(lines[at - 1])
    ? lines[at - 1]
    : undefined;

/** The index of the line of names: below titles, facts and units, and above the first run. */
export const nameLineAt = (lines: readonly (readonly TableCell[])[], places: readonly number[]): number =>
  aboveRun(lines, places, belowNumbers(lines, belowUnits(lines, findHeader(lines))));
