/** solve_triangular: X = L⁻¹R or L⁻ᵀR for a batch of lower triangular matrices. */
#include "linalg.h"
#include "ops.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {

Status solve_triangular(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs,
                        size_t n_outputs, int threads) {
  Opened<SolveTriangular> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int B = call.batch, n = call.n, m = call.m;
  const bool transpose = call.transpose != 0;

  constexpr int kColumns = 4 * kTile;
  const int rows = padded(n);
  const ptrdiff_t stride = panel_stride(rows);
  const size_t size = panel_length(rows, rows);
  const int runs = (m + kColumns - 1) / kColumns;
  const ScratchScope scope;
  double* const U = scratch_take(size);
  double* const Lp = transpose ? scratch_take(size) : nullptr;
  if (U == nullptr || (transpose && Lp == nullptr)) return kOutOfMemory;
  bool ok = true;
  for (int b = 0; b < B; b++) {
    load_factor(call.in[call.kL].data + times(b, n, n), n, U, Lp, threads);
    const double* const R = call.in[call.kR].data + times(b, n, m);
    double* const X = call.out[call.kX].data + times(b, n, m);
    parallel(runs, threads, [&](int run) {
      const ScratchScope inner;
      const int from = run * kColumns;
      const int count = m - from < kColumns ? m - from : kColumns;
      double* const part = scratch_take(panel_length(rows, kColumns));
      if (part == nullptr) {
        __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
        return;
      }
      for (int j = 0; j < whole_vectors(count); j++) {
        for (int i = 0; i < rows; i++) part[at(i, j, stride)] = i < n && j < count ? R[times(i, m) + from + j] : 0;
      }
      if (transpose) {
        solve_lower_transposed(Lp, n, part, count);
      } else {
        solve_lower(U, n, part, count);
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < count; j++) X[times(i, m) + from + j] = part[at(i, j, stride)];
      }
    });
  }
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
