/** Value and derivatives of a Monte-Carlo acquisition from a joint posterior and fixed normal samples. */
#pragma once
#include "simd.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {

enum AcquisitionKind : int { kLogEi = 0, kEi = 1, kUcb = 2, kPi = 3, kSimpleRegret = 4 };

/** What is the same for every group. */
struct MonteCarlo {
  int kind;
  int q;             // points of a group, pending ones included
  int samples;       // S
  int stride;        // S in whole vectors: row length of ZT
  const double* ZT;  // [q, stride] normal samples, transposed; what lies past S is not used
  double best;
  double beta;
  double sign;
  double tau;
  double tau_max;
  bool centre_on_mean;
};

/** Doubles of scratch for `monte_carlo`. */
size_t monte_carlo_scratch(const MonteCarlo& mc);

/**
 * @param mean    [q]
 * @param L       [q, q] lower factor of the joint covariance
 * @param g_mean  [q] derivative with respect to the mean, L held fixed; null: value only
 * @param g_L     [q, q] derivative with respect to L, lower; null with g_mean
 * @returns the value
 */
double monte_carlo(const MonteCarlo& mc, const double* mean, const double* L, double* scratch, double* g_mean, double* g_L);

}  // namespace athanor::ATHANOR_ISA
