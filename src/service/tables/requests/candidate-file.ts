import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import { list } from '../../../engine/words.ts';
import { checkedColumns, type ListColumn } from '../../candidate-columns.ts';
import { readCell } from '../cells/cell.ts';
import { isUnit } from '../cells/column-name.ts';
import { readTable } from '../layout/read-table.ts';
import type { Table, TableCell } from '../table.ts';
import { nameAndUnit, unitsOfVariables } from '../units/name-and-unit.ts';
import { isSameUnit } from '../units/same-unit.ts';
import { conversionOf, convertedCell } from '../units/unit-conversion.ts';
import { checkRepeated, variableColumns } from '../units/variable-columns.ts';
import { cellEnd } from './cell-end.ts';

/** A file of runs that may be proposed, and the variables that it must have. */
export interface CandidateFile {
  readonly bytes: Uint8Array;
  readonly settable: readonly StoredVariable[];
}

/** The list of a file as it crosses a thread border: many texts would hold up the thread that takes them. */
export interface PackedCandidates {
  readonly columns: readonly ListColumn[];
  /** Columns of no variable, their cells in one text. */
  readonly labels: readonly { readonly name: string; readonly text: string }[];
  /** What a user should know about how the file was read. */
  readonly warnings: readonly string[];
  /** Line of the sheet of each run. */
  readonly lines: Uint32Array | undefined;
}

/**
 * The columns of a file, those of the variables in their order.
 *
 * @throws ValueError it cannot be read, or a row does not fit the variables
 */
export async function readCandidates({ bytes, settable }: CandidateFile): Promise<PackedCandidates> {
  const table = await readTable(bytes);
  checkRepeated(table);
  const { rows, lines } = table;
  const settableNames = settable.map(({ name }) => name);
  const held = variableColumns(table.columns, settable);
  const names = table.columns.map((name, k) => held.get(k) ?? name);
  checkColumns(names, settableNames);
  if (rows.length === 0) throw new ValueError('candidates: the file has no row below its header');
  const numbers = numberColumns(table, held, settable);
  const named = rows.map((row) =>
    Object.fromEntries(
      names.map((name, k) => {
        const cell = row[k] ?? '';
        return [name, numbers.get(name)?.read(cell) ?? cell];
      }),
    ),
  );
  const work = checkedColumns(settable, named, (row) => (lines ? `line ${lines[row]}` : `row ${row + 1}`));
  for (;;) {
    const step = work.next();
    if (step.done) {
      const { columns, labels } = step.value;
      return {
        columns,
        labels: labels.map(({ name, values }) => ({ name, text: values.join(cellEnd) })),
        warnings: conversionWords(numbers, settable),
        lines: lines && Uint32Array.from(lines),
      };
    }
  }
}

/** Reads the numbers of one variable in its unit. */
interface NumberColumn {
  /** undefined: the cell holds no number, or one in a unit that is not the variable's by a sure factor. */
  readonly read: (cell: TableCell) => number | undefined;
  /** Units that were converted so far. */
  readonly converted: ReadonlySet<string>;
}

/** @param unit of the column; null: not said  @param expected that of the variable */
function numberColumn(unit: string | null, expected: string | null, decimal: '.' | ','): NumberColumn {
  const converted = new Set<string>();
  const read = (cell: TableCell): number | undefined => {
    const parsed = readCell(cell, decimal);
    if (parsed.kind !== 'number' || (parsed.unit !== null && !isUnit(parsed.unit))) return undefined;
    const own = parsed.unit ?? unit;
    if (own === null || expected === null || isSameUnit(own, expected)) return parsed.value;
    const how = conversionOf(own, expected);
    if (how === undefined) return undefined;
    converted.add(own);
    const inUnit = convertedCell(parsed, how);
    return inUnit.kind === 'number' ? inUnit.value : undefined;
  };
  return { read, converted };
}

/**
 * How the numbers of each variable are read, by its name.
 *
 * @throws ValueError a column is in another unit than its variable, and no factor between them is sure
 */
function numberColumns(
  { columns, units, settings }: Table,
  held: ReadonlyMap<number, string>,
  variables: readonly StoredVariable[],
): ReadonlyMap<string, NumberColumn> {
  const found = new Map<string, NumberColumn>();
  for (const [k, name] of held) {
    const variable = variables.find((one) => one.name === name);
    if (variable === undefined || variable.type === 'categorical') continue;
    const column = columns[k] as string;
    const expected = variable.unit ?? null;
    const unit =
      (column === name ? null : nameAndUnit(column, unitsOfVariables([variable])).unit) ?? units[k] ?? null;
    const isKnown = unit === null || expected === null || isSameUnit(unit, expected);
    if (!isKnown && conversionOf(unit, expected) === undefined) {
      throw new ValueError(
        `candidates: column '${column}' is in ${unit}, and the variable '${name}' in ${expected}; their conversion factor is not certain: convert the values, or name the column '${name}' if they are in ${expected}`,
      );
    }
    found.set(name, numberColumn(unit, expected, settings.decimal));
  }
  return found;
}

/** Which numbers were converted. */
const conversionWords = (
  numbers: ReadonlyMap<string, NumberColumn>,
  variables: readonly StoredVariable[],
): string[] =>
  variables.flatMap(({ name, unit }) =>
    [...(numbers.get(name)?.converted ?? [])].map(
      (own) => `values of '${name}' in ${own} were converted to ${unit}`,
    ),
  );

/** @throws ValueError the file lacks the column of a variable */
function checkColumns(columns: readonly string[], variables: readonly string[]): void {
  const missing = variables.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    throw new ValueError(
      `candidates: the file has no column for ${list(missing)}; it has ${list(columns)}, and needs a column for each variable that is set`,
    );
  }
}
