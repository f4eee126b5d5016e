import type { LeastSquares } from '../../linalg/least-squares.ts';
import { dot, times } from '../../linalg/products.ts';
import { tTwoSidedQuantile } from '../../random/distributions.ts';
import { variationOf } from './variation.ts';

/** The transformation of Box and Cox that results were fitted under. */
export interface Transformation {
  readonly lambda: number;
  /** Geometric mean of the results: there a transformed result equals the result, and has slope 1. */
  readonly geometricMean: number;
}

/** How well a model fits results under the transformations of Box and Cox. */
export interface BoxCoxProfile {
  /** [41] −2 to 2, and [41] the log likelihood up to a constant, the largest over all other parameters. */
  readonly lambda: Float64Array;
  readonly logLikelihood: Float64Array;
  /** λ of the largest likelihood. */
  readonly maximum: number;
  /** Null where the interval reaches beyond −2 or 2. */
  readonly interval: readonly [number | null, number | null];
  /** Log likelihood at the ends of the interval. */
  readonly limit: number;
  /** 1, which is no transformation, where the interval holds it; else the usual λ nearest to the maximum. */
  readonly recommended: number;
}

/** −2, −1.9, …, 2. */
const GRID = Float64Array.from({ length: 41 }, (_, i) => (i - 20) / 10);

/** Squares, none, square root, logarithm, and the reciprocals of roots, values and squares. */
const USUAL = [1, 0.5, 0, -0.5, -1, 2, -2];

/** Degrees of freedom for error that an interval of λ needs. */
const FEWEST_DEGREES = 3;

/** Halvings of an interval, or golden sections of it: what is left is below 1e-7. */
const SECTIONS = 30;

const GOLDEN = (Math.sqrt(5) - 1) / 2;

export const geometricMeanOf = (y: Float64Array): number =>
  Math.exp(y.reduce((sum, value) => sum + Math.log(value), 0) / y.length);

/** ((y/g)^λ − 1)/λ, and ln(y/g) for λ = 0. @param logs [n] ln(y/g) */
const powersOf = (logs: Float64Array, lambda: number): Float64Array =>
  lambda === 0 ? logs : logs.map((log) => Math.expm1(lambda * log) / lambda);

const logsOf = (y: Float64Array, geometricMean: number): Float64Array =>
  y.map((value) => Math.log(value / geometricMean));

/**
 * g + g·((y/g)^λ − 1)/λ, and g + g·ln(y/g) for λ = 0, with the geometric mean g: the normalized transformation z^(λ) up to a
 * constant. It keeps order and unit; 1 leaves results as they are.
 *
 * @param y [n], positive
 *
 * Source: Box and Cox 1964, J. R. Stat. Soc. B 26, 211–252, section 3.
 */
export const transformed = (y: Float64Array, { lambda, geometricMean }: Transformation): Float64Array =>
  powersOf(logsOf(y, geometricMean), lambda).map((value) => geometricMean * (1 + value));

/** The result that was transformed into z: 0 or infinite for values that no positive result is transformed into. */
export function backTransformed(z: number, { lambda, geometricMean }: Transformation): number {
  const power = z / geometricMean - 1;
  const base = Math.max(0, 1 + lambda * power);
  return geometricMean * (lambda === 0 ? Math.exp(power) : base ** (1 / lambda));
}

/**
 * Profile likelihood of λ for the columns of a model, −n/2·ln(residual squares of z^(λ)/g), as R's MASS::boxcox gives it. The
 * interval holds each λ whose residual squares are at most 1 + t²/ν times the smallest ones, with Student's t of the confidence
 * and the ν degrees of freedom for error. The limit χ²/2 on the likelihood is its form for many runs (decision 0900).
 *
 * Undefined for results that are not all positive or all equal, and for a model that leaves fewer than three degrees of freedom
 * for error: with one, residuals vanish at some λ, and intervals of 95 % hold the true λ in 23 to 57 % of designs; with two in 82 to
 * 85 %, with three in 88 to 95 %.
 * Cost O(n·p) for each of some 130 values of λ.
 *
 * @param X [n, p]  @param fit least squares with these columns  @param y [n]
 *
 * Source: Box and Cox 1964; for the interval Montgomery, Design and Analysis of Experiments, 15.1.1.
 */
