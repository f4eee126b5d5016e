/**
 * Covariance code: a covariance as Int32 tokens in postfix order, read alike by every backend.
 *
 * A leaf is `[kind, depth, columns, column…]` (depth is 0 but for `ibnn`); the operators are one token each.
 * Log parameters are consumed from theta in token order:
 *
 * | token | parameters |
 * |---|---|
 * | matern12, matern32, matern52, rbf | log lengthscale per column |
 * | rational_quadratic | log lengthscale per column, log alpha |
 * | periodic | log lengthscale per column, log period per column |
 * | linear | log variance per column |
 * | ibnn | log weight variance, log bias variance |
 * | hamming | log lengthscale per column; exp(−mean_k [c_k ≠ c'_k]/ℓ_k) |
 * | scale | log outputscale; multiplies the top of the stack |
 * | add, multiply | none; combine the two on top of the stack |
 *
 * Formulas: `gp/covariance/`.
 */
export const tokens = {
  matern12: 1,
  matern32: 2,
  matern52: 3,
  rbf: 4,
  rational_quadratic: 5,
  periodic: 6,
  linear: 7,
  ibnn: 8,
  hamming: 9,
  scale: 20,
  add: 21,
  multiply: 22,
} as const;

/** What every backend takes of one code; CUDA keeps tokens and stack, the CPU parameters in arrays of these sizes. */
export const codeLimits = { tokens: 24, depth: 8, parameters: 1024 } as const;

export type Token = keyof typeof tokens;
