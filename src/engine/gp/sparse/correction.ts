/**
 * What measured pairs of variances say about others: a factor whose logarithm is piecewise linear in log(variance), and 1
 * at the variance of the prior, so that nothing is claimed about points far from all rows.
 */
export interface Correction {
  /** Log variances, ascending, and the log of the factor there; it is constant beyond the first and the last. */
  readonly at: Float64Array;
  readonly log: Float64Array;
}

/** Pairs that one knot is the mean of. */
const PAIRS_EACH = 24;
/** Share of the prior's variance below which variances are rounding. */
const LEAST = 1e-10;

/** The correction that takes variances to exact ones, both [k], of a process with this variance. */
export function correctionOf(variance: Float64Array, exact: Float64Array, prior: number): Correction {
  const least = LEAST * prior;
  const logs = (values: Float64Array) => values.map((value) => Math.log(Math.max(value, least)));
  const [own, known] = [logs(variance), logs(exact)];
  const pairs = Array.from(own, (at, i) => ({ at, log: known[i] - at })).sort((a, b) => a.at - b.at);
  const knots = Math.floor(pairs.length / PAIRS_EACH);
  // The last knot is the prior, factor 1.
  const at = new Float64Array(knots + 1).fill(Math.log(prior));
  const log = new Float64Array(knots + 1);
  at.fill(0, 0, knots);
  for (let knot = 0; knot < knots; knot++) {
    const own = pairs.slice(
      Math.floor((knot * pairs.length) / knots),
      Math.floor(((knot + 1) * pairs.length) / knots),
    );
    for (const pair of own) {
      at[knot] += pair.at / own.length;
      log[knot] += pair.log / own.length;
    }
  }
  return { at, log };
}

/** The corrected variance, and its slope by the variance. */
export function corrected(
  { at, log }: Correction,
  variance: number,
): { readonly variance: number; readonly slope: number } {
  const last = at.length - 1;
  const place = Math.log(Math.max(variance, Number.MIN_VALUE));
  let knot = 0;
  while (knot < last && place > at[knot + 1]) knot++;
  const isOutside = place <= at[0] || place >= at[last];
  const width = knot < last ? at[knot + 1] - at[knot] : 0;
  const rise = isOutside || !(width > 0) ? 0 : (log[knot + 1] - log[knot]) / width;
  const height = place >= at[last] ? log[last] : log[knot] + rise * (place - at[knot]);
  const factor = Math.exp(height);
  return { variance: variance * factor, slope: factor * (1 + rise) };
}
