import { isPayable } from '../../acquisition/cost/budget.ts';
import { runCost } from '../../cost/run-cost.ts';
import { rowsOf } from '../../linalg/concatenate.ts';
import {
  decodeValue,
  encodeValue,
  hull,
  isLattice,
  isLogarithmic,
  shortened,
  snap,
  spansDecade,
} from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import type { Dimension } from '../../space/space.ts';
import type { CampaignTask } from '../task.ts';
import { priceOf, remainingBudget } from './batch-costs.ts';

/** Parts of the span that proposed values tell apart at least; significant digits where the range spans a decade. */
const PARTS = 2000;
const DIGITS = 4;

/** Rounds the values of proposed points [d], which then still lie in the region and cost no more than the task before them can pay. */
export type Rounding = (point: Float64Array, open?: CampaignTask) => Float64Array;

/**
 * Rounds proposed numbers that have no step to what a user can read and set: to a decimal place that is at most a two-thousandth of
 * the span, and to four significant digits at least where the range spans a factor of ten. A value that a recorded or pending run has
 * stays as it is, so a replicate remains one, and so do held values and runs of a list.
 *
 * A point that a linear constraint no longer allows meets it again by its largest real value: an equation exactly, with up to twelve digits, a
 * limit by rounding towards its inner side. Where that breaks another constraint, the values under constraints stay unrounded. Where a point would cost
 * more than what is left of the budget, the values that rounding made dearer are rounded to their other side.
 */
export function roundingFor(
  { space, X, pending, d, candidates }: CampaignTask,
  region: FeasibleRegion,
): Rounding {
  if (candidates) return (point) => point;
  const used = space.dimensions.map(() => new Set<number>());
  for (const row of [...rowsOf(X, d), ...rowsOf(pending, d)])
    row.forEach((value, column) => {
      used[column].add(value);
    });
  const free = region.linked.columns.filter((column) => !isLattice(space.dimensions[column]));
  return (point, open) => {
    const rounded = point.map((code, column) =>
      region.settled.has(column) || used[column].has(code)
        ? code
        : roundedCode(space.dimensions[column], code),
    );
    const attempts = (of: Float64Array) => [
      () => of,
      () => balanced(region, of, free),
      () => of.map((code, column) => (free.includes(column) ? point[column] : code)),
    ];
    const cheaper = () => (open?.cost?.budget ? attempts(cheaperOf(open, rounded, point)) : []);
    const isPossible = (found: Float64Array) =>
      region.contains(found) && (!open || isPayable(priceOf(open, found), remainingBudget(open)));
    const firstOf = (ways: readonly (() => Float64Array)[]) =>
      ways.map((attempt) => attempt()).find(isPossible);
    return firstOf(attempts(rounded)) ?? firstOf(cheaper()) ?? point;
  };
}

/**
 * A point [d] rounded by `round`, then value by value to its other side where the score is higher: beyond a limit of an exactly known output even the
 * last digit is worth nothing.
 */
export function roundedByScore(
  point: Float64Array,
  round: Rounding,
  region: FeasibleRegion,
  score: (point: Float64Array) => number,
): Float64Array {
  let best = round(point);
  let most = score(best);
  for (const [column, dimension] of region.space.dimensions.entries()) {
    if (best[column] === point[column]) continue;
    const side = best[column] > point[column] ? Math.floor : Math.ceil;
    const other = round(best.with(column, roundedCode(dimension, point[column], side)));
    const value = region.contains(other) ? score(other) : Number.NEGATIVE_INFINITY;
    if (!(value > most)) continue;
    best = other;
    most = value;
  }
  return best;
}

/** The rounded point [d] with values rounded to the other side where rounding made them dearer. */
function cheaperOf({ space, cost }: CampaignTask, rounded: Float64Array, point: Float64Array): Float64Array {
  if (cost === undefined) return rounded;
  const pricesOf = (x: Float64Array) => {
    const { running, changing } = runCost(cost.model, cost.from ?? null, x);
    return running.map((price, column) => price + changing[column]);
  };
  const [before, after] = [pricesOf(point), pricesOf(rounded)];
  return rounded.map((code, column) =>
    after[column] > before[column]
      ? roundedCode(space.dimensions[column], point[column], code > point[column] ? Math.floor : Math.ceil)
      : code,
  );
}

function roundedCode(dimension: Dimension, code: number, round = Math.round): number {
  const value = decodeValue(dimension, code);
  if (isLattice(dimension) || typeof value !== 'number' || value === 0) return code;
  if (isLogarithmic(dimension)) {
    return snap(dimension, encodeValue(dimension, atPlace(value, placeIn(dimension, value), round)));
  }
  return snap(dimension, atPlace(value, placeIn(dimension, value), round));
}

/** Decimal places after the point to which a value is rounded; negative before it. */
function placeIn(dimension: Dimension, value: number): number {
  const [low, high] = hull(dimension);
  // What a part of the span is at the value: a part of the logarithms is a share of it.
  const unit = isLogarithmic(dimension) ? value : 1;
  const bySpan = Math.ceil(Math.log10(PARTS / (unit * (high - low))));
  const own = DIGITS - 1 - Math.floor(Math.log10(Math.abs(value)));
  return isLogarithmic(dimension) || spansDecade(dimension) ? Math.max(own, bySpan) : bySpan;
}

/** A value rounded to a decimal place: 0.29, not 0.28999999999999998. */
function atPlace(value: number, place: number, round: (value: number) => number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  const whole = round(Number(`${digits}e${Number(exponent) + place}`));
  return Number(`${whole}e${-place}`);
}

/** The point with the largest free value of each broken constraint chosen so that it is met. */
function balanced({ space }: FeasibleRegion, point: Float64Array, free: readonly number[]): Float64Array {
  const met = point.slice();
  for (const { coefficients, rhs, type } of space.constraints) {
    const excess = coefficients.reduce(
      (sum, coefficient, column) => sum + (coefficient ? coefficient * met[column] : 0),
      -rhs,
    );
    const among = free.filter((column) => coefficients[column]);
    if (among.length === 0 || (type === 'inequality' && excess <= 0)) continue;
    const largest = among.reduce((a, b) =>
      Math.abs(coefficients[b] * met[b]) > Math.abs(coefficients[a] * met[a]) ? b : a,
    );
    const exact = met[largest] - excess / coefficients[largest];
    met[largest] =
      type === 'equality'
        ? shortened(space.dimensions[largest], exact)
        : roundedCode(space.dimensions[largest], exact, coefficients[largest] > 0 ? Math.floor : Math.ceil);
  }
  return met;
}
