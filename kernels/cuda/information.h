/**
 * The average information of a Gaussian process by its parameters: ½ DᵀA⁻¹D = ½ WᵀW with W = L⁻¹D. Column k of D [n,P] is
 * (∂A/∂θ_k)α, that of the mean ones (Gilmour, Thompson and Cullis 1995, doi:10.2307/2533274).
 */
#pragma once
#include "covariance_pair.h"

namespace athanor_device {

/** One thread's share of row i of D, Σ_j (∂K_ij/∂θ_k)α_j over j = first, first + step, …, for a chunk of parameters. */
ATH_DEVICE void direction_share(const Code& code, const double* natural, const double* x, int n, int d, const double* alpha, int i,
                                int chunk, int first, int step, double (&sum)[kChunk]) {
  const double* const row = x + (size_t)i * d;
  if (is_scaled_leaf(code)) {
    double own[kChunk] = {};
    for (int j = first; j < n; j += step) scaled_leaf_partials(code, natural, row, x + (size_t)j * d, alpha[j], chunk * kChunk, own);
    ATH_UNROLL
    for (int s = 0; s < kChunk; ++s) sum[s] = own[s];
  } else {
    for (int j = first; j < n; j += step) pair_parameter_partials(code, natural, row, x + (size_t)j * d, alpha[j], chunk * kChunk, sum);
  }
}

/** Row i of D for the noise and the mean, behind its n_cov covariance parameters. */
ATH_DEVICE void end_direction(double* row, int n_cov, double noise, double alpha) {
  row[n_cov] = noise * alpha;
  row[n_cov + 1] = 1;
}

/** Entry `e` of the information [P,P] from that of WᵀW; the mean with itself is not halved. */
ATH_DEVICE double information_entry(double product, int e, int parameters) {
  return e == parameters * parameters - 1 ? product : 0.5 * product;
}

/** information [P,P] by one block of at least n threads. inverse(i, j): L⁻¹ for j ≤ i. `work` holds D and W, [n,P] each. */
template <typename Inverse>
ATH_DEVICE void block_information(const Code& code, const double* natural, int n_cov, const double* x, int n, int d, const double* alpha,
                                  double noise, Inverse inverse, double* work, double* information) {
  const int parameters = n_cov + 2, t = threadIdx.x;
  double* const solved = work + (size_t)n * parameters;
  if (t < n) {
    double* const row = work + (size_t)t * parameters;
    for (int chunk = 0; chunk * kChunk < n_cov; ++chunk) {
      double sum[kChunk] = {};
      direction_share(code, natural, x, n, d, alpha, t, chunk, 0, 1, sum);
      for (int s = 0; s < kChunk && chunk * kChunk + s < n_cov; ++s) row[chunk * kChunk + s] = sum[s];
    }
    end_direction(row, n_cov, noise, alpha[t]);
  }
  ATH_SYNC();
  for (int k = 0; k < parameters && t < n; ++k) {
    double sum = 0;
    for (int j = 0; j <= t; ++j) sum = fma(inverse(t, j), work[(size_t)j * parameters + k], sum);
    solved[(size_t)t * parameters + k] = sum;
  }
  ATH_SYNC();
  for (int e = t; e < parameters * parameters; e += blockDim.x) {
    const double *left = solved + e / parameters, *right = solved + e % parameters;
    double sum = 0;
    for (int i = 0; i < n; ++i) sum = fma(left[(size_t)i * parameters], right[(size_t)i * parameters], sum);
    information[e] = information_entry(sum, e, parameters);
  }
}

}  // namespace athanor_device
