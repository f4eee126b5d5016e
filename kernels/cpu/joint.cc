#include "joint.h"

#include "ops.h"
#include "tile.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** Inner products of columns a … a + kRows and b … b + kWidth of panels V; kept, since neighbouring groups share them. */
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
    Tile<1> even = {}, odd = {};  // two chains of sums, to hide the latency of one
    const int half = rows / 2;
    accumulate<1, 1>(even, V + at(0, a, stride), stride, V + at(0, b, stride), stride, half);
    accumulate<1, 1>(odd, V + at(half, a, stride), stride, V + at(half, b, stride), stride, rows - half);
    for (int r = 0; r < kRows; r++) store(values + r * kWidth, even.row[r][0] + odd.row[r][0]);
  }
};

/** cov ← prior covariances among the points of a group. */
void prior_covariances(const PosteriorModel& model, const JointScratch& s, int first, int q, double* x, double* prior, double* cov) {
  for (int a = 0; a < q; a++) {
    for (int k = 0; k < model.d; k++) x[k] = s.MT[times(k, s.ldm) + first + a];
    model.code->row(x, s.MT, s.ldm, first, q, s.tape, prior, kWidth);
    memcpy(cov + times(a, q), prior, sizeof(double) * q);
  }
}

/** cov −= inner products of the columns of the group; symmetric, diagonal at least 0. */
void subtract_explained(InnerProducts& inner, int first, int q, double* cov) {
  const int start = first / kWidth * kWidth;
  for (int a = start; a < first + q; a += kRows) {
    for (int b = start; b < first + q; b += kWidth) {
      if (b + kWidth <= a) continue;
      inner.compute(a, b);
      for (int r = 0; r < kRows; r++) {
        for (int c = 0; c < kWidth; c++) {
          const int row = a + r - first, column = b + c - first;
          if (row >= 0 && column >= row && column < q) cov[times(row, q) + column] -= inner.values[r * kWidth + c];
        }
      }
    }
  }
  for (int a = 0; a < q; a++) {
    double& diagonal = cov[times(a, q) + a];
    if (diagonal < 0) diagonal = 0;
    for (int b = 0; b < a; b++) cov[times(a, q) + b] = cov[times(b, q) + a];
  }
}

