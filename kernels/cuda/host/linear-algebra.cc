#include <algorithm>

#include "call.h"

namespace athanor_cuda {

namespace {

constexpr unsigned kWarp = 32;
/** Threads and shared memory of a block that makes a tile of 32·down × 8·wide·across; see kernels/cuda/tile_product.h. */
constexpr unsigned threads_of(unsigned down, unsigned across) { return kWarp * down * across; }
constexpr size_t product_doubles(size_t down, size_t across, size_t wide = 4) {
  const size_t rows = 32 * down + 8 * wide * across, slabs = rows < 128 ? 4 : rows == 128 ? 3 : 2;
  return slabs * rows * 20;
}
constexpr size_t kTileDoubles = kTileEdge * (kTileEdge + 8);
constexpr size_t kTileSize = static_cast<size_t>(kTileEdge) * kTileEdge;

/** Tiles of columns that are brought up to date together, their terms gathered: the rest of the matrix is touched once for all. */
constexpr unsigned kPanelTiles = 4;
/** Tiles that one block solves alone for a single right-hand side: a launch costs more than other blocks would save. */
constexpr unsigned kTilesOfOneBlock = 8;

/** Solves the tiles [from, to) of `columns` columns of X and takes them off the rest, which r less them becomes. */
void solve_panel(Call& call, const double* l, const double* inverses, const double* r, double* x, int batch, int n, int m, unsigned columns,
                 bool transposed, long long stride, unsigned from, unsigned to) {
  const unsigned members = static_cast<unsigned>(batch), rows = transposed ? from : tiles_for(n) - to;
  const int backwards = transposed ? 1 : 0, first = static_cast<int>(from), end = static_cast<int>(to);
  call.launch_with(threads_of(2, 2), k_triangular_solve, {(columns + 31) / 32, members}, product_doubles(2, 2, 2), l, inverses, r, x, n, m,
                   backwards, stride, first, end);
  const unsigned across = (columns + kTileEdge - 1) / kTileEdge;
  call.launch_with(threads_of(2, 2), k_solve_update, {rows * across, members}, product_doubles(2, 2), l, x, n, m, backwards, stride, first,
                   end, static_cast<int>(across));
}

/** A copy of `length` numbers. */
void copy(Call& call, const double* from, double* to, size_t length) {
  call.launch(k_copy, {blocks_for(length)}, 0, from, to, static_cast<long long>(length));
}

}  // namespace

size_t factor_doubles(int n) { return static_cast<size_t>(tiles_for(n)) * kTileSize; }

namespace {

/**
 * Factors A [B,n,n], lower with zeros above, in place, and makes X [B,n,n] = L⁻ᵀ unless it is null. failed [B] (zeroed here) is not 0
 * where it broke down.
 */
void factor(Call& call, double* a, int batch, int n, const double* diagonal, double* failed, double* inverses, double* x) {
  const unsigned tiles = tiles_for(n), members = static_cast<unsigned>(batch), threads = threads_of(2, 2);
  call.launch(k_fill, {blocks_for(batch)}, 0, failed, 0.0, batch);
  if (x) call.launch(k_set_identity, {blocks_for(static_cast<size_t>(n) * n), members}, 0, x, n);
  call.launch_with(threads, k_cholesky_begin, {1, members}, kTileDoubles, a, n, 0, diagonal, failed, inverses);
  for (unsigned step = 0; step < tiles; ++step) {
    const unsigned next = step + 1, panel = step / kPanelTiles * kPanelTiles, end = std::min(tiles, panel + kPanelTiles);
    const unsigned rows = tiles - next, rows_of_x = x ? next : 0;
    call.launch_with(threads, k_cholesky_panel, {rows + rows_of_x, members}, product_doubles(2, 2), a, x, n, static_cast<int>(step),
                     static_cast<const double*>(inverses));
    if (rows == 0) break;
    // Within the panel only its own columns, with the last tile's terms; at its end all columns behind it, with all its terms.
    const bool inside = next < end;
    const int from = static_cast<int>(inside ? step : panel), to = static_cast<int>(next), first = to;
    const unsigned across = inside ? end - next : rows;
    call.launch_with(threads, k_cholesky_update, {(rows + rows_of_x) * across, members}, product_doubles(2, 2), a, x, n, from, to, first,
                     static_cast<int>(across), diagonal, failed, inverses);
  }
}

}  // namespace

const double* diagonal_inverses(Call& call, const double* l, int factors, int n) {
  double* inverses = call.take(factors * factor_doubles(n));
  call.launch_with(threads_of(2, 2), k_invert_diagonals, {tiles_for(n), static_cast<unsigned>(factors)}, kTileDoubles, l, n, inverses,
                   static_cast<long long>(n) * n);
  return inverses;
}

void solve(Call& call, const Factor& factor, const double* r, double* x, int batch, int m, bool transposed) {
  const double *l = factor.l, *inverses = factor.inverses;
  const int n = factor.n, backwards = transposed ? 1 : 0;
  const long long stride = factor.shared ? 0 : static_cast<long long>(n) * n;
  const unsigned tiles = tiles_for(n), members = static_cast<unsigned>(batch);
  if (m > 1) {
    // Few tiles are solved by one launch, more in panels, each taken off all other rows at once.
    const bool whole = tiles <= kPanelTiles;
    if (!whole) copy(call, r, x, static_cast<size_t>(batch) * n * m);
    for (unsigned done = 0; done < tiles; done += kPanelTiles) {
      const unsigned left = tiles - done, width = std::min(left, kPanelTiles), from = transposed ? left - width : done;
      solve_panel(call, l, inverses, whole ? r : x, x, batch, n, m, static_cast<unsigned>(m), transposed, stride, from, from + width);
    }
    return;
  }
  const unsigned most = tiles <= kTilesOfOneBlock ? tiles : kPanelTiles;
  double* z = most < tiles ? call.take(static_cast<size_t>(batch) * n) : nullptr;
  for (unsigned from = 0; from < tiles; from += most) {
    const unsigned to = std::min(tiles, from + most);
    call.launch(k_solve_vector_tiles, {1 + tiles - to, members}, kTileEdge * (4 + 2 * static_cast<size_t>(to - from)), l, inverses, from == 0 ? r : z,
                z, x, n, static_cast<int>(from), static_cast<int>(to), backwards, stride);
  }
}

void inverse_gram(Call& call, const double* x, double* gram, int batch, int n) {
  const unsigned tiles = tiles_for(n);
  call.launch_with(threads_of(2, 2), k_inverse_gram, {tiles * tiles, static_cast<unsigned>(batch)}, product_doubles(2, 2), x, gram, n);
}

void multiply(Call& call, const double* a, const double* b, double* c, int batch, int m, int k, int n, bool transpose_a, bool transpose_b,
              long long stride_a, long long stride_b) {
  call.launch_with(threads_of(2, 2), k_dense_matmul, {tiles_for(m) * tiles_for(n), static_cast<unsigned>(batch)}, product_doubles(2, 2), a,
                   b, c, m, k, n, transpose_a ? 1 : 0, transpose_b ? 1 : 0, stride_a, stride_b);
}

void run_matmul(Call& call) {
  Matmul s;
  if (!call.open(s)) return;
  const int batch = s.batch, m = s.m, k = s.k, n = s.n;
  const size_t size_a = static_cast<size_t>(m) * k, size_b = static_cast<size_t>(k) * n;
  const long long stride_a = s.stride_a == 0 ? 0 : static_cast<long long>(size_a);
  const long long stride_b = s.stride_b == 0 ? 0 : static_cast<long long>(size_b);
  const double* a = call.input(s.kA, stride_a ? batch * size_a : size_a);
  const double* b = call.input(s.kB, stride_b ? batch * size_b : size_b);
  multiply(call, a, b, call.out(s.kC), batch, m, k, n, s.transpose_a != 0, s.transpose_b != 0, stride_a, stride_b);
}

/** Members that fail are tried again with the next jitter. */
void run_cholesky(Call& call) {
  Cholesky s;
  if (!call.open(s) || s.batch == 0) return;
  const int batch = s.batch, n = s.n;
  const size_t size = static_cast<size_t>(n) * n;
  const double* given = call.in(s.kA);
  double *l = call.out(s.kL), *status = call.out(s.kStatus);
  std::vector<double> jitters = call.download(call.in(s.kLadder), call.input_length(s.kLadder));
  jitters.insert(jitters.begin(), 0.0);
  climb(call, batch, n, jitters, l, status, [&](const double* jitter, const double* unit) {
    call.launch(k_copy_lower, {blocks_for(size), static_cast<unsigned>(batch)}, 0, given, n, jitter, unit, l);
  });
}

Factor climb(Call& call, int batch, int n, const std::vector<double>& jitters, double* l, double* status,
             const std::function<void(const double* jitter, const double* unit)>& assemble, double* x) {
  double* inverses = call.take(batch * factor_doubles(n));
  double* diagonal = call.take(static_cast<size_t>(batch) * n);
  double* unit = call.take(batch);
  double* failed = call.take(batch);
  std::vector<double> used(batch, jitters.front());
  const unsigned members = static_cast<unsigned>(batch);
  assemble(nullptr, nullptr);
  call.launch(k_copy_diagonal, {1, members}, 32, l, n, diagonal, unit);
  for (size_t rung = 0;; ++rung) {
    factor(call, l, batch, n, diagonal, failed, inverses, x);
    const std::vector<double> broken = call.download(failed, batch);
    bool again = false;
    for (int b = 0; b < batch; ++b) {
      if (broken[b] == 0) continue;
      const bool more = rung + 1 < jitters.size();
      used[b] = more ? jitters[rung + 1] : -1;
      again = again || more;
    }
    if (!call.ok() || !again) break;
    // Members that had succeeded are factored again with what they had: same numbers.
    assemble(call.upload(used), unit);
  }
  if (std::all_of(used.begin(), used.end(), [&](double jitter) { return jitter == jitters.front(); })) {
    call.launch(k_fill, {blocks_for(batch)}, 0, status, jitters.front(), batch);
    return {l, inverses, n, false};
  }
  double* result = call.upload(used);
  const size_t of_inverses = factor_doubles(n);
  call.launch(k_poison_failed, {blocks_for(static_cast<size_t>(n) * n), members}, 0, result, l, n * n);
  if (x) call.launch(k_poison_failed, {blocks_for(static_cast<size_t>(n) * n), members}, 0, result, x, n * n);
  call.launch(k_poison_failed, {blocks_for(of_inverses), members}, 0, result, inverses, static_cast<int>(of_inverses));
  copy(call, result, status, batch);
  return {l, inverses, n, false};
}

void run_solve(Call& call) {
  SolveTriangular s;
  if (!call.open(s) || s.n == 0) return;
  const double* l = call.in(s.kL);
  const Factor factor = {l, diagonal_inverses(call, l, s.batch, s.n), s.n, false};
  solve(call, factor, call.in(s.kR), call.out(s.kX), s.batch, s.m, s.transpose != 0);
}

}  // namespace athanor_cuda
