/** gp_factor: L and α = A⁻¹(y − mean) for a batch of parameters. */
#include "gaussian.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** α = U⁻¹u by back substitution, u in column padded(n) of U. */
void alpha_from_factor(const Workspace& w, int n, double* alpha) {
  const int rows = padded(n);
  for (int j = 0; j < rows; j++) alpha[j] = 0;
  for (int i = n - 1; i >= 0; i--) {
    const int first = i / kWidth * kWidth;
    // entries of alpha up to i are still 0, so the whole vector at the diagonal may be used
    Vec total = select(lanes_from(first) > i, load(w.U + at(i, first, w.stride)), Vec{}) * load(alpha + first);
    ptrdiff_t place = at(i, first + kWidth, w.stride);
    for (int j = first + kWidth; j < rows; j += kWidth, place += w.stride) total += load(w.U + place) * load(alpha + j);
    alpha[i] = (w.U[at(i, rows, w.stride)] - sum(total)) / w.U[at(i, i, w.stride)];
  }
}

}  // namespace

Status gp_factor(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                 int threads) {
  Opened<GpFactor> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int B = call.batch, n = call.n, d = call.d, P = call.parameters;
  CovarianceCode code;
  if (P < 2 || !code.parse(call.rest, call.rest_length, d, P - 2)) return kBadDims;
  const double* const X = call.in[call.kX].data;

  const ScratchScope scope;
  int ldx = 0;
  const double* const XT = take_transposed(X, n, d, ldx);
  Workspace w;
  double* const alpha = scratch_take(static_cast<size_t>(padded(n)) + kTile);
  if (XT == nullptr || alpha == nullptr || !take_workspace(n, false, false, w)) return kOutOfMemory;
  const TrainingData data = {n, d, X, XT, ldx, call.in[call.kY].data, call.in[call.kNoise].data};
  for (int b = 0; b < B; b++) {
    const double* const theta = call.in[call.kTheta].data + times(b, P);
    double* const L = call.out[call.kL].data + times(b, n, n);
    double* const own_alpha = call.out[call.kAlpha].data + times(b, n);
    code.set_theta(theta);
    const ScratchScope inner;
    TrainingData scaled = data;
    if (!scale_training(code, scaled)) return kOutOfMemory;
    if (n >= kPowerRows && !code.take_powers(scaled.XT, n, scaled.ldx)) return kOutOfMemory;
    const double status = factor_with_jitter(code, scaled, exp(theta[P - 2]), theta[P - 1], w, threads).relative;
    call.out[call.kStatus].data[b] = status;
    if (status < 0) {
      for (size_t i = 0; i < times(n, n); i++) L[i] = NAN;
      for (int i = 0; i < n; i++) own_alpha[i] = NAN;
      continue;
    }
    alpha_from_factor(w, n, alpha);
    memcpy(own_alpha, alpha, sizeof(double) * n);
    store_lower(w.U, n, L);
  }
  return kOk;
}

}  // namespace athanor::ATHANOR_ISA
