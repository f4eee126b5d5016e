import { createHash } from 'node:crypto';
import { createGenerator } from '../../src/engine/random/generator.ts';

/** A table as `bench/peers/predictive_tables.py` gives it; a categorical cell is the position of its value. */
export interface Table {
  readonly columns: readonly ('numeric' | 'categorical')[];
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  /** Where outputs can lie; only our model is told, as a session infers them from the unit. */
  readonly bounds?: readonly [low: number, high: number];
}

/** One fit: `n` training rows and the test rows that all sizes of a split share. */
export interface Case {
  readonly table: string;
  readonly n: number;
  readonly split: number;
  readonly train: readonly number[];
  readonly test: readonly number[];
  /** Fingerprint of the table and its split: a stored score holds for equal data only. */
  readonly data: string;
}

const SIZES = [10, 20, 40, 80];
/** Fewest and most test rows. */
const TEST = { least: 15, most: 100 };

/** Random splits by table and number; smaller training sets are the first rows of larger ones. */
export function casesOf(tables: Readonly<Record<string, Table>>, splits: number): Case[] {
  const cases: Case[] = [];
  const contents = new Map(
    Object.entries(tables).map(([name, { columns, X, y }]) => [name, JSON.stringify({ columns, X, y })]),
  );
  for (let split = 0; split < splits; split++) {
    for (const [table, { y }] of Object.entries(tables)) {
      const rows = createGenerator(`predictive/${table}/${split}`).shuffle([...y.keys()]);
      const sizes = SIZES.filter((n) => y.length - n >= TEST.least);
      const test = rows.slice(Math.max(...sizes)).slice(0, TEST.most);
      const data = createHash('sha256')
        .update(`${contents.get(table)} ${rows}`)
        .digest('hex')
        .slice(0, 8);
      for (const n of sizes) cases.push({ table, n, split, train: rows.slice(0, n), test, data });
    }
  }
  return cases;
}
