/** gp_predict, gp_joint and mc_acquisition (see src/engine/compute/ops.ts) on a device. */
#include "../arguments.h"
#include "call.h"

namespace athanor_cuda {
namespace {

/** Posterior quantities of `groups` groups of `q` points for one model. */
struct Posterior {
  double *cross, *v, *mean, *cov;
  Factor factor;
};

Posterior posterior(Call& call, const NaturalCovariance& k, const double* natural, const double* theta, int stride, const double* x,
                    int n, int d, const double* l, const double* alpha, const double* xs, int groups, int q, bool with_cov, double* mean,
                    double* cov) {
  const int columns = groups * q;
  const size_t size = static_cast<size_t>(n) * columns;
  Posterior p{call.take(size), with_cov ? call.take(size) : nullptr, mean, cov, {l, nullptr, n, true}};
  const double* none = nullptr;
  call.launch(k_covariance_matrix, {blocks_for(size), 1}, 0, k.tokens, k.count, natural, k.n_cov, theta, stride, x, n, xs, columns, d,
              none, none, none, p.cross);
  if (with_cov) {
    p.factor.inverses = diagonal_inverses(call, l, 1, n);
    solve(call, p.factor, p.cross, p.v, 1, columns, false);
  }
  call.launch(k_posterior_moments, {static_cast<unsigned>(groups)}, 0, k.tokens, k.count, natural, xs, d, n, q,
              static_cast<const double*>(p.cross), static_cast<const double*>(p.v), alpha, theta + stride - 1, mean, with_cov ? cov : nullptr);
  return p;
}

/** Gradient of Σ g·moments with respect to the last `moving` points of each group. */
void backward(Call& call, const NaturalCovariance& k, const double* natural, const double* x, int n, int d, const double* alpha,
              const double* xs, const Posterior& p, int groups, int q, int moving, const double* g_mean,
              const double* g_cov, double* gradient) {
  double* w = nullptr;
  if (g_cov) {
    w = call.take(static_cast<size_t>(n) * groups * q);
    solve(call, p.factor, p.v, w, 1, groups * q, true);
  }
  call.launch(k_posterior_backward, {static_cast<unsigned>(groups * moving)}, 32, k.tokens, k.count, natural, x, xs, d, n, q, moving,
              static_cast<const double*>(w), alpha, g_mean, g_cov, gradient);
}

}  // namespace

/** A place for results that a step does not want but its gradients need. */
double* wanted_or_taken(Call& call, bool wanted, double* output, size_t length) { return wanted ? output : call.take(length); }

void run_predict(Call& call) {
  GpPredict s;
  if (!call.open(s)) return;
  const int batch = s.batch, n = s.n, d = s.d, parameters = s.parameters, m = s.m;
  const bool with_cov = (s.wanted & 6) != 0, with_gradient = (s.wanted & 4) != 0;
  if (n < 1 || d < 1 || (with_gradient && d > kMaxColumns) || parameters < 2) return call.fail(kBadDims);
  const double *x = call.in(s.kX), *theta = call.in(s.kTheta), *l = call.in(s.kL), *alpha = call.in(s.kAlpha), *xs = call.in(s.kXs);
  const size_t points = static_cast<size_t>(batch) * m;
  double* mean = wanted_or_taken(call, (s.wanted & 1) != 0, call.out(s.kMean), points);
  double* variance = with_cov ? wanted_or_taken(call, (s.wanted & 2) != 0, call.out(s.kVariance), points) : nullptr;
  double* d_mean = with_gradient ? call.out(s.kDMean) : nullptr;
  double* d_variance = with_gradient ? call.out(s.kDVariance) : nullptr;
  if (!call.ok() || batch == 0 || m == 0) return;
  const NaturalCovariance k = prepare_covariance(call, s.rest, s.rest_length, d, theta, parameters, batch);
  double* ones = with_gradient ? call.take(m) : nullptr;
  if (ones) call.launch(k_fill, {blocks_for(m)}, 0, ones, 1.0, m);
  for (int b = 0; b < batch && call.ok(); ++b) {
    const double* natural = k.natural + static_cast<size_t>(b) * k.n_cov;
    const double* factor = l + static_cast<size_t>(b) * n * n;
    const double* weights = alpha + static_cast<size_t>(b) * n;
    const size_t at = static_cast<size_t>(b) * m;
    const Posterior p = posterior(call, k, natural, theta + static_cast<size_t>(b) * parameters, parameters, x, n, d, factor, weights, xs, m,
                                  1, with_cov, mean + at, variance ? variance + at : nullptr);
    if (!with_gradient) continue;
    backward(call, k, natural, x, n, d, weights, xs, p, m, 1, 1, ones, nullptr, d_mean + at * d);
    backward(call, k, natural, x, n, d, weights, xs, p, m, 1, 1, nullptr, ones, d_variance + at * d);
  }
}

void run_joint(Call& call) {
  GpJoint s;
  if (!call.open(s)) return;
  const int groups = s.groups, q = s.q, n = s.n, d = s.d, parameters = s.parameters;
  const bool with_gradient = s.with_gradient != 0;
  if (q < 1 || n < 1 || d < 1 || (with_gradient && d > kMaxColumns) || parameters < 2) return call.fail(kBadDims);
  const double *x = call.in(s.kX), *theta = call.in(s.kTheta), *l = call.in(s.kL), *alpha = call.in(s.kAlpha), *xs = call.in(s.kXs);
  double *mean = call.out(s.kMean), *cov = call.out(s.kCov);
  if (groups == 0) return;
  const NaturalCovariance k = prepare_covariance(call, s.rest, s.rest_length, d, theta, parameters, 1);
  const Posterior p = posterior(call, k, k.natural, theta, parameters, x, n, d, l, alpha, xs, groups, q, true, mean, cov);
  if (!with_gradient) return;
  backward(call, k, k.natural, x, n, d, alpha, xs, p, groups, q, q, call.in(s.kGMean), call.in(s.kGCov), call.out(s.kDXs));
}

void run_monte_carlo(Call& call) {
  McAcquisition s;
  if (!call.open(s)) return;
  const int groups = s.groups, q = s.q, n = s.n, d = s.d, parameters = s.parameters, samples = s.samples, kind = s.kind;
  const int pending = s.pending, total = q + pending;
  const bool with_gradient = s.with_gradient != 0;
  if (q < 1 || n < 1 || d < 1 || (with_gradient && d > kMaxColumns) || parameters < 2 || samples < 1 || kind > 4 || total > kMaxGroup)
    return call.fail(kBadDims);
  const size_t points = static_cast<size_t>(groups) * total;
  const double *x = call.in(s.kX), *theta = call.in(s.kTheta), *l = call.in(s.kL), *alpha = call.in(s.kAlpha);
  const double *given = call.in(s.kXs), *z = call.in(s.kZ), *pending_points = call.in(s.kXpending), *settings = call.in(s.kParams);
  double *value = call.out(s.kValue), *gradient = with_gradient ? call.out(s.kGradient) : nullptr, *status = call.out(s.kStatus);
  if (groups == 0) return;
  const double* ladder = call.upload(kJitters);  // before the launches: an upload waits for them
  const NaturalCovariance k = prepare_covariance(call, s.rest, s.rest_length, d, theta, parameters, 1);
  double* mean = call.take(points);
  double* cov = call.take(points * total);
  const double* xs = given;
  if (pending > 0) {
    double* joined = call.take(points * d);
    call.launch(k_prepend_pending, {blocks_for(points * d)}, 0, given, pending_points, groups, q, pending, d, joined);
    xs = joined;
  }
  const Posterior p = posterior(call, k, k.natural, theta, parameters, x, n, d, l, alpha, xs, groups, total, true, mean, cov);
  double* slopes = call.take(points * samples);
  double* levels = call.take(static_cast<size_t>(groups) * samples);
  double* g_mean = with_gradient ? call.take(points) : nullptr;
  double* g_cov = with_gradient ? call.take(points * total) : nullptr;
  const size_t shared = 3 * static_cast<size_t>(total) * total + 3 * static_cast<size_t>(total) + 32;
  const MonteCarlo work = {mean,  cov,    z,      settings, ladder, slopes,  levels, value, status,
                           g_mean, g_cov, total, samples,  kind,   static_cast<int>(kJitters.size())};
  call.launch(total <= 8 ? k_monte_carlo_few : k_monte_carlo, {static_cast<unsigned>(groups)}, shared, work);
  if (with_gradient) backward(call, k, k.natural, x, n, d, alpha, xs, p, groups, total, q, g_mean, g_cov, gradient);
}

}  // namespace athanor_cuda
