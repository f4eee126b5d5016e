/** cholesky: lower factors of a batch of matrices with a jitter ladder. */
#include "linalg.h"
#include "ops.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** @returns the relative jitter used, or −1; L is then NaN */
double factor_one(const double* A, int n, const double* ladder, size_t steps, double* U, double* L, int threads) {
  const ptrdiff_t stride = panel_stride(padded(n));
  double mean = 0;
  for (int i = 0; i < n; i++) mean += A[times(i, n) + i] / n;
  for (size_t attempt = 0; attempt <= steps; attempt++) {
    const double relative = attempt == 0 ? 0 : ladder[attempt - 1];
    if (attempt > 0 && relative == 0) continue;
    load_factor(A, n, U, nullptr, threads);
    for (int i = 0; i < n; i++) U[at(i, i, stride)] += relative * mean;
    if (factor(U, nullptr, n, 0, threads) >= 0) continue;
    store_lower(U, n, L);
    return relative;
  }
  for (size_t i = 0; i < times(n, n); i++) L[i] = NAN;
  return -1;
}

}  // namespace

Status cholesky(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                int threads) {
  if (!sizes_ok(dims, n_dims, 2)) return kBadDims;
  const int B = dims[0], n = dims[1];
  const size_t in[] = {times(B, n, n)};
  const size_t out[] = {times(B, n, n), times(B, 1)};
  if (!holds(inputs, n_inputs, in, 1)) return kBadInputLength;
  if (!holds(outputs, n_outputs, out, 2)) return kBadOutputLength;
  const double* const ladder = n_inputs > 1 ? inputs[1].data : nullptr;
  const size_t steps = n_inputs > 1 ? inputs[1].length : 0;

  const bool within = n >= 256;
  bool ok = true;
  parallel(B, within ? 1 : threads, [&](int b) {
    const ScratchScope scope;
    double* const U = scratch_take(panel_length(padded(n), padded(n)));
    if (U == nullptr) {
      __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
      return;
    }
    outputs[1].data[b] =
        factor_one(inputs[0].data + times(b, n, n), n, ladder, steps, U, outputs[0].data + times(b, n, n), within ? threads : 1);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
