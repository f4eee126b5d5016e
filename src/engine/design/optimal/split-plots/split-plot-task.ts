import type { Space } from '../../../space/space.ts';
import type { ChangeLevel } from '../../task.ts';
import type { ModelSpec } from '../model/model-terms.ts';
import type { CommonCriterion, DesignNumbers, ForbiddenCombination } from '../task.ts';

/** One level of plots: a factor of this level keeps its value within a plot. */
export interface Stratum {
  readonly level: ChangeLevel;
  /** Plots of this level within each plot of the level before; for the last level, runs. */
  readonly unitsInParent: number;
  /** Variance of the plot's random effect over the run-to-run variance; the last level has none. */
  readonly varianceRatio?: number | undefined;
}

/** A request for an optimal split-plot design. Plain data, so that it crosses threads. */
export interface OptimalSplitPlotTask extends ModelSpec {
  readonly space: Space;
  /** One per dimension of the space. */
  readonly changes: readonly ChangeLevel[];
  /** From the outermost inwards; two or three, the last one `easy`. */
  readonly strata: readonly Stratum[];
  /** D by default. With V the covariance of the runs: D: det(X'V⁻¹X); A: trace((X'V⁻¹X)⁻¹); I: average prediction variance of the fixed part. */
  readonly criterion?: CommonCriterion | undefined;
  /** Values per real variable; by default 3, or as many as the model needs where constraints leave few, up to 17. */
  readonly levels?: number | undefined;
  readonly seed: number;
  readonly forbidden?: readonly ForbiddenCombination[] | undefined;
  /** Whether real variables may leave the lattice; by default they do not. */
  readonly continuous?: boolean | undefined;
  /** Amount of work of the search, relative to the default. */
  readonly effort?: number | undefined;
}

export interface OptimalSplitPlotResult {
  /** [count, d] encoded, plot by plot; order of plots, of runs within plots: random. */
  readonly points: Float64Array;
  readonly count: number;
  /** Per run, from 1. */
  readonly wholePlot: Int32Array;
  /** Per run, from 1, running on over whole plots; absent with two strata. */
  readonly subplot?: Int32Array;
  readonly summary: DesignNumbers & {
    readonly criterion: CommonCriterion;
    /** Larger is better. D: det(X'V⁻¹X/n); A and I: −n·trace(W·(X'V⁻¹X)⁻¹), W the identity or the region moments. */
    readonly score: number;
  };
}
