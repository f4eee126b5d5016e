import type { Cell, Inputs } from '../../contract/common.ts';

/** A row that is being read: what was found, and whether it is still to be recorded. */
export interface Draft {
  inputs: Inputs;
  /** Objective → value; null: not measured. A censored value is its limit. */
  outputs: Record<string, number | null>;
  censored: Record<string, 'above' | 'below'>;
  failed: boolean;
  noise: number | null;
  iteration: number | null;
  reason: string | null;
  provenanceId: string | null;
  extras: Record<string, Cell>;
  skip: boolean;
}

/** One run of the file, ready to be recorded; `row` of the file counts from 1. */
export type ImportedRow = Readonly<Omit<Draft, 'skip'>> & { readonly row: number };

export const emptyDraft = (): Draft => ({
  inputs: {},
  outputs: {},
  censored: {},
  failed: false,
  noise: null,
  iteration: null,
  reason: null,
  provenanceId: null,
  extras: {},
  skip: false,
});
