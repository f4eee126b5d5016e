/**
 * Dense linear algebra in 32×32 tiles, batched over blockIdx.y, fp64 tensor cores for the products.
 *
 * Matrices are row-major. A lower factor keeps zeros above its diagonal. Tiles at the edge are padded in shared
 * memory: zeros, and ones on the diagonal where a tile is factored or solved with.
 */
#include "device.h"

namespace athanor_device {

/** Row length of a tile in shared memory; odd, so that columns do not share banks. */
constexpr int kRow = kTile + 1;

/** Copies a tile of A [rows, columns] that starts at (row, column); `transposed` swaps the two in shared memory. */
ATH_DEVICE void load_tile(double* tile, const double* a, int rows, int columns, int row, int column, bool transposed) {
  for (int e = threadIdx.x; e < kTile * kTile; e += blockDim.x) {
    const int r = e / kTile, c = e % kTile;
    const bool inside = row + r < rows && column + c < columns;
    tile[transposed ? c * kRow + r : r * kRow + c] = inside ? a[(size_t)(row + r) * columns + column + c] : 0.0;
  }
}

/** Where a warp's two 8×8 blocks of the tile lie: rows `row`…, columns `column`… and `column + 8`…. Eight warps. */
struct WarpBlock {
  int row, column, r, c;
};

ATH_DEVICE WarpBlock warp_block() {
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  return {(warp >> 1) * 8, (warp & 1) * 16, lane >> 2, lane & 3};
}

/** acc += A·Bᵀ for tiles in shared memory; acc holds this lane's four entries (see `store_tile`). */
ATH_DEVICE void accumulate_tile(double* acc, const double* a, const double* b) {
  const WarpBlock w = warp_block();
  for (int k = 0; k < kTile; k += 4) {
    const double left = a[(w.row + w.r) * kRow + k + w.c];
    mma_8x8x4(acc[0], acc[1], left, b[(w.column + w.r) * kRow + k + w.c]);
    mma_8x8x4(acc[2], acc[3], left, b[(w.column + 8 + w.r) * kRow + k + w.c]);
  }
}

/** Calls put(row, column, value) for this lane's entries of the tile. */
template <typename Put>
ATH_DEVICE void store_tile(const double* acc, Put put) {
  const WarpBlock w = warp_block();
  for (int half = 0; half < 2; ++half)
    for (int i = 0; i < 2; ++i) put(w.row + w.r, w.column + 8 * half + 2 * w.c + i, acc[2 * half + i]);
}

/** Solves in place T ← L⁻¹T (or L⁻ᵀT) for a lower tile L, both in shared memory. */
ATH_DEVICE void solve_tile(double* t, const double* l, bool transposed) {
  for (int step = 0; step < kTile; ++step) {
    const int p = transposed ? kTile - 1 - step : step;
    if (threadIdx.x < kTile) t[p * kRow + threadIdx.x] /= l[p * kRow + p];
    ATH_SYNC();
    for (int e = threadIdx.x; e < kTile * kTile; e += blockDim.x) {
      const int r = e / kTile, c = e % kTile;
      if (transposed ? r < p : r > p) t[r * kRow + c] -= (transposed ? l[p * kRow + r] : l[r * kRow + p]) * t[p * kRow + c];
    }
    ATH_SYNC();
  }
}

}  // namespace athanor_device

using namespace athanor_device;

/** C [B,m,n] = op(A)·op(B); strides 0 share an operand. Shared: two tiles. Grid: tiles of C, batch. */
ATH_KERNEL dense_matmul(const double* a, const double* b, double* c, int m, int k, int n, int transpose_a, int transpose_b,
                        long long stride_a, long long stride_b) {
  ATH_SHARED(shared);
  double *left = shared, *right = shared + kTile * kRow;
  const int tiles = (n + kTile - 1) / kTile, row = (blockIdx.x / tiles) * kTile, column = (blockIdx.x % tiles) * kTile;
  a += blockIdx.y * stride_a;
  b += blockIdx.y * stride_b;
  c += (size_t)blockIdx.y * m * n;
  double acc[4] = {0, 0, 0, 0};
  for (int p = 0; p < k; p += kTile) {
    if (transpose_a) load_tile(left, a, k, m, p, row, true);
    else load_tile(left, a, m, k, row, p, false);
    if (transpose_b) load_tile(right, b, n, k, column, p, false);
    else load_tile(right, b, k, n, p, column, true);
    ATH_SYNC();
    accumulate_tile(acc, left, right);
    ATH_SYNC();
  }
  store_tile(acc, [&](int r, int s, double value) {
    if (row + r < m && column + s < n) c[(size_t)(row + r) * n + column + s] = value;
  });
}

