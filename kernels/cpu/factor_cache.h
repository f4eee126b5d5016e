/** Factors laid out for solves, kept between calls on the same model. */
#pragma once
#include "../include/athanor/op.h"
#include "linalg.h"

namespace athanor::ATHANOR_ISA {

struct LaidOutFactor {
  const double* U;   // panels of Lᵀ
  const double* Lp;  // panels of L, or null when not wanted
  const double* Mt;  // panels of L⁻ᵀ, or null when not wanted
};

/** What is wanted besides U. */
enum class Besides { kNothing, kLower, kInverse };

/** Whether so many layouts of n rows fit into what a thread keeps. */
bool is_kept(int n, int layouts);

/** Whether the inverse of n rows is worth keeping; L⁻¹ costs n³/6. It depends on n alone, so that answers do not depend on earlier calls. */
bool inverse_pays(int n);

/**
 * The lower factor at `offset` of L, [n, n], as panels: of an earlier call where its stamp says that the numbers are the same, else
 * laid out now. Factors with a stamp are kept by the calling thread, up to 80 MiB, until others take their place; those without
 * last as long as the scratch of the caller. Valid until the next call of this function. Null U: memory ran out.
 */
LaidOutFactor lay_out_factor(const Span& L, size_t offset, int n, Besides besides, int threads);

}  // namespace athanor::ATHANOR_ISA
