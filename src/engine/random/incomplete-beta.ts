/** Correction terms B(2k)/(2k(2k−1)) of Stirling's series, k = 1 … 7. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];
const HALF_LOG_TWO_PI = 0.9189385332046728;

/** Σ of Stirling's corrections at x ≥ 12: log Γ(x) − (x − ½)·log x + x − ½·log 2π. */
function stirlingTail(x: number): number {
  const inverse = 1 / (x * x);
  let power = 1 / x;
  let sum = 0;
  for (const term of STIRLING) {
    sum += term * power;
    power *= inverse;
  }
  return sum;
}

/** log Γ(x) for x > 0, by Stirling's series from 12 on and the recurrence below. */
export function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  for (; shifted < 12; shifted++) product *= shifted;
  return (
    (shifted - 0.5) * Math.log(shifted) -
    shifted +
    HALF_LOG_TWO_PI +
    stirlingTail(shifted) -
    Math.log(product)
  );
}

/** log B(large, small), without the cancellation of log Γ(large) − log Γ(large + small). */
function logBeta(large: number, small: number): number {
  if (large < 12) return logGamma(large) + logGamma(small) - logGamma(large + small);
  const whole = large + small;
  const difference =
    small -
    (large - 0.5) * Math.log1p(small / large) -
    small * Math.log(whole) +
    stirlingTail(large) -
    stirlingTail(whole);
  return logGamma(small) + difference;
}

/** log of x^a·(1 − x)^b / B(a, b); `y` is 1 − x, given where it is known better. */
function logPower(x: number, y: number, a: number, b: number): number {
  if (a < 12 || b < 12) {
    const logX = x > 0.5 ? Math.log1p(-y) : Math.log(x);
    const logY = y > 0.5 ? Math.log1p(-x) : Math.log(y);
    return a * logX + b * logY - logBeta(Math.max(a, b), Math.min(a, b));
  }
  // large arguments: the leading terms of the three gammas are put together with the powers, so that they do not cancel
  const whole = a + b;
  const deviation = (x * b - y * a) / a; // x·(a + b)/a − 1
  const other = (y * a - x * b) / b;
  return (
    a * Math.log1p(deviation) +
    b * Math.log1p(other) +
    0.5 * Math.log((a * b) / whole) -
    HALF_LOG_TWO_PI +
    stirlingTail(whole) -
    stirlingTail(a) -
    stirlingTail(b)
  );
}

/** Continued fraction of I_x(a, b)·B(a, b)/(x^a·(1 − x)^b), modified Lentz; converges fast for x < (a + 1)/(a + b + 2). */
function continuedFraction(x: number, a: number, b: number): number {
  const TINY = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < TINY ? TINY : d);
  let value = d;
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 + even * d;
    c = 1 + even / c;
    d = 1 / (Math.abs(d) < TINY ? TINY : d);
    c = Math.abs(c) < TINY ? TINY : c;
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + odd * d;
    c = 1 + odd / c;
    d = 1 / (Math.abs(d) < TINY ? TINY : d);
    c = Math.abs(c) < TINY ? TINY : c;
    const factor = d * c;
    value *= factor;
    if (Math.abs(factor - 1) < 1e-16) break;
  }
  return value / a;
}

/**
 * Both tails of the beta distribution: I_x(a, b) and 1 − I_x(a, b), each with its relative accuracy.
 *
 * @param x in [0, 1]  @param y 1 − x, given where it is known better  @param a, b > 0
 *
 * Source: Abramowitz and Stegun 26.5.8, Lentz's method; relative error about 1e-13 (`test/oracle/distributions.json`).
 */
export function betaTails(
  x: number,
  y: number,
  a: number,
  b: number,
): { readonly lower: number; readonly upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  const front = Math.exp(logPower(x, y, a, b));
  if (x < (a + 1) / (a + b + 2)) {
    const lower = front * continuedFraction(x, a, b);
    return { lower, upper: 1 - lower };
  }
  const upper = front * continuedFraction(y, b, a);
  return { lower: 1 - upper, upper };
}
