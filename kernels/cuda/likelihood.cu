/**
 * Log marginal likelihood of a Gaussian process with its gradient and its information, and what leads to them.
 *
 * With A = K + N, z = y − mean, α = A⁻¹z: value = −z'α/2 − log det A/2 − n log(2π)/2, and for a parameter t
 * ∂value/∂t = Σ_ij (α_iα_j − A⁻¹_ij) ∂A_ij/∂t / 2 (Rasmussen & Williams 2006, eqs 5.8, 5.9).
 * A row of theta is: covariance log parameters [n_cov], log noise variance (−∞: none), mean.
 */
#include "arguments.h"
#include "covariance_pair.h"
#include "information.h"

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

/** One thread's share of Σ_{i≥j} G_ij ∂A_ij/∂t over pairs first, first + step, … for a chunk of parameters. */
template <typename Inverse>
ATH_DEVICE void gradient_share(const Code& code, const double* natural, const double* x, int n, int d, const double* alpha,
                               Inverse inverse, int chunk, unsigned first, unsigned step, double (&sum)[kChunk]) {
  const auto each_pair = [&](auto add) {
    const unsigned rows = n;
    for (unsigned e = first; e < rows * rows; e += step) {
      const unsigned i = e / rows, j = e % rows;
      if (j <= i) add(x + (size_t)i * d, x + (size_t)j * d, (i == j ? 0.5 : 1.0) * (alpha[i] * alpha[j] - inverse(i, j)));
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

/** partial [B, chunks·kChunk, parts]. Grid: parts, batch, chunks. Shared: 32. */
ATH_KERNEL likelihood_gradient(const int* tokens, int count, const double* natural, int n_cov, const double* x, int n, int d,
                               const double* alpha, const double* inverse, double* partial) {
  ATH_SHARED(scratch);
  const int b = blockIdx.y, chunk = blockIdx.z, parts = gridDim.x;
  const double* a = inverse + (size_t)b * n * n;
  double sum[kChunk] = {};
  gradient_share({tokens, count}, natural + (size_t)b * n_cov, x, n, d, alpha + (size_t)b * n,
                 [&](unsigned i, unsigned j) { return a[(size_t)i * n + j]; }, chunk, blockIdx.x * blockDim.x + threadIdx.x, parts * blockDim.x,
                 sum);
  for (int s = 0; s < kChunk; ++s) {
    const double total = block_sum(sum[s], scratch);
    if (threadIdx.x == 0) partial[((size_t)(b * gridDim.z + chunk) * kChunk + s) * parts + blockIdx.x] = total;
  }
}

/** gradient [B, n_cov + 2] from the partial sums, α and the diagonal of A⁻¹. Grid: 1, batch. Shared: 32. */
ATH_KERNEL likelihood_gradient_end(const double* partial, int parts, int slots, const double* theta, int n_cov, int n,
                                   const double* alpha, const double* inverse, double* gradient) {
  ATH_SHARED(scratch);
  const int b = blockIdx.y, stride = n_cov + 2;
  for (int p = threadIdx.x; p < n_cov; p += blockDim.x) {
    double sum = 0;
    for (int i = 0; i < parts; ++i) sum += partial[((size_t)b * slots + p) * parts + i];
    gradient[(size_t)b * stride + p] = sum;
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

namespace athanor_device {

/**
 * The whole evaluation for one member in one block, the matrix in shared memory (lower triangle, row-packed). Members
 * may belong to different fits; each one's numbers depend on its own fields and on blockDim alone.
 *
 * n ≤ blockDim.x. Shared doubles: n(n+1)/2 + 2n + n_cov + 32 of the largest. The jitters of the ladder (relative to the
 * mean of the diagonal of A; the first is 0) are tried in turn; status = the one used, or −1 with NaN results. A pivot
 * must be above n·2⁻⁵²·(its diagonal entry). kInformation: every member wants gradient and information.
 */
template <bool kInformation>
ATH_DEVICE void evaluate_in_block(const LikelihoodMember& member, const double* ladder, int rungs, double* shared) {
  const int n = member.n, d = member.d, n_cov = member.n_cov, stride = n_cov + 2, t = threadIdx.x;
  const double *x = member.x, *y = member.y, *noise = member.noise, *row = member.theta;
  double* const gradient = member.gradient;
  double* a = shared;
  double* z = a + (size_t)n * (n + 1) / 2;
  double* u = z + n;
  double* natural = u + n;
  double* scratch = natural + n_cov;
  const Code code = {member.tokens, member.count};
  const auto at = [&](int i, int j) -> double& { return a[(size_t)i * (i + 1) / 2 + j]; };

  for (int p = t; p < n_cov; p += blockDim.x) natural[p] = natural_parameter(code, p, row[p]);
  ATH_SYNC();
  const double learned = exp(row[n_cov]), mean = row[n_cov + 1];
  double diagonal = 0;
  for (int i = t; i < n; i += blockDim.x)
    diagonal += pair_value(code, natural, x + (size_t)i * d, x + (size_t)i * d) + noise[i] + learned;
  diagonal = block_sum(diagonal, scratch) / n;

  double jitter = 0;
  bool factored = false;
  for (int rung = 0; rung < rungs && !factored; ++rung) {
    jitter = ladder[rung];
    for (int e = t; e < n * n; e += blockDim.x) {
      const int i = e / n, j = e % n;
      if (j > i) continue;
      double k = pair_value(code, natural, x + (size_t)i * d, x + (size_t)j * d);
      if (i == j) k += noise[i] + learned + jitter * diagonal;
      at(i, j) = k;
    }
    if (t == 0) scratch[0] = 0;
    ATH_SYNC();
    // Left-looking by columns: thread i owns row i.
    for (int j = 0; j < n; ++j) {
      double sum = 0, least = 0;
      if (t >= j && t < n) {
        sum = at(t, j);
        least = n * 2.220446049250313e-16 * sum;
        for (int k = 0; k < j; ++k) sum = fma(-at(t, k), at(j, k), sum);
      }
      if (t == j) {
        if (!(sum > least)) scratch[0] = 1;
        z[0] = sqrt(sum);
      }
      ATH_SYNC();
      const double pivot = z[0];
      if (t >= j && t < n) at(t, j) = t == j ? pivot : sum / pivot;
      ATH_SYNC();
    }
    factored = scratch[0] == 0;
    ATH_SYNC();
  }
  if (!factored) {
    for (int p = t; p < stride && gradient; p += blockDim.x) gradient[p] = NAN;
    for (int e = t; kInformation && e < stride * stride; e += blockDim.x) member.information[e] = NAN;
    if (t == 0) {
      *member.value = NAN;
      *member.status = -1;
    }
    return;
  }

  double logs = 0;
  for (int i = t; i < n; i += blockDim.x) logs += log(at(i, i));
  logs = block_sum(logs, scratch);
  for (int i = t; i < n; i += blockDim.x) z[i] = y[i] - mean;
  ATH_SYNC();
  // L ← L⁻¹ in place, a row at a time: thread j owns column j.
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    const double pivot = at(i, i);
    if (t < i)
      for (int k = t; k < i; ++k) sum = fma(at(i, k), at(k, t), sum);
    ATH_SYNC();
    if (t < i) at(i, t) = -sum / pivot;
    if (t == i) at(i, i) = 1 / pivot;
    ATH_SYNC();
  }
  double squares = 0;
  if (t < n) {
    double sum = 0;
    for (int k = 0; k <= t; ++k) sum = fma(at(t, k), z[k], sum);
    u[t] = sum;
    squares = sum * sum;
  }
  squares = block_sum(squares, scratch);
  if (t == 0) {
    *member.value = -0.5 * squares - logs - 0.5 * n * 1.8378770664093454836;
    *member.status = jitter;
  }
  if (!gradient) return;

  // α = L⁻ᵀu into z.
  double alpha = 0;
  if (t < n)
    for (int k = t; k < n; ++k) alpha = fma(at(k, t), u[k], alpha);
  ATH_SYNC();
  if (t < n) z[t] = alpha;
  if (kInformation) {
    ATH_SYNC();
    block_information(code, natural, n_cov, x, n, d, z, learned, [&](int i, int j) { return at(i, j); }, member.work, member.information);
  }
  // A⁻¹ = L⁻ᵀL⁻¹ in place, a row at a time: rows below still hold L⁻¹.
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    if (t <= i)
      for (int k = i; k < n; ++k) sum = fma(at(k, i), at(k, t), sum);
    ATH_SYNC();
    if (t <= i) at(i, t) = sum;
    ATH_SYNC();
  }
  for (int chunk = 0; chunk * kChunk < n_cov; ++chunk) {
    double sum[kChunk] = {};
    gradient_share(code, natural, x, n, d, z, [&](int i, int j) { return at(i, j); }, chunk, t, blockDim.x, sum);
    for (int s = 0; s < kChunk; ++s) {
      const double total = block_sum(sum[s], scratch);
      if (t == 0 && chunk * kChunk + s < n_cov) gradient[chunk * kChunk + s] = total;
    }
  }
  const double trace = block_sum(t < n ? alpha * alpha - at(t, t) : 0.0, scratch);
  const double total = block_sum(t < n ? alpha : 0.0, scratch);
  if (t == 0) {
    gradient[n_cov] = 0.5 * learned * trace;
    gradient[n_cov + 1] = total;
  }
}

}  // namespace athanor_device

/** Grid: members. Shared: see evaluate_in_block. */
ATH_KERNEL likelihood_shared(const LikelihoodMember* members, const double* ladder, int rungs) {
  ATH_SHARED(shared);
  evaluate_in_block<false>(members[blockIdx.x], ladder, rungs, shared);
}

/** The same with the information, a kernel of its own as it needs more registers. Grid: members. */
ATH_KERNEL information_shared(const LikelihoodMember* members, const double* ladder, int rungs) {
  ATH_SHARED(shared);
  evaluate_in_block<true>(members[blockIdx.x], ladder, rungs, shared);
}
