import * as t from '../../tensor/index.ts';
import { type CovarianceDefinition, lengthscales, matern, scaledDistance } from './definition.ts';

/**
 * Matérn of smoothness 3/2: (1 + a)·exp(−a), a = √3·r. Sample paths are once differentiable.
 *
 * Source: Rasmussen and Williams 2006, equation 4.17.
 */
export const matern32: CovarianceDefinition = {
  token: 2,
  kernel: true,
  parameters: lengthscales,
  request: { ...matern, smoothness: 1.5 },
  value(a, b, [scales]) {
    const distance = t.multiply(scaledDistance(a, b, scales), Math.sqrt(3));
    return t.multiply(t.add(1, distance), t.exp(t.neg(distance)));
  },
};
