/** The likelihood of one member by one block, its matrix in shared memory. */
#pragma once
#include "arguments.h"
#include "information.h"

namespace athanor_device {

/** Shared memory of a block: doubles as `shared_doubles` of host/likelihood.cc counts them. */
struct BlockFit {
  Swept matrix;                ///< n rows of A, then z' on its border
  double *diagonal, *least;    ///< of A without jitter, the least pivots: [rows] each
  double *alpha, *natural;     ///< [rows], [n_cov]
  double* scratch;             ///< [16·kChunk]
};

ATH_DEVICE BlockFit block_fit(double* shared, int n, int n_cov) {
  const int blocks = n / kPanel + 1, rows = blocks * kPanel, pitch = swept_pitch(blocks);
  double* const reciprocals = shared + rows * pitch;
  double* const rest = reciprocals + rows + kPanel * kPanel;
  return {{shared, pitch, blocks, reciprocals, reciprocals + rows}, rest, rest + rows, rest + 2 * rows, rest + 3 * rows, rest + 3 * rows + n_cov};
}

/** Pairs of the lower triangle of n rows are numbered to this; rows a and n − 1 − a together have n + 1 of them. */
ATH_DEVICE unsigned lower_pairs(unsigned n) { return (n + 1) / 2 * (n + 1); }

/** The pair i ≥ j of number e. False for the numbers too many: the middle row of an odd n comes twice. */
ATH_DEVICE bool lower_pair(unsigned e, unsigned n, unsigned& i, unsigned& j) {
  const unsigned a = e / (n + 1), b = e % (n + 1);
  const bool low = b < n - a;
  i = low ? n - 1 - a : a;
  j = low ? b : b - (n - a);
  return low || 2 * a + 1 != n;
}

/** One thread's share of Σ_{i≥j} G_ij ∂A_ij/∂t over pairs first, first + step, … for a chunk of parameters. */
template <typename Inverse>
ATH_DEVICE void gradient_share(const Code& code, const double* natural, const double* x, int n, int d, const double* alpha,
                               Inverse inverse, int chunk, unsigned first, unsigned step, double (&sum)[kChunk]) {
  const auto each_pair = [&](auto add) {
    for (unsigned e = first, i, j; e < lower_pairs(n); e += step) {
      if (lower_pair(e, n, i, j))
        add(x + (size_t)i * d, x + (size_t)j * d, (i == j ? 0.5 : 1.0) * (alpha[i] * alpha[j] - inverse(i, j)));
    }
  };
  if (is_scaled_leaf(code)) {
    double own[kChunk] = {};
    each_pair([&](const double* a, const double* b, double weight) { scaled_leaf_partials(code, natural, a, b, weight, chunk * kChunk, own); });
    ATH_UNROLL
    for (int s = 0; s < kChunk; ++s) sum[s] = own[s];
  } else {
    each_pair([&](const double* a, const double* b, double weight) { pair_parameter_partials(code, natural, a, b, weight, chunk * kChunk, sum); });
  }
}

/** A with the jitter, z' on its border, zeros above; the least pivots. */
ATH_DEVICE void assemble(const BlockFit& fit, const LikelihoodMember& member, const Code& code, double jitter) {
  const Swept& a = fit.matrix;
  const int n = member.n, d = member.d, rows = a.blocks * kPanel;
  const double mean = member.theta[member.n_cov + 1];
  for (unsigned e = threadIdx.x, i, j; e < lower_pairs(n); e += blockDim.x) {
    if (!lower_pair(e, n, i, j)) continue;
    a.at[i * a.pitch + j] =
        i == j ? fit.diagonal[i] + jitter : pair_value(code, fit.natural, member.x + (size_t)i * d, member.x + (size_t)j * d);
  }
  for (int e = threadIdx.x; e < rows * rows; e += blockDim.x) {
    const int i = e / rows, j = e % rows;
    if (i >= n || j > i) a.at[i * a.pitch + j] = i == n && j < n ? member.y[j] - mean : (i == j ? 1.0 : 0.0);
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) fit.least[i] = n * 2.220446049250313e-16 * (fit.diagonal[i] + jitter);
}

/** Climbs the ladder of jitters. @returns the one that the factor took, −1 for none; the same in all threads */
ATH_DEVICE double climb_in_block(const BlockFit& fit, const LikelihoodMember& member, const Code& code, const double* ladder, int rungs) {
  const int n = member.n, d = member.d;
  const double learned = exp(member.theta[member.n_cov]);
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const double* const point = member.x + (size_t)i * d;
    sum += fit.diagonal[i] = pair_value(code, fit.natural, point, point) + member.noise[i] + learned;
  }
  const double mean = block_sum(sum, fit.scratch) / n;
  for (int rung = 0; rung < rungs; ++rung) {
    assemble(fit, member, code, ladder[rung] * mean);
    const int broken = sweep<false>(fit.matrix, n, fit.least);
    if (threadIdx.x == 0) fit.scratch[0] = broken;
    ATH_SYNC();
    const bool factored = fit.scratch[0] == n;
    ATH_SYNC();
    if (factored) return ladder[rung];
  }
  return -1;
}

