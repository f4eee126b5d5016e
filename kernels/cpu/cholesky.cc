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
  Opened<Cholesky> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int B = call.batch, n = call.n;
  const Span ladder = call.in[call.kLadder];

  const bool within = n >= 256;
  bool ok = true;
  parallel(B, within ? 1 : threads, [&](int b) {
    const ScratchScope scope;
    double* const U = scratch_take(panel_length(padded(n), padded(n)));
    if (U == nullptr) {
      __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
      return;
    }
    call.out[call.kStatus].data[b] = factor_one(call.in[call.kA].data + times(b, n, n), n, ladder.data, ladder.length, U,
                                                call.out[call.kL].data + times(b, n, n), within ? threads : 1);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
