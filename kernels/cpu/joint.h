/** Joint posterior of groups of points under one model, and the way back from its cotangents to the points. */
#pragma once
#include "gaussian.h"

namespace athanor::ATHANOR_ISA {

/** One model, its factor laid out for solves. `Lp` is null when no gradient is wanted. */
struct JointModel {
  const CovarianceCode* code;
  int n;
  int d;
  const double* X;      // [n, d]
  const double* alpha;  // [n]
  const double* U;      // [padded(n), ld]
  const double* Lp;     // [padded(n), ld] or null
  int ld;
  double constant;
};

/** Takes scratch for the factor and loads it. False when memory runs out. */
bool load_joint_model(const CovarianceCode& code, int n, int d, const double* X, const double* L, const double* alpha, double constant,
                      bool with_gradient, JointModel& model);

/** Groups per task so that one task solves for a few whole tiles of columns. */
static inline int groups_per_task(int q) {
  const int groups = 4 * kTile / (q > 0 ? q : 1);
  return groups > 1 ? groups : 1;
}

/** Scratch of one task over `columns` = groups · q points. */
struct JointScratch {
  int columns;
  int ldk;
  double* XsT;  // [d, ldk] the points of the task
  double* K;    // [padded(n), ldk] covariances with the training points
  double* V;    // [padded(n), ldk] L⁻¹K, then A⁻¹K
  double* tape;
  double* points;  // [d, ldk] gradient, transposed
};

bool take_joint_scratch(const JointModel& model, int columns, bool with_gradient, JointScratch& s);

/** mean [groups, q], cov [groups, q, q] of `groups` groups of q points Xs [groups, q, d]. */
void joint_posterior(const JointModel& model, JointScratch& s, const double* Xs, int groups, int q, double* mean, double* cov);

/** dXs [groups, q, d] from g_mean [groups, q] and g_cov [groups, q, q], after `joint_posterior` on the same scratch. */
void joint_gradient(const JointModel& model, JointScratch& s, int groups, int q, const double* g_mean, const double* g_cov, double* dXs);

}  // namespace athanor::ATHANOR_ISA
