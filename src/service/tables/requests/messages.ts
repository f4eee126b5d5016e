import type { SerializedError } from '../../jobs/errors.ts';
import type { CandidateFile, PackedCandidates } from './candidate-file.ts';
import type { ImportAnswer, ImportedRows, ImportTask } from './describe.ts';

export type TableRequest = ImportTask | CandidateFile;

/** Server → thread: a file, or that some more of its rows are wanted. */
export type TableMessage = TableRequest | 'more';

/** Thread → server: the columns of a candidate list; else first the answer without its rows, then some rows each time they are asked for. */
export type TableReply =
  | PackedCandidates
  | { readonly answer: ImportAnswer; readonly rows: number }
  | { readonly more: ImportedRows }
  | { readonly error: SerializedError };
