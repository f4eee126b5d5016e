#include "joint.h"

#include "ops.h"

namespace athanor::ATHANOR_ISA {

bool load_joint_model(const CovarianceCode& code, int n, int d, const double* X, const double* L, const double* alpha, double constant,
                      bool with_gradient, JointModel& model) {
  const int ld = row_length(n, 0);
  const size_t size = times(padded(n), ld);
  double* const U = scratch_take(size);
  double* const Lp = with_gradient ? scratch_take(size) : nullptr;
  if (U == nullptr || (with_gradient && Lp == nullptr)) return false;
  load_factor(L, n, U, Lp, ld);
  model = {&code, n, d, X, alpha, U, Lp, ld, constant};
  return true;
}

bool take_joint_scratch(const JointModel& model, int columns, bool with_gradient, JointScratch& s) {
  s.columns = columns;
  s.ldk = whole_vectors(columns) + kTile;
  const size_t size = times(padded(model.n) + 1, s.ldk);
  s.XsT = scratch_take(times(model.d, s.ldk) + kTile);
  s.K = scratch_take(size);
  s.V = scratch_take(size);
  s.tape = scratch_take(model.code->tape_length());
  s.points = with_gradient ? scratch_take(times(model.d, s.ldk) + kTile) : nullptr;
  return s.XsT && s.K && s.V && s.tape && (s.points || !with_gradient);
}

void joint_posterior(const JointModel& model, JointScratch& s, const double* Xs, int groups, int q, double* mean, double* cov) {
  const int columns = groups * q;
  const int rows = padded(model.n);
  const int whole = whole_vectors(columns);
  transpose_points(Xs, columns, model.d, s.XsT, s.ldk);
  for (int j = 0; j < columns; j++) mean[j] = model.constant;
  for (int start = 0; start < columns; start += kChunk) {
    const int count = columns - start < kChunk ? columns - start : kChunk;
    double total[kChunk + kWidth];
    for (int j = 0; j < count; j += kWidth) store(total + j, splat(model.constant));
    for (int i = 0; i < model.n; i++) {
      double* const row = s.K + times(i, s.ldk) + start;
      model.code->values(model.X + times(i, model.d), s.XsT, s.ldk, start, count, s.tape, row);
      for (int j = 0; j < count; j += kWidth) store(total + j, load(total + j) + model.alpha[i] * load(row + j));
    }
    memcpy(mean + start, total, sizeof(double) * count);
  }
  for (int i = 0; i < rows; i++) {
    double* const row = s.V + times(i, s.ldk);
    if (i < model.n) {
      memcpy(row, s.K + times(i, s.ldk), sizeof(double) * whole);
    } else {
      memset(row, 0, sizeof(double) * whole);
    }
  }
  solve_lower(model.U, model.n, model.ld, s.V, whole, s.ldk);

  const ScratchScope scope;
  double* const x = scratch_take(static_cast<size_t>(model.d));
  double prior[kChunk + kWidth];
  for (int g = 0; g < groups; g++) {
    const int first = g * q;
    double* const own = cov + times(g, q, q);
    for (int a = 0; a < q; a++) {
      for (int k = 0; k < model.d; k++) x[k] = s.XsT[times(k, s.ldk) + first + a];
      for (int start = 0; start < q; start += kChunk) {
        const int count = q - start < kChunk ? q - start : kChunk;
        model.code->values(x, s.XsT, s.ldk, first + start, count, s.tape, prior);
        for (int b = 0; b < count; b += kWidth) {
          Vec explained = {};
          for (int i = 0; i < model.n; i++) {
            const double* const row = s.V + times(i, s.ldk) + first;
            explained += row[a] * load(row + start + b);
          }
          const Vec value = load(prior + b) - explained;
          for (int lane = 0; lane < kWidth && b + lane < count; lane++) own[times(a, q) + start + b + lane] = value[lane];
        }
      }
    }
    for (int a = 0; a < q; a++) {
      double& diagonal = own[times(a, q) + a];
      if (diagonal < 0) diagonal = 0;
      for (int b = 0; b < a; b++) own[times(a, q) + b] = own[times(b, q) + a];
    }
  }
}

void joint_gradient(const JointModel& model, JointScratch& s, int groups, int q, const double* g_mean, const double* g_cov, double* dXs) {
  const int columns = groups * q;
  const int whole = whole_vectors(columns);
  const int d = model.d;
  memset(s.points, 0, sizeof(double) * times(d, s.ldk));
  solve_lower_transposed(model.Lp, model.n, model.ld, s.V, whole, s.ldk);
  const ScratchScope scope;
  double* const symmetric = scratch_take(times(groups, q, q));  // g_cov + g_covᵀ
  double* const cotangent = scratch_take(static_cast<size_t>(s.ldk));
  double* const x = scratch_take(static_cast<size_t>(d));
  for (int g = 0; g < groups; g++) {
    for (int a = 0; a < q; a++) {
      for (int b = 0; b < q; b++) {
        symmetric[times(g, q, q) + times(a, q) + b] = g_cov[times(g, q, q) + times(a, q) + b] + g_cov[times(g, q, q) + times(b, q) + a];
      }
    }
  }
  for (int j = 0; j < s.ldk; j++) cotangent[j] = 0;
  for (int i = 0; i < model.n; i++) {
    const double* const solved = s.V + times(i, s.ldk);
    for (int g = 0; g < groups; g++) {
      for (int a = 0; a < q; a++) {
        const double* const row = symmetric + times(g, q, q) + times(a, q);
        double weight = g_mean[g * q + a] * model.alpha[i];
        for (int b = 0; b < q; b++) weight -= row[b] * solved[g * q + b];
        cotangent[g * q + a] = weight;
      }
    }
    for (int start = 0; start < columns; start += kChunk) {
      const int count = columns - start < kChunk ? columns - start : kChunk;
      model.code->values(model.X + times(i, d), s.XsT, s.ldk, start, count, s.tape, nullptr);
      model.code->reverse(model.X + times(i, d), s.XsT, s.ldk, start, count, s.tape, cotangent + start, nullptr, s.points + start, s.ldk);
    }
  }
  double weights[kChunk + kWidth];
  for (int g = 0; g < groups; g++) {
    for (int a = 0; a < q; a++) {
      for (int k = 0; k < d; k++) x[k] = s.XsT[times(k, s.ldk) + g * q + a];
      for (int start = 0; start < q; start += kChunk) {
        const int count = q - start < kChunk ? q - start : kChunk;
        for (int b = 0; b < count + kWidth; b++) weights[b] = b < count ? symmetric[times(g, q, q) + times(a, q) + start + b] : 0;
        model.code->values(x, s.XsT, s.ldk, g * q + start, count, s.tape, nullptr);
        model.code->reverse(x, s.XsT, s.ldk, g * q + start, count, s.tape, weights, nullptr, s.points + g * q + start, s.ldk);
      }
    }
  }
  for (int j = 0; j < columns; j++) {
    for (int k = 0; k < d; k++) dXs[times(j, d) + k] = s.points[times(k, s.ldk) + j];
  }
}

}  // namespace athanor::ATHANOR_ISA
