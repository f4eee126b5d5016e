import * as t from '../../tensor/index.ts';
import { type CovarianceDefinition, lengthscales } from './definition.ts';

/**
 * Covariance of categories: exp(−mean_k [a_k ≠ b_k]/ℓ_k). Only equality of categories matters.
 *
 * Source: Ru et al. 2020, arXiv:1906.08878, in the exponential form.
 */
export const hamming: CovarianceDefinition = {
  token: 9,
  kernel: true,
  parameters: lengthscales,
  value(a, b, [scales]) {
    const differ = t.greater(t.abs(t.subtract(a, b)), 0);
    return t.exp(t.neg(t.mean(t.divide(differ, scales), -1)));
  },
};
