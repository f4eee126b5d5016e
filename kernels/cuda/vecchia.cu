/**
 * Points conditioned on few rows each: vecchia_likelihood and vecchia_predict (see src/engine/compute/ops.ts). One warp a block.
 *
 * A block is the neighbours with the point behind them, A = LLᵀ packed row after row in shared memory. With v = L⁻¹z, e its last
 * entry, u = L⁻ᵀe_last and a = A_c⁻¹z_c of the neighbours, the slopes of log N(y_i | neighbours) by a parameter are e·h + ½(e² − 1)·g,
 * h = uᵀ(∂A)a and g = uᵀ(∂A)u (Guinness 2021, doi:10.1007/s11222-020-09999-1).
 */
#include "arguments.h"
#include "covariance_pair.h"

using namespace athanor_device;

namespace {

ATH_DEVICE double* packed_row(double* l, int i) { return l + i * (i + 1) / 2; }

/** Shared memory of a block of up to `most` points: the factor, v, u, a, noise, row numbers, a scratch of 32. */
struct SharedBlock {
  double *l, *v, *u, *a, *noise, *rows, *scratch;
  int size;
};

ATH_DEVICE SharedBlock shared_block(double* shared, int most) {
  double* const v = shared + most * (most + 1) / 2;
  return {shared, v, v + most, v + 2 * most, v + 3 * most, v + 4 * most, v + 5 * most, 0};
}

/** Point i of the block. */
ATH_DEVICE const double* block_point(const SharedBlock& b, const double* x, int d, const double* point, int i) {
  return i == b.size - 1 ? point : x + (size_t)b.rows[i] * d;
}

/** Features of point i of the block. */
ATH_DEVICE const double* block_features(const SharedBlock& b, const VecchiaData& data, size_t at, int i) {
  return i == b.size - 1 ? data.point_features + at * data.rank : data.features + (size_t)b.rows[i] * data.rank;
}

/** Neighbours of line `at`, their residuals into v and noise; of the point itself `own` and `own_noise`. */
ATH_DEVICE void gather(SharedBlock& b, const VecchiaData& data, size_t at, double variance, double mean, double own, double own_noise) {
  int count = 0;
  while (count < data.m && data.neighbours[at * data.m + count] >= 0) ++count;
  b.size = count + 1;
  for (int j = threadIdx.x; j < count; j += blockDim.x) {
    const int row = (int)data.neighbours[at * data.m + j];
    b.rows[j] = row;
    b.a[j] = data.y[row] - mean;
    b.noise[j] = variance + data.noise[row];
  }
  if (threadIdx.x == 0) {
    b.rows[count] = 0;
    b.a[count] = own;
    b.noise[count] = own_noise;
  }
  ATH_SYNC();
}

/** The row and the column i ≥ j of entry e of a packed lower matrix. */
ATH_DEVICE int packed_place(int e) {
  int i = (int)((sqrt(8.0 * e + 1) - 1) / 2);
  while ((i + 1) * (i + 2) / 2 <= e) ++i;
  while (i * (i + 1) / 2 > e) --i;
  return i;
}

/** Takes the products of the features off the packed matrix; line `at` of the table. */
ATH_DEVICE void take_off_features(SharedBlock& b, const VecchiaData& data, size_t at) {
  for (int e = threadIdx.x; e < b.size * (b.size + 1) / 2; e += blockDim.x) {
    const int i = packed_place(e);
    const double *left = block_features(b, data, at, i), *right = block_features(b, data, at, e - i * (i + 1) / 2);
    double sum = 0;
    for (int k = 0; k < data.rank; ++k) sum += left[k] * right[k];
    b.l[e] -= sum;
  }
}

/** The factor and v, with `open` the last pivot left as a square; a holds the residuals. @returns the relative jitter, or −1 */
ATH_DEVICE double factor(SharedBlock& b, const VecchiaData& data, const double* natural, const double* point, size_t at, bool open) {
  const Code code = {data.tokens, data.count};
  const int q = b.size, t = threadIdx.x;
  double mean = 0;
  for (int rung = 0; rung < data.rungs; ++rung) {
    for (int e = t; e < q * (q + 1) / 2; e += blockDim.x) {
      const int i = packed_place(e), j = e - i * (i + 1) / 2;
      b.l[e] = pair_value(code, natural, block_point(b, data.x, data.d, point, i), block_point(b, data.x, data.d, point, j)) +
               (i == j ? b.noise[i] : 0.0);
    }
    ATH_SYNC();
    if (rung == 0) {
      double sum = 0;
      for (int i = t; i < q; i += blockDim.x) sum += packed_row(b.l, i)[i];
      mean = block_sum(sum, b.scratch) / q;
    }
    for (int i = t; i < q; i += blockDim.x) {
      packed_row(b.l, i)[i] += data.ladder[rung] * mean;
      b.u[i] = packed_row(b.l, i)[i];
      b.v[i] = b.a[i];
    }
    ATH_SYNC();
    if (data.rank > 0) take_off_features(b, data, at);
    ATH_SYNC();
    bool held = true;
    for (int k = 0; k < q && held; ++k) {
      const double pivot = packed_row(b.l, k)[k];
      if (open && k == q - 1) {
        held = pivot == pivot;
        break;
      }
      held = pivot > q * 2.220446049250313e-16 * b.u[k] && pivot < INFINITY;
      if (!held) break;
      const double root = sqrt(pivot);
      ATH_SYNC();
      if (t == 0) {
        packed_row(b.l, k)[k] = root;
        b.v[k] /= root;
      }
      for (int i = k + 1 + t; i < q; i += blockDim.x) packed_row(b.l, i)[k] /= root;
      ATH_SYNC();
      for (int i = k + 1 + t; i < q; i += blockDim.x) {
        double* const row = packed_row(b.l, i);
        const double l = row[k];
        for (int j = k + 1; j <= i; ++j) row[j] -= l * packed_row(b.l, j)[k];
        b.v[i] -= l * b.v[k];
      }
      ATH_SYNC();
    }
    ATH_SYNC();
    if (held) return data.ladder[rung];
  }
  return -1;
}

/** x ← L⁻ᵀx for the leading `count` rows. */
ATH_DEVICE void solve_transposed(const SharedBlock& b, double* x, int count) {
  for (int i = count - 1; i >= 0; --i) {
    ATH_SYNC();
    const double solved = x[i] / packed_row(b.l, i)[i];
    ATH_SYNC();
    if (threadIdx.x == 0) x[i] = solved;
    for (int k = threadIdx.x; k < i; k += blockDim.x) x[k] -= packed_row(b.l, i)[k] * solved;
  }
  ATH_SYNC();
}

}  // namespace

