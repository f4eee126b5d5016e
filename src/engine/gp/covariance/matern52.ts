import * as t from '../../tensor/index.ts';
import { type CovarianceDefinition, lengthscales, matern, scaledDistance } from './definition.ts';

/**
 * Matérn of smoothness 5/2: (1 + a + a²/3)·exp(−a), a = √5·r. Sample paths are twice differentiable.
 *
 * Source: Rasmussen and Williams 2006, equation 4.17.
 */
export const matern52: CovarianceDefinition = {
  token: 3,
  kernel: true,
  parameters: lengthscales,
  request: { ...matern, smoothness: 2.5 },
  value(a, b, [scales]) {
    const distance = t.multiply(scaledDistance(a, b, scales), Math.sqrt(5));
    const series = t.add(t.add(1, distance), t.divide(t.square(distance), 3));
    return t.multiply(series, t.exp(t.neg(distance)));
  },
};
