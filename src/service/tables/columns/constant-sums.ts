import type { ImportColumn } from '../../../contract/imports.ts';
import { list } from '../../../engine/words.ts';
import { readCell } from '../cells/cell.ts';
import type { Table } from '../table.ts';
import { spelled } from '../units/same-unit.ts';

/** What the parts of a mixture add up to, as shares or in per cent; shares are often rounded. */
const wholes = [1, 100];
const rounding = 2e-3;

/** Settings and runs: few runs add up to a whole by chance. */
const mostSettings = 60;
const fewestRuns = 3;

/** Places (from 0, end excluded) of the most settings side by side whose values add up to a whole in every run. */
function longestSum(
  runs: readonly (readonly number[])[],
  count: number,
): { start: number; end: number; whole: number } | undefined {
  for (let width = count; width > 1; width--)
    for (let start = 0; start + width <= count; start++) {
      const end = start + width;
      const sumOf = (run: readonly number[]) => run.slice(start, end).reduce((a, b) => a + b, 0);
      const whole = wholes.find((one) => runs.every((run) => Math.abs(sumOf(run) - one) <= one * rounding));
      if (whole !== undefined) return { start, end, whole };
    }
  return undefined;
}

/** New settings of one unit that are the parts of a mixture. Without a constraint suggestions do not keep their sum. */
export function constantSums({ rows, summary, settings }: Table, columns: readonly ImportColumn[]): string[] {
  const parts = columns.flatMap((column, at) =>
    column.meaning === 'input' && column.type === 'real' && !column.exists && (column.min ?? -1) >= 0
      ? [{ column, at }]
      : [],
  );
  const made = rows.filter((_, i) => !summary.has(i));
  if (made.length < fewestRuns || parts.length > mostSettings) return [];
  const groups = Map.groupBy(parts, ({ column }) => (column.unit === null ? null : spelled(column.unit)));
  return [...groups.values()].flatMap((own) => {
    const runs = made.map((row) =>
      own.map(({ at }) => {
        const cell = readCell(row[at] ?? '', settings.decimal);
        return cell.kind === 'number' ? cell.value : Number.NaN;
      }),
    );
    const found = longestSum(runs, own.length);
    return found === undefined
      ? []
      : [
          `${list(own.slice(found.start, found.end).map(({ column }) => column.name))} add up to ${found.whole} in every run; to keep this sum in suggestions, add it as a constraint`,
        ];
  });
}
