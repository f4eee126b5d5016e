/**
 * Dense linear algebra in 64×64 tiles, batched over blockIdx.y, products on the fp64 tensor cores (tile_product.h).
 *
 * Matrices are row-major. A lower factor keeps zeros above its diagonal. The inverse of each diagonal tile is kept, so that
 * solves with it are products, too.
 */
#include "diagonal_tile.h"

using namespace athanor_device;

/** C [B,m,n] = op(A)·op(B); strides 0 share an operand. Shared: product_doubles. Grid: tiles of C, batch. Four warps. */
ATH_KERNEL dense_matmul(const double* a, const double* b, double* c, int m, int k, int n, int transpose_a, int transpose_b,
                        long long stride_a, long long stride_b) {
  ATH_SHARED(shared);
  const int tiles = (n + kTile - 1) / kTile, row = (blockIdx.x / tiles) * kTile, column = (blockIdx.x % tiles) * kTile;
  a += blockIdx.y * stride_a;
  b += blockIdx.y * stride_b;
  c += (size_t)blockIdx.y * m * n;
  const Operand left = {transpose_a ? a + row : a + (size_t)row * k, transpose_a ? m : k, m - row, transpose_a != 0};
  const Operand right = {transpose_b ? b + (size_t)column * k : b + column, transpose_b ? k : n, n - column, transpose_b == 0};
  double acc[2][4][4];
  multiply<2, 2>(acc, left, right, k, shared);
  each_entry<2>(acc, [&](int r, int s, double value) {
    if (row + r < m && column + s < n) c[(size_t)(row + r) * n + column + s] = value;
  });
}

namespace athanor_device {

/** Writes the factor of diagonal tile `step` into A and its inverse into inverses [T,64,64]. */
ATH_DEVICE void finish_diagonal(double* a, int n, int step, const double* diagonal, double* failed, double* inverses, double* tile) {
  const int corner = step * kTile;
  load_diagonal(tile, a, n, corner);
  ATH_SYNC();
  factor_tile(tile, n, corner, diagonal, failed);
  for (int e = threadIdx.x; e < kTile * kTile; e += blockDim.x) {
    const int r = e / kTile, c = e % kTile;
    if (corner + r < n && corner + c < n) a[(size_t)(corner + r) * n + corner + c] = c <= r ? tile[r * kRow + c] : 0.0;
  }
  ATH_SYNC();
  invert_tile(tile);
  for (int e = threadIdx.x; e < kTile * kTile; e += blockDim.x)
    inverses[(size_t)step * kTile * kTile + e] = tile[(e / kTile) * kRow + e % kTile];
}

/**
 * A_ij −= Σ L_ik L_jkᵀ over block columns k in [from, to) for the lower tiles from row and column `first` on, `across` tiles
 * of columns wide; then the block that has the first diagonal tile up to date factors it, while the others still update:
 * the next panel finds it done.
 */
template <int kDown, int kAcross>
ATH_DEVICE void update_trailing(double* a, int n, int from, int to, int first, int across, const double* diagonal, double* failed,
                                double* inverses, double* shared) {
  const int row = first * kTile + (blockIdx.x / across) * 32 * kDown, column = first * kTile + (blockIdx.x % across) * 32 * kAcross;
  if (column >= row + 32 * kDown) return;
  const int origin = from * kTile;
  double acc[2][4][4];
  multiply<kDown, kAcross>(acc, {a + (size_t)row * n + origin, n, n - row, false}, {a + (size_t)column * n + origin, n, n - column, false},
                           (to - from) * kTile, shared);
  each_entry<kAcross>(acc, [&](int r, int c, double value) {
    if (row + r < n && column + c <= row + r) a[(size_t)(row + r) * n + column + c] -= value;
  });
  if (blockIdx.x != 0) return;
  ATH_SYNC();
  finish_diagonal(a, n, first, diagonal, failed, inverses, shared);
}

}  // namespace athanor_device

/**
 * Factors the first diagonal tile. failed[b] = 1 + pivot where a pivot is not above n·2⁻⁵²·diagonal[b,pivot] (the entry
 * before the factorization). inverses [B,T,64,64]. Grid: 1, batch. Four warps. Shared: kTileDoubles.
 */
