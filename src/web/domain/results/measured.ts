import {
  limitOf,
  limitSign,
  resultCell,
  sideInCell,
  sideOfLimit,
  valueOfLimit,
} from '../../../contract/experiments/censored.ts';
import type { Measured, Row } from '../../api/types.ts';
import { readNumber, writeNumber } from '../../text/numbers.ts';

/** A result as typed: a number, a limit such as `>99`, or nothing. */
export type ParsedResult =
  | { readonly value: Measured; readonly problem?: never }
  | { readonly value?: undefined; readonly problem: string };

/** Reads a result; an empty text means that it was not measured. */
export function readMeasured(text: string): ParsedResult {
  const plain = text.trim();
  if (plain === '') return { value: null };
  const sign = /^[<>≤≥]=?/.exec(plain)?.[0];
  const { value, problem } = readNumber(sign === undefined ? plain : plain.slice(sign.length));
  if (value === undefined) return { problem };
  if (sign === undefined) return { value };
  return { value: /[>≥]/.test(sign) ? { above: value } : { below: value } };
}

/** A result for an input field; `readMeasured` gives it back. */
export function writeMeasured(value: Measured): string {
  if (value === null) return '';
  if (typeof value === 'number') return writeNumber(value);
  return `${limitSign[sideOfLimit(value)]}${writeNumber(valueOfLimit(value))}`;
}

/** A recorded result. The column `Censored` names the objectives whose value is a limit, such as `yield >`. */
export function measuredIn(row: Row, target: string): Measured {
  const value = row[target];
  if (typeof value !== 'number') return null;
  const side = sideInCell(row['Censored'], target);
  return side === undefined ? value : limitOf(side, value);
}

/** Whether the column `Status` says that a run failed: `failed`, or `failed: catalyst decomposed`. */
export const isMarkedFailed = (row: Row): boolean => /^failed(?:$|:)/.test(String(row['Status'] ?? ''));

/** A row with another result typed in; a limit that was there is no longer. */
export function withResult(row: Row, target: string, value: Row[string] | undefined): Row {
  const sides = String(row['Censored'] ?? '')
    .split(', ')
    .filter((side) => side !== '' && side !== `${target} >` && side !== `${target} <`);
  return {
    ...row,
    [target]: value ?? null,
    ...('Censored' in row && { Censored: sides.join(', ') || null }),
  };
}

/** Rows as a file has them: limits in their cells instead of in a column of their own. */
export function rowsForFile(rows: readonly Row[], targets: readonly string[]): Row[] {
  return rows.map((row) => {
    if (row['Censored'] == null) return row;
    const { Censored: _, ...rest } = row;
    const limits = targets.flatMap((target) => {
      const value = measuredIn(row, target);
      if (value === null || typeof value === 'number') return [];
      return [[target, resultCell(valueOfLimit(value), sideOfLimit(value))] as const];
    });
    return { ...rest, ...Object.fromEntries(limits) };
  });
}

/** Results as a column of the numbers behind a figure; limits as texts such as `>99`. */
export const measuredColumn = (
  rows: readonly Row[],
  { name, label, unit }: { readonly name: string; readonly label: string; readonly unit: string | undefined },
) => ({
  name: label,
  unit,
  values: rows.map((row) => {
    const value = measuredIn(row, name);
    return typeof value === 'number' ? value : writeMeasured(value);
  }),
});
