/** gp_predict: mean, variance and their gradients at test points shared by a batch of models. */
#include "joint.h"
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

/** The test points of one task. */
struct Points {
  const double* XsT;  // [d, lds]
  int lds;
  int from;
  int count;
  int wanted;
  int threads;  // of one task that is alone
};

void copy_points(const double* d_points, int d, int count, double* out) {
  for (int j = 0; j < count; j++) {
    for (int k = 0; k < d; k++) out[static_cast<size_t>(j) * d + k] = d_points[static_cast<size_t>(k) * (kPoints + kTile) + j];
  }
}

/** W[i, j] = α_i, or −2·(A⁻¹K)[i, j]. */
void fill_weights(const PosteriorModel& model, RunScratch& s, int count, bool of_mean) {
  for (int j = 0; j < count; j += kWidth) {
    for (int i = 0; i < model.n; i++) {
      const ptrdiff_t place = at(i, j, s.stride);
      store(s.W + place, of_mean ? splat(model.alpha[i]) : -2.0 * load(s.K + place));
    }
  }
}

/** variance ← k(x, x) − |L⁻¹k|², at least 0; K holds L⁻¹k. */
void subtract_explained(const RunScratch& s, int rows, int count, double* variance) {
  for (int j = 0; j < count; j += kWidth) {
    const double* const K = s.K + at(0, j, s.stride);
    Vec explained[4] = {};
    for (int i = 0; i < rows; i += 4) {
#pragma GCC unroll 4
      for (int u = 0; u < 4; u++) {
        const Vec v = load(K + static_cast<ptrdiff_t>(i + u) * kWidth);
        explained[u] += v * v;
      }
    }
    store(variance + j, vmax(load(variance + j) - ((explained[0] + explained[1]) + (explained[2] + explained[3])), Vec{}));
  }
}

/** Rows whose terms of a mean are added side by side, as `posterior_mean` does. */
constexpr int kSums = 4;

/** Means alone: each row of covariances is added up while it is near, in the order of `posterior_mean`. */
bool predict_means(const PosteriorModel& model, const Points& p, double* mean) {
  const ScratchScope scope;
  double* const tape = scratch_take(model.code->tape_length());
  if (tape == nullptr) return false;
  double row[kPoints + kWidth], total[kSums][kPoints + kWidth] = {};
  for (int j = 0; j < p.count; j++) total[0][j] = model.constant;
  const int whole = model.n - model.n % kSums;
  for (int i = 0; i < model.n; i++) {
    model.code->row(model.X + times(i, model.d), p.XsT, p.lds, p.from, p.count, tape, row, kWidth);
    double* const to = total[i < whole ? i % kSums : 0];
    for (int j = 0; j < p.count; j += kWidth) store(to + j, load(to + j) + model.alpha[i] * load(row + j));
  }
  for (int j = 0; j < p.count; j++) mean[j] = (total[0][j] + total[1][j]) + (total[2][j] + total[3][j]);
  return true;
}

bool predict_run(const PosteriorModel& model, const Points& p, const Outputs& out) {
  if (p.wanted == kWantMean) return predict_means(model, p, out.mean);
  const ScratchScope scope;
  const int d = model.d;
  const bool gradient = (p.wanted & kWantGradient) != 0;
  RunScratch s;
  constexpr int ld_points = kPoints + kTile;
  double* const points = gradient ? scratch_take(times(d, ld_points) + kTile) : nullptr;
  if (!take_run_scratch(model, kPoints, gradient, s) || (gradient && points == nullptr)) return false;
  double moment[kPoints + kWidth];
  fill_covariances(model, p.XsT, p.lds, p.from, p.count, s);
  if (p.wanted & kWantMean) {
    posterior_mean(model, s, p.count, moment);
    memcpy(out.mean, moment, sizeof(double) * p.count);
  }
  if (gradient) {
    memset(points, 0, sizeof(double) * times(d, ld_points));
    fill_weights(model, s, p.count, true);
    add_point_gradient(model, p.XsT, p.lds, p.from, p.count, s, points, ld_points);
    copy_points(points, d, p.count, out.d_mean);
    memset(points, 0, sizeof(double) * times(d, ld_points));
  }
  if (!(p.wanted & (kWantVariance | kWantGradient))) return true;

  double ones[kPoints + kWidth];
  for (int j = 0; j < kPoints; j++) ones[j] = 1;
  model.code->diagonal(p.XsT, p.lds, p.from, p.count, s.tape, moment, ones, points, ld_points);
  if (model.Mt != nullptr) {
    RunScratch solved = s;
    solved.K = s.W;
    double* const Y = scratch_take(panel_length(padded(model.n), p.count));
    if (Y == nullptr || !solve_few(model.Mt, model.n, s.K, p.count, solved.K, Y, p.threads)) return false;
    subtract_explained(solved, padded(model.n), p.count, moment);
    s.K = Y;
  } else {
    model.solve(s.K, p.count, p.threads);
    subtract_explained(s, padded(model.n), p.count, moment);
  }
  if (out.variance != nullptr) memcpy(out.variance, moment, sizeof(double) * p.count);
  if (!gradient) return true;
  if (model.Mt == nullptr) model.solve_transposed(s.K, p.count, p.threads);
  fill_weights(model, s, p.count, false);
  add_point_gradient(model, p.XsT, p.lds, p.from, p.count, s, points, ld_points);
  copy_points(points, d, p.count, out.d_variance);
  return true;
}

}  // namespace

Status gp_predict(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                  int threads) {
  Opened<GpPredict> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int B = call.batch, n = call.n, d = call.d, P = call.parameters, m = call.m, wanted = call.wanted;
  CovarianceCode code;
  if (P < 2 || !code.parse(call.rest, call.rest_length, d, P - 2)) return kBadDims;
  const bool mean = wanted & kWantMean, variance = wanted & kWantVariance, gradient = wanted & kWantGradient;
  const double* const X = call.in[call.kX].data;
  const double* const Xs = call.in[call.kXs].data;

  const ScratchScope scope;
  int lds = 0;
  double* const XsT = take_transposed(Xs, m, d, lds);
  if (XsT == nullptr) return kOutOfMemory;
  bool ok = true;
  for (int b = 0; b < B; b++) {
    const double* const theta = call.in[call.kTheta].data + times(b, P);
    code.set_theta(theta);
    if (b > 0) transpose_points(Xs, m, d, XsT, lds);
    code.scale_points(XsT, lds, 1, lds);
    const ScratchScope inner;
    if (n >= kPowerRows && !code.take_powers(XsT, m, lds)) return kOutOfMemory;
    PosteriorModel model = {&code, n, d, X, call.in[call.kAlpha].data + times(b, n), theta[P - 1], nullptr, nullptr};
    if (!load_posterior_model(call.in[call.kL], times(b, n, n), variance || gradient, gradient, m, threads, model, m <= kFew)) return kOutOfMemory;
    parallel((m + kPoints - 1) / kPoints, threads, [&](int task) {
      const int from = task * kPoints;
      const int count = m - from < kPoints ? m - from : kPoints;
      const Points points = {XsT, lds, from, count, wanted, m <= kPoints ? threads : 1};
      const size_t at = times(b, m) + from;
      const Outputs own = {mean ? call.out[call.kMean].data + at : nullptr, variance ? call.out[call.kVariance].data + at : nullptr,
                           gradient ? call.out[call.kDMean].data + at * d : nullptr,
                           gradient ? call.out[call.kDVariance].data + at * d : nullptr};
      if (!predict_run(model, points, own)) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
    });
  }
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
