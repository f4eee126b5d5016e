import type { ColumnMeaning } from '../../../contract/imports/imports.ts';
import type { ColumnFacts } from '../cells/column-facts.ts';
import type { Table } from '../table.ts';

/** What a column is taken for, and why in words. */
export interface Guess {
  readonly meaning: ColumnMeaning;
  readonly why: string;
}

/** The columns of a table: their names without units, and what their cells are. */
export interface Columns {
  readonly table: Table;
  readonly named: readonly string[];
  readonly facts: readonly ColumnFacts[];
}

const of =
  (meaning: Guess['meaning']) =>
  (why: string): Guess => ({ meaning, why });

export const [aNote, aResult, aSetting, anId] = [of('note'), of('output'), of('input'), of('id')];
