/**
 * Factor and inverse of a symmetric matrix of some hundred rows in shared memory, in one sweep over panels of eight columns: the
 * serial part of a blocked factorization.
 *
 * The rows of A are reduced from the right by L⁻ᵀ, and with them the rows of the identity, which so become X = L⁻ᵀ. L fills the
 * lower triangle and X, which is upper triangular, the rest: its diagonal, the reciprocals of L's, stands apart. A panel takes two
 * barriers: its columns lose the terms of all columns before (tensor cores, a block of eight rows to a warp), then each thread
 * factors the 8×8 block on the diagonal in registers and solves one row with it, so that no thread waits for another's pivot.
 */
#pragma once
#include "device.h"

namespace athanor_device {

constexpr int kPanel = 8;

/**
 * A matrix of 8·blocks rows. `pitch` is 5 or 11 modulo 16: neither rows of a thread each nor the fragments of a warp meet in the
 * banks of shared memory more than two at a time.
 */
struct Swept {
  double* at;           ///< [8·blocks, pitch]: the lower triangle of A, or L; zeros above
  int pitch, blocks;
  double* reciprocals;  ///< [8·blocks]: the diagonal of X
  double* corner;       ///< [64]: the block of A on the diagonal that is factored now
};

/** Pitch of a matrix of so many blocks. */
ATH_DEVICE int swept_pitch(int blocks) { return blocks * kPanel + (blocks % 2 == 0 ? 5 : 3); }

/** X(row, column) for row ≤ column, and 0 below. */
ATH_DEVICE double swept_upper(const Swept& s, int row, int column) {
  const double value = column > row ? s.at[row * s.pitch + column] : s.reciprocals[row];
  return column < row ? 0.0 : value;
}

/** Takes the columns before panel p off its columns: rows of A from the panel on, and rows of X above it, a block to a warp. */
template <bool kFactored>
ATH_DEVICE void reduce_panel(const Swept& s, int p) {
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, warps = blockDim.x >> 5, g = lane >> 2, c = lane & 3;
  for (int b = warp; b < s.blocks; b += warps) {
    const int i = p + b < s.blocks ? p + b : p + b - s.blocks;
    if (kFactored && i >= p) continue;
    const double *left = s.at + (i * kPanel + g) * s.pitch + c, *right = s.at + (p * kPanel + g) * s.pitch + c;
    double first0 = 0, first1 = 0, second0 = 0, second1 = 0;
    int k = 0;
    if (i < p) {
      const int column = i * kPanel + c;
      mma_8x8x4(first0, first1, swept_upper(s, i * kPanel + g, column), right[i * kPanel]);
      mma_8x8x4(second0, second1, swept_upper(s, i * kPanel + g, column + 4), right[i * kPanel + 4]);
      k = i + 1;
    }
    for (; k < p; ++k) {
      mma_8x8x4(first0, first1, left[k * kPanel], right[k * kPanel]);
      mma_8x8x4(second0, second1, left[k * kPanel + 4], right[k * kPanel + 4]);
    }
    double* const own = s.at + (i * kPanel + g) * s.pitch + p * kPanel + 2 * c;
    double* const out = i == p ? s.corner + kPanel * g + 2 * c : own;
    out[0] = own[0] - (first0 + second0);
    out[1] = own[1] - (first1 + second1);
  }
}

/** Factors the lower triangle of an 8×8 block in registers. The diagonal keeps the pivots; those of rows from n on are 1. */
ATH_DEVICE void factor_block(double (&l)[kPanel][kPanel], double (&inverse)[kPanel], int first, int n) {
  ATH_UNROLL
  for (int c = 0; c < kPanel; ++c) {
    inverse[c] = reciprocal_root(first + c < n ? l[c][c] : 1.0);
    ATH_UNROLL
    for (int r = c + 1; r < kPanel; ++r) {
      l[r][c] *= inverse[c];
      ATH_UNROLL
      for (int k = c + 1; k <= r; ++k) l[r][k] = fma(-l[r][c], l[k][c], l[r][k]);
    }
  }
}

/** Solves the rows of panel p, a row to a thread: those of A from the panel on, and those of X down to it. */
template <bool kFactored>
ATH_DEVICE void solve_rows(const Swept& s, int p, int n, const double* least, int& broken) {
  const int t = threadIdx.x, of_a = kFactored ? 0 : kPanel * (s.blocks - p), column = p * kPanel;
  if (t >= of_a + column + kPanel) return;
  const bool above = t >= of_a;
  const int r = above ? t - of_a : column + t, place = r - column;
  double* const own = s.at + r * s.pitch + column;
  const double* const block = kFactored ? s.at + column * s.pitch + column : s.corner;
  const int pitch = kFactored ? s.pitch : kPanel;
  double l[kPanel][kPanel], inverse[kPanel], row[kPanel];
  const double* const from = !above && place < kPanel ? block + place * pitch : own;
  ATH_UNROLL
  for (int c = 0; c < kPanel; ++c) {
    row[c] = above && place >= 0 ? (c == place ? 1.0 : 0.0) : from[c];
    ATH_UNROLL
    for (int k = 0; k <= c; ++k) l[c][k] = block[c * pitch + k];
    if (kFactored) inverse[c] = s.reciprocals[column + c];
  }
  if (!kFactored) factor_block(l, inverse, column, n);
  ATH_UNROLL
  for (int c = 0; c < kPanel; ++c) {
    ATH_UNROLL
    for (int k = 0; k < c; ++k) row[c] = fma(-row[k], l[c][k], row[c]);
    row[c] *= inverse[c];
    if (above ? c > place : c <= place) own[c] = row[c];
    if (!kFactored && above && c == place) s.reciprocals[r] = row[c];
  }
  if (kFactored || t != 0) return;
  // After the factor, whose pivots wait for one another: a branch at each would hold up what is beside it.
  ATH_UNROLL
  for (int c = 0; c < kPanel; ++c) {
    const bool fails = !(l[c][c] > least[column + c]);
    broken = fails & (column + c < n) & (broken == n) ? column + c : broken;
  }
}

/**
 * The sweep. Pivots of rows from n on are 1, whatever stands there: such a row z' on the border of A becomes (L⁻¹z)', and its column
 * of X becomes −A⁻¹z. kFactored: the lower triangle is L already. At least 8·blocks + 8 threads; begins and ends with a barrier.
 *
 * @returns in thread 0 the first row whose pivot is not above least[row], or n
 */
template <bool kFactored>
ATH_DEVICE int sweep(const Swept& s, int n, const double* least) {
  int broken = n;
  if (kFactored)
    for (int i = threadIdx.x; i < kPanel * s.blocks; i += blockDim.x) s.reciprocals[i] = 1 / s.at[i * s.pitch + i];
  for (int p = 0; p < s.blocks; ++p) {
    ATH_SYNC();
    reduce_panel<kFactored>(s, p);
    ATH_SYNC();
    solve_rows<kFactored>(s, p, n, least, broken);
  }
  ATH_SYNC();
  return broken;
}

}  // namespace athanor_device
