import { readCell } from '../cells/cell.ts';
import { isUnit, splitUnit } from '../cells/column-name.ts';
import type { Table, TableCell } from '../table.ts';

/** `85 (2)`: two numbers. */
const two = /^(\S.*?)\s+\(([^()]+)\)$|^(\d+)\((\d+)\)$/;

/** The number of a cell and that behind it in brackets. */
function numbersIn(cell: TableCell, decimal: '.' | ','): [string, string] | undefined {
  if (typeof cell === 'number') return undefined;
  const [, first, second, bare, behind] = two.exec(cell.trim()) ?? [];
  const [value, other] = [first ?? bare ?? '', second ?? behind ?? ''];
  const isAmount = (text: string) => ['number', 'censored'].includes(readCell(text, decimal).kind);
  return isAmount(value) && isAmount(other) ? [value, other] : undefined;
}

/** Names for both: `yield (ee)` names them; else the second is what is in brackets. */
function namesOf(column: string): [string, string] {
  const [, first, second] = /^(.*\S)\s*\(([^()]+)\)$/.exec(column.trim()) ?? [];
  const isNamed =
    first !== undefined && second !== undefined && !isUnit(second) && splitUnit(first).unit === null;
  return isNamed ? [first, second] : [column, `${splitUnit(column).name} in brackets`];
}

/** `85 (2)` in most cells of a column: the numbers in brackets are a column of their own, right of it. */
export function withBracketsApart(table: Table): Table {
  const { decimal } = table.settings;
  const at = table.columns.findIndex((_, i) => {
    const cells = table.rows
      .map((row) => row[i] ?? '')
      .filter((cell) => readCell(cell, decimal).kind !== 'missing');
    // Digits right behind a number are its error: `40.0(12)`.
    const isApart = (cell: TableCell) =>
      numbersIn(cell, decimal) !== undefined && readCell(cell, decimal).kind === 'text';
    const found = cells.filter(isApart);
    return found.length > 1 && found.length * 2 > cells.length;
  });
  if (at < 0) return table;
  const column = table.columns[at] as string;
  const names = namesOf(column);
  if (names.some((name, k) => table.columns.some((one, i) => one === name && (k === 1 || i !== at))))
    return table;
  const beside = <T>(list: readonly T[], first: T, second: T): T[] => list.toSpliced(at, 1, first, second);
  const rows = table.rows.map((row) => {
    const cell = row[at] ?? '';
    const [first, second] = numbersIn(cell, decimal) ?? [cell, ''];
    return beside(row, first, second);
  });
  const moved = (places: ReadonlySet<number>) => new Set([...places].map((i) => (i > at ? i + 1 : i)));
  const example = table.rows.find((row) => numbersIn(row[at] ?? '', decimal) !== undefined)?.[at];
  return withBracketsApart({
    ...table,
    columns: beside(table.columns, ...names),
    units: beside(table.units, table.units[at] ?? null, null),
    rows,
    results: moved(table.results),
    joined: moved(table.joined),
    remarks: [
      ...table.remarks,
      `column '${column}' has two numbers in a cell, such as '${example}': they are read as '${names[0]}' and '${names[1]}'; if the second is an error, choose noise for it`,
    ],
  });
}
