#include "factor_cache.h"
#include "joint.h"
#include "ops.h"
#include "tile.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kColumnGroup = 4;  // coordinates that are summed together in registers

/** One panel: d_moving[k, j] += Σ_i 1/ℓ_k· M[i, j]·(m_jk − x_ik) for coordinates [k0, k0 + Count). */
template <int Count>
void sum_differences(const double* M, const double* X, int n, int d, int k0, const double* MT, int ldm, const CovarianceCode& code,
                     double* d_moving, int ld) {
  Vec moving[Count], total[Count];
#pragma GCC unroll 4
  for (int k = 0; k < Count; k++) {
    moving[k] = load(MT + static_cast<size_t>(k0 + k) * ldm);
    total[k] = Vec{};
  }
  const double* x = X + k0;
  for (int i = 0; i < n; i++, x += d) {
    const Vec m = load(M + static_cast<ptrdiff_t>(i) * kWidth);
#pragma GCC unroll 4
    for (int k = 0; k < Count; k++) total[k] += m * (moving[k] - x[k]);
  }
#pragma GCC unroll 4
  for (int k = 0; k < Count; k++) {
    double* const to = d_moving + static_cast<size_t>(k0 + k) * ld;
    store(to, load(to) + code.inverse_length(k0 + k) * total[k]);
  }
}

void stationary_point_gradient(const PosteriorModel& model, const double* MT, int ldm, int count, RunScratch& s, double* d_moving, int ld) {
  for (int j = 0; j < count; j += kWidth) {
    double* const M = s.W + at(0, j, s.stride);
    const double* const H = s.H + at(0, j, s.stride);
    for (int i = 0; i < model.n * kWidth; i += kWidth) store(M + i, load(M + i) * load(H + i));
    int k = 0;
    for (; k + kColumnGroup <= model.d; k += kColumnGroup) {
      sum_differences<kColumnGroup>(M, model.X, model.n, model.d, k, MT + j, ldm, *model.code, d_moving + j, ld);
    }
    for (; k < model.d; k++) sum_differences<1>(M, model.X, model.n, model.d, k, MT + j, ldm, *model.code, d_moving + j, ld);
  }
}

/** Rows [from, to) of V = MK, and their part of Y += MᵀV, M lower: each tile of M is used twice while it is near. */
template <int NV>
void solve_rows(const double* Mt, ptrdiff_t stride, int from, int to, const double* K, double* V, double* Y) {
  for (int i = from; i < to; i += kRows) {
    const double* P = Mt + at(0, i, stride);
    Tile<NV> t = {};
    accumulate<NV, 1>(t, P, stride, K, stride, i + kRows);
    store_tile(t, V + static_cast<ptrdiff_t>(i) * kWidth, stride);
    for (ptrdiff_t p = 0; p < static_cast<ptrdiff_t>(i + kRows) * kWidth; p += kWidth, P += kWidth) {
#pragma GCC unroll 2
      for (int v = 0; v < NV; v++) {
        Vec even = load(Y + v * stride + p), odd = {};
#pragma GCC unroll 8
        for (int r = 0; r < kRows; r += 2) {
          even += splat(P[r / kWidth * stride + r % kWidth]) * t.row[r][v];
          odd += splat(P[(r + 1) / kWidth * stride + (r + 1) % kWidth]) * t.row[r + 1][v];
        }
        store(Y + v * stride + p, even + odd);
      }
    }
  }
}

constexpr int kParts = 4;           // parts of the rows that threads share, each with sums of its own
constexpr int kLeastInParts = 256;  // rows from which there are parts

int parts_of(int rows) { return rows < kLeastInParts ? 1 : kParts; }

/** Where a part of the rows ends: equal shares of the triangle. */
int part_end(int rows, int part) {
  const int parts = parts_of(rows);
  return part + 1 == parts ? rows : static_cast<int>(rows * __builtin_sqrt((part + 1) / (0.0 + parts))) / kRows * kRows;
}

constexpr int kSingle = 2;  // points that lanes of rows take one by one: lanes of points would mostly be empty

/**
 * The same for NC points with K [n, NC] dense, a lane for a row: entry (p, c) of the sums Y is a vector at (p·NC + c)·kWidth, to be added up over its lanes.
 */
