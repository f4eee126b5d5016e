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
  if (!sizes_ok(dims, n_dims, 4)) return kBadDims;
  const int B = dims[0], n = dims[1], d = dims[2], P = dims[3];
  CovarianceCode code;
  if (P < 2 || !code.parse(dims + 4, n_dims - 4, d, P - 2)) return kBadDims;
  const size_t in[] = {times(n, d), times(n, 1), times(n, 1), times(B, P)};
  const size_t out[] = {times(B, n, n), times(B, n), times(B, 1)};
  if (!holds(inputs, n_inputs, in, 4)) return kBadInputLength;
  if (!holds(outputs, n_outputs, out, 3)) return kBadOutputLength;

  const ScratchScope scope;
  int ldx = 0;
  const double* const XT = take_transposed(inputs[0].data, n, d, ldx);
  Workspace w;
  double* const alpha = scratch_take(static_cast<size_t>(padded(n)) + kTile);
  if (XT == nullptr || alpha == nullptr || !take_workspace(n, false, false, w)) return kOutOfMemory;
  const TrainingData data = {n, d, inputs[0].data, XT, ldx, inputs[1].data, inputs[2].data};
  for (int b = 0; b < B; b++) {
    const double* const theta = inputs[3].data + times(b, P);
    double* const L = outputs[0].data + times(b, n, n);
    code.set_theta(theta);
    const ScratchScope inner;
    TrainingData scaled = data;
    if (!scale_training(code, scaled)) return kOutOfMemory;
    const double status = factor_with_jitter(code, scaled, exp(theta[P - 2]), theta[P - 1], w, threads).relative;
    outputs[2].data[b] = status;
    if (status < 0) {
      for (size_t i = 0; i < times(n, n); i++) L[i] = NAN;
      for (int i = 0; i < n; i++) outputs[1].data[times(b, n) + i] = NAN;
      continue;
    }
    alpha_from_factor(w, n, alpha);
    memcpy(outputs[1].data + times(b, n), alpha, sizeof(double) * n);
    store_lower(w.U, n, L);
  }
  return kOk;
}

}  // namespace athanor::ATHANOR_ISA
