import type { SuggestResponse } from '../../../contract/suggestions/acquisition.ts';
import type { SuggestionReason } from '../../../contract/suggestions/campaign.ts';
import type { Goal } from '../../../contract/values.ts';
import type { CampaignResult, CampaignSuggestion, PointForecast } from '../../../engine/campaign/task.ts';
import type { Space } from '../../../engine/space/space.ts';
import { tableRows } from '../rows/measured-rows.ts';
import type { State } from '../state.ts';
import { digits, list, roundedToError, show } from '../words.ts';
import type { RunDecoder } from './exact-values.ts';

const short = (value: number): string => digits(value, 4);
/** A deviation or a gain: two digits. */
export const brief = (value: number): string => digits(value, 2);

/** A value of an interval over decades or at a bound: three digits, and more where the ends differ by less. */
const amongEnds = (value: number, low: number, high: number): string =>
  high - low < 0.02 * Math.max(Math.abs(low), Math.abs(high))
    ? roundedToError(value, high - low)
    : digits(value, 3);

/** What was asked for, as far as words need it. */
export interface Asked {
  readonly space: Space;
  readonly targets: readonly string[];
  readonly goals: readonly Goal[];
  readonly isJoint: boolean;
  /** Results have to meet limits. */
  readonly hasLimits: boolean;
  /** Something is held or observed. */
  readonly isFixed: boolean;
  /** By objective, what predictions keep to. */
  readonly bounds?: SuggestResponse['bounds'];
}

/** Why a run is proposed, in numbers and in words. */
export function reasonOf(
  state: State,
  result: CampaignResult,
  asked: Asked,
  i: number,
  runOf: RunDecoder,
): SuggestionReason {
  const { space, targets } = asked;
  const suggestion = result.suggestions[i] as CampaignSuggestion;
  const { nearest, gain, probability, dominated, kind, byOthers } = suggestion;
  const atBounds = suggestion.atBounds.map((column) => space.dimensions[column]?.name ?? '');
  const decades = (result.logarithmic ?? []).map((column) => space.dimensions[column]?.name ?? '');
  const scale = decades.length === 0 ? '' : ` The model uses the logarithm of ${list(decades)}.`;
  return {
    kind,
    text:
      wordsOf(suggestion, atBounds, result, asked) +
      besideOf(suggestion, targets) +
      (suggestion.forecast === undefined ? '' : mediansOf(result, targets)) +
      scale,
    ...(gain === undefined ? {} : { expected_gain: gain }),
    ...(probability === undefined ? {} : { probability_of_gain: probability }),
    ...(result.best === undefined ? {} : { best_so_far: result.best }),
    ...(nearest === undefined
      ? {}
      : {
          nearest_run: {
            ...nearest,
            row: tableRows(state, targets, [nearest.row])[0] as number,
            ...(byOthers && { output: byOthers.output, expected: byOthers.mean, std: byOthers.std }),
          },
        }),
    at_bounds: atBounds,
    ...(dominated === undefined ? {} : { dominated }),
    alternatives: suggestion.alternatives.map(({ point, share }) => ({
      inputs: runOf(point),
      share,
    })),
  };
}

function wordsOf(
  suggestion: CampaignSuggestion,
  atBounds: readonly string[],
  result: CampaignResult,
  asked: Asked,
): string {
  const { kind, forecast, success, repeats, usedUp } = suggestion;
  if (kind === 'first_points') {
    if (suggestion.nearest === undefined)
      return 'No result is recorded yet; the first runs are spread over the space.';
    if (suggestion.despite === 'alike')
      return 'All results so far are the same and say nothing about the variables; this run is far from all others.';
    if (suggestion.despite === 'crowded')
      return 'Most runs so far lie close together and say little about the rest of the ranges; this one is far from all of them.';
    return 'The first runs are spread over the space, each far from the others.';
  }
  if (forecast === undefined) {
    return `${repeatedOf(repeats)}. There are too few runs for a model, and no new run was found.`;
  }
  const { text, isEven, shown } = expectedOf(forecast, suggestion, result, asked);
  const numbers = `${text}${success === undefined ? '' : resultOf(success)}`;
  const hoped = gainOf(suggestion, forecast, result, asked);
  if (kind === 'replicate') {
    const why = usedUp
      ? 'every run that may be proposed was measured or is pending, so only repeats are possible'
      : suggestion.confirms
        ? 'it is expected to reach every goal, and a second result will show whether it does'
        : repeats === 'failed'
          ? 'a result there would be worth more than that of a new run'
          : 'given the noise of the measurements, another result is worth more than a new run';
    return `${numbers} ${repeatedOf(repeats)}; ${why}.`;
  }
  if (kind === 'explore') {
    const beyond = limitsOf(suggestion, asked.targets, shown);
    return `${numbers} ${hopeOf(suggestion, result, beyond, isEven)}.${hoped}`;
  }
  const edge =
    kind === 'boundary'
      ? ` It lies at the end of the ${atBounds.length === 1 ? 'range' : 'ranges'} of ${list(atBounds)}.`
      : '';
  const best = success !== undefined && success < 0.5 ? 'If it gives a result, that' : 'It';
  const among = suggestion.dominated === undefined ? 'among the best' : 'among the best compromises';
  return `${numbers} ${best} is expected to be ${among}.${edge}${hoped}`;
}

