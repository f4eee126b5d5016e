import type { DurationUnit, ImportColumnPatch } from '../../../contract/imports/imports.ts';
import type { KnownSession } from '../known-session.ts';
import { rowsOfRuns, type Table, type TableCell } from '../table.ts';
import { looseName, splitUnit } from './column-name.ts';
import { names } from './column-words.ts';

const seconds: Readonly<Record<DurationUnit, number>> = { h: 3600, min: 60, s: 1 };

const isDurationUnit = (unit: string | null | undefined): unit is DurationUnit =>
  unit != null && Object.hasOwn(seconds, unit);

/** `h:mm` and `h:mm:ss`. */
const form = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/;

/** Names of what takes a while; `Time` alone may be a time of day. */
const lasting = /(?:duration|dauer|durée|duración|\p{L}+[\s_-]*zeit|[\p{L}]+[\s_-]+time)(?:[^\p{L}]|$)/iu;
const ofDay = /(?:start|end|begin|stop|uhr|finish|created|measured|date)[\p{L}]*[\s_-]*(?:zeit|time)/iu;

/** Times that no clock shows. */
const beyondDay = /^(?:24:(?!00)|2[5-9]|[3-9]\d|\d{3,})[:\d]+$/;

/** A cell such as `1:30` in this unit; undefined where it is none. */
export function durationIn(cell: TableCell, unit: DurationUnit): number | undefined {
  const [, hours, minutes, rest = '0'] = (typeof cell === 'string' && form.exec(cell.trim())) || [];
  if (hours === undefined) return undefined;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)) / seconds[unit];
}

const amount = '(\\d+(?:[.,]\\d+)?)\\s*';
const part = (words: string): string => `(?:${amount}(?:${words})\\.?\\s*)?`;

/** `1 h 30 min`, `2 hours`, `1 d`, `90 s`: days, hours, minutes and seconds by their words. */
const worded = new RegExp(
  `^${part('d|days?|tage?|jours?')}${part('h|hrs?|hours?|std|stunden?|heures?')}${part('min|mins|minutes?|minuten|mn')}${part('s|secs?|seconds?|sek|sekunden?')}$`,
  'i',
);
/** `1h15`, `1 h 05m`, `1:15 h`. */
const hoursMinutes = /^(\d+)(?:\s*h\s*(\d{1,2})\s*m?|:([0-5]\d)\s*h)$/i;

const wordUnits = ['d', 'h', 'min', 's'] as const;
const wordSeconds = [86_400, 3600, 60, 1] as const;

/** A cell of words as seconds, and the units that it names, the longest first; undefined where it is none. */
function wordsIn(cell: TableCell): { total: number; units: readonly string[] } | undefined {
  // Most cells are numbers: without a letter there is no word.
  if (typeof cell !== 'string' || !/[a-z]/i.test(cell)) return undefined;
  const text = cell
    .trim()
    .replace(hoursMinutes, '$1 h $2$3 min')
    .replaceAll(/\s*(?:\band\b|\bund\b|\bet\b|&)\s*/gi, ' ');
  const parts = worded.exec(text)?.slice(1);
  if (parts === undefined) return undefined;
  const counts = parts.map((digits) => (digits === undefined ? undefined : Number(digits.replace(',', '.'))));
  return {
    total: counts.reduce<number>((sum, count = 0, i) => sum + count * (wordSeconds[i] as number), 0),
    units: wordUnits.filter((_, i) => counts[i] !== undefined),
  };
}

/** Seconds of a hundredth of an hour. Times that are no multiple of it, such as 20 min, are not exact in hours. */
const hundredthOfHour = 36;

/** Cells of a column that are not empty, without those of rows that sum the table up. */
const filledCells = (table: Table, column: number): TableCell[] =>
  rowsOfRuns(table)
    .map((row) => row[column] ?? '')
    .filter((cell) => cell !== '' && cell !== '-');

/**
 * The unit that durations in words begin with most often, or minutes where hours would not be exact. Undefined where fewer
 * than half of the cells are durations in words, or all of them name one unit alone.
 */
function wordsUnit(table: Table, column: number): DurationUnit | undefined {
  const filled = filledCells(table, column);
  const found = filled.flatMap((cell) => wordsIn(cell) ?? []);
  if (found.length === 0 || found.length * 2 < filled.length) return undefined;
  if (new Set(found.map(({ units }) => units.join())).size === 1 && found[0]?.units.length === 1)
    return undefined;
  const firsts = found.map(({ units: [first = 's'] }) => (first === 'd' ? 'h' : first));
  const frequency = (unit: string) => firsts.filter((one) => one === unit).length;
  const unit = (['h', 'min', 's'] as const).reduce((a, b) => (frequency(b) > frequency(a) ? b : a));
  return unit === 'h' && found.some(({ total }) => total % hundredthOfHour !== 0) ? 'min' : unit;
}

