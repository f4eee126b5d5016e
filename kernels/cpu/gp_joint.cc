/** gp_joint: joint posterior of groups of points under one model; with cotangents, the gradient with respect to the points. */
#include "joint.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {

Status gp_joint(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                int threads) {
  if (!sizes_ok(dims, n_dims, 6)) return kBadDims;
  const int G = dims[0], q = dims[1], n = dims[2], d = dims[3], P = dims[4];
  const bool with_gradient = dims[5] != 0;
  CovarianceCode code;
  if (P < 2 || !code.parse(dims + 6, n_dims - 6, d, P - 2)) return kBadDims;
  const size_t in[] = {times(n, d), times(P, 1), times(n, n), times(n, 1), times(G, q, d), times(G, q), times(G, q, q)};
  const size_t out[] = {times(G, q), times(G, q, q), times(G, q, d)};
  if (!holds(inputs, n_inputs, in, with_gradient ? 7 : 5)) return kBadInputLength;
  if (!holds(outputs, n_outputs, out, with_gradient ? 3 : 2)) return kBadOutputLength;

  const ScratchScope scope;
  code.set_theta(inputs[1].data);
  PosteriorModel model = {&code, n, d, inputs[0].data, inputs[3].data, inputs[1].data[P - 1], nullptr, nullptr};
  if (!load_posterior_model(inputs[2], 0, true, with_gradient, threads, model)) return kOutOfMemory;
  const int per_task = groups_per_task(q);
  bool ok = true;
  parallel((G + per_task - 1) / per_task, threads, [&](int task) {
    const ScratchScope inner;
    const int from = task * per_task;
    const int groups = G - from < per_task ? G - from : per_task;
    JointScratch s;
    const KnownPoints none;
    const bool done = take_joint_scratch(model, groups * q, with_gradient, s) &&
                      joint_posterior(model, s, none, inputs[4].data + times(from, q, d), groups, q, outputs[0].data + times(from, q),
                                      outputs[1].data + times(from, q, q)) &&
                      (!with_gradient || joint_gradient(model, s, none, groups, q, inputs[5].data + times(from, q),
                                                        inputs[6].data + times(from, q, q), outputs[2].data + times(from, q, d)));
    if (!done) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
