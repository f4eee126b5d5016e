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
import { ShapeError } from './errors.ts';
import type { GpModel } from './gp/model.ts';
import { createPosterior } from './gp/posterior.ts';
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

/** Every function throws `ShapeError` for arrays of the wrong length and `ValueError` for values that cannot be. */
export interface Engine {
  /** Fits one model per objective, with cross-validation from five rows on. O(n³) per likelihood. */
  fit(task: TrainTask): TrainResult;
  /** Posterior at the m rows of X, [m, d] raw inputs. O(n³) once, then O(n²) per row. */
  predict(model: GpModel, X: Float64Array): Prediction;
  /** The next runs by one acquisition strategy. */
  suggest(task: SuggestTask): SuggestResult;
  /** The next runs from the records alone: chooses and fits what it needs. */
  suggestNext(task: CampaignTask): CampaignResult;
  /** The point with the best posterior mean. */
  findOptimum(task: FindOptimumTask): FindOptimumResult;
  /** Classical and space-filling designs. */
  design(task: InitialDesignTask): InitialDesignResult;
  /** Designs for a linear model by exchange. */
  optimalDesign(task: OptimalDesignTask): OptimalDesignResult;
  /** Efficiencies, power and aliases of any design. */
  evaluateDesign(task: EvaluateDesignTask): DesignEvaluation;
  /** Least-squares analysis of recorded runs. */
  analyse(task: AnalyseDesignTask): DesignAnalysis;
}

/**
 * @param backend where numbers are worked on; TypeScript by default. In Node, `openNativeBackend` of `athanor/native` is faster.
 * @param hooks   progress and cancellation of all calls
 */
export function createEngine(backend: Backend = createTsBackend(), hooks: EngineHooks = {}): Engine {
  const context = { backend, ...hooks };
  return {
    fit: (task) => train(task, context),
    predict(model, X) {
      const m = X.length / model.d;
      if (!Number.isInteger(m)) {
        throw new ShapeError(`predict: expected [m, ${model.d}] inputs, got ${X.length} numbers`);
      }
      const posterior = createPosterior(model, backend);
      try {
        const { mean, std } = posterior.predict(X, m);
        return { mean, std };
      } finally {
        posterior.free();
      }
    },
    suggest: (task) => suggest(task, context),
    suggestNext: (task) => suggestCampaign(task, context),
    findOptimum: (task) => findOptimum(task, context),
    design: (task) => initialDesign(task, context),
    optimalDesign: (task) => optimalDesign(task, context),
    evaluateDesign: (task) => evaluateDesign(task, context),
    analyse: (task) => analyseDesign(task),
  };
}
