import type { Backend } from '../../src/engine/compute/backend.ts';

/** A call with an answer that does not depend on the clock, on chance or on what ran before. */
export interface Row {
  /** `family/member/case`; families and members can be re-recorded together. */
  readonly name: string;
  /** Relative tolerance on `native`; what a search ends at differs more than what is computed in one pass. */
  readonly tolerance: number;
  answer(backend: Backend): unknown;
}

/** Rows of one family with one tolerance. */
export const family =
  (tolerance: number) =>
  (name: string, answer: Row['answer']): Row => ({ name, tolerance, answer });
