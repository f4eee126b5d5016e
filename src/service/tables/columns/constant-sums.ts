import type { ImportColumn } from '../../../contract/imports/imports.ts';
import { list } from '../../../engine/words.ts';
import { numberIn } from '../cells/cell.ts';
import { rowsOfRuns, type Table } from '../table.ts';
import { spelled } from '../units/same-unit.ts';

/** What the parts of a mixture add up to, as shares or in per cent; shares are often rounded. */
const wholes = [1, 100];
const rounding = 2e-3;

/** Few runs add up to a whole by chance; the sums of the first ones are searched, and those of all compared. */
const fewestRuns = 3;
const searchedRuns = 100;
const mostSettings = 60;

type Values = readonly number[];

const isWhole = (values: Values, whole: number): boolean =>
  Math.abs(values.reduce((a, b) => a + b, 0) - whole) <= whole * rounding;

/** Places (from 0, end excluded) of the most settings side by side whose values add up to a whole in every run. */
function longestSum(
  runs: readonly Values[],
  count: number,
): { start: number; end: number; whole: number } | undefined {
  for (let width = count; width > 1; width--)
    for (let start = 0; start + width <= count; start++) {
      const end = start + width;
      const whole = wholes.find((one) => runs.every((run) => isWhole(run.slice(start, end), one)));
      if (whole !== undefined) return { start, end, whole };
    }
  return undefined;
}

/**
 * Columns that are the parts of a mixture.
 *
 * @param groups columns (from 0) that may be parts of one
 */
export function mixturesIn(
  table: Table,
  groups: readonly (readonly number[])[],
): { parts: readonly number[]; whole: number }[] {
  const made = rowsOfRuns(table);
  if (made.length < fewestRuns || groups.flat().length > mostSettings) return [];
  const valuesIn = (row: Table['rows'][number], of: readonly number[]): Values =>
    of.map((at) => numberIn(row[at], table.settings.decimal));
  return groups.flatMap((own) => {
    const first = made.slice(0, searchedRuns).map((row) => valuesIn(row, own));
    const found = longestSum(first, own.length);
    if (found === undefined) return [];
    const parts = own.slice(found.start, found.end);
    return made.every((row) => isWhole(valuesIn(row, parts), found.whole))
      ? [{ parts, whole: found.whole }]
      : [];
  });
}

/** New settings of one unit that are the parts of a mixture. Without a constraint suggestions do not keep their sum. */
export function constantSums(table: Table, columns: readonly ImportColumn[]): string[] {
  const parts = columns.flatMap((column, at) =>
    column.meaning === 'input' && column.type === 'real' && !column.exists && (column.min ?? -1) >= 0
      ? [{ column, at }]
      : [],
  );
  const groups = Map.groupBy(parts, ({ column }) => (column.unit === null ? null : spelled(column.unit)));
  const places = [...groups.values()].map((own) => own.map(({ at }) => at));
  return mixturesIn(table, places).map(
    ({ parts: summed, whole }) =>
      `${list(summed.map((at) => columns[at]?.name ?? ''))} add up to ${whole} in every run; to keep this sum in suggestions, add it as a constraint`,
  );
}
