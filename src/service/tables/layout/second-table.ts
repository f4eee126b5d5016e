import { list } from '../../../engine/words.ts';
import { isNumber, isText } from '../cells/cell.ts';
import type { TableCell } from '../table.ts';

type Lines = readonly (readonly TableCell[])[];

const filledAt = (line: readonly TableCell[] | undefined): number[] =>
  (line ?? []).flatMap((cell, i) => (cell === '' ? [] : [i]));

/** Whether a line names columns: texts alone, most of them where the rows above and the line below have numbers. */
function namesColumns(lines: Lines, line: number, above: Lines, least: number): boolean {
  const at = filledAt(lines[line]);
  if (at.length < 2 || !at.every((i) => isText(lines[line]?.[i]))) return false;
  const over = at.filter((i) => isNumber(lines[line + 1]?.[i] ?? ''));
  const under = at.filter((i) => {
    const cells = above.map((row) => row[i] ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => isNumber(cell));
  });
  return over.length > 0 && under.length >= least;
}

/** Rows that numbers above a second table are looked for in. */
const linesSearched = 50;

/**
 * Where another table begins below a blank line, perhaps under a title: the index of its names, and that of its first line.
 *
 * @param from    index of the first row of the table
 * @param places  lines of the sheet; none where blank lines are unknown
 * @param isName  whether a line repeats the names of the table
 */
export function secondTable(
  lines: Lines,
  from: number,
  places: readonly number[],
  isName: (at: number) => boolean,
): { start: number; names: number } | undefined {
  for (let i = from + 1; i < places.length; i++) {
    if ((places[i] as number) - (places[i - 1] as number) < 2 || isName(i)) continue;
    const above = lines.slice(Math.max(from, i - linesSearched), i);
    const isTitle = filledAt(lines[i]).length === 1;
    const names = isTitle ? i + 1 : i;
    if (!isName(names) && namesColumns(lines, names, above, isTitle ? 1 : 2)) return { start: i, names };
  }
  return undefined;
}

/** That the other table is not read. */
export function otherRemarks(
  lines: Lines,
  places: readonly number[],
  other: ReturnType<typeof secondTable>,
): string[] {
  if (other === undefined) return [];
  const names = (lines[other.names] ?? []).filter((cell) => cell !== '');
  return [
    `another table (${list(names)}) begins in line ${places[other.start]}; it is not read; choose header row ${other.names + 1} to read it instead`,
  ];
}
