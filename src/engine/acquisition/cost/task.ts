import type { EncodedCostModel } from '../../cost/run-cost.ts';

/** Costs and budget of a search, in the units of the model. */
export interface CostTask {
  /** Over the columns of the task. */
  readonly model: EncodedCostModel;
  /** What amounts are counted in, for messages. */
  readonly units?: string;
  /** [d] encoded settings of the run before; absent: nothing is set up, changes are free. */
  readonly from?: Float64Array;
  /** A limit that no suggestion exceeds, and what is left of it. */
  readonly budget?: { readonly total: number; readonly remaining: number };
  /** Power of the cost in the score, 0 (ignore it) to 1; absent: as `exponentOf` has it. */
  readonly exponent?: number;
  /** What one output unit of improvement is worth; lets the answer say when to stop. */
  readonly valuePerUnit?: number;
}

/** What the suggested runs cost, in their order. */
export interface CostReport {
  /** [count] each after the one before it. */
  readonly costs: Float64Array;
  readonly total: number;
  readonly exponent: number;
  /** Least cost of one output unit of expected improvement among the candidates: what a unit must be worth to continue. */
  readonly breakEven: number;
  /** No candidate's expected gain beats its cost; null when the worth of a gain is not known. */
  readonly stop: boolean | null;
}
