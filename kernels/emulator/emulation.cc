#include "emulation.h"

#include <csetjmp>
#include <ucontext.h>

#include <algorithm>
#include <memory>
#include <vector>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ATH_ASAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ATH_ASAN 1
#endif
#if defined(ATH_ASAN)
#include <sanitizer/common_interface_defs.h>
#endif

namespace athanor_emulator {

thread_local Current current;
thread_local bool last_thread_first = false;

namespace {

constexpr size_t kStackBytes = 64 * 1024;

enum class State { kReady, kAtBlockBarrier, kAtWarpBarrier, kDone };

/**
 * A place to go on from. The first entry goes through ucontext; later switches through setjmp, which leaves the
 * signal mask alone and so needs no system call. Address sanitizer wants ucontext and its own notes throughout.
 */
struct Place {
  ucontext_t context;
  jmp_buf jump;
  bool entered = false;
};

struct Fiber {
  Place place;
  char* stack = nullptr;
  State state = State::kReady;
  Dim3 thread;
};

/** One block in flight. */
struct Block {
  Place scheduler;
  std::vector<Fiber> fibers;
  std::vector<double> lanes;  ///< kLaneNumbers per thread, for shuffles
  size_t running = 0;
  void (*body)(void*) = nullptr;
  void* argument = nullptr;
  const void* scheduler_stack = nullptr;
  size_t scheduler_stack_bytes = 0;
};

thread_local Block* block_in_flight = nullptr;

void switch_to(Place& from, Place& to) {
#if defined(ATH_ASAN)
  swapcontext(&from.context, &to.context);
#else
  if (_setjmp(from.jump) != 0) return;
  from.entered = true;
  if (to.entered) _longjmp(to.jump, 1);
  to.entered = true;
  setcontext(&to.context);
#endif
}

void to_scheduler(Block& block, [[maybe_unused]] bool last) {
  Fiber& fiber = block.fibers[block.running];
#if defined(ATH_ASAN)
  void* fake = nullptr;
  __sanitizer_start_switch_fiber(last ? nullptr : &fake, block.scheduler_stack, block.scheduler_stack_bytes);
#endif
  switch_to(fiber.place, block.scheduler);
#if defined(ATH_ASAN)
  __sanitizer_finish_switch_fiber(fake, &block.scheduler_stack, &block.scheduler_stack_bytes);
#endif
}

void fiber_entry() {
  Block& block = *block_in_flight;
#if defined(ATH_ASAN)
  __sanitizer_finish_switch_fiber(nullptr, &block.scheduler_stack, &block.scheduler_stack_bytes);
#endif
  block.body(block.argument);
  block.fibers[block.running].state = State::kDone;
  to_scheduler(block, true);
}

void wait(State state) {
  Block& block = *block_in_flight;
  block.fibers[block.running].state = state;
  to_scheduler(block, false);
}

void resume(Block& block, size_t index) {
  Fiber& fiber = block.fibers[index];
  block.running = index;
  current.thread = fiber.thread;
  fiber.state = State::kReady;
#if defined(ATH_ASAN)
  void* fake = nullptr;
  __sanitizer_start_switch_fiber(&fake, fiber.stack, kStackBytes);
#endif
  switch_to(block.scheduler, fiber.place);
#if defined(ATH_ASAN)
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
}

/** Lets fibers [from, to) run until each waits or is done; then answers their common state. */
bool run_warps(Block& block) {
  const size_t threads = block.fibers.size(), warps = (threads + 31) / 32;
  for (size_t turn = 0; turn < warps; ++turn) {
    const size_t from = 32 * (last_thread_first ? warps - 1 - turn : turn), to = std::min(from + 32, threads);
    for (;;) {
      size_t at_warp = 0, elsewhere = 0;
      for (size_t lane = from; lane < to; ++lane) {
        const size_t i = last_thread_first ? from + to - 1 - lane : lane;
        if (block.fibers[i].state == State::kReady) resume(block, i);
        if (block.fibers[i].state == State::kAtWarpBarrier) ++at_warp;
        if (block.fibers[i].state == State::kAtBlockBarrier) ++elsewhere;
      }
      if (at_warp == 0) break;
      if (elsewhere != 0) return false;  // lanes of one warp wait at different barriers
      for (size_t i = from; i < to; ++i)
        if (block.fibers[i].state == State::kAtWarpBarrier) block.fibers[i].state = State::kReady;
    }
  }
  return true;
}

bool run_block(Block& block) {
  for (;;) {
    if (!run_warps(block)) return false;
    size_t waiting = 0, done = 0;
    for (const Fiber& fiber : block.fibers) {
      if (fiber.state == State::kAtBlockBarrier) ++waiting;
      if (fiber.state == State::kDone) ++done;
    }
    if (done == block.fibers.size()) return true;
    if (done != 0) return false;  // some threads left while others wait
    for (Fiber& fiber : block.fibers) fiber.state = State::kReady;
    if (waiting == 0) return false;
  }
}

/** Sets a fiber to the beginning of the kernel. Apart, as getcontext may return twice in the compiler's eyes. */
[[gnu::noinline]] void prepare(Fiber& fiber, unsigned index) {
  getcontext(&fiber.place.context);
  fiber.place.context.uc_stack.ss_sp = fiber.stack;
  fiber.place.context.uc_stack.ss_size = kStackBytes;
  fiber.place.context.uc_link = nullptr;
  makecontext(&fiber.place.context, fiber_entry, 0);
  fiber.place.entered = false;
  fiber.state = State::kReady;
  fiber.thread = {index, 0, 0};
}

}  // namespace

void block_barrier() { wait(State::kAtBlockBarrier); }

void warp_barrier() { wait(State::kAtWarpBarrier); }

const double* publish(const double* values, int count) {
  Block& block = *block_in_flight;
  const size_t self = block.running;
  std::copy(values, values + count, block.lanes.begin() + static_cast<long>(self * kLaneNumbers));
  warp_barrier();
  return block.lanes.data() + (self & ~size_t{31}) * kLaneNumbers;
}

double exchange(double value, int source_lane) {
  const double result = publish(&value, 1)[source_lane * kLaneNumbers];
  warp_barrier();
  return result;
}

/** Stacks are kept from launch to launch. */
char* stack_of(size_t thread) {
  thread_local std::vector<std::unique_ptr<char[]>> stacks;
  while (stacks.size() <= thread) stacks.push_back(std::make_unique<char[]>(kStackBytes));
  return stacks[thread].get();
}

bool run_grid(Dim3 grid, Dim3 block_dim, size_t shared_bytes, void (*body)(void*), void* argument) {
  Block block;
  block.fibers.resize(block_dim.x);
  block.lanes.resize((block_dim.x + 31) / 32 * 32 * kLaneNumbers);
  block.body = body;
  block.argument = argument;
  for (size_t t = 0; t < block_dim.x; ++t) block.fibers[t].stack = stack_of(t);
  std::vector<double> shared(shared_bytes / sizeof(double) + 1);
  block_in_flight = &block;
  bool ok = true;
  for (unsigned z = 0; z < grid.z && ok; ++z) {
    for (unsigned y = 0; y < grid.y && ok; ++y) {
      for (unsigned x = 0; x < grid.x && ok; ++x) {
        // Shared memory starts undefined on a GPU; NaN shows a kernel that forgets to write it.
        std::fill(shared.begin(), shared.end(), NAN);
        current.block = {x, y, z};
        current.block_dim = block_dim;
        current.grid_dim = grid;
        current.shared = shared.data();
        for (unsigned t = 0; t < block_dim.x; ++t) prepare(block.fibers[t], t);
        ok = run_block(block);
      }
    }
  }
  block_in_flight = nullptr;
  return ok;
}

}  // namespace athanor_emulator
