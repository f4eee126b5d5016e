/** gp_predict: mean, variance and their gradients at test points shared by a batch of models. */
#include "gaussian.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kWantMean = 1, kWantVariance = 2, kWantGradient = 4;
constexpr int kPoints = 96;  // test points per task: whole tiles on every machine

struct Outputs {
  double* mean;
  double* variance;
  double* d_mean;
  double* d_variance;
};

/** One run of test points; K [padded(n), ldk] holds covariances, then L⁻¹K, then A⁻¹K. */
struct Run {
  const CovarianceCode& code;
  const TrainingData& train;
  const double* alpha;
  const double* U;
  const double* Lp;
  int ld;
  double constant;
  const double* XsT;
  int lds;
  int from;
  int count;
  int wanted;
};

/** Adds Σ_i weight_i(j)·∂k(x_i, x*_j)/∂x*_j, with weight either α_i or −2·K[i, j], to d_points [d, kPoints + slack]. */
void add_gradient(const Run& r, const double* K, double* tape, double* d_points) {
  constexpr int ld_points = kPoints + kTile;
  double cotangent[kPoints + kWidth];
  for (int i = 0; i < r.train.n; i++) {
    const double* const x = r.train.X + static_cast<size_t>(i) * r.train.d;
    for (int j = 0; j < kPoints; j += kWidth) {
      Vec weight = K == nullptr ? splat(r.alpha[i]) : -2.0 * load(K + static_cast<size_t>(i) * kPoints + j);
      store(cotangent + j, select(lanes_from(j) < r.count, weight, Vec{}));
    }
    r.code.values(x, r.XsT, r.lds, r.from, r.count, tape, nullptr);
    r.code.reverse(x, r.XsT, r.lds, r.from, r.count, tape, cotangent, nullptr, d_points, ld_points);
  }
}

void copy_points(const double* d_points, int d, int count, double* out) {
  for (int j = 0; j < count; j++) {
    for (int k = 0; k < d; k++) out[static_cast<size_t>(j) * d + k] = d_points[static_cast<size_t>(k) * (kPoints + kTile) + j];
  }
}

bool predict_run(const Run& r, const Outputs& out) {
  const ScratchScope scope;
  const int n = r.train.n;
  const int d = r.train.d;
  const int rows = padded(n);
  const bool gradient = (r.wanted & kWantGradient) != 0;
  double* const K = scratch_take(times(rows + 1, kPoints) + kTile);
  double* const tape = scratch_take(r.code.tape_length());
  double* const points = gradient ? scratch_take(times(d, kPoints + kTile)) : nullptr;
  if (K == nullptr || tape == nullptr || (gradient && points == nullptr)) return false;
  const size_t points_bytes = sizeof(double) * times(d, kPoints + kTile);
  const int whole = whole_vectors(r.count);
  double mean[kPoints + kWidth];
  for (int j = 0; j < whole; j += kWidth) store(mean + j, splat(r.constant));
  for (int i = 0; i < rows; i++) {
    double* const row = K + times(i, kPoints);
    if (i >= n) {
      for (int j = 0; j < whole; j++) row[j] = 0;
      continue;
    }
    r.code.values(r.train.X + times(i, d), r.XsT, r.lds, r.from, r.count, tape, row);
    const Vec a = splat(r.alpha[i]);
    for (int j = 0; j < whole; j += kWidth) store(mean + j, load(mean + j) + a * load(row + j));
  }
  if (r.wanted & kWantMean) memcpy(out.mean, mean, sizeof(double) * r.count);
  if (gradient) {
    memset(points, 0, points_bytes);
    add_gradient(r, nullptr, tape, points);
    copy_points(points, d, r.count, out.d_mean);
  }
  if (!(r.wanted & kWantVariance)) return true;

  double variance[kPoints + kWidth];
  double weight[kPoints + kWidth];
  for (int j = 0; j < kPoints; j++) weight[j] = 1;
  if (gradient) memset(points, 0, points_bytes);
  r.code.diagonal(r.XsT, r.lds, r.from, r.count, tape, variance, weight, points, kPoints + kTile);
  solve_lower(r.U, n, r.ld, K, whole, kPoints);
  for (int j = 0; j < whole; j += kWidth) {
    Vec explained = {};
    for (int i = 0; i < rows; i++) {
      const Vec v = load(K + times(i, kPoints) + j);
      explained += v * v;
    }
    store(variance + j, vmax(load(variance + j) - explained, Vec{}));
  }
  memcpy(out.variance, variance, sizeof(double) * r.count);
  if (gradient) {
    solve_lower_transposed(r.Lp, n, r.ld, K, whole, kPoints);
    add_gradient(r, K, tape, points);
    copy_points(points, d, r.count, out.d_variance);
  }
  return true;
}

}  // namespace

Status gp_predict(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                  int threads) {
  if (!sizes_ok(dims, n_dims, 6)) return kBadDims;
  const int B = dims[0], n = dims[1], d = dims[2], P = dims[3], m = dims[4], wanted = dims[5];
  CovarianceCode code;
  if (P < 2 || !code.parse(dims + 6, n_dims - 6, d, P - 2)) return kBadDims;
  const bool mean = wanted & kWantMean, variance = wanted & kWantVariance, gradient = wanted & kWantGradient;
  const size_t in[] = {times(n, d), times(B, P), times(B, n, n), times(B, n), times(m, d)};
  const size_t out[] = {mean ? times(B, m) : 0, variance ? times(B, m) : 0, gradient ? times(B, m, d) : 0,
                        gradient && variance ? times(B, m, d) : 0};
  if (!holds(inputs, n_inputs, in, 5)) return kBadInputLength;
  if (!holds(outputs, n_outputs, out, gradient ? (variance ? 4 : 3) : 2)) return kBadOutputLength;

  const ScratchScope scope;
  int lds = 0;
  const double* const XsT = take_transposed(inputs[4].data, m, d, lds);
  const int ld = row_length(n, 0);
  const size_t size = times(padded(n), ld);
  double* const U = variance ? scratch_take(size) : nullptr;
  double* const Lp = variance && gradient ? scratch_take(size) : nullptr;
  if (XsT == nullptr || (variance && U == nullptr) || (variance && gradient && Lp == nullptr)) return kOutOfMemory;
  const TrainingData train = {n, d, inputs[0].data, nullptr, 0, nullptr, nullptr};
  bool ok = true;
  for (int b = 0; b < B; b++) {
    const double* const theta = inputs[1].data + times(b, P);
    code.set_theta(theta);
    if (variance) load_factor(inputs[2].data + times(b, n, n), n, U, Lp, ld);
    parallel((m + kPoints - 1) / kPoints, threads, [&](int task) {
      const int from = task * kPoints;
      const int count = m - from < kPoints ? m - from : kPoints;
      const Run run = {code, train, inputs[3].data + times(b, n), U, Lp, ld, theta[P - 1], XsT, lds, from, count, wanted};
      const size_t at = times(b, m) + from;
      const Outputs own = {mean ? outputs[0].data + at : nullptr, variance ? outputs[1].data + at : nullptr,
                           gradient ? outputs[2].data + at * d : nullptr, gradient && variance ? outputs[3].data + at * d : nullptr};
      if (!predict_run(run, own)) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
    });
  }
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
