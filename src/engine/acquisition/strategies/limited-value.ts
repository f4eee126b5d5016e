import type { Posterior } from '../../gp/posterior.ts';
import { sobolNormal } from '../../random/sobol.ts';
import type { Problem } from '../problem.ts';
import { logFeasibility } from './feasibility.ts';
import { type MonteCarloOptions, monteCarlo } from './monte-carlo-scorer.ts';

/** Logarithms [m] of the probabilities that the outcome constraints are met at points [m, d], by the models as they are. */
function logChances(problem: Problem, points: Float64Array, m: number): Float64Array {
  const { posteriors, signs } = problem;
  const moments = posteriors.map((posterior) => posterior.predict(points, m));
  return Float64Array.from({ length: m }, (_, i) => {
    const mean = Float64Array.from(moments, (of, k) => signs[k] * of.mean[i]);
    const deviation = Float64Array.from(moments, ({ std }) => Math.max(std[i], 1e-12));
    return logFeasibility(problem, mean, deviation);
  });
}

/**
 * Value of a batch [q, d] with outcome constraints, pending points included, output units: E max_j p_j·(g(Y_j − f*))⁺ for qEI and
 * E max_j (gμ_j + √(βπ/2)·|Y_j − μ_j| + s·log p_j) for qUCB, with p_j the probability that member j meets them and s the scale of
 * the outputs. For one member these are EI and UCB with the same constraints.
 *
 * Source of the weights: Gardner et al. 2014, Proc. ICML 32(2), 937–945; of batches Balandat et al. 2020, arXiv:1910.06403.
 */
export function limitedValue(
  problem: Problem,
  posterior: Posterior,
  { kind, pending, samples, seed, sign, best, beta }: Omit<MonteCarloOptions, 'q'>,
  batch: Float64Array,
): number {
  const points = Float64Array.of(...pending, ...batch);
  const m = points.length / posterior.model.d;
  const logs = logChances(problem, points, m);
  const mean = posterior.mean(points, m);
  const drawn = posterior.sample(points, m, sobolNormal(samples, m, seed));
  const isBound = kind === monteCarlo.qUCB;
  const factor = Math.sqrt((beta * Math.PI) / 2);
  const worth = (y: number, j: number) =>
    isBound
      ? sign * mean[j] + factor * Math.abs(y - mean[j]) + posterior.outputScale * logs[j]
      : Math.exp(logs[j]) * Math.max(0, sign * (y - best));
  let total = 0;
  for (let s = 0; s < samples; s++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < m; j++) most = Math.max(most, worth(drawn[s * m + j], j));
    total += most;
  }
  return total / samples;
}
