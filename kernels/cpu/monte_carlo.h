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
  int pending;       // the first ones of a group, which do not move
  int samples;       // S
  int stride;        // S in whole vectors: row length of ZT
  const double* ZT;  // [q, stride] normal samples, transposed; what lies past S is not used
  double best;
  double beta;
  double sign;
  double tau;
  double tau_max;
  bool centre_on_mean;
  const double* known;  // [pending, stride] what `pending_numbers` gives where it is the same for all groups, else null
};

/** Doubles of scratch for the functions below. */
size_t monte_carlo_scratch(const MonteCarlo& mc);

/** numbers [pending, stride] ← for the pending points, what a sample takes the maximum of: v_j of log-qEI, else sign·f_j or its reflection. */
void pending_numbers(const MonteCarlo& mc, const double* mean, const double* L, int ld, double* scratch, double* numbers);

/**
 * @param mean    [q]
 * @param L       [q, q] lower factor of the joint covariance
 * @param g_mean  [q] derivative with respect to the mean, L held fixed, 0 for pending points; null: value only
 * @param g_L     [q, q] derivative with respect to L, lower, rows of pending points 0; null with g_mean
 * @returns the value
 */
double monte_carlo(const MonteCarlo& mc, const double* mean, const double* L, double* scratch, double* g_mean, double* g_L);

}  // namespace athanor::ATHANOR_ISA
