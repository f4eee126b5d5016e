import { spreadPoints } from '../../acquisition/search/starts.ts';
import type { Generator } from '../../random/generator.ts';
import { levelCount, spanOf } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';

/** Candidates that the next first point is chosen from. */
const CANDIDATES = 256;
/** What a level loses that all points so far have, in spans. */
const BALANCE = 0.5;

/** Runs before a model proposes: two for each free variable and for the constant, no more than ten, at least three. */
export function firstPointCount(region: FeasibleRegion): number {
  const free = region.space.dimensions.filter((_, column) => !region.settled.has(column)).length;
  return Math.max(3, Math.min(10, 2 * (free + 1)));
}

/**
 * What the next first point is chosen from, the one farthest from every known one: spread points, drawn to the middle by
 * √((i + 1)/count) as the design `concentric` does.
 *
 * @param known points [d] recorded, pending or chosen
 */
export function firstCandidates(
  region: FeasibleRegion,
  known: readonly ArrayLike<number>[],
  count: number,
  generator: Generator,
): Float64Array[] {
  const d = region.space.dimensions.length;
  const spread = spreadPoints(region, CANDIDATES, generator);
  const share = Math.sqrt(Math.min(1, (known.length + 1) / count));
  return Array.from({ length: CANDIDATES }, (_, i) => {
    const point = spread.slice(i * d, (i + 1) * d);
    for (let column = 0; column < d; column++) {
      if (region.space.dimensions[column].kind === 'categorical' || region.settled.has(column)) continue;
      point[column] = region.center[column] + share * (point[column] - region.center[column]);
    }
    return region.repair(point);
  });
}

/**
 * Position of the candidate farthest from the known points, balance of levels counted in; the first one without any. New
 * candidates come before those that are known, and among these the one that is known least often.
 */
export function farthest(
  region: FeasibleRegion,
  known: readonly ArrayLike<number>[],
  candidates: readonly ArrayLike<number>[],
): number {
  if (known.length === 0) return 0;
  const distance = createDistance(region);
  const labels = region.space.dimensions.flatMap((dimension, column) =>
    dimension.kind === 'categorical' && !region.settled.has(column) ? [column] : [],
  );
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  candidates.forEach((candidate, i) => {
    let score = Number.POSITIVE_INFINITY;
    let same = 0;
    for (const point of known) {
      const far = distance(candidate, point);
      score = Math.min(score, far);
      if (far === 0) same++;
    }
    score -= same * (1 + BALANCE * labels.length);
    for (const column of labels) {
      const used = known.filter((point) => point[column] === candidate[column]).length;
      score -= (BALANCE * used) / known.length;
    }
    if (score > most) {
      most = score;
      best = i;
    }
  });
  return best;
}

/** Root of the mean squared difference over the free columns, in spans; different categories are a span apart. */
export function createDistance(
  region: FeasibleRegion,
): (a: ArrayLike<number>, b: ArrayLike<number>) => number {
  const columns = region.space.dimensions.flatMap((dimension, column) => {
    if (region.settled.has(column) || levelCount(dimension) === 1) return [];
    return [{ column, isLabel: dimension.kind === 'categorical', span: spanOf(dimension) }];
  });
  return (a, b) => {
    let sum = 0;
    for (const { column, isLabel, span } of columns) {
      const difference = a[column] - b[column];
      sum += isLabel ? Number(difference !== 0) : (difference / span) ** 2;
    }
    return Math.sqrt(sum / Math.max(1, columns.length));
  };
}
