import { softplus } from '../../compute/softplus.ts';
import type { Generator } from '../../random/generator.ts';
import { type Front, outputsOf } from './front.ts';

/** g(y) = min_k w_k ỹ_k + ρ Σ_k w_k ỹ_k with outputs ỹ scaled to the range of the data; maximize form. */
export interface Scalarization {
  readonly weights: Float64Array;
  readonly low: Float64Array;
  readonly range: Float64Array;
  /** Best g among the recorded outputs. */
  readonly best: number;
}

const AUGMENT = 0.05;
/** Smoothing of a gain, of scaled outputs or in joint desirability: what a place without gain counts for must be less than any gain worth a run (decision 0979). */
const TAU = 1e-4;

/** Weights uniform on the simplex. Source: Knowles 2006 (ParEGO), doi:10.1109/TEVC.2005.851274. */
export function scalarizationOf(front: Front, generator: Generator): Scalarization {
  const { m } = front;
  const weights = Float64Array.from({ length: m }, () => -Math.log(1 - generator.uniform()));
  const total = weights.reduce((sum, value) => sum + value, 0);
  const rows = front.feasible.length > 0 ? front.feasible : front.rows;
  const low = new Float64Array(m).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(m).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < front.Y.length; i++) {
    if (front.Y[i] < low[i % m]) low[i % m] = front.Y[i];
    if (front.Y[i] > high[i % m]) high[i % m] = front.Y[i];
  }
  const scaled = {
    weights: weights.map((value) => value / total),
    low,
    // Outputs that are all equal have no range of their own.
    range: high.map((value, k) => Math.max(value - low[k], 1e-12 * Math.abs(value)) || 1e-12),
    best: 0,
  };
  const reached = rows.map((row) => scalarValue(scaled, outputsOf(front, row)).value);
  return { ...scaled, best: reached.length > 0 ? Math.max(...reached) : 0 };
}

function scalarValue(
  { weights, low, range }: Scalarization,
  y: ArrayLike<number>,
): { value: number; least: number } {
  let least = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let k = 0; k < weights.length; k++) {
    const term = (weights[k] * (y[k] - low[k])) / range[k];
    sum += term;
    if (term < smallest) {
      smallest = term;
      least = k;
    }
  }
  return { value: smallest + AUGMENT * sum, least };
}

/**
 * log of a gain that is smoothed below and around 0, and its slope: with x = gain/τ, log τ(softplus(x) + 0.1/(1 + x²)),
 * fat-tailed so that gradients do not vanish (Ament et al. 2023).
 */
export function logSmoothGain(gain: number): { value: number; slope: number } {
  const x = gain / TAU;
  const cauchy = 1 / (1 + x * x);
  const soft = softplus(x) + 0.1 * cauchy;
  const slope = (1 / (1 + Math.exp(-x)) - 0.2 * x * cauchy * cauchy) / (TAU * soft);
  return { value: Math.log(TAU * soft), slope };
}

/**
 * log of the smoothed improvement of one draw y = μ + σz over the best scalar so far; mean, deviation and z [M], one per objective.
 *
 * @param slopes [2M] is given the derivatives by the means, then those by the deviations
 */
export function logImprovementOfScalar(
  scalar: Scalarization,
  mean: Float64Array,
  deviation: Float64Array,
  z: ArrayLike<number>,
  slopes?: Float64Array,
): number {
  const m = mean.length;
  const y = Float64Array.from(mean, (value, k) => value + deviation[k] * z[k]);
  const { value, least } = scalarValue(scalar, y);
  const { value: log, slope } = logSmoothGain(value - scalar.best);
  if (slopes) {
    for (let k = 0; k < m; k++) {
      const share = ((k === least ? 1 : 0) + AUGMENT) * (scalar.weights[k] / scalar.range[k]);
      slopes[k] = slope * share;
      slopes[m + k] = slope * share * z[k];
    }
  }
  return log;
}
