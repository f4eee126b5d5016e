/** Covariances of moving points with the training points, and the joint posterior of groups of points with its way back. */
#pragma once
#include "gaussian.h"

namespace athanor::ATHANOR_ISA {

/** One model, its factor laid out for solves. */
struct PosteriorModel {
  const CovarianceCode* code;
  int n;
  int d;
  const double* X;      // [n, d]; scaled by `load_posterior_model` as `row` of the code wants it
  const double* alpha;  // [n]
  double constant;
  const double* U;   // panels, or null when no variance is wanted
  const double* Lp;  // panels, or null when no gradient of the variance is wanted
  const double* Mt = nullptr;  // panels of L⁻ᵀ in place of Lp, for few points
  const double* L = nullptr;   // [n, n] in place of U and Lp, where to lay it out for few points takes longer than to read it

  /** R ← L⁻¹R, and R ← L⁻ᵀR. */
  void solve(double* R, int columns, int threads) const {
    if (L != nullptr) {
      solve_dense_lower(L, n, R, columns, threads);
    } else {
      solve_lower(U, n, R, columns);
    }
  }
  void solve_transposed(double* R, int columns, int threads) const {
    if (L != nullptr) {
      solve_dense_lower_transposed(L, n, R, columns, threads);
    } else {
      solve_lower_transposed(Lp, n, R, columns);
    }
  }
};

/** Points up to which slopes are taken by one reading of L⁻¹. */
constexpr int kFew = kWidth < 8 ? 2 * kWidth : 8;

/** Lays the factor at `offset` of L out as far as so many points want it; L⁻ᵀ in place of L where `few` points ask for a gradient and it
 *  pays. False when memory runs out. */
bool load_posterior_model(const Span& L, size_t offset, bool variance, bool gradient, int points, int threads, PosteriorModel& model,
                          bool few = false);

/**
 * V = L⁻¹K and Y = L⁻ᵀV for at most kFew columns, panels of padded(n) rows, in one reading of Mt = L⁻ᵀ: that takes longer than the sums.
 * The sums do not depend on the number of threads. False when memory runs out.
 */
bool solve_few(const double* Mt, int n, const double* K, int columns, double* V, double* Y, int threads);

/** Scratch for one run of moving points. Panels have padded(n) rows and `stride`. */
struct RunScratch {
  ptrdiff_t stride;
  double* K;  // panels: covariances, then L⁻¹K, then A⁻¹K
  double* H;  // panels or null: 2·d k/d(r²) of a scaled stationary code
  double* W;  // panels or null: weights of the covariances in what is differentiated
  double* tape;
};

bool take_run_scratch(const PosteriorModel& model, int columns, bool gradient, RunScratch& s);

/** K (and H when there is one) ← covariances of the training points with `count` moving points MT [d, ldm] from `from` on, scaled as `row`
 *  of the code wants them; padding rows 0. */
void fill_covariances(const PosteriorModel& model, const double* MT, int ldm, int from, int count, RunScratch& s);

/** mean [count rounded up] = constant + Kᵀα, before K is solved for. */
void posterior_mean(const PosteriorModel& model, const RunScratch& s, int count, double* mean);

/** d_moving [d, ld] += Σ_i W[i, j]·∂k(x_i, m_j)/∂m_j, in columns 0 …; W is overwritten. */
void add_point_gradient(const PosteriorModel& model, const double* MT, int ldm, int from, int count, RunScratch& s, double* d_moving,
                        int ld);

/** Scratch of one task of the joint posterior. */
struct JointScratch : RunScratch {
  int ldm;
  double* MT;        // [d, ldm] the points of the task
  double* d_moving;  // [d, ldm] or null
};

/** Groups per task so that one task solves for a few whole tiles of columns. */
static inline int groups_per_task(int q) {
  const int groups = 2 * kTile / (q > 0 ? q : 1);
  return groups > 1 ? groups : 1;
}

/** Points that precede every group and do not move, computed once for all groups. */
struct KnownPoints {
  int count = 0;  // 0: there are none, and the other fields are not read
  ptrdiff_t stride = 0;
  int ldm = 0;
  const double* MT = nullptr;    // [d, ldm], scaled
  const double* V = nullptr;     // panels L⁻¹K
  const double* Y = nullptr;     // panels A⁻¹K; null without gradient
  const double* mean = nullptr;  // [count]
  const double* cov = nullptr;   // [count, count]
};

bool take_joint_scratch(const PosteriorModel& model, int columns, bool gradient, JointScratch& s);

/** Fills `known` for points X [count, d], in scratch of the caller. False when memory runs out. */
bool prepare_known(const PosteriorModel& model, const double* X, int count, bool gradient, KnownPoints& known);

/** mean [groups, total], cov [groups, total, total] of `groups` groups of the known points and q more Xs [groups, q, d]; total = known + q.
 *  False when memory runs out. */
bool joint_posterior(const PosteriorModel& model, JointScratch& s, const KnownPoints& known, const double* Xs, int groups, int q, double* mean,
                     double* cov);

/** dXs [groups, q, d] from g_mean [groups, total] and g_cov [groups, total, total], after `joint_posterior` on the same scratch. False when
 *  memory runs out. */
bool joint_gradient(const PosteriorModel& model, JointScratch& s, const KnownPoints& known, int groups, int q, const double* g_mean,
                    const double* g_cov, double* dXs);

}  // namespace athanor::ATHANOR_ISA
