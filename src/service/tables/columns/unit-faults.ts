import type { ImportColumn } from '../../../contract/imports/imports.ts';
import { type KnownSession, sessionUnit } from '../known-session.ts';
import { isSameUnit } from '../units/same-unit.ts';

/** Values in another unit would be recorded as they are, and be wrong. */
function unitFault(column: ImportColumn, known: KnownSession): string[] {
  const { unit, name, meaning, convert, converts_to: to } = column;
  const expected = sessionUnit(column, known);
  if ((convert && to !== null) || unit === null || expected === null || isSameUnit(unit, expected)) return [];
  const what = meaning === 'input' ? 'variable' : 'objective';
  const how =
    to !== null
      ? `choose to convert the values to ${expected}`
      : `their conversion factor is not certain: convert the values in the file`;
  return [
    `column '${column.column}' is in ${unit}, and the ${what} '${name}' in ${expected}; ${how}, or set the unit of the column to ${expected} if they are in it`,
  ];
}

/** Columns whose values are in another unit than the session's, and noise that would stay in it. */
export function unitFaults(columns: readonly ImportColumn[], known: KnownSession): string[] {
  const measured = columns.filter(({ meaning }) => meaning === 'input' || meaning === 'output');
  const output = measured.find(({ meaning, convert, converts_to }) => {
    return meaning === 'output' && convert && converts_to !== null;
  });
  const noise = columns.find(({ meaning }) => meaning === 'noise');
  return [
    ...measured.flatMap((column) => unitFault(column, known)),
    ...(output !== undefined && noise !== undefined
      ? [
          `column '${output.column}' is converted, and the noise in column '${noise.column}' is not; convert both in the file, or leave the noise out`,
        ]
      : []),
  ];
}
