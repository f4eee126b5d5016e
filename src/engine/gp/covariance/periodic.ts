import * as t from '../../tensor/index.ts';
import { type CovarianceDefinition, lengthscales } from './definition.ts';

/**
 * Periodic: exp(−2·Σ_k (sin(π(a_k − b_k)/p_k)/ℓ_k)²).
 *
 * Source: MacKay 1998; Rasmussen and Williams 2006, equation 4.31, one factor per column.
 */
export const periodic: CovarianceDefinition = {
  token: 6,
  kernel: true,
  parameters: [...lengthscales, { name: 'period', per: 'column' }],
  value(a, b, [scales, periods]) {
    const angle = t.multiply(t.divide(t.subtract(a, b), periods), Math.PI);
    return t.exp(t.multiply(t.sum(t.square(t.divide(t.sin(angle), scales)), -1), -2));
  },
};
