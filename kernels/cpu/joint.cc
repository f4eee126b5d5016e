#include "joint.h"

#include "ops.h"
#include "tile.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** values [kRows, kWidth] ← inner products of columns a … a + kRows of panels A with columns b … b + kWidth of panels B. */
void inner_products(const double* A, int a, const double* B, int b, ptrdiff_t stride, int rows, double* values) {
  Tile<1> even = {}, odd = {};  // two chains of sums, to hide the latency of one
  const int half = rows / 2;
  accumulate<1, 1>(even, A + at(0, a, stride), stride, B + at(0, b, stride), stride, half);
  accumulate<1, 1>(odd, A + at(half, a, stride), stride, B + at(half, b, stride), stride, rows - half);
  for (int r = 0; r < kRows; r++) store(values + r * kWidth, even.row[r][0] + odd.row[r][0]);
}

/** Inner products among the columns of panels V; the last ones are kept, since neighbouring groups share them. */
struct InnerProducts {
  const double* V;
  ptrdiff_t stride;
  int rows;
  int a = -1;
  int b = -1;
  double values[kRows * kWidth];

  void compute(int a_new, int b_new) {
    if (a == a_new && b == b_new) return;
    a = a_new;
    b = b_new;
    inner_products(V, a, V, b, stride, rows, values);
  }
};

/** Point j of MT [d, ldm]. */
void copy_point(const double* MT, int ldm, int d, int j, double* x) {
  for (int k = 0; k < d; k++) x[k] = MT[times(k, ldm) + j];
}

/** cov [q, q], rows ld apart ← prior covariances among the points of a group. */
void prior_covariances(const PosteriorModel& model, const JointScratch& s, int first, int q, double* x, double* prior, double* cov, int ld) {
  for (int a = 0; a < q; a++) {
    copy_point(s.MT, s.ldm, model.d, first + a, x);
    model.code->row(x, s.MT, s.ldm, first, q, s.tape, prior, kWidth);
    memcpy(cov + times(a, ld), prior, sizeof(double) * q);
  }
}

/** cov −= inner products of the columns of the group; symmetric, diagonal at least 0. */
void subtract_explained(InnerProducts& inner, int first, int q, double* cov, int ld) {
  const int start = first / kWidth * kWidth;
  for (int a = start; a < first + q; a += kRows) {
    for (int b = start; b < first + q; b += kWidth) {
      if (b + kWidth <= a) continue;
      inner.compute(a, b);
      for (int r = 0; r < kRows; r++) {
        for (int c = 0; c < kWidth; c++) {
          const int row = a + r - first, column = b + c - first;
          if (row >= 0 && column >= row && column < q) cov[times(row, ld) + column] -= inner.values[r * kWidth + c];
        }
      }
    }
  }
  for (int a = 0; a < q; a++) {
    double& diagonal = cov[times(a, ld) + a];
    if (diagonal < 0) diagonal = 0;
    for (int b = 0; b < a; b++) cov[times(a, ld) + b] = cov[times(b, ld) + a];
  }
}

/** cross [known, ld] ← posterior covariances of the known points with the moving ones. */
void known_covariances(const PosteriorModel& model, const JointScratch& s, const KnownPoints& known, int columns, double* x, double* cross,
                       int ld) {
  for (int p = 0; p < known.count; p++) {
    copy_point(known.MT, known.ldm, model.d, p, x);
    model.code->row(x, s.MT, s.ldm, 0, columns, s.tape, cross + times(p, ld), kWidth);
  }
  double values[kRows * kWidth];
  for (int p = 0; p < known.count; p += kRows) {
    for (int j = 0; j < columns; j += kWidth) {
      inner_products(known.V, p, s.K, j, s.stride, padded(model.n), values);
      for (int r = 0; r < kRows && p + r < known.count; r++) {
        double* const to = cross + times(p + r, ld) + j;
        store(to, load(to) - load(values + r * kWidth));
      }
    }
  }
}

/** W [n, kWidth] −= Σ_r Y[·, r]·block[r] over one panel of Y. */
void subtract_weighted(double* W, const double* Y, const Vec* block, int n) {
  for (int i = 0; i < n; i++) {
    Vec weight = load(W + static_cast<ptrdiff_t>(i) * kWidth);
    Vec other = {};
#pragma GCC unroll 8
    for (int r = 0; r < kWidth; r += 2) {
      weight -= Y[static_cast<ptrdiff_t>(i) * kWidth + r] * block[r];
      other -= Y[static_cast<ptrdiff_t>(i) * kWidth + r + 1] * block[r + 1];
    }
    store(W + static_cast<ptrdiff_t>(i) * kWidth, weight + other);
  }
}

/** Cotangents of a task, per moving point. */
struct Cotangents {
  const double* mean;       // [groups·q]
  const double* symmetric;  // [groups, q, q] g_cov + g_covᵀ among the points of a group
  const double* known;      // [known, ld] the same of the known points with the moving ones; 0 in the padding
  int ld;
};

