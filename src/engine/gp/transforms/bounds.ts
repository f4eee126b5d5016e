/** Where outputs can lie, such as per cent from 0 to 100; an end that is absent is open. */
export interface Bounds {
  readonly low?: number;
  readonly high?: number;
}

/** The nearest value within the bounds. */
export const clamped = (
  y: number,
  { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY }: Bounds,
): number => Math.min(high, Math.max(low, y));

/** Both bounds; undefined where an end is open. */
export const rangeOf = ({ low, high }: Bounds = {}): readonly [number, number] | undefined =>
  low === undefined || high === undefined ? undefined : [low, high];
