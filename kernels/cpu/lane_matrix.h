/**
 * Dense lower triangular factors whose entries are vectors, a lane per matrix. All sums run along rows: with X Lᵀ = R solved row by
 * row for X, the factor itself, L⁻ᵀ (rows of the identity) and right-hand sides are one loop.
 */
#pragma once
#include "simd.h"

namespace athanor::ATHANOR_ISA {

/** Rows and columns of a register tile: 16 accumulators of 32 registers, or 9 of 16. */
constexpr int kLaneTile = kWidth == 8 ? 4 : 3;

static inline int laned(int n) { return (n + kLaneTile - 1) / kLaneTile * kLaneTile; }

struct LaneRows {
  Vec* data;
  int ld;
  Vec* operator()(int row) const { return data + static_cast<size_t>(row) * ld; }
};

struct LaneTile {
  Vec at[kLaneTile][kLaneTile];
};

/** t[r][c] −= Σ_p X[i + r][p]·Y[j + c][p] for p in [from, to). */
static inline __attribute__((always_inline)) void subtract_lane_product(LaneTile& t, const LaneRows& X, int i, const LaneRows& Y, int j,
                                                                        int from, int to) {
  const Vec* const x = X(i);
  const Vec* const y = Y(j);
  for (int p = from; p < to; p++) {
    Vec right[kLaneTile];
#pragma GCC unroll 4
    for (int c = 0; c < kLaneTile; c++) right[c] = y[static_cast<size_t>(c) * Y.ld + p];
#pragma GCC unroll 4
    for (int r = 0; r < kLaneTile; r++) {
      const Vec left = x[static_cast<size_t>(r) * X.ld + p];
#pragma GCC unroll 4
      for (int c = 0; c < kLaneTile; c++) t.at[r][c] -= left * right[c];
    }
  }
}

/**
 * Rows [row, row + kLaneTile) of X ← X·L⁻ᵀ for columns [from, to), tile by tile; X is 0 left of `from`, and with `Unit` counts as those rows
 * of the identity from there on.
 */
template <bool Unit = false>
static inline void solve_lane_rows(const LaneRows& L, const Vec* reciprocal, const LaneRows& X, int row, int from, int to) {
  for (int j = from; j < to; j += kLaneTile) {
    LaneTile t;
#pragma GCC unroll 4
    for (int r = 0; r < kLaneTile; r++) {
#pragma GCC unroll 4
      for (int c = 0; c < kLaneTile; c++) t.at[r][c] = Unit ? splat(j == row && r == c ? 1 : 0) : X(row + r)[j + c];
    }
    subtract_lane_product(t, X, row, L, j, from, j);
#pragma GCC unroll 4
    for (int c = 0; c < kLaneTile; c++) {
#pragma GCC unroll 4
      for (int r = 0; r < kLaneTile; r++) t.at[r][c] *= reciprocal[j + c];
#pragma GCC unroll 4
      for (int next = c + 1; next < kLaneTile; next++) {
        const Vec l = L(j + next)[j + c];
#pragma GCC unroll 4
        for (int r = 0; r < kLaneTile; r++) t.at[r][next] -= t.at[r][c] * l;
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < kLaneTile; r++) {
#pragma GCC unroll 4
      for (int c = 0; c < kLaneTile; c++) X(row + r)[j + c] = t.at[r][c];
    }
  }
}

/** The lower factor of A in its place; reciprocal gets 1/L[i][i]. @returns a mask of the lanes that have a pivot not above least[i] */
static inline IntVec factor_lanes(const LaneRows& A, int rows, const Vec* least, Vec* reciprocal) {
  IntVec bad = {};
  for (int i = 0; i < rows; i += kLaneTile) {
    solve_lane_rows(A, reciprocal, A, i, 0, i);
    LaneTile t;
    for (int r = 0; r < kLaneTile; r++) {
      for (int c = 0; c < kLaneTile; c++) t.at[r][c] = A(i + r)[i + c];
    }
    subtract_lane_product(t, A, i, A, i, 0, i);
    for (int c = 0; c < kLaneTile; c++) {
      const Vec pivot = t.at[c][c];
      bad |= ~((pivot > least[i + c]) & (pivot < HUGE_VAL));
      const Vec root = vsqrt(pivot);
      const Vec inverse = 1.0 / root;
      reciprocal[i + c] = inverse;
      t.at[c][c] = root;
      for (int r = c + 1; r < kLaneTile; r++) t.at[r][c] *= inverse;
      for (int r = c + 1; r < kLaneTile; r++) {
        for (int next = c + 1; next <= r; next++) t.at[r][next] -= t.at[r][c] * t.at[next][c];
      }
    }
    for (int r = 0; r < kLaneTile; r++) {
      for (int c = 0; c <= r; c++) A(i + r)[i + c] = t.at[r][c];
    }
  }
  return bad;
}

/** M ← L⁻ᵀ, upper triangular. */
static inline void invert_lanes(const LaneRows& L, const Vec* reciprocal, const LaneRows& M, int rows) {
  for (int i = 0; i < rows; i += kLaneTile) {
    solve_lane_rows<true>(L, reciprocal, M, i, i, rows);
  }
}

}  // namespace athanor::ATHANOR_ISA
