/** Log-normal prior of a positive parameter p: log p is normal with this mean and deviation. */
export interface LogNormalPrior {
  readonly mu: number;
  readonly sigma: number;
}

/**
 * Sparsity prior of a lengthscale ℓ: 1/ℓ² is half-Cauchy of scale τ, so that most columns are flat and few are not.
 *
 * Source: Eriksson and Jankowiak 2021, arXiv:2103.00349.
 */
export interface SparsePrior {
  readonly tau: number;
}

/** Student's t with ν degrees of freedom of the entry of theta itself; without ν the normal distribution. */
export interface LocationPrior {
  readonly centre: number;
  readonly spread: number;
  readonly freedom?: number;
}

export type Prior = LogNormalPrior | SparsePrior | LocationPrior;

/**
 * Log density at t = log p. Log-normal: in the parameter itself (not its logarithm), −t − ((t − μ)/σ)²/2 − log(σ√2π).
 * Sparse: in ρ = 1/p², log(2/π) − log τ − log(1 + (ρ/τ)²). Location: in t, Student's up to a constant of ν.
 */
export function logDensity(prior: Prior, t: number): number {
  if ('centre' in prior) {
    const z = (t - prior.centre) / prior.spread;
    if (prior.freedom === undefined) return -0.5 * z * z - Math.log(prior.spread * Math.sqrt(2 * Math.PI));
    return -0.5 * (prior.freedom + 1) * Math.log1p((z * z) / prior.freedom) - Math.log(prior.spread);
  }
  if ('tau' in prior) {
    return Math.log(2 / Math.PI) - Math.log(prior.tau) - Math.log1p((Math.exp(-2 * t) / prior.tau) ** 2);
  }
  const z = (t - prior.mu) / prior.sigma;
  return -t - 0.5 * z * z - Math.log(prior.sigma * Math.sqrt(2 * Math.PI));
}

/** Its derivative by t. */
export function logDensitySlope(prior: Prior, t: number): number {
  if ('centre' in prior) {
    const z = (t - prior.centre) / prior.spread;
    if (prior.freedom === undefined) return -z / prior.spread;
    return (-(prior.freedom + 1) * z) / ((prior.freedom + z * z) * prior.spread);
  }
  if ('tau' in prior) {
    const square = (Math.exp(-2 * t) / prior.tau) ** 2;
    return (4 * square) / (1 + square);
  }
  return -1 - (t - prior.mu) / prior.sigma ** 2;
}

/** A second derivative of −log density by t, or what is left of it without negative parts. */
export function logDensityCurvature(prior: Prior, t: number): number {
  if ('centre' in prior) {
    const z = (t - prior.centre) / prior.spread;
    if (prior.freedom === undefined) return 1 / prior.spread ** 2;
    return (prior.freedom + 1) / ((prior.freedom + z * z) * prior.spread ** 2);
  }
  if ('tau' in prior) {
    const square = (Math.exp(-2 * t) / prior.tau) ** 2;
    return (16 * square) / (1 + square) ** 2;
  }
  return 1 / prior.sigma ** 2;
}
