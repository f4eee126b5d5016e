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

template <class Op>
VecchiaData data_of(Call& call, const NaturalCovariance& k, const Op& op) {
  if (shared_doubles(op.m) * sizeof(double) > call.device().shared_limit()) call.fail(kBadDims);
  return {k.tokens,
          call.in(op.kX),
          call.in(op.kY),
          call.in(op.kNoise),
          call.in(op.kNeighbours),
          call.upload(kJitters),
          nullptr,
          nullptr,
          k.count,
          op.d,
          op.m,
          static_cast<int>(kJitters.size()),
          0};
}

}  // namespace

void run_vecchia_likelihood(Call& call) {
  VecchiaLikelihood s;
  if (!call.open(s)) return;
  const int batch = s.batch, n = s.n, parameters = s.parameters, m = s.m, wanted = s.wanted;
  if (n < 1 || s.d < 1 || parameters < 2 || wanted > 2) return call.fail(kBadDims);
  const double* theta = call.in(s.kTheta);
  double *value = call.out(s.kValue), *status = call.out(s.kStatus);
  double* gradient = wanted > 0 ? call.out(s.kGradient) : nullptr;
  double* information = wanted > 1 ? call.out(s.kInformation) : nullptr;
  if (batch == 0) return;
  const NaturalCovariance k = prepare_covariance(call, s.rest, s.rest_length, s.d, theta, parameters, batch);
  if (call.ok() && k.n_cov != parameters - 2) return call.fail(kBadDims);
  const VecchiaData data = data_of(call, k, s);
  const unsigned members = static_cast<unsigned>(batch);
  double* parts = call.take(static_cast<size_t>(batch) * n * (3 + 2 * static_cast<size_t>(parameters)));
  if (!call.ok()) return;
  call.launch_with(32, k_vecchia_rows, {static_cast<unsigned>(n), members}, shared_doubles(m), data, static_cast<const double*>(k.natural),
                   theta, k.n_cov, wanted, parts);
  const unsigned entries = 1 + (wanted > 0 ? parameters : 0) + (wanted > 1 ? parameters * parameters : 0);
  call.launch(k_vecchia_sums, {entries, members}, 32, static_cast<const double*>(parts), n, parameters, value, gradient, status, information);
}

void run_vecchia_predict(Call& call) {
  VecchiaPredict s;
  if (!call.open(s)) return;
  const int count = s.k, parameters = s.parameters, m = s.m;
  const bool slopes = (s.wanted & 4) != 0;
  if (s.n < 1 || s.d < 1 || (slopes && s.d > kMaxColumns) || parameters < 2) return call.fail(kBadDims);
  const double *theta = call.in(s.kTheta), *xs = call.in(s.kXs);
  double* mean = s.wanted & 1 ? call.out(s.kMean) : nullptr;
  double* variance = s.wanted & 2 ? call.out(s.kVariance) : nullptr;
  double* d_mean = slopes ? call.out(s.kDMean) : nullptr;
  double* d_variance = slopes ? call.out(s.kDVariance) : nullptr;
  double* weights = s.wanted & 8 ? call.out(s.kWeights) : nullptr;
  double* left = (s.wanted & 16) && s.rank > 0 ? call.out(s.kLeft) : nullptr;
  if (count == 0) return;
  const NaturalCovariance k = prepare_covariance(call, s.rest, s.rest_length, s.d, theta, parameters, 1);
  if (call.ok() && k.n_cov != parameters - 2) return call.fail(kBadDims);
  VecchiaData data = data_of(call, k, s);
  if (s.rank > 0) {
    data.features = call.in(s.kFeatures);
    data.point_features = call.in(s.kPointFeatures);
    data.rank = s.rank;
  }
  if (!call.ok()) return;
  call.launch_with(32, k_vecchia_points, {static_cast<unsigned>(count)}, shared_doubles(m), data, static_cast<const double*>(k.natural),
                   theta, k.n_cov, xs, mean, variance, d_mean, d_variance, weights, left);
}

}  // namespace athanor_cuda
