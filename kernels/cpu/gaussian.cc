#include "gaussian.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kAssemblyRows = 32;

/** Rows [from, to) of s·leaf(r²) and of H for a stationary leaf over all columns. */
template <void (*Leaf)(Vec, Vec&, Vec&)>
void stationary_rows(const CovarianceCode& code, const TrainingData& data, const Workspace& w, int from, int to) {
  const double* const weight = code.inverse_squares();
  const double s = code.scale();
  const int d = data.d;
  for (int i = from; i < to; i++) {
    const double* const x = data.X + static_cast<size_t>(i) * d;
    double* const row = w.U + static_cast<ptrdiff_t>(i) * w.ld;
    double* const slopes = w.H == nullptr ? nullptr : w.H + static_cast<ptrdiff_t>(i) * w.ld;
    for (int j = i / kWidth * kWidth; j < data.n; j += kWidth) {
      Vec r2 = {};
      for (int k = 0; k < d; k++) {
        const Vec difference = load(data.XT + static_cast<size_t>(k) * data.ldx + j) - x[k];
        r2 += weight[k] * (difference * difference);
      }
      Vec value, slope;
      Leaf(r2, value, slope);
      store(row + j, s * value);
      if (slopes != nullptr) store(slopes + j, (-2.0 * s) * slope);
    }
  }
}

void stationary(const CovarianceCode& code, const TrainingData& data, const Workspace& w, int from, int to) {
  switch (code.leaf_token()) {
    case kMatern12:
      return stationary_rows<matern12<Vec>>(code, data, w, from, to);
    case kMatern32:
      return stationary_rows<matern32<Vec>>(code, data, w, from, to);
    case kMatern52:
      return stationary_rows<matern52<Vec>>(code, data, w, from, to);
    default:
      return stationary_rows<rbf<Vec>>(code, data, w, from, to);
  }
}

void general(const CovarianceCode& code, const TrainingData& data, const Workspace& w, int from, int to) {
  const ScratchScope scope;
  double* const tape = scratch_take(code.tape_length());
  for (int i = from; i < to; i++) {
    for (int j = i / kWidth * kWidth; j < data.n; j += kChunk) {
      const int count = data.n - j < kChunk ? data.n - j : kChunk;
      code.values(data.X + static_cast<size_t>(i) * data.d, data.XT, data.ldx, j, count, tape, w.U + static_cast<ptrdiff_t>(i) * w.ld + j);
    }
  }
}

}  // namespace

bool take_workspace(int n, bool inverse, bool slopes, Workspace& w) {
  w.ld = row_length(n, kWidth);
  const size_t size = static_cast<size_t>(padded(n)) * w.ld;
  w.U = scratch_take(size);
  w.V = inverse ? scratch_take(size) : nullptr;
  w.H = slopes ? scratch_take(size) : nullptr;
  return w.U != nullptr && (w.V != nullptr || !inverse) && (w.H != nullptr || !slopes);
}

double assemble(const CovarianceCode& code, const TrainingData& data, double variance, double mean, double jitter, const Workspace& w,
                int threads) {
  const int n = data.n;
  const int rows = padded(n);
  parallel((rows + kAssemblyRows - 1) / kAssemblyRows, threads, [&](int block) {
    const int from = block * kAssemblyRows;
    const int to = from + kAssemblyRows < rows ? from + kAssemblyRows : rows;
    const int real = to < n ? to : n;
    if (from < real) {
      if (code.is_scaled_stationary()) {
        stationary(code, data, w, from, real);
      } else {
        general(code, data, w, from, real);
      }
    }
    for (int i = from; i < to; i++) {
      double* const row = w.U + static_cast<ptrdiff_t>(i) * w.ld;
      for (int j = i < n ? n : i / kWidth * kWidth; j < w.ld; j++) row[j] = 0;
      if (i < n) {
        row[i] += data.noise[i] + variance + jitter;
        row[rows] = data.y[i] - mean;
      } else {
        row[i] = 1;
      }
    }
  });
  double total = 0;
  for (int i = 0; i < n; i++) total += w.U[static_cast<ptrdiff_t>(i) * w.ld + i];
  return n > 0 ? total / n : 0;
}

Jitter factor_with_jitter(const CovarianceCode& code, const TrainingData& data, double variance, double mean, const Workspace& w,
                          int threads) {
  double relative = 0;
  double jitter = 0;
  for (int attempt = 0;; attempt++) {
    const double diagonal = assemble(code, data, variance, mean, jitter, w, threads) - jitter;
    if (factor(w.U, w.V, data.n, 1, w.ld, threads) < 0) return {relative, jitter};
    if (attempt == kJitters || !(diagonal > 0) || diagonal == HUGE_VAL) return {-1, 0};
    relative = kJitterLadder[attempt];
    jitter = relative * diagonal;
  }
}

double log_diagonal(const double* U, int n, int ld) {
  Vec total = {};
  int i = 0;
  for (; i < n; i += kWidth) {
    Vec v = splat(1);
    for (int lane = 0; lane < kWidth && i + lane < n; lane++) v[lane] = U[static_cast<ptrdiff_t>(i + lane) * (ld + 1)];
    total += vlog(v);
  }
  return sum(total);
}

double* take_transposed(const double* X, int n, int d, int& ldx) {
  ldx = whole_vectors(n) + kTile;
  double* const XT = scratch_take(static_cast<size_t>(d) * ldx + kTile);
  if (XT != nullptr) transpose_points(X, n, d, XT, ldx);
  return XT;
}

}  // namespace athanor::ATHANOR_ISA
