import { betaTails, logGamma } from './incomplete-beta.ts';
import { normalCdf, normalQuantile } from './normal.ts';

/** Probability that an F variable with these degrees of freedom is larger than f. */
export function fUpperTail(f: number, top: number, bottom: number): number {
  if (!(f > 0)) return 1;
  if (f === Number.POSITIVE_INFINITY) return 0;
  const whole = top * f + bottom;
  return betaTails((top * f) / whole, bottom / whole, top / 2, bottom / 2).upper;
}

/** Probability that Student's t with these degrees of freedom is beyond ±t. */
export function tTwoSided(t: number, degrees: number): number {
  const square = t * t;
  if (square === Number.POSITIVE_INFINITY) return 0;
  const whole = square + degrees;
  return betaTails(degrees / whole, square / whole, degrees / 2, 0.5).lower;
}

/** Distribution function of Student's t. */
export function tCdf(t: number, degrees: number): number {
  const half = tTwoSided(t, degrees) / 2;
  return t < 0 ? half : 1 - half;
}

/**
 * Point where a decreasing function of x > 0 crosses a value: doubling from `start`, then bisection in log x to the last
 * digits (the tails here are smooth and cheap, and this cannot fail).
 */
function crossing(decreasing: (x: number) => number, value: number, start: number): number {
  let low = start;
  let high = start;
  while (decreasing(low) < value && low > 1e-300) low /= 2;
  while (decreasing(high) > value && high < 1e300) high *= 2;
  for (let step = 0; step < 200 && high - low > 2e-16 * high; step++) {
    const middle = high > 2 * low ? Math.sqrt(low * high) : (low + high) / 2;
    if (middle === low || middle === high) break;
    if (decreasing(middle) > value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Value that F exceeds with this probability. */
export function fUpperQuantile(probability: number, top: number, bottom: number): number {
  return crossing((f) => fUpperTail(f, top, bottom), probability, 1);
}

/** Value that |t| exceeds with this probability. */
export function tTwoSidedQuantile(probability: number, degrees: number): number {
  if (degrees === Number.POSITIVE_INFINITY) return -normalQuantile(probability / 2);
  return crossing((t) => tTwoSided(t, degrees), probability, 1);
}

/**
 * Probability that a noncentral F variable is larger than f: a Poisson mixture of beta tails, summed outwards from the
 * largest weight until what is left cannot count.
 *
 * @param noncentrality λ ≥ 0, the sum of the squared means of the top's normals
 */
export function noncentralFUpperTail(f: number, top: number, bottom: number, noncentrality: number): number {
  if (noncentrality === 0) return fUpperTail(f, top, bottom);
  if (!(f > 0)) return 1;
  const whole = top * f + bottom;
  const x = (top * f) / whole;
  const y = bottom / whole;
  return poissonMixture(noncentrality / 2, (j) => betaTails(x, y, top / 2 + j, bottom / 2).upper);
}

/** Σ_j Poisson(j; mean)·value(j), values in [0, 1]. */
function poissonMixture(mean: number, value: (j: number) => number): number {
  const middle = Math.floor(mean);
  const peak = Math.exp(-mean + middle * Math.log(mean) - logGamma(middle + 1));
  let sum = peak * value(middle);
  let weight = peak;
  for (let j = middle + 1; ; j++) {
    weight *= mean / j;
    if (weight < 1e-18 || (weight < 1e-3 * peak && weight < 1e-17 * sum)) break;
    sum += weight * value(j);
  }
  weight = peak;
  for (let j = middle; j > 0; j--) {
    weight *= j / mean;
    if (weight < 1e-18) break;
    sum += weight * value(j - 1);
  }
  return Math.min(1, sum);
}

/**
 * Probability that noncentral t is larger than t > 0, for a shift δ ≥ 0.
 *
 * P(T > t) = ½·Poisson mixture of upper beta tails (even part) + the odd part, with x = t²/(t² + ν).
 *
 * Source: Lenth 1989, Algorithm AS 243 (as its complement).
 */
export function noncentralTUpperTail(t: number, degrees: number, shift: number): number {
  const whole = t * t + degrees;
  const x = (t * t) / whole;
  const y = degrees / whole;
  const mean = (shift * shift) / 2;
  if (mean === 0) return 1 - tCdf(t, degrees);
  const even = poissonMixture(mean, (j) => betaTails(x, y, j + 0.5, degrees / 2).lower);
  const odd = oddMixture(shift, mean, (j) => betaTails(x, y, j + 1, degrees / 2).lower);
  return 1 - normalCdf(-shift) - 0.5 * (even + odd);
}

/** Σ_j δ·exp(−mean)·mean^j/(√2·Γ(j + 3/2))·value(j). */
function oddMixture(shift: number, mean: number, value: (j: number) => number): number {
  const middle = Math.floor(mean);
  const weightAt = (j: number) =>
    (shift / Math.SQRT2) * Math.exp(-mean + j * Math.log(mean) - logGamma(j + 1.5));
  let sum = 0;
  for (let j = middle; ; j++) {
    const weight = weightAt(j);
    if (weight < 1e-18) break;
    sum += weight * value(j);
  }
  for (let j = middle - 1; j >= 0; j--) {
    const weight = weightAt(j);
    if (weight < 1e-18) break;
    sum += weight * value(j);
  }
  return sum;
}
