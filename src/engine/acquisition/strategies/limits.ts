/** A bound of one output, by the place of its objective and in output units. */
export interface OutcomeLimit {
  readonly objective: number;
  readonly bound: 'lower' | 'upper';
  readonly value: number;
}

/** By how much outputs are beyond their limits, each in units of its scale. */
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