ATH_KERNEL cholesky_begin(double* a, int n, const double* diagonal, double* failed, double* inverses) {
  ATH_SHARED(tile);
  const size_t b = blockIdx.y, tiles = (n + kTile - 1) / kTile;
  finish_diagonal(a + b * n * n, n, 0, diagonal + b * n, failed + b, inverses + b * tiles * kTile * kTile, tile);
}

/** L_ik = A_ik·L_kk⁻ᵀ for the tiles below the diagonal. Grid: tiles i > k = step, batch. Four warps. Shared: product_doubles. */
ATH_KERNEL cholesky_panel(double* a, int n, int step, const double* inverses) {
  ATH_SHARED(shared);
  const size_t tiles = (n + kTile - 1) / kTile;
  const int row = (step + 1 + blockIdx.x) * kTile;
  double* at = a + (size_t)blockIdx.y * n * n + (size_t)row * n + step * kTile;
  const double* inverse = inverses + (blockIdx.y * tiles + step) * kTile * kTile;
  double acc[2][4][4];
  multiply<2, 2>(acc, {at, n, n - row, false}, {inverse, kTile, kTile, false}, kTile, shared);
  each_entry<2>(acc, [&](int r, int c, double value) {
    if (row + r < n) at[(size_t)r * n + c] = value;
  });
}

/** See update_trailing. Grid: tiles, batch. Four warps. Shared: the larger of product_doubles and kTileDoubles. */
ATH_KERNEL cholesky_update(double* a, int n, int from, int to, int first, int across, const double* diagonal, double* failed,
                           double* inverses) {
  ATH_SHARED(shared);
  const size_t b = blockIdx.y, tiles = (n + kTile - 1) / kTile;
  update_trailing<2, 2>(a + b * n * n, n, from, to, first, across, diagonal + b * n, failed + b, inverses + b * tiles * kTile * kTile,
                        shared);
}

/** The same in tiles of 128×128, which read half as much per operation: for large matrices. Sixteen warps. */
ATH_KERNEL_OF(512) cholesky_update_wide(double* a, int n, int from, int to, int first, int across, const double* diagonal, double* failed,
                                double* inverses) {
  ATH_SHARED(shared);
  const size_t b = blockIdx.y, tiles = (n + kTile - 1) / kTile;
  update_trailing<4, 4>(a + b * n * n, n, from, to, first, across, diagonal + b * n, failed + b, inverses + b * tiles * kTile * kTile,
                        shared);
}

/** inverses [B,T,64,64] of the diagonal tiles of L [B,n,n]. Grid: tiles, batch. Four warps. Shared: kTileDoubles. */
ATH_KERNEL invert_diagonals(const double* l, int n, double* inverses, long long stride_l) {
  ATH_SHARED(tile);
  const size_t tiles = gridDim.x, size = kTile * kTile;
  load_diagonal(tile, l + blockIdx.y * stride_l, n, blockIdx.x * kTile);
  ATH_SYNC();
  invert_tile(tile);
  double* out = inverses + (blockIdx.y * tiles + blockIdx.x) * size;
  for (int e = threadIdx.x; e < (int)size; e += blockDim.x) out[e] = tile[(e / kTile) * kRow + e % kTile];
}

/**
 * Tiles [from, to) of X = L⁻¹R going down, or of L⁻ᵀR going up, R and X [B,n,m]; each block owns 32 columns, all terms of a tile
 * from these tiles are one product; R is X, less the terms of the tiles before, unless these are all. `lower`: X is zero above
 * its diagonal. Grid: column tiles, batch. Two warps. Shared: product_doubles.
 */
