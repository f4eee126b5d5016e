import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

export type Cell = string | number;
/** One line of a printed table and of the JSON: column → value. */
export type Row = Readonly<Record<string, Cell>>;

/** The machine in one line, for people, and as fields, for the JSON. */
function machine(): Readonly<Record<string, Cell>> {
  const cores = cpus();
  return {
    cpu: cores[0]?.model ?? 'unknown',
    cores: cores.length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    load: Number(loadavg()[0]?.toFixed(2)),
  };
}

/** The date, as results state it. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Four significant digits; counts as they are. */
function show(value: Cell): string {
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3
    ? value.toExponential(2)
    : String(Number(value.toPrecision(4)));
}

export function printTable(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => show(row[column] ?? '')));
  const widths = columns.map((column, c) =>
    Math.max(column.length, ...cells.map((line) => line[c]?.length ?? 0)),
  );
  const line = (values: readonly string[]) =>
    values.map((value, c) => value.padStart(widths[c] ?? 0)).join('  ');
  console.log(line(columns));
  for (const values of cells) console.log(line(values));
}

/** Collects the tables of one benchmark, prints each as it comes, and writes `bench/results/<name>.json` at the end. */
export class Report {
  readonly name: string;
  private readonly tables: Record<string, readonly Row[]> = {};
  private readonly notes: string[] = [];

  constructor(name: string) {
    this.name = name;
    console.log(`${name} — ${Object.values(machine()).join(' · ')}`);
  }

  table(title: string, rows: readonly Row[]): void {
    this.tables[title] = rows;
    printTable(title, rows);
  }

  note(text: string): void {
    this.notes.push(text);
    console.log(text);
  }

  /** @returns the path written */
  write(): string {
    const folder = new URL('../results/', import.meta.url);
    mkdirSync(folder, { recursive: true });
    const path = fileURLToPath(new URL(`${this.name}.json`, folder));
    const content = { name: this.name, machine: machine(), notes: this.notes, tables: this.tables };
    writeFileSync(path, `${JSON.stringify(content, undefined, 1)}\n`);
    console.log(`\nwritten: bench/results/${this.name}.json`);
    return path;
  }
}