/** What a run is expected to gain, in words. */
function gainOf(
  { gain, success }: CampaignSuggestion,
  { std }: PointForecast,
  { best }: CampaignResult,
  { isJoint }: Asked,
): string {
  if (gain === undefined) return '';
  if (isJoint && isAllReached(best)) return ' The best run reaches every goal: nothing is left to gain.';
  const least = leastGain * (isJoint ? 1 : (std[0] ?? 0));
  return ` Expected gain${success === undefined ? '' : ', allowing for failure'}: ${brief(gain < least ? 0 : gain)}.`;
}

/** Why a run is made that is not expected to be among the best, in words. */
function hopeOf(
  suggestion: CampaignSuggestion,
  result: CampaignResult,
  beyond: string | undefined,
  isEven: boolean,
): string {
  const { probability = 0, dominated } = suggestion;
  const isFront = dominated !== undefined;
  const aim = aimOf(suggestion, result);
  if (beyond !== undefined) {
    return probability < 0.01
      ? `${beyond}; the probability that it meets all limits and is ${isFront ? 'among the best compromises' : 'better than the runs so far'} is less than 1 %${aim}`
      : `${beyond}, but this is uncertain: it may meet all limits and be among the best`;
  }
  const place =
    isEven || Math.round(100 * probability) >= 50
      ? 'about as good as the best run'
      : `worse than the best run${isWithinNoise(suggestion, result) ? ' by less than the noise of one measurement' : ''}`;
  const expected = isFront
    ? 'A recorded run is expected to be better in every objective'
    : `It is expected to be ${place}`;
  const [value, hope] = isFront
    ? ['the values here are', 'it is among the best compromises']
    : ['its value is', 'it is better'];
  const chance =
    probability < 0.01
      ? `. The probability that ${hope} is less than 1 %`
      : `, but ${value} uncertain: the probability that ${hope} is ${Math.round(100 * probability)} %`;
  return `${expected}${chance}${aim}`;
}

/** What else a run is for that is unlikely to be better, in words. */
function aimOf(
  { probability = 0, purpose, desirability }: CampaignSuggestion,
  result: CampaignResult,
): string {
  const { stop, best } = result;
  if (purpose === 'elsewhere' && stop?.reachedLimit !== undefined) return beyondLimit;
  const isOver = desirability !== undefined && isAllReached(best);
  if (probability >= unlikely || purpose === undefined || isOver) return '';
  const isVain = stop?.hypervolume === 0 && stop.interval[1] === 0 && !stop.incomplete;
  return isVain ? vain : aims[purpose];
}

/** Whether the noise that one measurement certainly has hides by how much a run is expected to differ from the best one. */
function isWithinNoise(
  { forecast, desirability: expected = forecast?.mean[0] }: CampaignSuggestion,
  { best, stop }: CampaignResult,
): boolean {
  if (best === undefined || expected === undefined) return false;
  return Math.abs(expected - best) < (stop?.leastNoise ?? 0);
}

/** Probability of being better below which the reason says what else a run is for. */
const unlikely = 0.05;

const aims = {
  variant: '. It is the most promising run under one of the models that may describe the data',
  cost: '. It is the most promising run for its cost under one of the models that may describe the data',
  knowledge: '. Its result may show better settings elsewhere',
  elsewhere:
    '. Under one of the models that may describe the data, almost nothing is left to gain near the runs so far, so it explores a region without runs',
} as const;

/** What is said instead where the best result is a limit. */
const beyondLimit =
  '. Near the best run a better result could not be measured, so it explores a region without runs';

/** What is said instead where the next runs are not expected to enlarge the hypervolume, which is 0. */
const vain = '. No run is likely to be better than the reference point in every objective';

/** Which limits a run is expected to violate, in words; narrowly where the digits shown do not tell its values from them. */
function limitsOf(
  { breaks, forecast }: CampaignSuggestion,
  targets: readonly string[],
  shown: (value: number, k: number) => string,
): string | undefined {
  if (breaks === undefined) return undefined;
  const isNarrow = ({ objective, value }: (typeof breaks)[number]): boolean =>
    shown(value, objective) === shown(forecast?.mean[objective] ?? Number.NaN, objective);
  const named = breaks.map(
    ({ objective, bound, value }) =>
      `${list([targets[objective] as string])} (${bound === 'lower' ? 'at least' : 'at most'} ${show(value)})`,
  );
  const limits = `the ${named.length === 1 ? 'limit' : 'limits'} of ${named.join(', ')}`;
  return `It is expected to ${breaks.every(isNarrow) ? 'narrowly ' : ''}violate ${limits}`;
}

