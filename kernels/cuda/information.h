/**
 * The average information of a Gaussian process by its parameters: ½ DᵀA⁻¹D = ½ WᵀW with W = L⁻¹D. Column k of D [n,P] is
 * (∂A/∂θ_k)α, that of the mean ones (Gilmour, Thompson and Cullis 1995, doi:10.2307/2533274).
 */
#pragma once
#include "covariance_pair.h"
#include "sweep.h"

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

/** D [n,P] by one block, a row to eight neighbouring threads. */
ATH_DEVICE void block_directions(const Code& code, const double* natural, int n_cov, const double* x, int n, int d, const double* alpha,
                                 double noise, double* directions) {
  const int share = threadIdx.x & 7;
  for (int from = 0; from < n; from += blockDim.x >> 3) {
    const int i = from + (threadIdx.x >> 3);
    double* const row = directions + (size_t)i * (n_cov + 2);
    for (int chunk = 0; chunk * kChunk < n_cov; ++chunk) {
      double sum[kChunk] = {};
      if (i < n) direction_share(code, natural, x, n, d, alpha, i, chunk, share, 8, sum);
      ATH_UNROLL
      for (int s = 0; s < kChunk; ++s) {
        for (int mask = 4; mask > 0; mask >>= 1) sum[s] += shuffle_xor(sum[s], mask);
        if (i < n && share == 0 && chunk * kChunk + s < n_cov) row[chunk * kChunk + s] = sum[s];
      }
    }
    if (i < n && share == 0) end_direction(row, n_cov, noise, alpha[i]);
  }
}

/** W = XᵀD [n,P]; a block of eight rows and columns to a warp. */
ATH_DEVICE void block_solve_directions(const Swept& s, int n, int parameters, const double* directions, double* solved) {
  const int lane = threadIdx.x & 31, g = lane >> 2, c = lane & 3;
  const int across = (parameters + kPanel - 1) / kPanel, edge = (n + kPanel - 1) / kPanel;
  for (int b = threadIdx.x >> 5; b < edge * across; b += blockDim.x >> 5) {
    const int row = b / across * kPanel, column = b % across * kPanel;
    double sums[2][2] = {};
    for (int k = c; k <= row + c; k += kPanel) {
      ATH_UNROLL
      for (int half = 0; half < 2; ++half) {
        const int term = k + 4 * half;
        const double right = term < n && column + g < parameters ? directions[(size_t)term * parameters + column + g] : 0.0;
        mma_8x8x4(sums[half][0], sums[half][1], swept_upper(s, term, row + g), right);
      }
    }
    ATH_UNROLL
    for (int e = 0; e < 2; ++e)
      if (row + g < n && column + 2 * c + e < parameters) solved[(size_t)(row + g) * parameters + column + 2 * c + e] = sums[0][e] + sums[1][e];
  }
}

/** information [P,P] = ½WᵀW of a block, the mean's own entry whole. */
ATH_DEVICE void block_information_end(int n, int parameters, const double* solved, double* information) {
  const int lane = threadIdx.x & 31, g = lane >> 2, c = lane & 3, across = (parameters + kPanel - 1) / kPanel;
  for (int b = threadIdx.x >> 5; b < across * across; b += blockDim.x >> 5) {
    const int row = b / across * kPanel, column = b % across * kPanel;
    double sums[2][2] = {};
    for (int k = c; k < n + c; k += kPanel) {
      ATH_UNROLL
      for (int half = 0; half < 2; ++half) {
        const int term = k + 4 * half;
        const double* const line = solved + (size_t)term * parameters;
        mma_8x8x4(sums[half][0], sums[half][1], term < n && row + g < parameters ? line[row + g] : 0.0,
                  term < n && column + g < parameters ? line[column + g] : 0.0);
      }
    }
    ATH_UNROLL
    for (int e = 0; e < 2; ++e) {
      const int i = row + g, j = column + 2 * c + e;
      if (i < parameters && j < parameters)
        information[i * parameters + j] = information_entry(sums[0][e] + sums[1][e], i * parameters + j, parameters);
    }
  }
}

/** information [P,P] by one block. `work` holds D and W, [n,P] each. */
ATH_DEVICE void block_information(const Code& code, const double* natural, int n_cov, const double* x, int n, int d, const double* alpha,
                                  double noise, const Swept& s, double* work, double* information) {
  const int parameters = n_cov + 2;
  double* const solved = work + (size_t)n * parameters;
  block_directions(code, natural, n_cov, x, n, d, alpha, noise, work);
  ATH_SYNC();
  block_solve_directions(s, n, parameters, work, solved);
  ATH_SYNC();
  block_information_end(n, parameters, solved, information);
}

}  // namespace athanor_device
