import { type CovarianceDefinition, lengthscales } from './definition.ts';

/**
 * Periodic: exp(−2·Σ_k (sin(π(a_k − b_k)/p_k)/ℓ_k)²).
 *
 * Source: MacKay 1998; Rasmussen and Williams 2006, equation 4.31, one factor per column.
 */
export const periodic: CovarianceDefinition = {
  parameters: (columns) => [
    ...lengthscales(columns),
    ...columns.map((column) => ({ name: 'period' as const, column })),
  ],
  value(a, b, parameters) {
    const exponent = a.map((value, k) => {
      const period = parameters[a.length + k];
      return (Math.sin((Math.PI * (value - b[k])) / period) / parameters[k]) ** 2;
    });
    return Math.exp(-2 * exponent.reduce((sum, term) => sum + term, 0));
  },
};