/** Left-looking step for block column `step`: A_ik ← A_ik − Σ_{j<k} L_ij L_kjᵀ. Grid: tiles i ≥ k, batch. Shared: two tiles. */
ATH_KERNEL cholesky_column(double* a, int n, int step) {
  ATH_SHARED(shared);
  double *left = shared, *right = shared + kTile * kRow;
  a += (size_t)blockIdx.y * n * n;
  const int row = (step + blockIdx.x) * kTile, column = step * kTile;
  double acc[4] = {0, 0, 0, 0};
  for (int p = 0; p < column; p += kTile) {
    load_tile(left, a, n, n, row, p, false);
    load_tile(right, a, n, n, column, p, false);
    ATH_SYNC();
    accumulate_tile(acc, left, right);
    ATH_SYNC();
  }
  store_tile(acc, [&](int r, int c, double value) {
    if (row + r < n && column + c < n) a[(size_t)(row + r) * n + column + c] -= value;
  });
}

/**
 * Factors the diagonal tile of block column `step`. failed[b] = 1 + pivot where a pivot is not above
 * n·2⁻⁵²·diagonal[b,pivot] (the entry before the factorization). Grid: 1, batch. Shared: one tile.
 */
ATH_KERNEL cholesky_diagonal(double* a, int n, int step, const double* diagonal, double* failed) {
  ATH_SHARED(tile);
  a += (size_t)blockIdx.y * n * n;
  const int corner = step * kTile, size = n - corner < kTile ? n - corner : kTile;
  load_tile(tile, a, n, n, corner, corner, false);
  ATH_SYNC();
  for (int p = 0; p < size; ++p) {
    const double pivot = tile[p * kRow + p];
    ATH_SYNC();
    if (threadIdx.x == 0) {
      const double least = n * 2.220446049250313e-16 * diagonal[(size_t)blockIdx.y * n + corner + p];
      if (!(pivot > least) && failed[blockIdx.y] == 0) failed[blockIdx.y] = 1 + corner + p;
      tile[p * kRow + p] = sqrt(pivot);
    }
    ATH_SYNC();
    for (int r = p + 1 + threadIdx.x; r < size; r += blockDim.x) tile[r * kRow + p] /= tile[p * kRow + p];
    ATH_SYNC();
    for (int e = threadIdx.x; e < kTile * kTile; e += blockDim.x) {
      const int r = e / kTile, c = e % kTile;
      if (c > p && r >= c && r < size) tile[r * kRow + c] -= tile[r * kRow + p] * tile[c * kRow + p];
    }
    ATH_SYNC();
  }
  for (int e = threadIdx.x; e < kTile * kTile; e += blockDim.x) {
    const int r = e / kTile, c = e % kTile;
    if (r < size && c < size) a[(size_t)(corner + r) * n + corner + c] = c <= r ? tile[r * kRow + c] : 0.0;
  }
}

/** L_ik = A_ik·L_kk⁻ᵀ for the tiles below the diagonal; zeros above it. Grid: tiles i > k, batch. Shared: two tiles. */
ATH_KERNEL cholesky_panel(double* a, int n, int step) {
  ATH_SHARED(shared);
  double *tile = shared, *factor = shared + kTile * kRow;
  a += (size_t)blockIdx.y * n * n;
  const int row = (step + 1 + blockIdx.x) * kTile, column = step * kTile;
  load_tile(tile, a, n, n, row, column, true);
  load_tile(factor, a, n, n, column, column, false);
  ATH_SYNC();
  solve_tile(tile, factor, false);
  for (int e = threadIdx.x; e < kTile * kTile; e += blockDim.x) {
    const int r = e / kTile, c = e % kTile;
    if (row + r < n) a[(size_t)(row + r) * n + column + c] = tile[c * kRow + r];
    if (row + c < n) a[(size_t)(column + r) * n + row + c] = 0.0;
  }
}

