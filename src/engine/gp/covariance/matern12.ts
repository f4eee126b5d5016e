import { type CovarianceDefinition, lengthscales, scaledDistance } from './definition.ts';

/**
 * Matérn of smoothness 1/2 (exponential): exp(−r). Sample paths are continuous and nowhere smooth.
 *
 * Source: Rasmussen and Williams 2006, equation 4.18.
 */
export const matern12: CovarianceDefinition = {
  parameters: lengthscales,
  value: (a, b, scales) => Math.exp(-scaledDistance(a, b, scales)),
};
