import { extent } from '../../linalg/extent.ts';
import type { GpModel } from '../model.ts';

/** Largest output over the smallest from which logarithms are tried. */
const SPAN = 10;

/** Whether outputs y [n] are positive and span a decade or more. */
export function spansDecades(y: Float64Array): boolean {
  const [low, high] = extent(y);
  return low > 0 && high >= SPAN * low;
}

/** The same of outputs y [n] of which some are 0: from where their logarithms end to the highest. */
export function spansDecadesFromZero(y: Float64Array): boolean {
  const [low, high] = extent(y);
  return low === 0 && high > 0 && high >= SPAN * lowEndOf(y);
}

/** Between which outputs a model of logarithms takes them, and how much an output above grows with its logarithm. */
export interface LogEnds {
  readonly low: number;
  readonly high: number;
  readonly slopeAbove: number;
}

/** Factor beyond the recorded outputs up to which the logarithm is kept. */
const REACH = 3;
/** With outputs of 0 the logarithm ends at this part of the median of those above 0, and not below the least of them. */
const NEAR_ZERO = 0.3;

/** The output below which the logarithm of outputs y [n] continues as its tangent, in output units. */
export function lowEndOf(y: Float64Array): number {
  const [lowest] = extent(y);
  if (lowest > 0) return lowest / REACH;
  const above = y.filter((value) => value > 0).sort();
  return Math.max(above[0], NEAR_ZERO * above[above.length >> 1]);
}

/** Above the ends a deviation of the logarithms counts as one of the outputs, and never more than on the tangent. */
export function logEndsOf(
  { y, outputScale }: Pick<GpModel, 'y' | 'outputScale'>,
  ofLog: Pick<GpModel, 'outputScale'>,
): LogEnds {
  const high = REACH * extent(y)[1];
  return { low: lowEndOf(y), high, slopeAbove: Math.min(high, outputScale / ofLog.outputScale) };
}

/** The largest output, and the inverse of the smallest, that ends are moved to: squares end at 1.8e308. */
const FARTHEST = Math.log(1e150);

/**
 * Ends at a point where logarithms between `low` and `high` are expected: a power law or an exponential that the model is sure of continues, and what
 * it is not sure of stays near. A low end that stands for outputs of 0 stays.
 */
export function endsAround(ends: LogEnds, low: number, high: number, hasZeros: boolean): LogEnds {
  const above = Math.max(ends.high, REACH * Math.exp(Math.min(low, FARTHEST)));
  const slopeAbove = Math.min(above, (ends.slopeAbove * above) / ends.high);
  const below = hasZeros ? ends.low : Math.min(ends.low, Math.exp(Math.max(high, -FARTHEST)) / REACH);
  return { low: below, high: above, slopeAbove };
}

/** The logarithm between the ends, its tangent below and a flatter line above: a zero has a place, and what lies far from all rows stays near the results. */
export function toLog(
  y: number,
  { low, high, slopeAbove }: LogEnds,
): { readonly value: number; readonly slope: number } {
  if (y > high) return { value: Math.log(high) + (y - high) / slopeAbove, slope: 1 / slopeAbove };
  const near = Math.max(low, y);
  return { value: Math.log(near) + (y - near) / near, slope: 1 / near };
}

/** How much an output grows with its logarithm. */
export const outputSlope = (y: number, ends: LogEnds): number => (y > 0 ? 1 / toLog(y, ends).slope : 0);

/** The inverse of `toLog`; what would be negative is 0. */
export function fromLog(value: number, { low, high, slopeAbove }: LogEnds): number {
  if (value > Math.log(high)) return high + slopeAbove * (value - Math.log(high));
  if (value >= Math.log(low)) return Math.exp(value);
  return Math.max(0, low * (1 + value - Math.log(low)));
}
