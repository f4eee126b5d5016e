import type { Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';

/**
 * Criteria of points X [n, d] in the unit cube, to be made small unless said otherwise; differentiable by the points but
 * where two coincide in a column.
 */

/** Differences [n, n, d] of all pairs. */
function differences(X: Tensor): Tensor {
  const [n, d] = X.shape;
  return t.subtract(X.tape.reshape(X, [n, 1, d]), X.tape.reshape(X, [1, n, d]));
}

/** A row of 0 and 1 beside a tensor. */
const flags = (X: Tensor, marked: readonly boolean[]): Tensor =>
  X.tape.tensor(marked.map(Number), [marked.length]);

/** Per column |Δ|, or for categories 0 or 1: [n, n, d]. */
function gaps(X: Tensor, isCategory: readonly boolean[]): Tensor {
  const size = t.abs(differences(X));
  const category = flags(X, isCategory);
  return t.add(t.multiply(size, t.subtract(1, category)), t.multiply(t.greater(size, 0), category));
}

/** Squared distances [n, n]. */
export const squaredDistances = (X: Tensor, isCategory: readonly boolean[]): Tensor =>
  t.sum(t.square(gaps(X, isCategory)), -1);

/** Σ over pairs i > j of a symmetric [n, n]; what is on the diagonal does not count. */
function pairSum(values: Tensor): Tensor {
  const n = values.shape[0];
  const lower = Float64Array.from({ length: n * n }, (_, at) => Number(Math.floor(at / n) > at % n));
  return t.total(t.multiply(values, values.tape.tensor(lower, [n, n])));
}

/** Ones on the diagonal, so that a pair of a point with itself is a finite number that does not count. */
function apart(values: Tensor): Tensor {
  const n = values.shape[0];
  const eye = Float64Array.from({ length: n * n }, (_, at) => Number(at % (n + 1) === 0));
  return t.add(values, values.tape.tensor(eye, [n, n]));
}

/** x¹⁶. */
const sixteenth = (x: Tensor): Tensor => [1, 2, 3, 4].reduce((power) => t.square(power), x);

/** Maximin: log(Σ over pairs (s/r²)¹⁶)/32, s = d/6. Source: Morris and Mitchell 1995, doi:10.1016/0378-3758(94)00035-T. */
export function maximin(X: Tensor, isCategory: readonly boolean[]): Tensor {
  const near = t.divide(isCategory.length / 6, apart(squaredDistances(X, isCategory)));
  return t.divide(t.log(pairSum(sixteenth(near))), 32);
}

/** Largest over smallest distance, smoothed: maximin plus log(Σ over pairs (r²/s)¹⁶)/32. */
export function distanceRatio(X: Tensor, isCategory: readonly boolean[]): Tensor {
  const far = t.multiply(apart(squaredDistances(X, isCategory)), 6 / isCategory.length);
  return t.add(maximin(X, isCategory), t.divide(t.log(pairSum(sixteenth(far))), 32));
}

/**
 * MaxPro: log(Σ over pairs Π_k 1/(gap_k + offset_k)²)/d; offsets are 1/values of columns with few values.
 *
 * Source: Joseph, Gul and Ba 2015, doi:10.1093/biomet/asv002.
 */
export function maxPro(X: Tensor, isCategory: readonly boolean[], offsets: readonly number[]): Tensor {
  const d = isCategory.length;
  const eye = apart(t.multiply(squaredDistances(X, isCategory), 0));
  const shifted = t.add(gaps(X, isCategory), X.tape.tensor(offsets, [d]));
  const away = t.add(shifted, X.tape.reshape(eye, [...eye.shape, 1]));
  return t.divide(t.log(pairSum(t.exp(t.multiply(t.sum(t.log(away), -1), -2)))), d);
}

/** Correlations [d, d] of columns that are not constant. */
export function correlations(X: Tensor): Tensor {
  const centred = t.subtract(X, t.mean(X, 0));
  const scaled = t.divide(centred, t.sqrt(t.sum(t.square(centred), 0)));
  return t.matmul(scaled, scaled, true, false);
}

/** Largest correlation between columns, smoothed: log(Σ over pairs r²⁰)/20. */
export function correlation(X: Tensor): Tensor {
  const r = correlations(X);
  return t.divide(t.log(pairSum(t.multiply(sixteenth(r), t.square(t.square(r))))), 20);
}

/** Squared centred L2 discrepancy. Source: Hickernell 1998, Math. Comp. 67, 299–322. */
export function centredDiscrepancy(X: Tensor): Tensor {
  const [n, d] = X.shape;
  const z = t.abs(t.subtract(X, 0.5));
  const product = (factors: Tensor) => t.exp(t.sum(t.log(factors), -1));
  const single = product(t.subtract(t.add(1, t.multiply(z, 0.5)), t.multiply(t.square(z), 0.5)));
  const sums = t.add(X.tape.reshape(z, [n, 1, d]), X.tape.reshape(z, [1, n, d]));
  const double = product(t.add(1, t.multiply(t.subtract(sums, t.abs(differences(X))), 0.5)));
  const mixed = t.multiply(t.total(single), 2 / n);
  return t.add(t.subtract((13 / 12) ** d, mixed), t.divide(t.total(double), n * n));
}
