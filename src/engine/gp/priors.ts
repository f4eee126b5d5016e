/** Log-normal prior of a positive parameter p: log p is normal with this mean and deviation. */
export interface LogNormalPrior {
  readonly mu: number;
  readonly sigma: number;
}

/**
 * Log density in the parameter itself (not its logarithm) at p = exp(t): −t − ((t − μ)/σ)²/2 − log(σ√2π).
 */
export function logDensity(prior: LogNormalPrior, t: number): number {
  const z = (t - prior.mu) / prior.sigma;
  return -t - 0.5 * z * z - Math.log(prior.sigma * Math.sqrt(2 * Math.PI));
}

/** Its derivative by t. */
export function logDensitySlope(prior: LogNormalPrior, t: number): number {
  return -1 - (t - prior.mu) / prior.sigma ** 2;
}
