/** gp_likelihood and gp_information: likelihood, gradient and average information for a batch of parameters. */
#include <algorithm>

#include "lanes.h"
#include "likelihood.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kThreadWithin = 256;  // from this n on one matrix is shared by the threads …
constexpr int kMemberEach = 768;    // … unless the members of a batch take a thread each, up to this n: each has its own memory then

/** Whether the threads work on one member after the other, and not on a member each. A matrix keeps about n/160 threads busy. */
bool threads_within(int batch, int n, int threads) {
  if (n < kThreadWithin || n > kMemberEach) return n >= kThreadWithin;
  const double busy = std::min<double>(threads, n / 160.0);
  const int rounds = (batch + threads - 1) / threads;
  return batch < rounds * busy;
}

/** Where results go; gradient and information may be null, information only with the gradient. */
struct Results {
  double *value, *gradient, *status, *information;
};

template <class Step>
Status evaluate_batch(const Step& step, const Results& out, int threads) {
  const int B = step.batch, n = step.n, d = step.d, P = step.parameters;
  CovarianceCode code;
  if (P < 2 || !code.parse(step.rest, step.rest_length, d, P - 2)) return kBadDims;
  const double* const X = step.in[step.kX].data;
  const double* const thetas = step.in[step.kTheta].data;

  const ScratchScope scope;
  int ldx = 0;
  const double* const XT = take_transposed(X, n, d, ldx);
  if (XT == nullptr) return kOutOfMemory;
  const TrainingData data = {n, d, X, XT, ldx, step.in[step.kY].data, step.in[step.kNoise].data};
  const bool within = threads_within(B, n, threads);
  bool ok = true;
  const auto member = [&](int b) {
    Likelihood one;
    if (out.gradient != nullptr) one.gradient = out.gradient + times(b, P);
    if (out.information != nullptr) one.information = out.information + times(b, P, P);
    return one;
  };
  const auto keep = [&](int b, const Likelihood& one) {
    out.value[b] = one.value;
    out.status[b] = one.status;
  };
  const auto evaluate_one = [&](int b) {
    CovarianceCode own = code;
    Likelihood one = member(b);
    const bool done = evaluate_likelihood(own, data, thetas + times(b, P), P, within ? threads : 1, one);
    if (!done) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
    keep(b, one);
  };
  // whole groups of lanes first, then a smaller one or single members
  const int grouped = B / kWidth * kWidth + (takes_lanes(code, n, B % kWidth) ? B % kWidth : 0);
  const int in_lanes = takes_lanes(code, n, grouped < kWidth ? grouped : kWidth) ? grouped : 0;
  const double* const squares = in_lanes > 0 ? take_squares(X, n, d) : nullptr;
  if (in_lanes > 0 && squares == nullptr) return kOutOfMemory;
  const int groups = (in_lanes + kWidth - 1) / kWidth;
  parallel(groups + B - in_lanes, within ? 1 : threads, [&](int task) {
    if (task >= groups) return evaluate_one(in_lanes + task - groups);
    const int from = task * kWidth;
    const int count = in_lanes - from < kWidth ? in_lanes - from : kWidth;
    Likelihood several[kWidth];
    bool failed[kWidth];
    for (int lane = 0; lane < count; lane++) several[lane] = member(from + lane);
    if (!evaluate_lanes(code, data, squares, thetas + times(from, P), P, count, several, failed)) {
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
  Opened<GpLikelihood> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const Results out = {call.out[call.kValue].data, call.with_gradient != 0 ? call.out[call.kGradient].data : nullptr,
                       call.out[call.kStatus].data, nullptr};
  return evaluate_batch(call, out, threads);
}

Status gp_information(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                      int threads) {
  Opened<GpInformation> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const Results out = {call.out[call.kValue].data, call.out[call.kGradient].data, call.out[call.kStatus].data,
                       call.out[call.kInformation].data};
  return evaluate_batch(call, out, threads);
}

}  // namespace athanor::ATHANOR_ISA
