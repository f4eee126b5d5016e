import { runColumns, unitsMark } from '../../../contract/experiments/bookkeeping.ts';
import { isVariableSheet } from '../../../contract/variables/variable-sheet.ts';
import type { TableCell } from '../table.ts';
import type { Sheet } from './sheets.ts';

const always = runColumns.filter((name) => name !== 'Noise');

/** Whether this server exported a table: it has the bookkeeping columns of every export. */
export const isExported = (columns: readonly TableCell[]): boolean =>
  always.every((name) => columns.includes(name));

/** Whether the line below the names of an exported table is that of its units. */
export const isExportedUnits = (
  names: readonly TableCell[],
  line: readonly TableCell[] | undefined,
): boolean => isExported(names) && line?.[names.indexOf('ProvenanceId')] === unitsMark;

/** The sheets of a workbook without that of its variables, and that one. */
export function variableSheetApart<T extends Sheet>(
  sheets: readonly T[],
): { tables: readonly T[]; ofVariables: T | undefined } {
  const ofVariables = sheets.find(({ sheet, data }) => isVariableSheet(sheet, data[0]));
  return { tables: sheets.filter((one) => one !== ofVariables), ofVariables };
}
