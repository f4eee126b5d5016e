/** Written by src/tools/write-covariance-table.ts from src/engine/gp/covariance; not to be edited. */

/** Tokens of the covariances that have kernels. */
export const leafTokens = {
  matern12: 1,
  matern32: 2,
  matern52: 3,
  rbf: 4,
  rational_quadratic: 5,
  periodic: 6,
  linear: 7,
  ibnn: 8,
  hamming: 9,
} as const;

/** Log parameters that a leaf consumes: per column, and besides. */
export const parameterCounts = {
  matern12: { perColumn: 1, perLeaf: 0 },
  matern32: { perColumn: 1, perLeaf: 0 },
  matern52: { perColumn: 1, perLeaf: 0 },
  rbf: { perColumn: 1, perLeaf: 0 },
  rational_quadratic: { perColumn: 1, perLeaf: 1 },
  periodic: { perColumn: 2, perLeaf: 0 },
  linear: { perColumn: 1, perLeaf: 0 },
  ibnn: { perColumn: 0, perLeaf: 2 },
  hamming: { perColumn: 1, perLeaf: 0 },
} as const satisfies Record<keyof typeof leafTokens, object>;
