import type { ColumnMeaning } from '../../../contract/imports.ts';

/** What a column is taken for, and why in words. */
export interface Guess {
  readonly meaning: ColumnMeaning;
  readonly why: string;
}

const of =
  (meaning: Guess['meaning']) =>
  (why: string): Guess => ({ meaning, why });

export const [aNote, aResult, aSetting, anId] = [of('note'), of('output'), of('input'), of('id')];
