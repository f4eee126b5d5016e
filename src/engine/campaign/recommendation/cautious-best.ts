import type { Found } from '../../acquisition/search/search.ts';
import { nearbyPoints, spreadPoints } from '../../acquisition/search/starts.ts';
import type { SuccessModel } from '../../gp/success/success.ts';
import { concatenate, pointsOf, rowsOf } from '../../linalg/concatenate.ts';
import { createGenerator } from '../../random/generator.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import type { Predictor } from '../surrogates.ts';

/** Points over the region, and around the best ones in each round; fewer where time is short. */
const sizes = {
  normal: { spread: 768, nearby: 512 },
  fast: { spread: 256, nearby: 128 },
} as const;
const ROUNDS = 3;
/** Best points that a round looks around. */
const CENTRES = 5;
/** Points whose deviations are predicted together. */
const TOGETHER = 96;
/** Rows up to which all deviations are predicted at once: covariances, which expected values need too, take longer than they do. */
const FEW_ROWS = 100;
/** Latent deviations of the curve that the expected value is lowered by (raised, to minimize). */
const CAUTION = 1;
/** Logarithm of the share of the probability of the surest run that a point may have: settings that fail are of no use. */
const LESS_LIKELY = Math.log(0.95);

interface CautiousOptions {
  /** 1 to maximize, −1 to minimize. */
  readonly sign: 1 | -1;
  readonly effort: keyof typeof sizes;
  /** Points that are less likely to give a result than the surest known one are left out, except for `point`, which gave one. */
  readonly proven?: { readonly success: SuccessModel; readonly point: Float64Array } | undefined;
}

/**
 * The point of a region with the best cautious forecast: expected value less one deviation of the curve. With noise it is on
 * average better than the best recorded run, as the model has learned from all runs and no run is better known than the
 * curve around it (decision 0178).
 *
 * Some 2300 expected values, 640 where time is short, and the deviations of the promising ones; same model and region, same answer.
 *
 * @param known recorded points [d] that gave a result; those outside the region are ignored
 * @returns undefined where every point is left out
 */
export function cautiousBest(
  predictor: Predictor,
  region: FeasibleRegion,
  known: readonly ArrayLike<number>[],
  { sign, effort, proven }: CautiousOptions,
): Float64Array | undefined {
  const { spread, nearby } = sizes[effort];
  const d = region.space.dimensions.length;
  const generator = createGenerator('cautious best');
  const recorded = known.filter((point) => region.contains(point)).map((point) => Float64Array.from(point));
  const lowest = proven ? surestOf(proven.success, recorded) + LESS_LIKELY : 0;
  const isProven = (point: Float64Array) => point.every((value, k) => value === proven?.point[k]);
  const allowed = (points: Float64Array): Float64Array[] => {
    const rows = rowsOf(points, d);
    const likely = proven?.success.logProbability(points, rows.length);
    return rows.filter((point, i) => likely === undefined || likely[i] >= lowest || isProven(point));
  };
  const ranked = (points: Float64Array, known: readonly Found[] = []): Found[] =>
    bestForecasts(predictor, allowed(points), sign, known);
  let best = ranked(concatenate([...recorded, ...rowsOf(spreadPoints(region, spread, generator), d)]));
  for (let round = 0; round < ROUNDS; round++) {
    if (best.length === 0) return undefined;
    best.length = Math.min(best.length, CENTRES);
    const around = nearbyPoints(region, pointsOf(best), nearby, generator);
    best = ranked(around, best);
  }
  return best[0].point.slice();
}

/**
 * Known points and others by their cautious forecasts, best first, without others that cannot be among the best `CENTRES`. A forecast is nowhere
 * better than the expected value: in the order of that, points are taken as long as one may be. Of n rows an expected value costs n operations, a deviation n².
 */
function bestForecasts(
  predictor: Predictor,
  points: readonly Float64Array[],
  sign: 1 | -1,
  known: readonly Found[],
): Found[] {
  if (points.length === 0) return [...known];
  if (predictor.rows <= FEW_ROWS) return allForecasts(predictor, points, sign, known);
  const expected = predictor.latentMean(concatenate(points), points.length).map((mean) => sign * mean);
  const order = Array.from(points.keys()).sort((a, b) => expected[b] - expected[a]);
  const taken: { readonly i: number; readonly found: Found }[] = known.map((found) => ({ i: -1, found }));
  for (let from = 0, to = 0; from < order.length; from = to) {
    to = order.length - from < 2 * TOGETHER ? order.length : from + TOGETHER;
    taken.sort((a, b) => b.found.value - a.found.value || a.i - b.i);
    if (taken.length >= CENTRES && expected[order[from]] < taken[CENTRES - 1].found.value) break;
    const part = order.slice(from, to);
    const found = forecasts(
      predictor,
      part.map((i) => points[i]),
      sign,
    );
    part.forEach((i, k) => {
      taken.push({ i, found: found[k] });
    });
  }
  taken.sort((a, b) => b.found.value - a.found.value || a.i - b.i);
  return taken.map(({ found }) => found);
}

/** Known points and all others by their cautious forecasts, best first. */
function allForecasts(
  predictor: Predictor,
  points: readonly Float64Array[],
  sign: 1 | -1,
  known: readonly Found[],
): Found[] {
  return [...known, ...forecasts(predictor, points, sign)].sort((a, b) => b.value - a.value);
}

/** Points with their cautious forecasts. */
function forecasts(predictor: Predictor, points: readonly Float64Array[], sign: 1 | -1): Found[] {
  const { mean, std } = predictor.latent(concatenate(points), points.length);
  return points.map((point, k) => ({ point, value: sign * mean[k] - CAUTION * std[k] }));
}

/** Largest log probability of a result at some points. */
const surestOf = (success: SuccessModel, points: readonly Float64Array[]): number =>
  points.length === 0 ? 0 : Math.max(...success.logProbability(concatenate(points), points.length));
