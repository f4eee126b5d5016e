import type { CensoredRows } from '../../gp/censored.ts';

/** A bound of one output, by the place of its objective and in output units. */
export interface OutcomeLimit {
  readonly objective: number;
  readonly bound: 'lower' | 'upper';
  readonly value: number;
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
