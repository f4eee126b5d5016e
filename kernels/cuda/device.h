/**
 * The device dialect that kernels are written in. The same sources are compiled by the CUDA compiler for a GPU and
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
/** A kernel for blocks of up to `threads`: the compiler keeps its registers within what so many such blocks get of one processor. */
#define ATH_KERNEL_OF(threads, blocks) extern "C" __global__ void __launch_bounds__(threads, blocks)
/** A record handed to a kernel that its functions read through pointers: without it every thread makes a copy. */
#define ATH_CONSTANT const __grid_constant__
/** Dynamic shared memory of the block as doubles. */
#define ATH_SHARED(name) extern __shared__ double name[]
#define ATH_SYNC() __syncthreads()
#define ATH_WARP_SYNC() __syncwarp()
#define ATH_UNROLL _Pragma("unroll")
/** So many turns of a loop at once: their loads are under way together. */
#define ATH_UNROLL_SOME _Pragma("unroll 8")
ATH_DEVICE double shuffle_xor(double value, int mask) { return __shfl_xor_sync(0xffffffffu, value, mask); }
/** The value of another lane of the warp. */
ATH_DEVICE double shuffle(double value, int lane) { return __shfl_sync(0xffffffffu, value, lane); }
/**
 * 1/√x of a positive normal number to one unit in the last place: the approximation of the hardware, good to 2⁻²⁰, and one cubic step.
 * Unlike rsqrt it has no branch for other numbers, so that what does not depend on it goes on beside it.
 */
ATH_DEVICE double reciprocal_root(double x) {
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  const double error = fma(-x * y, y, 1.0);
  return fma(y * error, fma(0.375, error, 0.5), y);
}
/** Starts to copy a double from global to shared memory, or to write 0; it is there after copy_wait and a barrier. */
ATH_DEVICE void copy_async(double* to, const double* from, bool inside) {
#if __CUDA_ARCH__ >= 800
  const int bytes = inside ? 8 : 0;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(bytes) : "memory");
#else
  *to = inside ? *from : 0.0;
#endif
}
/** Ends a group of copies. */
ATH_DEVICE void copy_commit() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/** Waits for this thread's groups but the last kLeft. */
template <int kLeft>
ATH_DEVICE void copy_wait() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory");
#endif
}
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

constexpr int kMaxThreads = 512;

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

/** The same for some sums at once. `scratch` holds 16 doubles a sum. */
template <int kCount>
ATH_DEVICE void block_sums(double (&values)[kCount], double* scratch) {
  for (int mask = 16; mask > 0; mask >>= 1) {
    ATH_UNROLL
    for (int s = 0; s < kCount; ++s) values[s] += shuffle_xor(values[s], mask);
  }
  const int warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  ATH_SYNC();
  ATH_UNROLL
  for (int s = 0; s < kCount; ++s) {
    if ((threadIdx.x & 31) == 0) scratch[warp * kCount + s] = values[s];
    values[s] = 0;
  }
  ATH_SYNC();
  for (int i = 0; i < warps; ++i) {
    ATH_UNROLL
    for (int s = 0; s < kCount; ++s) values[s] += scratch[i * kCount + s];
  }
  ATH_SYNC();
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
#elif !defined(__CUDACC__)
  emulate_mma_8x8x4(c0, c1, a, b);
#endif
}

}  // namespace athanor_device
