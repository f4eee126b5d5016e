import { extent } from '../../linalg/extent.ts';

/** The bounds of the results, and the outputs `low` and `high` beyond which the logit continues as its tangent. */
export interface LogitEnds {
  readonly bounds: readonly [number, number];
  readonly low: number;
  readonly high: number;
}

/** Distance of `low` and `high` from their bounds: this part of the distance of the nearest output, within these shares of the range. */
const REACH = 1 / 3;
const LEAST = 5e-4;
const MOST = 0.02;

/**
 * Between which values logits are taken. Where an output is at a bound, nothing is known about how near others come to it, and
 * the distance is the largest share.
 *
 * @param y outputs [n] within the bounds, in output units, as `low` and `high` of the result
 */
export function logitEndsOf(y: Float64Array, bounds: readonly [number, number]): LogitEnds {
  const range = bounds[1] - bounds[0];
  const [lowest, highest] = extent(y);
  const distance = (nearest: number): number =>
    range * (nearest > 0 ? Math.max(LEAST, Math.min(MOST, (REACH * nearest) / range)) : MOST);
  return {
    bounds,
    low: bounds[0] + distance(lowest - bounds[0]),
    high: bounds[1] - distance(bounds[1] - highest),
  };
}

/** log((y − low bound)/(high bound − y)) from `low` to `high`, its tangents beyond, so that outputs at a bound or past it have a finite value. */
export function toLogit(
  y: number,
  { bounds, low, high }: LogitEnds,
): { readonly value: number; readonly slope: number } {
  const near = Math.min(high, Math.max(low, y));
  const [below, above] = [near - bounds[0], bounds[1] - near];
  const slope = 1 / below + 1 / above;
  return { value: Math.log(below / above) + slope * (y - near), slope };
}

/** The inverse of `toLogit`. */
export function fromLogit(value: number, ends: LogitEnds): number {
  const { bounds, low, high } = ends;
  for (const end of [low, high]) {
    const at = toLogit(end, ends);
    if (end === low ? value < at.value : value > at.value) return end + (value - at.value) / at.slope;
  }
  // By the smaller of both shares, which keeps its digits.
  const range = bounds[1] - bounds[0];
  return value < 0 ? bounds[0] + range / (1 + Math.exp(-value)) : bounds[1] - range / (1 + Math.exp(value));
}
