/**
 * Dense factorization and solves, fp64, on matrices stored in panels.
 *
 * Everything rests on one product: C = C0 − PᵀQ with P [k, rows], Q [k, columns]. The Cholesky factor is kept as its transpose
 * U = Lᵀ (A = UᵀU) and the inverse factor as V = L⁻¹, since for all of them the row is then the index that is summed over:
 *
 *   U[i, j] = (A[i, j] − Σ_{p<i} U[p, i]·U[p, j]) / U[i, i]
 *   V[i, j] = ([i = j] − Σ_{p<i} U[p, i]·V[p, j]) / U[i, i]
 *   A⁻¹[i, j] = Σ_{p ≥ max(i, j)} V[p, i]·V[p, j]
 *
 * A panel holds one vector's width of columns, row after row: entry (row, column) lies at `at(row, column, stride)`, with `stride` numbers
 * from panel to panel. Runs along the summed index are contiguous for P and for Q, so that nothing is packed or copied.
 * Panels start at 64-byte boundaries.
 *
 * Sizes are padded: `padded(n)` rows, the added ones continuing A as the identity, and `panels(columns)` panels: whole vectors and a tile
 * of slack. The order of each sum depends on n alone, not on threads.
 */
#pragma once
#include "simd.h"

namespace athanor::ATHANOR_ISA {

#if defined(__AVX512F__)
constexpr int kRows = 8;  // rows of a register tile: 8 × 3 accumulators and some spare of 32 registers
#else
constexpr int kRows = 4;  // 4 × 3 of 16
#endif
constexpr int kTileVecs = 3;
constexpr int kTile = kTileVecs * kWidth;

static inline int padded(int n) { return (n + kRows - 1) / kRows * kRows; }
static inline int whole_vectors(int n) { return (n + kWidth - 1) / kWidth * kWidth; }
static inline int panels(int columns) { return whole_vectors(columns) / kWidth + kTileVecs; }

/** Numbers from one panel of `rows` rows to the next; never a multiple of 4096 bytes, which would map panels to the same cache sets. */
static inline ptrdiff_t panel_stride(int rows) {
  const ptrdiff_t stride = static_cast<ptrdiff_t>(rows) * kWidth;
  return stride % 512 == 0 ? stride + 8 : stride;
}

static inline size_t panel_length(int rows, int columns) { return static_cast<size_t>(panel_stride(rows)) * panels(columns); }

static inline ptrdiff_t at(int row, int column, ptrdiff_t stride) {
  return column / kWidth * stride + static_cast<ptrdiff_t>(row) * kWidth + column % kWidth;
}

/**
 * Factors A = UᵀU in place and solves on the way.
 *
 * @param U    padded(n) rows, padded(n) + extra columns; on entry A in the upper triangle, padded as above, with `extra` right-hand sides
 * in columns padded(n)…; on exit U, and L⁻¹R in place of R. Below the diagonal: undefined
 * @param V    padded(n) rows and columns, or null; on exit L⁻¹, with zeros above the diagonal of a tile
 * @returns    −1, or the first row whose pivot is not above n·2⁻⁵² of its diagonal entry (U is then undefined)
 */
int factor(double* U, double* V, int n, int extra, int threads);

/** S = VᵀV = A⁻¹, the upper triangle; S may be the array that held U, not V. */
void inverse_from_factor(const double* V, double* S, int n, int threads);

/**
 * S = Vᵀ(V, v): the upper triangle of VᵀV, and Vᵀv in column padded(columns).
 *
 * @param V      padded(n) rows, padded(columns) columns, those added 0
 * @param zeros  of V, as `solve_lower` has them
 * @param v      padded(n) rows, one panel
 * @param S      padded(columns) rows
 */
void products_of_columns(const double* V, int n, int columns, const int* zeros, const double* v, double* S);

/** Reads lower L [n, n], dense, as padded U = Lᵀ and, when not null, as padded lower Lp. Rows beyond n continue the identity. */
void load_factor(const double* L, int n, double* U, double* Lp, int threads);

/** L [n, n], dense ← Uᵀ with zeros above the diagonal. */
void store_lower(const double* U, int n, double* L);

/**
 * R ← L⁻¹R for R of padded(n) rows; U = Lᵀ as above.
 *
 * @param zeros  null, or per vector of columns how many of its first rows are 0, rising: they stay 0, and their share of the work is left out
 */
void solve_lower(const double* U, int n, double* R, int columns, const int* zeros = nullptr);

/** R ← L⁻ᵀR; Lp lower, padded. */
void solve_lower_transposed(const double* Lp, int n, double* R, int columns);

/**
 * R ← L⁻¹R, and R ← L⁻ᵀR, by the dense L [n, n] itself, for few columns: one reading of L per tile of columns, and nothing is laid out. R as in
 * `solve_lower`, rows beyond n are 0 and stay so.
 */
void solve_dense_lower(const double* L, int n, double* R, int columns, int threads);
void solve_dense_lower_transposed(const double* L, int n, double* R, int columns, int threads);

/** C [m, n] = op(A) [m, k] · op(B) [k, n], dense, row-major. @returns false when memory runs out */
bool multiply(const double* A, const double* B, double* C, int m, int k, int n, bool transpose_a, bool transpose_b, int threads);

}  // namespace athanor::ATHANOR_ISA
