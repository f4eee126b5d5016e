/** Register tiles: kRows × up to kTileVecs vectors, the innermost loops of every factorization, solve and product. */
#pragma once
#include "linalg.h"

namespace athanor::ATHANOR_ISA {

constexpr int kBlock = 192;  // rows that are updated together: 24 register tiles, and the run of a sum that stays in cache

template <int NV>
struct Tile {
  Vec row[kRows][NV];
};

/** acc −= PᵀQ (Sign −1) or += (Sign +1) over k rows; P and Q point at the first row of their panels, ps and qs from panel to panel. */
template <int NV, int Sign>
static inline __attribute__((always_inline)) void accumulate(Tile<NV>& acc, const double* P, ptrdiff_t ps, const double* Q, ptrdiff_t qs,
                                                             int k) {
  for (int p = 0; p < k; p++) {
    Vec q[NV];
#pragma GCC unroll 3
    for (int v = 0; v < NV; v++) q[v] = load(Q + v * qs);
#pragma GCC unroll 8
    for (int i = 0; i < kRows; i++) {
      const Vec a = splat(P[i / kWidth * ps + i % kWidth]);
#pragma GCC unroll 3
      for (int v = 0; v < NV; v++) {
        if (Sign > 0) {
          acc.row[i][v] += a * q[v];
        } else {
          acc.row[i][v] -= a * q[v];
        }
      }
    }
    P += kWidth;
    Q += kWidth;
  }
}

template <int NV>
static inline void load_tile(Tile<NV>& t, const double* C, ptrdiff_t cs) {
#pragma GCC unroll 8
  for (int i = 0; i < kRows; i++) {
#pragma GCC unroll 3
    for (int v = 0; v < NV; v++) t.row[i][v] = load(C + i * kWidth + v * cs);
  }
}

template <int NV>
static inline void store_tile(const Tile<NV>& t, double* C, ptrdiff_t cs) {
#pragma GCC unroll 8
  for (int i = 0; i < kRows; i++) {
#pragma GCC unroll 3
    for (int v = 0; v < NV; v++) store(C + i * kWidth + v * cs, t.row[i][v]);
  }
}

/** t ← D⁻ᵀt for the upper tile D (row-major, kRows wide) whose diagonal holds reciprocals. */
template <int NV>
static inline void substitute(Tile<NV>& t, const double* D) {
#pragma GCC unroll 8
  for (int i = 0; i < kRows; i++) {
    const Vec r = splat(D[i * kRows + i]);
#pragma GCC unroll 3
    for (int v = 0; v < NV; v++) t.row[i][v] *= r;
#pragma GCC unroll 8
    for (int p = i + 1; p < kRows; p++) {
      const Vec a = splat(D[i * kRows + p]);
#pragma GCC unroll 3
      for (int v = 0; v < NV; v++) t.row[p][v] -= a * t.row[i][v];
    }
  }
}

/** t ← D⁻¹t, from the last row up. */
template <int NV>
static inline void substitute_back(Tile<NV>& t, const double* D) {
#pragma GCC unroll 8
  for (int i = kRows - 1; i >= 0; i--) {
    const Vec r = splat(D[i * kRows + i]);
#pragma GCC unroll 3
    for (int v = 0; v < NV; v++) t.row[i][v] *= r;
#pragma GCC unroll 8
    for (int p = 0; p < i; p++) {
      const Vec a = splat(D[p * kRows + i]);
#pragma GCC unroll 3
      for (int v = 0; v < NV; v++) t.row[p][v] -= a * t.row[i][v];
    }
  }
}

/** Vectors of the tile that starts at column `from` when `to` is the end: 1 to 3. */
static inline int tile_vecs(int from, int to) {
  const int vecs = (to - from + kWidth - 1) / kWidth;
  return vecs < kTileVecs ? vecs : kTileVecs;
}

}  // namespace athanor::ATHANOR_ISA
