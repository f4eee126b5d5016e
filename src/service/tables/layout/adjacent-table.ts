import { list } from '../../../engine/words.ts';
import { isText } from '../cells/cell.ts';
import { splitUnit } from '../cells/column-name.ts';
import { namesResult } from '../cells/column-words.ts';
import type { TableCell } from '../table.ts';

type Row = readonly TableCell[];

/** Columns (from 0) that are not empty. */
export function usedColumns(lines: readonly Row[]): number[] {
  const used = new Set<number>();
  for (const line of lines) {
    for (const [column, cell] of line.entries()) if (cell !== '') used.add(column);
  }
  return [...used].sort((a, b) => a - b);
}

/** Where columns of a table begin behind an empty one: the place (from 0) of the first of them. */
export function behindGap(columns: number, used: readonly number[]): number | undefined {
  const at = used.findIndex((column, i) => i > 0 && i < columns && column - (used[i - 1] as number) > 1);
  return at < 2 || columns - at < 2 ? undefined : at;
}

const isEmpty = (row: Row): boolean => row.every((cell) => cell === '');

/** `A = temperature`: what a letter of the table means. */
const explains = /^\S{1,12}\s*[=:]\s*\S/;

/** Whether cells say what letters stand for, in one column or in two, of which the first has letters of the table; one of them may be a title. */
function isLegend(cells: readonly Row[], others: readonly Row[]): boolean {
  const isIn = (cell: TableCell) => others.some((row) => row.includes(cell));
  const said = cells.filter(([first = '', second = '']) =>
    second === '' ? explains.test(String(first)) : isText(second) && isIn(first) && !isIn(second),
  );
  return said.length > 1 && cells.length - said.length < 2;
}

/** A table without a legend that stands left of it, before an empty column; `legend` is what it says. */
export function withoutLegend(
  lines: readonly Row[],
  places: readonly number[],
): { lines: readonly Row[]; places: readonly number[]; legend: readonly TableCell[] } {
  const none = { lines, places, legend: [] };
  const used = usedColumns(lines);
  const width = used.findIndex((column, i) => column !== i);
  if (width < 1 || width > 2 || used.length - width < 2) return none;
  const cells = lines.map((line) => line.slice(0, width)).filter((row) => !isEmpty(row));
  const others = lines.map((line) => line.slice(width));
  if (!isLegend(cells, others)) return none;
  const kept = others.flatMap((line, i) => (isEmpty(line) ? [] : [i]));
  return {
    lines: kept.map((i) => [...Array.from({ length: width }, () => ''), ...(others[i] as Row)]),
    places: places.length === 0 ? places : kept.map((i) => places[i] as number),
    legend: cells.map((row) => row.filter((cell) => cell !== '').join(' = ')),
  };
}

/** Rows without an empty cell, with nothing below them: their number. */
function fullRows(rows: readonly Row[]): number | undefined {
  const end = rows.findLastIndex((row) => !isEmpty(row)) + 1;
  return rows.slice(0, end).some((row) => row.includes('')) ? undefined : end;
}

/** A list of substances beside the runs: no result, and another number of rows, with texts that name them if there are fewer. */
function isList(names: readonly string[], left: readonly Row[], right: readonly Row[]): boolean {
  if (names.some((name) => namesResult(splitUnit(name).name))) return false;
  const end = fullRows(right);
  const runs = left.findLastIndex((row) => !isEmpty(row)) + 1;
  if (end === undefined || left.slice(0, runs).some(isEmpty)) return false;
  const labels = right.slice(0, end).map(([first]) => first);
  const areNames = labels.every((label) => isText(label)) && new Set(labels).size === end;
  return end > runs || (end < runs && areNames);
}

/** The rows of a table that another one, or its own end, is beside, behind an empty column. */
export interface AdjacentTable {
  readonly width: number;
  readonly rows: readonly Row[];
  /** Which of the rows before each comes from (from 0). */
  readonly from: readonly number[];
  readonly remark: string;
}

/** The lines of names and units: whether those behind the gap are the same again. */
const recur = (heads: readonly Row[], width: number, end: number): boolean =>
  end === 2 * width &&
  heads.every((line) => line.slice(width, end).every((cell, i) => cell === (line[i] ?? '')));

/**
 * A table without another one that is beside it, or with the rows that continue beside it under the same names.
 *
 * @param names  of the columns
 * @param heads  the lines of names and units, as the file has them
 * @param rows   below the names
 * @param used   columns of the sheet that the columns are in
 * @returns undefined where the columns behind the gap may belong to the same runs
 */
export function withoutAdjacentTable(
  names: readonly string[],
  heads: readonly Row[],
  rows: readonly Row[],
  used: readonly number[],
): AdjacentTable | undefined {
  const width = behindGap(names.length, used);
  if (width === undefined || rows.some((row) => !isEmpty(row.slice(names.length)))) return undefined;
  const left = rows.map((row) => row.slice(0, width));
  const right = rows.map((row) => row.slice(width, names.length));
  const [first, second] = [names.slice(0, width), names.slice(width)];
  const filled = (part: readonly Row[]) => part.flatMap((row, i) => (isEmpty(row) ? [] : [i]));
  if (recur(heads, width, names.length)) {
    const [above, below] = [filled(left), filled(right)];
    return {
      width,
      rows: [...above.map((i) => left[i] as Row), ...below.map((i) => right[i] as Row)],
      from: [...above, ...below],
      remark: `${list(first)} recur behind an empty column; the rows there were put below the others`,
    };
  }
  const hasResult = first.some((name) => namesResult(splitUnit(name).name));
  if (!hasResult || !isList(second, left, right)) return undefined;
  const from = filled(left);
  return {
    width,
    rows: from.map((i) => left[i] as Row),
    from,
    remark: `${list(second)} behind an empty column are another table, which is not read; remove the empty column to read them as columns`,
  };
}
