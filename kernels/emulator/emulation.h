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

/** Waits until every living thread of the block has come here. */
void block_barrier();
/** Lane exchange within the warp of 32; all living lanes take part. */
double exchange(double value, int source_lane);

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
#define ATH_SHARED(name) double* const name = athanor_emulator::current.shared
#define ATH_SYNC() athanor_emulator::block_barrier()

ATH_DEVICE double shuffle_xor(double value, int mask) {
  return athanor_emulator::exchange(value, static_cast<int>((threadIdx.x & 31) ^ static_cast<unsigned>(mask)));
}

/** The tensor-core step in plain arithmetic, in the order k = 0 … 3. */
ATH_DEVICE void emulate_mma_8x8x4(double& c0, double& c1, double a, double b) {
  const int lane = static_cast<int>(threadIdx.x & 31), row = lane >> 2, pair = lane & 3;
  for (int k = 0; k < 4; ++k) {
    const double left = athanor_emulator::exchange(a, 4 * row + k);
    const double right0 = athanor_emulator::exchange(b, 4 * (2 * pair) + k);
    const double right1 = athanor_emulator::exchange(b, 4 * (2 * pair + 1) + k);
    c0 = std::fma(left, right0, c0);
    c1 = std::fma(left, right1, c1);
  }
}

/** exp(x²)·erfc(x), a function of the device library that the host's lacks. x ≥ 0. */
ATH_DEVICE double erfcx(double x) {
  if (x < 20) return std::exp(x * x) * std::erfc(x);
  const double y = 1 / (2 * x * x);
  return (1 - y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y * (1 - 9 * y))))) / (x * 1.7724538509055160273);
}
