/** Solves for columns that fill no more than half of a panel: lanes of columns would mostly be empty, so lanes are rows. */
#pragma once
#include "linalg.h"

namespace athanor::ATHANOR_ISA {

/**
 * R ← L⁻¹R for the columns past the last whole vector, where they are so few; U and R as in `solve_lower`, with its terms in its order and so its
 * bits. @returns the columns that are left to solve for
 */
int solve_thin_lower(const double* U, int rows, double* R, int columns);

/** The same with L⁻ᵀ; Lp as in `solve_lower_transposed`. */
int solve_thin_lower_transposed(const double* Lp, int rows, double* R, int columns);

}  // namespace athanor::ATHANOR_ISA