template <int NC>
void solve_single_rows(const double* Mt, ptrdiff_t stride, int from, int to, const double* K, double* V, double* Y) {
  static_assert(kRows % kWidth == 0, "rows of a tile are whole vectors");
  constexpr int kUnrolled = 4 / NC;
  for (int i = from; i < to; i += kWidth) {
    const double* const P = Mt + at(0, i, stride);
    const int columns = i / kRows * kRows + kRows;
    Vec t[kUnrolled][NC] = {};
    for (int p = 0; p < columns; p += kUnrolled) {
#pragma GCC unroll 4
      for (int u = 0; u < kUnrolled; u++) {
        const Vec m = load(P + static_cast<ptrdiff_t>(p + u) * kWidth);
#pragma GCC unroll 2
        for (int c = 0; c < NC; c++) t[u][c] += m * splat(K[(p + u) * NC + c]);
      }
    }
#pragma GCC unroll 2
    for (int c = 0; c < NC; c++) {
      for (int u = 1; u < kUnrolled; u++) t[0][c] += t[u][c];
      for (int r = 0; r < kWidth; r++) V[static_cast<ptrdiff_t>(i + r) * kWidth + c] = t[0][c][r];
    }
    double* y = Y;
    for (int p = 0; p < columns; p++, y += NC * kWidth) {
      const Vec m = load(P + static_cast<ptrdiff_t>(p) * kWidth);
#pragma GCC unroll 2
      for (int c = 0; c < NC; c++) store(y + c * kWidth, load(y + c * kWidth) + m * t[0][c]);
    }
  }
}

/** V = MK and Y = MᵀV for at most kSingle columns. */
template <int NC>
bool solve_single(const double* Mt, int n, const double* K, double* V, double* Y, int threads) {
  const ScratchScope scope;
  const int rows = padded(n);
  const ptrdiff_t stride = panel_stride(rows);
  const int parts = parts_of(rows);
  const size_t size = static_cast<size_t>(stride) * NC;
  double* const partial = scratch_take(times(parts, size));
  double* const dense = scratch_take(times(rows, NC));  // in panels each entry takes a line of the near cache
  if (partial == nullptr || dense == nullptr) return false;
  for (int p = 0; p < rows; p++) {
    for (int c = 0; c < NC; c++) dense[p * NC + c] = K[static_cast<ptrdiff_t>(p) * kWidth + c];
  }
  memset(V, 0, sizeof(double) * rows * kWidth);
  parallel(parts, threads, [&](int part) {
    double* const own = partial + times(part, size);
    memset(own, 0, sizeof(double) * size);
    solve_single_rows<NC>(Mt, stride, part_end(rows, part - 1), part_end(rows, part), dense, V, own);
  });
  for (int p = 0; p < rows; p++) {
    Vec column = {};
    for (int c = 0; c < NC; c++) {
      Vec total = {};
      for (int part = 0; part < parts; part++) total += load(partial + times(part, size) + static_cast<ptrdiff_t>(p * NC + c) * kWidth);
      column[c] = sum(total);
    }
    store(Y + static_cast<ptrdiff_t>(p) * kWidth, column);
  }
  return true;
}

constexpr int kDensePoints = 192;  // up to as many, a factor that is not kept is read as it is

}  // namespace

bool solve_few(const double* Mt, int n, const double* K, int columns, double* V, double* Y, int threads) {
  if (columns == 1) return solve_single<1>(Mt, n, K, V, Y, threads);
  if (columns == kSingle) return solve_single<kSingle>(Mt, n, K, V, Y, threads);
  const ScratchScope scope;
  const int rows = padded(n);
  const ptrdiff_t stride = panel_stride(rows);
  const int parts = parts_of(rows);
  const size_t size = 2 * static_cast<size_t>(stride);
  double* const partial = scratch_take(times(parts, size));
  if (partial == nullptr) return false;
  parallel(parts, threads, [&](int part) {
    double* const own = partial + times(part, size);
    memset(own, 0, sizeof(double) * size);
    if (columns <= kWidth) {
      solve_rows<1>(Mt, stride, part_end(rows, part - 1), part_end(rows, part), K, V, own);
    } else {
      solve_rows<2>(Mt, stride, part_end(rows, part - 1), part_end(rows, part), K, V, own);
    }
  });
  for (int j = 0; j < columns; j += kWidth) {
    for (ptrdiff_t i = j / kWidth * stride; i < j / kWidth * stride + static_cast<ptrdiff_t>(rows) * kWidth; i += kWidth) {
      Vec total = load(partial + i);
      for (int part = 1; part < parts; part++) total += load(partial + times(part, size) + i);
      store(Y + i, total);
    }
  }
  return true;
}

