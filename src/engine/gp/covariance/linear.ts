import type { CovarianceDefinition } from './definition.ts';

/**
 * Linear: Σ_k v_k·a_k·b_k, the covariance of Bayesian linear regression without intercept. Not stationary.
 *
 * Source: Rasmussen and Williams 2006, §4.2.2.
 */
export const linear: CovarianceDefinition = {
  parameters: (columns) => columns.map((column) => ({ name: 'variance', column })),
  value: (a, b, variances) => a.reduce((sum, value, k) => sum + variances[k] * value * b[k], 0),
};
