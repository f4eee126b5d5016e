/**
 * Dense factorization and solves, row-major, fp64.
 *
 * Everything rests on one product: C = C0 − PᵀQ with P [k, rows], Q [k, columns], both stored by rows, so that each
 * step reads a few neighbouring numbers of P and one stretch of a row of Q, whatever the sizes, without transposes.
 * The Cholesky factor is kept as its transpose U = Lᵀ (A = UᵀU) and the inverse factor as V = L⁻¹, since for both
 * the row is then the index that is summed over:
 *
 *   U[i, j] = (A[i, j] − Σ_{p<i} U[p, i]·U[p, j]) / U[i, i]
 *   V[i, j] = ([i = j] − Σ_{p<i} U[p, i]·V[p, j]) / U[i, i]
 *   A⁻¹[i, j] = Σ_{p ≥ max(i, j)} V[p, i]·V[p, j]
 *
 * Sizes are padded: `padded(n)` rows, the added ones continuing A as the identity, and a row length `ld` that is a
 * multiple of the vector width with room for `extra` columns behind them. The order of each sum depends on n alone, not on threads.
 */
#pragma once
#include "simd.h"

namespace athanor::ATHANOR_ISA {

#if defined(__AVX512F__) || defined(__aarch64__)
constexpr int kRows = 8;  // rows of a register tile: 8 × 3 accumulators and some spare of 32 registers
#else
constexpr int kRows = 4;  // 4 × 3 of 16
#endif
constexpr int kTileVecs = 3;
constexpr int kTile = kTileVecs * kWidth;

static inline int padded(int n) { return (n + kRows - 1) / kRows * kRows; }

/** Row length: whole vectors, a tile of slack, and never a multiple of 4096 bytes, which would fold a column onto few cache sets. */
static inline int row_length(int n, int extra) {
  int length = (padded(n) + extra + kTile + 7) / 8 * 8;
  if (length % 16 == 0) length += 8;
  return length;
}

/**
 * Factors A = UᵀU in place and solves on the way.
 *
 * @param U    [padded(n), ld]; on entry A in the upper triangle (and in the lower part of the diagonal tiles), padded as above, with
 *             `extra` right-hand sides in columns padded(n)…; on exit U, and L⁻¹R in place of R. Below the diagonal: undefined
 * @param V    [padded(n), ld] or null; on exit L⁻¹, with zeros above the diagonal
 * @returns    −1, or the first row whose pivot is not above n·2⁻⁵² of its diagonal entry (U is then undefined)
 */
int factor(double* U, double* V, int n, int extra, int ld, int threads);

/** S = VᵀV = A⁻¹: the upper triangle with the diagonal tiles whole; S may be the array that held U, not V. */
void inverse_from_factor(const double* V, double* S, int n, int ld, int threads);

/** Copies lower L [n, n] to padded U = Lᵀ, and to padded lower Lp when not null. Rows beyond n continue the identity. */
void load_factor(const double* L, int n, double* U, double* Lp, int ld);

/** L [n, n] ← Uᵀ with zeros above the diagonal. */
void store_lower(const double* U, int n, int ld, double* L);

/** R ← L⁻¹R for R [padded(n), ldr] with whole tiles of columns from 0 to `columns`; U = Lᵀ as above. */
void solve_lower(const double* U, int n, int ld, double* R, int columns, int ldr);

/** R ← L⁻ᵀR; Lp lower, padded. */
void solve_lower_transposed(const double* Lp, int n, int ld, double* R, int columns, int ldr);

/** C [m, n] = op(A) [m, k] · op(B) [k, n], dense. @returns false when memory runs out */
bool multiply(const double* A, const double* B, double* C, int m, int k, int n, bool transpose_a, bool transpose_b, int threads);

}  // namespace athanor::ATHANOR_ISA
