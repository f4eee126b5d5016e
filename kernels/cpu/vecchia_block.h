/**
 * Points conditioned on few rows each, for vecchia_likelihood and vecchia_predict (see src/engine/compute/ops.ts).
 *
 * A block is the neighbours with the point behind them. Its covariance A = UᵀU is factored from the upper side, so that every inner
 * loop runs along a row.
 */
#pragma once

#include "covariance.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {

constexpr int kMostNeighbours = kChunk - 1;  // a block is one sweep of a covariance

/** What the points of a step are conditioned on. */
struct VecchiaData {
  int n, d, m, parameters;
  const double *X, *y, *noise, *neighbours;
  const double* features;  // [n, rank], taken off the covariance; not read when rank is 0
  int rank;
};

/** Scratch of one block of up to m + 1 points. */
struct VecchiaBlock {
  int size;
  int ld;            // of XT and U
  double* points;    // [size, d]
  double* XT;        // [d, ld]
  double* U;         // [size, ld]
  double* noise;     // [size]
  double* z;         // [size] y − mean; v after the factorization
  double* diagonal;  // [size]
  double* u;         // [size]
  double* a;         // [size]
  double* tape;      // [size] tapes of the code, or one
  size_t tape_step;  // 0: one tape serves all rows
  const double* features[kChunk];  // [rank] of every point
};

/** @returns false when there is no memory */
bool take_block(const CovarianceCode& code, int m, int d, bool keeps_tapes, VecchiaBlock& b);

/** @returns false when a neighbour is no row */
bool gather(const VecchiaData& data, const double* table, const double* point, const double* point_features, double variance, double mean,
            VecchiaBlock& b);

/** @returns the relative jitter, −1 when all failed; z is y − mean before and v afterwards. With open = 1 the last pivot stays a square. */
double factor_block(const CovarianceCode& code, const VecchiaData& data, int open, VecchiaBlock& b);

/** x ← U⁻¹x for the leading `count` rows. */
void solve_upper(const VecchiaBlock& b, double* x, int count);

/** The covariance and the rows of an opened step, without features. @returns false when its sizes do not fit */
template <class Step>
bool read_step(const Step& step, CovarianceCode& code, VecchiaData& data) {
  if (step.parameters < 2 || step.m > kMostNeighbours) return false;
  if (!code.parse(step.rest, step.rest_length, step.d, step.parameters - 2)) return false;
  data = {step.n,
          step.d,
          step.m,
          step.parameters,
          step.in[step.kX].data,
          step.in[step.kY].data,
          step.in[step.kNoise].data,
          step.in[step.kNeighbours].data,
          nullptr,
          0};
  return true;
}

}  // namespace athanor::ATHANOR_ISA
