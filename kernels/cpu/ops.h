/** Every op of one instruction set, and the checks that they share. */
#pragma once
#include "../include/athanor/op.h"
#include "simd.h"

namespace athanor::ATHANOR_ISA {

#define ATHANOR_OP(name)                                                                                                             \
  Status name(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs, \
              int threads);
#include "../include/athanor/ops.def"
#undef ATHANOR_OP

/** True when there are `count` buffers and buffer i holds at least needed[i] numbers. */
template <class Buffer>
static inline bool holds(const Buffer* buffers, size_t n, const size_t* needed, size_t count) {
  if (n < count) return false;
  for (size_t i = 0; i < count; i++) {
    if (buffers[i].length < needed[i]) return false;
  }
  return true;
}

/** True when every one of the first `count` sizes lies in [0, 2^26]. */
static inline bool sizes_ok(const int32_t* dims, size_t n_dims, size_t count) {
  if (n_dims < count) return false;
  for (size_t i = 0; i < count; i++) {
    if (dims[i] < 0 || dims[i] > (1 << 26)) return false;
  }
  return true;
}

/** Product of sizes; SIZE_MAX when it does not fit, so that no buffer is ever long enough. */
static inline size_t times(size_t a, size_t b) {
  size_t product;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}
static inline size_t times(size_t a, size_t b, size_t c) { return times(times(a, b), c); }

}  // namespace athanor::ATHANOR_ISA
