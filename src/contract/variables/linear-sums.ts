/** When values that were set satisfy linear constraints, for service and page alike, apart from the schemas. */

type Coefficients = Readonly<Record<string, number>>;
type Values = Readonly<Record<string, unknown>>;

/** Σ coefficients[name]·values[name]; NaN where a value is missing or no number. */
export const sumOf = (coefficients: Coefficients, values: Values): number =>
  Object.entries(coefficients).reduce((sum, [name, factor]) => sum + factor * Number(values[name]), 0);

/** Tolerance at a limit, as a share of it or of 1, for the rounding of a sum. */
const rounding = 1e-9;

/** The same for the sum of a mixture, because amounts are weighed or written with few digits. */
const weighing = 1e-3;

/** Whether a sum is above its limit, rounding aside. */
export const isAbove = (sum: number, limit: number): boolean =>
  sum > limit + rounding * Math.max(1, Math.abs(limit));

interface Limit {
  readonly type: 'inequality' | 'equality';
  readonly rhs: number;
}

/** How far a sum may lie beyond the limit of a constraint. */
export const slackOf = ({ type, rhs }: Limit): number =>
  (type === 'equality' ? weighing : rounding) * Math.max(1, Math.abs(rhs));

/** Whether a sum breaks a constraint; NaN breaks none. */
export const breaks = (sum: number, limit: Limit): boolean =>
  limit.type === 'equality' ? Math.abs(sum - limit.rhs) > slackOf(limit) : isAbove(sum, limit.rhs);
