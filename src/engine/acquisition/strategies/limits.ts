/** A bound of one output, by the place of its objective and in output units. */
export interface OutcomeLimit {
  readonly objective: number;
  readonly bound: 'lower' | 'upper';
  readonly value: number;
}

/** Whether outputs, by objective, are within all limits. */
export const meetsLimits = (
  limits: readonly OutcomeLimit[] = [],
  output: (objective: number) => number,
): boolean =>
  limits.every(({ objective, bound, value }) =>
    bound === 'lower' ? output(objective) >= value : output(objective) <= value,
  );
