import { jointFactor } from '../../gp/posterior/exact-posterior.ts';
import type { Posterior } from '../../gp/posterior/posterior.ts';
import { createGenerator } from '../../random/generator.ts';
import { sobolNormal } from '../../random/sobol.ts';
import { createCrossCovariance } from '../models/linear-functional.ts';
import type { Scorer } from '../search/climb.ts';

/** Means and deviations of all objectives at one point in one scenario, maximize form, and what to make of them. */
export type ScenarioValue = (
  scenario: number,
  mean: Float64Array,
  deviation: Float64Array,
  /** [2m] ∂/∂μ then ∂/∂σ of the logarithm, to be overwritten when given. */
  slopes?: Float64Array,
) => number;

/** One objective as it looks once its values at the base points are known. */
export interface ScenarioObjective {
  /** Draws of the base values, [S, p] output units. */
  readonly samples: Float64Array;
  /** @param count scenarios that are wanted, the first ones; all by default */
  at(points: Float64Array, m: number, gradient: boolean, count?: number): ScenarioMoments;
  /** [m, d] from ∂/∂(mean in scenario s) [m, S] and ∂/∂σ [m]. */
  pullback(
    points: Float64Array,
    moments: ScenarioMoments,
    dMean: Float64Array,
    dDeviation: Float64Array,
  ): Float64Array;
  free(): void;
}

interface ScenarioMoments {
  /** [m, S]; only those that are wanted are filled. */
  readonly mean: Float64Array;
  /** [m], the same in every scenario. */
  readonly deviation: Float64Array;
  readonly dMean: Float64Array;
  readonly dVariance: Float64Array;
}

/** Columns up to which few scenarios are better spread by a Sobol sequence than by plain random numbers. */
const SPREAD_COLUMNS = 128;

/**
 * Standard normals for several objectives at points of a scenario, as columns of one sequence. Two Sobol sequences with different
 * seeds would depend on each other: scrambling keeps together what lies in one interval (decision 0876).
 *
 * @param S scenarios  @param p points  @param M objectives  @param first points whose columns are left out, 0 by default
 * @returns [S, p] for each objective; those of a point are the same whatever points follow, as long as columns are few
 */
export function scenarioNormals(S: number, p: number, M: number, seed: number, first = 0): Float64Array[] {
  const width = M * (first + p);
  const isSpread = width > 0 && width <= SPREAD_COLUMNS;
  const Z = isSpread ? sobolNormal(S, width, seed) : createGenerator(seed).normals(S * width);
  const at = (i: number, k: number) => Math.floor(i / p) * width + M * (first + (i % p)) + k;
  return Array.from({ length: M }, (_, k) => Float64Array.from({ length: S * p }, (_, i) => Z[at(i, k)]));
}

/**
 * Draws the latent values at base points in S scenarios and conditions on them, without noise.
 *
 * The mean in scenario s is μ(x) + cov(x, base)·Σ⁻¹(f_s − μ_base); the deviation is that after conditioning. Cost of
 * one point O(n² + S·p).
 *
 * @param base [p, d] raw, p may be 0 (then S copies of the posterior)  @param Z [S, p] standard normals
 */
export function scenarioObjective(
  posterior: Posterior,
  base: Float64Array,
  Z: Float64Array,
  S: number,
): ScenarioObjective {
  const { d } = posterior.model;
  const p = base.length / d;
  if (p === 0) return plainObjective(posterior, S);
  const { mean, cov } = posterior.joint(base, 1, p);
  const L = jointFactor(posterior, cov, base, p);
  const samples = new Float64Array(S * p);
  const weights = new Float64Array(S * p);
  for (let s = 0; s < S; s++) {
    for (let i = 0; i < p; i++) {
      let value = mean[i];
      for (let j = 0; j <= i; j++) value += L[i * p + j] * Z[s * p + j];
      samples[s * p + i] = value;
    }
    // Σ⁻¹(f − μ) = L⁻ᵀ z.
    for (let i = p - 1; i >= 0; i--) {
      let value = Z[s * p + i];
      for (let j = i + 1; j < p; j++) value -= L[j * p + i] * weights[s * p + j];
      weights[s * p + i] = value / L[i * p + i];
    }
  }
  const cross = createCrossCovariance(posterior, base);
  const tiny = new Float64Array(p).fill(1e-8 * posterior.outputScale ** 2);
  const known = posterior.condition(base, undefined, tiny);
  return {
    samples,
    at(points, m, gradient, count = S) {
      const moments = momentsOf(known, points, m, gradient);
      const C = cross.at(points, m);
      const shifted = new Float64Array(m * S);
      for (let i = 0; i < m; i++) {
        for (let s = 0; s < count; s++) {
          let value = moments.mean[i];
          for (let j = 0; j < p; j++) value += C[i * p + j] * weights[s * p + j];
          shifted[i * S + s] = value;
        }
      }
      return { ...moments, mean: shifted };
    },
    pullback(points, moments, dMean, dDeviation) {
      const m = dDeviation.length;
      const gradient = momentsPullback(moments, dMean, dDeviation, S, d);
      const cotangent = new Float64Array(m * p);
      for (let i = 0; i < m; i++) {
        for (let s = 0; s < S; s++) {
          for (let j = 0; j < p; j++) cotangent[i * p + j] += dMean[i * S + s] * weights[s * p + j];
        }
      }
      const through = cross.pullback(points, m, cotangent);
      return gradient.map((value, i) => value + through[i]);
    },
    free: () => known.free(),
  };
}

