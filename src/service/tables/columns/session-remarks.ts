import type { ImportColumn } from '../../../contract/imports/imports.ts';
import { list } from '../../../engine/words.ts';
import { readCell } from '../cells/cell.ts';
import { isUnit, splitUnit } from '../cells/column-name.ts';
import type { KnownSession } from '../known-session.ts';
import type { Table } from '../table.ts';
import { sessionUnit } from '../units/session-unit.ts';

/** What a file brings to a session that has variables already. */
function newNames(columns: readonly ImportColumn[], known: KnownSession): string[] {
  if (known.variables.length === 0) return [];
  const of = (meaning: string) =>
    columns.filter((one) => one.meaning === meaning && !one.exists).map(({ name }) => name);
  const said = (added: readonly string[], one: string, several: string) =>
    added.length === 0
      ? []
      : [`new in this session: ${list(added)} as ${added.length === 1 ? one : several}`];
  const outputs = known.targets.length === 0 ? [] : of('output');
  return [...said(of('input'), 'a variable', 'variables'), ...said(outputs, 'an objective', 'objectives')];
}

/** Numbers from 0 to 1 without a unit, in what the session has in per cent: they may be fractions. */
function fractions(table: Table, columns: readonly ImportColumn[], known: KnownSession): string[] {
  return columns.flatMap((column, i) => {
    const { min, max, meaning } = column;
    if ((meaning !== 'input' && meaning !== 'output') || sessionUnit(column, known) !== '%') return [];
    const isWritten =
      splitUnit(column.column).unit !== null ||
      table.units[i] !== null ||
      table.rows.some((row) => {
        const parsed = readCell(row[i] ?? '', table.settings.decimal);
        return parsed.kind === 'number' && parsed.unit !== null && isUnit(parsed.unit);
      });
    return isWritten || min === null || max === null || min < 0 || max > 1 || min === max
      ? []
      : `column '${column.column}': all numbers are from 0 to 1, and '${column.name}' is in %; if they are fractions, set the unit of the column to 'fraction' and convert them`;
  });
}

/** What a user may overlook where a file meets a session. */
export const sessionRemarks = (
  table: Table,
  columns: readonly ImportColumn[],
  known: KnownSession,
): string[] => [...newNames(columns, known), ...fractions(table, columns, known)];
