import { NotPositiveDefiniteError } from '../../errors.ts';
import { choleskyLower, inverseFromFactor, logDeterminant, solveFactored } from '../../linalg/cholesky.ts';
import { dot, multiply, traceOfProduct } from '../../linalg/products.ts';
import {
  type PlotStrata,
  type StrataInverse,
  solveRows,
  spreadRows,
  strataInverse,
  strataTraces,
} from './plot-strata.ts';

/** A'B of A and B [m, q]. */
function crossed(A: Float64Array, B: Float64Array, q: number): Float64Array {
  const product = new Float64Array(q * q);
  for (let row = 0; row < A.length; row += q)
    for (let a = 0; a < q; a++) {
      const left = A[row + a];
      if (left !== 0) for (let b = 0; b < q; b++) product[a * q + b] += left * B[row + b];
    }
  return product;
}

/** M + scale·N. */
const plus = (M: Float64Array, N: Float64Array, scale: number): Float64Array =>
  M.map((value, at) => value + scale * N[at]);

/** The first p rows and columns of M [q, q]. */
const leading = (M: Float64Array, q: number, p: number): Float64Array =>
  Float64Array.from({ length: p * p }, (_, at) => M[Math.floor(at / p) * q + (at % p)]);

/** tr(A·B) of A and B [p, p]. */
export function crossTrace(A: Float64Array, B: Float64Array, p: number): number {
  let sum = 0;
  for (let a = 0; a < p; a++) for (let b = 0; b < p; b++) sum += A[a * p + b] * B[b * p + a];
  return sum;
}

/** Restricted likelihood of some variances, and the coefficients by generalized least squares. */
interface Likelihood {
  readonly value: number;
  /** y'Py: n − p where a common factor of the variances is the best one. */
  readonly squares: number;
  readonly beta: Float64Array;
  /** [p, p] (X'V⁻¹X)⁻¹. */
  readonly phi: Float64Array;
  readonly inverse: StrataInverse;
  /** V⁻¹A in the rows of the strata. */
  readonly solved: Float64Array;
}

/** Undefined where X'V⁻¹X is not positive definite. @param strata of [X | y] */
function likelihoodAt(strata: PlotStrata, variances: ArrayLike<number>): Likelihood | undefined {
  const { columns: q, runs, rows, within } = strata;
  const p = q - 1;
  const inverse = strataInverse(strata, variances);
  const solved = solveRows(inverse, rows, q);
  const gram = plus(crossed(rows, solved, q), within, 1 / variances[0]);
  const L = choleskyLower(leading(gram, q, p), p, 0);
  if (!L) return undefined;
  const products = Float64Array.from({ length: p }, (_, a) => gram[a * q + p]);
  const beta = solveFactored(L, products, p);
  const squares = gram[q * q - 1] - dot(products, beta);
  const value =
    -(inverse.logDeterminant + logDeterminant(L, p) + squares + (runs - p) * Math.log(2 * Math.PI)) / 2;
  return { value, squares, beta, phi: inverseFromFactor(L, p), inverse, solved };
}

/** How the likelihood and the coefficients change with the variances; G_i = ∂V/∂variance i. */
export interface LikelihoodDerivatives {
  /** [p]. */
  readonly beta: Float64Array;
  /** [p, p] (X'V⁻¹X)⁻¹. */
  readonly phi: Float64Array;
  /** X'V⁻¹G_iV⁻¹X [p, p]. */
  readonly slopes: readonly Float64Array[];
  /** X'V⁻¹G_iV⁻¹G_jV⁻¹X [p, p], at i·k + j. */
  readonly seconds: readonly Float64Array[];
  /** [k] slope of the restricted likelihood. */
  readonly score: Float64Array;
  /** [k, k] expected information. */
  readonly information: Float64Array;
}