bool load_posterior_model(const Span& L, size_t offset, bool variance, bool gradient, int points, int threads, PosteriorModel& model,
                          bool few) {
  double* const X = scratch_take(times(model.n, model.d));
  if (X == nullptr) return false;
  memcpy(X, model.X, sizeof(double) * times(model.n, model.d));
  model.code->scale_points(X, model.n, model.d, 1);
  model.X = X;
  if (!variance) return true;
  if (points <= kDensePoints && !is_kept(model.n, gradient ? 2 : 1)) {
    model.L = L.data + offset;
    return true;
  }
  const Besides slopes = few && inverse_pays(model.n) ? Besides::kInverse : Besides::kLower;
  const LaidOutFactor factor = lay_out_factor(L, offset, model.n, gradient ? slopes : Besides::kNothing, threads);
  model.U = factor.U;
  model.Lp = factor.Lp;
  model.Mt = factor.Mt;
  return factor.U != nullptr;
}

bool take_run_scratch(const PosteriorModel& model, int columns, bool gradient, RunScratch& s) {
  const int rows = padded(model.n);
  const size_t size = panel_length(rows, columns);
  const bool slopes = gradient && model.code->is_scaled_stationary();
  s.stride = panel_stride(rows);
  s.K = scratch_take(size);
  s.H = slopes ? scratch_take(size) : nullptr;
  s.W = gradient ? scratch_take(size) : nullptr;
  s.tape = scratch_take(model.code->tape_length());
  return s.K != nullptr && s.tape != nullptr && (s.H != nullptr || !slopes) && (s.W != nullptr || !gradient);
}

void fill_covariances(const PosteriorModel& model, const double* MT, int ldm, int from, int count, RunScratch& s) {
  for (int i = 0; i < model.n; i++) {
    const double* const x = model.X + times(i, model.d);
    double* const K = s.K + at(i, 0, s.stride);
    if (s.H != nullptr) {
      model.code->stationary_row(x, MT, ldm, from, count, K, s.stride, s.H + at(i, 0, s.stride), s.stride);
    } else {
      model.code->row(x, MT, ldm, from, count, s.tape, K, s.stride);
    }
  }
  for (int i = model.n; i < padded(model.n); i++) {
    for (int j = 0; j < count; j += kWidth) store(s.K + at(i, j, s.stride), Vec{});
  }
}

void posterior_mean(const PosteriorModel& model, const RunScratch& s, int count, double* mean) {
  for (int j = 0; j < count; j += kWidth) {
    const double* K = s.K + at(0, j, s.stride);
    Vec total[4] = {splat(model.constant), Vec{}, Vec{}, Vec{}};
    int i = 0;
    for (; i + 4 <= model.n; i += 4) {
#pragma GCC unroll 4
      for (int u = 0; u < 4; u++) total[u] += model.alpha[i + u] * load(K + static_cast<ptrdiff_t>(i + u) * kWidth);
    }
    for (; i < model.n; i++) total[0] += model.alpha[i] * load(K + static_cast<ptrdiff_t>(i) * kWidth);
    store(mean + j, (total[0] + total[1]) + (total[2] + total[3]));
  }
}

void add_point_gradient(const PosteriorModel& model, const double* MT, int ldm, int from, int count, RunScratch& s, double* d_moving,
                        int ld) {
  if (s.H != nullptr) {
    stationary_point_gradient(model, MT + from, ldm, count, s, d_moving, ld);
    return;
  }
  double cotangent[kChunk];
  for (int i = 0; i < model.n; i++) {
    const double* const x = model.X + times(i, model.d);
    for (int start = 0; start < count; start += kChunk) {
      const int part = count - start < kChunk ? count - start : kChunk;
      for (int j = 0; j < part; j += kWidth) store(cotangent + j, load(s.W + at(i, start + j, s.stride)));
      model.code->values(x, MT, ldm, from + start, part, s.tape);
      model.code->reverse(x, MT, ldm, from + start, part, s.tape, cotangent, nullptr, d_moving + start, ld);
    }
  }
}

}  // namespace athanor::ATHANOR_ISA
