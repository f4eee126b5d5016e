/**
 * Likelihoods of few rows for as many thetas at once as a vector has lanes: every number is a vector, with one lane per theta.
 *
 * Nothing is then lost to short loops and to the latency of pivots, which bind on matrices of this size.
 */
#pragma once
#include "likelihood.h"

namespace athanor::ATHANOR_ISA {

/** Largest n worked on this way; beyond it the matrices leave the inner caches and the blocked code is faster. */
constexpr int kMostLaneRows = 64;

/** Whether a batch of `count` thetas is worth it: it costs as much as a full one, single ones as much as n/12 of it. */
static inline bool takes_lanes(const CovarianceCode& code, int n, int count) {
  return n > 1 && n <= kMostLaneRows && code.is_scaled_stationary() && count > 1 && 96 * count >= n * kWidth;
}

/** Squared differences of all pairs i > j, [n·(n − 1)/2, d], in scratch; null when memory runs out. */
double* take_squares(const double* X, int n, int d);

/**
 * Evaluates `count` ≤ kWidth thetas [count, P] that lie one behind the other, as `evaluate_likelihood` does.
 *
 * @param out     [count]; a member whose factor fails without jitter is left as it is
 * @param failed  [count] set for those members
 * @returns false when memory runs out
 */
bool evaluate_lanes(const CovarianceCode& code, const TrainingData& data, const double* squares, const double* theta, int P, int count,
                    Likelihood* out, bool* failed);

}  // namespace athanor::ATHANOR_ISA
