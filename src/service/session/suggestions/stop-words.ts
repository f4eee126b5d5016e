import type { StopAdvice } from '../../../contract/suggestions/campaign.ts';
import type { CampaignResult } from '../../../engine/campaign/task.ts';
import { list, roundedToError, show } from '../words.ts';
import { type Asked, brief, isAllReached, reachedTolerance } from './suggestion-reason.ts';

/** Share of the hypervolume so far below which a gain is small. */
const smallShare = 0.01;

/** What the runs so far have reached, where that is everything, nothing or a limit of the measurement; else an empty text. */
function reachedWords(
  { best, outside, stop }: CampaignResult,
  { targets, goals, isJoint, hasLimits }: Asked,
): string {
  if (stop?.reachedLimit !== undefined)
    return `The best result is a limit, ${targets[0]} ${goals[0] === 'minimize' ? 'below' : 'above'} ${show(stop.reachedLimit)}: whether others are better cannot be measured.`;
  if (stop?.incomplete)
    return 'No run so far has a result of every objective, so what more runs would improve is unknown.';
  if (stop?.equal)
    return `All runs with a result of every objective have the same ${list(stop.equal.map((k) => targets[k] as string))}, so by how much more runs improve the best compromises is unknown.`;
  if (stop?.hypervolume === 0)
    return `No run so far ${hasLimits ? 'meets the limits and ' : ''}is better than the reference point in every objective.`;
  if (outside) return 'According to the model, no run so far meets the limits.';
  if (!isJoint || best === undefined) return '';
  if (best === 0) return 'According to the model, no run so far has a desirability above 0.';
  return isAllReached(best)
    ? 'According to the model, the best run so far has desirability 1: every goal is reached, and nothing is left to gain.'
    : '';
}

/** What to do where more runs promise at most `limit`, with 95 % probability. */
function adviceWords(
  { best, outside, stop }: CampaignResult,
  { isJoint, hasLimits }: Asked,
  limit: number,
): string {
  if (stop?.hypervolume === 0)
    return `Change ${hasLimits ? 'the limits or ' : ''}the reference point, or consider stopping`;
  if (outside) return 'Change the limits, or consider stopping';
  if (isJoint && best === 0) return 'Change the ranges of desirability, or consider stopping';
  if (stop?.reachedLimit !== undefined) return 'Consider stopping, or measure more precisely';
  if (isJoint && isAllReached(best))
    return stop?.unrepeated
      ? 'No run was repeated: repeat the best run before you stop'
      : 'Consider stopping';
  // The mean of rare large gains may lie above the limit.
  const { expectedGain } = stop?.growth ?? stop ?? { expectedGain: 0 };
  const gain = expectedGain > limit ? 'With 95 % probability it' : 'That';
  if (stop?.hypervolume !== undefined) return `${gain} is less than 1 %; consider stopping`;
  const why = `${gain} is within the noise of one measurement`;
  return stop?.unrepeated
    ? `${why} as inferred by the model, but no run was repeated: repeat the best run before you stop`
    : `${why}; consider stopping`;
}

/** Share of a mean gain below which its upper end is called next to nothing. */
const nextToNothing = 0.01;

/** A gain in words: its mean and interval with 90 % probability, each with the given unit. */
function gainWords(mean: number, [low, high]: readonly [number, number], unit: string): string {
  const width = high - low;
  const most = high < nextToNothing * mean ? 'next to nothing' : `at most ${brief(high)}${unit}`;
  // The mean of rare large gains lies beyond the quantiles.
  const spread =
    mean > high
      ? `on average, because of rare large gains; with 95 % probability it is ${high > 0 ? most : 'zero'}`
      : `90 % interval ${roundedToError(low, width)} to ${roundedToError(high, width)}${unit}`;
  return `(${spread}).`;
}

/** What the next runs are expected to bring, in words: of several objectives, as a share of what their front has reached. */
function promiseWords(
  { runs, expectedGain, interval, hypervolume, growth }: NonNullable<CampaignResult['stop']>,
  what: string | undefined,
  hasLimits: boolean,
): string {
  const next = runs === 1 ? 'The next run is' : `The next ${runs} runs are`;
  if (hypervolume === undefined)
    return `${next} expected to gain ${brief(expectedGain)} in ${what} over the best run so far ${gainWords(expectedGain, interval, '')}`;
  if (growth === undefined)
    return interval[1] > 0
      ? `${runs === 1 ? 'The next run' : `One of the next ${runs} runs`} may be the first${hasLimits ? ' that does' : ''}.`
      : `With 95 % probability, ${runs === 1 ? 'the next run will not' : `none of the next ${runs} runs will`} ${hasLimits ? 'either' : 'be'}.`;
  const [low, high] = growth.interval;
  return `${next} expected to improve the best compromises by ${brief(100 * growth.expectedGain)} % ${gainWords(100 * growth.expectedGain, [100 * low, 100 * high], ' %')}`;
}

/** What more runs promise, in numbers and in words. */
export function stopOf(result: CampaignResult, asked: Asked): StopAdvice {
  const { targets, isJoint } = asked;
  const stop = result.stop as NonNullable<CampaignResult['stop']>;
  const { runs, expectedGain, interval, hypervolume, growth, noise, leastNoise = 0 } = stop;
  const several = hypervolume !== undefined;
  const isReached = stop.reachedLimit !== undefined || (isJoint && isAllReached(result.best));
  const share = growth ? smallShare : 0;
  const limit = several ? share : Math.max(leastNoise, isReached ? reachedTolerance : 0);
  const [, most] = (growth ?? stop).interval;
  // While first points are proposed, runs are too few for a model that an end could follow from.
  const isEarly = result.suggestions.some(({ kind }) => kind === 'first_points');
  const isKnown = !stop.incomplete && !stop.equal;
  const small = (most <= limit || stop.reachedLimit !== undefined) && !isEarly && isKnown;
  const isPromised = !(isReached && (small || isEarly)) && isKnown;
  const desirability = targets.length > 1 ? 'joint desirability' : 'desirability';
  const what = isJoint ? desirability : targets[0];
  return {
    runs,
    expected_gain: expectedGain,
    interval_90: [...interval],
    ...(several ? { hypervolume } : { noise_std: noise ?? result.noiseStd?.[0] ?? 0 }),
    text: [
      reachedWords(result, asked),
      ...(isPromised ? [promiseWords(stop, what, asked.hasLimits)] : []),
      ...(small ? [`${adviceWords(result, asked, limit)}.`] : []),
    ]
      .filter((words) => words !== '')
      .join(' '),
  };
}
