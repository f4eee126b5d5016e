import type { Posterior } from '../../gp/posterior/posterior.ts';
import { zeros } from '../../linalg/zeros.ts';
import type { Moments, Scorer } from '../search/climb.ts';
import type { Acquisition, AnalyticOptions } from './analytic.ts';
import type { Range } from './limits.ts';
import { logProbabilityWithin } from './within-range.ts';

/** Means and variances [m] at points [m, d], as slopes came with them. */
interface Evaluated {
  readonly points: Float64Array;
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/** Evaluations that are kept of a posterior: more rounds than most climbs take. */
const KEPT_EVALUATIONS = 24;

/** The last evaluations of each posterior. */
const evaluations = new WeakMap<Posterior, Evaluated[]>();

function keepEvaluation(posterior: Posterior, evaluated: Evaluated): void {
  const known = evaluations.get(posterior) ?? [];
  known.push(evaluated);
  if (known.length > KEPT_EVALUATIONS) known.shift();
  evaluations.set(posterior, known);
}

/** Mean and variance at a point [d] whose slopes a search has asked for lately. */
export function momentsKnownAt(
  posterior: Posterior,
  point: Float64Array,
): Omit<Evaluated, 'points'> | undefined {
  const { d } = posterior.model;
  for (const { points, mean, variance } of evaluations.get(posterior) ?? []) {
    for (let i = 0; i < mean.length; i++) {
      let same = 0;
      while (same < d && points[i * d + same] === point[same]) same++;
      if (same === d) return { mean: mean.slice(i, i + 1), variance: variance.slice(i, i + 1) };
    }
  }
  return undefined;
}

/** Values [m] of an acquisition at points [m, d]. A function of the module, as is the next: code that V8 has compiled for one lives as long as it does. */
function valuesAt(
  posterior: Posterior,
  acquisition: Acquisition,
  options: AnalyticOptions,
  points: Float64Array,
): Float64Array {
  const m = points.length / posterior.model.d;
  const { mean, std } = posterior.predict(points, m);
  const value = new Float64Array(m);
  for (let i = 0; i < m; i++) value[i] = acquisition(mean[i], std[i], options).value;
  return value;
}

/** Values [m] and gradients [m, d] of an acquisition whose mean and variance have these slopes. */
function scoresOf(
  { mean, variance, dMean, dVariance }: Moments,
  acquisition: Acquisition,
  options: AnalyticOptions,
  d: number,
) {
  const m = mean.length;
  const value = zeros(m);
  const gradient = zeros(m * d);
  for (let i = 0; i < m; i++) {
    const deviation = Math.sqrt(variance[i]);
    const at = acquisition(mean[i], deviation, options);
    value[i] = at.value;
    for (let k = i * d; k < (i + 1) * d; k++) gradient[k] = at.dMean * dMean[k];
    // An acquisition of the mean alone has no second term, and variances of outputs beyond 1e150 are infinite.
    if (at.dDeviation === 0 || deviation === 0) continue;
    const perVariance = at.dDeviation / (2 * deviation);
    for (let k = i * d; k < (i + 1) * d; k++) gradient[k] += perVariance * dVariance[k];
  }
  return { value, gradient };
}

/**
 * Scores single points by an analytic acquisition of one posterior, plus the logarithms of the probabilities that outputs lie within the ranges that
 * outcome constraints leave them.
 *
 * @param constraints ranges in output units, at most one of each posterior
 * @param unit what the logarithms count in: 1 for a logarithmic acquisition, else the size of its values, as for the probability of a result
 */
export function onePointScorer(
  posterior: Posterior,
  acquisition: Acquisition,
  options: AnalyticOptions,
  constraints: readonly OutputRange[] = [],
  unit = 1,
): Scorer {
  const { d } = posterior.model;

  const values = (points: Float64Array) => valuesAt(posterior, acquisition, options, points);

  function momentsAt(points: Float64Array): Moments {
    const moments = posterior.predictGradient(points, points.length / d);
    const { mean, variance } = moments;
    keepEvaluation(posterior, { points, mean, variance });
    return moments;
  }

  const scored = (moments: Moments) => scoresOf(moments, acquisition, options, d);
  const gradients = (points: Float64Array) => scored(momentsAt(points));
  if (constraints.length > 0) return limitedScorer({ q: 1, values, gradients }, constraints, unit);
  return { q: 1, values, gradients, moments: { at: momentsAt, scored } };
}

/** A score of single points, whose arrays are the caller's own, plus the logarithms of the probabilities that outputs lie within ranges; as `onePointScorer`. */
export function limitedScorer(
  scorer: Pick<Scorer, 'q' | 'values' | 'gradients'>,
  constraints: readonly OutputRange[],
  unit: number,
): Scorer {
  return {
    q: scorer.q,
    values(points) {
      const value = scorer.values(points);
      for (const { posterior, range } of constraints) {
        const { mean, std } = posterior.predict(points, value.length);
        for (let i = 0; i < value.length; i++)
          value[i] += unit * logProbabilityWithin(mean[i], positiveDeviation(std[i], posterior), range).value;
      }
      return value;
    },
    gradients(points) {
      const { value, gradient } = scorer.gradients(points);
      for (const constraint of constraints) addConstraint(constraint, unit, points, value, gradient);
      return { value, gradient };
    },
  };
}

/** A deviation of an output that one can divide by. */
export const positiveDeviation = (deviation: number, { outputScale }: Posterior): number =>
  Math.max(deviation, 1e-12 * outputScale);

interface OutputRange {
  readonly posterior: Posterior;
  readonly range: Range;
}

/** Adds the logarithm of the probability that an output lies within its range, in such units, to values [m] and its slopes to gradients [m, d]. */
function addConstraint(
  { posterior, range }: OutputRange,
  unit: number,
  points: Float64Array,
  value: Float64Array,
  gradient: Float64Array,
): void {
  const m = value.length;
  const { d } = posterior.model;
  const { mean, variance, dMean, dVariance } = posterior.predictGradient(points, m);
  for (let i = 0; i < m; i++) {
    const deviation = positiveDeviation(Math.sqrt(variance[i]), posterior);
    const log = logProbabilityWithin(mean[i], deviation, range);
    value[i] += unit * log.value;
    const perMean = unit * log.byMean;
    const perVariance = (unit * log.byDeviation) / (2 * deviation);
    for (let k = i * d; k < (i + 1) * d; k++) gradient[k] += perMean * dMean[k] + perVariance * dVariance[k];
  }
}
