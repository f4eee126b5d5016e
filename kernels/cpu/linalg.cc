#include "linalg.h"

#include "thin_solve.h"
#include "tile.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kChunkTiles = 4;  // tiles of columns per task
constexpr int kChunkColumns = kChunkTiles * kTile;

/** One panel matrix. */
struct Panels {
  double* data;
  ptrdiff_t stride;
  double* operator()(int row, int column) const { return data + at(row, column, stride); }
};

enum class Finish { kNone, kForward, kBack };

/** One tile at C ← op(C0 − PᵀQ) (or + for Sign 1), where op is nothing, D⁻ᵀ or D⁻¹; C0 is 0 when `fresh`. */
template <int NV, int Sign, Finish kFinish>
static void tile_step(double* C, ptrdiff_t cs, const double* P, ptrdiff_t ps, const double* Q, ptrdiff_t qs, int k, bool fresh,
                      const double* D) {
  Tile<NV> t = {};
  if (!fresh) load_tile(t, C, cs);
  accumulate<NV, Sign>(t, P, ps, Q, qs, k);
  if (kFinish == Finish::kForward) substitute(t, D);
  if (kFinish == Finish::kBack) substitute_back(t, D);
  store_tile(t, C, cs);
}

using TileStep = void (*)(double*, ptrdiff_t, const double*, ptrdiff_t, const double*, ptrdiff_t, int, bool, const double*);
constexpr TileStep kSubtract[] = {nullptr, tile_step<1, -1, Finish::kNone>, tile_step<2, -1, Finish::kNone>,
                                  tile_step<3, -1, Finish::kNone>};
constexpr TileStep kAddTo[] = {nullptr, tile_step<1, 1, Finish::kNone>, tile_step<2, 1, Finish::kNone>, tile_step<3, 1, Finish::kNone>};
constexpr TileStep kForward[] = {nullptr, tile_step<1, -1, Finish::kForward>, tile_step<2, -1, Finish::kForward>,
                                 tile_step<3, -1, Finish::kForward>};
constexpr TileStep kBack[] = {nullptr, tile_step<1, -1, Finish::kBack>, tile_step<2, -1, Finish::kBack>, tile_step<3, -1, Finish::kBack>};

/** First row, of a register tile, that a tile of columns has numbers in. */
static inline int first_row(const int* zeros, int column) { return zeros == nullptr ? 0 : zeros[column / kWidth] / kRows * kRows; }

/** Which rows of Q a tile of columns starts at, and which rows of C it ends at: triangles are skipped. */
enum class Shape { kFull, kUpperResult, kLowerOperand, kLowerOperandUpperResult };

/**
 * C[i, j] ∓= Σ_p P[p, i]·Q[p, j] for rows [i0, i1), columns [j0, j1), p in [p0, p1), in runs of kBlock rows of P and Q.
 *
 * @param shape  kLowerOperand: Q is 0 above its diagonal, so a tile starts at p = its first column, and C counts as 0 before that
 *               kUpperResult: rows of C below a tile's last column are left alone
 * @param zeros  see `solve_lower`; of Q
 */
void update(const TileStep* step, Shape shape, const Panels& C, const Panels& P, const Panels& Q, int i0, int i1, int j0, int j1, int p0,
            int p1, const int* zeros = nullptr) {
  const bool lower_operand = shape == Shape::kLowerOperand || shape == Shape::kLowerOperandUpperResult;
  const bool upper_result = shape == Shape::kUpperResult || shape == Shape::kLowerOperandUpperResult;
  for (int from = p0; from < p1; from += kBlock) {
    const int to = from + kBlock < p1 ? from + kBlock : p1;
    for (int j = j0; j < j1;) {
      const int vecs = tile_vecs(j, j1);
      const int own = lower_operand ? j : first_row(zeros, j);
      const int start = own > from ? own : from;
      const int last = upper_result && j + vecs * kWidth < i1 ? j + vecs * kWidth : i1;
      const bool fresh = lower_operand && j >= from;
      for (int i = i0; start < to && i < last; i += kRows) {
        step[vecs](C(i, j), C.stride, P(start, i), P.stride, Q(start, j), Q.stride, to - start, fresh, nullptr);
      }
      j += vecs * kWidth;
    }
  }
}

