/** gp_joint: joint posterior of groups of points under one model; with cotangents, the gradient with respect to the points. */
#include "joint.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {

Status gp_joint(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                int threads) {
  Opened<GpJoint> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int G = call.groups, q = call.q, n = call.n, d = call.d, P = call.parameters;
  const bool with_gradient = call.with_gradient != 0;
  CovarianceCode code;
  if (P < 2 || !code.parse(call.rest, call.rest_length, d, P - 2)) return kBadDims;
  const double* const theta = call.in[call.kTheta].data;

  const ScratchScope scope;
  code.set_theta(theta);
  PosteriorModel model = {&code, n, d, call.in[call.kX].data, call.in[call.kAlpha].data, theta[P - 1], nullptr, nullptr};
  if (!load_posterior_model(call.in[call.kL], 0, true, with_gradient, G * q, threads, model)) return kOutOfMemory;
  const int per_task = groups_per_task(q);
  bool ok = true;
  parallel((G + per_task - 1) / per_task, threads, [&](int task) {
    const ScratchScope inner;
    const int from = task * per_task;
    const int groups = G - from < per_task ? G - from : per_task;
    JointScratch s;
    const KnownPoints none;
    const size_t at = times(from, q), block = times(from, q, q), point = times(from, q, d);
    const bool done = take_joint_scratch(model, groups * q, with_gradient, s) &&
                      joint_posterior(model, s, none, call.in[call.kXs].data + point, groups, q, call.out[call.kMean].data + at,
                                      call.out[call.kCov].data + block) &&
                      (!with_gradient || joint_gradient(model, s, none, groups, q, call.in[call.kGMean].data + at,
                                                        call.in[call.kGCov].data + block, call.out[call.kDXs].data + point));
    if (!done) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
