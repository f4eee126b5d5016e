/**
 * Factor and inverse of one 64×64 tile in shared memory, by panels of 8: the serial part of a blocked factorization, so
 * few barriers and short dependency chains. Rows are 65 doubles apart.
 */
#pragma once
#include "tile_product.h"

namespace athanor_device {

constexpr int kRow = kTile + 1;
constexpr int kTileDoubles = kTile * kRow;
constexpr int kPanel = 8;

/** The lower triangle of the tile of A that starts at (corner, corner), zeros above; ones on the diagonal past n. */
ATH_DEVICE void load_diagonal(double* tile, const double* a, int n, int corner) {
  for (int e = threadIdx.x; e < kTile * kTile; e += blockDim.x) {
    const int r = e / kTile, c = e % kTile;
    const bool inside = corner + r < n && c <= r;
    tile[r * kRow + c] = inside ? a[(size_t)(corner + r) * n + corner + c] : (r == c ? 1.0 : 0.0);
  }
}

/** One warp's 8×8 product of blocks of the tile: (c0, c1) += T(i,k)·T(j,k)ᵀ, or T(i,k)·T(k,j) when `plain`. */
ATH_DEVICE void accumulate_blocks(double& c0, double& c1, const double* tile, int i, int j, int k, bool plain) {
  const int lane = threadIdx.x & 31, g = lane >> 2, c = lane & 3;
  ATH_UNROLL
  for (int s = 0; s < kPanel; s += 4) {
    const double left = tile[(i * kPanel + g) * kRow + k * kPanel + s + c];
    const double right = plain ? tile[(k * kPanel + s + c) * kRow + j * kPanel + g] : tile[(j * kPanel + g) * kRow + k * kPanel + s + c];
    mma_8x8x4(c0, c1, left, right);
  }
}

/**
 * Cholesky factor of the tile in place. `failed` becomes 1 + (first pivot that is not above n·2⁻⁵²·diagonal[pivot]) unless
 * it is set. The block needs at least 64 threads; ends with a barrier.
 */
ATH_DEVICE void factor_tile(double* tile, int n, int corner, const double* diagonal, double* failed) {
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, warps = blockDim.x >> 5;
  for (int p = 0; p < kTile; p += kPanel) {
    // Rows of the 8×8 block in the lanes of one warp.
    if (warp == 0) {
      const int r = lane & 7;
      double row[kPanel];
      ATH_UNROLL
      for (int c = 0; c < kPanel; ++c) row[c] = tile[(p + r) * kRow + p + c];
      ATH_UNROLL
      for (int c = 0; c < kPanel; ++c) {
        const double pivot = shuffle(row[c], c);
        const int index = corner + p + c;
        if (lane == c && index < n && !(pivot > n * 2.220446049250313e-16 * diagonal[index]) && *failed == 0) *failed = 1 + index;
        const double root = sqrt(pivot), inverse = 1 / root;
        row[c] = r == c ? root : row[c] * inverse;
        ATH_UNROLL
        for (int k = c + 1; k < kPanel; ++k) {
          const double other = shuffle(row[c], k);
          if (r >= k) row[k] = fma(-row[c], other, row[k]);
        }
      }
      ATH_WARP_SYNC();  // every lane has read the rows that eight of them write now
      if (lane < kPanel) {
        ATH_UNROLL
        for (int c = 0; c < kPanel; ++c)
          if (c <= r) tile[(p + r) * kRow + p + c] = row[c];
      }
    }
    ATH_SYNC();
    const int r = p + kPanel + (int)threadIdx.x;
    if (r < kTile) {
      double row[kPanel];
      ATH_UNROLL
      for (int c = 0; c < kPanel; ++c) {
        double sum = tile[r * kRow + p + c];
        ATH_UNROLL
        for (int k = 0; k < c; ++k) sum = fma(-row[k], tile[(p + c) * kRow + p + k], sum);
        row[c] = sum / tile[(p + c) * kRow + p + c];
      }
      ATH_UNROLL
      for (int c = 0; c < kPanel; ++c) tile[r * kRow + p + c] = row[c];
    }
    ATH_SYNC();
    const int first = p / kPanel + 1, left = kTile / kPanel - first;
    for (int block = warp; block < left * left; block += warps) {
      const int i = first + block / left, j = first + block % left;
      if (j > i) continue;
      double c0 = 0, c1 = 0;
      accumulate_blocks(c0, c1, tile, i, j, first - 1, false);
      double* out = tile + (i * kPanel + (lane >> 2)) * kRow + j * kPanel + 2 * (lane & 3);
      out[0] -= c0;
      out[1] -= c1;
    }
    ATH_SYNC();
  }
}

/** The tile, lower triangular, becomes its inverse (what lies above the diagonal stays). At least four warps; ends with a barrier. */
ATH_DEVICE void invert_tile(double* tile) {
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, warps = blockDim.x >> 5;
  // 8×8 blocks on the diagonal: a column to a thread.
  double column[kPanel];
  const int at = ((int)threadIdx.x / kPanel) * kPanel, c = threadIdx.x % kPanel;
  if (threadIdx.x < kTile) {
    ATH_UNROLL
    for (int r = 0; r < kPanel; ++r) {
      double sum = r == c ? 1.0 : 0.0;
      ATH_UNROLL
      for (int k = 0; k < r; ++k) sum = fma(-tile[(at + r) * kRow + at + k], column[k], sum);
      column[r] = sum / tile[(at + r) * kRow + at + r];
    }
  }
  ATH_SYNC();
  if (threadIdx.x < kTile) {
    ATH_UNROLL
    for (int r = 0; r < kPanel; ++r) tile[(at + r) * kRow + at + c] = r >= c ? column[r] : 0.0;
  }
  ATH_SYNC();
  // X_ij = −X_ii Σ_{j≤k<i} L_ik X_kj, a row of blocks at a time; a warp keeps its blocks of the row.
  for (int i = 1; i < kTile / kPanel; ++i) {
    double sums[2][2] = {{0, 0}, {0, 0}};
    ATH_UNROLL
    for (int s = 0; s < 2; ++s) {
      const int j = warp + s * warps;
      for (int k = j; k < i; ++k) accumulate_blocks(sums[s][0], sums[s][1], tile, i, j, k, true);
    }
    ATH_SYNC();
    ATH_UNROLL
    for (int s = 0; s < 2; ++s) {
      const int j = warp + s * warps;
      if (j >= i) continue;
      double* out = tile + (i * kPanel + (lane >> 2)) * kRow + j * kPanel + 2 * (lane & 3);
      out[0] = sums[s][0];
      out[1] = sums[s][1];
      ATH_WARP_SYNC();
      double c0 = 0, c1 = 0;
      // X_ii times the sums, which stand where X_ij will.
      accumulate_blocks(c0, c1, tile, i, j, i, true);
      ATH_WARP_SYNC();
      out[0] = -c0;
      out[1] = -c1;
    }
    ATH_SYNC();
  }
}

}  // namespace athanor_device
