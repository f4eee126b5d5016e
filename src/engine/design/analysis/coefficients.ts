import { choleskyLower } from '../../linalg/cholesky.ts';
import type { LeastSquares } from '../../linalg/least-squares.ts';
import { submatrix } from '../../linalg/products.ts';
import { tTwoSided, tTwoSidedQuantile } from '../../random/distributions.ts';
import { isMainOfAny, type LinearModel } from '../optimal/model/model-terms.ts';

export interface FittedCoefficient {
  readonly name: string;
  readonly estimate: number;
  /** Null, as all that follows, without degrees of freedom for error. */
  readonly standardError: number | null;
  /** Null, with its p-value, where the error is 0, and for a component of a mixture: nobody asks if the result of a pure blend is zero. */
  readonly tValue: number | null;
  readonly pValue: number | null;
  readonly interval: readonly [number, number] | null;
  /** Null for the intercept. */
  readonly varianceInflation: number | null;
}

/** Names of the model's columns: the term, and for categories which one. */
export function columnNames(model: LinearModel): string[] {
  return model.columns.map(({ term, pieces }) => {
    if (pieces.length === 0) return model.terms[term].name;
    return pieces
      .map(({ dimension, basis }) => {
        const chosen = model.dimensions[dimension];
        if (chosen.kind === 'categorical') return `${chosen.name}[${chosen.labels[basis]}]`;
        return basis === 1 ? chosen.name : `${chosen.name}^${basis}`;
      })
      .join('*');
  });
}

/** Whether a coefficient is the fitted result of a pure blend. */
export const isPureBlend = ({ terms, columns, components = [] }: LinearModel, column: number): boolean =>
  isMainOfAny(terms[columns[column].term], components);

/** Columns of each term but the intercept; components of a mixture make one term, since they cannot vary one at a time. */
export function columnsByTerm({ terms, columns }: LinearModel, components: readonly number[] = []) {
  const found = new Map<string, { name: string; columns: number[]; isMixture: boolean }>();
  columns.forEach(({ term, pieces }, c) => {
    if (pieces.length === 0) return;
    const isMixture = isMainOfAny(terms[term], components);
    const name = isMixture ? 'Linear mixture' : terms[term].name;
    const known = found.get(name) ?? { name, columns: [], isMixture };
    known.columns.push(c);
    found.set(name, known);
  });
  return [...found.values()];
}

/**
 * b'(C)⁻¹b over some columns: the sum of squares that they add after all others. Undefined where their part of C is not
 * positive definite.
 *
 * @param C [p, p] covariance of the coefficients b [p], for a run of variance 1
 */
export function addedSumOfSquares(
  C: Float64Array,
  columns: readonly number[],
  b: Float64Array,
): number | undefined {
  const m = columns.length;
  const L = choleskyLower(submatrix(C, columns, b.length), m);
  if (!L) return undefined;
  let squares = 0;
  const z = new Float64Array(m);
  for (let a = 0; a < m; a++) {
    let sum = b[columns[a]];
    for (let k = 0; k < a; k++) sum -= L[a * m + k] * z[k];
    z[a] = sum / L[a * m + a];
    squares += z[a] * z[a];
  }
  return squares;
}

/**
 * C_aa times the sum of squares of the column, beside the intercept unless the model has none.
 *
 * @param X [n, p] matrix of the model, whitened where runs are not independent  @param C [p, p] inverse of X'X
 */
export function varianceInflation(
  model: LinearModel,
  X: Float64Array,
  C: Float64Array,
  a: number,
): number | null {
  if (model.columns[a].pieces.length === 0) return null;
  const p = model.columns.length;
  const product = (other: number) => {
    let sum = 0;
    for (let at = 0; at < X.length; at += p) sum += X[at + a] * X[at + other];
    return sum;
  };
  const level = model.columns.findIndex(({ pieces }) => pieces.length === 0);
  if (level < 0) return C[a * p + a] * product(a);
  const constant = X.reduce((sum, value, at) => (at % p === level ? sum + value * value : sum), 0);
  return C[a * p + a] * (product(a) - product(level) ** 2 / constant);
}

/** @param error of the fit  @param confidence of the intervals */
export function coefficientsOf(
  model: LinearModel,
  X: Float64Array,
  fit: Pick<LeastSquares, 'coefficients' | 'inverse'>,
  error: { readonly degrees: number; readonly meanSquare: number | null },
  confidence: number,
): FittedCoefficient[] {
  const names = columnNames(model);
  const p = names.length;
  const reach = error.degrees > 0 ? tTwoSidedQuantile(1 - confidence, error.degrees) : 0;
  return names.map((name, a) => {
    const estimate = fit.coefficients[a];
    const inflation = varianceInflation(model, X, fit.inverse, a);
    if (error.meanSquare === null)
      return {
        name,
        estimate,
        standardError: null,
        tValue: null,
        pValue: null,
        interval: null,
        varianceInflation: inflation,
      };
    const standardError = Math.sqrt(fit.inverse[a * p + a] * error.meanSquare);
    const tValue = isPureBlend(model, a) || standardError === 0 ? null : estimate / standardError;
    return {
      name,
      estimate,
      standardError,
      tValue,
      pValue: tValue === null ? null : tTwoSided(tValue, error.degrees),
      interval: [estimate - reach * standardError, estimate + reach * standardError],
      varianceInflation: inflation,
    };
  });
}
