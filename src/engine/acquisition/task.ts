import type { GpModel } from '../gp/model.ts';
import type { Recipe } from '../gp/recipes/recipe.ts';
import type { RecordedRows } from '../gp/recorded-rows.ts';
import type { SuccessData } from '../gp/success/success.ts';
import type { Space } from '../space/space.ts';
import type { CostReport, CostTask } from './cost/task.ts';
import type { Goal } from './goal.ts';
import type { Desirability } from './strategies/desirability.ts';
import type { OutcomeLimit } from './strategies/limits.ts';
import type { SuggestOptions } from './suggest-options.ts';

/** A request for the next experiments, encoded. Columns are those of the models. */
export interface SuggestTask {
  /** One per objective. */
  readonly models: readonly GpModel[];
  /** All recorded runs, outputs as NaN where they were not measured; absent: the rows that all models share. */
  readonly records?: Pick<RecordedRows, 'X' | 'outputs' | 'censored'>;
  /** Which rules and defaults apply. */
  readonly recipe: Recipe;
  readonly space: Space;
  readonly strategy: string;
  readonly count: number;
  /** One per objective. */
  readonly goals: readonly Goal[];
  /** Of each objective, where they are joined by desirability: then directions have no effect. */
  readonly desirability?: readonly Desirability[];
  readonly xi?: number;
  readonly kappa?: number;
  readonly beta?: number;
  /** Column → fixed encoded value: held and observed variables alike. */
  readonly fixed: ReadonlyMap<number, number>;
  /** [m, d] rows that are staged or running, to be treated as pending. */
  readonly pending: Float64Array;
  /** [q, d] rows that are under way too, but too many for the models: they are only not proposed again. Absent: none. */
  readonly alsoPending?: Float64Array;
  /** One objective: pending rows from this one on count as if they had the values that are expected of them, noise left out. */
  readonly settledFrom?: number;
  readonly referencePoint?: readonly number[];
  readonly outcomeConstraints?: readonly OutcomeLimit[];
  /** Runs that gave a result and runs that failed, over the columns of the models; absent: none failed. */
  readonly successes?: SuccessData;
  /** [N, d] the only points that may be proposed, a few thousand at most; absent: the whole space. */
  readonly listed?: Float64Array;
  readonly samples?: number;
  readonly seed: number;
  /** Weighs gains against costs (EI, LogEI, qEI); absent: costs play no part. */
  readonly cost?: CostTask;
  /** Choices beyond the interface. */
  readonly options?: SuggestOptions;
  /** Combinations of lattice values up to which the best start of each is refined; absent: as usual. */
  readonly combinations?: number;
  /** Whether the caller says which points are replicates, so that no warning does; absent: not. */
  readonly namesReplicates?: true;
}

export interface SuggestResult {
  /** [count, d] encoded points inside the space and its constraints. */
  readonly points: Float64Array;
  /** Value of the acquisition at the batch (log scale for log forms). */
  readonly value: number;
  /** Per point: √(posterior / prior variance), largest over the objectives, in [0, 1]. */
  readonly knowledgeRatio: Float64Array;
  /** Per point and objective: predicted mean and std, output units; [objectives][count]. */
  readonly mean: readonly Float64Array[];
  readonly std: readonly Float64Array[];
  /** Notes per point, or about all points. */
  readonly warnings: readonly (readonly string[])[];
  /** Per point, where outputs are joined: expected joint desirability. */
  readonly desirability?: Float64Array;
  /** Per point, where runs failed: how likely it is to give a result. */
  readonly successProbability?: Float64Array;
  readonly seed: number;
  /** Strategy that produced the points (differs from the one asked for under gp_hedge). */
  readonly strategy: string;
  /** Where the task had costs. */
  readonly cost?: CostReport;
  /** Several objectives: rows on the Pareto front of the data, and their hypervolume over the reference point. */
  readonly pareto?: {
    readonly rows: Int32Array;
    readonly hypervolume: number;
    readonly referencePoint: Float64Array;
  };
}

export interface FindOptimumTask {
  readonly model: GpModel;
  readonly space: Space;
  readonly goal: Goal;
  /** Where the expected desirability is largest, instead of the mean. */
  readonly desirability?: Desirability;
  /** Of the output of the model, output units. */
  readonly outcomeConstraints?: readonly OutcomeLimit[];
  /** As of a suggestion. */
  readonly successes?: SuccessData;
  readonly fixed: ReadonlyMap<number, number>;
  readonly seed: number;
}

export interface FindOptimumResult {
  /** [d] encoded. */
  readonly point: Float64Array;
  readonly mean: number;
  readonly std: number;
  /** Where runs failed: how likely one there is to give a result. */
  readonly successProbability?: number;
}