/** Diagonal tiles of a block, as `substitute` wants them. */
struct DiagonalTiles {
  double data[kBlock / kRows][kRows * kRows];
};

/**
 * Factors the tile C − PᵀP over k rows: U in place, and in D with reciprocals on the diagonal. A pivot must exceed least[row].
 * @returns −1 or the row that failed
 */
int factor_tile(double* C, ptrdiff_t cs, const double* P, ptrdiff_t ps, int k, const double* least, double* D) {
  constexpr int kVecs = kRows / kWidth;
  Tile<kVecs> t;
  load_tile(t, C, cs);
  accumulate<kVecs, -1>(t, P, ps, P, ps, k);
  int failed = -1;
#pragma GCC unroll 8
  for (int i = 0; i < kRows; i++) {
    const double pivot = t.row[i][i / kWidth][i % kWidth];
    if ((!(pivot > least[i]) || pivot == HUGE_VAL) && failed < 0) failed = i;
    const double root = __builtin_sqrt(pivot);
    const double reciprocal = 1 / root;
    const Vec scale = splat(reciprocal);
#pragma GCC unroll 4
    for (int v = 0; v < kVecs; v++) t.row[i][v] *= scale;
#pragma GCC unroll 8
    for (int r = i + 1; r < kRows; r++) {
      const Vec a = splat(t.row[i][r / kWidth][r % kWidth]);
#pragma GCC unroll 4
      for (int v = 0; v < kVecs; v++) t.row[r][v] -= a * t.row[i][v];
    }
    t.row[i][i / kWidth][i % kWidth] = root;
    for (int v = 0; v < kVecs; v++) store(D + i * kRows + v * kWidth, t.row[i][v]);
    D[i * kRows + i] = reciprocal;
  }
  store_tile(t, C, cs);
  return failed;
}

/** Rows [i0, i1) of columns [j0, j1): C ← L⁻¹C within the block, P = U from its first row. */
void forward_block(const Panels& C, const Panels& U, const DiagonalTiles& D, int i0, int i1, int j0, int j1, bool fresh,
                   const int* zeros = nullptr) {
  for (int j = j0; j < j1;) {
    const int vecs = tile_vecs(j, j1);
    const int start = first_row(zeros, j) > i0 ? first_row(zeros, j) : i0;
    for (int i = start; i < i1; i += kRows) {
      kForward[vecs](C(i, j), C.stride, U(start, i), U.stride, C(start, j), C.stride, i - start, fresh, D.data[(i - i0) / kRows]);
    }
    j += vecs * kWidth;
  }
}

/** Factors the block [i0, i1) whose earlier rows are done; V of the block too when there is one. */
int factor_block(const Panels& U, const Panels& V, DiagonalTiles& D, const double* least, int i0, int i1) {
  for (int i = i0; i < i1; i += kRows) {
    double* const tile = D.data[(i - i0) / kRows];
    const int failed = factor_tile(U(i, i), U.stride, U(i0, i), U.stride, i - i0, least + i, tile);
    if (failed >= 0) return i + failed;
    for (int j = i + kRows; j < i1;) {
      const int vecs = tile_vecs(j, i1);
      kForward[vecs](U(i, j), U.stride, U(i0, i), U.stride, U(i0, j), U.stride, i - i0, false, tile);
      j += vecs * kWidth;
    }
    if (V.data == nullptr) continue;
    for (int j = i0; j < i;) {
      const int vecs = tile_vecs(j, i);
      kForward[vecs](V(i, j), V.stride, U(j, i), U.stride, V(j, j), V.stride, i - j, true, tile);
      j += vecs * kWidth;
    }
    for (int r = 0; r < kRows; r++) {
      for (int j = i; j < i + kRows + kTile; j += kWidth) store(V(i + r, j), Vec{});
      *V(i + r, i + r) = 1;
    }
    kForward[kRows / kWidth](V(i, i), V.stride, U(i, i), U.stride, V(i, i), V.stride, 0, false, tile);
  }
  return -1;
}

}  // namespace

