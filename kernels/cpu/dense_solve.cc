/** Solves for few columns by a dense factor as it stands. */
#include "tile.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** kRows rows of a dense L from row i on: those beyond n are another's, and do not count. */
struct DenseRows {
  const double* row[kRows];
  int real;

  DenseRows(const double* L, int n, int i) : real(n - i < kRows ? n - i : kRows) {
    for (int r = 0; r < kRows; r++) row[r] = L + static_cast<size_t>(r < real ? i + r : n - 1) * n;
  }

  /** The diagonal tile as `substitute` wants it, or turned for `substitute_back`. */
  void diagonal(int i, double* D) const {
    for (int r = 0; r < kRows; r++) {
      for (int c = 0; c <= r; c++) D[c * kRows + r] = r < real ? (c < r ? row[r][i + c] : 1 / row[r][i + r]) : (c == r ? 1.0 : 0.0);
    }
  }
};

/** Rows beyond the last of L are 0. */
template <int NV>
void clear_padding(Tile<NV>& t, int real) {
  for (int r = real; r < kRows; r++) {
    for (int v = 0; v < NV; v++) t.row[r][v] = Vec{};
  }
}

template <int NV>
void dense_forward(const double* L, int n, double* R, ptrdiff_t stride) {
  for (int i = 0; i < n; i += kRows) {
    const DenseRows rows(L, n, i);
    Tile<NV> t;
    load_tile(t, R + static_cast<ptrdiff_t>(i) * kWidth, stride);
    const double* q = R;
    for (int p = 0; p < i; p++, q += kWidth) {
      Vec value[NV];
#pragma GCC unroll 3
      for (int v = 0; v < NV; v++) value[v] = load(q + v * stride);
#pragma GCC unroll 8
      for (int r = 0; r < kRows; r++) {
        const Vec a = splat(rows.row[r][p]);
#pragma GCC unroll 3
        for (int v = 0; v < NV; v++) t.row[r][v] -= a * value[v];
      }
    }
    double D[kRows * kRows];
    rows.diagonal(i, D);
    clear_padding(t, rows.real);
    substitute(t, D);
    store_tile(t, R + static_cast<ptrdiff_t>(i) * kWidth, stride);
  }
}

template <int NV>
void dense_back(const double* L, int n, double* R, ptrdiff_t stride) {
  for (int i = (n - 1) / kRows * kRows; i >= 0; i -= kRows) {
    const DenseRows rows(L, n, i);
    Tile<NV> t;
    load_tile(t, R + static_cast<ptrdiff_t>(i) * kWidth, stride);
    double D[kRows * kRows];
    rows.diagonal(i, D);
    clear_padding(t, rows.real);
    substitute_back(t, D);
    store_tile(t, R + static_cast<ptrdiff_t>(i) * kWidth, stride);
    double* q = R;
    for (int p = 0; p < i; p++, q += kWidth) {
#pragma GCC unroll 3
      for (int v = 0; v < NV; v++) {
        Vec even = load(q + v * stride), odd = {};
#pragma GCC unroll 8
        for (int r = 0; r < kRows; r += 2) {
          even -= splat(rows.row[r][p]) * t.row[r][v];
          odd -= splat(rows.row[r + 1][p]) * t.row[r + 1][v];
        }
        store(q + v * stride, even + odd);
      }
    }
  }
}

using DenseSolve = void (*)(const double*, int, double*, ptrdiff_t);
constexpr DenseSolve kDenseForward[] = {nullptr, dense_forward<1>, dense_forward<2>, dense_forward<3>};
constexpr DenseSolve kDenseBack[] = {nullptr, dense_back<1>, dense_back<2>, dense_back<3>};

void solve_dense(const DenseSolve* solve, const double* L, int n, double* R, int columns, int threads) {
  const ptrdiff_t stride = panel_stride(padded(n));
  parallel((columns + kTile - 1) / kTile, threads, [&](int task) {
    const int from = task * kTile;
    solve[tile_vecs(from, columns)](L, n, R + at(0, from, stride), stride);
  });
}

}  // namespace

void solve_dense_lower(const double* L, int n, double* R, int columns, int threads) {
  solve_dense(kDenseForward, L, n, R, columns, threads);
}

void solve_dense_lower_transposed(const double* L, int n, double* R, int columns, int threads) {
  solve_dense(kDenseBack, L, n, R, columns, threads);
}

}  // namespace athanor::ATHANOR_ISA
