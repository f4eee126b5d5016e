import * as t from '../../tensor/index.ts';
import { type CovarianceDefinition, lengthscales, squaredDistance } from './definition.ts';

/**
 * Squared exponential: exp(−r²/2). Sample paths are smooth without end.
 *
 * Source: Rasmussen and Williams 2006, equation 4.9.
 */
export const rbf: CovarianceDefinition = {
  token: 4,
  kernel: true,
  parameters: lengthscales,
  request: { kernel: 'RBF', recipes: ['botorch', 'sklearn'] },
  value: (a, b, [scales]) => t.exp(t.multiply(squaredDistance(a, b, scales), -0.5)),
};
