/** gp_likelihood and gp_information: likelihood, gradient and average information for a batch of parameters. */
#include "lanes.h"
#include "likelihood.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kThreadWithin = 256;  // from this n on one matrix is shared by the threads

/** @param at  where the code begins in dims */
Status evaluate_batch(const int32_t* dims, size_t n_dims, size_t at, bool with_gradient, bool with_information, const Span* inputs,
                      size_t n_inputs, const MutableSpan* outputs, size_t n_outputs, int threads) {
  const int B = dims[0], n = dims[1], d = dims[2], P = dims[3];
  CovarianceCode code;
  if (P < 2 || !code.parse(dims + at, n_dims - at, d, P - 2)) return kBadDims;
  const size_t in[] = {times(n, d), times(n, 1), times(n, 1), times(B, P)};
  const size_t out[] = {times(B, 1), with_gradient ? times(B, P) : 0, times(B, 1), times(B, P, P)};
  if (!holds(inputs, n_inputs, in, 4)) return kBadInputLength;
  if (!holds(outputs, n_outputs, out, with_information ? 4 : 3)) return kBadOutputLength;

  const ScratchScope scope;
  int ldx = 0;
  const double* const XT = take_transposed(inputs[0].data, n, d, ldx);
  if (XT == nullptr) return kOutOfMemory;
  const TrainingData data = {n, d, inputs[0].data, XT, ldx, inputs[1].data, inputs[2].data};
  const bool within = n >= kThreadWithin;
  bool ok = true;
  const auto member = [&](int b) {
    Likelihood one;
    if (with_gradient) one.gradient = outputs[1].data + times(b, P);
    if (with_information) one.information = outputs[3].data + times(b, P, P);
    return one;
  };
  const auto keep = [&](int b, const Likelihood& one) {
    outputs[0].data[b] = one.value;
    outputs[2].data[b] = one.status;
  };
  const auto evaluate_one = [&](int b) {
    CovarianceCode own = code;
    Likelihood one = member(b);
    const bool done = evaluate_likelihood(own, data, inputs[3].data + times(b, P), P, within ? threads : 1, one);
    if (!done) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
    keep(b, one);
  };
  // whole groups of lanes first, then a smaller one or single members
  const int grouped = B / kWidth * kWidth + (takes_lanes(code, n, B % kWidth) ? B % kWidth : 0);
  const int in_lanes = takes_lanes(code, n, grouped < kWidth ? grouped : kWidth) ? grouped : 0;
  const double* const squares = in_lanes > 0 ? take_squares(inputs[0].data, n, d) : nullptr;
  if (in_lanes > 0 && squares == nullptr) return kOutOfMemory;
  const int groups = (in_lanes + kWidth - 1) / kWidth;
  parallel(groups + B - in_lanes, within ? 1 : threads, [&](int task) {
    if (task >= groups) return evaluate_one(in_lanes + task - groups);
    const int from = task * kWidth;
    const int count = in_lanes - from < kWidth ? in_lanes - from : kWidth;
    Likelihood several[kWidth];
    bool failed[kWidth];
    for (int lane = 0; lane < count; lane++) several[lane] = member(from + lane);
    if (!evaluate_lanes(code, data, squares, inputs[3].data + times(from, P), P, count, several, failed)) {
      __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
      return;
    }
    for (int lane = 0; lane < count; lane++) {
      if (failed[lane]) {
        evaluate_one(from + lane);
      } else {
        keep(from + lane, several[lane]);
      }
    }
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace

Status gp_likelihood(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                     int threads) {
  if (!sizes_ok(dims, n_dims, 5)) return kBadDims;
  return evaluate_batch(dims, n_dims, 5, dims[4] != 0, false, inputs, n_inputs, outputs, n_outputs, threads);
}

Status gp_information(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                      int threads) {
  if (!sizes_ok(dims, n_dims, 4)) return kBadDims;
  return evaluate_batch(dims, n_dims, 4, true, true, inputs, n_inputs, outputs, n_outputs, threads);
}

}  // namespace athanor::ATHANOR_ISA
