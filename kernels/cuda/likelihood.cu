/**
 * Log marginal likelihood of a Gaussian process with its gradient and its information, and what leads to them.
 *
 * With A = K + N, z = y − mean, α = A⁻¹z: value = −z'α/2 − log det A/2 − n log(2π)/2, and for a parameter t
 * ∂value/∂t = Σ_ij (α_iα_j − A⁻¹_ij) ∂A_ij/∂t / 2 (Rasmussen & Williams 2006, eqs 5.8, 5.9).
 * A row of theta is: covariance log parameters [n_cov], log noise variance (−∞: none), mean.
 */
#include "likelihood_block.h"

using namespace athanor_device;

/** natural [B, n_cov] from theta [B, stride]. */
ATH_KERNEL natural_parameters(const int* tokens, int count, const double* theta, int stride, int n_cov, double* natural, int total) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= total) return;
  natural[e] = natural_parameter({tokens, count}, e % n_cov, theta[(size_t)(e / n_cov) * stride + e % n_cov]);
}

/**
 * K [B,n1,n2] = k(X1, X2). With `noise` (then X1 is X2) only the lower triangle, zeros above, and
 * noise[i] + exp(log noise variance) + jitter[b]·unit[b] on the diagonal (jitter may be absent). Grid: elements, batch.
 */
ATH_KERNEL covariance_matrix(const int* tokens, int count, const double* natural, int n_cov, const double* theta, int stride,
                             const double* x1, int n1, const double* x2, int n2, int d, const double* noise,
                             const double* jitter, const double* unit, double* k) {
  const long long e = (long long)blockIdx.x * blockDim.x + threadIdx.x, total = (long long)n1 * n2;
  if (e >= total) return;
  const int i = (int)(e / n2), j = (int)(e % n2), b = blockIdx.y;
  double value = 0;
  if (!noise || j <= i) value = pair_value({tokens, count}, natural + (size_t)b * n_cov, x1 + (size_t)i * d, x2 + (size_t)j * d);
  if (noise && i == j) value += noise[i] + exp(theta[(size_t)b * stride + n_cov]) + (jitter && jitter[b] > 0 ? jitter[b] * unit[b] : 0.0);
  k[b * total + e] = value;
}

/** diagonal [B,n] of A and its mean, the unit of the jitter, from A [B,n,n]. Grid: 1, batch. Shared: 32. */
ATH_KERNEL copy_diagonal(const double* a, int n, double* diagonal, double* mean) {
  ATH_SHARED(scratch);
  const int b = blockIdx.y;
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const double value = a[(size_t)b * n * n + (size_t)i * n + i];
    diagonal[(size_t)b * n + i] = value;
    sum += value;
  }
  sum = block_sum(sum, scratch);
  if (threadIdx.x == 0) mean[b] = sum / n;
}

/** z [B,n] = y − mean. Grid: elements of z. */
ATH_KERNEL residuals(const double* y, const double* theta, int stride, int n, double* z, int total) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < total) z[e] = y[e % n] - theta[(size_t)(e / n) * stride + stride - 1];
}

/** value[b] from L and u = L⁻¹z. Grid: 1, batch. Shared: 32. */
ATH_KERNEL likelihood_value(const double* l, const double* u, int n, double* value) {
  ATH_SHARED(scratch);
  const int b = blockIdx.y;
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const double t = u[(size_t)b * n + i];
    sum += 0.5 * t * t + log(l[(size_t)b * n * n + (size_t)i * n + i]);
  }
  sum = block_sum(sum, scratch);
  if (threadIdx.x == 0) value[b] = -sum - 0.5 * n * 1.8378770664093454836;
}

