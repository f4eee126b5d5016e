/**
 * What an op is to the addon and to tests: a name and a function of this shape.
 *
 * dims, inputs, outputs: as documented per op in src/engine/compute/ops.ts; fp64, row-major, no aliasing between
 * an output and any other buffer. The addon has checked nothing but that the buffers exist: each op checks the
 * lengths itself and returns a status, never crashes.
 */
#pragma once
#include <cstddef>
#include <cstdint>

namespace athanor {

enum Status : int32_t {
  kOk = 0,
  kBadDims = 1,         ///< dims are too few or out of range
  kBadInputLength = 2,  ///< an input is shorter than dims say
  kBadOutputLength = 3,
  kOutOfMemory = 4,
};

struct Span {
  const double* data;
  size_t length;
  /// Names the numbers: as long as the address and this are the same, so are they. 0: nothing is known.
  int64_t stamp = 0;
};
struct MutableSpan {
  double* data;
  size_t length;
};

/** `threads` ≥ 1. The result must not depend on it, not even in the last bit. */
using OpFunction = Status (*)(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs,
                              const MutableSpan* outputs, size_t n_outputs, int threads);

}  // namespace athanor
