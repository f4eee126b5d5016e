import { betaTails, logGamma } from './incomplete-beta.ts';
import { normalQuantile } from './normal.ts';

/** Probability that an F variable with these degrees of freedom is larger than f. */
export function fUpperTail(f: number, top: number, bottom: number): number {
  if (!(f > 0)) return 1;
  const whole = top * f + bottom;
  return betaTails((top * f) / whole, bottom / whole, top / 2, bottom / 2).upper;
}

/** Probability that Student's t with these degrees of freedom is beyond ±t. */
export function tTwoSided(t: number, degrees: number): number {
  const square = t * t;
  const whole = square + degrees;
  return betaTails(degrees / whole, square / whole, degrees / 2, 0.5).lower;
}

/**
 * Point where a decreasing function of x > 0 crosses a value: halving and doubling from 1 until it lies between, then
 * bisection to the last digits (the tails here are smooth and cheap, and this cannot fail).
 */
function crossing(decreasing: (x: number) => number, value: number): number {
  let low = 1;
  while (decreasing(low) < value && low > 0) low /= 2;
  while (decreasing(2 * low) > value && low < Number.MAX_VALUE / 2) low *= 2;
  let high = 2 * low;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (decreasing(middle) > value) low = middle;
    else high = middle;
  }
}

/** Value ≥ 0 that an F variable with `top` and `bottom` degrees of freedom exceeds with this probability, by bisection. */
export function fUpperQuantile(probability: number, top: number, bottom: number): number {
  return crossing((f) => fUpperTail(f, top, bottom), probability);
}

/** Value ≥ 0 that |t| of Student's t exceeds with this probability, by bisection; infinite degrees of freedom give the normal distribution. */
export function tTwoSidedQuantile(probability: number, degrees: number): number {
  if (degrees === Number.POSITIVE_INFINITY) return -normalQuantile(probability / 2);
  return crossing((t) => tTwoSided(t, degrees), probability);
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
  const mean = Math.min(noncentrality, LARGEST) / 2;
  return poissonMixture(mean, (j) => betaTails(x, y, top / 2 + j, bottom / 2).upper);
}

/** A larger noncentrality makes no difference to numbers of this size. */
const LARGEST = 1e100;

/** Beyond this mean the terms of a Poisson mixture are an even sample. */
const MANY = 1e4;

/** Terms per standard deviation of the sample, and standard deviations on both sides. */
const DENSITY = 8;
const REACH = 10;

/** (1 + t)·ln(1 + t) − t by its series, for |t| of a tenth at most. */
function poissonDeviance(t: number): number {
  let sum = 0;
  for (let k = 9; k >= 2; k--) sum = (k % 2 === 0 ? 1 : -1) / (k * (k - 1)) + t * sum;
  return t * t * sum;
}

/**
 * Σ_j Poisson(j; mean)·value(j) of a large mean, from terms at equal distances: weights and values are smooth over a
 * part of a standard deviation, so that an even sum of them converges faster than any power of the distance.
 */
function sampledMixture(mean: number, value: (j: number) => number): number {
  let sum = 0;
  let total = 0;
  for (let k = -DENSITY * REACH; k <= DENSITY * REACH; k++) {
    const t = k / (DENSITY * Math.sqrt(mean));
    // Poisson(j) by Stirling's series, over what all terms share.
    const weight = Math.exp(-mean * poissonDeviance(t) - Math.log1p(t) / 2 + t / (12 * mean * (1 + t)));
    total += weight;
    sum += weight * value(mean * (1 + t));
  }
  return sum / total;
}

/** Σ_j Poisson(j; mean)·value(j), values in [0, 1]. */
function poissonMixture(mean: number, value: (j: number) => number): number {
  if (mean > MANY) return sampledMixture(mean, value);
  const middle = Math.floor(mean);
  const peak = Math.exp(-mean + middle * Math.log(mean) - logGamma(middle + 1));
  let sum = peak * value(middle);
  let weight = peak;
  for (let j = middle + 1; ; j++) {
    weight *= mean / j;
    if (weight < 1e-18) break;
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
