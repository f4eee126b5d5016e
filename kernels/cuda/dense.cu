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

/**
 * A_ij −= Σ L_ik L_jkᵀ over block columns k in [from, to) for the lower tiles from row and column `first` on, `across` tiles
 * of columns wide; behind these rows X_ij −= Σ X_ik L_jkᵀ for the first `to` rows of tiles of X, where there is an X.
 */
ATH_DEVICE void update_trailing(double* a, double* x, int n, int from, int to, int first, int across, double* shared) {
  const int of_a = (n + kTile - 1) / kTile - first, place = blockIdx.x / across, origin = from * kTile;
  const bool in_x = place >= of_a;
  const int row = (in_x ? place - of_a : first + place) * kTile, column = (first + (int)(blockIdx.x % across)) * kTile;
  if (!in_x && column > row) return;
  double* const line = (in_x ? x : a) + (size_t)row * n;
  subtract_product<2, 2, 4>(
      line + column, n, {line + origin, n, n - row, false}, {a + (size_t)column * n + origin, n, n - column, false}, (to - from) * kTile,
      shared, [&](int r, int c) { return row + r < n && column + c < (in_x ? n : row + r + 1); });
}

}  // namespace athanor_device

/**
 * Factors diagonal tile `step`. failed[b] = 1 + pivot where a pivot is not above n·2⁻⁵²·diagonal[b,pivot] (the entry
 * before the factorization). inverses [B,T,64,64]. Grid: 1, batch. Four warps. Shared: kTileDoubles.
 */
ATH_KERNEL cholesky_begin(double* a, int n, int step, const double* diagonal, double* failed, double* inverses) {
  ATH_SHARED(shared);
  const size_t b = blockIdx.y, tiles = (n + kTile - 1) / kTile;
  finish_diagonal<128>(a + b * n * n, n, step, diagonal + b * n, failed + b, inverses + b * tiles * kTile * kTile, shared);
}

/**
 * L_ik = A_ik·L_kk⁻ᵀ for the tiles i > k = step; behind them X_ik = X_ik·L_kk⁻ᵀ for the tiles i ≤ k of X, which begins as the identity and
 * becomes L⁻ᵀ. Grid: tiles, batch. Four warps. Shared: product_doubles.
 */
ATH_KERNEL cholesky_panel(double* a, double* x, int n, int step, const double* inverses) {
  ATH_SHARED(shared);
  const int tiles = (n + kTile - 1) / kTile, below = tiles - step - 1, corner = step * kTile, place = blockIdx.x;
  const int row = (place < below ? step + 1 + place : place - below) * kTile, inside = n - corner < kTile ? n - corner : kTile;
  double* at = (place < below ? a : x) + (size_t)blockIdx.y * n * n + (size_t)row * n + corner;
  const double* inverse = inverses + ((size_t)blockIdx.y * tiles + step) * kTile * kTile;
  double acc[2][4][4];
  multiply<2, 2>(acc, {at, n, n - row, false}, {inverse, kTile, kTile, false}, inside, shared);
  each_entry<2>(acc, [&](int r, int c, double value) {
    if (row + r < n && c < inside) at[(size_t)r * n + c] = value;
  });
}

/**
 * See update_trailing. The block that has the first diagonal tile up to date factors it while the others still update: the next
 * panel finds it done. Grid: tiles, batch. Four warps. Shared: the larger of product_doubles and kTileDoubles.
 */
ATH_KERNEL cholesky_update(double* a, double* x, int n, int from, int to, int first, int across, const double* diagonal, double* failed,
                           double* inverses) {
  ATH_SHARED(shared);
  const size_t b = blockIdx.y, tiles = (n + kTile - 1) / kTile;
  a += b * n * n;
  update_trailing(a, x ? x + b * n * n : x, n, from, to, first, across, shared);
  if (blockIdx.x != 0) return;
  ATH_SYNC();
  finish_diagonal<128>(a, n, first, diagonal + b * n, failed + b, inverses + b * tiles * kTile * kTile, shared);
}

/** inverses [B,T,64,64] of the diagonal tiles of L [B,n,n]. Grid: tiles, batch. Four warps. Shared: kTileDoubles. */
ATH_KERNEL invert_diagonals(const double* l, int n, double* inverses, long long stride_l) {
  ATH_SHARED(shared);
  const size_t tiles = gridDim.x, size = kTile * kTile;
  load_diagonal<128>(shared, l + blockIdx.y * stride_l, n, blockIdx.x * kTile);
  const Swept tile = tile_in(shared);
  ATH_SYNC();
  sweep<true>(tile, kTile, nullptr);
  store_inverse<128>(tile, inverses + (blockIdx.y * tiles + blockIdx.x) * size);
}

/**
 * Tiles [from, to) of X = L⁻¹R going down, or of L⁻ᵀR going up, R and X [B,n,m]; each block owns 32 columns, all terms of a tile
 * from these tiles are one product; R is X, less the terms of the tiles before, unless these are all. Grid: column tiles, batch. Four warps. Shared: product_doubles.
 */
