import { concatenate, pointsOf, rowsOf } from '../../linalg/concatenate.ts';
import { spanOf } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import {
  ascend,
  type Climbed,
  type ClimbOptions,
  MAX_GAINS_BEHIND,
  type Moments,
  type Scorer,
  type ScorerOfMoments,
  worthOfStep,
} from './climb.ts';

/** Evaluations of the score, at most; places that continue after them are climbed by the score itself. */
const EVALUATIONS = 9;
/** Largest step towards a top of the approximation (largest difference in spans), and its share that is tried where it led down. */
const REACH = { step: 0.1, share: 0.25 };
/** Steps by the approximation before it is corrected again. */
const STEPS = 3;

/** Promised gain that is worth an evaluation of the score, in gains that are worth a step of a climb: the promise itself is exact to some percent. */
const WORTH_AN_EVALUATION = 4;

/** The point and next step of a climb. */
interface Place {
  readonly group: number;
  /** [d] */
  point: Float64Array;
  value: number;
  /** Top of the approximation that is corrected here [d], the gain that it promises, and the share of the way that is tried. */
  top: Float64Array;
  promised: number;
  share: number;
}

/**
 * Climbs a score of mean and variance by an approximation for both that is corrected at each point: its mean by a
 * plane, its variance by the exponential of one, so that values and slopes are there what the score is made of. A
 * place ends where the corrected approximation promises no step that is worth it.
 *
 * Source: Alexandrov et al. 2001, doi:10.2514/2.2877 (first-order consistent models).
 *
 * @param points [G, d] places to climb from; all are evaluated once, later only those that may become the best
 */
export function climbCorrected(
  scorer: ScorerOfMoments,
  local: ScorerOfMoments,
  region: FeasibleRegion,
  points: Float64Array,
  options: ClimbOptions,
): Climbed {
  const d = region.space.dimensions.length;
  const places = rowsOf(points, d).map((point, group): Place => {
    return { group, point, value: Number.NEGATIVE_INFINITY, top: point, promised: 0, share: 1 };
  });
  let active = places;
  for (let round = 0; active.length > 0 && round < EVALUATIONS; round++) {
    const moved = read(scorer, active);
    aim(local, region, moved, options);
    const best = Math.max(...places.map(({ value }) => value));
    active = active.filter((place) => {
      const gain = gainOf(place);
      return (
        gain > WORTH_AN_EVALUATION * worthOfStep(options) && best - place.value <= MAX_GAINS_BEHIND * gain
      );
    });
  }
  if (active.length > 0) {
    const own = ascend(scorer, region, pointsOf(active), withPairs(options, active));
    rowsOf(own.points, d).forEach((point, i) => {
      if (own.values[i] > active[i].value) Object.assign(active[i], { point, value: own.values[i] });
    });
  }
  return { points: pointsOf(places), values: Float64Array.from(places, ({ value }) => value) };
}

/** Places that have moved, with the moments there. */
interface Moved {
  readonly places: readonly Place[];
  readonly moments: Moments;
}

/** Takes places to where they aim if the score is better there, else shortens their step. */
function read(scorer: ScorerOfMoments, active: readonly Place[]): Moved {
  const d = active[0].point.length;
  const tried = active.map(({ point, top, share }) =>
    share === 1 ? top : point.map((from, k) => from + share * (top[k] - from)),
  );
  const { mean, variance, dMean, dVariance } = scorer.moments.at(concatenate(tried));
  const { value } = scorer.moments.scored({ mean, variance, dMean, dVariance });
  const better = Array.from(active.keys()).filter((i) => value[i] > active[i].value);
  active.forEach((place, i) => {
    if (value[i] > place.value) Object.assign(place, { point: tried[i], value: value[i] });
    else place.share *= REACH.share;
  });
  const of = (values: Float64Array, width: number) =>
    concatenate(better.map((i) => values.subarray(i * width, (i + 1) * width)));
  return {
    places: better.map((i) => active[i]),
    moments: {
      mean: of(mean, 1),
      variance: of(variance, 1),
      dMean: of(dMean, d),
      dVariance: of(dVariance, d),
    },
  };
}

