import type { Steps } from '../compute/lockstep.ts';
import type { Abandon, BatchResult, StopReason } from '../optim/batch.ts';
import { type CurvaturePairs, minimizeSteps } from '../optim/lbfgs.ts';
import { minimizeCurved } from '../optim/structured-newton.ts';
import type { Objective } from './fit-objective.ts';
import type { Leader } from './fit-starts.ts';

/** Where a search ended. */
export interface Found extends Leader {
  readonly learned: Learned;
  readonly reason: StopReason;
  readonly evaluations: number;
}

/** What a descent has learned of the second derivatives: those besides the information [V, V], or pairs. */
export type Learned = { readonly rest: Float64Array } | { readonly pairs: CurvaturePairs };

export interface DescentOptions {
  readonly maxIterations: number | undefined;
  readonly valueTolerance?: number;
  readonly abandon?: Abandon;
  /** From a like problem with fewer rows, and how many times as many there are now. */
  readonly learned?: Learned;
  readonly growth?: number;
}

/** Largest change of a log parameter in one step. */
const MAX_STEP = 3;
/** Damping where the curvature is known already. */
const SLIGHT = 1e-2;

/**
 * Descends from the starts [B, V] together and gives the best end: with the information matrix where the backend has
 * it (half the evaluations), by L-BFGS elsewhere.
 */
export function* descend(objective: Objective, x0: Float64Array, options: DescentOptions): Steps<Found> {
  const { variables } = objective;
  const { learned, growth = 1, abandon, valueTolerance, maxIterations = 200 } = options;
  const common = {
    maxIterations,
    maxStep: MAX_STEP,
    ...(abandon && { abandon }),
    ...(valueTolerance && { valueTolerance }),
  };
  const problem = { x0, lower: variables.lower, upper: variables.upper };
  if (objective.curved) {
    const known =
      learned && 'rest' in learned
        ? { learned: learned.rest.map((entry) => entry * growth), damping: SLIGHT }
        : {};
    const result = yield* minimizeCurved({
      ...problem,
      evaluate: (xs, indexes) => objective.evaluate(xs, indexes.length, 'curvature'),
      options: { ...common, ...known },
    });
    return foundIn(objective, result, { rest: result.learned(result.best) });
  }
  const known =
    learned && 'pairs' in learned
      ? { pairs: { ...learned.pairs, changes: learned.pairs.changes.map((change) => change * growth) } }
      : {};
  const result = yield* minimizeSteps({
    ...problem,
    evaluate: (xs, indexes) => objective.evaluate(xs, indexes.length, 'gradient'),
    options: { ...common, ...known },
  });
  return foundIn(objective, result, { pairs: result.pairs(result.best) });
}

function foundIn(objective: Objective, result: BatchResult, learned: Learned): Found {
  const V = objective.variables.count;
  const { best } = result;
  return {
    x: result.x.slice(best * V, (best + 1) * V),
    value: result.values[best],
    learned,
    reason: result.reasons[best],
    evaluations: objective.evaluations(),
  };
}
