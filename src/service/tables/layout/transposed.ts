import { isText, readCell } from '../cells/cell.ts';
import { splitUnit } from '../cells/column-name.ts';
import { areNumbered, namesResult } from '../cells/column-words.ts';
import type { TableCell } from '../table.ts';

type TableLines = readonly (readonly TableCell[])[];

/** A table with variables in rows has no more than these. */
const maxVariables = 300;

const runLabel =
  /^(?:run|exp\.?|experiment|versuch|vers\.?|v|ansatz|sample|probe|entry|batch|charge|lot|test|trial|essai|no\.?|nr\.?|#)?[\s._#-]*\d+[a-z]?$/i;
const unitLabel = /^(?:units?|einheit(?:en)?|unités?)$/i;

/** `T / °C`, or a name of a result. */
const isName = (cell: string): boolean => splitUnit(cell).unit !== null || namesResult(cell);

/** Lines without titles. */
const bodyOf = (lines: TableLines): TableLines =>
  lines.filter((line) => line.filter((cell) => cell !== '').length > 1);

const counts = (cells: readonly TableCell[]): boolean =>
  cells.length > 1 &&
  cells.every((cell, i) => Number(cell) === Number(cells[0]) + i) &&
  Number(cells[0]) <= 1;

/** Whether a line names runs: `Run 1`, `Run 2` or 1, 2, 3, with a column of units before them or without. */
function namesRuns(line: readonly TableCell[]): boolean {
  const cells = line
    .slice(1)
    .filter((cell) => cell !== '' && !(typeof cell === 'string' && unitLabel.test(cell)));
  if (cells.length < 2) return false;
  return counts(cells) || cells.every((cell) => isText(cell) && runLabel.test(cell));
}

/** Whether lines begin with names of a setting and of a result below numbered labels that name none: `Temperature` and `Yield` below `DoE-01`. */
function nameResults([head = [], ...others]: TableLines): boolean {
  const labels = head.slice(1).filter((cell) => cell !== '');
  const first = others.map(([cell]) => cell);
  if (!areNumbered(labels.map(String)) || !first.every(isText) || new Set(first).size < first.length)
    return false;
  const results = first.filter((cell) => namesResult(splitUnit(cell).name));
  const isResult = labels.some((label) => namesResult(splitUnit(String(label)).name));
  return results.length > 0 && results.length < first.length && !isResult;
}

/** Whether the first cells of these lines are names of variables, most of them with a unit or as results are called. */
function nameVariables(lines: TableLines): boolean {
  const first = lines.map(([cell]) => cell);
  if (first.length < 2 || !first.every(isText) || new Set(first).size < first.length) return false;
  return first.filter(isName).length * 2 >= first.length;
}

/** Whether variables are in rows: names with units in the first column, and runs above or numbers beside them. */
export function isTransposed(lines: TableLines): boolean {
  const body = bodyOf(lines);
  const [head] = body;
  if (head === undefined || body.length > maxVariables) return false;
  if (nameResults(body)) return true;
  const hasUnits = head.slice(1, 2).some((cell) => typeof cell === 'string' && unitLabel.test(cell));
  if (namesRuns(head)) {
    const names = body.slice(1).map(([cell]) => cell);
    return nameVariables(body.slice(1)) || (hasUnits && names.length > 1 && names.every(isText));
  }
  const numbers = head.slice(1).filter((cell) => cell !== '');
  return (
    numbers.length > 1 &&
    numbers.every((cell) => readCell(cell, ',').kind === 'number') &&
    nameVariables(body)
  );
}

/** Rows as columns; titles are left out, and what is above the names of variables is called `Run`. */
export function transpose(lines: TableLines): TableCell[][] {
  const given = bodyOf(lines);
  const [head = [], ...others] = given;
  const runs = head.map((cell, i) =>
    i === 0 ? 'Run' : typeof cell === 'string' && unitLabel.test(cell) ? '' : cell,
  );
  const body = namesRuns(head) || nameResults(given) ? [runs, ...others] : given;
  const width = Math.max(0, ...body.map((line) => line.length));
  return Array.from({ length: width }, (_, i) => body.map((line) => line[i] ?? ''));
}

/** Whether names of variables are below one another, or runs beside one another over different texts. */
function couldBeTransposed([head = [], ...others]: TableLines): boolean {
  const first = others.map(([cell]) => cell);
  const areNamed = first.every(isText) && new Set(first).size === first.length;
  const labels = head.slice(1).filter((cell) => isText(cell));
  return nameVariables(others) || (areNamed && labels.length > 1 && namesRuns(head));
}

/** What to do where the first column might name variables. */
export const transposedHint = (lines: TableLines): string[] =>
  lines.length <= maxVariables && couldBeTransposed(bodyOf(lines))
    ? [
        'the first column names variables; if each row is a variable and each column a run, choose variables in rows',
      ]
    : [];
