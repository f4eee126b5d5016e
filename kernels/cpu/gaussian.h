/** A + N of a Gaussian process, its factor, and what the fused ops have in common. */
#pragma once
#include "covariance.h"
#include "linalg.h"

namespace athanor::ATHANOR_ISA {

/** Training data as the loops want it. */
struct TrainingData {
  int n;
  int d;
  const double* X;   // [n, d]
  const double* XT;  // [d, ldx]
  int ldx;
  const double* y;      // [n]
  const double* noise;  // [n]
};

/** Scratch of one evaluation, in panels. Column padded(n) of U carries y − mean. */
struct Workspace {
  ptrdiff_t stride = 0;
  double* U = nullptr;
  double* V = nullptr;  // or null
  /** Or null: 2·d k/d(r²) of a scaled stationary code, kept for the derivatives: dense rows [n, ldh], each from its diagonal vector on, with
   *  zeros up to the diagonal and beyond n. */
  double* H = nullptr;
  ptrdiff_t ldh = 0;
  /** Or null: the tapes of all rows of any other code, which the gradient goes back over; at most kChunk rows. */
  double* tapes = nullptr;
};

/** False when memory runs out. */
bool take_workspace(int n, bool inverse, bool slopes, Workspace& w);

/**
 * U ← K(X, X) + diag(noise) + (variance + jitter)·I in the upper triangle, padded, with y − mean behind it.
 * @returns the mean of the diagonal
 */
double assemble(const CovarianceCode& code, const TrainingData& data, double variance, double mean, double jitter, const Workspace& w,
                int threads);

/** What it took: relative to the mean diagonal (−1: the largest was not enough), and the amount added. */
struct Jitter {
  double relative;
  double amount;
};

/** Relative jitters tried after none: `jitterLadder` of src/engine/compute/ops.ts. */
constexpr double kJitterLadder[] = {1e-12, 1e-10, 1e-8, 1e-6, 1e-4};
constexpr int kJitters = 5;

/** Assembles and factors with the jitter ladder until every pivot passes. */
Jitter factor_with_jitter(const CovarianceCode& code, const TrainingData& data, double variance, double mean, const Workspace& w,
                          int threads);

/** Σ log U[i, i] over the first n rows. */
double log_diagonal(const double* U, int n);

/** The data as `row` of the code wants its points: in scratch where they must be scaled. False when memory runs out. */
bool scale_training(const CovarianceCode& code, TrainingData& data);

/** XT for X [n, d] in scratch, with a tile of slack; ldx is set. Null when memory runs out. */
double* take_transposed(const double* X, int n, int d, int& ldx);

}  // namespace athanor::ATHANOR_ISA
