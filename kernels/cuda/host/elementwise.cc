#include "call.h"

namespace athanor_cuda {

/** dims [length, function] */
void run_unary(Call& call) {
  if (call.n_dims < 2 || call.dims[0] < 0) return call.fail(kBadDims);
  const int length = call.dims[0];
  const double* x = call.input(0, length);
  double* y = call.output(0, length);
  call.launch(k_elementwise_unary, {blocks_for(length)}, 0, x, y, length, call.dims[1]);
}

/** dims [function, rank, shape…, stridesA…, stridesB…] */
void run_binary(Call& call) {
  if (call.n_dims < 2) return call.fail(kBadDims);
  const int function = call.dims[0], rank = call.dims[1];
  if (rank < 0 || call.n_dims < 2 + 3 * static_cast<size_t>(rank)) return call.fail(kBadDims);
  const int32_t* layout = call.dims + 2;
  size_t length = 1, last_a = 0, last_b = 0;
  for (int axis = 0; axis < rank; ++axis) {
    if (layout[axis] < 0 || layout[rank + axis] < 0 || layout[2 * rank + axis] < 0) return call.fail(kBadDims);
    length *= static_cast<size_t>(layout[axis]);
    if (layout[axis] == 0) continue;
    last_a += static_cast<size_t>(layout[axis] - 1) * layout[rank + axis];
    last_b += static_cast<size_t>(layout[axis] - 1) * layout[2 * rank + axis];
  }
  double* c = call.output(0, length);
  if (length == 0) return;
  const double* a = call.input(0, last_a + 1);
  const double* b = call.input(1, last_b + 1);
  const int* on_device = call.integers(layout, 3 * static_cast<size_t>(rank));
  call.launch(k_elementwise_binary, {blocks_for(length)}, 0, a, b, c, static_cast<int>(length), function, rank, on_device);
}

/** dims [function, outer, middle, inner] */
void run_reduce(Call& call) {
  if (call.n_dims < 4 || call.dims[1] < 0 || call.dims[2] < 0 || call.dims[3] < 0) return call.fail(kBadDims);
  const int outer = call.dims[1], middle = call.dims[2], inner = call.dims[3];
  const double* x = call.input(0, static_cast<size_t>(outer) * middle * inner);
  double* y = call.output(0, static_cast<size_t>(outer) * inner);
  call.launch(k_elementwise_reduce, {blocks_for(static_cast<size_t>(outer) * inner)}, 0, x, y, call.dims[0], outer, middle, inner);
}

}  // namespace athanor_cuda
