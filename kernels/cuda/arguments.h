/** Records that kernels get from the host: device addresses and sizes. */
#pragma once

/** One evaluation of a likelihood, with the sizes of its fit. */
struct LikelihoodMember {
  const int* tokens;           ///< covariance code [count]
  const double *x, *y, *noise; ///< [n,d], [n], [n]
  const double* theta;         ///< its row [n_cov + 2]
  double *value, *gradient, *status;  ///< one number, P = n_cov + 2 numbers or null, one number
  double *information, *work;  ///< [P,P] and [2,n,P], or null; only with the gradient
  int count, n, d, n_cov;
};

/** Monte-Carlo acquisition of groups of q points (pending ones included); see monte-carlo.cu. */
struct MonteCarlo {
  const double *mean, *cov, *z, *parameters, *ladder;
  double *slopes, *levels, *value, *status, *g_mean, *g_cov;
  int q, samples, kind, rungs;
};

/** What blocks of neighbours are taken from; see vecchia.cu. */
struct VecchiaData {
  const int* tokens;                               ///< covariance code [count]
  const double *x, *y, *noise, *neighbours, *ladder;  ///< [n,d], [n], [n], [·,m], [rungs]
  const double *features, *point_features;            ///< [n,rank], [·,rank], taken off the covariance; not read at rank 0
  int count, d, m, rungs, rank;
};

/** Rows in blocks that are searched; see nearest.cu. */
struct NearestData {
  const double *rows, *places, *boxes;  ///< [blocks,leaf], [blocks,d,leaf], [2,d,blocks]
  int d, blocks, leaf, looked, m;
};

/** Inputs of `exchange`, shared by all chains. */
struct ExchangeData {
  const double *levels, *fixed, *weights, *normals, *limits, *forbidden, *pool, *starts;
};
