import type { CostReport, CostTask } from '../acquisition/cost/task.ts';
import type { Goal } from '../acquisition/goal.ts';
import type { Desirability } from '../acquisition/strategies/desirability.ts';
import type { OutcomeLimit } from '../acquisition/strategies/limits.ts';
import type { SuggestResult, SuggestTask } from '../acquisition/task.ts';
import type { RecordedRows } from '../gp/recorded-rows.ts';
import type { Space } from '../space/space.ts';

/** The next experiments of a campaign, from its records alone: encoded, plain data, so that it crosses threads. */
export interface CampaignTask extends RecordedRows {
  readonly space: Space;
  readonly goals: readonly Goal[];
  /** Columns over a decade or more that nobody chose a scale for: the rows tell whether logarithms are better. Absent: none. */
  readonly spanning?: readonly number[];
  /** Column → value that is held or observed. */
  readonly fixed: ReadonlyMap<number, number>;
  /** [p, d] runs that gave no result, then pending ones. */
  readonly pending: Float64Array;
  /** Of `pending`, how many gave no result: they are not proposed again, and nothing is expected of them. Default 0. */
  readonly lost?: number;
  readonly count: number;
  readonly seed: number;
  /** Of the draws of the predictive model: that of trainings, which then predict alike; default 1. */
  readonly predictiveSeed?: number;
  readonly referencePoint?: readonly number[];
  /** One per objective: what is wanted is their joint desirability, whatever the goals; absent: the goals. */
  readonly desirability?: readonly Desirability[];
  readonly outcomeConstraints?: SuggestTask['outcomeConstraints'];
  /** As `SuggestTask.successes`. */
  readonly successes?: SuggestTask['successes'];
  readonly cost?: CostTask;
  readonly effort: 'normal' | 'fast';
  /** Whether to look ahead at what more runs promise; true by default. */
  readonly advice?: boolean;
  /** The only runs that may be proposed; absent: the whole space. */
  readonly candidates?: CandidateList;
}

/** A finite list of runs to choose from. */
export interface CandidateList {
  /** [N, d] */
  readonly points: Float64Array;
  /** Whether a run of the list may be proposed after it was measured or while it is pending. */
  readonly repeats: boolean;
  /** Columns that the list gives, that distinguish its runs; absent: all. Others are observed. */
  readonly given?: readonly number[];
}

/** Why a run is proposed. */
export type SuggestionKind = 'first_points' | 'exploit' | 'explore' | 'replicate' | 'boundary';

/**
 * What a run is chosen for: the largest improvement under the variant that was drawn, or the largest for its cost; what it says about the best
 * settings anywhere; or a region far from all runs, because next to nothing is left to gain beside them or could be measured there.
 */
export type Purpose = 'variant' | 'cost' | 'knowledge' | 'elsewhere';

/** Another run that was considered. */
export interface Alternative {
  readonly point: Float64Array;
  /** Its worth as a share of the worth of the one that was chosen, in [0, 1]. */
  readonly share: number;
}

/** Predictions at one point; one entry per objective, output units. Where the output warp is nonlinear, mean and deviations are as `Distribution.moments`. */
export interface PointForecast {
  readonly mean: readonly number[];
  /** Of the curve. */
  readonly std: readonly number[];
  /** Holds the curve with probability 0.95. */
  readonly curve: readonly (readonly [number, number])[];
  /** Of one new measurement. */
  readonly stdMeasurement: readonly number[];
  /** Contains one new measurement with probability 0.95. */
  readonly interval: readonly (readonly [number, number])[];
}

/** What the other runs say about a recorded one: of one measurement there, output units. */
export interface LeaveOneOutPrediction {
  /** Its result. */
  readonly output: number;
  readonly mean: number;
  readonly std: number;
  /** How many deviations the result lies from what they say, on the scale of the model. */
  readonly away: number;
}

