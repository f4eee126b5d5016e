import type { ColumnMeaning } from '../../../contract/imports.ts';

/** What a column is taken for, and why in words. */
export interface Guess {
  readonly meaning: ColumnMeaning;
  readonly why: string;
}
