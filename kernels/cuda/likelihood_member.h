/** One evaluation of a likelihood, shared by kernel and host: device addresses, and the sizes of its fit. */
#pragma once

struct LikelihoodMember {
  const int* tokens;           ///< covariance code [count]
  const double *x, *y, *noise; ///< [n,d], [n], [n]
  const double* theta;         ///< its row [n_cov + 2]
  double *value, *gradient, *status;  ///< one number, [n_cov + 2] or null, one number
  int count, n, d, n_cov;
};