ATH_KERNEL triangular_solve(const double* l, const double* inverses, const double* r, double* x, int n, int m, int transposed,
                            long long stride_l, int lower, int from, int to) {
  ATH_SHARED(shared);
  const int tiles = (n + kTile - 1) / kTile, column = blockIdx.x * 32, end = to * kTile < n ? to * kTile : n;
  l += blockIdx.y * stride_l;
  inverses += stride_l ? (size_t)blockIdx.y * tiles * kTile * kTile : 0;
  r += (size_t)blockIdx.y * n * m;
  x += (size_t)blockIdx.y * n * m;
  const int first = lower && column / kTile > from ? column / kTile : from;
  double acc[2][4][4];
  for (int step = first; step < to; ++step) {
    const int i = transposed ? to - 1 - (step - first) : step, row = i * kTile;
    const int known = transposed ? row + kTile : first * kTile;  // first row of X that is known and matters here
    const double* factor = transposed ? l + (size_t)known * n + row : l + (size_t)row * n + known;
    ATH_SYNC();
    multiply<2, 1>(acc, {factor, n, n - row, transposed != 0}, {x + (size_t)known * m + column, m, m - column, true},
                   transposed ? end - known : row - known, shared);
    each_entry<1>(acc, [&](int s, int c, double value) {
      const int at = row + s, col = column + c;
      if (at >= n || col >= m) return;
      x[(size_t)at * m + col] = r[(size_t)at * m + col] - value;
    });
    ATH_SYNC();
    multiply<2, 1>(acc, {inverses + (size_t)i * kTile * kTile, kTile, kTile, transposed != 0},
                   {x + (size_t)row * m + column, m, m - column, true}, n - row < kTile ? n - row : kTile, shared);
    each_entry<1>(acc, [&](int s, int c, double value) {
      if (row + s < n && column + c < m) x[(size_t)(row + s) * m + column + c] = value;
    });
  }
}

/** X [B,n,n] = the identity. Grid: elements of a member, batch. */
ATH_KERNEL set_identity(double* x, int n) {
  const long long e = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (e < (long long)n * n) x[(size_t)blockIdx.y * n * n + e] = e % (n + 1) == 0 ? 1.0 : 0.0;
}

namespace athanor_device {

/**
 * Takes the solved tiles k in [from, to) off the others: X_ij −= Σ L_ik X_kj for the rows below them, or X_ij −= Σ L_kiᵀ X_kj for
 * the rows above; `across` tiles of columns.
 */
template <int kDown, int kAcross>
ATH_DEVICE void take_off_solved(const double* l, double* x, int n, int m, int transposed, int from, int to, int across, double* shared) {
  const int origin = from * kTile, end = to * kTile < n ? to * kTile : n, rows = transposed ? origin : n;
  const int row = (transposed ? 0 : end) + (blockIdx.x / across) * 32 * kDown, column = (blockIdx.x % across) * 32 * kAcross;
  const double* factor = transposed ? l + (size_t)origin * n + row : l + (size_t)row * n + origin;
  double acc[2][4][4];
  multiply<kDown, kAcross>(acc, {factor, n, rows - row, transposed != 0}, {x + (size_t)origin * m + column, m, m - column, true},
                           end - origin, shared);
  each_entry<kAcross>(acc, [&](int r, int c, double value) {
    if (row + r < rows && column + c < m) x[(size_t)(row + r) * m + column + c] -= value;
  });
}

}  // namespace athanor_device

/** See take_off_solved; L [B,n,n] or, with a stride of 0, one for all, X [B,n,m]. Grid: tiles, batch. Four warps. Shared: product_doubles. */
ATH_KERNEL solve_update(const double* l, double* x, int n, int m, int transposed, long long stride_l, int from, int to, int across) {
  ATH_SHARED(shared);
  take_off_solved<2, 2>(l + blockIdx.y * stride_l, x + (size_t)blockIdx.y * n * m, n, m, transposed, from, to, across, shared);
}

/** The same in tiles of 128×128. Sixteen warps. */
ATH_KERNEL_OF(512) solve_update_wide(const double* l, double* x, int n, int m, int transposed, long long stride_l, int from, int to,
                                     int across) {
  ATH_SHARED(shared);
  take_off_solved<4, 4>(l + blockIdx.y * stride_l, x + (size_t)blockIdx.y * n * m, n, m, transposed, from, to, across, shared);
}

/**
 * One step of a solve for a single right side, spread over the GPU: every block makes x_k = L_kk⁻¹ z_k (L_kk⁻ᵀ z_k), the
 * one of tile k = step writes it into x [B,n], the others take L_ik x_k (L_kiᵀ x_k) off z_i. Grid: tiles, batch. Four warps.
 * Shared: 64.
 */
