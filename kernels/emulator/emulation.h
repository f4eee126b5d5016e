/**
 * CUDA's block model on the CPU: each thread of a block is a fiber, a barrier is a turn of all fibers.
 *
 * Blocks run one after another, fibers in thread order, so a run is deterministic. A barrier that some threads of the
 * block never reach, or a launch with too many threads, is reported as a failed launch instead of hanging.
 */
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <utility>

struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};

namespace athanor_emulator {

/** State of the fiber that runs now. */
struct Current {
  Dim3 thread, block, block_dim, grid_dim;
  double* shared = nullptr;
};
extern thread_local Current current;
/** Between barriers threads run in their order, or from the last to the first: a kernel that lacks a barrier shows by it. */
extern thread_local bool last_thread_first;

/** Waits until every living thread of the block has come here. */
void block_barrier();
/** Lane exchange within the warp of 32; all living lanes take part. */
double exchange(double value, int source_lane);

/** Numbers of a lane that the whole warp may read (at most kLaneNumbers); the array of lane l begins at [l·kLaneNumbers]. */
constexpr int kLaneNumbers = 12;
const double* publish(const double* values, int count);
/** Until all living lanes have come here the published numbers stay. */
void warp_barrier();

/** Runs `body` for every thread of every block. Returns false when a barrier was not reached by all. */
bool run_grid(Dim3 grid, Dim3 block, size_t shared_bytes, void (*body)(void*), void* argument);

template <auto Kernel>
struct Launcher;

/** Unpacks a driver-style array of argument pointers and calls the kernel. */
template <typename... Arguments, void (*Kernel)(Arguments...)>
struct Launcher<Kernel> {
  template <size_t... Index>
  static void call(void** arguments, std::index_sequence<Index...>) {
    Kernel(*static_cast<Arguments*>(arguments[Index])...);
  }
  static void body(void* arguments) {
    call(static_cast<void**>(arguments), std::index_sequence_for<Arguments...>{});
  }
};

}  // namespace athanor_emulator

#define threadIdx athanor_emulator::current.thread
#define blockIdx athanor_emulator::current.block
#define blockDim athanor_emulator::current.block_dim
#define gridDim athanor_emulator::current.grid_dim

#define ATH_DEVICE inline
#define ATH_DEVICE_CALL inline
#define ATH_KERNEL extern "C" void
#define ATH_KERNEL_OF(threads, blocks) extern "C" void
#define ATH_CONSTANT const
#define ATH_SHARED(name) double* const name = athanor_emulator::current.shared
#define ATH_SYNC() athanor_emulator::block_barrier()
#define ATH_WARP_SYNC() athanor_emulator::warp_barrier()
#define ATH_UNROLL
#define ATH_UNROLL_SOME

ATH_DEVICE double shuffle_xor(double value, int mask) {
  return athanor_emulator::exchange(value, static_cast<int>((threadIdx.x & 31) ^ static_cast<unsigned>(mask)));
}

ATH_DEVICE double shuffle(double value, int lane) { return athanor_emulator::exchange(value, lane); }

ATH_DEVICE double reciprocal_root(double x) { return 1 / std::sqrt(x); }

ATH_DEVICE void copy_async(double* to, const double* from, bool inside) { *to = inside ? *from : 0.0; }
ATH_DEVICE void copy_commit() {}
template <int>
ATH_DEVICE void copy_wait() {}

/** The tensor-core steps in plain arithmetic, terms in their order. */
ATH_DEVICE void emulate_mma_8x8x4(double& c0, double& c1, double a, double b) {
  using athanor_emulator::kLaneNumbers;
  const int lane = static_cast<int>(threadIdx.x & 31), row = lane >> 2, pair = lane & 3;
  const double own[] = {a, b};
  const double* lanes = athanor_emulator::publish(own, 2);
  for (int k = 0; k < 4; ++k) {
    const double left = lanes[(4 * row + k) * kLaneNumbers];
    c0 = std::fma(left, lanes[(8 * pair + k) * kLaneNumbers + 1], c0);
    c1 = std::fma(left, lanes[(8 * pair + 4 + k) * kLaneNumbers + 1], c1);
  }
  athanor_emulator::warp_barrier();
}
ATH_DEVICE void emulate_mma_16x8x16(double (&c)[4], const double (&a)[8], const double (&b)[4]) {
  using athanor_emulator::kLaneNumbers;
  const int lane = static_cast<int>(threadIdx.x & 31), row = lane >> 2, pair = lane & 3;
  double own[kLaneNumbers];
  for (int i = 0; i < 8; ++i) own[i] = a[i];
  for (int i = 0; i < 4; ++i) own[8 + i] = b[i];
  const double* lanes = athanor_emulator::publish(own, kLaneNumbers);
  for (int k = 0; k < 16; ++k) {
    const double* left = lanes + (4 * row + k % 4) * kLaneNumbers + 2 * (k / 4);
    for (int s = 0; s < 4; ++s) {
      const int column = 2 * pair + s % 2;
      c[s] = std::fma(left[s / 2], lanes[(4 * column + k % 4) * kLaneNumbers + 8 + k / 4], c[s]);
    }
  }
  athanor_emulator::warp_barrier();
}

/** exp(x²)·erfc(x), a function of the device library that the host's lacks. x ≥ 0. */
ATH_DEVICE double erfcx(double x) {
  if (x < 20) return std::exp(x * x) * std::erfc(x);
  const double y = 1 / (2 * x * x);
  return (1 - y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y * (1 - 9 * y))))) / (x * 1.7724538509055160273);
}
