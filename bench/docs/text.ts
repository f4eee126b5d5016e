import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Cell } from '../support/report.ts';

/** What a benchmark left in bench/results. */
export interface Result {
  readonly machine: Readonly<Record<string, string | number>>;
  readonly notes: readonly string[];
  readonly tables: Readonly<Record<string, readonly ResultRow[]>>;
}

export type ResultRow = Readonly<Record<string, Cell | undefined>>;

export const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const read = (name: string): Result =>
  JSON.parse(readFileSync(fileOf(`bench/results/${name}.json`), 'utf8')) as Result;

/** A table of a result; fails where the benchmark calls it something else. */
export function tableIn({ tables }: Result, title: string): readonly ResultRow[] {
  const rows = tables[title];
  if (rows === undefined) throw new Error(`bench/results: there is no table '${title}'`);
  return rows;
}

/** Three significant digits, counts and words as they are; a dash for what was not measured. */
export function show(value: Cell | null | undefined): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3
    ? value.toExponential(2)
    : String(Number(value.toPrecision(3)));
}

/** A table of cells that are written already. */
export function grid(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** A table of rows, a column for each key in its order. */
export function tableOf(rows: readonly ResultRow[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return grid(
    columns,
    rows.map((row) => columns.map((column) => show(row[column]))),
  );
}

/** Processor, cores, runtime and load, in one sentence. */
export const machineOf = ({ machine: { cpu, cores, node, load } }: Result): string =>
  `${cpu}, ${cores} cores, Node ${node}, load ${load} at the end.`;

/** The notes of a benchmark, a sentence each. */
export const notesIn = ({ notes }: Result): string[] =>
  notes.map((note) => `${note[0]!.toUpperCase()}${note.slice(1)}.`);

export const notesOf = (result: Result): string => notesIn(result).join(' ');

/** A mean or ratio with its interval. */
export const withInterval = (value: string, low: string, high: string): string =>
  `${value} (${low} to ${high})`;
