/**
 * The engine as a library: fits, predictions, suggestions, designs and analyses on typed arrays, in a browser or in Node.
 *
 * Tasks and results are plain data. Matrices are row-major `Float64Array`s; a category is its position in the list of the
 * dimension. Everything runs on the calling thread and is synchronous. The same task and seed give the same answer.
 */

import { findOptimum } from './acquisition/find-optimum.ts';
import { suggest } from './acquisition/suggest.ts';
import type { FindOptimumResult, FindOptimumTask, SuggestResult, SuggestTask } from './acquisition/task.ts';
import { suggestCampaign } from './campaign/suggest-campaign.ts';
import type { CampaignResult, CampaignTask } from './campaign/task.ts';
import {
  checkCampaignTask,
  checkFindOptimumTask,
  checkPoints,
  checkSpace,
  checkSuggestTask,
} from './check-task.ts';
import type { Backend } from './compute/backend.ts';
import { createTsBackend } from './compute/ts/index.ts';
import { type AnalyseDesignTask, analyseDesign, type DesignAnalysis } from './design/analysis/analyse.ts';
import {
  type DesignEvaluation,
  type EvaluateDesignTask,
  evaluateDesign,
} from './design/analysis/evaluate.ts';
import { initialDesign } from './design/initial-design.ts';
import { optimalDesign } from './design/optimal/optimal-design.ts';
import type { OptimalDesignResult, OptimalDesignTask } from './design/optimal/task.ts';
import type { InitialDesignResult, InitialDesignTask } from './design/task.ts';
import type { GpModel } from './gp/model.ts';
import { createPosterior } from './gp/posterior/posterior.ts';
import type { TrainResult, TrainTask } from './gp/task.ts';
import { train } from './gp/train.ts';

export type { SuggestResult, SuggestTask } from './acquisition/task.ts';
export type { CampaignResult, CampaignTask } from './campaign/task.ts';
export type { Backend } from './compute/backend.ts';
export type { InitialDesignResult, InitialDesignTask } from './design/task.ts';
export * from './errors.ts';
export type { GpModel } from './gp/model.ts';
export type { TrainResult, TrainTask } from './gp/task.ts';
export { decodeRows, encodeRows } from './space/encode.ts';
export type { Dimension, LinearConstraint, Space } from './space/space.ts';

/** Mean and standard deviation of the curve, without noise, in output units; [m] each. */
export interface Prediction {
  readonly mean: Float64Array;
  readonly std: Float64Array;
}

/** What a caller may watch and stop. */
export interface EngineHooks {
  /** `fraction` in [0, 1], `message` in words. */
  progress?(fraction: number, message: string): void;
  /** Read between steps; once it returns true the work throws `CancelledError`. */
  cancelled?(): boolean;
}

/**
 * Every function throws `ShapeError` for arrays of the wrong length, `ValueError` for values that cannot be, NaN and
 * infinite inputs among them, and `CancelledError` once `cancelled` returns true.
 */
export interface Engine {
  /**
   * Fits one model per objective, with cross-validation from five rows on: X [n, d] and outputs [n] in raw units, variances
   * of `noise` in squared output units. O(n³) per likelihood, above 4,000 rows O(n) (decision 0160).
   *
   * Source: Rasmussen and Williams 2006, equations 5.8 and 5.9 (likelihood), 5.12 (rows left out).
   * @throws NotPositiveDefiniteError when the covariance of the rows has no factor with the largest jitter
   */
  fit(task: TrainTask): TrainResult;
  /**
   * Posterior at the m rows of X, [m, d] raw inputs. O(n³) once, then O(n²) per row.
   *
   * Source: Rasmussen and Williams 2006, equations 2.25 and 2.26.
   * @throws NotPositiveDefiniteError as `fit`
   */
  predict(model: GpModel, X: Float64Array): Prediction;
  /**
   * The next runs by one acquisition strategy: [count, d] encoded points, with mean and deviation in output units.
   *
   * Source: at each strategy in `acquisition/strategies/`.
   * @throws InfeasibleRegionError when constraints and what is held leave no point
   */
  suggest(task: SuggestTask): SuggestResult;
  /**
   * The next runs from the records alone: chooses and fits what it needs.
   *
   * @throws InfeasibleRegionError as `suggest`
   */
  suggestNext(task: CampaignTask): CampaignResult;
  /**
   * The point [d] with the best posterior mean, with mean and deviation in output units.
   *
   * @throws InfeasibleRegionError as `suggest`
   */
  findOptimum(task: FindOptimumTask): FindOptimumResult;
  /**
   * Classical and space-filling designs: [count, d] encoded runs.
   *
   * @throws InfeasibleRegionError when constraints leave no run
   * @throws DesignNotEstimableError when too few runs meet the constraints for the model of the design
   */
  design(task: InitialDesignTask): InitialDesignResult;
  /**
   * Designs for a linear model by exchange: [count, d] encoded runs, existing ones first.
   *
   * @throws InfeasibleRegionError when constraints and forbidden combinations leave no run
   */
  optimalDesign(task: OptimalDesignTask): OptimalDesignResult;
  /** Efficiencies, power and aliases of any design [n, d], in coded units (bounds −1 and +1). */
  evaluateDesign(task: EvaluateDesignTask): DesignEvaluation;
  /**
   * Least-squares analysis of recorded runs [n, d] and a response [n], in coded units.
   *
   * @throws DesignNotEstimableError naming the terms that the runs cannot estimate
   */
  analyse(task: AnalyseDesignTask): DesignAnalysis;
}

/**
 * The engine as a library: calls on numbers, without a server.
 *
 * @param backend where numbers are worked on; TypeScript by default. In Node, `openNativeBackend` of `athanor/native` is faster.
 * @param hooks   progress and cancellation of all calls
 */
export function createEngine(backend: Backend = createTsBackend(), hooks: EngineHooks = {}): Engine {
  const context = { backend, ...hooks };
  return {
    fit: (task) => train(task, context),
    predict(model, X) {
      checkPoints('predict', 'inputs', X, model.d);
      const m = X.length / model.d;
      const posterior = createPosterior(model, backend);
      try {
        const { mean, std } = posterior.predict(X, m);
        return { mean, std };
      } finally {
        posterior.free();
      }
    },
    suggest(task) {
      checkSuggestTask(task);
      return suggest(task, context);
    },
    suggestNext(task) {
      checkCampaignTask(task);
      return suggestCampaign(task, context);
    },
    findOptimum(task) {
      checkFindOptimumTask(task);
      return findOptimum(task, context);
    },
    design(task) {
      checkSpace('design', task.space);
      return initialDesign(task, context);
    },
    optimalDesign(task) {
      checkSpace('optimalDesign', task.space);
      return optimalDesign(task, context);
    },
    evaluateDesign(task) {
      checkSpace('evaluateDesign', task.space);
      checkPoints('evaluateDesign', 'points', task.points, task.space.dimensions.length);
      return evaluateDesign(task, context);
    },
    analyse(task) {
      checkSpace('analyse', task.space);
      checkPoints('analyse', 'points', task.points, task.space.dimensions.length);
      return analyseDesign(task);
    },
  };
}
