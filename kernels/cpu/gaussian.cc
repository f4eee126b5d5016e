#include "gaussian.h"

#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kAssemblyRows = 32;

/** Row i from its diagonal vector on. */
void covariance_row(const CovarianceCode& code, const TrainingData& data, const Workspace& w, int i, double* tape) {
  const double* const x = data.X + static_cast<size_t>(i) * data.d;
  const int from = i / kWidth * kWidth;
  const ptrdiff_t first = at(i, from, w.stride);
  if (w.H != nullptr) {
    double* const slopes = w.H + i * w.ldh;
    code.stationary_row(x, data.XT, data.ldx, from, data.n - from, w.U + first, w.stride, slopes + from, kWidth);
    for (int j = from; j <= i; j++) slopes[j] = 0;
    for (int j = data.n; j < whole_vectors(data.n); j++) slopes[j] = 0;
  } else {
    code.row(x, data.XT, data.ldx, from, data.n - from, tape, w.U + first, w.stride);
  }
}

/** Everything of row i that is not covariance: padding, diagonal, right-hand side. */
void finish_row(const TrainingData& data, const Workspace& w, int i, double shift, double mean) {
  const int n = data.n;
  const int rows = padded(n);
  for (int j = i < n ? n : i / kWidth * kWidth; j < rows + kWidth; j++) w.U[at(i, j, w.stride)] = 0;
  if (i < n) {
    w.U[at(i, i, w.stride)] += data.noise[i] + shift;
    w.U[at(i, rows, w.stride)] = data.y[i] - mean;
  } else {
    w.U[at(i, i, w.stride)] = 1;
  }
}

}  // namespace

bool take_workspace(int n, bool inverse, bool slopes, Workspace& w) {
  const int rows = padded(n);
  const size_t size = panel_length(rows, rows + kWidth);
  w.stride = panel_stride(rows);
  w.U = scratch_take(size);
  w.V = inverse ? scratch_take(size) : nullptr;
  w.ldh = whole_vectors(n);
  w.H = slopes ? scratch_take(static_cast<size_t>(n) * w.ldh) : nullptr;
  return w.U != nullptr && (w.V != nullptr || !inverse) && (w.H != nullptr || !slopes);
}

double assemble(const CovarianceCode& code, const TrainingData& data, double variance, double mean, double jitter, const Workspace& w,
                int threads) {
  const int n = data.n;
  const int rows = padded(n);
  parallel((rows + kAssemblyRows - 1) / kAssemblyRows, threads, [&](int block) {
    const ScratchScope scope;
    double* const tape = scratch_take(code.tape_length());
    const int from = block * kAssemblyRows;
    const int to = from + kAssemblyRows < rows ? from + kAssemblyRows : rows;
    for (int i = from; i < to; i++) {
      if (i < n) covariance_row(code, data, w, i, w.tapes == nullptr ? tape : w.tapes + times(i, code.tape_length()));
      finish_row(data, w, i, variance + jitter, mean);
    }
  });
  double total = 0;
  for (int i = 0; i < n; i++) total += w.U[at(i, i, w.stride)];
  return n > 0 ? total / n : 0;
}

Jitter factor_with_jitter(const CovarianceCode& code, const TrainingData& data, double variance, double mean, const Workspace& w,
                          int threads) {
  double relative = 0;
  double jitter = 0;
  for (int attempt = 0;; attempt++) {
    const double diagonal = assemble(code, data, variance, mean, jitter, w, threads) - jitter;
    if (factor(w.U, w.V, data.n, 1, threads) < 0) return {relative, jitter};
    if (attempt == kJitters || !(diagonal > 0) || diagonal == HUGE_VAL) return {-1, 0};
    relative = kJitterLadder[attempt];
    jitter = relative * diagonal;
  }
}

double log_diagonal(const double* U, int n) {
  const ptrdiff_t stride = panel_stride(padded(n));
  Vec total = {};
  for (int i = 0; i < n; i += kWidth) {
    Vec v = splat(1);
    for (int lane = 0; lane < kWidth && i + lane < n; lane++) v[lane] = U[at(i + lane, i + lane, stride)];
    total += vlog(v);
  }
  return sum(total);
}

bool scale_training(const CovarianceCode& code, TrainingData& data) {
  if (!code.is_scaled_stationary()) return true;
  const size_t length = static_cast<size_t>(data.n) * data.d;
  double* const X = scratch_take(length);
  double* const XT = scratch_take(static_cast<size_t>(data.d) * data.ldx + kTile);
  if (X == nullptr || XT == nullptr) return false;
  memcpy(X, data.X, sizeof(double) * length);
  memcpy(XT, data.XT, sizeof(double) * data.d * data.ldx);
  code.scale_points(X, data.n, data.d, 1);
  code.scale_points(XT, data.ldx, 1, data.ldx);
  data.X = X;
  data.XT = XT;
  return true;
}

double* take_transposed(const double* X, int n, int d, int& ldx) {
  ldx = whole_vectors(n) + kTile;
  double* const XT = scratch_take(static_cast<size_t>(d) * ldx + kTile);
  if (XT != nullptr) transpose_points(X, n, d, XT, ldx);
  return XT;
}

}  // namespace athanor::ATHANOR_ISA
