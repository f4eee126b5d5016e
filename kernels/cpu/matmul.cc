/** matmul: C = op(A)·op(B) for a batch, either operand shared by the batch when its stride is 0. */
#include "linalg.h"
#include "ops.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {

Status matmul(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
              int threads) {
  Opened<Matmul> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int B = call.batch, m = call.m, k = call.k, n = call.n;
  const size_t stride_a = call.stride_a, stride_b = call.stride_b;
  const size_t last = B > 0 ? B - 1 : 0;
  const Span A = call.in[call.kA], right = call.in[call.kB];
  if (A.length < last * stride_a + times(m, k) || right.length < last * stride_b + times(k, n)) return kBadInputLength;
  double* const C = call.out[call.kC].data;
  const bool within = B == 1 || times(m, k, n) > 1e7;
  bool ok = true;
  parallel(B, within ? 1 : threads, [&](int b) {
    const bool done = multiply(A.data + b * stride_a, right.data + b * stride_b, C + times(b, m, n), m, k, n, call.transpose_a != 0,
                               call.transpose_b != 0, within ? threads : 1);
    if (!done) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
