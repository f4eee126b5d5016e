/** solve_triangular: X = L⁻¹R or L⁻ᵀR for a batch of lower triangular matrices. */
#include "linalg.h"
#include "ops.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {

Status solve_triangular(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs,
                        size_t n_outputs, int threads) {
  if (!sizes_ok(dims, n_dims, 4)) return kBadDims;
  const int B = dims[0], n = dims[1], m = dims[2];
  const bool transpose = dims[3] != 0;
  const size_t in[] = {times(B, n, n), times(B, n, m)};
  const size_t out[] = {times(B, n, m)};
  if (!holds(inputs, n_inputs, in, 2)) return kBadInputLength;
  if (!holds(outputs, n_outputs, out, 1)) return kBadOutputLength;

  constexpr int kColumns = 4 * kTile;
  const int ld = row_length(n, 0);
  const int rows = padded(n);
  const int runs = (m + kColumns - 1) / kColumns;
  const ScratchScope scope;
  double* const U = scratch_take(times(rows, ld));
  double* const Lp = transpose ? scratch_take(times(rows, ld)) : nullptr;
  if (U == nullptr || (transpose && Lp == nullptr)) return kOutOfMemory;
  bool ok = true;
  for (int b = 0; b < B; b++) {
    load_factor(inputs[0].data + times(b, n, n), n, U, Lp, ld);
    const double* const R = inputs[1].data + times(b, n, m);
    double* const X = outputs[0].data + times(b, n, m);
    parallel(runs, threads, [&](int run) {
      const ScratchScope inner;
      const int from = run * kColumns;
      const int count = m - from < kColumns ? m - from : kColumns;
      double* const part = scratch_take(times(rows + 1, kColumns));
      if (part == nullptr) {
        __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
        return;
      }
      memset(part, 0, sizeof(double) * times(rows, kColumns));
      for (int i = 0; i < n; i++) memcpy(part + times(i, kColumns), R + times(i, m) + from, sizeof(double) * count);
      if (transpose) {
        solve_lower_transposed(Lp, n, ld, part, count, kColumns);
      } else {
        solve_lower(U, n, ld, part, count, kColumns);
      }
      for (int i = 0; i < n; i++) memcpy(X + times(i, m) + from, part + times(i, kColumns), sizeof(double) * count);
    });
  }
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
