/** vecchia_predict (see src/engine/compute/ops.ts). */
#include "vecchia_block.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kWantMean = 1, kWantVariance = 2, kWantGradient = 4, kWantWeights = 8, kWantLeft = 16;

/** The results of one point; null where not wanted. */
struct Moments {
  double *mean, *variance, *d_mean, *d_variance, *weights, *left;
};

/** Adds Σ weight_j ∂k(x, x_j)/∂x over the neighbours to slope [d]. */
void add_input_slopes(const CovarianceCode& code, const VecchiaData& data, const VecchiaBlock& b, const double* weights, double factor, double* moving,
                      double* slope) {
  const int last = b.size - 1;
  double cotangent[kWidth] = {};
  for (int k = 0; k < data.d * kWidth; k++) moving[k] = 0;
  for (int j = 0; j < last; j++) {
    const double* const fixed = b.points + times(j, data.d);
    code.values(fixed, b.XT, b.ld, last, 1, b.tape);
    for (int lane = 1; lane < kWidth; lane++) cotangent[lane] = 0;
    cotangent[0] = factor * weights[j];
    code.reverse(fixed, b.XT, b.ld, last, 1, b.tape, cotangent, nullptr, moving, kWidth);
  }
  for (int k = 0; k < data.d; k++) slope[k] += moving[k * kWidth];
}

/** The features of the point less those of its neighbours by their weights u, four neighbours at a time. */
void features_left(const VecchiaBlock& b, int rank, double lost, double* left) {
  const int last = b.size - 1, whole = rank / kWidth * kWidth;
  for (int k = 0; k < rank; k++) left[k] = lost + b.features[last][k];
  int j = 0;
  for (; j + 4 <= last; j += 4) {
    const double *const f0 = b.features[j], *const f1 = b.features[j + 1], *const f2 = b.features[j + 2], *const f3 = b.features[j + 3];
    const double w0 = b.u[j], w1 = b.u[j + 1], w2 = b.u[j + 2], w3 = b.u[j + 3];
    for (int k = 0; k < whole; k += kWidth)
      store(left + k, load(left + k) - (w0 * load(f0 + k) + w1 * load(f1 + k)) - (w2 * load(f2 + k) + w3 * load(f3 + k)));
    for (int k = whole; k < rank; k++) left[k] -= w0 * f0[k] + w1 * f1[k] + w2 * f2[k] + w3 * f3[k];
  }
  for (; j < last; j++)
    for (int k = 0; k < rank; k++) left[k] -= b.u[j] * b.features[j][k];
}

/** Point `x` given its neighbours; `lost` becomes NaN where they have no factor. */
Status predict_point(const CovarianceCode& code, const VecchiaData& data, const double* theta, const double* table, const double* x,
                     const double* features, VecchiaBlock& b, double* moving, const Moments& out) {
  const int d = data.d, P = data.parameters;
  if (!gather(data, table, x, features, exp(theta[P - 2]), theta[P - 1], b)) return kBadDims;
  const int last = b.size - 1;
  b.noise[last] = b.z[last] = 0;
  const double lost = factor_block(code, data, 1, b) < 0 ? NAN : 0;
  double mean = theta[P - 1] + lost;
  for (int j = 0; j < last; j++) {
    b.u[j] = b.U[times(j, b.ld) + last];
    mean += b.u[j] * b.z[j];
    b.a[j] = b.z[j];
  }
  const double rest = b.U[times(last, b.ld) + last];
  if (out.mean != nullptr) *out.mean = mean;
  if (out.variance != nullptr) *out.variance = lost + (rest > 0 ? rest : 0);
  if (out.weights == nullptr && out.left == nullptr && out.d_mean == nullptr) return kOk;
  solve_upper(b, b.u, last);
  for (int j = 0; out.weights != nullptr && j < data.m; j++) out.weights[j] = j < last ? lost + b.u[j] : 0;
  if (out.left != nullptr) features_left(b, data.rank, lost, out.left);
  if (out.d_mean == nullptr) return kOk;
  solve_upper(b, b.a, last);
  for (int k = 0; k < d; k++) out.d_mean[k] = out.d_variance[k] = lost;
  add_input_slopes(code, data, b, b.a, 1, moving, out.d_mean);
  add_input_slopes(code, data, b, b.u, -2, moving, out.d_variance);
  double own, one = 1;
  for (int k = 0; k < d * kWidth; k++) moving[k] = 0;
  code.diagonal(b.XT, b.ld, last, 1, b.tape, &own, &one, moving, kWidth);
  for (int k = 0; k < d; k++) out.d_variance[k] += moving[k * kWidth];
  return kOk;
}

}  // namespace

Status vecchia_predict(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs,
                       size_t n_outputs, int threads) {
  Opened<VecchiaPredict> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int count = call.k, d = call.d, m = call.m, wanted = call.wanted;
  CovarianceCode code;
  VecchiaData data = {};
  if (!read_step(call, code, data)) return kBadDims;
  const bool slopes = (wanted & kWantGradient) != 0;
  data.features = call.in[call.kFeatures].data;
  data.rank = call.rank;
  const double* const theta = call.in[call.kTheta].data;
  code.set_theta(theta);
  constexpr int kPoints = 32;
  const int tasks = (count + kPoints - 1) / kPoints;
  int bad = kOk;
  parallel(tasks, threads, [&](int task) {
    const ScratchScope scope;
    VecchiaBlock b;
    double* const moving = scratch_take(times(d, kWidth) + kWidth);
    Status status = moving == nullptr || !take_block(code, m, d, false, b) ? kOutOfMemory : kOk;
    for (int i = task * kPoints; status == kOk && i < count && i < (task + 1) * kPoints; i++) {
      const Moments to = {wanted & kWantMean ? call.out[call.kMean].data + i : nullptr,
                          wanted & kWantVariance ? call.out[call.kVariance].data + i : nullptr,
                          slopes ? call.out[call.kDMean].data + times(i, d) : nullptr,
                          slopes ? call.out[call.kDVariance].data + times(i, d) : nullptr,
                          wanted & kWantWeights ? call.out[call.kWeights].data + times(i, m) : nullptr,
                          wanted & kWantLeft ? call.out[call.kLeft].data + times(i, data.rank) : nullptr};
      status = predict_point(code, data, theta, data.neighbours + times(i, m), call.in[call.kXs].data + times(i, d),
                             call.in[call.kPointFeatures].data + times(i, data.rank), b, moving, to);
    }
    if (status != kOk) __atomic_store_n(&bad, static_cast<int>(status), __ATOMIC_RELAXED);
  });
  return static_cast<Status>(bad);
}

}  // namespace athanor::ATHANOR_ISA
