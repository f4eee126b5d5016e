/**
 * Posterior of a fitted Gaussian process at groups of points, and the way back from its moments to the points.
 *
 * With k* = k(X, x), V = L⁻¹k* and W = L⁻ᵀV: mean = m + k*'α, cov(a,b) = k(a,b) − V_a'V_b
 * (Rasmussen & Williams 2006, eqs 2.25, 2.26). All points of all groups stand side by side as M = G·q columns.
 */
#include "covariance_pair.h"

using namespace athanor_device;

/** mean [G,q] above *prior_mean, cov [G,q,q] from K* and V, both [n,M], one entry to a warp. A lone variance is at least 0. Grid: groups. */
ATH_KERNEL posterior_moments(const int* tokens, int count, const double* natural, const double* xs, int d, int n, int q,
                             const double* cross, const double* v, const double* alpha, const double* prior_mean, double* mean,
                             double* cov) {
  const int group = blockIdx.x, columns = gridDim.x * q, lane = threadIdx.x & 31;
  // The q means, then the pairs b ≤ a.
  for (int e = threadIdx.x >> 5; e < q + (cov ? q * q : 0); e += blockDim.x >> 5) {
    const int a = e < q ? e : (e - q) / q, b = e < q ? -1 : (e - q) % q;
    if (b > a) continue;
    const int column = group * q + a, other = group * q + b;
    double sum = 0;
    for (int i = lane; i < n; i += 32) {
      const size_t row = (size_t)i * columns;
      sum = b < 0 ? fma(cross[row + column], alpha[i], sum) : fma(v[row + column], v[row + other], sum);
    }
    for (int mask = 16; mask > 0; mask >>= 1) sum += shuffle_xor(sum, mask);
    if (lane != 0) continue;
    if (b < 0) {
      mean[column] = *prior_mean + sum;
      continue;
    }
    double value = pair_value({tokens, count}, natural, xs + (size_t)column * d, xs + (size_t)other * d) - sum;
    if (q == 1 && value < 0) value = 0;
    cov[((size_t)group * q + a) * q + b] = value;
    cov[((size_t)group * q + b) * q + a] = value;
  }
}

/**
 * gradient [G,moving,d] of Σ g_mean·mean + Σ g_cov·cov with respect to the last `moving` points of each group.
 * Grid: groups × moving. Shared: 32.
 */
ATH_KERNEL posterior_backward(const int* tokens, int count, const double* natural, const double* x, const double* xs, int d,
                              int n, int q, int moving, const double* w, const double* alpha, const double* g_mean,
                              const double* g_cov, double* gradient) {
  ATH_SHARED(scratch);
  const Code code = {tokens, count};
  const int group = blockIdx.x / moving, a = q - moving + blockIdx.x % moving, columns = (gridDim.x / moving) * q;
  const int column = group * q + a;
  const double* point = xs + (size_t)column * d;
  double sum[kMaxInputs];
  for (int c = 0; c < d; ++c) sum[c] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    double weight = g_mean ? g_mean[column] * alpha[i] : 0.0;
    if (g_cov)
      for (int b = 0; b < q; ++b) {
        const double pair = g_cov[((size_t)group * q + a) * q + b] + g_cov[((size_t)group * q + b) * q + a];
        weight -= pair * w[(size_t)i * columns + group * q + b];
      }
    if (weight != 0) pair_input_partials(code, natural, point, x + (size_t)i * d, weight, sum);
  }
  if (g_cov)
    for (int b = threadIdx.x; b < q; b += blockDim.x) {
      const double pair = g_cov[((size_t)group * q + a) * q + b] + g_cov[((size_t)group * q + b) * q + a];
      pair_input_partials(code, natural, point, xs + (size_t)(group * q + b) * d, pair, sum);
    }
  for (int c = 0; c < d; ++c) {
    const double total = block_sum(sum[c], scratch);
    if (threadIdx.x == 0) gradient[(size_t)blockIdx.x * d + c] = total;
  }
}

/** Groups of `moving` points with the same `pending` points before each: [G, pending + moving, d]. Grid: elements. */
ATH_KERNEL prepend_pending(const double* xs, const double* pending_points, int groups, int moving, int pending, int d, double* out) {
  const int q = moving + pending, e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= groups * q * d) return;
  const int c = e % d, a = (e / d) % q, g = e / (d * q);
  out[e] = a < pending ? pending_points[(size_t)a * d + c] : xs[((size_t)g * moving + a - pending) * d + c];
}

/** Gradients of `covariance` with respect to X1: out [B,n1,d] += Σ_j cotangent[b,i,j]·∂k(x1_i, x2_j)/∂x1_i. Grid: n1, batch. Shared: 32. */
ATH_KERNEL covariance_input_gradient(const int* tokens, int count, const double* natural, int n_cov, const double* x1, int n1,
                                     const double* x2, int n2, int d, const double* cotangent, double* out) {
  ATH_SHARED(scratch);
  const int i = blockIdx.x, b = blockIdx.y;
  double sum[kMaxInputs];
  for (int c = 0; c < d; ++c) sum[c] = 0;
  for (int j = threadIdx.x; j < n2; j += blockDim.x)
    pair_input_partials({tokens, count}, natural + (size_t)b * n_cov, x1 + (size_t)i * d, x2 + (size_t)j * d,
                        cotangent[((size_t)b * n1 + i) * n2 + j], sum);
  for (int c = 0; c < d; ++c) {
    const double total = block_sum(sum[c], scratch);
    if (threadIdx.x == 0) out[((size_t)b * n1 + i) * d + c] = total;
  }
}

/** Gradients of `covariance` with respect to theta [B, stride]; entries past n_cov are 0. Grid: chunks, batch. Shared: 32. */
ATH_KERNEL covariance_parameter_gradient(const int* tokens, int count, const double* natural, int n_cov, int stride,
                                         const double* x1, int n1, const double* x2, int n2, int d, const double* cotangent,
                                         double* out) {
  ATH_SHARED(scratch);
  const int chunk = blockIdx.x, b = blockIdx.y;
  double sum[kChunk] = {};
  for (long long e = threadIdx.x; e < (long long)n1 * n2; e += blockDim.x) {
    const int i = (int)(e / n2), j = (int)(e % n2);
    pair_parameter_partials({tokens, count}, natural + (size_t)b * n_cov, x1 + (size_t)i * d, x2 + (size_t)j * d,
                            cotangent[(size_t)b * n1 * n2 + e], chunk * kChunk, sum);
  }
  for (int s = 0; s < kChunk; ++s) {
    const double total = block_sum(sum[s], scratch);
    const int p = chunk * kChunk + s;
    if (threadIdx.x == 0 && p < stride) out[(size_t)b * stride + p] = p < n_cov ? total : 0.0;
  }
}
