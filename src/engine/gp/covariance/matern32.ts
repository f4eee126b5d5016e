import { type CovarianceDefinition, lengthscales, scaledDistance } from './definition.ts';

/**
 * Matérn of smoothness 3/2: (1 + a)·exp(−a), a = √3·r. Sample paths are once differentiable.
 *
 * Source: Rasmussen and Williams 2006, equation 4.17.
 */
export const matern32: CovarianceDefinition = {
  parameters: lengthscales,
  value(a, b, scales) {
    const distance = Math.sqrt(3) * scaledDistance(a, b, scales);
    return (1 + distance) * Math.exp(-distance);
  },
};
