import { ShapeError } from '../errors.ts';
import { zeros } from '../linalg/zeros.ts';

/** Values and gradients at packed points; both are read before the next call, so buffers may be reused. */
export interface BatchEvaluation {
  /** [A] */
  readonly values: ArrayLike<number>;
  /** [A, P] */
  readonly gradients: ArrayLike<number>;
}

/** When a restart stops. */
export interface BatchLimits {
  /** Accepted steps per restart. Default 200. */
  readonly maxIterations?: number;
  /** Evaluations per restart. Default 400. */
  readonly maxEvaluations?: number;
  /** Stops a restart whose projected gradient is nowhere above this. Default 1e-5. */
  readonly gradientTolerance?: number;
  /** Stops a restart whose step gained, or is expected to gain, less than this times max(|f|, 1). Default 1e-9. */
  readonly valueTolerance?: number;
  /** The same, less than this whatever |f| is. Default 0. */
  readonly leastGain?: number;
  /** Largest coordinate change of any step. Default Infinity. */
  readonly maxStep?: number;
  readonly abandon?: Abandon;
}

/** `BatchLimits` where none are given. */
export const defaultLimits = {
  maxIterations: 200,
  maxEvaluations: 400,
  gradientTolerance: 1e-5,
  valueTolerance: 1e-9,
  leastGain: 0,
  maxStep: Number.POSITIVE_INFINITY,
};

export interface BatchProblem<Evaluation, Options> {
  /** [B, P] starts; those outside the bounds are moved onto them. */
  readonly x0: Float64Array;
  /** [P] each, ±Infinity for none. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** xs [A, P] packed points of the restarts `indexes` [A] that still run. */
  readonly evaluate: (xs: Float64Array, indexes: Int32Array) => Evaluation;
  readonly options?: Options;
}

/** Why a restart stopped; `invalid`: its start has no finite value. */
export type StopReason = 'gradient' | 'value' | 'iterations' | 'line-search' | 'abandoned' | 'invalid';

/** The current points of all restarts. */
export interface CurrentPoints {
  /** [B, P] */
  readonly x: Float64Array;
  /** [B] values there. */
  readonly values: Float64Array;
  /** [B] gain that the method's model expects of the next step of each. */
  readonly expected: Float64Array;
  /** [B, P, P] known part of the second derivatives there, for a method that has one. */
  readonly known?: Float64Array;
}

/** Called after each round for every restart that continues; true stops it there. */
export type Abandon = (restart: number, round: number, current: CurrentPoints) => boolean;

/** What many restarts share: their current points, and those to evaluate next. */
export interface BatchRun<Evaluation extends BatchEvaluation, Request> extends CurrentPoints {
  readonly B: number;
  readonly P: number;
  /** [B, P] next point of each restart. */
  readonly trial: Float64Array;
  /** xs [A, P] packed points of the restarts `indexes` [A] that still run; may hand out what it waits for, such as programs. */
  readonly evaluate: (xs: Float64Array, indexes: Int32Array) => Generator<Request, Evaluation, void>;
  /** Takes restart b from its trial, evaluated as entry a, to its next trial or its end. */
  readonly step: (b: number, evaluation: Evaluation, a: number) => StopReason | undefined;
  readonly abandon: Abandon | undefined;
}

export interface BatchResult {
  /** [B, P] best point of each restart. */
  readonly x: Float64Array;
  /** [B] value there; Infinity for an invalid restart. */
  readonly values: Float64Array;
  /** Restart with the smallest value. */
  readonly best: number;
  /** Points evaluated, all restarts together. */
  readonly evaluations: number;
  /** Calls of `evaluate`. */
  readonly rounds: number;
  readonly reasons: readonly StopReason[];
}

/**
 * Numbers of restarts B and of coordinates P, from starts x0 [B, P] and bounds [P].
 *
 * @throws ShapeError starts and bounds do not fit each other
 */
export function sizesOf(
  who: string,
  { x0, lower, upper }: { x0: Float64Array; lower: Float64Array; upper: Float64Array },
): { readonly B: number; readonly P: number } {
  const P = lower.length;
  if (P === 0 || upper.length !== P || x0.length % P !== 0 || x0.length === 0) {
    throw new ShapeError(
      `${who}: expected starts [B, ${P}] and bounds [${P}], got ${x0.length} and ${upper.length} numbers`,
    );
  }
  return { B: x0.length / P, P };
}

/** The starts [B, P], moved onto the bounds where they are outside. */
export function onBounds(x0: Float64Array, lower: Float64Array, upper: Float64Array): Float64Array {
  const P = lower.length;
  const moved = zeros(x0.length);
  for (let i = 0; i < x0.length; i++) moved[i] = Math.min(upper[i % P], Math.max(lower[i % P], x0[i]));
  return moved;
}

/** Runs all restarts to their ends: one call of `evaluate` per round for those that have not ended. */
export function* driveBatch<Evaluation extends BatchEvaluation, Request>(
  run: BatchRun<Evaluation, Request>,
): Generator<Request, BatchResult, void> {
  const { B, P, x, values, trial, evaluate, step, abandon } = run;
  const reasons: StopReason[] = new Array<StopReason>(B).fill('iterations');
  let active = Int32Array.from({ length: B }, (_, b) => b);
  let packed = zeros(B * P);
  let evaluations = 0;
  let rounds = 0;
  while (active.length > 0) {
    for (let a = 0; a < active.length; a++) {
      const from = active[a] * P;
      for (let k = 0; k < P; k++) packed[a * P + k] = trial[from + k];
    }
    const evaluation = yield* evaluate(packed, active);
    evaluations += active.length;
    rounds++;
    let left = 0;
    const next = active.slice();
    for (let a = 0; a < active.length; a++) {
      const b = active[a];
      const reason = step(b, evaluation, a);
      if (reason !== undefined) reasons[b] = reason;
      else if (abandon?.(b, rounds, run)) reasons[b] = 'abandoned';
      else next[left++] = b;
    }
    if (left < active.length) {
      active = next.slice(0, left);
      packed = packed.subarray(0, left * P);
    }
  }
  let best = 0;
  for (let b = 1; b < B; b++) if (values[b] < values[best]) best = b;
  return { x, values, best, evaluations, rounds, reasons };
}
