import { choleskyLower, inverseFromFactor, logDeterminant } from '../../../linalg/cholesky.ts';
import { addInformation, sandwich, traceOfProduct } from '../../../linalg/products.ts';
import { modelMatrix } from '../model/coding.ts';
import type { DesignProblem } from './problem.ts';

/** What an information matrix gives: its inverse, and for a trace criterion B = C·W·C. */
export interface InverseInformation {
  readonly C: Float64Array;
  readonly B?: Float64Array | undefined;
  trace: number;
  readonly value: number;
}

/** Everything from scratch; undefined where singular. */
export function inverseInformation(
  problem: DesignProblem,
  rows: Float64Array,
): InverseInformation | undefined {
  const p = problem.model.columns.length;
  const M = addInformation(problem.fixedInformation.slice(), modelMatrix(problem.model, rows), p);
  const L = choleskyLower(M, p);
  if (L === undefined) return undefined;
  const C = inverseFromFactor(L, p);
  if (problem.weights === undefined) return { C, trace: 0, value: logDeterminant(L, p) };
  const trace = traceOfProduct(C, problem.weights);
  return { C, B: sandwich(C, problem.weights, p), trace, value: -trace };
}

/** Value of a design from scratch: log det M or −trace(W·M⁻¹); NaN when singular. */
export function designValue(problem: DesignProblem, rows: Float64Array): number {
  return inverseInformation(problem, rows)?.value ?? Number.NaN;
}
