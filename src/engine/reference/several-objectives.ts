import type { Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';
import { logSmoothPositive } from './monte-carlo.ts';
import { logImprovement } from './one-point.ts';

/** One interval of an objective between neighbouring values of the front. */
type Interval = readonly [low: number, high: number];

/** Every cell of the grid through the front's values that lies above the reference point and that no front point covers. */
function freeCells(front: readonly (readonly number[])[], reference: readonly number[]): Interval[][] {
  const intervals = reference.map((low, k): Interval[] => {
    const above = front.map((point) => point[k]).filter((value) => value > low);
    const edges = [low, ...new Set(above.sort((a, b) => a - b)), Number.POSITIVE_INFINITY];
    return edges.slice(1).map((high, i) => [edges[i], high]);
  });
  const cells = intervals.reduce<Interval[][]>(
    (sofar, own) => sofar.flatMap((cell) => own.map((interval) => [...cell, interval])),
    [[]],
  );
  const covered = (cell: Interval[]) => front.some((point) => cell.every(([, high], k) => point[k] >= high));
  return cells.filter((cell) => !covered(cell));
}

/** E[(y − e)·1(a ≤ y ≤ b)] = (μ − e)(Φ(β) − Φ(α)) − σ(φ(β) − φ(α)) of a normal y, α and β being the standardized a and b. */
function partialMean(mean: Tensor, deviation: Tensor, edge: number, [a, b]: Interval): Tensor {
  if (a >= b) return t.multiply(mean, 0);
  const z = (end: number) => t.divide(t.subtract(end, mean), deviation);
  const mass = (end: number) => t.normalDistribution(z(end));
  const density = (end: number) =>
    t.divide(t.exp(t.multiply(t.square(z(end)), -0.5)), Math.sqrt(2 * Math.PI));
  const between = (of: (end: number) => Tensor, atInfinity: number) => {
    const upper = b === Number.POSITIVE_INFINITY ? t.add(t.multiply(mean, 0), atInfinity) : of(b);
    return a === Number.NEGATIVE_INFINITY ? upper : t.subtract(upper, of(a));
  };
  const byMean = t.multiply(t.subtract(mean, edge), between(mass, 1));
  return t.subtract(byMean, t.multiply(deviation, between(density, 0)));
}

/** E[(min(y, u) − l)⁺·1(a ≤ y ≤ b)]: up to u the excess over l, from u on u − l. */
function overlapWithin(mean: Tensor, deviation: Tensor, [low, high]: Interval, [a, b]: Interval): Tensor {
  const below = partialMean(mean, deviation, low, [Math.max(low, a), Math.min(high, b)]);
  const above: Interval = [Math.max(high, a), b];
  if (above[0] >= above[1]) return below;
  const [overLow, overHigh] = [low, high].map((edge) => partialMean(mean, deviation, edge, above));
  return t.add(below, t.subtract(overLow, overHigh));
}

/** E[(min(y, u) − l)⁺] = σ(h((μ − l)/σ) − h((μ − u)/σ)) of a normal y; u may be infinite. */
function expectedOverlap(mean: Tensor, deviation: Tensor, [low, high]: Interval): Tensor {
  const h = (edge: number) => t.exp(logImprovement(t.divide(t.subtract(mean, edge), deviation)));
  const reach = high === Number.POSITIVE_INFINITY ? h(low) : t.subtract(h(low), h(high));
  return t.multiply(deviation, reach);
}

/**
 * Expected hypervolume improvement [m] of points whose objectives are independent normals, all to be maximized: the sum
 * over free cells of the product of overlaps.
 *
 * @param means and deviations: per objective [m]
 * @param within per objective where outputs count; those elsewhere gain nothing. Absent: everywhere
 *
 * Source: Emmerich, Giannakoglou and Naujoks 2006, doi:10.1109/TEVC.2005.859463.
 */
export function expectedHypervolumeImprovement(
  means: readonly Tensor[],
  deviations: readonly Tensor[],
  front: readonly (readonly number[])[],
  reference: readonly number[],
  within?: readonly Interval[],
): Tensor {
  const parts = freeCells(front, reference).map((cell) =>
    cell
      .map((interval, k) =>
        within
          ? overlapWithin(means[k], deviations[k], interval, within[k])
          : expectedOverlap(means[k], deviations[k], interval),
      )
      .reduce((a, b) => t.multiply(a, b)),
  );
  return parts.reduce((a, b) => t.add(a, b));
}

/** g(y) = min_k v_k + ρ Σ_k v_k with v_k = w_k (y_k − low_k)/range_k. Source: Knowles 2006, doi:10.1109/TEVC.2005.851274. */
export interface Scalar {
  readonly weights: readonly number[];
  readonly low: readonly number[];
  readonly range: readonly number[];
  /** Share ρ of the sum. */
  readonly augment: number;
  /** Best g so far. */
  readonly best: number;
}

/** log of the average over draws of the smoothed improvement of g: draws y [S, m, K], result [m]. */
export function logScalarizedImprovement(draws: Tensor, scalar: Scalar, tau: number): Tensor {
  const { tape, shape } = draws;
  const row = (values: readonly number[]) => tape.tensor(values, [values.length]);
  const scaled = t.divide(
    t.multiply(t.subtract(draws, row(scalar.low)), row(scalar.weights)),
    row(scalar.range),
  );
  const value = t.add(t.min(scaled, -1), t.multiply(t.sum(scaled, -1), scalar.augment));
  const logs = logSmoothPositive(t.subtract(value, scalar.best), tau);
  return t.subtract(t.logSumExp(logs, 0), Math.log(shape[0]));
}
