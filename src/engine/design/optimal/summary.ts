import { choleskyLower, inverseFromFactor, logDeterminant } from '../../linalg/cholesky.ts';
import { addInformation, traceOfProduct } from '../../linalg/products.ts';
import { symmetricEigen } from '../../linalg/symmetric-eigen.ts';
import { modelMatrix, toCoded } from './model/coding.ts';
import type { LinearModel } from './model/model-terms.ts';
import { aliasNorm, largestVariance } from './search/full-evaluation-exchange.ts';
import type { OptimalAlgorithm, OptimalCriterion, OptimalDesignSummary } from './task.ts';

interface Judgement {
  readonly criterion: OptimalCriterion;
  readonly algorithm: OptimalAlgorithm;
  /** [p, p] region moments. */
  readonly moments: Float64Array;
  /** [M, d] coded points over which G takes the largest variance. */
  readonly judged: Float64Array;
}

/**
 * Judges a finished design from scratch.
 *
 * @param points [n, d] encoded raw points, existing ones included
 */
export function summarize(
  model: LinearModel,
  points: Float64Array,
  { criterion, algorithm, moments, judged }: Judgement,
): OptimalDesignSummary {
  const p = model.columns.length;
  const coded = toCoded(model.dimensions, points);
  const X = modelMatrix(model, coded);
  const n = X.length / p;
  const M = addInformation(new Float64Array(p * p), X, p).map((value) => value / n);
  const L = choleskyLower(M, p);
  const logDet = L === undefined ? Number.NEGATIVE_INFINITY : logDeterminant(L, p);
  const inverse = L === undefined ? undefined : inverseFromFactor(L, p);
  let trace = Number.POSITIVE_INFINITY;
  let average = Number.POSITIVE_INFINITY;
  if (inverse !== undefined) {
    trace = 0;
    for (let i = 0; i < p; i++) trace += inverse[i * p + i];
    average = traceOfProduct(inverse, moments);
  }
  const score =
    inverse === undefined
      ? Number.NEGATIVE_INFINITY
      : criterion === 'G'
        ? -largestVariance(model, inverse, judged)
        : criterion === 'E'
          ? symmetricEigen(M, p).values[0]
          : criterion === 'alias'
            ? -aliasNorm(model, coded, inverse)
            : { D: Math.exp(logDet), A: -trace, I: -average }[criterion];
  return {
    criterion,
    algorithm,
    score,
    dEfficiency: 100 * Math.exp(logDet / p),
    aEfficiency: (100 * p) / trace,
    averageVariance: average / n,
    columns: p,
    runs: n,
    terms: model.terms.map((term) => term.name),
  };
}
