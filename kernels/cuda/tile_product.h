/**
 * Products of 64-row tiles on the fp64 tensor cores, operands streamed through slabs of shared memory.
 *
 * A block of kDown·kAcross warps makes a tile of 32·kDown × 8·kWide·kAcross; each warp owns 32 × 8·kWide of it in registers. While a
 * slab of 16 terms is multiplied the next ones are on their way (cp.async), so that each number crosses L2 once per tile.
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
template <int kRows, int kThreads>
ATH_DEVICE void fetch_slab(double* slab, const Operand& o, int from, int depth) {
  const int t = threadIdx.x, r = o.transposed ? t % kRows : t / kSlab, k = o.transposed ? t / kRows : t % kSlab;
  // A thread goes down a row of the slab, or along a column of it.
  constexpr int kCopies = kRows * kSlab / kThreads;
  const int step_r = o.transposed ? 0 : kThreads / kSlab, step_k = o.transposed ? kThreads / kRows : 0;
  const size_t step = o.transposed ? (size_t)step_k * o.pitch : (size_t)step_r * o.pitch;
  const double* at = o.at + (o.transposed ? (size_t)(from + k) * o.pitch + r : (size_t)r * o.pitch + from + k);
  double* to = slab + r * kPitch + k;
  int left = o.transposed ? (r < o.rows ? depth - from - k : 0) : (from + k < depth ? o.rows - r : 0);
  ATH_UNROLL
  for (int s = 0; s < kCopies; ++s) {
    copy_async(to, left > 0 ? at : o.at, left > 0);
    at += step;
    to += step_r * kPitch + step_k;
    left -= step_r + step_k;
  }
}

/** Rows of both factors in a slab. */
template <int kDown, int kAcross, int kWide>
constexpr int slab_rows() {
  return 32 * kDown + 8 * kWide * kAcross;
}
/** Slabs in shared memory: the wider the tile, the longer one of them is worked on. */
template <int kDown, int kAcross, int kWide>
constexpr int slabs_of() {
  return slab_rows<kDown, kAcross, kWide>() < 128 ? 4 : slab_rows<kDown, kAcross, kWide>() == 128 ? 3 : 2;
}

/**
 * acc += A·Bᵀ over `depth` terms; `begin` may set acc while the first slabs are on their way. All threads of the block call it, and shared
 * memory is free again afterwards.
 */
template <int kDown, int kAcross, int kWide, typename Begin>
ATH_DEVICE void accumulate(double (&acc)[2][kWide][4], const Operand& a, const Operand& b, int depth, double* shared, Begin begin) {
  constexpr int kThreads = 32 * kDown * kAcross, kColumns = 8 * kWide * kAcross, kLeft = 32 * kDown * kPitch;
  constexpr int kStage = slab_rows<kDown, kAcross, kWide>() * kPitch, kSlabs = slabs_of<kDown, kAcross, kWide>();
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, g = lane >> 2, c = lane & 3;
  const int row = (warp / kAcross) * 32, column = (warp % kAcross) * 8 * kWide;
  if (depth <= 0) return;
  const auto fetch = [&](int k, double* stage) {
    if (k < depth) {
      fetch_slab<32 * kDown, kThreads>(stage, a, k, depth);
      fetch_slab<kColumns, kThreads>(stage + kLeft, b, k, depth);
    }
    copy_commit();
  };
  ATH_UNROLL
  for (int s = 0; s < kSlabs - 1; ++s) fetch(s * kSlab, shared + s * kStage);
  begin();
  int stage = 0, free = kSlabs - 1;
  for (int k = 0; k < depth; k += kSlab) {
    copy_wait<kSlabs - 2>();
    ATH_SYNC();  // the slab is there, and all have done with the one that is overwritten now
    fetch(k + (kSlabs - 1) * kSlab, shared + free * kStage);
    const double* left = shared + stage * kStage + (row + g) * kPitch + c;
    const double* right = shared + stage * kStage + kLeft + (column + g) * kPitch + c;
    double fa[2][8];
    ATH_UNROLL
    for (int i = 0; i < 2; ++i) {
      ATH_UNROLL
      for (int s = 0; s < 8; ++s) fa[i][s] = left[(16 * i + 8 * (s & 1)) * kPitch + 4 * (s >> 1)];
    }
    ATH_UNROLL
    for (int j = 0; j < kWide; ++j) {
      double fb[4];
      ATH_UNROLL
      for (int s = 0; s < 4; ++s) fb[s] = right[8 * j * kPitch + 4 * s];
      ATH_UNROLL
      for (int i = 0; i < 2; ++i) mma_16x8x16(acc[i][j], fa[i], fb);
    }
    free = stage;
    stage = stage + 1 == kSlabs ? 0 : stage + 1;
  }
  ATH_SYNC();
}

/** Calls put(row, column, value) for this lane's entries of the tile. */
template <int kAcross, int kWide, typename Put>
ATH_DEVICE void each_entry(double (&acc)[2][kWide][4], Put put) {
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const int row = (warp / kAcross) * 32 + (lane >> 2), column = (warp % kAcross) * 8 * kWide + 2 * (lane & 3);
  ATH_UNROLL
  for (int i = 0; i < 2; ++i) {
    ATH_UNROLL
    for (int j = 0; j < kWide; ++j) {
      ATH_UNROLL
      for (int s = 0; s < 4; ++s) put(row + 16 * i + 8 * (s >> 1), column + 8 * j + (s & 1), acc[i][j][s]);
    }
  }
}

/** acc = A·Bᵀ. */
template <int kDown, int kAcross, int kWide>
ATH_DEVICE void multiply(double (&acc)[2][kWide][4], const Operand& a, const Operand& b, int depth, double* shared) {
  each_entry<kAcross>(acc, [](int, int, double& value) { value = 0; });
  accumulate<kDown, kAcross>(acc, a, b, depth, shared, [] {});
}

/** C −= A·Bᵀ where `inside(row, column)`, over at least one term. All entries of C are on their way at once, beside the first slabs. */
template <int kDown, int kAcross, int kWide, typename Inside>
ATH_DEVICE void subtract_product(double* c, int pitch, const Operand& a, const Operand& b, int depth, double* shared, Inside inside) {
  double acc[2][kWide][4];
  accumulate<kDown, kAcross>(acc, a, b, depth, shared, [&] {
    each_entry<kAcross>(acc, [&](int row, int column, double& value) { value = inside(row, column) ? -c[row * pitch + column] : 0.0; });
  });
  each_entry<kAcross>(acc, [&](int row, int column, double value) {
    if (inside(row, column)) c[row * pitch + column] = -value;
  });
}

}  // namespace athanor_device
