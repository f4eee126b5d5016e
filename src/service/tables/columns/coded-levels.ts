import type { ImportColumn } from '../../../contract/imports/imports.ts';
import { numberIn } from '../cells/cell.ts';
import { rowsOfRuns, type Table } from '../table.ts';

/** Columns and rows that are compared at most. */
const mostColumns = 100;
const mostRows = 1000;

/** The farthest axial point of the usual designs, in units of half the range. */
const farthest = 3;

interface Numbers {
  readonly column: string;
  readonly values: readonly number[];
}

function numbersOf(table: Table, { column }: ImportColumn, at: number): Numbers[] {
  const rows = rowsOfRuns(table).slice(0, mostRows);
  const values = rows.map((row) => numberIn(row[at], table.settings.decimal));
  return values.length > 2 && !values.some(Number.isNaN) ? [{ column, values }] : [];
}

/** Levels of a design in units of half the range: as far below 0 as above. */
const isCoded = ({ values }: Numbers): boolean => {
  const high = values.reduce((a, b) => Math.max(a, b));
  const low = values.reduce((a, b) => Math.min(a, b));
  return high > 0 && high <= farthest && low === -high;
};

/** Whether the actual values are the coded ones on another scale. */
function isScaled({ values: coded }: Numbers, { values: actual }: Numbers): boolean {
  const [first, other] = [0, coded.findIndex((value) => value !== coded[0])];
  const from = actual[first] as number;
  const slope = ((actual[other] as number) - from) / ((coded[other] as number) - (coded[first] as number));
  const tolerance = 1e-6 * Math.abs(slope);
  return (
    slope !== 0 &&
    actual.every(
      (value, i) =>
        Math.abs(value - from - slope * ((coded[i] as number) - (coded[first] as number))) <= tolerance,
    )
  );
}

/** Coded levels of a design beside its actual values: a model would take them for two settings. */
export function codedLevels(table: Table, columns: readonly ImportColumn[]): string[] {
  const settings = columns
    .flatMap((column, at) =>
      column.meaning === 'input' && !column.exists && column.type !== 'categorical' ? [{ column, at }] : [],
    )
    .slice(0, mostColumns)
    .flatMap(({ column, at }) => numbersOf(table, column, at));
  return settings.filter(isCoded).flatMap((coded) => {
    const actual = settings.find((one) => one !== coded && !isCoded(one) && isScaled(coded, one));
    return actual === undefined
      ? []
      : `column '${coded.column}' contains the levels of '${actual.column}' in coded form and is a separate input; read it as a note if they are one setting`;
  });
}
