/** solve_triangular: X = L⁻¹R or L⁻ᵀR for a batch of lower triangular matrices. */
#include "factor_cache.h"
#include "linalg.h"
#include "ops.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

/**
 * Columns of R [n, m] by how many zeros they begin with, fewest first: columns of a part of the identity then leave out as much of a forward
 * solve as they can. The answer of a column does not depend on its position.
 *
 * @param leading  [m] ← zeros that each begins with
 */
void order_by_zeros(const double* R, int n, int m, int* leading, int* order) {
  for (int j = 0; j < m; j++) leading[j] = n;
  int left = m;
  for (int i = 0; i < n && left > 0; i++) {
    const double* const row = R + times(i, m);
    for (int j = 0; j < m; j++) {
      if (leading[j] < n || row[j] == 0) continue;
      leading[j] = i;
      order[m - left--] = j;
    }
  }
  for (int j = 0; j < m; j++) {
    if (leading[j] == n) order[m - left--] = j;
  }
}

/** One panel of `rows` rows from so many columns of R [n, m]; rows before `zeros` are 0 in all of them. */
void gather_columns(const double* R, int n, int m, const int* columns, int width, int zeros, int rows, double* panel) {
  memset(panel, 0, sizeof(double) * times(rows, kWidth));
  for (int i = zeros; i < n; i++) {
    const double* const row = R + times(i, m);
    double* const to = panel + times(i, kWidth);
    for (int lane = 0; lane < width; lane++) to[lane] = row[columns[lane]];
  }
}

void scatter_columns(const double* panel, int n, int m, const int* columns, int width, double* X) {
  for (int i = 0; i < n; i++, panel += kWidth, X += m) {
    for (int lane = 0; lane < width; lane++) X[columns[lane]] = panel[lane];
  }
}

}  // namespace

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
  const int runs = (m + kColumns - 1) / kColumns;
  const ScratchScope scope;
  int* const order = reinterpret_cast<int*>(scratch_take(times(m, 1)));
  int* const leading = reinterpret_cast<int*>(scratch_take(times(m, 1)));
  if (order == nullptr || leading == nullptr) return kOutOfMemory;
  for (int j = 0; j < m; j++) order[j] = j;
  bool ok = true;
  for (int b = 0; b < B; b++) {
    const ScratchScope own;
    Span L = call.in[call.kL];
    if (m >= n) L.stamp = 0;  // whole inverses are needed once; the memory is left to others
    const LaidOutFactor factor = lay_out_factor(L, times(b, n, n), n, transpose ? Besides::kLower : Besides::kNothing, threads);
    if (factor.U == nullptr) return kOutOfMemory;
    const double* const R = call.in[call.kR].data + times(b, n, m);
    double* const X = call.out[call.kX].data + times(b, n, m);
    if (!transpose) order_by_zeros(R, n, m, leading, order);
    parallel(runs, threads, [&](int run) {
      const ScratchScope inner;
      const int from = run * kColumns;
      const int count = m - from < kColumns ? m - from : kColumns;
      double* const part = scratch_take(panel_length(rows, kColumns));
      if (part == nullptr) {
        __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
        return;
      }
      int zeros[kColumns / kWidth];
      for (int j = 0; j < count; j += kWidth) {
        const int* const columns = order + from + j;
        const int width = count - j < kWidth ? count - j : kWidth;
        zeros[j / kWidth] = transpose ? 0 : leading[columns[0]];
        gather_columns(R, n, m, columns, width, zeros[j / kWidth], rows, part + at(0, j, stride));
      }
      if (transpose) {
        solve_lower_transposed(factor.Lp, n, part, count);
      } else {
        solve_lower(factor.U, n, part, count, zeros);
      }
      for (int j = 0; j < count; j += kWidth) {
        scatter_columns(part + at(0, j, stride), n, m, order + from + j, count - j < kWidth ? count - j : kWidth, X);
      }
    });
  }
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
