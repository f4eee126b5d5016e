import { pointsOf } from '../../linalg/concatenate.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { type ClimbOptions, climb, type Scorer } from './climb.ts';

/** A point of the region and its score. */
interface Place {
  readonly point: Float64Array;
  readonly value: number;
}

/** Places from which the corrected approximation is climbed, and how often; of them those that are given back. */
const CORRECTED = 4;
const CORRECTIONS = 6;
const KEPT = 2;
/** Shares of the way to a top that are examined: far from its start an approximation may be wrong. */
const SHARES = [1, 0.3, 0.1, 0.03] as const;

/**
 * Starts on their way up by the approximation of a scorer, so that the score itself has little left to climb: the approximation
 * is climbed from all of them, then from the best few with the value and the slopes of the score at each, and again from
 * where that leads. What is not better by the score is not taken. The scores of all places are one call.
 *
 * Source: Alexandrov et al. 2001, doi:10.2514/2.2877 (first-order consistent models).
 *
 * @returns the best few, best first
 */
export function climbByApproximation(
  scorer: Scorer,
  region: FeasibleRegion,
  starts: readonly Place[],
  options: ClimbOptions,
): Place[] {
  const rough = scorer.rough ?? scorer;
  const ranked = (places: readonly Place[]) => [...places].sort((a, b) => b.value - a.value);
  let places = ranked(better(scorer, region, starts, climb(rough, region, pointsOf(starts), options))).slice(
    0,
    CORRECTED,
  );
  for (let round = 0; round < CORRECTIONS; round++) {
    const tops = correctedTops(scorer, region, places, options);
    const moved = better(scorer, region, places, tops);
    const gains = moved.some((place, i) => place.value > places[i].value + options.tolerance);
    places = moved;
    if (!gains) break;
  }
  return ranked(places).slice(0, KEPT);
}

/** Where a smooth approximation around each place, corrected there, has its top: [places, d]. */
function correctedTops(
  scorer: Scorer,
  region: FeasibleRegion,
  places: readonly Place[],
  options: ClimbOptions,
): Float64Array {
  const points = pointsOf(places);
  const d = points.length / places.length;
  const wanted = scorer.gradients(points);
  const topOf =
    ({ point }: Place, i: number) =>
    (local: Scorer) => {
      const known = local.gradients(point);
      const slope = point.map((_, k) => wanted.gradient[i * d + k] - known.gradient[k]);
      const corrected = withCorrection(local, point, wanted.value[i] - known.value[0], slope);
      return climb(corrected, region, point, options);
    };
  const tops = places.map((place, i) => {
    const work = topOf(place, i);
    return { point: scorer.around?.(place.point, work) ?? work(scorer), value: 0 };
  });
  return pointsOf(tops);
}

/** score(x) + offset + slope·(x − centre). */
function withCorrection(scorer: Scorer, centre: Float64Array, offset: number, slope: Float64Array): Scorer {
  const d = centre.length;
  const more = (points: Float64Array, value: Float64Array) =>
    value.map((own, i) => {
      let sum = own + offset;
      for (let k = 0; k < d; k++) sum += slope[k] * (points[i * d + k] - centre[k]);
      return sum;
    });
  return {
    q: 1,
    values: (points) => more(points, scorer.values(points)),
    gradients(points) {
      const { value, gradient } = scorer.gradients(points);
      return { value: more(points, value), gradient: gradient.map((own, at) => own + slope[at % d]) };
    },
  };
}

/** Per start the best place by the score on the way to its climbed point [starts, d], where one is better. */
function better(
  scorer: Scorer,
  region: FeasibleRegion,
  starts: readonly Place[],
  climbed: Float64Array,
): Place[] {
  const d = climbed.length / starts.length;
  const tried = starts.flatMap(({ point }, i) =>
    SHARES.map((share) => {
      const part = point.map((from, k) => from + share * (climbed[i * d + k] - from));
      return { point: region.repair(part), value: Number.NEGATIVE_INFINITY };
    }),
  );
  const values = scorer.values(pointsOf(tried));
  return starts.map((start, i) =>
    SHARES.reduce((best: Place, _, s) => {
      const at = i * SHARES.length + s;
      return values[at] > best.value ? { point: tried[at].point, value: values[at] } : best;
    }, start),
  );
}
