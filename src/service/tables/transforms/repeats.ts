import type { ImportColumn } from '../../../contract/imports/imports.ts';
import { ValueError } from '../../../engine/errors.ts';
import { counted, list } from '../../../engine/words.ts';
import { looseName, splitUnit } from '../cells/column-name.ts';
import { rowsFrom, type Table, type TableCell } from '../table.ts';
import { spelled } from '../units/same-unit.ts';

/** What repeats differ in: `Yield 2`, `Yield_2`, `Yield (2)`, `Yield B`. */
const mark = /(?:[\s_.-]*[(#]?\d+\)?|[\s_.-]+([A-H]))$/i;

/** A name without the number or letter of a repeat. */
const stem = (column: string): string => splitUnit(column).name.replace(mark, '');

/** Whether letters of repeats are A, B, …; other letters name something (`Vitamin B`, `Vitamin C`). */
function isLettered(group: readonly ImportColumn[]): boolean {
  const letters = group.map(({ column }) => mark.exec(splitUnit(column).name)?.[1]);
  return (
    letters.every((letter) => letter === undefined) ||
    letters.every((letter, i) => letter?.toUpperCase() === 'ABCDEFGH'[i])
  );
}

/** Results in one unit that differ in a number or a letter alone: they may be repeats of one measurement. */
export function repeatGroups(columns: readonly ImportColumn[]): string[][] {
  const results = columns.filter(({ meaning }) => meaning === 'output');
  const groups = Map.groupBy(results, ({ column }) => looseName(stem(column)));
  const inOneUnit = (group: readonly ImportColumn[]): boolean =>
    new Set(group.flatMap(({ unit }) => (unit === null ? [] : [spelled(unit)]))).size < 2;
  const isMarked = ({ column }: ImportColumn): boolean => stem(column) !== splitUnit(column).name;
  return [...groups].flatMap(([name, group]) =>
    name.length < 2 ||
    group.length < 2 ||
    !group.some(isMarked) ||
    !isLettered(group) ||
    !inOneUnit(group) ||
    group.every(({ exists }) => exists)
      ? []
      : [group.map(({ column }) => column)],
  );
}

/** Places (from 0) of the columns that are named. */
function placesOf(table: Table, repeats: readonly string[]): number[] {
  const absent = repeats.filter((column) => !table.columns.includes(column));
  if (absent.length > 0)
    throw new ValueError(`repeats: the file has no column ${list(absent)}; it has ${list(table.columns)}`);
  if (new Set(repeats).size < repeats.length || repeats.length < 2)
    throw new ValueError(`repeats: expected two or more different columns, got ${list(repeats) || 'none'}`);
  return repeats.map((column) => table.columns.indexOf(column));
}

/** The name of the column that the repeats become, with the unit as the first of them writes it. */
function nameOf({ columns }: Table, at: readonly number[]): string {
  const [first = ''] = at.map((i) => columns[i] as string);
  const { name } = splitUnit(first);
  const bare = stem(first);
  const others = columns.filter((_, i) => !at.includes(i));
  const whole = bare === '' ? first : first.replace(name, bare);
  return others.includes(whole) ? first : whole;
}

/**
 * The table with a row for each repeat of a result, in place of a column. A repeat that was not measured has no row, unless
 * none of its run was.
 *
 * @throws ValueError the file has no such columns
 */
export function withRepeats(table: Table, repeats: readonly string[] | null | undefined): Table {
  if (repeats == null) return table;
  const at = placesOf(table, repeats);
  const [first = 0, ...others] = at;
  const dropped = new Set(others);
  const name = nameOf(table, at);
  const keep = <T>(cells: readonly T[]): T[] => cells.filter((_, i) => !dropped.has(i));
  const from: number[] = [];
  const rows = table.rows.flatMap((row, i) => {
    const values = at.map((k) => row[k] ?? '').filter((cell) => cell !== '');
    const shown = table.summary.has(i) || values.length === 0 ? [row[first] ?? ''] : values;
    return shown.map((value): TableCell[] => {
      from.push(i);
      return keep(row.map((cell, k) => (k === first ? value : cell)));
    });
  });
  const moved = (old: ReadonlySet<number>) =>
    new Set([...old].filter((i) => !dropped.has(i)).map((i) => i - others.filter((k) => k < i).length));
  return {
    ...table,
    columns: keep(table.columns.map((column, i) => (i === first ? name : column))),
    units: keep(table.units),
    rows,
    ...rowsFrom(table, from),
    results: moved(table.results),
    joined: moved(table.joined),
    settings: { ...table.settings, repeats: [...repeats] },
    remarks: [
      ...table.remarks,
      `${list(repeats)} are repeats of '${name}': ${counted(table.rows.length, 'row')} became ${rows.length}, one per value`,
    ],
  };
}
