import type { GpModel } from './model.ts';

/** Largest output over the smallest from which logarithms are tried. */
const SPAN = 10;

/** Whether outputs are positive and span a decade or more. */
export function spansDecades(y: Float64Array): boolean {
  const [low, high] = [Math.min, Math.max].map((most) => y.reduce((a, b) => most(a, b)));
  return low > 0 && high >= SPAN * low;
}

/** Between which outputs a model of logarithms takes them, and how much an output above grows with its logarithm. */
export interface LogEnds {
  readonly low: number;
  readonly high: number;
  readonly slopeAbove: number;
}

/** How far beyond the recorded outputs the logarithm goes on as it is, as a factor. */
const REACH = 3;

/** Above the ends a deviation of the logarithms counts as one of the outputs, and never more than on the tangent. */
export function logEndsOf(
  { y, outputScale }: Pick<GpModel, 'y' | 'outputScale'>,
  ofLog: Pick<GpModel, 'outputScale'>,
): LogEnds {
  const [lowest, highest] = [Math.min, Math.max].map((most) => y.reduce((a, b) => most(a, b)));
  const high = REACH * highest;
  return { low: lowest / REACH, high, slopeAbove: Math.min(high, outputScale / ofLog.outputScale) };
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