int factor(double* U_data, double* V_data, int n, int extra, int threads) {
  const int rows = padded(n);
  const int columns = rows + extra;
  const Panels U = {U_data, panel_stride(rows)};
  const Panels V = {V_data, panel_stride(rows)};
  const ScratchScope scope;
  double* const least = scratch_take(static_cast<size_t>(rows));
  if (least == nullptr) return 0;
  for (int i = 0; i < rows; i++) least[i] = n * 0x1p-52 * *U(i, i);
  for (int i0 = 0; i0 < rows; i0 += kBlock) {
    const int i1 = i0 + kBlock < rows ? i0 + kBlock : rows;
    if (i0 > 0) {
      parallel((i1 - i0 + kTile - 1) / kTile, threads, [&](int task) {
        const int j = i0 + task * kTile;
        update(kSubtract, Shape::kUpperResult, U, U, U, i0, i1, j, j + kTile < i1 ? j + kTile : i1, 0, i0);
      });
    }
    DiagonalTiles D;
    const int failed = factor_block(U, V, D, least, i0, i1);
    if (failed >= 0) return failed;
    const int right = (columns - i1 + kChunkColumns - 1) / kChunkColumns;
    const int left = V.data == nullptr ? 0 : (i0 + kChunkColumns - 1) / kChunkColumns;
    parallel(right + left, threads, [&](int task) {
      if (task < right) {
        const int j = i1 + task * kChunkColumns;
        const int end = j + kChunkColumns < columns ? j + kChunkColumns : columns;
        update(kSubtract, Shape::kFull, U, U, U, i0, i1, j, end, 0, i0);
        forward_block(U, U, D, i0, i1, j, end, false);
      } else {
        const int j = (task - right) * kChunkColumns;
        const int end = j + kChunkColumns < i0 ? j + kChunkColumns : i0;
        update(kSubtract, Shape::kLowerOperand, V, U, V, i0, i1, j, end, j / kBlock * kBlock, i0);
        forward_block(V, U, D, i0, i1, j, end, false);
      }
    });
  }
  return -1;
}

void inverse_from_factor(const double* V_data, double* S_data, int n, int threads) {
  const int rows = padded(n);
  const Panels V = {const_cast<double*>(V_data), panel_stride(rows)};
  const Panels S = {S_data, panel_stride(rows)};
  const int blocks = (rows + kBlock - 1) / kBlock;
  const int chunks = (rows + kChunkColumns - 1) / kChunkColumns;
  parallel(blocks * chunks, threads, [&](int task) {
    const int i0 = task / chunks * kBlock;
    const int i1 = i0 + kBlock < rows ? i0 + kBlock : rows;
    const int j = task % chunks * kChunkColumns;
    const int end = j + kChunkColumns < rows ? j + kChunkColumns : rows;
    if (end <= i0) return;
    update(kAddTo, Shape::kLowerOperandUpperResult, S, V, V, i0, i1, j > i0 ? j : i0, end, (j > i0 ? j : i0) / kBlock * kBlock, rows);
  });
}

void products_of_columns(const double* V_data, int n, int columns, const int* zeros, const double* v_data, double* S_data) {
  const int width = padded(columns);
  const Panels V = {const_cast<double*>(V_data), panel_stride(padded(n))};
  const Panels v = {const_cast<double*>(v_data) - width / kWidth * V.stride, V.stride};  // its panel is that of column `width`
  const Panels S = {S_data, panel_stride(width)};
  memset(S_data, 0, sizeof(double) * panel_length(width, width + 1));
  update(kAddTo, Shape::kUpperResult, S, V, V, 0, width, 0, width, 0, padded(n), zeros);
  update(kAddTo, Shape::kFull, S, V, v, 0, width, width, width + 1, 0, padded(n));
}

