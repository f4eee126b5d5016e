import type { DurationUnit, ImportColumnPatch } from '../../contract/imports.ts';
import { loose, splitUnit } from './column-name.ts';
import type { KnownSession } from './known-session.ts';
import type { Table, TableCell } from './table.ts';

const seconds: Readonly<Record<DurationUnit, number>> = { h: 3600, min: 60, s: 1 };

const isDurationUnit = (unit: string | null | undefined): unit is DurationUnit =>
  unit != null && Object.hasOwn(seconds, unit);

/** `h:mm` and `h:mm:ss`. */
const form = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/;

/** Names of what takes a while; `Time` alone may be a time of day. */
const lasting = /(?:duration|dauer|durée|duración|\p{L}+[\s_-]*zeit|[\p{L}]+[\s_-]+time)(?:[^\p{L}]|$)/iu;
const ofDay = /(?:start|end|begin|stop|uhr|finish|created|measured|date)[\p{L}]*[\s_-]*(?:zeit|time)/iu;

/** A cell such as `1:30` in this unit; undefined where it is none. */
export function durationIn(cell: TableCell, unit: DurationUnit): number | undefined {
  const [, hours, minutes, rest = '0'] = (typeof cell === 'string' && form.exec(cell.trim())) || [];
  if (hours === undefined) return undefined;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)) / seconds[unit];
}

export const isDuration = (cell: TableCell): boolean => durationIn(cell, 's') !== undefined;

/** Whether every cell that says something is `h:mm`. */
function holdsTimes(table: Table, column: number): boolean {
  const cells = table.rows.flatMap((row, i) => (table.summary.has(i) ? [] : [row[column] ?? '']));
  const filled = cells.filter((cell) => cell !== '' && cell !== '-');
  return filled.length > 0 && filled.every(isDuration);
}

/**
 * Per column the unit in which its cells `h:mm` are durations: as said, as a variable of the session has it, as the header
 * has it, or minutes where the name is that of a duration; null where they are no durations.
 */
export function durationsOf(
  table: Table,
  known: KnownSession,
  patches: readonly ImportColumnPatch[],
): (DurationUnit | null)[] {
  return table.columns.map((column, i) => {
    const patch = patches.find((one) => one.column === column);
    if (patch?.duration === null || !holdsTimes(table, i)) return null;
    const { name, unit } = splitUnit(column);
    const called = patch?.name ?? name;
    const own = known.variables.find(({ name: one }) => one === column || loose(one) === loose(called))?.unit;
    if (isDurationUnit(own)) return own;
    if (patch?.duration !== undefined) return patch.duration;
    const written = unit ?? table.units[i];
    if (isDurationUnit(written)) return written;
    return lasting.test(name) && !ofDay.test(name) ? 'min' : null;
  });
}

/** The table with durations as numbers of their units. */
export function withDurations(table: Table, durations: readonly (DurationUnit | null)[]): Table {
  if (durations.every((unit) => unit === null)) return table;
  const rows = table.rows.map((row) =>
    row.map((cell, i) => {
      const unit = durations[i] ?? null;
      return unit === null ? cell : (durationIn(cell, unit) ?? cell);
    }),
  );
  return { ...table, rows, units: table.units.map((unit, i) => durations[i] ?? unit) };
}

/** How times of more than a day are read: they may be minutes and seconds. */
export const longTimes = (table: Table, durations: readonly (DurationUnit | null)[]): string[] =>
  table.columns.flatMap((column, i) => {
    const long = table.rows
      .map((row) => row[i] ?? '')
      .find((cell) => /^(?:2[4-9]|[3-9]\d|\d{3,}):\d\d$/.test(String(cell).trim()));
    return long === undefined || durations[i] === null
      ? []
      : [
          `column '${column}': '${long}' is read as h:mm; if it is min:s, set the duration to h and the unit to min`,
        ];
  });

/** What to do about times that are taken for times of day. */
export const timesOfDay = (
  table: Table,
  durations: readonly (DurationUnit | null)[],
  patches: readonly ImportColumnPatch[],
): string[] =>
  table.columns.flatMap((column, i) =>
    durations[i] === null &&
    patches.find((one) => one.column === column)?.duration === undefined &&
    holdsTimes(table, i)
      ? [
          `column '${column}' holds times of day; if they are durations (h:mm), set its duration to h, min or s`,
        ]
      : [],
  );