function plainObjective(posterior: Posterior, S: number): ScenarioObjective {
  const { d } = posterior.model;
  return {
    samples: new Float64Array(0),
    at(points, m, gradient) {
      const moments = momentsOf(posterior, points, m, gradient);
      const mean = new Float64Array(m * S);
      for (let i = 0; i < m; i++) mean.fill(moments.mean[i], i * S, (i + 1) * S);
      return { ...moments, mean };
    },
    pullback: (_points, moments, dMean, dDeviation) => momentsPullback(moments, dMean, dDeviation, S, d),
    free: () => {},
  };
}

function momentsOf(
  posterior: Posterior,
  points: Float64Array,
  m: number,
  gradient: boolean,
): ScenarioMoments {
  const least = 1e-6 * posterior.outputScale;
  if (!gradient) {
    const { mean, std } = posterior.predict(points, m);
    const none = new Float64Array(0);
    return { mean, deviation: std.map((value) => Math.max(value, least)), dMean: none, dVariance: none };
  }
  const { mean, variance, dMean, dVariance } = posterior.predictGradient(points, m);
  return { mean, deviation: variance.map((value) => Math.max(Math.sqrt(value), least)), dMean, dVariance };
}

function momentsPullback(
  moments: ScenarioMoments,
  dMean: Float64Array,
  dDeviation: Float64Array,
  S: number,
  d: number,
): Float64Array {
  const gradient = new Float64Array(dDeviation.length * d);
  for (let i = 0; i < dDeviation.length; i++) {
    let total = 0;
    for (let s = 0; s < S; s++) total += dMean[i * S + s];
    const perVariance = dDeviation[i] / (2 * moments.deviation[i]);
    for (let k = i * d; k < (i + 1) * d; k++) {
      gradient[k] = total * moments.dMean[k] + perVariance * moments.dVariance[k];
    }
  }
  return gradient;
}

/** One logarithm from those of the scenarios; writes its slopes [S] by them. */
export type Pool = (logs: Float64Array, slopes: Float64Array) => number;

/** Logarithm of the average. */
const logMean: Pool = (logs, slopes) => {
  const top = logs.reduce((most, log) => (log > most ? log : most), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(top)) return Number.NEGATIVE_INFINITY;
  let total = 0;
  for (const log of logs) total += Math.exp(log - top);
  for (let s = 0; s < logs.length; s++) slopes[s] = Math.exp(logs[s] - top) / total;
  return top + Math.log(total / logs.length);
};

/** Scenarios that say which starts are worth scoring in all of them. */
const SCREENED = 4;

interface Scenarios {
  readonly objectives: readonly ScenarioObjective[];
  /** One per objective: outputs are multiplied by it before they are scored. */
  readonly signs: readonly number[];
  /** Number of scenarios. */
  readonly S: number;
  /** Dimension of a point. */
  readonly d: number;
}

/** Scores single points by log of the average over scenarios of exp(value), or as `pool` joins them. */
export function scenarioScorer(
  { objectives, signs, S, d }: Scenarios,
  value: ScenarioValue,
  pool = logMean,
): Scorer {
  const M = objectives.length;

  function run(points: Float64Array, withGradient: boolean, count = S) {
    const m = points.length / d;
    const moments = objectives.map((objective) => objective.at(points, m, withGradient, count));
    const values = new Float64Array(m);
    const dMean = objectives.map(() => new Float64Array(withGradient ? m * S : 0));
    const dDeviation = objectives.map(() => new Float64Array(withGradient ? m : 0));
    const logs = new Float64Array(count);
    const weights = new Float64Array(count);
    const slopes = Array.from({ length: count }, () => new Float64Array(2 * M));
    const mean = new Float64Array(M);
    const deviation = new Float64Array(M);
    for (let i = 0; i < m; i++) {
      for (let s = 0; s < count; s++) {
        for (let k = 0; k < M; k++) {
          mean[k] = signs[k] * moments[k].mean[i * S + s];
          deviation[k] = moments[k].deviation[i];
        }
        logs[s] = value(s, mean, deviation, withGradient ? slopes[s] : undefined);
      }
      values[i] = pool(logs, weights);
      if (!withGradient || !Number.isFinite(values[i])) continue;
      for (let s = 0; s < count; s++) {
        for (let k = 0; k < M; k++) {
          dMean[k][i * S + s] = signs[k] * weights[s] * slopes[s][k];
          dDeviation[k][i] += weights[s] * slopes[s][M + k];
        }
      }
    }
    const gradient = new Float64Array(withGradient ? m * d : 0);
    if (withGradient) {
      objectives.forEach((objective, k) => {
        objective.pullback(points, moments[k], dMean[k], dDeviation[k]).forEach((slope, i) => {
          gradient[i] += slope;
        });
      });
    }
    return { value: values, gradient };
  }

  const scorer: Scorer = {
    q: 1,
    values: (points) => run(points, false).value,
    gradients: (points) => run(points, true),
  };
  if (S <= SCREENED) return scorer;
  return { ...scorer, screen: { ...scorer, values: (points) => run(points, false, SCREENED).value } };
}