/** X = L⁻¹R or L⁻ᵀR, R and X [B,n,m]; each block owns 32 columns. Grid: column tiles, batch. Shared: three tiles. */
ATH_KERNEL triangular_solve(const double* l, const double* r, double* x, int n, int m, int transposed, long long stride_l,
                            int identity) {
  ATH_SHARED(shared);
  double *left = shared, *right = shared + kTile * kRow, *work = shared + 2 * kTile * kRow;
  l += blockIdx.y * stride_l;
  if (!identity) r += (size_t)blockIdx.y * n * m;
  x += (size_t)blockIdx.y * n * m;
  const int tiles = (n + kTile - 1) / kTile, column = blockIdx.x * kTile;
  // Of the identity only the rows from its own tile on matter when solving forwards.
  const int first = identity && !transposed ? (int)blockIdx.x : 0;
  for (int e = threadIdx.x; e < first * kTile * kTile; e += blockDim.x) {
    const int i = e / kTile, c = column + e % kTile;
    if (c < m) x[(size_t)i * m + c] = 0.0;
  }
  ATH_SYNC();
  for (int step = first; step < tiles; ++step) {
    const int i = transposed ? tiles - 1 - (step - first) : step;
    double acc[4] = {0, 0, 0, 0};
    for (int k = transposed ? i + 1 : first; k < (transposed ? tiles : i); ++k) {
      if (transposed) load_tile(left, l, n, n, k * kTile, i * kTile, true);
      else load_tile(left, l, n, n, i * kTile, k * kTile, false);
      load_tile(right, x, n, m, k * kTile, column, true);
      ATH_SYNC();
      accumulate_tile(acc, left, right);
      ATH_SYNC();
    }
    load_tile(left, l, n, n, i * kTile, i * kTile, false);
    store_tile(acc, [&](int s, int c, double value) {
      const int row = i * kTile + s, col = column + c;
      const bool inside = row < n && col < m;
      const double given = !inside ? 0.0 : identity ? (row == col ? 1.0 : 0.0) : r[(size_t)row * m + col];
      work[s * kRow + c] = given - value;
    });
    ATH_SYNC();
    if (threadIdx.x < kTile && i * kTile + (int)threadIdx.x >= n) left[threadIdx.x * kRow + threadIdx.x] = 1.0;
    ATH_SYNC();
    solve_tile(work, left, transposed != 0);
    for (int e = threadIdx.x; e < kTile * kTile; e += blockDim.x) {
      const int row = i * kTile + e / kTile, col = column + e % kTile;
      if (row < n && col < m) x[(size_t)row * m + col] = work[(e / kTile) * kRow + e % kTile];
    }
    ATH_SYNC();
  }
}

/** Lower tiles of L⁻ᵀL⁻¹ from L⁻¹ [B,n,n]. Grid: tile pairs (i ≥ j are done), batch. Shared: two tiles. */
ATH_KERNEL inverse_gram(const double* inverse, double* gram, int n) {
  ATH_SHARED(shared);
  double *left = shared, *right = shared + kTile * kRow;
  const int tiles = (n + kTile - 1) / kTile, i = blockIdx.x / tiles, j = blockIdx.x % tiles;
  if (j > i) return;
  inverse += (size_t)blockIdx.y * n * n;
  gram += (size_t)blockIdx.y * n * n;
  double acc[4] = {0, 0, 0, 0};
  for (int k = i; k < tiles; ++k) {
    load_tile(left, inverse, n, n, k * kTile, i * kTile, true);
    load_tile(right, inverse, n, n, k * kTile, j * kTile, true);
    ATH_SYNC();
    accumulate_tile(acc, left, right);
    ATH_SYNC();
  }
  store_tile(acc, [&](int r, int c, double value) {
    const int row = i * kTile + r, column = j * kTile + c;
    if (row < n && column < n) gram[(size_t)row * n + column] = value;
  });
}

/** out[i] = value. Grid: elements. */
ATH_KERNEL fill(double* out, double value, int length) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < length) out[e] = value;
}

/** out[i] = from[i]. Grid: elements. */
ATH_KERNEL copy(const double* from, double* out, int length) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
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
