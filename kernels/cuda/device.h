/**
 * The device dialect that kernels are written in. The same sources are compiled by the CUDA compiler for a card and
 * by the host compiler for the emulator (kernels/emulator/emulation.h), which runs blocks, threads, barriers,
 * shuffles and shared memory on the CPU.
 *
 * Blocks are one-dimensional, a multiple of 32 threads, at most kMaxThreads.
 */
#pragma once

#if defined(__CUDACC__)
#define ATH_DEVICE __device__ __forceinline__
/** For bodies too large to stand in every caller. */
#define ATH_DEVICE_CALL __device__ __noinline__
#define ATH_KERNEL extern "C" __global__ void
/** Dynamic shared memory of the block as doubles. */
#define ATH_SHARED(name) extern __shared__ double name[]
#define ATH_SYNC() __syncthreads()
ATH_DEVICE double shuffle_xor(double value, int mask) { return __shfl_xor_sync(0xffffffffu, value, mask); }
#if !defined(INFINITY)
#define INFINITY (__longlong_as_double(0x7ff0000000000000LL))
#endif
#if !defined(NAN)
#define NAN (__longlong_as_double(0x7ff8000000000000LL))
#endif
#else
#include "../emulator/emulation.h"
#endif

namespace athanor_device {

constexpr int kMaxThreads = 256;
/** Edge of the square tiles of the blocked factorization. */
constexpr int kTile = 32;

/** Sum over the block in a fixed order (same result on every run). `scratch` holds 32 doubles; all threads call it. */
ATH_DEVICE double block_sum(double value, double* scratch) {
  for (int mask = 16; mask > 0; mask >>= 1) value += shuffle_xor(value, mask);
  const int warp = threadIdx.x >> 5;
  ATH_SYNC();
  if ((threadIdx.x & 31) == 0) scratch[warp] = value;
  ATH_SYNC();
  const int warps = blockDim.x >> 5;
  double total = 0;
  for (int i = 0; i < warps; ++i) total += scratch[i];
  ATH_SYNC();  // the caller may write to scratch at once
  return total;
}

/**
 * One warp's 8×8 block of C += A·B, A 8×4 row-major, B 4×8 column-major, fp64 tensor core (m8n8k4) where there is one.
 *
 * Fragments: lane = 4·r + c holds A[r][c], B[c][r], and C[r][2c], C[r][2c + 1].
 */
ATH_DEVICE void mma_8x8x4(double& c0, double& c1, double a, double b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
               : "+d"(c0), "+d"(c1)
               : "d"(a), "d"(b));
#elif defined(__CUDA_ARCH__)
  const int lane = threadIdx.x & 31, row = lane >> 2, pair = lane & 3;
  for (int k = 0; k < 4; ++k) {
    const double left = __shfl_sync(0xffffffffu, a, 4 * row + k);
    c0 = fma(left, __shfl_sync(0xffffffffu, b, 4 * (2 * pair) + k), c0);
    c1 = fma(left, __shfl_sync(0xffffffffu, b, 4 * (2 * pair + 1) + k), c1);
  }
#elif !defined(__CUDACC__)
  emulate_mma_8x8x4(c0, c1, a, b);
#endif
}

}  // namespace athanor_device
