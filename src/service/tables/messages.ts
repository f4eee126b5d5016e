import type { PackedError } from '../jobs/errors.ts';
import type { ImportAnswer, ImportedRows, ImportTask } from './describe.ts';

export type TableRequest = ImportTask;

/** Thread → server: first the answer without its rows, then some rows each time they are asked for. */
export type TableReply =
  | { readonly answer: ImportAnswer; readonly rows: number }
  | { readonly more: ImportedRows }
  | { readonly error: PackedError };
