import { arrayOp } from '../array-op.ts';
import { parseCovariance } from './covariance/bound.ts';
import { jointPosterior, openJointModel } from './joint.ts';

/** Joint posterior of G groups of q points under one model, and with the flag its pullback to the points. */
export const gpJoint = arrayOp('gp_joint', (sizes, arrays) => {
  const { groups, q, n, d, parameters, rest } = sizes;
  const { X, theta, L, alpha, Xs, gMean, gCov, mean: means, cov: covs, dXs } = arrays;
  const covariance = parseCovariance(rest, d);
  const model = openJointModel(covariance, { X, theta, L, alpha }, { n, d, parameters, q });
  dXs?.fill(0, 0, groups * q * d);
  for (let g = 0; g < groups; g++) {
    const group = jointPosterior(model, Xs.subarray(g * q * d, (g + 1) * q * d), q);
    means.set(group.mean.subarray(0, q), g * q);
    covs.set(group.cov, g * q * q);
    if (gMean && gCov && dXs) {
      const ofMean = gMean.subarray(g * q, (g + 1) * q);
      group.pullback(ofMean, gCov.subarray(g * q * q, (g + 1) * q * q), 0, dXs, g * q * d);
    }
    group.release();
  }
  model.factor.release();
});
