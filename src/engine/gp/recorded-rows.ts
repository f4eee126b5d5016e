import type { CensoredRows } from './censoring/censored.ts';
import type { Bounds } from './transforms/bounds.ts';

/** Recorded rows, encoded: plain data, so that it crosses threads. */
export interface RecordedRows {
  /** [n, d] raw inputs, one column per variable in model order; a category as its position. */
  readonly X: Float64Array;
  readonly n: number;
  readonly d: number;
  /** Which columns are categorical. */
  readonly categorical: readonly boolean[];
  /** One [n] array per objective, raw units; NaN where it was not measured. */
  readonly outputs: readonly Float64Array[];
  /** Per objective: rows whose output is a limit; absent where all are measured. */
  readonly censored?: readonly (CensoredRows | null)[];
  /** Per objective: where its outputs can lie, for models of recipe `auto`; absent where none is bounded. */
  readonly outputBounds?: readonly (Bounds | null)[];
  /** [n] noise variances in squared output units, shared by all objectives; absent when noise is learned. */
  readonly noise?: Float64Array;
}
