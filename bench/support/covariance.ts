import type { Backend } from '../../src/engine/compute/backend.ts';
import { tokens } from '../../src/engine/compute/covariance-code.ts';
import { runOnce } from './backends.ts';
import type { Data } from './hartmann.ts';

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

/** A model of the data by `likelyTheta`, with its factor `L` of n × n numbers. */
export function likelyModel(backend: Backend, { X, y, n, d }: Data) {
  const [theta, code] = [likelyTheta(d), matern52Code(d)];
  const dims = [1, n, d, theta.length, ...code];
  const inputs = [X, y, new Float64Array(n), theta];
  const [L, alpha] = runOnce(backend, 'gp_factor', dims, inputs, [n * n, n, 1]) as [
    Float64Array,
    Float64Array,
  ];
  return { theta, code, L, alpha };
}
