import { readSizes } from '../compute/step.ts';
import type { Tape, Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';

/**
 * Criteria of a linear model's design, from its model matrix X [n, p]; larger is better unless said otherwise.
 *
 * M = X'X (plus what is known about before), C = M⁻¹. All are differentiable by the entries of X.
 */

/** M = M0 + X'X, [p, p]. */
export const information = (X: Tensor, before?: Tensor): Tensor => {
  const own = t.matmul(X, X, true, false);
  return before ? t.add(own, before) : own;
};

/**
 * X'V⁻¹X for plots that share errors: V = I + Σ_s η_s Z_s Z_s', where [i, j] of Z_s Z_s' is 1 for runs of one plot.
 *
 * @param plots per stratum: its variance ratio η and the plot of every run
 */
export function splitPlotInformation(
  X: Tensor,
  plots: readonly { readonly ratio: number; readonly plotOf: readonly number[] }[],
): Tensor {
  const n = X.shape[0];
  const V = Float64Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    const shared = plots.reduce((sum, { ratio, plotOf }) => sum + (plotOf[i] === plotOf[j] ? ratio : 0), 0);
    return shared + Number(i === j);
  });
  const L = t.cholesky(X.tape.tensor(V, [n, n]));
  return information(t.solveTriangular(L, X));
}

/** D: log det M. */
export const logDeterminant = (M: Tensor): Tensor => t.multiply(t.total(t.log(t.diagonal(t.cholesky(M)))), 2);

/** C = M⁻¹ as L⁻ᵀL⁻¹. */
function inverse(M: Tensor): Tensor {
  const p = M.shape[0];
  const eye = M.tape.tensor(
    Float64Array.from({ length: p * p }, (_, at) => Number(at % (p + 1) === 0)),
    [p, p],
  );
  const root = t.solveTriangular(t.cholesky(M), eye);
  return t.matmul(root, root, true, false);
}

/** I: −trace(W·M⁻¹), W [p, p] the average of f(x)f(x)' over the region; A with the identity as W. */
export const negativeTrace = (M: Tensor, W: Tensor): Tensor => t.neg(t.total(t.multiply(inverse(M), W)));

/** f'Cf of every row of F [m, p]: prediction variances for error variance 1, [m]. */
const predictionVariances = (M: Tensor, F: Tensor): Tensor =>
  t.sum(t.multiply(t.matmul(F, inverse(M)), F), -1);

/** G: the largest prediction variance over F, negated. */
export const negativeLargestVariance = (M: Tensor, F: Tensor): Tensor =>
  t.neg(t.max(predictionVariances(M, F), 0));

/** Doublings of the power: rounding ends the search first. */
const DOUBLINGS = 40;

/** E: the smallest eigenvalue of M, as the limit of trace(C^(2^k))^(−2^−k); powers are kept in range by their traces. */
export function smallestEigenvalue(M: Tensor): Tensor {
  const C = inverse(M);
  let power = C;
  let log = t.multiply(t.total(C), 0);
  for (let k = 0; k < DOUBLINGS; k++) {
    const trace = t.total(t.diagonal(power));
    log = t.add(log, t.multiply(t.log(trace), 2 ** -k));
    const scaled = t.divide(power, trace);
    power = t.matmul(scaled, scaled);
  }
  return t.exp(t.neg(log));
}

/** Alias: sum of squares of (X'X)⁻¹X'Z, negated; Z [n, a] are the effects outside the model. */
export function negativeAliasNorm(X: Tensor, Z: Tensor): Tensor {
  const A = t.matmul(inverse(information(X)), t.matmul(X, Z, true, false));
  return t.neg(t.total(t.square(A)));
}

/**
 * Aberration: per number of factors r, Σ over sets of r columns of the square of the average product of their entries, for
 * two-level designs X [n, k] of −1 and 1. Index r − 1. Source: Tang and Deng 1999, doi:10.1214/aos/1017939245.
 */
export function generalizedWordLengths(X: Tensor): Tensor[] {
  const k = X.shape[1];
  const columns = Array.from({ length: k }, (_, j) => t.gather(t.transpose(X), [j]));
  const words = Array.from({ length: k }, () => t.multiply(t.total(X), 0));
  for (let set = 1; set < 2 ** k; set++) {
    const chosen = columns.filter((_, j) => (set >> j) & 1);
    const average = t.mean(
      X.tape.reshape(
        chosen.reduce((a, b) => t.multiply(a, b)),
        [X.shape[0]],
      ),
      0,
    );
    words[chosen.length - 1] = t.add(words[chosen.length - 1], t.square(average));
  }
  return words;
}

/** The model matrix [n, p] of an `exchange` step's rows [n, d]: columns are products of powers or indicators. */
function modelMatrix(
  tape: Tape,
  rows: Float64Array,
  { n, d, p }: Readonly<Record<'n' | 'd' | 'p', number>>,
  rest: Int32Array,
): Tensor {
  const categorical = (j: number) => rest[4 * j] === 1;
  let at = 4 * d;
  const columns = Array.from({ length: p }, () => {
    const pieces = Array.from({ length: rest[at] }, (_, k) => [rest[at + 1 + 2 * k], rest[at + 2 + 2 * k]]);
    at += 1 + 2 * pieces.length;
    return pieces;
  });
  const values = Array.from({ length: n }, (_, i) =>
    columns.map((pieces) =>
      pieces.reduce((product, [j, basis]) => {
        const value = rows[i * d + j];
        return product * (categorical(j) ? Number(value === basis) : value ** basis);
      }, 1),
    ),
  );
  return tape.tensor(values.flat(), [n, p]);
}

/**
 * What an `exchange` step should say about the designs that it gives: per chain log det M or −trace(W·M⁻¹).
 *
 * @param inputs  of the step
 * @param designs [chains, n, d], its second output
 */
export function exchangeValues(
  tape: Tape,
  dims: ArrayLike<number>,
  inputs: readonly ArrayLike<number>[],
  designs: Float64Array,
): number[] {
  const { chains, n, d, p, criterion, rest } = readSizes('exchange', dims);
  const before = tape.tensor(inputs[1], [p, p]);
  return Array.from({ length: chains }, (_, c) => {
    const X = modelMatrix(tape, designs.subarray(c * n * d, (c + 1) * n * d), { n, d, p }, rest);
    const M = information(X, before);
    return tape.read(
      criterion === 1 ? negativeTrace(M, tape.tensor(inputs[2], [p, p])) : logDeterminant(M),
    )[0];
  });
}
