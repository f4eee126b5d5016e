import type { PackedError } from '../jobs/errors.ts';
import type { ImportAnswer, ImportTask } from './describe.ts';

export type TableRequest = ImportTask;
export type TableReply = { readonly answer: ImportAnswer } | { readonly error: PackedError };
