import type { ImportedRow } from '../../../contract/imports/imports.ts';

/** A row that is being read: what was found, and whether it is left out. */
export interface Draft extends Omit<ImportedRow, 'row'> {
  skip: boolean;
}

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
