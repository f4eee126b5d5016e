import type { Space } from '../../space/space.ts';
import type { FeasibilityBlock } from '../task.ts';
import type { ModelSpec } from './model/model-terms.ts';

/**
 * What a design is judged by; X is the whole model matrix in coded units, existing runs included, n its rows, p its columns.
 *
 * D: det(X'X/n), larger. A: trace((X'X/n)⁻¹), smaller. I: average prediction variance over the region, smaller.
 * G: largest prediction variance over the region, smaller. E: smallest eigenvalue of X'X/n, larger.
 * alias: squared alias matrix of the pairs and squares that the model leaves out, smaller, at a D-efficiency of at
 * least 90 % of the best.
 */
export const optimalCriteria = ['D', 'A', 'I', 'G', 'E', 'alias'] as const;

export type OptimalCriterion = (typeof optimalCriteria)[number];

/** Those of every optimal design: in plots, in blocks and under a budget too. */
export type CommonCriterion = 'D' | 'A' | 'I';

/**
 * How a design is searched for. The first five choose from a list of candidate points, as the interface names them;
 * `coordinate_exchange` moves one value at a time and is what a task without an algorithm gets.
 */
export const optimalAlgorithms = [
  'sequential',
  'simple_exchange',
  'fedorov',
  'modified_fedorov',
  'detmax',
  'coordinate_exchange',
] as const;

export type OptimalAlgorithm = (typeof optimalAlgorithms)[number];

/** A combination that no run may show: all conditions hold at once. */
export interface ForbiddenCombination {
  readonly conditions: readonly {
    readonly dimension: number;
    /** Encoded values from `low` to `high` count as met; a category has low = high. */
    readonly low: number;
    readonly high: number;
  }[];
}

/** A request for an optimal design over the controllable variables. Plain data, so that it crosses threads. */
export interface OptimalDesignTask extends ModelSpec {
  readonly space: Space;
  /** Exactly one of `nPoints`, `pMultiplier` and `blocks`: runs in all (existing ones included), or that many times p, rounded up. */
  readonly nPoints?: number | undefined;
  readonly pMultiplier?: number | undefined;
  /** D by default. */
  readonly criterion?: OptimalCriterion | undefined;
  readonly algorithm?: OptimalAlgorithm | undefined;
  /** Values per real variable on the lattice of candidates, 5 by default. */
  readonly levels?: number | undefined;
  /** Most passes or exchanges of one local search, 200 by default. */
  readonly maxIterations?: number | undefined;
  readonly seed: number;
  /** [e, d] encoded runs that are kept as they are. */
  readonly existing?: Float64Array | undefined;
  /** Runs of each new block, whose levels are fixed effects in addition to the model; `coordinate_exchange` under D, A and I. */
  readonly blocks?: readonly number[] | undefined;
  /** [e] blocks of the existing runs, equal numbers for the same block; one block by default. */
  readonly existingBlocks?: Int32Array | undefined;
  readonly forbidden?: readonly ForbiddenCombination[] | undefined;
  /** Whether real variables may leave the lattice; by default only under `coordinate_exchange`. E and alias begin from such designs, and move values on the lattice. */
  readonly continuous?: boolean | undefined;
  /** Amount of work of the search, relative to the default, 0.01 to 100. */
  readonly effort?: number | undefined;
  /** What I averages over: the feasible region (default), or the candidate lattice. */
  readonly moments?: 'region' | 'grid' | undefined;
}

/** Numbers of a design with the information M = X'V⁻¹X; V is the identity for independent runs. W are the moments of the region. */
export interface DesignNumbers {
  /** 100·det(M/n)^(1/p) and 100·p/trace((M/n)⁻¹). */
  readonly dEfficiency: number;
  readonly aEfficiency: number;
  /** Average prediction variance trace(W·M⁻¹) for error variance 1. */
  readonly averageVariance: number;
  /** p, columns of X. */
  readonly columns: number;
  readonly runs: number;
  readonly terms: readonly string[];
}

export interface OptimalDesignSummary extends DesignNumbers {
  readonly criterion: OptimalCriterion;
  readonly algorithm: OptimalAlgorithm;
  /**
   * Larger is better. D: det(X'X/n); A: −trace((X'X/n)⁻¹); I: −trace(W·(X'X/n)⁻¹); G: −n·largest variance;
   * E: smallest eigenvalue of X'X/n; alias: −squared alias matrix.
   */
  readonly score: number;
}

export interface OptimalDesignResult {
  /** [count, d] encoded, existing runs first. */
  readonly points: Float64Array;
  readonly count: number;
  /** [count] blocks from 1, those of existing runs first; absent without blocks. */
  readonly blocks?: Int32Array;
  readonly summary: OptimalDesignSummary;
  /** Null without constraints. */
  readonly feasibility: FeasibilityBlock | null;
}
