import type { CensoredRows } from '../../gp/censoring/censored.ts';

/** A bound of one output, by the place of its objective and in output units. */
export interface OutcomeLimit {
  readonly objective: number;
  readonly bound: 'lower' | 'upper';
  readonly value: number;
}

/** Values of an output from `low` to `high`, which may be infinite. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

export const isBounded = ({ low, high }: Range): boolean =>
  low > Number.NEGATIVE_INFINITY || high < Number.POSITIVE_INFINITY;

/**
 * What the limits leave to each output, maximize form: output units times the sign of its goal. Nothing is left where low > high.
 *
 * @returns undefined where there are no limits
 */
export function rangesOf(
  limits: readonly OutcomeLimit[] | undefined,
  signs: readonly (1 | -1)[],
): Range[] | undefined {
  if (limits === undefined || limits.length === 0) return undefined;
  return signs.map((sign, k) => {
    let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { objective, bound, value } of limits) {
      if (objective !== k) continue;
      if ((bound === 'lower') === (sign === 1)) low = Math.max(low, sign * value);
      else high = Math.min(high, sign * value);
    }
    return { low, high };
  });
}

/** Sum over the limits of how far the output is beyond, in units of the scale of the output; 0 where all limits are kept. */
export const excessOver = (
  limits: readonly OutcomeLimit[] = [],
  output: (objective: number) => number,
  scale: (objective: number) => number,
): number =>
  limits.reduce((sum, { objective, bound, value }) => {
    const away = bound === 'lower' ? value - output(objective) : output(objective) - value;
    return sum + Math.max(0, away) / scale(objective);
  }, 0);

/**
 * Whether outputs, by objective, are surely within all limits.
 *
 * @param side 1 and −1 where the true output lies above and below the given one, as of `>99`: it may lie beyond a limit on that side
 */
export const meetsLimits = (
  limits: readonly OutcomeLimit[] = [],
  output: (objective: number) => number,
  side: (objective: number) => number = () => 0,
): boolean =>
  limits.every(({ objective, bound, value }) =>
    bound === 'lower'
      ? output(objective) >= value && side(objective) !== -1
      : output(objective) <= value && side(objective) !== 1,
  );

/** Sides of the rows whose output is a limit. */
export const sidesByRow = (limits: CensoredRows | null | undefined): ReadonlyMap<number, number> =>
  new Map(Array.from(limits?.rows ?? [], (row, i) => [row, (limits as CensoredRows).sides[i]]));
