import { counted, list } from '../../../engine/words.ts';
import { findDecimal, numberIn, readCell } from '../cells/cell.ts';
import { isDuration } from '../cells/durations.ts';
import type { TableCell } from '../table.ts';
import { type Plates, platesIn, wellOf, wellTable } from './plates.ts';

type Lines = readonly (readonly TableCell[])[];

/** Readings of wells over time, as plate readers write them. */
interface Course {
  /** Lines (from 0) that it takes. */
  readonly start: number;
  readonly end: number;
  readonly times: readonly TableCell[];
  /** Well → its readings in the order of the times. */
  readonly wells: ReadonlyMap<string, readonly TableCell[]>;
}

/** Readings and wells from which on lines are a time course. */
const fewest = 3;

/** `T` is a temperature. */
const timeName = /^(?:[Kk]inetic )?(?:[Tt]ime|TIME|[Zz]eit|[Tt]emps|t)\s*(?:[[(/].*)?$/;

const isTime = (cell: TableCell | undefined): boolean =>
  cell !== undefined && cell !== '' && (isDuration(cell) || readCell(cell, '.').kind === 'number');

/** How many times follow one another from the second cell on. */
function countTimes(cells: readonly TableCell[]): number {
  const end = cells.findIndex((cell, i) => i > 0 && !isTime(cell));
  return (end < 0 ? cells.length : end) - 1;
}

/** Wells below one another, times beside one another; lines of cycles and temperatures stand around the times. */
function courseAcross(lines: Lines, at: number): Course | undefined {
  const line = lines[at] ?? [];
  const count = countTimes(line);
  if (count < fewest) return undefined;
  const first = lines.findIndex((one, i) => i > at && wellOf(one[0]) !== undefined);
  if (first < 0 || first > at + 3) return undefined;
  const wells = new Map<string, readonly TableCell[]>();
  let end = first;
  for (let well = wellOf(lines[end]?.[0]); well !== undefined; well = wellOf(lines[++end]?.[0]))
    wells.set(well, (lines[end] ?? []).slice(1, count + 1));
  const isCycle = /^cycle/i.test(String(lines[at - 1]?.[0] ?? ''));
  return wells.size < fewest
    ? undefined
    : { start: isCycle ? at - 1 : at, end, times: line.slice(1, count + 1), wells };
}

/** Times below one another, wells beside one another. */
function courseDown(lines: Lines, at: number): Course | undefined {
  const names = lines[at] ?? [];
  const places = names.flatMap((cell, i) => (wellOf(cell) === undefined ? [] : [i]));
  if (places.length < fewest) return undefined;
  let end = at + 1;
  while (isTime(lines[end]?.[0])) end++;
  const readings = lines.slice(at + 1, end);
  if (readings.length < fewest) return undefined;
  const wells = places.map(
    (i) => [wellOf(names[i]) as string, readings.map((line) => line[i] ?? '')] as const,
  );
  return { start: at, end, times: readings.map((line) => line[0] ?? ''), wells: new Map(wells) };
}

function coursesIn(lines: Lines): Course[] {
  const found: Course[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!timeName.test(String(lines[at]?.[0] ?? '').trim())) continue;
    const course = courseAcross(lines, at) ?? courseDown(lines, at);
    if (course === undefined) continue;
    found.push(course);
    at = course.end - 1;
  }
  return found;
}

/** First, highest and last reading of a well, as they are written. */
function summaryOf(readings: readonly TableCell[], decimal: '.' | ','): TableCell[] {
  const filled = readings.filter((cell) => cell !== '');
  const values = filled.map((cell) => numberIn(cell, decimal));
  const highest = values.indexOf(Math.max(...values.filter((value) => !Number.isNaN(value))));
  return [filled[0] ?? '', filled[highest] ?? '', filled.at(-1) ?? ''];
}

const more = (count: number): string => (count > 0 ? ` and ${count} more` : '');

export interface Wells {
  readonly lines: readonly (readonly TableCell[])[];
  readonly remarks: readonly string[];
  /** Columns (from 0) that are kept beside the last reading. */
  readonly joined: readonly number[];
  /** Columns (from 0) that are results. */
  readonly results: readonly number[];
}

/** The settings of the wells: a layout of the plate, or a table with a line per well; undefined where the file has none. */
function settingsOf(lines: Lines): Omit<Wells, 'joined'> | undefined {
  const layout = platesIn(lines, undefined);
  if (layout?.lines[0]?.[0] === 'Well') return { ...layout, remarks: layout.remarks.slice(0, 1) };
  const table = wellTable(lines);
  return table && { lines: table, remarks: [], results: [] };
}

/** A line per well of the settings, with the readings of that well behind them; what is left out has no settings. */
function withReadings(
  [head = [], ...settings]: Lines,
  [names = [], ...readings]: Lines,
): Pick<Wells, 'lines' | 'remarks'> {
  const read = new Map(readings.map(([well, ...cells]) => [String(well), cells]));
  const none = names.slice(1).map(() => '');
  const lines = settings.map((row) => [
    ...head.map((_, i) => row[i] ?? ''),
    ...(read.get(String(row[0])) ?? none),
  ]);
  for (const [well] of settings) read.delete(String(well));
  const left = [...read.keys()];
  const remark = `readings without settings are left out: ${list(left.slice(0, 5))}${more(left.length - 5)}`;
  return { lines: [[...head, ...names.slice(1)], ...lines], remarks: left.length === 0 ? [] : [remark] };
}

/** Plates as a table, with the settings that are in another table of the file by their wells. */
function withTable(plates: Plates, lines: Lines): Wells {
  const table = plates.lines[0]?.[0] === 'Well' ? wellTable(lines) : undefined;
  if (table === undefined) return { ...plates, joined: [] };
  const both = withReadings(table, plates.lines);
  const said = `the settings of the wells are those of the table with the column 'Well'`;
  return {
    lines: both.lines,
    joined: [],
    results: plates.results.map((at) => at + (table[0]?.length ?? 0) - 1),
    remarks: [...plates.remarks.slice(0, 1), said, ...both.remarks],
  };
}

/** Time courses as columns of a table with a line per well, beside the blocks of a layout where the file has some. */
function withCourses(lines: Lines, courses: readonly Course[], delimiter: string | null): Wells {
  const rest = lines.filter((_, i) => !courses.some(({ start, end }) => i >= start && i < end));
  const { decimal } = findDecimal(lines, delimiter);
  const number = (i: number) => (courses.length > 1 ? ` ${i + 1}` : '');
  const names = courses.flatMap((_, i) => ['First', 'Highest', 'Last'].map((name) => `${name}${number(i)}`));
  const wells = [...new Set(courses.flatMap((one) => [...one.wells.keys()]))];
  const readings = wells.map((well) => [
    well,
    ...courses.flatMap((one) => summaryOf(one.wells.get(well) ?? [], decimal)),
  ]);
  const settings = settingsOf(rest) ?? {
    lines: [['Well'], ...wells.map((well) => [well])],
    results: [],
    remarks: [
      "the settings of the wells are not in the file; add them below the readings: a table with the column 'Well' and a column per setting, or a layout of the plate per setting",
    ],
  };
  const both = withReadings(settings.lines, [['Well', ...names], ...readings]);
  const width = settings.lines[0]?.length ?? 0;
  const [course] = courses as [Course, ...Course[]];
  const times = `${counted(course.times.length, 'time')} (${course.times[0]} to ${course.times.at(-1)})`;
  return {
    lines: both.lines,
    joined: names.flatMap((name, i) => (name.startsWith('Last') ? [] : [width + i])),
    results: settings.results,
    remarks: [
      `a time course of ${counted(course.wells.size, 'well')} at ${times} became one run per well, with its first, highest and last reading; if it is not, choose variables in columns`,
      ...settings.remarks,
      ...both.remarks,
    ],
  };
}

/**
 * What plate readers write as a table with a line per well; undefined where each line is as it stands.
 *
 * @throws ValueError plates are wanted, and there is none
 */
export function wellsIn(
  lines: Lines,
  wanted: boolean | undefined,
  delimiter: string | null,
): Wells | undefined {
  const courses = wanted === false ? [] : coursesIn(lines);
  if (courses.length > 0) return withCourses(lines, courses, delimiter);
  const plates = platesIn(lines, wanted);
  return plates && withTable(plates, lines);
}