/** W[i, j] = g_mean[j]·α_i − Σ_b S[b, j]·Y[i, b] for one panel, S = g_cov + g_covᵀ within groups and with the known points; Y = A⁻¹K. */
void fill_weights(const PosteriorModel& model, JointScratch& s, const KnownPoints& known, int groups, int q, const Cotangents& g, int j) {
  const int columns = groups * q;
  double own[kWidth] = {};
  for (int c = 0; c < kWidth && j + c < columns; c++) own[c] = g.mean[j + c];
  const Vec means = load(own);
  double* const W = s.W + at(0, j, s.stride);
  for (int i = 0; i < model.n; i++) store(W + static_cast<ptrdiff_t>(i) * kWidth, model.alpha[i] * means);
  Vec block[kWidth];
  for (int p = 0; p < known.count; p += kWidth) {
    for (int r = 0; r < kWidth; r++) block[r] = p + r < known.count ? load(g.known + times(p + r, g.ld) + j) : Vec{};
    subtract_weighted(W, known.Y + at(0, p, s.stride), block, model.n);
  }
  const int last_column = j + kWidth < columns ? j + kWidth : columns;
  const int from = j / q * q / kWidth * kWidth;
  const int to = ((last_column - 1) / q + 1) * q;
  for (int b = from; b < to; b += kWidth) {
    for (int r = 0; r < kWidth; r++) {
      double row[kWidth] = {};
      for (int c = 0; c < kWidth && b + r < columns && j + c < columns; c++) {
        const int group = (j + c) / q;
        if ((b + r) / q == group) row[c] = g.symmetric[times(group, q, q) + times(b + r - group * q, q) + (j + c - group * q)];
      }
      block[r] = load(row);
    }
    subtract_weighted(W, s.K + at(0, b, s.stride), block, model.n);
  }
}

/** Adds to d_moving the derivative of Σ_j weights[j]·k(x, m_j) by the `count` ≤ kChunk moving points from `column` on; weights are padded with 0. */
void add_prior_row(const PosteriorModel& model, JointScratch& s, const double* x, int column, int count, const double* weights) {
  if (s.H == nullptr) {
    model.code->values(x, s.MT, s.ldm, column, count, s.tape);
    model.code->reverse(x, s.MT, s.ldm, column, count, s.tape, weights, nullptr, s.d_moving + column, s.ldm);
    return;
  }
  double values[kWidth], slopes[kWidth];
  for (int b = 0; b < count; b += kWidth) {
    model.code->stationary_row(x, s.MT, s.ldm, column + b, kWidth, values, 0, slopes, 0);
    const Vec m = load(weights + b) * load(slopes);
    for (int k = 0; k < model.d; k++) {
      double* const to = s.d_moving + times(k, s.ldm) + column + b;
      const Vec difference = load(s.MT + times(k, s.ldm) + column + b) - x[k];
      store(to, load(to) + (model.code->inverse_length(k) * m) * difference);
    }
  }
}

/** Adds the gradient of the prior covariances within the groups and with the known points. */
void add_prior_gradient(const PosteriorModel& model, JointScratch& s, const KnownPoints& known, int groups, int q, const Cotangents& g,
                        double* x) {
  double weights[kChunk + kWidth];
  const int columns = groups * q;
  for (int p = 0; p < known.count; p++) {
    copy_point(known.MT, known.ldm, model.d, p, x);
    for (int start = 0; start < columns; start += kChunk) {
      const int count = columns - start < kChunk ? columns - start : kChunk;
      memcpy(weights, g.known + times(p, g.ld) + start, sizeof(double) * whole_vectors(count));
      add_prior_row(model, s, x, start, count, weights);
    }
  }
  for (int a = 0; a < columns; a++) {
    const int first = a / q * q;
    copy_point(s.MT, s.ldm, model.d, a, x);
    for (int start = 0; start < q; start += kChunk) {
      const int count = q - start < kChunk ? q - start : kChunk;
      for (int b = 0; b < whole_vectors(count); b++) weights[b] = b < count ? g.symmetric[times(a, q) + start + b] : 0;
      add_prior_row(model, s, x, first + start, count, weights);
    }
  }
}

}  // namespace

bool take_joint_scratch(const PosteriorModel& model, int columns, bool gradient, JointScratch& s) {
  if (!take_run_scratch(model, columns, gradient, s)) return false;
  s.ldm = whole_vectors(columns) + kTile;
  s.MT = scratch_take(times(model.d, s.ldm) + kTile);
  s.d_moving = gradient ? scratch_take(times(model.d, s.ldm) + kTile) : nullptr;
  return s.MT != nullptr && (s.d_moving != nullptr || !gradient);
}