void load_factor(const double* L, int n, double* U_data, double* Lp_data, int threads) {
  const int rows = padded(n);
  const Panels U = {U_data, panel_stride(rows)};
  const Panels Lp = {Lp_data, panel_stride(rows)};
  parallel((rows + kRows - 1) / kRows, threads, [&](int task) {
    const int i0 = task * kRows;
    const int real = n < i0 + kRows ? n : i0 + kRows;
    for (int p = 0; p < i0 + kRows; p += kWidth) {
      for (int i = i0; i < i0 + kRows; i++) {
        Vec row = {};
        if (i < real && p + kWidth <= i + 1) {
          row = load(L + static_cast<size_t>(i) * n + p);
        } else {
          for (int k = 0; k < kWidth && p + k <= i; k++)
            row[k] = i < real ? L[static_cast<size_t>(i) * n + p + k] : (p + k == i ? 1.0 : 0.0);
        }
        for (int k = 0; k < kWidth; k++) *U(p + k, i) = row[k];
        if (Lp.data != nullptr) store(Lp(i, p), row);
      }
    }
  });
}

void store_lower(const double* U_data, int n, double* L) {
  const Panels U = {const_cast<double*>(U_data), panel_stride(padded(n))};
  for (int j = 0; j < n; j += kWidth) {
    const int width = n - j < kWidth ? n - j : kWidth;
    double* const row = L + static_cast<size_t>(j) * n;
    for (int i = 0; i < j + width; i++) {
      const Vec v = load(U(i, j));
      for (int k = 0; k < width; k++) row[static_cast<size_t>(k) * n + i] = v[k];
    }
    for (int k = 0; k < width; k++) {
      // Pages that hold zeros already and were never written take no memory: they stay so.
      for (int i = j + k + 1; i < n; i++) {
        if (row[static_cast<size_t>(k) * n + i] != 0) row[static_cast<size_t>(k) * n + i] = 0;
      }
    }
  }
}

void solve_lower(const double* U_data, int n, double* R_data, int columns, const int* zeros) {
  const int rows = padded(n);
  const Panels U = {const_cast<double*>(U_data), panel_stride(rows)};
  const Panels R = {R_data, panel_stride(rows)};
  if (zeros == nullptr) columns = solve_thin_lower(U_data, rows, R_data, columns);
  for (int i0 = 0; i0 < rows && columns > 0; i0 += kBlock) {
    const int i1 = i0 + kBlock < rows ? i0 + kBlock : rows;
    DiagonalTiles D;
    for (int i = i0; i < i1; i += kRows) {
      double* const tile = D.data[(i - i0) / kRows];
      for (int r = 0; r < kRows; r++) {
        for (int c = r; c < kRows; c++) tile[r * kRows + c] = *U(i + r, i + c);
        tile[r * kRows + r] = 1 / tile[r * kRows + r];
      }
    }
    update(kSubtract, Shape::kFull, R, U, R, i0, i1, 0, columns, 0, i0, zeros);
    forward_block(R, U, D, i0, i1, 0, columns, false, zeros);
  }
}

void solve_lower_transposed(const double* Lp_data, int n, double* R_data, int columns) {
  const int rows = padded(n);
  const Panels Lp = {const_cast<double*>(Lp_data), panel_stride(rows)};
  const Panels R = {R_data, panel_stride(rows)};
  columns = solve_thin_lower_transposed(Lp_data, rows, R_data, columns);
  for (int i1 = rows; i1 > 0 && columns > 0;) {
    const int i0 = (i1 - 1) / kBlock * kBlock;
    update(kSubtract, Shape::kFull, R, Lp, R, i0, i1, 0, columns, i1, rows);
    for (int i = i1 - kRows; i >= i0; i -= kRows) {
      double tile[kRows * kRows];  // entry (c, r) of the transposed tile of L
      for (int r = 0; r < kRows; r++) {
        for (int c = 0; c <= r; c++) tile[c * kRows + r] = *Lp(i + r, i + c);
        tile[r * kRows + r] = 1 / tile[r * kRows + r];
      }
      const int next = i + kRows;
      for (int j = 0; j < columns;) {
        const int vecs = tile_vecs(j, columns);
        kBack[vecs](R(i, j), R.stride, Lp(next, i), Lp.stride, R(next, j), R.stride, i1 - next, false, tile);
        j += vecs * kWidth;
      }
    }
    i1 = i0;
  }
}

}  // namespace athanor::ATHANOR_ISA