/** Aims places at the maxima of the approximation, corrected at each. */
function aim(
  local: ScorerOfMoments,
  region: FeasibleRegion,
  { places, moments }: Moved,
  options: ClimbOptions,
): void {
  if (places.length === 0) return;
  const points = pointsOf(places);
  const tops = ascend(corrected(local, points, moments), region, points, {
    ...withPairs(options, places),
    iterations: STEPS,
    behind: MAX_GAINS_BEHIND,
  });
  const spans = region.space.dimensions.map(spanOf);
  rowsOf(tops.points, spans.length).forEach((top, i) => {
    const place = places[i];
    let step = 0;
    top.forEach((to, k) => {
      if (to !== place.point[k]) step = Math.max(step, Math.abs(to - place.point[k]) / spans[k]);
    });
    Object.assign(place, {
      top,
      promised: tops.values[i] - place.value,
      share: Math.min(1, REACH.step / step),
    });
  });
}

/** What a place promises to gain by its next step, as by a parabola with its top at the whole of the way. */
const gainOf = ({ promised, share }: Place): number => promised * share * (2 - share);

/** What is added to the mean of an approximation, and what its variance is multiplied by, around points [G, d]. */
interface Correction {
  /** [G] at the points, [G, d] per raw unit. */
  readonly rise: Float64Array;
  readonly plane: Float64Array;
  readonly factor: Float64Array;
  readonly exponent: Float64Array;
}

/** The correction after which the moments `known` of an approximation are, with their slopes, those wanted. */
function correctionOf(wanted: Moments, known: Moments): Correction {
  const d = wanted.dMean.length / wanted.mean.length;
  const isSure = (g: number) => !(wanted.variance[g] > 0 && known.variance[g] > 0);
  return {
    rise: wanted.mean.map((mean, g) => mean - known.mean[g]),
    plane: wanted.dMean.map((slope, i) => slope - known.dMean[i]),
    factor: wanted.variance.map((variance, g) => (isSure(g) ? 1 : variance / known.variance[g])),
    exponent: wanted.dVariance.map((slope, i) => {
      const g = Math.floor(i / d);
      return isSure(g) ? 0 : slope / wanted.variance[g] - known.dVariance[i] / known.variance[g];
    }),
  };
}

/** The score of an approximation whose moments are, with their slopes, those wanted [G] at the points [G, d]. */
function corrected(local: ScorerOfMoments, points: Float64Array, wanted: Moments): Scorer {
  const d = points.length / wanted.mean.length;
  let correction: Correction | undefined;
  const gradients = (xs: Float64Array, indexes: ArrayLike<number>) => {
    if (xs.length === points.length && xs.every((x, i) => x === points[i]))
      return local.moments.scored(wanted);
    correction ??= correctionOf(wanted, local.moments.at(points));
    const { rise, plane, factor, exponent } = correction;
    const { dMean, dVariance, ...own } = local.moments.at(xs);
    const [mean, variance] = [own.mean.slice(), own.variance.slice()];
    for (let a = 0; a < mean.length; a++) {
      const g = indexes[a];
      let log = 0;
      mean[a] += rise[g];
      for (let k = 0; k < d; k++) {
        const step = xs[a * d + k] - points[g * d + k];
        mean[a] += plane[g * d + k] * step;
        dMean[a * d + k] += plane[g * d + k];
        log += exponent[g * d + k] * step;
      }
      const times = factor[g] * Math.exp(log);
      for (let k = 0; k < d; k++)
        dVariance[a * d + k] = times * (dVariance[a * d + k] + variance[a] * exponent[g * d + k]);
      variance[a] *= times;
    }
    return local.moments.scored({ mean, variance, dMean, dVariance });
  };
  const everyone = Array.from(wanted.mean.keys());
  return {
    q: 1,
    values: (xs) => gradients(xs, everyone).value,
    gradients: (xs, indexes = everyone) => gradients(xs, indexes),
  };
}

/** Options of climbs from some of the places. */
const withPairs = ({ pairs, ...options }: ClimbOptions, places: readonly Place[]): ClimbOptions => ({
  ...options,
  ...(pairs ? { pairs: (b: number) => pairs(places[b].group) } : {}),
});