bool prepare_known(const PosteriorModel& model, const double* X, int count, bool gradient, KnownPoints& known) {
  known.count = count;
  if (count == 0) return true;
  JointScratch s;
  double* const mean = scratch_take(static_cast<size_t>(count));
  double* const cov = scratch_take(times(count, count));
  const size_t size = panel_length(padded(model.n), count);
  double* const Y = gradient ? scratch_take(size) : nullptr;
  if (mean == nullptr || cov == nullptr || (gradient && Y == nullptr) || !take_joint_scratch(model, count, false, s)) return false;
  if (!joint_posterior(model, s, KnownPoints(), X, 1, count, mean, cov)) return false;
  if (gradient) {
    memcpy(Y, s.K, sizeof(double) * size);
    model.solve_transposed(Y, count, 1);
  }
  known = {count, s.stride, s.ldm, s.MT, s.K, Y, mean, cov};
  return true;
}

bool joint_posterior(const PosteriorModel& model, JointScratch& s, const KnownPoints& known, const double* Xs, int groups, int q, double* mean,
                     double* cov) {
  const ScratchScope scope;
  const int columns = groups * q;
  const int pending = known.count, total = pending + q;
  const int ld = whole_vectors(columns) + kWidth;
  double* const x = scratch_take(static_cast<size_t>(model.d));
  double* const prior = scratch_take(static_cast<size_t>(ld));
  double* const cross = pending > 0 ? scratch_take(times(pending, ld)) : nullptr;
  if (x == nullptr || prior == nullptr || (pending > 0 && cross == nullptr)) return false;
  transpose_points(Xs, columns, model.d, s.MT, s.ldm);
  model.code->scale_points(s.MT, s.ldm, 1, s.ldm);
  fill_covariances(model, s.MT, s.ldm, 0, columns, s);
  posterior_mean(model, s, columns, prior);
  for (int g = 0; g < groups; g++) {
    if (pending > 0) memcpy(mean + times(g, total), known.mean, sizeof(double) * pending);
    memcpy(mean + times(g, total) + pending, prior + times(g, q), sizeof(double) * q);
  }
  model.solve(s.K, columns, 1);
  known_covariances(model, s, known, columns, x, cross, ld);
  InnerProducts inner = {s.K, s.stride, padded(model.n), -1, -1, {}};
  for (int g = 0; g < groups; g++) {
    double* const own = cov + times(g, total, total);
    for (int p = 0; p < pending; p++) {
      memcpy(own + times(p, total), known.cov + times(p, pending), sizeof(double) * pending);
      for (int r = 0; r < q; r++) {
        own[times(p, total) + pending + r] = own[times(pending + r, total) + p] = cross[times(p, ld) + times(g, q) + r];
      }
    }
    double* const corner = own + times(pending, total) + pending;
    prior_covariances(model, s, g * q, q, x, prior, corner, total);
    subtract_explained(inner, g * q, q, corner, total);
  }
  return true;
}

bool joint_gradient(const PosteriorModel& model, JointScratch& s, const KnownPoints& known, int groups, int q, const double* g_mean,
                    const double* g_cov, double* dXs) {
  const ScratchScope scope;
  const int columns = groups * q;
  const int d = model.d;
  const int pending = known.count, total = pending + q;
  const int ld = whole_vectors(columns) + kWidth;
  double* const mean = scratch_take(static_cast<size_t>(columns));
  double* const symmetric = scratch_take(times(groups, q, q));
  double* const with_known = scratch_take(times(pending, ld));
  double* const x = scratch_take(static_cast<size_t>(d));
  if (mean == nullptr || symmetric == nullptr || with_known == nullptr || x == nullptr) return false;
  if (pending > 0) memset(with_known, 0, sizeof(double) * times(pending, ld));
  for (int g = 0; g < groups; g++) {
    const double* const own = g_cov + times(g, total, total);
    memcpy(mean + times(g, q), g_mean + times(g, total) + pending, sizeof(double) * q);
    for (int a = 0; a < q; a++) {
      const int i = pending + a;
      for (int p = 0; p < pending; p++) with_known[times(p, ld) + times(g, q) + a] = own[times(i, total) + p] + own[times(p, total) + i];
      for (int b = 0; b < q; b++) {
        const int j = pending + b;
        symmetric[times(g, q, q) + times(a, q) + b] = own[times(i, total) + j] + own[times(j, total) + i];
      }
    }
  }
  const Cotangents g = {mean, symmetric, with_known, ld};
  memset(s.d_moving, 0, sizeof(double) * times(d, s.ldm));
  model.solve_transposed(s.K, columns, 1);
  for (int j = 0; j < columns; j += kWidth) fill_weights(model, s, known, groups, q, g, j);
  add_point_gradient(model, s.MT, s.ldm, 0, columns, s, s.d_moving, s.ldm);
  add_prior_gradient(model, s, known, groups, q, g, x);
  for (int j = 0; j < columns; j++) {
    for (int k = 0; k < d; k++) dXs[times(j, d) + k] = s.d_moving[times(k, s.ldm) + j];
  }
  return true;
}

}  // namespace athanor::ATHANOR_ISA
