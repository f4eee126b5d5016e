import { type CovarianceDefinition, lengthscales, scaledDistance } from './definition.ts';

/**
 * Squared exponential: exp(−r²/2). Sample paths are smooth without end.
 *
 * Source: Rasmussen and Williams 2006, equation 4.9.
 */
export const rbf: CovarianceDefinition = {
  parameters: lengthscales,
  value: (a, b, scales) => Math.exp(-(scaledDistance(a, b, scales) ** 2) / 2),
};