/** Source: Searle, Casella and McCulloch, Variance Components, 6.6. */
function slopesAt(strata: PlotStrata, { beta, phi, inverse, solved }: Likelihood): LikelihoodDerivatives {
  const { columns: q, within } = strata;
  const p = q - 1;
  const own = inverse.variances[0];
  const k = inverse.variances.length;
  const traces = strataTraces(strata, inverse);
  const spread = Array.from({ length: k }, (_, i) => spreadRows(strata, i, solved, q));
  const whole = spread.map((one, i) => plus(crossed(solved, one, q), within, i === 0 ? own ** -2 : 0));
  const residual = Float64Array.from([...beta.map((value) => -value), 1]);
  const slopes = whole.map((one) => leading(one, q, p));
  const shares = slopes.map((one) => multiply(phi, one, p, p, p));
  const score = Float64Array.from(slopes, (one, i) => {
    const squares = dot(multiply(residual, whole[i], 1, q, q), residual);
    return (squares - traces.single[i] + traceOfProduct(phi, one)) / 2;
  });
  const next = spread.map((one) => solveRows(inverse, one, q));
  const seconds = Array.from({ length: k * k }, (_, at) => {
    const product = crossed(spread[Math.floor(at / k)], next[at % k], q);
    return leading(plus(product, within, at === 0 ? own ** -3 : 0), q, p);
  });
  const information = Float64Array.from(seconds, (second, at) => {
    const both = crossTrace(shares[Math.floor(at / k)], shares[at % k], p);
    return (traces.double[at] - 2 * traceOfProduct(phi, second) + both) / 2;
  });
  return { beta, phi, slopes, seconds, score, information };
}

/** Ratios of the variances of plots to that of a run from which the search may begin. */
const RATIOS = [0, 0.1, 1, 10, 100];

const STEPS = 200;

/** Likelihood that a step must promise; what is left is far below a millionth of a standard error. */
const ENOUGH = 1e-20;

function startOf(strata: PlotStrata): Likelihood {
  const freedom = strata.runs - strata.columns + 1;
  const tried = RATIOS.flatMap((inner) =>
    strata.outer === undefined ? [[1, inner]] : RATIOS.map((outer) => [1, inner, outer]),
  );
  const found = tried.flatMap((ratios) => {
    const squares = likelihoodAt(strata, ratios)?.squares ?? 0;
    return (
      likelihoodAt(
        strata,
        ratios.map((ratio) => (ratio * squares) / freedom),
      ) ?? []
    );
  });
  return found.reduce((best, one) => (one.value > best.value ? one : best));
}

/** The step of Fisher scoring over the variances that are above 0 or grow. */
function stepOf(variances: ArrayLike<number>, { score, information }: LikelihoodDerivatives): Float64Array {
  const k = score.length;
  const free = [...score.keys()].filter((i) => variances[i] > 0 || score[i] > 0);
  const m = free.length;
  const block = Float64Array.from(
    { length: m * m },
    (_, at) => information[free[Math.floor(at / m)] * k + free[at % m]],
  );
  const L = choleskyLower(block, m, 0);
  const step = new Float64Array(k);
  if (!L) return step;
  solveFactored(
    L,
    Float64Array.from(free, (i) => score[i]),
    m,
  ).forEach((value, at) => {
    step[free[at]] = value;
  });
  return step;
}

/** Variances of runs in plots by restricted maximum likelihood. */
export interface RestrictedFit extends LikelihoodDerivatives {
  /** Of a run, of an innermost plot, and of an outer plot where there are any; those of plots may be 0. */
  readonly variances: Float64Array;
  readonly logLikelihood: number;
}

/**
 * Fisher scoring from the best of some ratios, variances of plots kept at 0 or above.
 *
 * @param strata of [X | y], with degrees of freedom left in every stratum and y of the order of 1
 */
export function restrictedFit(strata: PlotStrata): RestrictedFit {
  let at = startOf(strata);
  let slopes = slopesAt(strata, at);
  for (let count = 0; count < STEPS; count++) {
    const step = stepOf(at.inverse.variances, slopes);
    if (dot(step, slopes.score) < ENOUGH) break;
    const better = climbed(strata, at, step);
    if (better === undefined) break;
    at = better;
    slopes = slopesAt(strata, at);
  }
  return { ...slopes, variances: Float64Array.from(at.inverse.variances), logLikelihood: at.value };
}

/** The likelihood a step on, or a part of it; undefined where no part gains. */
function climbed(strata: PlotStrata, from: Likelihood, step: Float64Array): Likelihood | undefined {
  const { variances } = from.inverse;
  for (let part = 1; part > 1e-10; part /= 2) {
    const next = step.map((value, i) =>
      Math.max(variances[i] + part * value, i === 0 ? variances[0] / 10 : 0),
    );
    const reached = likelihoodAt(strata, next);
    if (reached !== undefined && reached.value >= from.value - 1e-13 * Math.abs(from.value)) return reached;
  }
  return undefined;
}

/** The same variances for other columns that span the same model. @param strata of [X | y] */
export function derivativesUnder(strata: PlotStrata, variances: ArrayLike<number>): LikelihoodDerivatives {
  const at = likelihoodAt(strata, variances);
  if (at === undefined) throw new NotPositiveDefiniteError("analyse: X'V⁻¹X is not positive definite");
  return slopesAt(strata, at);
}
