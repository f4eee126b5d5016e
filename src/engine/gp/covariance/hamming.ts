import { type CovarianceDefinition, lengthscales } from './definition.ts';

/**
 * Covariance of labels: exp(−mean_k [a_k ≠ b_k]/ℓ_k). Only equality of labels matters.
 *
 * Source: Ru et al. 2020, arXiv:1906.08878, in the exponential form.
 */
export const hamming: CovarianceDefinition = {
  parameters: lengthscales,
  value(a, b, scales) {
    const distance = a.reduce((sum, value, k) => sum + (value === b[k] ? 0 : 1 / scales[k]), 0);
    return Math.exp(-distance / a.length);
  },
};
