import { readSizes } from '../op-sizes.ts';
import { parseCovariance } from './covariance/bound.ts';
import { jointPosterior, openJointModel } from './joint.ts';
import { need, type TsOp } from './op.ts';

/** Joint posterior of G groups of q points under one model, and with the flag its pullback to the points. */
export const gpJoint: TsOp = (dims, inputs, outputs) => {
  const { groups, q, n, d, parameters, withGradient, rest } = readSizes('gp_joint', dims);
  const covariance = parseCovariance(rest, d);
  const X = need('gp_joint', 'input', inputs, 0, [n, d]);
  const theta = need('gp_joint', 'input', inputs, 1, [parameters]);
  const L = need('gp_joint', 'input', inputs, 2, [n, n]);
  const alpha = need('gp_joint', 'input', inputs, 3, [n]);
  const Xs = need('gp_joint', 'input', inputs, 4, [groups, q, d]);
  const means = need('gp_joint', 'output', outputs, 0, [groups, q]);
  const covs = need('gp_joint', 'output', outputs, 1, [groups, q, q]);
  const model = openJointModel(covariance, { X, theta, L, alpha }, { n, d, parameters, q });
  const dXs = withGradient ? need('gp_joint', 'output', outputs, 2, [groups, q, d]) : undefined;
  dXs?.fill(0, 0, groups * q * d);
  for (let g = 0; g < groups; g++) {
    const group = jointPosterior(model, Xs.subarray(g * q * d, (g + 1) * q * d), q);
    means.set(group.mean.subarray(0, q), g * q);
    covs.set(group.cov, g * q * q);
    if (dXs) {
      const gMean = need('gp_joint', 'input', inputs, 5, [groups, q]).subarray(g * q, (g + 1) * q);
      const gCov = need('gp_joint', 'input', inputs, 6, [groups, q, q]).subarray(g * q * q, (g + 1) * q * q);
      group.pullback(gMean, gCov, 0, dXs, g * q * d);
    }
    group.release();
  }
  model.factor.release();
};