/**
 * parts [B, n, 3 + 2P]: value, jitter (−1: no factor), e, h [P], g [P] of each row; the slopes only where they are wanted.
 * Grid: rows, batch. Shared: as `shared_block` of m + 1.
 */
ATH_KERNEL vecchia_rows(ATH_CONSTANT VecchiaData data, const double* natural, const double* theta, int n_cov, int wanted, double* parts) {
  ATH_SHARED(shared);
  SharedBlock b = shared_block(shared, data.m + 1);
  const Code code = {data.tokens, data.count};
  const int i = blockIdx.x, parameters = n_cov + 2, t = threadIdx.x;
  theta += (size_t)blockIdx.y * parameters;
  natural += (size_t)blockIdx.y * n_cov;
  double* const part = parts + ((size_t)blockIdx.y * gridDim.x + i) * (3 + 2 * parameters);
  const double variance = exp(theta[n_cov]), mean = theta[n_cov + 1];
  const double* const point = data.x + (size_t)i * data.d;
  gather(b, data, i, variance, mean, data.y[i] - mean, variance + data.noise[i]);
  const int q = b.size;
  const double jitter = factor(b, data, natural, point, i, false);
  const double e = b.v[q - 1];
  if (t == 0) {
    part[0] = -0.5 * e * e - log(packed_row(b.l, q - 1)[q - 1]) - 0.91893853320467274178;
    part[1] = jitter;
    part[2] = e;
  }
  if (wanted == 0 || jitter < 0) return;
  ATH_SYNC();
  for (int j = t; j < q; j += blockDim.x) {
    b.u[j] = j == q - 1 ? 1 : 0;
    b.a[j] = j == q - 1 ? 0 : b.v[j];
  }
  solve_transposed(b, b.u, q);
  solve_transposed(b, b.a, q - 1);
  for (int chunk = 0; chunk * kChunk < n_cov; ++chunk) {
    double h[kChunk] = {}, g[kChunk] = {};
    for (int pair = t; pair < q * (q + 1) / 2; pair += blockDim.x) {
      const int r = packed_place(pair), c = pair - r * (r + 1) / 2;
      const double *left = block_point(b, data.x, data.d, point, r), *right = block_point(b, data.x, data.d, point, c);
      const double cross = r == c ? b.u[r] * b.a[r] : b.u[r] * b.a[c] + b.u[c] * b.a[r];
      const double own = (r == c ? 1 : 2) * b.u[r] * b.u[c];
      pair_parameter_partials(code, natural, left, right, cross, chunk * kChunk, h);
      pair_parameter_partials(code, natural, left, right, own, chunk * kChunk, g);
    }
    for (int s = 0; s < kChunk; ++s) {
      const double first = block_sum(h[s], b.scratch), second = block_sum(g[s], b.scratch);
      const int k = chunk * kChunk + s;
      if (t == 0 && k < n_cov) {
        part[3 + k] = first;
        part[3 + parameters + k] = second;
      }
    }
  }
  double cross = 0, own = 0, sum = 0;
  for (int j = t; j < q; j += blockDim.x) {
    cross += b.u[j] * b.a[j];
    own += b.u[j] * b.u[j];
    sum += b.u[j];
  }
  cross = block_sum(cross, b.scratch);
  own = block_sum(own, b.scratch);
  sum = block_sum(sum, b.scratch);
  if (t == 0) {
    part[3 + n_cov] = variance * cross;
    part[3 + parameters + n_cov] = variance * own;
    part[4 + n_cov] = sum;
    part[4 + parameters + n_cov] = 0;
  }
}

