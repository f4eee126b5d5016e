import * as t from '../../tensor/index.ts';
import { type CovarianceDefinition, lengthscales, matern, scaledDistance } from './definition.ts';

/**
 * Matérn of smoothness 1/2 (exponential): exp(−r). Sample paths are continuous and nowhere smooth.
 *
 * Source: Rasmussen and Williams 2006, equation 4.18.
 */
export const matern12: CovarianceDefinition = {
  token: 1,
  kernel: true,
  parameters: lengthscales,
  request: { ...matern, smoothness: 0.5 },
  value: (a, b, [scales]) => t.exp(t.neg(scaledDistance(a, b, scales))),
};
