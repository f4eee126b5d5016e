#include "ops.h"
#include "tile.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kDepth = 256;    // summed over per packed block
constexpr int kRowBlock = 96;  // rows packed at a time: 96 × 256 numbers stay in the second cache

/** Panels of kRows columns of P: panel r holds op(A)[row + r…, p] for p in order; rows past the end are 0. */
void pack_rows(const double* A, int m, int k, bool transpose, int row, int rows, int from, int depth, double* to) {
  for (int r = 0; r < rows; r += kRows) {
    for (int p = 0; p < depth; p++) {
      for (int i = 0; i < kRows; i++) {
        const int at = row + r + i;
        const double value = at >= m ? 0 : (transpose ? A[times(from + p, m) + at] : A[times(at, k) + from + p]);
        *to++ = value;
      }
    }
  }
}

/** One panel of kTile columns of op(B), zeros past the end. */
void pack_columns(const double* B, int k, int n, bool transpose, int from, int depth, int column, double* to) {
  for (int p = 0; p < depth; p++) {
    for (int j = 0; j < kTile; j++) {
      const int at = column + j;
      *to++ = at >= n ? 0 : (transpose ? B[times(at, k) + from + p] : B[times(from + p, n) + at]);
    }
  }
}

void add_tile(const Tile<kTileVecs>& t, double* C, int m, int n, int row, int column, bool first) {
  double part[kRows * kTile];
  store_tile(t, part, kTile);
  for (int i = 0; i < kRows && row + i < m; i++) {
    double* const to = C + times(row + i, n) + column;
    for (int j = 0; j < kTile && column + j < n; j++) to[j] = (first ? 0 : to[j]) + part[i * kTile + j];
  }
}

}  // namespace

bool multiply(const double* A, const double* B, double* C, int m, int k, int n, bool transpose_a, bool transpose_b, int threads) {
  if (k == 0) {
    for (int i = 0; i < m; i++) memset(C + times(i, n), 0, sizeof(double) * n);
    return true;
  }
  const ScratchScope scope;
  const int column_tiles = (n + kTile - 1) / kTile;
  const int row_blocks = (m + kRowBlock - 1) / kRowBlock;
  double* const columns = scratch_take(times(column_tiles, kTile, kDepth));
  if (columns == nullptr) return false;
  bool ok = true;
  for (int from = 0; from < k; from += kDepth) {
    const int depth = k - from < kDepth ? k - from : kDepth;
    parallel(column_tiles, times(k, n) > 20000 ? threads : 1,
             [&](int tile) { pack_columns(B, k, n, transpose_b, from, depth, tile * kTile, columns + times(tile, kTile, kDepth)); });
    parallel(row_blocks, threads, [&](int block) {
      const ScratchScope inner;
      const int row = block * kRowBlock;
      const int rows = m - row < kRowBlock ? padded(m - row) : kRowBlock;
      double* const panel = scratch_take(times(kRowBlock, kDepth));
      if (panel == nullptr) {
        __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
        return;
      }
      pack_rows(A, m, k, transpose_a, row, rows, from, depth, panel);
      for (int tile = 0; tile < column_tiles; tile++) {
        for (int r = 0; r < rows; r += kRows) {
          Tile<kTileVecs> t = {};
          accumulate<kTileVecs, 1>(t, panel + times(r, depth), kRows, columns + times(tile, kTile, kDepth), kTile, depth);
          add_tile(t, C, m, n, row + r, tile * kTile, from == 0);
        }
      }
    });
  }
  return ok;
}

}  // namespace athanor::ATHANOR_ISA
