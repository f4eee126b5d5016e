/** Factor and inverse of one 64×64 tile on the diagonal, in shared memory. */
#pragma once
#include "sweep.h"
#include "tile_product.h"

namespace athanor_device {

constexpr int kRow = kTile + 5;
/** The tile, the reciprocals, the least pivots, the corner. */
constexpr int kTileDoubles = kTile * kRow + 3 * kTile;

ATH_DEVICE Swept tile_in(double* shared) {
  return {shared, kRow, kTile / kPanel, shared + kTile * kRow, shared + kTile * kRow + 2 * kTile};
}
ATH_DEVICE double* least_in(double* shared) { return shared + kTile * kRow + kTile; }

/** The lower triangle of the tile of A that starts at (corner, corner), zeros above; ones on the diagonal past n. */
template <int kThreads>
ATH_DEVICE void load_diagonal(double* tile, const double* a, int n, int corner) {
  ATH_UNROLL_SOME
  for (int s = 0; s < kTile * kTile / kThreads; ++s) {
    const int e = (int)threadIdx.x + s * kThreads, r = e / kTile, c = e % kTile;
    const bool inside = corner + r < n && c <= r;
    tile[r * kRow + c] = inside ? a[(size_t)(corner + r) * n + corner + c] : (r == c ? 1.0 : 0.0);
  }
}

/** Writes the inverse of a swept tile [64,64]. */
template <int kThreads>
ATH_DEVICE void store_inverse(const Swept& tile, double* inverse) {
  ATH_UNROLL_SOME
  for (int s = 0; s < kTile * kTile / kThreads; ++s) {
    const int e = (int)threadIdx.x + s * kThreads;
    inverse[e] = swept_upper(tile, e % kTile, e / kTile);
  }
}

/**
 * Writes the factor of diagonal tile `step` into A and its inverse into inverses [T,64,64]. `failed` becomes 1 + (first pivot that
 * is not above n·2⁻⁵²·diagonal[pivot]) unless it is set.
 */
template <int kThreads>
ATH_DEVICE void finish_diagonal(double* a, int n, int step, const double* diagonal, double* failed, double* inverses, double* shared) {
  const int corner = step * kTile, inside = n - corner < kTile ? n - corner : kTile;
  const Swept tile = tile_in(shared);
  double* const least = least_in(shared);
  for (int r = threadIdx.x; r < inside; r += kThreads) least[r] = n * 2.220446049250313e-16 * diagonal[corner + r];
  load_diagonal<kThreads>(shared, a, n, corner);
  const int broken = sweep<false>(tile, inside, least);
  if (threadIdx.x == 0 && broken < inside && *failed == 0) *failed = 1 + corner + broken;
  ATH_UNROLL_SOME
  for (int s = 0; s < kTile * kTile / kThreads; ++s) {
    const int e = (int)threadIdx.x + s * kThreads, r = e / kTile, c = e % kTile;
    if (r < inside && c < inside) a[(size_t)(corner + r) * n + corner + c] = c <= r ? shared[r * kRow + c] : 0.0;
  }
  store_inverse<kThreads>(tile, inverses + (size_t)step * kTile * kTile);
}

}  // namespace athanor_device
