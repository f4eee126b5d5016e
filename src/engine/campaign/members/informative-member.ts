import { intoSlice } from '../../acquisition/models/incumbent.ts';
import type { Problem } from '../../acquisition/problem.ts';
import { createSameness, isNoisy, measurementNoise } from '../../acquisition/search/repeats.ts';
import type { Found } from '../../acquisition/search/search.ts';
import { logExpectedImprovement } from '../../acquisition/strategies/analytic.ts';
import { analyticOptions, searchedAcquisition } from '../../acquisition/strategies/one-point.ts';
import { concatenate, pointsOf, rowsOf } from '../../linalg/concatenate.ts';

/** Deviation that pending runs leave of the curve, over that of the noise, below which a measurement adds nothing. */
const HIDDEN_BELOW = 0.1;
/** Share of the deviation without them that they leave, at most: above it the recorded runs, not the pending ones, made the curve known. */
const BY_THEM = 0.5;

/**
 * The best point, unless the noise hides what it could add to the pending runs: then it would be a replicate of one in all but name.
 * Instead a pending run is repeated, each once at most, or a point is taken that does add something: the one of them with the largest
 * improvement less what noise hides, pending runs taken as measured with noise.
 *
 * @param found candidates, best first
 */
export function informativeMember(problem: Problem, best: Found, found: readonly Found[]): Found {
  const { task, posteriors, region } = problem;
  const [posterior] = posteriors;
  const d = best.point.length;
  if (task.pending.length === 0 || posteriors.length > 1 || !isNoisy(posterior)) return best;
  const isInformative = informativeAt(problem);
  if (isInformative([best])[0]) return best;
  const same = createSameness(region);
  const settled = task.pending.subarray((task.settledFrom ?? 0) * d);
  const pending = rowsOf(intoSlice(settled, d, task.fixed), d);
  const once = pending.filter(
    (point) => region.contains(point) && pending.filter((other) => same(other, point)).length === 1,
  );
  const informative = isInformative(found);
  const some = [...once, ...found.filter((_, i) => informative[i]).map(({ point }) => point)];
  const values = countedImprovement(problem, some);
  let top = -1;
  values.forEach((value, i) => {
    if (top < 0 || value > values[top]) top = i;
  });
  return top < 0 ? best : { point: some[top].slice(), value: values[top] };
}

/** Whether one more measurement at these points adds to what pending runs will show. */
function informativeAt({ posteriors: [posterior], fantasies: [{ base }] }: Problem) {
  const hidden = HIDDEN_BELOW * Math.sqrt(measurementNoise(posterior));
  return (found: readonly Found[]): boolean[] => {
    const points = pointsOf(found);
    const left = base.predict(points, found.length).std;
    const without = posterior.predict(points, found.length).std;
    return found.map((_, i) => left[i] > hidden || left[i] > BY_THEM * without[i]);
  };
}

/** log of the improvement at points, less what noise hides, with pending runs as measured with noise. */
function countedImprovement(problem: Problem, points: readonly Float64Array[]): number[] {
  if (points.length === 0) return [];
  const { task, posteriors } = problem;
  const counted = posteriors[0].condition(task.pending);
  try {
    const { mean, std } = counted.predict(concatenate(points), points.length);
    const acquisition = searchedAcquisition(logExpectedImprovement, problem);
    const options = analyticOptions(problem);
    return points.map((_, i) => acquisition(mean[i], std[i], options).value);
  } finally {
    counted.free();
  }
}