ATH_KERNEL solve_vector_step(const double* l, const double* inverses, double* z, double* x, int n, int step, int transposed,
                             long long stride_l) {
  ATH_SHARED(solved);
  const int tiles = (n + kTile - 1) / kTile, corner = step * kTile, size = n - corner < kTile ? n - corner : kTile;
  const int i = transposed ? step - (int)blockIdx.x : step + (int)blockIdx.x, row = i * kTile, lane = threadIdx.x & 31;
  const int count = n - row < kTile ? n - row : kTile;
  l += blockIdx.y * stride_l;
  inverses += ((stride_l ? (size_t)blockIdx.y * tiles : 0) + step) * kTile * kTile;
  z += (size_t)blockIdx.y * n;
  x += (size_t)blockIdx.y * n;
  // Sums along rows belong to warps, sums down columns to threads: either way neighbours read neighbours.
  const auto along = [&](const double* rows, int pitch, int of, const double* with, int terms, auto put) {
    for (int r = threadIdx.x >> 5; r < of; r += blockDim.x >> 5) {
      double sum = 0;
      for (int c = lane; c < terms; c += 32) sum = fma(rows[(size_t)r * pitch + c], with[c], sum);
      for (int mask = 16; mask > 0; mask >>= 1) sum += shuffle_xor(sum, mask);
      if (lane == 0) put(r, sum);
    }
  };
  const auto down = [&](const double* rows, int pitch, int of, const double* with, int terms, auto put) {
    for (int c = threadIdx.x; c < of; c += blockDim.x) {
      double sum = 0;
      for (int r = 0; r < terms; ++r) sum = fma(rows[(size_t)r * pitch + c], with[r], sum);
      put(c, sum);
    }
  };
  const auto keep = [&](int r, double value) { solved[r] = value; };
  if (transposed) down(inverses, kTile, size, z + corner, size, keep);
  else along(inverses, kTile, size, z + corner, size, keep);
  ATH_SYNC();
  if (i == step) {
    for (int r = threadIdx.x; r < size; r += blockDim.x) x[corner + r] = solved[r];
    return;
  }
  const auto take_off = [&](int r, double value) { z[row + r] -= value; };
  if (transposed) down(l + (size_t)corner * n + row, n, count, solved, size, take_off);
  else along(l + (size_t)row * n + corner, n, count, solved, size, take_off);
}

/** Lower tiles of L⁻ᵀL⁻¹ from L⁻¹ [B,n,n]. Grid: tile pairs (i ≥ j are done), batch. Four warps. Shared: product_doubles. */
ATH_KERNEL inverse_gram(const double* inverse, double* gram, int n) {
  ATH_SHARED(shared);
  const int tiles = (n + kTile - 1) / kTile, i = blockIdx.x / tiles, j = blockIdx.x % tiles;
  if (j > i) return;
  inverse += (size_t)blockIdx.y * n * n;
  gram += (size_t)blockIdx.y * n * n;
  const int row = i * kTile, column = j * kTile;
  const double* from = inverse + (size_t)row * n;
  double acc[2][4][4];
  multiply<2, 2>(acc, {from + row, n, n - row, true}, {from + column, n, n - column, true}, n - row, shared);
  each_entry<2>(acc, [&](int r, int c, double value) {
    if (row + r < n && column + c < n) gram[(size_t)(row + r) * n + column + c] = value;
  });
}

/** out[i] = value. Grid: elements. */
ATH_KERNEL fill(double* out, double value, int length) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < length) out[e] = value;
}

/** out[i] = from[i]. Grid: elements. */
ATH_KERNEL copy(const double* from, double* out, long long length) {
  const long long e = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (e < length) out[e] = from[e];
}

/** Lower triangle of A [B,n,n] with jitter[b]·unit[b] on the diagonal (none when absent), zeros above. Grid: elements, batch. */
ATH_KERNEL copy_lower(const double* a, int n, const double* jitter, const double* unit, double* l) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
  if (e >= n * n) return;
  const int i = e / n, j = e % n;
  double value = j <= i ? a[(size_t)b * n * n + e] : 0.0;
  if (i == j && jitter && jitter[b] > 0) value += jitter[b] * unit[b];
  l[(size_t)b * n * n + e] = value;
}

/** Fills the members with status below 0 with NaN. Grid: elements of a member, batch. */
ATH_KERNEL poison_failed(const double* status, double* values, int length) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
  if (e < length && status[b] < 0) values[(size_t)b * length + e] = NAN;
}