/** Sums of the parts of n rows: value and status (entry 0), gradient, information. Grid: 1 + P + P² entries, batch. Shared: 32. */
ATH_KERNEL vecchia_sums(const double* parts, int n, int parameters, double* value, double* gradient, double* status,
                        double* information) {
  ATH_SHARED(scratch);
  const int entry = blockIdx.x, b = blockIdx.y, width = 3 + 2 * parameters;
  const double* const own = parts + (size_t)b * n * width;
  double sum = 0, failed = 0, most = 0, total = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const double *part = own + (size_t)i * width, *h = part + 3, *g = h + parameters;
    failed += part[1] < 0 ? 1 : 0;
    total += part[0];
    if (part[1] > most) most = part[1];
    if (entry == 0) continue;
    const int e = entry - 1 - parameters, k = e < 0 ? entry - 1 : e / parameters, l = e < 0 ? k : e % parameters;
    sum += e < 0 ? part[2] * h[k] + 0.5 * (part[2] * part[2] - 1) * g[k] : h[k] * h[l] + 0.5 * g[k] * g[l];
  }
  failed = block_sum(failed, scratch);
  total = block_sum(total, scratch);
  sum = block_sum(sum, scratch);
  for (int mask = 16; mask > 0; mask >>= 1) {
    const double other = shuffle_xor(most, mask);
    most = other > most ? other : most;
  }
  if ((threadIdx.x & 31) == 0) scratch[threadIdx.x >> 5] = most;
  ATH_SYNC();
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < (blockDim.x >> 5); ++warp) most = scratch[warp] > most ? scratch[warp] : most;
  const bool bad = failed > 0 || !(total - total == 0);
  if (entry == 0) {
    value[b] = bad ? NAN : total;
    status[b] = bad ? -1 : most;
  } else if (entry <= parameters) {
    gradient[(size_t)b * parameters + entry - 1] = bad ? NAN : sum;
  } else {
    information[(size_t)b * parameters * parameters + entry - 1 - parameters] = bad ? NAN : sum;
  }
}

/** The posterior of one point given its neighbours; results may be null. Grid: points. Shared: as `shared_block` of m + 1. */
ATH_KERNEL vecchia_points(ATH_CONSTANT VecchiaData data, const double* natural, const double* theta, int n_cov, const double* xs, double* mean,
                          double* variance, double* d_mean, double* d_variance, double* weights, double* left) {
  ATH_SHARED(shared);
  SharedBlock b = shared_block(shared, data.m + 1);
  const Code code = {data.tokens, data.count};
  const int i = blockIdx.x, t = threadIdx.x, d = data.d;
  const double* const point = xs + (size_t)i * d;
  gather(b, data, i, exp(theta[n_cov]), theta[n_cov + 1], 0, 0);
  const int last = b.size - 1;
  const double lost = factor(b, data, natural, point, i, true) < 0 ? NAN : 0.0;
  double sum = 0;
  for (int j = t; j < last; j += blockDim.x) {
    b.u[j] = packed_row(b.l, last)[j];
    b.a[j] = b.v[j];
    sum += b.u[j] * b.v[j];
  }
  sum = block_sum(sum, b.scratch);
  if (t == 0) {
    const double rest = packed_row(b.l, last)[last];
    if (mean) mean[i] = lost + theta[n_cov + 1] + sum;
    if (variance) variance[i] = lost + (rest > 0 ? rest : 0);
  }
  if (!weights && !left && !d_mean) return;
  solve_transposed(b, b.u, last);
  if (weights)
    for (int j = t; j < data.m; j += blockDim.x) weights[(size_t)i * data.m + j] = j < last ? lost + b.u[j] : 0.0;
  for (int k = t; left && k < data.rank; k += blockDim.x) {
    double rest = lost + data.point_features[(size_t)i * data.rank + k];
    for (int j = 0; j < last; ++j) rest -= b.u[j] * data.features[(size_t)b.rows[j] * data.rank + k];
    left[(size_t)i * data.rank + k] = rest;
  }
  if (!d_mean) return;
  solve_transposed(b, b.a, last);
  for (int of = 0; of < 2; ++of) {
    double slope[kMaxInputs];
    for (int c = 0; c < d; ++c) slope[c] = 0;
    for (int j = t; j < last; j += blockDim.x)
      pair_input_partials(code, natural, point, data.x + (size_t)b.rows[j] * d, of == 0 ? b.a[j] : -2 * b.u[j], slope);
    if (of == 1 && t == 0) pair_input_partials(code, natural, point, point, 2, slope);
    for (int c = 0; c < d; ++c) {
      const double total = block_sum(slope[c], b.scratch);
      if (t == 0) (of == 0 ? d_mean : d_variance)[(size_t)i * d + c] = lost + total;
    }
  }
}
