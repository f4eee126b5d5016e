import { isUnit, splitUnit } from '../cells/column-name.ts';
import { names } from '../cells/column-words.ts';
import type { Table } from '../table.ts';
import { distinctIn, namesUnits, textIn } from './stacked-parts.ts';

/** The column (from 0) of a column of units beside it: the one on its left, where that has numbers without a unit. */
function measuredBy({ columns, units }: Table, at: number): number | undefined {
  const left = at - 1;
  const name = columns[left];
  return name === undefined || splitUnit(name).unit !== null || units[left] !== null ? undefined : left;
}

/** Whether a column may hold the units of the one on its left: `Unit`, `Conc. units` beside `Conc.`, or no name. */
const holdsUnits = (column: string, left: string | undefined): boolean =>
  namesUnits(column) ||
  names.unnamed.test(column) ||
  (left !== undefined && column.startsWith(left) && namesUnits(column.slice(left.length).trim()));

/**
 * The table with the units of its columns `Unit`, each right of the numbers that are in it. A column with several units
 * has them in its cells.
 */
export function withUnitColumns(table: Table): Table {
  const rows = table.rows.map((row) => [...row]);
  const units = [...table.units];
  table.columns.forEach((column, at) => {
    const left = holdsUnits(column.replace(/ \(\d+\)$/, ''), table.columns[at - 1])
      ? measuredBy(table, at)
      : undefined;
    const found = [...distinctIn(table.rows, at)].filter((text) => text !== '');
    const [first, ...more] = found;
    if (left === undefined || first === undefined || !found.every(isUnit)) return;
    if (more.length === 0) units[left] = first;
    else
      for (const row of rows) {
        const [value, unit] = [row[left] ?? '', textIn(row, at)];
        if (value !== '' && unit !== '') row[left] = `${value} ${unit}`;
      }
  });
  return { ...table, rows, units };
}
