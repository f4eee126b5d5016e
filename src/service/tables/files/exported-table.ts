import { runColumns, unitsMark, variableSheet } from '../../../contract/bookkeeping.ts';
import type { ExportedVariable, TableCell } from '../table.ts';
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

/** Whether a sheet of an exported workbook is that of its variables. */
const isVariableSheet = ({ sheet, data: [first = []] }: Sheet): boolean =>
  sheet === variableSheet.name && variableSheet.always.every((column) => first.includes(column));

/** The sheets of a workbook without that of its variables, and that one. */
export function variableSheetApart<T extends Sheet>(
  sheets: readonly T[],
): { tables: readonly T[]; ofVariables: T | undefined } {
  const ofVariables = sheets.find(isVariableSheet);
  return { tables: sheets.filter((one) => one !== ofVariables), ofVariables };
}

const types = ['real', 'integer', 'discrete', 'categorical'] as const;
const changes = ['hard', 'very_hard'] as const;

/** The variables of that sheet, by their names; of ranges only those that a range can have. */
export function exportedVariables({ data }: Sheet): ReadonlyMap<string, ExportedVariable> {
  const found = new Map<string, ExportedVariable>();
  const [names = [], ...lines] = data;
  const lastColumn = names.indexOf(variableSheet.always.at(-1));
  for (const line of lines) {
    const of = (column: (typeof variableSheet.columns)[number]) =>
      names.includes(column) ? line[names.indexOf(column)] : undefined;
    const [name, kind, low, high, step, text] = [
      of('Name'),
      of('Type'),
      of('Lowest'),
      of('Highest'),
      of('Step'),
      of('Description'),
    ];
    const type = types.find((one) => one === String(kind).replace(variableSheet.observed, ''));
    if (typeof name !== 'string' || type === undefined) continue;
    const isRange = typeof low === 'number' && typeof high === 'number' && low < high;
    const listed = line.slice(lastColumn);
    const change = changes.find((one) => one === of('Changes'));
    found.set(name, {
      type,
      role: String(kind).endsWith(variableSheet.observed) ? 'observed' : 'controllable',
      ...(isRange && { bounds: [low, high] }),
      ...(typeof step === 'number' && step > 0 && { step }),
      ...(of('Scale') === 'log' && { scale: 'log' }),
      ...(change !== undefined && { changes: change }),
      ...(typeof text === 'string' && text !== '' && { description: text }),
      categories: listed.flatMap((text) => (text === null || text === '' ? [] : [String(text)])),
      allowed_values: listed.filter((value) => typeof value === 'number'),
    });
  }
  return found;
}
