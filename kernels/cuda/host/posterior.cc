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

Posterior posterior(Call& call, const Covariance& k, const double* natural, const double* theta, int stride, double prior_mean,
                    const double* x, int n, int d, const double* l, const double* alpha, const double* xs, int groups, int q,
                    bool with_cov, double* mean, double* cov) {
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
              static_cast<const double*>(p.cross), static_cast<const double*>(p.v), alpha, prior_mean, mean, with_cov ? cov : nullptr);
  return p;
}

/** Gradient of Σ g·moments with respect to the last `moving` points of each group. */
void backward(Call& call, const Covariance& k, const double* natural, const double* x, int n, int d, const double* alpha,
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

/** dims [B, n, d, P, m, wanted, ...code] */
void run_predict(Call& call) {
  if (call.n_dims < 6) return call.fail(kBadDims);
  const int batch = call.dims[0], n = call.dims[1], d = call.dims[2], parameters = call.dims[3], m = call.dims[4], wanted = call.dims[5];
  const bool with_cov = (wanted & 6) != 0, with_gradient = (wanted & 4) != 0;
  if (batch < 0 || n < 1 || d < 1 || (with_gradient && d > kMaxColumns) || parameters < 2 || m < 0) return call.fail(kBadDims);
  const double* x = call.input(0, static_cast<size_t>(n) * d);
  const double* theta = call.input(1, static_cast<size_t>(batch) * parameters);
  const double* l = call.input(2, static_cast<size_t>(batch) * n * n);
  const double* alpha = call.input(3, static_cast<size_t>(batch) * n);
  const double* xs = call.input(4, static_cast<size_t>(m) * d);
  double* mean = call.output(0, static_cast<size_t>(batch) * m);
  double* variance = with_cov ? call.output(1, static_cast<size_t>(batch) * m) : nullptr;
  double* d_mean = with_gradient ? call.output(2, static_cast<size_t>(batch) * m * d) : nullptr;
  double* d_variance = with_gradient ? call.output(3, static_cast<size_t>(batch) * m * d) : nullptr;
  if (!call.ok() || batch == 0 || m == 0) return;
  const Covariance k = prepare_covariance(call, call.dims + 6, call.n_dims - 6, d, theta, parameters, batch);
  const std::vector<double> rows = call.download(theta, static_cast<size_t>(batch) * parameters);
  double* ones = with_gradient ? call.take(m) : nullptr;
  if (ones) call.launch(k_fill, {blocks_for(m)}, 0, ones, 1.0, m);
  for (int b = 0; b < batch && call.ok(); ++b) {
    const double* natural = k.natural + static_cast<size_t>(b) * k.n_cov;
    const double* factor = l + static_cast<size_t>(b) * n * n;
    const double* weights = alpha + static_cast<size_t>(b) * n;
    const size_t at = static_cast<size_t>(b) * m;
    const Posterior p = posterior(call, k, natural, theta, parameters, rows[static_cast<size_t>(b + 1) * parameters - 1], x, n, d, factor,
                                  weights, xs, m, 1, with_cov, mean + at, variance ? variance + at : nullptr);
    if (!with_gradient) continue;
    backward(call, k, natural, x, n, d, weights, xs, p, m, 1, 1, ones, nullptr, d_mean + at * d);
    backward(call, k, natural, x, n, d, weights, xs, p, m, 1, 1, nullptr, ones, d_variance + at * d);
  }
}

/** dims [G, q, n, d, P, withGradientInputs, ...code] */
void run_joint(Call& call) {
  if (call.n_dims < 6) return call.fail(kBadDims);
  const int groups = call.dims[0], q = call.dims[1], n = call.dims[2], d = call.dims[3], parameters = call.dims[4];
  const bool with_gradient = call.dims[5] != 0;
  if (groups < 0 || q < 1 || n < 1 || d < 1 || (with_gradient && d > kMaxColumns) || parameters < 2) return call.fail(kBadDims);
  const size_t points = static_cast<size_t>(groups) * q;
  const double* x = call.input(0, static_cast<size_t>(n) * d);
  const double* theta = call.input(1, parameters);
  const double* l = call.input(2, static_cast<size_t>(n) * n);
  const double* alpha = call.input(3, n);
  const double* xs = call.input(4, points * d);
  double* mean = call.output(0, points);
  double* cov = call.output(1, points * q);
  if (!call.ok() || groups == 0) return;
  const Covariance k = prepare_covariance(call, call.dims + 6, call.n_dims - 6, d, theta, parameters, 1);
  const std::vector<double> row = call.download(theta, parameters);
  const Posterior p = posterior(call, k, k.natural, theta, parameters, row.back(), x, n, d, l, alpha, xs, groups, q, true, mean, cov);
  if (!with_gradient) return;
  const double* g_mean = call.input(5, points);
  const double* g_cov = call.input(6, points * q);
  double* gradient = call.output(2, points * d);
  if (call.ok()) backward(call, k, k.natural, x, n, d, alpha, xs, p, groups, q, q, g_mean, g_cov, gradient);
}

/** dims [G, q, n, d, P, S, kind, withGradient, pending, ...code] */
void run_monte_carlo(Call& call) {
  if (call.n_dims < 9) return call.fail(kBadDims);
  const int32_t* v = call.dims;
  const int groups = v[0], q = v[1], n = v[2], d = v[3], parameters = v[4], samples = v[5], kind = v[6], pending = v[8];
  const int total = q + pending;
  const bool with_gradient = v[7] != 0;
  if (groups < 0 || q < 1 || n < 1 || d < 1 || (with_gradient && d > kMaxColumns) || parameters < 2 || samples < 1 || kind < 0 || kind > 4 || pending < 0 ||
      total > kMaxGroup)
    return call.fail(kBadDims);
  const size_t points = static_cast<size_t>(groups) * total;
  const double* x = call.input(0, static_cast<size_t>(n) * d);
  const double* theta = call.input(1, parameters);
  const double* l = call.input(2, static_cast<size_t>(n) * n);
  const double* alpha = call.input(3, n);
  const double* given = call.input(4, static_cast<size_t>(groups) * q * d);
  const double* z = call.input(5, static_cast<size_t>(samples) * total);
  const double* pending_points = call.input(6, static_cast<size_t>(pending) * d);
  const double* settings = call.input(7, 6);
  double* value = call.output(0, groups);
  double* gradient = with_gradient ? call.output(1, static_cast<size_t>(groups) * q * d) : nullptr;
  double* status = call.output(2, groups);
  if (!call.ok() || groups == 0) return;
  const Covariance k = prepare_covariance(call, v + 9, call.n_dims - 9, d, theta, parameters, 1);
  const std::vector<double> row = call.download(theta, parameters);
  double* mean = call.take(points);
  double* cov = call.take(points * total);
  const double* xs = given;
  if (pending > 0) {
    double* joined = call.take(points * d);
    call.launch(k_prepend_pending, {blocks_for(points * d)}, 0, given, pending_points, groups, q, pending, d, joined);
    xs = joined;
  }
  const Posterior p = posterior(call, k, k.natural, theta, parameters, row.back(), x, n, d, l, alpha, xs, groups, total, true, mean, cov);
  double* slopes = call.take(points * samples);
  double* levels = call.take(static_cast<size_t>(groups) * samples);
  double* g_mean = with_gradient ? call.take(points) : nullptr;
  double* g_cov = with_gradient ? call.take(points * total) : nullptr;
  const double* ladder = call.upload(kJitters);
  const size_t shared = 3 * static_cast<size_t>(total) * total + 3 * static_cast<size_t>(total) + 32;
  const MonteCarlo work = {mean,  cov,    z,      settings, ladder, slopes,  levels, value, status,
                           g_mean, g_cov, total, samples,  kind,   static_cast<int>(kJitters.size())};
  call.launch(total <= 8 ? k_monte_carlo_few : k_monte_carlo, {static_cast<unsigned>(groups)}, shared, work);
  if (with_gradient) backward(call, k, k.natural, x, n, d, alpha, xs, p, groups, total, q, g_mean, g_cov, gradient);
}

}  // namespace athanor_cuda