export interface CampaignSuggestion {
  /** [d] */
  readonly point: Float64Array;
  readonly kind: SuggestionKind;
  /** Absent while there is no model. */
  readonly forecast?: PointForecast;
  /** √(posterior / prior variance), largest over the objectives, in [0, 1]. */
  readonly knowledgeRatio?: number;
  /** One objective, or joint desirability: expected gain over the run that is expected to be the best so far; a run without a result gains nothing. */
  readonly gain?: number;
  /** Of any gain; several objectives: that no recorded run is expected to be better in every one. */
  readonly probability?: number;
  /** Where runs failed: the probability of a result. */
  readonly success?: number;
  /** Nearest recorded run and its distance, the root of the mean squared difference in spans. */
  readonly nearest?: { readonly row: number; readonly distance: number };
  /** One objective, where the nearest run is this one or right beside it and was measured once. */
  readonly byOthers?: LeaveOneOutPrediction;
  /** Free numeric columns at an end of their range. */
  readonly atBounds: readonly number[];
  readonly alternatives: readonly Alternative[];
  /** Expected joint desirability, where that is what is wanted. */
  readonly desirability?: number;
  /** Several objectives: whether a recorded run is expected to beat it in every one. */
  readonly dominated?: boolean;
  /** The outcome constraints that the expected outputs do not meet; absent: they meet all. */
  readonly breaks?: readonly OutcomeLimit[];
  readonly purpose?: Purpose;
  /** Of a first point: why it is one although there are enough runs: most lie close together, or all gave the same result. */
  readonly despite?: 'crowded' | 'alike';
  /** Of a replicate: what it repeats, a number being the place of the member in this batch, from 0. */
  readonly repeats?: 'recorded' | 'failed' | 'pending' | number;
  /** Of a replicate: the run that it repeats is expected to reach every goal. */
  readonly confirms?: true;
  /** Of a replicate: no run is left that is not recorded, pending or an earlier one of this batch. */
  readonly usedUp?: boolean;
  readonly warnings: readonly string[];
}

/** The recorded point to use if the campaign ended now. */
export interface Recommendation {
  readonly row: number;
  readonly forecast: PointForecast;
  /** Expected, where joint desirability is what is wanted. */
  readonly desirability?: number;
  /** With noise and one objective: the settings with the best cautious forecast, measured or not (`cautiousBest`). */
  readonly settings?: { readonly point: Float64Array; readonly forecast: PointForecast };
}

/** Expected from more runs: gain over the run that is expected to be the best so far, output units; of several objectives, hypervolume. Runs without a result gain nothing. */
export interface StopAdvice {
  readonly runs: number;
  /** Several objectives: what the recorded runs have reached. */
  readonly hypervolume?: number;
  readonly expectedGain: number;
  /** 5 % and 95 % quantiles of the gain. */
  readonly interval: readonly [number, number];
  /**
   * Several objectives: the gain as a share of the hypervolume so far, both beyond the reference point of the task or else beyond that of `referenceByRange`; absent
   * where nothing was reached, or that reference point has no range to follow (`equal`).
   */
  readonly growth?: Pick<StopAdvice, 'expectedGain' | 'interval'>;
  /** Several objectives: no run has a result of all of them. */
  readonly incomplete?: true;
  /** Several objectives without a reference point of the task: those of which all runs with a result of every objective have the same one. */
  readonly equal?: readonly number[];
  /** Deviation of a repeated measurement of the best run in joint desirability, where that is what is wanted. */
  readonly noise?: number;
  /** One objective, or joint desirability: what the deviation of a repeated measurement is at least. */
  readonly leastNoise?: number;
  /** The best result is this limit, such as 0.05 for `<0.05`: a better one reads the same (`reachedLimit`). */
  readonly reachedLimit?: number;
  /** No settings were measured twice although they could be, so that a steep curve may pass for noise. */
  readonly unrepeated?: true;
}

export interface CampaignResult {
  readonly suggestions: readonly CampaignSuggestion[];
  /** Log acquisition of the first member; NaN while there is no model. */
  readonly value: number;
  /** Expected latent value of the best run so far, with what is held or observed: of one objective, or joint desirability. */
  readonly best?: number;
  /** No recorded run is expected to keep the limits; the best one comes closest. */
  readonly outside?: true;
  readonly recommendation?: Recommendation;
  readonly stop?: StopAdvice;
  /** Per objective, where there is a best run: inferred deviation of a repeated measurement of it. */
  readonly noiseStd?: readonly number[];
  /** Objectives that were learned by their logarithms, and by their logits between bounds; ascending. */
  readonly byLogarithm?: readonly number[];
  readonly byLogit?: readonly number[];
  readonly pareto?: SuggestResult['pareto'];
  /** Of the columns that span decades, those that were learned and searched by their logarithms; absent: none. */
  readonly logarithmic?: readonly number[];
  readonly cost?: CostReport;
  readonly warnings: readonly string[];
  readonly seed: number;
}
