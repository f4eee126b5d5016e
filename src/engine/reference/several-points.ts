import type { Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';
import { crossCovariance, joint, type Model } from './gaussian-process.ts';

/** Posterior variances of points [m, d], each alone: [m]. */
function variances(model: Model, points: Tensor): Tensor {
  const [m, d] = points.shape;
  const { tape } = points;
  return tape.reshape(joint(model, tape.reshape(points, [m, 1, d])).cov, [m]);
}

/** S = cov(x, x) + noise·I of points [q, d], as its lower factor. */
function noisyFactor(model: Model, points: Tensor, noise: number): Tensor {
  const [q, d] = points.shape;
  const { tape } = points;
  const { cov } = joint(model, tape.reshape(points, [1, q, d]));
  const diagonal = Float64Array.from({ length: q * q }, (_, at) => (at % (q + 1) === 0 ? noise : 0));
  return t.cholesky(t.add(tape.reshape(cov, [q, q]), tape.tensor(diagonal, [q, q])));
}

/**
 * Negative average of the posterior variance at `over` [r, d] once the points [q, d] are measured with `noise`.
 *
 * Source: Seo et al. 2000, doi:10.1109/IJCNN.2000.861310 (active learning Cohn).
 */
export function negativeIntegratedVariance(
  model: Model,
  over: Tensor,
  points: Tensor,
  noise: number,
): Tensor {
  const L = noisyFactor(model, points, noise);
  const explained = t.sum(t.square(t.solveTriangular(L, crossCovariance(model, points, over))), 0);
  return t.mean(t.subtract(explained, variances(model, over)), 0);
}

/**
 * Posterior at points [m, d] in S scenarios of the latent values at base points [p, d]: means [m, S], variances [m].
 *
 * Scenario s has f_s = μ + L z_s at the base points and no noise there; `noise` is what the variances are made with.
 *
 * @param Z [S, p] standard normals
 */
export function scenarios(model: Model, base: Tensor, Z: Tensor, points: Tensor, noise: number) {
  const { tape } = points;
  const [m, d] = points.shape;
  const C = crossCovariance(model, base, points);
  const { mean } = joint(model, tape.reshape(points, [1, m, d]));
  const shifted = t.matmul(t.solveTriangular(noisyFactor(model, base, 0), C), Z, true, true);
  const explained = t.sum(t.square(t.solveTriangular(noisyFactor(model, base, noise), C)), 0);
  return {
    mean: t.add(shifted, tape.reshape(mean, [m, 1])),
    variance: t.subtract(variances(model, points), explained),
  };
}
