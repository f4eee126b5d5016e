import type { Found } from '../acquisition/search/search.ts';
import { nearbyPoints, spreadPoints } from '../acquisition/search/starts.ts';
import type { SuccessModel } from '../gp/success.ts';
import { concatenate, pointsOf, rowsOf } from '../linalg/concatenate.ts';
import { createGenerator } from '../random/generator.ts';
import type { FeasibleRegion } from '../space/feasible-region.ts';
import type { Predictor } from './surrogates.ts';

/** Points over the region, and around the best ones in each round; fewer where time is short. */
const sizes = {
  normal: { spread: 768, nearby: 512 },
  fast: { spread: 256, nearby: 128 },
} as const;
const ROUNDS = 3;
/** Best points that a round looks around. */
const CENTRES = 5;
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
 * Some 2300 predictions, 640 where time is short; same model and region, same answer.
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
  const ranked = (points: Float64Array): Found[] => {
    const rows = rowsOf(points, d);
    const { mean, std } = predictor.latent(points, rows.length);
    const likely = proven?.success.logProbability(points, rows.length);
    return rows
      .map((point, i) => ({ point, value: sign * mean[i] - CAUTION * std[i] }))
      .filter(({ point }, i) => likely === undefined || likely[i] >= lowest || isProven(point))
      .sort((a, b) => b.value - a.value);
  };
  let best = ranked(concatenate([...recorded, ...rowsOf(spreadPoints(region, spread, generator), d)]));
  for (let round = 0; round < ROUNDS; round++) {
    if (best.length === 0) return undefined;
    best.length = Math.min(best.length, CENTRES);
    const around = nearbyPoints(region, pointsOf(best), nearby, generator);
    best = [...best, ...ranked(around)].sort((a, b) => b.value - a.value);
  }
  return best[0].point.slice();
}

/** Largest log probability of a result at some points. */
const surestOf = (success: SuccessModel, points: readonly Float64Array[]): number =>
  points.length === 0 ? 0 : Math.max(...success.logProbability(concatenate(points), points.length));
