import { softplus } from '../softplus.ts';

/**
 * Values of Monte-Carlo acquisitions from samples f [S, q], with the derivative of the value by every sample.
 *
 * All maximize: u = sign·(f − best), g = sign·f. `dSamples` [S, q] is overwritten; `centreGradient` [q] gets what
 * reaches the posterior mean other than through the samples.
 */
export interface MonteCarlo {
  readonly samples: Float64Array;
  readonly count: number;
  readonly q: number;
  /** [q] posterior mean. */
  readonly mean: Float64Array;
  readonly best: number;
  readonly beta: number;
  readonly sign: number;
  /** Smooths max(·, 0), or the step of qPI. */
  readonly tau: number;
  /** Smooths the maximum over q. */
  readonly tauMax: number;
  /** qUCB: 0 deviations from the average of the samples, 1 from the posterior mean. */
  readonly centre: number;
  readonly dSamples: Float64Array;
  readonly centreGradient: Float64Array;
}

/**
 * log mean_s exp(m_s): m_s the fat-tailed maximum over j of log(τ·(softplus(u/τ) + 0.1/(1 + (u/τ)²))).
 *
 * The fat maximum is M + τ_max·log Σ_j p((M − v_j)/τ_max), p(x) = 2/(2 + 2x + x²), M = max v.
 * Source: Ament et al. 2023, arXiv:2310.20708, with the constants of BoTorch's defaults.
 */
function logExpectedImprovement(at: MonteCarlo): number {
  const { samples, count, q, best, sign, tau, tauMax, dSamples } = at;
  const maxima = new Float64Array(count);
  const v = new Float64Array(q);
  let top = Number.NEGATIVE_INFINITY;
  for (let s = 0; s < count; s++) {
    let largest = Number.NEGATIVE_INFINITY;
    let winner = 0;
    for (let j = 0; j < q; j++) {
      const x = (sign * (samples[s * q + j] - best)) / tau;
      const cauchy = 1 / (1 + x * x);
      const soft = softplus(x) + 0.1 * cauchy;
      v[j] = Math.log(tau * soft);
      const slope =
        (x > 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x))) - 0.2 * x * cauchy * cauchy;
      dSamples[s * q + j] = (sign * slope) / (tau * soft);
      if (v[j] > largest) {
        largest = v[j];
        winner = j;
      }
    }
    let sum = 1;
    for (let j = 0; j < q; j++) if (j !== winner) sum += pareto((largest - v[j]) / tauMax);
    let winnerWeight = 1;
    for (let j = 0; j < q; j++) {
      if (j === winner) continue;
      const x = (largest - v[j]) / tauMax;
      const weight = (pareto(x) ** 2 * (1 + x)) / sum;
      winnerWeight -= weight;
      dSamples[s * q + j] *= weight;
    }
    dSamples[s * q + winner] *= winnerWeight;
    maxima[s] = largest + tauMax * Math.log(sum);
    if (maxima[s] > top) top = maxima[s];
  }
  let total = 0;
  for (let s = 0; s < count; s++) total += Math.exp(maxima[s] - top);
  for (let s = 0; s < count; s++) {
    const weight = Math.exp(maxima[s] - top) / total;
    for (let j = 0; j < q; j++) dSamples[s * q + j] *= weight;
  }
  return top + Math.log(total / count);
}

/** p(x) = 2/(2 + 2x + x²); p' = −p²(1 + x). */
function pareto(x: number): number {
  return 2 / (2 + 2 * x + x * x);
}

/** mean_s φ(max_j g_sj), with φ and its derivative of the row's largest sign·f. */
function ofMaximum(at: MonteCarlo, value: (g: number) => number, slope: (g: number) => number): number {
  const { samples, count, q, sign, dSamples } = at;
  dSamples.fill(0);
  let total = 0;
  for (let from = 0; from < count * q; from += q) {
    let winner = from;
    let g = sign * samples[from];
    for (let j = from + 1; j < from + q; j++) {
      const other = sign * samples[j];
      if (other > g) {
        winner = j;
        g = other;
      }
    }
    total += value(g);
    dSamples[winner] = (sign * slope(g)) / count;
  }
  return total / count;
}

/** mean_s max_j (c_j + √(βπ/2)·|g_sj − c_j|), c the average of the samples or the posterior mean. */
function upperConfidenceBound(at: MonteCarlo): number {
  const { samples, count, q, mean, beta, sign, centre, dSamples, centreGradient } = at;
  const factor = Math.sqrt((beta * Math.PI) / 2);
  const c = new Float64Array(q);
  for (let j = 0; j < q; j++) {
    if (centre === 1) c[j] = sign * mean[j];
    else for (let s = 0; s < count; s++) c[j] += (sign * samples[s * q + j]) / count;
  }
  dSamples.fill(0);
  const byCentre = new Float64Array(q);
  let total = 0;
  for (let s = 0; s < count; s++) {
    let best = Number.NEGATIVE_INFINITY;
    let winner = 0;
    for (let j = 0; j < q; j++) {
      const value = c[j] + factor * Math.abs(sign * samples[s * q + j] - c[j]);
      if (value > best) {
        best = value;
        winner = j;
      }
    }
    total += best;
    const slope = factor * Math.sign(sign * samples[s * q + winner] - c[winner]);
    dSamples[s * q + winner] += (sign * slope) / count;
    byCentre[winner] += (1 - slope) / count;
  }
  for (let j = 0; j < q; j++) {
    if (centre === 1) centreGradient[j] += sign * byCentre[j];
    else for (let s = 0; s < count; s++) dSamples[s * q + j] += (sign * byCentre[j]) / count;
  }
  return total / count;
}

/** By the `kind` of `mc_acquisition`. */
export const monteCarloKinds: readonly ((at: MonteCarlo) => number)[] = [
  logExpectedImprovement,
  (at) =>
    ofMaximum(
      at,
      (g) => Math.max(g - at.sign * at.best, 0),
      (g) => (g > at.sign * at.best ? 1 : 0),
    ),
  upperConfidenceBound,
  (at) => {
    const sigmoid = (g: number) => 1 / (1 + Math.exp(-(g - at.sign * at.best) / at.tau));
    return ofMaximum(at, sigmoid, (g) => (sigmoid(g) * (1 - sigmoid(g))) / at.tau);
  },
  (at) =>
    ofMaximum(
      at,
      (g) => g,
      () => 1,
    ),
];