/** Blocks of the gradient on a processor; a third one would spill registers on 12.0. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 1200
constexpr int kGradientBlocks = 2;
#else
constexpr int kGradientBlocks = 3;
#endif

/** partial [B, chunks·kChunk, parts]. Grid: parts, batch, chunks. Shared: 16·kChunk. */
ATH_KERNEL_OF(256, kGradientBlocks) likelihood_gradient(const int* tokens, int count, const double* natural, int n_cov, const double* x,
                                                        int n, int d, const double* alpha, const double* inverse, double* partial) {
  ATH_SHARED(scratch);
  const int b = blockIdx.y, chunk = blockIdx.z, parts = gridDim.x;
  const double* a = inverse + (size_t)b * n * n;
  double sum[kChunk] = {};
  gradient_share({tokens, count}, natural + (size_t)b * n_cov, x, n, d, alpha + (size_t)b * n,
                 [&](unsigned i, unsigned j) { return a[(size_t)i * n + j]; }, chunk, blockIdx.x * blockDim.x + threadIdx.x, parts * blockDim.x,
                 sum);
  block_sums(sum, scratch);
  ATH_UNROLL
  for (int s = 0; s < kChunk; ++s)
    if (threadIdx.x == 0) partial[((size_t)(b * gridDim.z + chunk) * kChunk + s) * parts + blockIdx.x] = sum[s];
}

/** gradient [B, n_cov + 2] from the partial sums, α and the diagonal of A⁻¹. Grid: 1, batch. Shared: 32. */
ATH_KERNEL likelihood_gradient_end(const double* partial, int parts, int slots, const double* theta, int n_cov, int n,
                                   const double* alpha, const double* inverse, double* gradient) {
  ATH_SHARED(scratch);
  const int b = blockIdx.y, stride = n_cov + 2, lane = threadIdx.x & 31;
  for (int p = threadIdx.x >> 5; p < n_cov; p += blockDim.x >> 5) {
    double sum = 0;
    for (int i = lane; i < parts; i += 32) sum += partial[((size_t)b * slots + p) * parts + i];
    for (int mask = 16; mask > 0; mask >>= 1) sum += shuffle_xor(sum, mask);
    if (lane == 0) gradient[(size_t)b * stride + p] = sum;
  }
  double trace = 0, total = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const double a = alpha[(size_t)b * n + i];
    trace += a * a - inverse[(size_t)b * n * n + (size_t)i * n + i];
    total += a;
  }
  trace = block_sum(trace, scratch);
  total = block_sum(total, scratch);
  if (threadIdx.x == 0) {
    gradient[(size_t)b * stride + n_cov] = 0.5 * exp(theta[(size_t)b * stride + n_cov]) * trace;
    gradient[(size_t)b * stride + n_cov + 1] = total;
  }
}

/** D [B,n,P] of information.h. Grid: rows in groups of a warp each, batch, chunks. */
ATH_KERNEL information_directions(const int* tokens, int count, const double* natural, const double* theta, int n_cov, const double* x,
                                  int n, int d, const double* alpha, double* directions) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31, b = blockIdx.y, chunk = blockIdx.z;
  if (i >= n) return;
  alpha += (size_t)b * n;
  double* const row = directions + ((size_t)b * n + i) * (n_cov + 2);
  double sum[kChunk] = {};
  direction_share({tokens, count}, natural + (size_t)b * n_cov, x, n, d, alpha, i, chunk, lane, 32, sum);
  for (int s = 0; s < kChunk; ++s) {
    double total = sum[s];
    for (int mask = 16; mask > 0; mask >>= 1) total += shuffle_xor(total, mask);
    if (lane == 0 && chunk * kChunk + s < n_cov) row[chunk * kChunk + s] = total;
  }
  if (lane == 0 && chunk == 0) end_direction(row, n_cov, exp(theta[(size_t)b * (n_cov + 2) + n_cov]), alpha[i]);
}

/** information [B,P,P] from WᵀW in its place; NaN where the factor failed. Grid: elements of a member, batch. */
ATH_KERNEL information_end(double* information, const double* status, int parameters) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
  if (e >= parameters * parameters) return;
  double& entry = information[(size_t)b * parameters * parameters + e];
  entry = status[b] < 0 ? NAN : information_entry(entry, e, parameters);
}

/** Grid: members. Shared: see BlockFit. */
ATH_KERNEL likelihood_shared(const LikelihoodMember* members, const double* ladder, int rungs) {
  ATH_SHARED(shared);
  evaluate_in_block<false>(members[blockIdx.x], ladder, rungs, shared);
}

/** The same with the information, a kernel of its own as it needs more registers. Grid: members. */
ATH_KERNEL information_shared(const LikelihoodMember* members, const double* ladder, int rungs) {
  ATH_SHARED(shared);
  evaluate_in_block<true>(members[blockIdx.x], ladder, rungs, shared);
}
