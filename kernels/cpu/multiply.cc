#include "ops.h"
#include "tile.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kDepth = 192;    // summed over per packed block
constexpr int kSquare = 32;    // rows and columns that are mirrored at a time
constexpr int kRowBlock = 96;  // rows packed at a time: 96 × 192 numbers stay in the second cache

/** Panels of kWidth columns of a matrix whose entry (p, j) is M[p·by_row + j·by_column]; columns from `limit` on are 0. */
void pack(const double* M, size_t by_row, size_t by_column, int limit, int column, int columns, int from, int depth, double* to) {
  for (int j = column; j < column + columns; j += kWidth) {
    for (int p = from; p < from + depth; p++, to += kWidth) {
      if (by_column == 1 && j + kWidth <= limit) {
        store(to, load(M + p * by_row + j));
      } else {
        for (int k = 0; k < kWidth; k++) to[k] = j + k < limit ? M[p * by_row + (j + k) * by_column] : 0;
      }
    }
  }
}

void add_tile(const Tile<kTileVecs>& t, double* C, int m, int n, int row, int column, bool first) {
  for (int i = 0; i < kRows && row + i < m; i++) {
    double* const to = C + times(row + i, n) + column;
    for (int v = 0; v < kTileVecs; v++) {
      if (column + (v + 1) * kWidth <= n) {
        store(to + v * kWidth, first ? t.row[i][v] : load(to + v * kWidth) + t.row[i][v]);
        continue;
      }
      for (int k = 0; k < kWidth && column + v * kWidth + k < n; k++) {
        double& c = to[v * kWidth + k];
        c = (first ? 0 : c) + t.row[i][v][k];
      }
    }
  }
}

/** Below the diagonal of C [n, n] what is above it, a square at a time. */
void mirror(double* C, int n, int threads) {
  const int squares = (n + kSquare - 1) / kSquare;
  parallel(squares, threads, [&](int block) {
    const int to = (block + 1) * kSquare < n ? (block + 1) * kSquare : n;
    for (int column = 0; column < to; column += kSquare) {
      for (int i = block * kSquare; i < to; i++) {
        const int end = column + kSquare < i ? column + kSquare : i;
        for (int j = column; j < end; j++) C[times(i, n) + j] = C[times(j, n) + i];
      }
    }
  });
}

}  // namespace

bool multiply(const double* A, const double* B, double* C, int m, int k, int n, bool transpose_a, bool transpose_b, int threads) {
  if (k == 0) {
    for (int i = 0; i < m; i++) memset(C + times(i, n), 0, sizeof(double) * n);
    return true;
  }
  const bool symmetric = A == B && m == n && transpose_a != transpose_b;  // AᵀA or AAᵀ: what is below the diagonal is also above it
  const ScratchScope scope;
  const int column_tiles = (n + kTile - 1) / kTile;
  const int row_blocks = (m + kRowBlock - 1) / kRowBlock;
  double* const columns = scratch_take(times(column_tiles, kTile, kDepth));
  if (columns == nullptr) return false;
  bool ok = true;
  for (int from = 0; from < k; from += kDepth) {
    const int depth = k - from < kDepth ? k - from : kDepth;
    const size_t run = times(depth, kWidth);
    parallel(column_tiles, times(k, n) > 20000 ? threads : 1, [&](int tile) {
      double* const to = columns + times(tile, kTile, kDepth);
      pack(B, transpose_b ? 1 : n, transpose_b ? k : 1, n, tile * kTile, kTile, from, depth, to);
    });
    parallel(row_blocks, threads, [&](int block) {
      const ScratchScope inner;
      const int row = block * kRowBlock;
      const int rows = m - row < kRowBlock ? padded(m - row) : kRowBlock;
      double* const panel = scratch_take(times(kRowBlock, kDepth));
      if (panel == nullptr) {
        __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
        return;
      }
      pack(A, transpose_a ? m : 1, transpose_a ? 1 : k, m, row, rows, from, depth, panel);
      for (int tile = 0; tile < column_tiles; tile++) {
        for (int r = 0; r < rows && !(symmetric && (tile + 1) * kTile <= row + r); r += kRows) {
          Tile<kTileVecs> t = {};
          accumulate<kTileVecs, 1>(t, panel + times(r, depth), run, columns + times(tile, kTile, kDepth), run, depth);
          add_tile(t, C, m, n, row + r, tile * kTile, from == 0);
        }
      }
    });
  }
  if (symmetric) mirror(C, n, threads);
  return ok;
}

}  // namespace athanor::ATHANOR_ISA
