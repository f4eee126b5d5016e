import type { Space } from '../space/space.ts';
import type { DesignOptions } from './options.ts';

/** A request for an initial design over the controllable variables. */
export interface InitialDesignTask extends DesignOptions {
  readonly space: Space;
  /** One of methods.ts. */
  readonly method: string;
  readonly seed: number;
  /** Keeps a design that lost points to the constraints, whatever it can still estimate. */
  readonly allowInfeasible?: boolean;
}

/** How constraints shaped a design; null where a count does not apply. Fields as in the interface. */
export interface FeasibilityBlock {
  readonly constraintsApplied: readonly string[];
  readonly nCandidatesTotal: number | null;
  readonly nCandidatesFeasible: number | null;
  readonly nBoundaryAdded: number | null;
  readonly nVerticesAdded: number | null;
  readonly vertexEnumerationSkipped: boolean | null;
  readonly nPointsDropped: number | null;
  readonly estimability: 'not_applicable' | 'passed' | 'waived';
}

/** Counts and choices of a classical design, before constraints; keys as in the interface. */
export type DesignInfo = Readonly<
  Record<string, number | string | null | readonly number[] | readonly string[]>
>;

export interface InitialDesignResult {
  /** [count, d] encoded, columns of the space. */
  readonly points: Float64Array;
  readonly count: number;
  /** [count] block of each run, from 1; absent for a design of one block. */
  readonly blocks?: Int32Array;
  /** Null for a space-filling design. */
  readonly designInfo: DesignInfo | null;
  /** Null without constraints. */
  readonly feasibility: FeasibilityBlock | null;
  /** What the design cannot do, and options without effect; absent when there is nothing to say. */
  readonly warnings?: readonly string[];
}

/** Levels of change that plots keep, hardest first. */
export const hardLevels = ['very_hard', 'hard'] as const;
/** All levels of change; variables that are easy to change are set in each run. */
export const changeLevels = [...hardLevels, 'easy'] as const;

export type ChangeLevel = (typeof changeLevels)[number];

/** The design of one change level. */
export interface LevelDesign extends DesignOptions {
  /** One of methods.ts. */
  readonly method: string;
}

/** A request for a split-plot design over the controllable variables. */
export interface SplitPlotTask {
  readonly space: Space;
  /** One per dimension of the space. */
  readonly changes: readonly ChangeLevel[];
  /** One per level present; centre runs are 0 by default. */
  readonly designs: { readonly [level in ChangeLevel]?: LevelDesign };
  /** How often each setting of a restricted level is set up, 1 by default. */
  readonly replicates?: { readonly very_hard?: number; readonly hard?: number };
  /** fresh: a new design under every outer plot; crossed: one design under all. */
  readonly easyMode?: 'fresh' | 'crossed';
  readonly middleMode?: 'fresh' | 'crossed';
  /** Reference runs in every innermost plot; `values` [d], encoded, NaN where the default is meant. */
  readonly reference?: { readonly position: 'ends' | 'start'; readonly values?: Float64Array };
  readonly order?: { readonly [level in ChangeLevel]?: 'random' | 'as_generated' };
  readonly seed: number;
}

export interface SplitPlotResult {
  /** [count, d] encoded, in run order. */
  readonly points: Float64Array;
  readonly count: number;
  /** Per run, from 1. */
  readonly wholePlot: Int32Array;
  /** Per run, from 1, running on over whole plots; absent with two levels. */
  readonly subplot?: Int32Array;
  /** Per run: 1 for a reference run. */
  readonly isReference: Uint8Array;
  readonly levels: { readonly [level in ChangeLevel]?: readonly string[] };
  readonly nPlots: { readonly [level in ChangeLevel]?: number };
  readonly runsPerPlot: readonly number[];
  readonly warnings: readonly string[];
}
