/**
 * What the copies of kernels/cpu share: scratch memory that is kept between calls, and threads that wait for work.
 * Compiled once, for the baseline machine.
 */
#pragma once
#include <stddef.h>

#include <type_traits>

namespace athanor {

/**
 * Scratch of the calling thread, 64-byte aligned, given back in the reverse order by `Scratch` going out of scope.
 * The memory stays with the thread for its next call; after 256 calls that need less than a quarter of it, it is given back. Throws nothing: a request that the machine cannot meet returns null.
 */
double* scratch_take(size_t doubles);
size_t scratch_mark();
void scratch_release(size_t mark);

/** Memory with the alignment, or null when there is none; `free_aligned` frees it. Aligned memory has calls of its own on Windows. */
void* allocate_aligned(size_t alignment, size_t bytes);
void free_aligned(void* data);

/** Gives back at the end of a scope what was taken inside it. */
struct ScratchScope {
  size_t mark = scratch_mark();
  ScratchScope() = default;
  ScratchScope(const ScratchScope&) = delete;
  ScratchScope& operator=(const ScratchScope&) = delete;
  ~ScratchScope() { scratch_release(mark); }
};

/**
 * Calls `body(context, i)` for every i in [0, count), on at most `threads` threads, the caller among them.
 * Which thread takes which i is open, so a body writes only what belongs to its i. Inside a body, or while another
 * thread uses the pool, the loop runs on the caller alone.
 */
void run_parallel(int count, int threads, void (*body)(void* context, int i), void* context);

template <class Body>
static inline void parallel(int count, int threads, Body&& body) {
  if (threads <= 1 || count <= 1) {
    for (int i = 0; i < count; i++) body(i);
    return;
  }
  using Plain = typename std::remove_reference<Body>::type;
  run_parallel(
      count, threads, [](void* context, int i) { (*static_cast<Plain*>(context))(i); }, &body);
}

}  // namespace athanor
