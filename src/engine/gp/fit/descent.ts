import type { Steps } from '../../compute/lockstep.ts';
import type { Abandon, BatchResult, StopReason } from '../../optim/batch.ts';
import { type CurvaturePairs, minimizeSteps } from '../../optim/lbfgs.ts';
import { type CurvedEvaluation, minimizeCurved } from '../../optim/structured-newton.ts';
import type { Objective } from './objective.ts';
import { scaleOf } from './scale.ts';

/** Where a search ended. */
export interface DescentResult {
  readonly x: Float64Array;
  /** Negated objective. */
  readonly value: number;
  readonly learned: CurvatureEstimate;
  /** [B, V] where all restarts ended, and the negated objective there [B]. */
  readonly ends: Float64Array;
  readonly values: Float64Array;
  readonly reason: StopReason;
  readonly evaluations: number;
}

/** What a descent has learned of the second derivatives: those besides the information [V, V], or pairs. */
export type CurvatureEstimate = { readonly rest: Float64Array } | { readonly pairs: CurvaturePairs };

export interface DescentOptions {
  readonly maxIterations: number | undefined;
  /** Evaluations of each start. */
  readonly maxEvaluations?: number;
  readonly valueTolerance?: number;
  readonly leastGain?: number;
  readonly abandon?: Abandon;
  /** From a like problem with fewer rows, and how many times as many there are now. */
  readonly learned?: CurvatureEstimate;
  readonly growth?: number;
  /** What is left of the damping after a gain as predicted. */
  readonly slack?: number;
  /** A gain that ends a descent which gained far more before. */
  readonly settled?: number;
  /** Whether the information is scaled by what the last step showed. */
  readonly scaled?: boolean;
  /** Where the damping begins, unless the curvature is known already. */
  readonly damping?: number;
}

/** Largest change of a log parameter in one step. */
const MAX_STEP = 3;
/** Where a likelihood has many rows, a step after one that failed is at most this share of it. */
const SHORTER = 0.5;
/** Damping where the curvature is known already. */
const SLIGHT = 1e-2;

/**
 * Descends from the starts [B, V] together and gives the best end: with the information matrix where the backend has
 * it (half the evaluations), by L-BFGS elsewhere.
 */
export function descend(
  objective: Objective,
  x0: Float64Array,
  options: DescentOptions,
): Steps<DescentResult> {
  return objective.curved ? descendCurved(objective, x0, options) : descendBySecants(objective, x0, options);
}

/** L-BFGS in the logarithms. */
function* descendBySecants(
  objective: Objective,
  x0: Float64Array,
  options: DescentOptions,
): Steps<DescentResult> {
  const { lower, upper } = objective.variables;
  const { learned, growth = 1, abandon, valueTolerance, leastGain } = options;
  const { maxIterations = 200, maxEvaluations } = options;
  const pairs = learned && 'pairs' in learned ? learned.pairs : undefined;
  const result = yield* minimizeSteps({
    x0,
    lower,
    upper,
    evaluate: (xs, indexes) => objective.evaluate(xs, indexes.length, 'gradient'),
    options: {
      maxIterations,
      maxStep: MAX_STEP,
      ...(maxEvaluations && { maxEvaluations }),
      ...(valueTolerance && { valueTolerance }),
      ...(leastGain && { leastGain }),
      ...(abandon && { abandon }),
      ...(pairs && {
        pairs: () => ({ ...pairs, changes: pairs.changes.map((change) => change * growth) }),
      }),
    },
  });
  return foundIn(objective, result, { pairs: result.pairs(result.best) });
}

function foundIn(objective: Objective, result: BatchResult, learned: CurvatureEstimate): DescentResult {
  const V = objective.variables.count;
  const { best } = result;
  return {
    x: result.x.slice(best * V, (best + 1) * V),
    value: result.values[best],
    learned,
    ends: result.x,
    values: result.values,
    reason: result.reasons[best],
    evaluations: objective.evaluations(),
  };
}

/** By the information matrix, in coordinates of `scaleOf`. */
function* descendCurved(
  objective: Objective,
  x0: Float64Array,
  options: DescentOptions,
): Steps<DescentResult> {
  const { variables } = objective;
  const V = variables.count;
  const { learned, growth = 1, slack, damping, abandon, valueTolerance, maxIterations = 200 } = options;
  const { maxEvaluations, leastGain, settled, scaled } = options;
  const { to, from } = scaleOf(variables);
  const xs = new Float64Array(x0.length);
  const slopes = new Float64Array(x0.length);
  function* evaluate(ws: Float64Array, { length }: Int32Array): Steps<CurvedEvaluation> {
    from(ws, length, xs, slopes);
    const evaluation = yield* objective.evaluate(xs, length, 'curvature');
    const { gradients, curvatures } = evaluation;
    for (let row = 0, at = 0; row < length * V; row += V) {
      for (let k = row; k < row + V; k++) {
        const slope = slopes[k];
        gradients[k] *= slope;
        for (let l = row; l < row + V; l++, at++) curvatures[at] *= slope * slopes[l];
      }
    }
    return evaluation;
  }
  const known = learned && 'rest' in learned;
  const result = yield* minimizeCurved({
    x0: to(x0),
    lower: to(variables.lower),
    upper: to(variables.upper),
    evaluate,
    options: {
      maxIterations,
      maxStep: MAX_STEP,
      gradientTolerance: 1e-7,
      ...(valueTolerance && { valueTolerance }),
      ...(leastGain && { leastGain }),
      ...(abandon && { abandon }),
      ...(slack && { slack, shorter: SHORTER }),
      ...(maxEvaluations && { maxEvaluations }),
      ...(settled && { settled }),
      ...(scaled && { scaled }),
      ...(damping && { damping }),
      ...(known && { learned: learned.rest.map((entry) => entry * growth), damping: SLIGHT }),
    },
  });
  const ends = new Float64Array(x0.length);
  from(result.x, ends.length / V, ends, slopes);
  return foundIn(objective, { ...result, x: ends }, { rest: result.learned(result.best) });
}
