import * as t from '../../tensor/index.ts';
import type { CovarianceDefinition } from './definition.ts';

/**
 * Linear: Σ_k v_k·a_k·b_k, the covariance of Bayesian linear regression without intercept. Not stationary.
 *
 * Source: Rasmussen and Williams 2006, §4.2.2.
 */
export const linear: CovarianceDefinition = {
  token: 7,
  kernel: true,
  parameters: [{ name: 'variance', per: 'column' }],
  value: (a, b, [variances]) => t.sum(t.multiply(t.multiply(a, b), variances), -1),
};
