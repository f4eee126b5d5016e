#include "linalg.h"

#include "tile.h"

namespace athanor::ATHANOR_ISA {
namespace {

using EliminateFunction = void (*)(double*, ptrdiff_t, const double*, ptrdiff_t, const double*, ptrdiff_t, int, const double*);
constexpr EliminateFunction kEliminate[] = {nullptr, eliminate<1>, eliminate<2>, eliminate<3>};
constexpr EliminateFunction kEliminateZero[] = {nullptr, eliminate_zero<1>, eliminate_zero<2>, eliminate_zero<3>};
constexpr EliminateFunction kEliminateBack[] = {nullptr, eliminate_back<1>, eliminate_back<2>, eliminate_back<3>};
using ProductFunction = void (*)(double*, ptrdiff_t, const double*, ptrdiff_t, const double*, ptrdiff_t, int);
constexpr ProductFunction kProduct[] = {nullptr, product<1>, product<2>, product<3>};

/**
 * Factors the diagonal tile at C [kRows, ld]: C − PᵀP over k rows, then U in D with reciprocals on the diagonal and in C itself.
 * A pivot must exceed `tolerance` times the diagonal entry it came from.
 * @returns −1 or the row that failed
 */
static int factor_tile(double* C, ptrdiff_t ld, const double* P, ptrdiff_t ldp, int k, double tolerance, double* D) {
  constexpr int kVecs = kRows / kWidth;
  Tile<kVecs> t;
  double least[kRows];
  load_tile(t, C, ld);
  for (int i = 0; i < kRows; i++) least[i] = tolerance * C[i * ld + i];
  accumulate<kVecs, -1>(t, P, ldp, P, ldp, k);
  int failed = -1;
#pragma GCC unroll 8
  for (int i = 0; i < kRows; i++) {
    const double pivot = t.row[i][i / kWidth][i % kWidth];
    if ((!(pivot > least[i]) || pivot == HUGE_VAL) && failed < 0) failed = i;
    const double root = __builtin_sqrt(pivot);
    const double reciprocal = 1 / root;
    const Vec scale = splat(reciprocal);
#pragma GCC unroll 4
    for (int v = 0; v < kVecs; v++) t.row[i][v] *= scale;
#pragma GCC unroll 8
    for (int r = i + 1; r < kRows; r++) {
      const Vec a = splat(t.row[i][r / kWidth][r % kWidth]);
#pragma GCC unroll 4
      for (int v = 0; v < kVecs; v++) t.row[r][v] -= a * t.row[i][v];
    }
    t.row[i][i / kWidth][i % kWidth] = root;
    D[i * kRows + i] = reciprocal;
  }
  store_tile(t, C, ld);
  for (int i = 0; i < kRows; i++) {
    for (int j = i + 1; j < kRows; j++) D[i * kRows + j] = C[i * ld + j];
  }
  return failed;
}

/** Reads the diagonal tile of a finished factor (U row-major) into D with reciprocals. */
static inline void read_tile(const double* U, ptrdiff_t ld, double* D) {
  for (int i = 0; i < kRows; i++) {
    D[i * kRows + i] = 1 / U[i * ld + i];
    for (int j = i + 1; j < kRows; j++) D[i * kRows + j] = U[i * ld + j];
  }
}

/** The whole factorization when U and V fit the inner caches. */
static int factor_small(double* U, double* V, int n, int extra, ptrdiff_t ld) {
  const int rows = padded(n);
  const int columns = rows + extra;
  const double tolerance = n * 0x1p-52;
  double D[kRows * kRows];
  for (int i = 0; i < rows; i += kRows) {
    double* const Ui = U + i * ld;
    const int failed = factor_tile(Ui + i, ld, U + i, ld, i, tolerance, D);
    if (failed >= 0) return i + failed;
    for (int j = i + kRows; j < columns;) {
      const int vecs = tile_vecs(j, columns);
      kEliminate[vecs](Ui + j, ld, U + i, ld, U + j, ld, i, D);
      j += vecs * kWidth;
    }
    if (V == nullptr) continue;
    double* const Vi = V + i * ld;
    for (int j = 0; j < i;) {
      const int vecs = tile_vecs(j, i);
      kEliminateZero[vecs](Vi + j, ld, U + j * ld + i, ld, V + j * ld + j, ld, i - j, D);
      j += vecs * kWidth;
    }
    for (int r = 0; r < kRows; r++) {
      for (int j = i; j < i + kRows + kTile && j < ld; j++) Vi[r * ld + j] = 0;
      Vi[r * ld + i + r] = 1;
    }
    kEliminate[kRows / kWidth](Vi + i, ld, U, ld, U, ld, 0, D);
  }
  return -1;
}

}  // namespace

int factor(double* U, double* V, int n, int extra, int ld, int threads) {
  (void)threads;
  return factor_small(U, V, n, extra, ld);
}

void inverse_from_factor(const double* V, double* S, int n, int ld, int threads) {
  (void)threads;
  const int rows = padded(n);
  for (int i = 0; i < rows; i += kRows) {
    for (int j = i; j < rows;) {
      const int vecs = tile_vecs(j, rows);
      kProduct[vecs](S + static_cast<ptrdiff_t>(i) * ld + j, ld, V + static_cast<ptrdiff_t>(j) * ld + i, ld,
                     V + static_cast<ptrdiff_t>(j) * ld + j, ld, rows - j);
      j += vecs * kWidth;
    }
  }
}

void load_factor(const double* L, int n, double* U, double* Lp, int ld) {
  const int rows = padded(n);
  constexpr int kBlock = 16;
  for (int ib = 0; ib < rows; ib += kBlock) {
    for (int jb = 0; jb <= ib; jb += kBlock) {
      for (int i = ib; i < ib + kBlock && i < rows; i++) {
        for (int j = jb; j < jb + kBlock && j <= i; j++) {
          const double value = i < n ? L[static_cast<size_t>(i) * n + j] : (i == j ? 1.0 : 0.0);
          U[static_cast<ptrdiff_t>(j) * ld + i] = value;
          if (Lp != nullptr) Lp[static_cast<ptrdiff_t>(i) * ld + j] = value;
        }
      }
    }
  }
}

void store_lower(const double* U, int n, int ld, double* L) {
  constexpr int kBlock = 16;
  for (int ib = 0; ib < n; ib += kBlock) {
    for (int jb = 0; jb < n; jb += kBlock) {
      for (int i = ib; i < ib + kBlock && i < n; i++) {
        for (int j = jb; j < jb + kBlock && j < n; j++) {
          L[static_cast<size_t>(i) * n + j] = j <= i ? U[static_cast<ptrdiff_t>(j) * ld + i] : 0;
        }
      }
    }
  }
}

void solve_lower(const double* U, int n, int ld, double* R, int columns, int ldr) {
  const int rows = padded(n);
  double D[kRows * kRows];
  for (int i = 0; i < rows; i += kRows) {
    read_tile(U + static_cast<ptrdiff_t>(i) * ld + i, ld, D);
    for (int j = 0; j < columns;) {
      const int vecs = tile_vecs(j, columns);
      kEliminate[vecs](R + static_cast<ptrdiff_t>(i) * ldr + j, ldr, U + i, ld, R + j, ldr, i, D);
      j += vecs * kWidth;
    }
  }
}

void solve_lower_transposed(const double* Lp, int n, int ld, double* R, int columns, int ldr) {
  const int rows = padded(n);
  double D[kRows * kRows];
  for (int i = rows - kRows; i >= 0; i -= kRows) {
    const double* const tile = Lp + static_cast<ptrdiff_t>(i) * ld + i;
    for (int r = 0; r < kRows; r++) {
      D[r * kRows + r] = 1 / tile[r * static_cast<ptrdiff_t>(ld) + r];
      for (int c = 0; c < r; c++) D[c * kRows + r] = tile[r * static_cast<ptrdiff_t>(ld) + c];
    }
    const int next = i + kRows;
    for (int j = 0; j < columns;) {
      const int vecs = tile_vecs(j, columns);
      kEliminateBack[vecs](R + static_cast<ptrdiff_t>(i) * ldr + j, ldr, Lp + static_cast<ptrdiff_t>(next) * ld + i, ld,
                           R + static_cast<ptrdiff_t>(next) * ldr + j, ldr, rows - next, D);
      j += vecs * kWidth;
    }
  }
}

}  // namespace athanor::ATHANOR_ISA
