/** matmul: C = op(A)·op(B) for a batch, either operand shared by the batch when its stride is 0. */
#include "linalg.h"
#include "ops.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {

Status matmul(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
              int threads) {
  if (!sizes_ok(dims, n_dims, 8)) return kBadDims;
  const int B = dims[0], m = dims[1], k = dims[2], n = dims[3];
  const size_t stride_a = dims[6], stride_b = dims[7];
  const size_t last = B > 0 ? B - 1 : 0;
  const size_t in[] = {last * stride_a + times(m, k), last * stride_b + times(k, n)};
  const size_t out[] = {times(B, m, n)};
  if (!holds(inputs, n_inputs, in, 2)) return kBadInputLength;
  if (!holds(outputs, n_outputs, out, 1)) return kBadOutputLength;
  const bool within = B == 1 || times(m, k, n) > 1e7;
  bool ok = true;
  parallel(B, within ? 1 : threads, [&](int b) {
    const bool done = multiply(inputs[0].data + b * stride_a, inputs[1].data + b * stride_b, outputs[0].data + times(b, m, n), m, k, n,
                               dims[4] != 0, dims[5] != 0, within ? threads : 1);
    if (!done) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