/** The lower triangle becomes A⁻¹ = XXᵀ; a block of eight rows and columns to a warp. Column n of X is zero. */
ATH_DEVICE void swept_gram(const Swept& s, int n) {
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, g = lane >> 2, c = lane & 3;
  const int edge = (n + kPanel - 1) / kPanel, pairs = lower_pairs(edge);
  for (int e = warp; e < pairs; e += blockDim.x >> 5) {
    unsigned i, j;
    if (!lower_pair(e, edge, i, j)) continue;
    const int row = i * kPanel + g, other = j * kPanel + g, start = i * kPanel + c;
    const double *left = s.at + row * s.pitch + c, *right = s.at + other * s.pitch + c;
    double first0 = 0, first1 = 0, second0 = 0, second1 = 0;
    mma_8x8x4(first0, first1, swept_upper(s, row, start), swept_upper(s, other, start));
    mma_8x8x4(second0, second1, swept_upper(s, row, start + 4), swept_upper(s, other, start + 4));
    for (int k = (i + 1) * kPanel; k < edge * kPanel; k += kPanel) {
      mma_8x8x4(first0, first1, left[k], right[k]);
      mma_8x8x4(second0, second1, left[k + 4], right[k + 4]);
    }
    const int column = j * kPanel + 2 * c;
    double* const out = s.at + row * s.pitch + column;
    if (row < n && column <= row) out[0] = first0 + second0;
    if (row < n && column < row) out[1] = first1 + second1;
  }
}

/** gradient [n_cov + 2] from α and A⁻¹. */
ATH_DEVICE void block_gradient(const BlockFit& fit, const LikelihoodMember& member, const Code& code) {
  const Swept& a = fit.matrix;
  const int n = member.n, n_cov = member.n_cov, t = threadIdx.x;
  for (int chunk = 0; chunk * kChunk < n_cov; ++chunk) {
    double sum[kChunk] = {};
    gradient_share(code, fit.natural, member.x, n, member.d, fit.alpha, [&](int i, int j) { return a.at[i * a.pitch + j]; }, chunk, t,
                   blockDim.x, sum);
    block_sums(sum, fit.scratch);
    ATH_UNROLL
    for (int s = 0; s < kChunk; ++s)
      if (t == 0 && chunk * kChunk + s < n_cov) member.gradient[chunk * kChunk + s] = sum[s];
  }
  double ends[2] = {0, 0};
  for (int i = t; i < n; i += blockDim.x) {
    ends[0] += fit.alpha[i] * fit.alpha[i] - a.at[i * a.pitch + i];
    ends[1] += fit.alpha[i];
  }
  block_sums(ends, fit.scratch);
  if (t != 0) return;
  member.gradient[n_cov] = 0.5 * exp(member.theta[n_cov]) * ends[0];
  member.gradient[n_cov + 1] = ends[1];
}

/**
 * The whole evaluation for one member. Members may belong to different fits; each one's numbers depend on its own fields and on
 * blockDim alone. The jitters of the ladder (relative to the mean of the diagonal of A; the first is 0) are tried in turn;
 * status = the one used, or −1 with NaN results. A pivot must be above n·2⁻⁵²·(its diagonal entry). At least n + 16 threads.
 * kInformation: every member wants gradient and information.
 */
template <bool kInformation>
ATH_DEVICE void evaluate_in_block(const LikelihoodMember& member, const double* ladder, int rungs, double* shared) {
  const int n = member.n, n_cov = member.n_cov, stride = n_cov + 2, t = threadIdx.x;
  const Code code = {member.tokens, member.count};
  const BlockFit fit = block_fit(shared, n, n_cov);
  const Swept& a = fit.matrix;
  for (int p = t; p < n_cov; p += blockDim.x) fit.natural[p] = natural_parameter(code, p, member.theta[p]);
  ATH_SYNC();
  const double jitter = climb_in_block(fit, member, code, ladder, rungs);
  if (jitter < 0) {
    for (int p = t; p < stride && member.gradient; p += blockDim.x) member.gradient[p] = NAN;
    for (int e = t; kInformation && e < stride * stride; e += blockDim.x) member.information[e] = NAN;
    if (t == 0) {
      *member.value = NAN;
      *member.status = -1;
    }
    return;
  }
  double sum = 0;
  for (int i = t; i < n; i += blockDim.x) {
    const double u = a.at[n * a.pitch + i];
    sum += 0.5 * u * u + log(a.at[i * a.pitch + i]);
    fit.alpha[i] = -a.at[i * a.pitch + n];
    a.at[i * a.pitch + n] = 0;
  }
  sum = block_sum(sum, fit.scratch);
  if (t == 0) {
    *member.value = -sum - 0.5 * n * 1.8378770664093454836;
    *member.status = jitter;
  }
  if (!member.gradient) return;
  if (kInformation) block_information(code, fit.natural, n_cov, member.x, n, member.d, fit.alpha, exp(member.theta[n_cov]), a, member.work, member.information);
  swept_gram(a, n);
  ATH_SYNC();
  block_gradient(fit, member, code);
}

}  // namespace athanor_device
