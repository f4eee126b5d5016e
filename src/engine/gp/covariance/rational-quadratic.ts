import * as t from '../../tensor/index.ts';
import { type CovarianceDefinition, lengthscales, squaredDistance } from './definition.ts';

/**
 * Rational quadratic: (1 + r²/(2α))^−α, a mixture of squared exponentials of all lengthscales.
 *
 * Source: Rasmussen and Williams 2006, equation 4.19.
 */
export const rationalQuadratic: CovarianceDefinition = {
  token: 5,
  kernel: true,
  parameters: [...lengthscales, { name: 'alpha', per: 'leaf' }],
  request: { kernel: 'RationalQuadratic', label: 'Rational quadratic', recipes: ['sklearn'] },
  value(a, b, [scales, alpha]) {
    const ratio = t.divide(squaredDistance(a, b, scales), t.multiply(alpha, 2));
    return t.exp(t.neg(t.multiply(t.log1p(ratio), alpha)));
  },
};
