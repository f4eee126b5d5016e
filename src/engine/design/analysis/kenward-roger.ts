import { choleskyLower, inverseFromFactor, solveFactored } from '../../linalg/cholesky.ts';
import { dot, multiply, submatrix, trace } from '../../linalg/products.ts';
import { crossTrace, type LikelihoodDerivatives } from './restricted-likelihood.ts';

/** A test that some coefficients are all 0. */
interface FTest {
  readonly fValue: number;
  /** Degrees of freedom of the error. */
  readonly errorDegrees: number;
}

/** Inference about the coefficients [p] when the variances are estimates. */
export interface KenwardRoger {
  /** [p]. */
  readonly beta: Float64Array;
  /** [p, p] covariance of the coefficients, with the small-sample correction. */
  readonly covariance: Float64Array;
  /** Tests that the coefficients of some columns are all 0. */
  readonly test: (columns: readonly number[]) => FTest;
}

/**
 * Small-sample inference of a mixed model whose covariance is linear in the variances.
 *
 * @param spread [k, k] covariance of the variances
 *
 * Source: Kenward and Roger 1997, Biometrics 53, 983–997.
 */
export function kenwardRoger(at: LikelihoodDerivatives, spread: Float64Array): KenwardRoger {
  const { phi, slopes, seconds, beta } = at;
  const p = beta.length;
  const k = slopes.length;
  const shares = slopes.map((slope) => multiply(phi, slope, p, p, p));
  const bias = new Float64Array(p * p);
  for (let i = 0; i < k; i++)
    for (let j = 0; j < k; j++) {
      const product = multiply(slopes[i], shares[j], p, p, p);
      seconds[i * k + j].forEach((second, entry) => {
        bias[entry] += spread[i * k + j] * (second - product[entry]);
      });
    }
  const correction = multiply(multiply(phi, bias, p, p, p), phi, p, p, p);
  const covariance = phi.map((value, entry) => value + 2 * correction[entry]);
  // ∂Φ/∂variance i = ΦN_iΦ.
  const changes = shares.map((share) => multiply(share, phi, p, p, p));
  const test = (columns: readonly number[]): FTest => {
    const m = columns.length;
    const inverse = inverseOf(submatrix(phi, columns, p), m);
    const relative = changes.map((change) => multiply(inverse, submatrix(change, columns, p), m, m, m));
    const traces = relative.map((one) => trace(one, m));
    let a1 = 0;
    let a2 = 0;
    for (let i = 0; i < k; i++)
      for (let j = 0; j < k; j++) {
        a1 += spread[i * k + j] * traces[i] * traces[j];
        a2 += spread[i * k + j] * crossTrace(relative[i], relative[j], m);
      }
    const { scale, errorDegrees } = approximateF(a1, a2, m);
    const own = Float64Array.from(columns, (c) => beta[c]);
    const L = choleskyLower(submatrix(covariance, columns, p), m, 0);
    const squares = L ? dot(own, solveFactored(L, own, m)) : Number.NaN;
    return { fValue: (scale * squares) / m, errorDegrees };
  };
  return { beta, covariance, test };
}

function inverseOf(M: Float64Array, m: number): Float64Array {
  const L = choleskyLower(M, m, 0);
  return L ? inverseFromFactor(L, m) : M.map(() => Number.NaN);
}

/**
 * The F distribution that has the mean and the variance of the statistic: its degrees of freedom, and the factor of the
 * statistic. One coefficient has 2/A₂ degrees of freedom, which are Satterthwaite's, and the factor 1.
 */
export function approximateF(a1: number, a2: number, m: number) {
  if (m === 1) return { scale: 1, errorDegrees: 2 / a2 };
  const b = (a1 + 6 * a2) / (2 * m);
  const g = ((m + 1) * a1 - (m + 4) * a2) / ((m + 2) * a2);
  const under = 3 * m + 2 * (1 - g);
  const top = 1 + (g / under) * b;
  const left = 1 - ((m - g) / under) * b;
  const right = 1 - ((m + 2 - g) / under) * b;
  const mean = 1 - a2 / m;
  // ρ = (1/m)·(top·mean²)/(left²·right); m·ρ − 1, with the factors that may be 0 in the divisor of what follows.
  const excess = top * mean * mean - left * left * right;
  const errorDegrees = 4 + ((m + 2) * left * left * right) / excess;
  const rest = errorDegrees - 2;
  // Both are 0 together: an F variable with two degrees of freedom has no mean.
  const scale = Math.abs(rest) < 1e-9 ? 1 : (errorDegrees * mean) / rest;
  return { scale, errorDegrees };
}
