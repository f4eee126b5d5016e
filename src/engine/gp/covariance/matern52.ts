import { type CovarianceDefinition, lengthscales, scaledDistance } from './definition.ts';

/**
 * Matérn of smoothness 5/2: (1 + a + a²/3)·exp(−a), a = √5·r. Sample paths are twice differentiable.
 *
 * Source: Rasmussen and Williams 2006, equation 4.17.
 */
export const matern52: CovarianceDefinition = {
  parameters: lengthscales,
  value(a, b, scales) {
    const distance = Math.sqrt(5) * scaledDistance(a, b, scales);
    return (1 + distance + distance ** 2 / 3) * Math.exp(-distance);
  },
};
