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

/** Whether outputs, by objective, are within all limits. */
export const meetsLimits = (
  limits: readonly OutcomeLimit[] = [],
  output: (objective: number) => number,
): boolean =>
  limits.every(({ objective, bound, value }) =>
    bound === 'lower' ? output(objective) >= value : output(objective) <= value,
  );
