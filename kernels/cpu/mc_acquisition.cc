/** mc_acquisition: Monte-Carlo acquisition of groups of points with its gradient, from joint posterior to points in one pass. */
#include "joint.h"
#include "monte_carlo.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** Lower factor of a small matrix with the jitter ladder. @returns the relative jitter, −1 when none does */
double factor_joint(const double* cov, int q, double* L) {
  double mean = 0;
  for (int i = 0; i < q; i++) mean += cov[times(i, q) + i] / q;
  const double tolerance = q * 0x1p-52;
  for (int attempt = 0; attempt <= kJitters; attempt++) {
    const double relative = attempt == 0 ? 0 : kJitterLadder[attempt - 1];
    bool good = true;
    for (int i = 0; i < q && good; i++) {
      for (int j = 0; j <= i; j++) {
        double value = cov[times(i, q) + j] + (i == j ? relative * mean : 0);
        const double least = tolerance * value;
        for (int k = 0; k < j; k++) value -= L[times(i, q) + k] * L[times(j, q) + k];
        if (i != j) {
          L[times(i, q) + j] = value / L[times(j, q) + j];
          continue;
        }
        good = value > least;
        L[times(i, q) + i] = sqrt(value);
      }
      for (int j = i + 1; j < q; j++) L[times(i, q) + j] = 0;
    }
    if (good) return relative;
  }
  return -1;
}

/**
 * g_cov ← cotangent of A for the cotangent g_L of its lower factor: L⁻ᵀ Φ(Lᵀ g_L) L⁻¹, Φ the lower triangle with half the diagonal.
 * Only its sum with its transpose has a meaning. Source: Murray 2016, arXiv:1602.07527.
 */
void factor_pullback(const double* L, const double* g_L, int q, double* g_cov) {
  for (int i = 0; i < q; i++) {
    for (int j = 0; j < q; j++) {
      double total = 0;
      for (int k = i; j <= i && k < q; k++) total += L[times(k, q) + i] * g_L[times(k, q) + j];
      g_cov[times(i, q) + j] = i == j ? 0.5 * total : total;
    }
  }
  for (int i = q - 1; i >= 0; i--) {
    for (int k = i + 1; k < q; k++) {
      for (int j = 0; j < q; j++) g_cov[times(i, q) + j] -= L[times(k, q) + i] * g_cov[times(k, q) + j];
    }
    for (int j = 0; j < q; j++) g_cov[times(i, q) + j] /= L[times(i, q) + i];
  }
  for (int i = 0; i < q; i++) {
    for (int j = q - 1; j >= 0; j--) {
      double total = g_cov[times(i, q) + j];
      for (int k = j + 1; k < q; k++) total -= g_cov[times(i, q) + k] * L[times(k, q) + j];
      g_cov[times(i, q) + j] = total / L[times(j, q) + j];
    }
  }
}

/** The buffers of the call. */
struct Call {
  const double* Xs;
  const double* pending;
  double* value;
  double* gradient;  // null: values only
  double* status;
  int q;  // own points of a group
};

/** Groups [from, from + groups). @returns false when memory runs out */
bool evaluate_groups(const PosteriorModel& model, const MonteCarlo& mc, const Call& call, int from, int groups) {
  const ScratchScope scope;
  const int total = mc.q;
  const int d = model.d;
  const bool with_gradient = call.gradient != nullptr;
  JointScratch s;
  double* const points = scratch_take(times(groups, total, d));
  double* const mean = scratch_take(times(groups, total));
  double* const cov = scratch_take(times(groups, total, total));
  double* const g_mean = scratch_take(times(groups, total));
  double* const g_cov = scratch_take(times(groups, total, total));
  double* const L = scratch_take(times(total, total));
  double* const g_L = scratch_take(times(total, total));
  double* const samples = scratch_take(monte_carlo_scratch(mc));
  double* const d_points = scratch_take(times(groups, total, d));
  if (!points || !mean || !cov || !g_mean || !g_cov || !L || !g_L || !samples || !d_points) return false;
  if (!take_joint_scratch(model, groups * total, with_gradient, s)) return false;
  for (int g = 0; g < groups; g++) {
    memcpy(points + times(g, total, d), call.Xs + times(from + g, call.q, d), sizeof(double) * times(call.q, d));
    memcpy(points + times(g, total, d) + times(call.q, d), call.pending, sizeof(double) * times(total - call.q, d));
  }
  joint_posterior(model, s, points, groups, total, mean, cov);
  for (int g = 0; g < groups; g++) {
    const double status = factor_joint(cov + times(g, total, total), total, L);
    call.status[from + g] = status;
    double* const own_mean = with_gradient ? g_mean + times(g, total) : nullptr;
    call.value[from + g] = monte_carlo(mc, mean + times(g, total), L, samples, own_mean, g_L);
    if (status < 0) call.value[from + g] = NAN;
    if (with_gradient) factor_pullback(L, g_L, total, g_cov + times(g, total, total));
  }
  if (!with_gradient) return true;
  joint_gradient(model, s, groups, total, g_mean, g_cov, d_points);
  for (int g = 0; g < groups; g++) {
    double* const out = call.gradient + times(from + g, call.q, d);
    memcpy(out, d_points + times(g, total, d), sizeof(double) * times(call.q, d));
    for (size_t i = 0; call.status[from + g] < 0 && i < times(call.q, d); i++) out[i] = NAN;
  }
  return true;
}

}  // namespace

Status mc_acquisition(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                      int threads) {
  if (!sizes_ok(dims, n_dims, 9)) return kBadDims;
  const int G = dims[0], q = dims[1], n = dims[2], d = dims[3], P = dims[4], S = dims[5], kind = dims[6], pending = dims[8];
  const bool with_gradient = dims[7] != 0;
  CovarianceCode code;
  if (P < 2 || !code.parse(dims + 9, n_dims - 9, d, P - 2)) return kBadDims;
  if (kind > kSimpleRegret || q < 1 || q > 4096 || pending > 4096 || S < 1) return kBadDims;
  const int total = q + pending;
  const size_t in[] = {times(n, d), times(P, 1), times(n, n), times(n, 1), times(G, q, d), times(S, total), times(pending, d), 6};
  const size_t out[] = {times(G, 1), with_gradient ? times(G, q, d) : 0, times(G, 1)};
  if (!holds(inputs, n_inputs, in, 8)) return kBadInputLength;
  if (!holds(outputs, n_outputs, out, 3)) return kBadOutputLength;

  const ScratchScope scope;
  code.set_theta(inputs[1].data);
  PosteriorModel model = {&code, n, d, inputs[0].data, inputs[3].data, inputs[1].data[P - 1], nullptr, nullptr};
  if (!load_posterior_model(inputs[2], 0, true, with_gradient, threads, model)) return kOutOfMemory;
  int stride = 0;
  const double* const ZT = take_transposed(inputs[5].data, S, total, stride);
  if (ZT == nullptr) return kOutOfMemory;
  const double* const p = inputs[7].data;
  const MonteCarlo mc = {kind, total, S, stride, ZT, p[0], p[1], p[2], p[3], p[4], p[5] == 1};
  const Call call = {inputs[4].data, inputs[6].data, outputs[0].data, with_gradient ? outputs[1].data : nullptr, outputs[2].data, q};
  const int per_task = groups_per_task(total);
  bool ok = true;
  parallel((G + per_task - 1) / per_task, threads, [&](int task) {
    const int from = task * per_task;
    const int groups = G - from < per_task ? G - from : per_task;
    if (!evaluate_groups(model, mc, call, from, groups)) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
