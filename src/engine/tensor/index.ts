/** Batched fp64 tensors with gradients, on any backend: what new covariances and acquisitions are written with. */

export * from './ops/elementwise.ts';
export { gather } from './ops/gather.ts';
export { covariance, gpLikelihood } from './ops/gaussian-process.ts';
export { cholesky, diagonal, factorize, matmul, solveTriangular, transpose } from './ops/linear-algebra.ts';
export { logSumExp, max, mean, min, sum, total } from './ops/reduce.ts';
export { createTape, type Tape, type Tensor } from './tape.ts';
