/** vecchia_likelihood and vecchia_predict (see src/engine/compute/ops.ts) on a device. */
#include "../arguments.h"
#include "call.h"

namespace athanor_cuda {
namespace {

/** Doubles of shared memory of a block of m + 1 points, as `shared_block` of vecchia.cu cuts them. */
size_t shared_doubles(int m) {
  const size_t most = static_cast<size_t>(m) + 1;
  return most * (most + 1) / 2 + 5 * most + 32;
}

/** X, y, noise and the table of `lines` lines at input `table`. */
VecchiaData read_data(Call& call, const Covariance& k, int n, int d, int m, size_t table, int lines) {
  const double* x = call.input(0, static_cast<size_t>(n) * d);
  const double* y = call.input(1, n);
  const double* noise = call.input(2, n);
  const double* neighbours = call.input(table, static_cast<size_t>(lines) * m);
  if (shared_doubles(m) * sizeof(double) > call.device().shared_limit()) call.fail(kBadDims);
  return {k.tokens, x, y, noise, neighbours, call.upload(kJitters), k.count, d, m, static_cast<int>(kJitters.size())};
}

}  // namespace

/** dims [B, n, d, P, m, wanted, ...code] */
void run_vecchia_likelihood(Call& call) {
  if (call.n_dims < 6) return call.fail(kBadDims);
  const int batch = call.dims[0], n = call.dims[1], d = call.dims[2], parameters = call.dims[3], m = call.dims[4], wanted = call.dims[5];
  if (batch < 0 || n < 1 || d < 1 || parameters < 2 || m < 0) return call.fail(kBadDims);
  const double* theta = call.input(3, static_cast<size_t>(batch) * parameters);
  double* value = call.output(0, batch);
  double* gradient = wanted > 0 ? call.output(1, static_cast<size_t>(batch) * parameters) : nullptr;
  double* status = call.output(2, batch);
  double* information = wanted > 1 ? call.output(3, static_cast<size_t>(batch) * parameters * parameters) : nullptr;
  if (!call.ok() || batch == 0) return;
  const Covariance k = prepare_covariance(call, call.dims + 6, call.n_dims - 6, d, theta, parameters, batch);
  if (call.ok() && k.n_cov != parameters - 2) return call.fail(kBadDims);
  const VecchiaData data = read_data(call, k, n, d, m, 4, n);
  const unsigned members = static_cast<unsigned>(batch);
  double* parts = call.take(static_cast<size_t>(batch) * n * (3 + 2 * static_cast<size_t>(parameters)));
  if (!call.ok()) return;
  call.launch_with(32, k_vecchia_rows, {static_cast<unsigned>(n), members}, shared_doubles(m), data, static_cast<const double*>(k.natural),
                   theta, k.n_cov, wanted, parts);
  const unsigned entries = 1 + (wanted > 0 ? parameters : 0) + (wanted > 1 ? parameters * parameters : 0);
  call.launch(k_vecchia_sums, {entries, members}, 32, static_cast<const double*>(parts), n, parameters, value, gradient, status, information);
}

/** dims [k, n, d, P, m, wanted, ...code] */
void run_vecchia_predict(Call& call) {
  if (call.n_dims < 6) return call.fail(kBadDims);
  const int count = call.dims[0], n = call.dims[1], d = call.dims[2], parameters = call.dims[3], m = call.dims[4], wanted = call.dims[5];
  const bool slopes = (wanted & 4) != 0;
  if (count < 0 || n < 1 || d < 1 || (slopes && d > kMaxColumns) || parameters < 2 || m < 0) return call.fail(kBadDims);
  const size_t points = static_cast<size_t>(count);
  const double* theta = call.input(3, parameters);
  const double* xs = call.input(4, points * d);
  double* mean = wanted & 1 ? call.output(0, points) : nullptr;
  double* variance = wanted & 2 ? call.output(1, points) : nullptr;
  double* d_mean = slopes ? call.output(2, points * d) : nullptr;
  double* d_variance = slopes ? call.output(3, points * d) : nullptr;
  double* weights = wanted & 8 ? call.output(4, points * m) : nullptr;
  if (!call.ok() || count == 0) return;
  const Covariance k = prepare_covariance(call, call.dims + 6, call.n_dims - 6, d, theta, parameters, 1);
  if (call.ok() && k.n_cov != parameters - 2) return call.fail(kBadDims);
  const VecchiaData data = read_data(call, k, n, d, m, 5, count);
  if (!call.ok()) return;
  call.launch_with(32, k_vecchia_points, {static_cast<unsigned>(count)}, shared_doubles(m), data, static_cast<const double*>(k.natural),
                   theta, k.n_cov, xs, mean, variance, d_mean, d_variance, weights);
}

}  // namespace athanor_cuda
