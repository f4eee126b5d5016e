import { tokens } from '../../src/engine/compute/covariance-code.ts';

/** Matérn-5/2 over all of d columns, scaled. */
export const matern52Code = (d: number): number[] => [
  tokens.matern52,
  0,
  d,
  ...Array.from({ length: d }, (_, k) => k),
  tokens.scale,
];

/** Parameters that suit noisy Hartmann-6: log lengthscales, log outputscale, log noise variance, mean. */
export const likelyTheta = (d: number): number[] => [
  ...new Array<number>(d).fill(Math.log(0.6)),
  0,
  Math.log(0.02),
  0.1,
];