ATH_KERNEL triangular_solve(const double* l, const double* inverses, const double* r, double* x, int n, int m, int transposed,
                            long long stride_l, int from, int to) {
  ATH_SHARED(shared);
  const int tiles = (n + kTile - 1) / kTile, column = blockIdx.x * 32, end = to * kTile < n ? to * kTile : n;
  l += blockIdx.y * stride_l;
  inverses += stride_l ? (size_t)blockIdx.y * tiles * kTile * kTile : 0;
  r += (size_t)blockIdx.y * n * m;
  x += (size_t)blockIdx.y * n * m;
  double acc[2][2][4];
  for (int step = from; step < to; ++step) {
    const int i = transposed ? to - 1 - (step - from) : step, row = i * kTile;
    const int known = transposed ? row + kTile : from * kTile;  // first row of X that is known and matters here
    const double* factor = transposed ? l + (size_t)known * n + row : l + (size_t)row * n + known;
    ATH_SYNC();
    multiply<2, 2>(acc, {factor, n, n - row, transposed != 0}, {x + (size_t)known * m + column, m, m - column, true},
                   transposed ? end - known : row - known, shared);
    each_entry<2>(acc, [&](int s, int c, double value) {
      const int at = row + s, col = column + c;
      if (at >= n || col >= m) return;
      x[(size_t)at * m + col] = r[(size_t)at * m + col] - value;
    });
    ATH_SYNC();
    multiply<2, 2>(acc, {inverses + (size_t)i * kTile * kTile, kTile, kTile, transposed != 0},
                   {x + (size_t)row * m + column, m, m - column, true}, n - row < kTile ? n - row : kTile, shared);
    each_entry<2>(acc, [&](int s, int c, double value) {
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

/** See solve_update. */
template <bool kTransposed>
ATH_DEVICE void take_off_solved(const double* l, double* x, int n, int m, int from, int to, int across, double* shared) {
  const int origin = from * kTile, end = to * kTile < n ? to * kTile : n, rows = kTransposed ? origin : n;
  const int row = (kTransposed ? 0 : end) + (blockIdx.x / across) * kTile, column = (blockIdx.x % across) * kTile;
  const double* factor = kTransposed ? l + (size_t)origin * n + row : l + (size_t)row * n + origin;
  subtract_product<2, 2, 4>(x + (size_t)row * m + column, m, {factor, n, rows - row, kTransposed},
                            {x + (size_t)origin * m + column, m, m - column, true}, end - origin, shared,
                            [&](int r, int c) { return row + r < rows && column + c < m; });
}

}  // namespace athanor_device

/**
 * Takes the solved tiles k in [from, to) off the others: X_ij −= Σ L_ik X_kj for the rows below them, or X_ij −= Σ L_kiᵀ X_kj for
 * the rows above; `across` tiles of columns. L [B,n,n] or, with a stride of 0, one for all, X [B,n,m]. Grid: tiles, batch. Four warps.
 * Shared: product_doubles.
 */
ATH_KERNEL solve_update(const double* l, double* x, int n, int m, int transposed, long long stride_l, int from, int to, int across) {
  ATH_SHARED(shared);
  l += blockIdx.y * stride_l;
  x += (size_t)blockIdx.y * n * m;
  if (transposed) take_off_solved<true>(l, x, n, m, from, to, across, shared);
  else take_off_solved<false>(l, x, n, m, from, to, across, shared);
}

namespace athanor_device {

/** Threads that share a row (a column, when transposed) of a tile times a vector, and the terms that each takes. */
constexpr int kSharers = 4;
constexpr int kTerms = kTile / kSharers;

/** This thread's part of the tile at `from`, `rows` by `columns` of it inside, for a sum along row t / 4 or down column t mod 64. */
ATH_DEVICE void load_terms(double (&part)[kTerms], const double* from, int pitch, int rows, int columns, int transposed) {
  const int t = threadIdx.x, fixed = transposed ? t % kTile : t / kSharers, share = transposed ? t / kTile : t % kSharers;
  ATH_UNROLL
  for (int s = 0; s < kTerms; ++s) {
    const int r = transposed ? share + kSharers * s : fixed, c = transposed ? fixed : share + kSharers * s;
    part[s] = r < rows && c < columns ? from[(size_t)r * pitch + c] : 0.0;
  }
}

/** Number t < 64 of the tile (its transpose) times `with` [64], for thread t. `partial` holds 256. Has two barriers: `with` may change afterwards. */
ATH_DEVICE double tile_times(const double (&part)[kTerms], const double* with, int transposed, double* partial) {
  const int t = threadIdx.x, share = transposed ? t / kTile : t % kSharers;
  double sums[2] = {0, 0};
  ATH_SYNC();
  ATH_UNROLL
  for (int s = 0; s < kTerms; ++s) sums[s & 1] = fma(part[s], with[share + kSharers * s], sums[s & 1]);
  partial[transposed ? t : share * kTile + t / kSharers] = sums[0] + sums[1];
  ATH_SYNC();
  return t < kTile ? (partial[t] + partial[kTile + t]) + (partial[2 * kTile + t] + partial[3 * kTile + t]) : 0.0;
}

}  // namespace athanor_device

/**
 * Tiles [from, to) of the solve for a single right side, down the tiles or, transposed, up them: x_k = L_kk⁻¹ z_k (L_kk⁻ᵀ z_k), then
 * L_ik x_k (L_kiᵀ x_k) is taken off the other z_i. Every block makes all x_k of these tiles, the first one writes them into x [B,n],
 * each other one makes the z_i of a tile behind them from r_i; r is z after the first tiles. Grid: 1 + tiles behind; batch. 256 threads.
 * Shared: 256 + 128·(to − from).
 */
ATH_KERNEL solve_vector_tiles(const double* l, const double* inverses, const double* r, double* z, double* x, int n, int from, int to,
                              int transposed, long long stride_l) {
  ATH_SHARED(shared);
  double *const known = shared, *const rest = known + (to - from) * kTile;
  double* const partial = rest + (to - from) * kTile;
  const int tiles = (n + kTile - 1) / kTile, t = threadIdx.x, own = to - 1 + (int)blockIdx.x;
  l += blockIdx.y * stride_l;
  inverses += stride_l ? (size_t)blockIdx.y * tiles * kTile * kTile : 0;
  r += (size_t)blockIdx.y * n;
  x += (size_t)blockIdx.y * n;
  // Tiles are counted in the order of the solve.
  const auto corner_of = [&](int place) { return (transposed ? tiles - 1 - place : place) * kTile; };
  const auto load_factor = [&](double(&part)[kTerms], int place, int with) {
    const int row = corner_of(place), corner = corner_of(with), size = n - corner < kTile ? n - corner : kTile;
    if (transposed) load_terms(part, l + (size_t)corner * n + row, n, size, kTile, 1);
    else load_terms(part, l + (size_t)row * n + corner, n, n - row, size, 0);
  };
  for (int e = t; e < (to - from) * kTile; e += blockDim.x) {
    const int at = corner_of(from + e / kTile) + e % kTile;
    rest[e] = at < n ? r[at] : 0.0;
  }
  for (int step = from; step < to; ++step) {
    const int corner = corner_of(step), size = n - corner < kTile ? n - corner : kTile, end = to - 1 - step;
    double inverse[kTerms], factor[kTerms] = {}, next[kTerms] = {};
    double* const solved = known + (step - from) * kTile;
    load_terms(inverse, inverses + (size_t)(corner / kTile) * kTile * kTile, kTile, size, size, transposed);
    if (end > 0) load_factor(factor, step + 1, step);
    const double value = tile_times(inverse, rest + (step - from) * kTile, transposed, partial);
    if (t < kTile) solved[t] = value;
    if (t < size && blockIdx.x == 0) x[corner + t] = value;
    for (int away = 1; away <= end; ++away) {
      if (away < end) load_factor(next, step + away + 1, step);
      const double taken = tile_times(factor, solved, transposed, partial);
      if (t < kTile) rest[(step - from + away) * kTile + t] -= taken;
      ATH_UNROLL
      for (int s = 0; s < kTerms; ++s) factor[s] = next[s];
    }
  }
  if (blockIdx.x == 0) return;
  double factor[kTerms], next[kTerms] = {}, total = 0;
  load_factor(factor, own, from);
  for (int step = from; step < to; ++step) {
    if (step + 1 < to) load_factor(next, own, step + 1);
    total += tile_times(factor, known + (step - from) * kTile, transposed, partial);
    ATH_UNROLL
    for (int s = 0; s < kTerms; ++s) factor[s] = next[s];
  }
  const int at = corner_of(own) + t;
  if (t < kTile && at < n) z[(size_t)blockIdx.y * n + at] = r[at] - total;
}

/** Lower tiles of A⁻¹ = XXᵀ from X = L⁻ᵀ [B,n,n]. Grid: tile pairs (i ≥ j are done), batch. Four warps. Shared: product_doubles. */
ATH_KERNEL inverse_gram(const double* x, double* gram, int n) {
  ATH_SHARED(shared);
  const int tiles = (n + kTile - 1) / kTile, i = blockIdx.x / tiles, j = blockIdx.x % tiles, row = i * kTile, column = j * kTile;
  if (j > i) return;
  x += (size_t)blockIdx.y * n * n + row;
  gram += (size_t)blockIdx.y * n * n;
  double acc[2][4][4];
  multiply<2, 2>(acc, {x + (size_t)row * n, n, n - row, false}, {x + (size_t)column * n, n, n - column, false}, n - row, shared);
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
