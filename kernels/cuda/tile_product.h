/**
 * Products of 64-row tiles on the fp64 tensor cores, operands streamed through two slabs of shared memory.
 *
 * A block of kDown·kAcross warps makes a tile of 32·kDown × 32·kAcross; each warp owns 32 × 32 of it in registers. While a
 * slab of 16 terms is multiplied the next one is on its way (cp.async), so that each number crosses L2 once per tile.
 * Rows of a slab are 20 doubles apart: the 16 lanes of a shared-memory access touch 16 different banks.
 *
 * Fragments as in the PTX ISA, mma.m16n8k16 f64: lane = 4·g + c; a[i] = A[g + 8(i mod 2)][c + 4⌊i/2⌋], b[i] = B[c + 4i][g],
 * acc[i] = C[g + 8⌊i/2⌋][2c + i mod 2].
 */
#pragma once
#include "device.h"

namespace athanor_device {

/** Edge of the tiles that matrices are cut into. */
constexpr int kTile = 64;
constexpr int kSlab = 16;
constexpr int kPitch = kSlab + 4;

/** Rows of a factor of A·Bᵀ from `at` on: entry (r, k) is at[r·pitch + k], or at[k·pitch + r] when transposed; 0 past `rows`. */
struct Operand {
  const double* at;
  int pitch, rows;
  bool transposed;
};

/** One warp's 16×8 block of C += A·B over 16 terms. */
ATH_DEVICE void mma_16x8x16(double (&c)[4], const double (&a)[8], const double (&b)[4]) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, "
      "{%0,%1,%2,%3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]),
        "d"(b[3]));
#elif defined(__CUDACC__)
  ATH_UNROLL
  for (int s = 0; s < 4; ++s) {
    mma_8x8x4(c[0], c[1], a[2 * s], b[s]);
    mma_8x8x4(c[2], c[3], a[2 * s + 1], b[s]);
  }
#else
  emulate_mma_16x8x16(c, a, b);
#endif
}

/** Starts to copy terms [from, from + kSlab) of the first kRows rows; zeros past `depth`. */
template <int kRows>
ATH_DEVICE void fetch_slab(double* slab, const Operand& o, int from, int depth) {
  for (int e = threadIdx.x; e < kRows * kSlab; e += blockDim.x) {
    const int r = o.transposed ? e % kRows : e / kSlab, k = o.transposed ? e / kRows : e % kSlab;
    const bool inside = r < o.rows && from + k < depth;
    const size_t place = o.transposed ? (size_t)(from + k) * o.pitch + r : (size_t)r * o.pitch + from + k;
    copy_async(slab + r * kPitch + k, inside ? o.at + place : o.at, inside);
  }
}

/** Doubles of shared memory that `multiply` needs. */
template <int kDown, int kAcross>
constexpr int product_doubles() {
  return 2 * 32 * (kDown + kAcross) * kPitch;
}

/** acc = A·Bᵀ over `depth` terms; all threads of the block call it, and shared memory is free again afterwards. */
template <int kDown, int kAcross>
ATH_DEVICE void multiply(double (&acc)[2][4][4], const Operand& a, const Operand& b, int depth, double* shared) {
  constexpr int kStage = 32 * (kDown + kAcross) * kPitch, kLeft = 32 * kDown * kPitch;
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, g = lane >> 2, c = lane & 3;
  const int row = (warp / kAcross) * 32, column = (warp % kAcross) * 32;
  ATH_UNROLL
  for (int i = 0; i < 2; ++i) {
    ATH_UNROLL
    for (int j = 0; j < 4; ++j) {
      ATH_UNROLL
      for (int s = 0; s < 4; ++s) acc[i][j][s] = 0;
    }
  }
  if (depth <= 0) return;
  fetch_slab<32 * kDown>(shared, a, 0, depth);
  fetch_slab<32 * kAcross>(shared + kLeft, b, 0, depth);
  copy_commit();
  for (int k = 0, stage = 0; k < depth; k += kSlab, stage ^= 1) {
    if (k + kSlab < depth) {
      double* next = shared + (stage ^ 1) * kStage;
      fetch_slab<32 * kDown>(next, a, k + kSlab, depth);
      fetch_slab<32 * kAcross>(next + kLeft, b, k + kSlab, depth);
      copy_commit();
      copy_wait<1>();
    } else {
      copy_wait<0>();
    }
    ATH_SYNC();
    const double* left = shared + stage * kStage + (row + g) * kPitch + c;
    const double* right = shared + stage * kStage + kLeft + (column + g) * kPitch + c;
    double fa[2][8];
    ATH_UNROLL
    for (int i = 0; i < 2; ++i) {
      ATH_UNROLL
      for (int s = 0; s < 8; ++s) fa[i][s] = left[(16 * i + 8 * (s & 1)) * kPitch + 4 * (s >> 1)];
    }
    ATH_UNROLL
    for (int j = 0; j < 4; ++j) {
      double fb[4];
      ATH_UNROLL
      for (int s = 0; s < 4; ++s) fb[s] = right[8 * j * kPitch + 4 * s];
      ATH_UNROLL
      for (int i = 0; i < 2; ++i) mma_16x8x16(acc[i][j], fa[i], fb);
    }
    ATH_SYNC();
  }
}

/** Calls put(row, column, value) for this lane's entries of the tile. */
template <int kAcross, typename Put>
ATH_DEVICE void each_entry(const double (&acc)[2][4][4], Put put) {
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const int row = (warp / kAcross) * 32 + (lane >> 2), column = (warp % kAcross) * 32 + 2 * (lane & 3);
  ATH_UNROLL
  for (int i = 0; i < 2; ++i) {
    ATH_UNROLL
    for (int j = 0; j < 4; ++j) {
      ATH_UNROLL
      for (int s = 0; s < 4; ++s) put(row + 16 * i + 8 * (s >> 1), column + 8 * j + (s & 1), acc[i][j][s]);
    }
  }
}

}  // namespace athanor_device
