import { limitSign } from '../../../contract/experiments/censored.ts';
import { type ParsedCell, readCell } from '../cells/cell.ts';
import { unitIn } from '../cells/column-facts.ts';
import type { Table, TableCell } from '../table.ts';
import { isSameUnit } from '../units/same-unit.ts';
import { type Conversion, conversionOf, convertedCell } from '../units/unit-conversion.ts';

type Measured = Extract<ParsedCell, { kind: 'number' | 'censored' }>;

/** A cell of a column and what it says, where that is an amount. */
interface Amount {
  readonly row: number;
  readonly parsed: Measured;
}

function amountsOf({ rows, settings }: Table, at: number): { amounts: Amount[]; texts: number } {
  const amounts: Amount[] = [];
  let texts = 0;
  rows.forEach((row, i) => {
    const parsed = readCell(row[at] ?? '', settings.decimal);
    if (parsed.kind === 'number' || parsed.kind === 'censored') amounts.push({ row: i, parsed });
    else if (parsed.kind === 'text') texts++;
  });
  return { amounts, texts };
}

/** The unit that most cells have; of several, the first. */
function commonest(units: readonly string[]): string | undefined {
  const counts = Map.groupBy(units, (unit) => unit);
  return [...counts.keys()].toSorted(
    (a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0),
  )[0];
}

const isFactor = (how: Conversion | undefined): boolean => how?.before === 0 && how.after === 0;

const isTime = (unit: string): boolean => conversionOf(unit, 's') !== undefined;

/**
 * The unit that all cells of a column are read in, where they have several of one kind: the column's own, else that of most
 * cells. Undefined where there is nothing to convert, or a factor is not sure, or a number may be in either unit. Durations
 * are read elsewhere, and temperatures are asked about: K beside °C is often a slip.
 */
function unitFor(table: Table, at: number, amounts: readonly Amount[]): string | undefined {
  const units = amounts.flatMap(({ parsed: { unit } }) => (unit === null ? [] : [unit]));
  const own = unitIn(table, at);
  const to = own ?? (units.length === amounts.length ? commonest(units) : undefined);
  if (to === undefined || isTime(to)) return undefined;
  const others = units.filter((unit) => !isSameUnit(unit, to));
  return others.length > 0 && others.every((unit) => isFactor(conversionOf(unit, to))) ? to : undefined;
}

/** An amount as a cell. */
function written({ kind, value, ...more }: Measured, unit: string, decimal: '.' | ','): string {
  const text = (amount: number): string => String(amount).replace('.', decimal);
  const side = 'side' in more ? limitSign[more.side] : '';
  const error = 'error' in more && more.error !== null ? ` ± ${text(more.error)}` : '';
  return `${side}${text(value)}${error} ${unit}`;
}

/** `250 mg` beside `0.5 g`: a column with several units of one kind has all its amounts in one of them. */
export function withOneUnit(table: Table): Table {
  const { decimal } = table.settings;
  const rows: TableCell[][] = table.rows.map((row) => [...row]);
  const remarks: string[] = [];
  table.columns.forEach((column, at) => {
    const { amounts, texts } = amountsOf(table, at);
    const to = amounts.length > texts ? unitFor(table, at, amounts) : undefined;
    if (to === undefined) return;
    const others = amounts.filter(({ parsed: { unit } }) => unit !== null && !isSameUnit(unit, to));
    for (const { row, parsed } of others) {
      const how = conversionOf(parsed.unit as string, to);
      (rows[row] as TableCell[])[at] = written(convertedCell(parsed, how) as Measured, to, decimal);
    }
    const [first] = others as [Amount];
    const [before, after] = [table.rows[first.row]?.[at], rows[first.row]?.[at]];
    remarks.push(
      `column '${column}' has several units: '${before}' is read as ${after}${others.length > 1 ? `, and ${others.length - 1} more like it` : ''}`,
    );
  });
  return remarks.length === 0 ? table : { ...table, rows, remarks: [...table.remarks, ...remarks] };
}