export function boxCoxProfile(
  X: Float64Array,
  fit: LeastSquares,
  y: Float64Array,
  confidence: number,
): BoxCoxProfile | undefined {
  const n = y.length;
  const degrees = n - fit.coefficients.length;
  if (degrees < FEWEST_DEGREES || y.some((value) => value <= 0) || variationOf(y) === 0) return undefined;
  const logs = logsOf(y, geometricMeanOf(y));
  const likelihood = (lambda: number): number => {
    const z = powersOf(logs, lambda);
    // What rounding leaves of a perfect fit, as in `leastSquares`.
    const rounding = (8 * n * Number.EPSILON) ** 2 * dot(z, z);
    const residuals = withoutFit(X, fit, withoutFit(X, fit, z));
    return (-n / 2) * Math.log(Math.max(dot(residuals, residuals), rounding));
  };
  const values = GRID.map(likelihood);
  if (!values.every(Number.isFinite)) return undefined;
  const best = values.reduce((at, value, i) => (value > values[at] ? i : at), 0);
  const [low, high] = [GRID[Math.max(0, best - 1)], GRID[Math.min(GRID.length - 1, best + 1)]];
  const found = largestIn(likelihood, low, high);
  const maximum = likelihood(found) > values[best] ? found : GRID[best];
  const t = tTwoSidedQuantile(1 - confidence, degrees);
  const limit = likelihood(maximum) - (n / 2) * Math.log1p(t ** 2 / degrees);
  const isInside = (lambda: number): boolean => likelihood(lambda) >= limit;
  const interval = [-1, 1].map((side) => endOf(isInside, values, limit, maximum, side)) as [
    number | null,
    number | null,
  ];
  return {
    // A copy, as an answer may be transferred to another thread.
    lambda: GRID.slice(),
    logLikelihood: values,
    maximum,
    interval,
    limit,
    recommended: recommendedIn(interval, maximum),
  };
}

/** z without its projection on the columns. */
function withoutFit(X: Float64Array, { inverse, coefficients }: LeastSquares, z: Float64Array): Float64Array {
  const p = coefficients.length;
  const products = new Float64Array(p);
  for (let i = 0; i < z.length; i++) for (let a = 0; a < p; a++) products[a] += X[i * p + a] * z[i];
  const b = times(inverse, products, p);
  return z.map((value, i) => value - dot(X.subarray(i * p, (i + 1) * p), b));
}

/** Where a function with one maximum is largest, by golden sections. */
function largestIn(f: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atA, atB] = [f(a), f(b)];
  for (let count = 0; count < SECTIONS; count++) {
    if (atA > atB) {
      [high, b, atB] = [b, a, atA];
      a = high - GOLDEN * (high - low);
      atA = f(a);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + GOLDEN * (high - low);
      atB = f(b);
    }
  }
  return (low + high) / 2;
}

/** The first λ from the maximum to a side that lies outside, by halving; null where there is none. */
function endOf(
  isInside: (lambda: number) => boolean,
  values: Float64Array,
  limit: number,
  maximum: number,
  side: number,
): number | null {
  const outward = side > 0 ? [...GRID.keys()] : [...GRID.keys()].reverse();
  const beyond = outward.find((i) => side * (GRID[i] - maximum) > 0 && values[i] < limit);
  if (beyond === undefined) return null;
  let outside = GRID[beyond];
  const before = GRID[beyond - side];
  let inside = side * (before - maximum) > 0 ? before : maximum;
  for (let count = 0; count < SECTIONS; count++) {
    const middle = (inside + outside) / 2;
    if (isInside(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

function recommendedIn(interval: readonly [number | null, number | null], maximum: number): number {
  const [low, high] = [interval[0] ?? Number.NEGATIVE_INFINITY, interval[1] ?? Number.POSITIVE_INFINITY];
  if (low <= 1 && 1 <= high) return 1;
  const distance = (lambda: number) => Math.abs(lambda - maximum);
  return USUAL.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}
