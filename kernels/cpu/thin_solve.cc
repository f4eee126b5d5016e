#include "thin_solve.h"

#include "tile.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** Most columns: half of a vector. None where a tile has more rows than a vector, as the order of the sums would be another. */
constexpr int kThin = kRows == kWidth ? kWidth / 2 : 0;

/** Panels whose sums run side by side, so that the latency of one is hidden. */
template <int NC>
constexpr int kTogether = NC > 2 ? 2 : 4;

/** t[k][c] −= Σ_p M[p, k]·x[p, c] over p in [from, to) for NP panels M and x [rows, NC]. */
template <int NP, int NC>
static inline __attribute__((always_inline)) void subtract(Vec* t, const double* M, ptrdiff_t stride, const double* x, int from, int to) {
  Vec own[NP * NC];
#pragma GCC unroll 16
  for (int a = 0; a < NP * NC; a++) own[a] = t[a];
  for (ptrdiff_t p = from; p < to; p++) {
#pragma GCC unroll 4
    for (int k = 0; k < NP; k++) {
      const Vec m = load(M + k * stride + p * kWidth);
#pragma GCC unroll 4
      for (int c = 0; c < NC; c++) own[k * NC + c] -= m * splat(x[p * NC + c]);
    }
  }
#pragma GCC unroll 16
  for (int a = 0; a < NP * NC; a++) t[a] = own[a];
}

/** Rows i … i + kWidth of x as vectors, and back. */
template <int NC>
void load_rows(Vec* t, const double* x, int i) {
  for (int c = 0; c < NC; c++) {
    for (int r = 0; r < kWidth; r++) t[c][r] = x[static_cast<ptrdiff_t>(i + r) * NC + c];
  }
}

template <int NC>
void store_rows(const Vec* t, double* x, int i) {
  for (int c = 0; c < NC; c++) {
    for (int r = 0; r < kWidth; r++) x[static_cast<ptrdiff_t>(i + r) * NC + c] = t[c][r];
  }
}

/** Rows i … i + kWidth of x from t, which lacks the terms among them alone; M holds their tile on the diagonal. */
template <int NC, bool kBackwards>
void substitute_rows(Vec* t, const double* M, double* x, int i) {
#pragma GCC unroll 8
  for (int step = 0; step < kWidth; step++) {
    const int r = kBackwards ? kWidth - 1 - step : step;
    const Vec row = load(M + static_cast<ptrdiff_t>(i + r) * kWidth);
    const double reciprocal = 1 / row[r];
#pragma GCC unroll 4
    for (int c = 0; c < NC; c++) {
      const double value = t[c][r] * reciprocal;
      x[static_cast<ptrdiff_t>(i + r) * NC + c] = value;
      t[c] -= row * splat(value);  // the lanes that are done change too: nothing reads them any more
    }
  }
}

/** x ← L⁻¹x for panels of U = Lᵀ. */
template <int NC>
void solve_forward(const double* U, ptrdiff_t stride, int rows, double* x) {
  for (int i = 0; i < rows; i += kTogether<NC> * kWidth) {
    const int end = i + kTogether<NC> * kWidth < rows ? i + kTogether<NC> * kWidth : rows;
    Vec t[kTogether<NC> * NC];
    for (int own = i, k = 0; own < end; own += kWidth, k += NC) load_rows<NC>(t + k, x, own);
    if (end == i + kTogether<NC> * kWidth) {
      subtract<kTogether<NC>, NC>(t, U + at(0, i, stride), stride, x, 0, i);
    } else {
      for (int own = i, k = 0; own < end; own += kWidth, k += NC) subtract<1, NC>(t + k, U + at(0, own, stride), stride, x, 0, i);
    }
    for (int own = i, k = 0; own < end; own += kWidth, k += NC) {
      subtract<1, NC>(t + k, U + at(0, own, stride), stride, x, i, own);
      substitute_rows<NC, false>(t + k, U + at(0, own, stride), x, own);
    }
  }
}

/** x ← L⁻ᵀx for panels of L, in the blocks of `solve_lower_transposed`: first what lies behind a block, then its own rows. */
template <int NC>
void solve_back(const double* Lp, ptrdiff_t stride, int rows, double* x) {
  for (int i1 = rows, i0; i1 > 0; i1 = i0) {
    i0 = (i1 - 1) / kBlock * kBlock;
    // Only the first block, behind which there is nothing, may end within panels that run side by side.
    static_assert(kBlock % (kTogether<NC> * kWidth) == 0, "blocks are whole");
    for (int i = i0; i1 < rows && i < i1; i += kTogether<NC> * kWidth) {
      Vec t[kTogether<NC> * NC];
      for (int k = 0; k < kTogether<NC>; k++) load_rows<NC>(t + k * NC, x, i + k * kWidth);
      subtract<kTogether<NC>, NC>(t, Lp + at(0, i, stride), stride, x, i1, rows);
      for (int k = 0; k < kTogether<NC>; k++) store_rows<NC>(t + k * NC, x, i + k * kWidth);
    }
    for (int i = i1 - kWidth; i >= i0; i -= kWidth) {
      Vec t[NC];
      load_rows<NC>(t, x, i);
      subtract<1, NC>(t, Lp + at(0, i, stride), stride, x, i + kWidth, i1);
      substitute_rows<NC, true>(t, Lp + at(0, i, stride), x, i);
    }
  }
}

/** NC columns of a panel R, by way of a dense copy: in the panel each row takes a line of the near cache. False when memory runs out. */
template <int NC, bool kBackwards>
bool solve_columns(const double* M, int rows, double* R) {
  const ScratchScope scope;
  double* const x = scratch_take(static_cast<size_t>(rows) * NC);
  if (x == nullptr) return false;
  const ptrdiff_t stride = panel_stride(rows);
  for (int i = 0; i < rows; i++) {
    for (int c = 0; c < NC; c++) x[static_cast<ptrdiff_t>(i) * NC + c] = R[static_cast<ptrdiff_t>(i) * kWidth + c];
  }
  if (kBackwards) {
    solve_back<NC>(M, stride, rows, x);
  } else {
    solve_forward<NC>(M, stride, rows, x);
  }
  for (int i = 0; i < rows; i++) {
    for (int c = 0; c < NC; c++) R[static_cast<ptrdiff_t>(i) * kWidth + c] = x[static_cast<ptrdiff_t>(i) * NC + c];
  }
  return true;
}

template <bool kBackwards>
int solve_last(const double* M, int rows, double* R, int columns) {
  const int thin = columns % kWidth;
  if (thin == 0 || thin > kThin) return columns;
  double* const own = R + at(0, columns - thin, panel_stride(rows));
  const bool solved = thin == 1   ? solve_columns<1, kBackwards>(M, rows, own)
                      : thin == 2 ? solve_columns<2, kBackwards>(M, rows, own)
                      : thin == 3 ? solve_columns<3, kBackwards>(M, rows, own)
                                  : solve_columns<4, kBackwards>(M, rows, own);
  return solved ? columns - thin : columns;
}

}  // namespace

int solve_thin_lower(const double* U, int rows, double* R, int columns) { return solve_last<false>(U, rows, R, columns); }

int solve_thin_lower_transposed(const double* Lp, int rows, double* R, int columns) { return solve_last<true>(Lp, rows, R, columns); }

}  // namespace athanor::ATHANOR_ISA