/** What is expected of a run, against the best one, in words; whether the words give both the same value; and how they show a value of an objective. */
function expectedOf(
  { mean, std, curve }: PointForecast,
  { desirability }: CampaignSuggestion,
  result: CampaignResult,
  { targets, isJoint, isFixed, bounds }: Asked,
): {
  readonly text: string;
  readonly isEven: boolean;
  readonly shown: (value: number, k: number) => string;
} {
  const { best, outside } = result;
  /** Whether an interval is in place of ±: around a median, and at a bound. */
  const hasInterval = (k: number): boolean => {
    const { low, high } = bounds?.[targets[k] as string] ?? {};
    return isMedian(result, k) || curve[k]?.[0] === low || curve[k]?.[1] === high;
  };
  /** A value of an objective in as many digits as what is expected of it. */
  const shown = (value: number, k: number): string => {
    const [low = value, high = value] = curve[k] ?? [];
    return hasInterval(k) ? amongEnds(value, low, high) : roundedToError(value, std[k] ?? 0);
  };
  const each = targets.map((name, k) => {
    const [error, [low, high]] = [std[k] as number, curve[k] as readonly [number, number]];
    const spread = hasInterval(k)
      ? `(95 % interval of the curve ${shown(low, k)} to ${shown(high, k)})`
      : `± ${roundedToError(error, error)}`;
    return `${name} ${shown(mean[k] as number, k)} ${spread}`;
  });
  if (best === undefined) return { text: `Expected: ${each.join(', ')}.`, isEven: false, shown };
  const joint = desirability === undefined ? '' : `, desirability ${short(desirability)}`;
  const run = outside ? 'run that comes closest to the limits' : 'best run so far';
  const of = isJoint ? `desirability of the ${run}` : run;
  const known = isJoint ? short(best) : shown(best, 0);
  const now = isFixed ? ', with the values that are held or observed now' : '';
  return {
    text: `Expected: ${each.join(', ')}${joint}; ${of}: ${known} according to the model${now}.`,
    isEven: known === (isJoint ? short(desirability ?? Number.NaN) : shown(mean[0] as number, 0)),
    shown,
  };
}

const isMedian = ({ byLogarithm = [], byLogit = [] }: CampaignResult, k: number): boolean =>
  byLogarithm.includes(k) || byLogit.includes(k);

/** Whose expected values are medians, in words. */
function mediansOf({ byLogarithm = [], byLogit = [] }: CampaignResult, targets: readonly string[]): string {
  const words = (which: readonly number[], how: string): string =>
    which.length === 0
      ? ''
      : ` Results of ${list(which.map((k) => targets[k] as string))} ${how}: expected values are medians.`;
  return (
    words(byLogarithm, 'span decades and are modelled by the logarithm') +
    words(byLogit, 'are modelled between their bounds')
  );
}

const repeatedOf = (repeats: CampaignSuggestion['repeats']): string => {
  if (typeof repeats === 'number') return `It repeats run ${repeats + 1} of this batch`;
  if (repeats === 'failed') return 'This run failed before';
  return repeats === 'pending' ? 'This run is pending' : 'This run was measured before';
};

/** Deviations from what the other runs say that make a result hard to believe. */
const surprisingDeviations = 2;

/** A result here, or right beside, that the other runs do not suggest, in words; none where a second result is on its way. */
function besideOf({ nearest, byOthers, repeats }: CampaignSuggestion, [target]: readonly string[]): string {
  if (byOthers === undefined || repeats === 'pending' || typeof repeats === 'number') return '';
  const { output, mean, std, away } = byOthers;
  if (Math.abs(away) <= surprisingDeviations) return '';
  const where = nearest?.distance === 0 ? 'That run' : 'The run next to it';
  const side = output < mean ? 'less' : 'more';
  return ` ${where} gave ${target} ${roundedToError(output, std)}, ${side} than the other runs suggest (${roundedToError(mean, std)} ± ${brief(std)}): a second result will show which is right.`;
}

/** The probability of a result, in words: full per cent. */
const resultOf = (share: number): string =>
  ` It gives a result with a probability of ${share < 0.01 ? 'less than 1' : Math.floor(100 * share)} %.`;

/** Share of the deviation of the curve, or joint desirability, below which a gain is written as 0. */
const leastGain = 1e-6;

/** What a joint desirability may lack of 1 where all goals count as reached. */
export const reachedTolerance = 1e-6;

export const isAllReached = (desirability: number | undefined): boolean =>
  desirability !== undefined && desirability > 1 - reachedTolerance;
