/** Register tiles: kRows × up to kTileVecs vectors, the innermost loops of every factorization, solve and product. */
#pragma once
#include "linalg.h"

namespace athanor::ATHANOR_ISA {

template <int NV>
struct Tile {
  Vec row[kRows][NV];
};

/** acc −= PᵀQ over k rows of P [k, ldp] and Q [k, ldq]; with Sign = +1 adds. */
template <int NV, int Sign>
static inline void accumulate(Tile<NV>& acc, const double* P, ptrdiff_t ldp, const double* Q, ptrdiff_t ldq, int k) {
  for (int p = 0; p < k; p++) {
    Vec q[NV];
    for (int v = 0; v < NV; v++) q[v] = load(Q + v * kWidth);
#pragma GCC unroll 8
    for (int i = 0; i < kRows; i++) {
      const Vec a = splat(P[i]);
#pragma GCC unroll 3
      for (int v = 0; v < NV; v++) {
        if (Sign > 0) {
          acc.row[i][v] += a * q[v];
        } else {
          acc.row[i][v] -= a * q[v];
        }
      }
    }
    P += ldp;
    Q += ldq;
  }
}

template <int NV>
static inline void load_tile(Tile<NV>& t, const double* C, ptrdiff_t ld) {
#pragma GCC unroll 8
  for (int i = 0; i < kRows; i++) {
#pragma GCC unroll 3
    for (int v = 0; v < NV; v++) t.row[i][v] = load(C + i * ld + v * kWidth);
  }
}

template <int NV>
static inline void store_tile(const Tile<NV>& t, double* C, ptrdiff_t ld) {
#pragma GCC unroll 8
  for (int i = 0; i < kRows; i++) {
#pragma GCC unroll 3
    for (int v = 0; v < NV; v++) store(C + i * ld + v * kWidth, t.row[i][v]);
  }
}

/** t ← D⁻ᵀt for the upper tile D (row-major, kRows wide) whose diagonal holds reciprocals. */
template <int NV>
static inline void substitute(Tile<NV>& t, const double* D) {
#pragma GCC unroll 8
  for (int i = 0; i < kRows; i++) {
#pragma GCC unroll 8
    for (int p = 0; p < i; p++) {
      const Vec a = splat(D[p * kRows + i]);
#pragma GCC unroll 3
      for (int v = 0; v < NV; v++) t.row[i][v] -= a * t.row[p][v];
    }
    const Vec r = splat(D[i * kRows + i]);
#pragma GCC unroll 3
    for (int v = 0; v < NV; v++) t.row[i][v] *= r;
  }
}

/** t ← D⁻¹t, from the last row up; D as in `substitute`, holding the tile of L transposed, so entry (i, p) of L is D[p, i]. */
template <int NV>
static inline void substitute_back(Tile<NV>& t, const double* D) {
#pragma GCC unroll 8
  for (int i = kRows - 1; i >= 0; i--) {
#pragma GCC unroll 8
    for (int p = kRows - 1; p > i; p--) {
      const Vec a = splat(D[i * kRows + p]);
#pragma GCC unroll 3
      for (int v = 0; v < NV; v++) t.row[i][v] -= a * t.row[p][v];
    }
    const Vec r = splat(D[i * kRows + i]);
#pragma GCC unroll 3
    for (int v = 0; v < NV; v++) t.row[i][v] *= r;
  }
}

/** One tile of C ← D⁻ᵀ(C − PᵀQ). */
template <int NV>
static void eliminate(double* C, ptrdiff_t ld, const double* P, ptrdiff_t ldp, const double* Q, ptrdiff_t ldq, int k, const double* D) {
  Tile<NV> t;
  load_tile(t, C, ld);
  accumulate<NV, -1>(t, P, ldp, Q, ldq, k);
  substitute(t, D);
  store_tile(t, C, ld);
}

/** The same where C counts as zero on entry. */
template <int NV>
static void eliminate_zero(double* C, ptrdiff_t ld, const double* P, ptrdiff_t ldp, const double* Q, ptrdiff_t ldq, int k,
                           const double* D) {
  Tile<NV> t = {};
  accumulate<NV, -1>(t, P, ldp, Q, ldq, k);
  substitute(t, D);
  store_tile(t, C, ld);
}

/** One tile of C ← D⁻¹(C − PᵀQ) for the back substitution. */
template <int NV>
static void eliminate_back(double* C, ptrdiff_t ld, const double* P, ptrdiff_t ldp, const double* Q, ptrdiff_t ldq, int k,
                           const double* D) {
  Tile<NV> t;
  load_tile(t, C, ld);
  accumulate<NV, -1>(t, P, ldp, Q, ldq, k);
  substitute_back(t, D);
  store_tile(t, C, ld);
}

template <int NV>
static void product(double* C, ptrdiff_t ld, const double* P, ptrdiff_t ldp, const double* Q, ptrdiff_t ldq, int k) {
  Tile<NV> t = {};
  accumulate<NV, 1>(t, P, ldp, Q, ldq, k);
  store_tile(t, C, ld);
}

/** Vectors of the tile that starts at column `from` when `to` is the end: 1 to 3. */
static inline int tile_vecs(int from, int to) {
  const int vecs = (to - from + kWidth - 1) / kWidth;
  return vecs < kTileVecs ? vecs : kTileVecs;
}

}  // namespace athanor::ATHANOR_ISA
