import type { Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';

/**
 * Acquisitions of one point from its normal posterior, to be maximized: mean μ and deviation σ > 0 of any one shape in,
 * that shape out, differentiable by both.
 *
 * With g = +1 to maximize and −1 to minimize, u = (g(μ − f*) − ξ)/σ. log h loses digits as u falls: 1e-16·u⁴ relative.
 */
export interface Goal {
  /** g */
  readonly sign: number;
  /** f* */
  readonly best: number;
  /** ξ */
  readonly xi: number;
  /** κ of UCB. */
  readonly kappa: number;
}

const LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

const standardized = (mean: Tensor, deviation: Tensor, { sign, best, xi }: Goal): Tensor =>
  t.divide(t.subtract(t.multiply(t.subtract(mean, best), sign), xi), deviation);

/** log h(u), h(u) = φ(u) + uΦ(u), as log Φ + log(u + φ/Φ). */
export function logImprovement(u: Tensor): Tensor {
  const logMass = t.logNormalDistribution(u);
  const logDensity = t.subtract(t.multiply(t.square(u), -0.5), LOG_ROOT_TWO_PI);
  return t.add(logMass, t.log(t.add(u, t.exp(t.subtract(logDensity, logMass)))));
}

/** log EI = log σ + log h(u). Source: Jones, Schonlau and Welch 1998, doi:10.1023/A:1008306431147. */
export const logExpectedImprovement = (mean: Tensor, deviation: Tensor, goal: Goal): Tensor =>
  t.add(t.log(deviation), logImprovement(standardized(mean, deviation, goal)));

export const expectedImprovement = (mean: Tensor, deviation: Tensor, goal: Goal): Tensor =>
  t.exp(logExpectedImprovement(mean, deviation, goal));

/** log EI + log(1 − τ/√(σ² + τ²)), τ the deviation of the noise. Source: Huang et al. 2006, doi:10.1007/s10898-005-2454-3. */
export function logAugmentedImprovement(mean: Tensor, deviation: Tensor, goal: Goal, tau: number): Tensor {
  const hidden = t.divide(tau, t.sqrt(t.add(t.square(deviation), tau * tau)));
  return t.add(logExpectedImprovement(mean, deviation, goal), t.log1p(t.neg(hidden)));
}

/** log Φ(u). */
export const logProbabilityOfImprovement = (mean: Tensor, deviation: Tensor, goal: Goal): Tensor =>
  t.logNormalDistribution(standardized(mean, deviation, goal));

/** Φ(u). */
export const probabilityOfImprovement = (mean: Tensor, deviation: Tensor, goal: Goal): Tensor =>
  t.normalDistribution(standardized(mean, deviation, goal));

/** gμ + κσ. */
export const upperConfidenceBound = (mean: Tensor, deviation: Tensor, { sign, kappa }: Goal): Tensor =>
  t.add(t.multiply(mean, sign), t.multiply(deviation, kappa));

/** gμ. */
export const posteriorMean = (mean: Tensor, _deviation: Tensor, { sign }: Goal): Tensor =>
  t.multiply(mean, sign);

/** log of the probability that an output keeps to a limit: `side` +1 from below, −1 from above. */
export const logFeasibility = (mean: Tensor, deviation: Tensor, side: number, limit: number): Tensor =>
  logProbabilityOfImprovement(mean, deviation, { sign: side, best: limit, xi: 0, kappa: 0 });
