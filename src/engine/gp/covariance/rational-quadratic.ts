import { type CovarianceDefinition, lengthscales, scaledDistance } from './definition.ts';

/**
 * Rational quadratic: (1 + r²/(2α))^−α, a mixture of squared exponentials of all lengthscales.
 *
 * Source: Rasmussen and Williams 2006, equation 4.19.
 */
export const rationalQuadratic: CovarianceDefinition = {
  parameters: (columns) => [...lengthscales(columns), { name: 'alpha' }],
  value(a, b, parameters) {
    const alpha = parameters[a.length];
    return (1 + scaledDistance(a, b, parameters) ** 2 / (2 * alpha)) ** -alpha;
  },
};