/** W[i, j] = g_mean[j]·α_i − Σ_b S[b, j]·Y[i, b] for one panel, S = g_cov + g_covᵀ within groups; Y = A⁻¹K in s.K. */
void fill_weights(const PosteriorModel& model, JointScratch& s, int groups, int q, const double* g_mean, const double* symmetric, int j) {
  const int columns = groups * q;
  double own[kWidth] = {};
  for (int c = 0; c < kWidth && j + c < columns; c++) own[c] = g_mean[j + c];
  const Vec means = load(own);
  double* const W = s.W + at(0, j, s.stride);
  for (int i = 0; i < model.n; i++) store(W + static_cast<ptrdiff_t>(i) * kWidth, model.alpha[i] * means);
  const int last_column = j + kWidth < columns ? j + kWidth : columns;
  const int from = j / q * q / kWidth * kWidth;
  const int to = ((last_column - 1) / q + 1) * q;
  for (int b = from; b < to; b += kWidth) {
    Vec block[kWidth];
#pragma GCC unroll 8
    for (int r = 0; r < kWidth; r++) {
      double row[kWidth] = {};
      for (int c = 0; c < kWidth && b + r < columns && j + c < columns; c++) {
        const int group = (j + c) / q;
        if ((b + r) / q == group) row[c] = symmetric[times(group, q, q) + times(b + r - group * q, q) + (j + c - group * q)];
      }
      block[r] = load(row);
    }
    const double* const Y = s.K + at(0, b, s.stride);
    for (int i = 0; i < model.n; i++) {
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
}

/** Adds the gradient of the prior covariances of one group. `symmetric` is the group's [q, q]. */
void add_prior_gradient(const PosteriorModel& model, JointScratch& s, int first, int q, const double* symmetric, double* x) {
  double weights[kChunk + kWidth];
  double values[kWidth], slopes[kWidth];
  for (int a = 0; a < q; a++) {
    for (int k = 0; k < model.d; k++) x[k] = s.MT[times(k, s.ldm) + first + a];
    for (int start = 0; start < q; start += kChunk) {
      const int count = q - start < kChunk ? q - start : kChunk;
      for (int b = 0; b < whole_vectors(count); b++) weights[b] = b < count ? symmetric[times(a, q) + start + b] : 0;
      const int column = first + start;
      if (s.H == nullptr) {
        model.code->values(x, s.MT, s.ldm, column, count, s.tape);
        model.code->reverse(x, s.MT, s.ldm, column, count, s.tape, weights, nullptr, s.d_moving + column, s.ldm);
        continue;
      }
      for (int b = 0; b < count; b += kWidth) {
        model.code->stationary_row(x, s.MT, s.ldm, column + b, kWidth, values, slopes, 0);
        const Vec m = load(weights + b) * load(slopes);
        for (int k = 0; k < model.d; k++) {
          double* const to = s.d_moving + times(k, s.ldm) + column + b;
          const Vec difference = load(s.MT + times(k, s.ldm) + column + b) - x[k];
          store(to, load(to) + (model.code->inverse_length(k) * m) * difference);
        }
      }
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

void joint_posterior(const PosteriorModel& model, JointScratch& s, const double* Xs, int groups, int q, double* mean, double* cov) {
  const ScratchScope scope;
  const int columns = groups * q;
  double* const x = scratch_take(static_cast<size_t>(model.d));
  double* const prior = scratch_take(static_cast<size_t>(whole_vectors(columns)) + kWidth);
  transpose_points(Xs, columns, model.d, s.MT, s.ldm);
  model.code->scale_points(s.MT, s.ldm, 1, s.ldm);
  fill_covariances(model, s.MT, s.ldm, 0, columns, s);
  posterior_mean(model, s, columns, prior);
  memcpy(mean, prior, sizeof(double) * columns);
  solve_lower(model.U, model.n, s.K, columns);
  InnerProducts inner = {s.K, s.stride, padded(model.n), -1, -1, {}};
  for (int g = 0; g < groups; g++) {
    double* const own = cov + times(g, q, q);
    prior_covariances(model, s, g * q, q, x, prior, own);
    subtract_explained(inner, g * q, q, own);
  }
}

void joint_gradient(const PosteriorModel& model, JointScratch& s, int groups, int q, const double* g_mean, const double* g_cov,
                    double* dXs) {
  const ScratchScope scope;
  const int columns = groups * q;
  const int d = model.d;
  double* const symmetric = scratch_take(times(groups, q, q));
  double* const x = scratch_take(static_cast<size_t>(d));
  for (int g = 0; g < groups; g++) {
    const double* const own = g_cov + times(g, q, q);
    for (int a = 0; a < q; a++) {
      for (int b = 0; b < q; b++) symmetric[times(g, q, q) + times(a, q) + b] = own[times(a, q) + b] + own[times(b, q) + a];
    }
  }
  memset(s.d_moving, 0, sizeof(double) * times(d, s.ldm));
  solve_lower_transposed(model.Lp, model.n, s.K, columns);
  for (int j = 0; j < columns; j += kWidth) fill_weights(model, s, groups, q, g_mean, symmetric, j);
  add_point_gradient(model, s.MT, s.ldm, 0, columns, s, s.d_moving, s.ldm);
  for (int g = 0; g < groups; g++) add_prior_gradient(model, s, g * q, q, symmetric + times(g, q, q), x);
  for (int j = 0; j < columns; j++) {
    for (int k = 0; k < d; k++) dXs[times(j, d) + k] = s.d_moving[times(k, s.ldm) + j];
  }
}

}  // namespace athanor::ATHANOR_ISA
