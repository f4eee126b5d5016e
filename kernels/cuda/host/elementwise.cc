#include "call.h"

namespace athanor_cuda {

void run_unary(Call& call) {
  Unary s;
  if (!call.open(s)) return;
  const double* x = call.in(s.kX);
  call.launch(k_elementwise_unary, {blocks_for(s.length)}, 0, x, call.out(s.kY), s.length, s.function);
}

void run_binary(Call& call) {
  Binary s;
  if (!call.open(s)) return;
  const int rank = s.rank;
  if (s.rest_length < 3 * static_cast<size_t>(rank)) return call.fail(kBadDims);
  const int32_t* layout = s.rest;
  size_t length = 1, last_a = 0, last_b = 0;
  for (int axis = 0; axis < rank; ++axis) {
    if (layout[axis] < 0 || layout[rank + axis] < 0 || layout[2 * rank + axis] < 0) return call.fail(kBadDims);
    length *= static_cast<size_t>(layout[axis]);
    if (layout[axis] == 0) continue;
    last_a += static_cast<size_t>(layout[axis] - 1) * layout[rank + axis];
    last_b += static_cast<size_t>(layout[axis] - 1) * layout[2 * rank + axis];
  }
  double* c = call.output(s.kC, length);
  if (length == 0) return;
  const double* a = call.input(s.kA, last_a + 1);
  const double* b = call.input(s.kB, last_b + 1);
  const int* on_device = call.integers(layout, 3 * static_cast<size_t>(rank));
  call.launch(k_elementwise_binary, {blocks_for(length)}, 0, a, b, c, static_cast<int>(length), s.function, rank, on_device);
}

void run_reduce(Call& call) {
  Reduce s;
  if (!call.open(s)) return;
  const double* x = call.in(s.kX);
  call.launch(k_elementwise_reduce, {blocks_for(static_cast<size_t>(s.outer) * s.inner)}, 0, x, call.out(s.kY), s.function, s.outer,
              s.middle, s.inner);
}

}  // namespace athanor_cuda
