/** The log marginal likelihood at one theta: what the ops of a fit have in common. */
#pragma once
#include "gaussian.h"

namespace athanor::ATHANOR_ISA {

/** Results; null pointers are not wanted, information comes only with the gradient. Numbers are NaN and status −1 where the factor failed.
 */
struct Likelihood {
  double value = 0;
  double status = 0;
  double* gradient = nullptr;     // [P]
  double* information = nullptr;  // [P, P]
};

/** @returns false when memory runs out */
bool evaluate_likelihood(CovarianceCode& code, TrainingData data, const double* theta, int P, int threads, Likelihood& out);

/**
 * ½ DᵀA⁻¹D, with twice that in the entry of the mean: column k of D is (∂A/∂θ_k)α, that of the mean ones; w holds U and slopes.
 *
 * Source: Gilmour, Thompson and Cullis 1995, doi:10.2307/2533274.
 * @returns false when memory runs out
 */
bool average_information(const CovarianceCode& code, const TrainingData& data, const Workspace& w, const double* alpha, const double* theta,
                         double jitter, int P, int threads, double* information);

}  // namespace athanor::ATHANOR_ISA