export const isDuration = (cell: TableCell): boolean => durationIn(cell, 's') !== undefined;

/** Whether every cell that is not empty is `h:mm`, and no ratio such as 1:10. */
function holdsTimes(table: Table, column: number): boolean {
  const filled = filledCells(table, column);
  return filled.length > 0 && filled.every(isDuration) && !names.ratio.test(table.columns[column] ?? '');
}

/** Whether a cell that is `h:mm` is no time of day. */
const exceedsDay = (table: Table, column: number): boolean =>
  filledCells(table, column).some((cell) => beyondDay.test(String(cell).trim()));

/**
 * Per column the unit in which its cells `h:mm` or `1 h 30 min` are durations: as said, as a variable of the session has
 * it, as the header has it, as most words begin, or minutes where the name is that of a duration or a cell exceeds
 * a day; null where they are no durations.
 */
export function durationsOf(
  table: Table,
  known: KnownSession,
  patches: readonly ImportColumnPatch[],
): (DurationUnit | null)[] {
  return table.columns.map((column, i) => {
    const patch = patches.find((one) => one.column === column);
    if (patch?.duration === null) return null;
    const inWords = wordsUnit(table, i);
    if (inWords === undefined && !holdsTimes(table, i)) return null;
    const { name, unit } = splitUnit(column);
    const called = patch?.name ?? name;
    const own = known.variables.find(
      ({ name: one }) => one === column || looseName(one) === looseName(called),
    )?.unit;
    if (isDurationUnit(own)) return own;
    if (patch?.duration !== undefined) return patch.duration;
    const written = unit ?? table.units[i];
    if (isDurationUnit(written)) return written;
    if (inWords !== undefined) return inWords;
    return (lasting.test(name) && !ofDay.test(name)) || exceedsDay(table, i) ? 'min' : null;
  });
}

/** The table with durations as numbers of their units. */
export function withDurations(table: Table, durations: readonly (DurationUnit | null)[]): Table {
  if (durations.every((unit) => unit === null)) return table;
  const rows = table.rows.map((row) =>
    row.map((cell, i) => {
      const unit = durations[i] ?? null;
      if (unit === null) return cell;
      const words = wordsIn(cell);
      return words === undefined ? (durationIn(cell, unit) ?? cell) : words.total / seconds[unit];
    }),
  );
  return { ...table, rows, units: table.units.map((unit, i) => durations[i] ?? unit) };
}

/** How durations were read, and what may be meant by times: of more than a day, or of the day. */
export function durationRemarks(
  table: Table,
  durations: readonly (DurationUnit | null)[],
  patches: readonly ImportColumnPatch[],
): string[] {
  const cellsOf = (at: number) => table.rows.map((row) => row[at] ?? '');
  const ofDay = table.columns.flatMap((column, at) => {
    const isSaid = patches.find((one) => one.column === column)?.duration !== undefined;
    return durations[at] === null && !isSaid && holdsTimes(table, at)
      ? `column '${column}' contains times of day; if they are durations (h:mm), set its duration to h, min or s`
      : [];
  });
  const long = table.columns.flatMap((column, at) => {
    const isLong = (cell: TableCell) => /^(?:2[4-9]|[3-9]\d|\d{3,}):\d\d$/.test(String(cell).trim());
    const example = durations[at] === null ? undefined : cellsOf(at).find(isLong);
    return example === undefined
      ? []
      : `column '${column}': '${example}' is read as h:mm; if it is min:s, set the duration to h and the unit to min`;
  });
  const inWords = table.columns.flatMap((column, at) => {
    const unit = durations[at] ?? null;
    if (unit === null) return [];
    const worded = cellsOf(at).flatMap((cell) => {
      const words = wordsIn(cell);
      return words === undefined ? [] : [{ cell, ...words }];
    });
    const { cell, total } =
      worded.find(({ units }) => units.length > 1) ?? worded.find(({ units }) => units[0] !== unit) ?? {};
    return total === undefined
      ? []
      : `column '${column}' contains durations in words: '${cell}' is read as ${Number((total / seconds[unit]).toPrecision(6))} ${unit}`;
  });
  return [...ofDay, ...long, ...inWords];
}
