/** gp_likelihood, gp_information, gp_factor, gp_predict, gp_joint and covariance (see src/engine/compute/ops.ts) on a device. */
#include <algorithm>
#include <iterator>

#include "../arguments.h"
#include "call.h"

namespace athanor_cuda {
namespace {

/** Largest n that one block evaluates alone: above it, tiles spread a matrix over the card (docs/gpu.md, Budgets). */
constexpr int kSharedRows = 128;
/** Blocks that share the pairs of one matrix in the gradient. */
constexpr unsigned kGradientParts = 64;
constexpr int kChunkOfParameters = 8;
/** Members that a grid has a row for. */
constexpr int kMostMembers = 65535;
const std::vector<double> kJitters = {0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4};

/** Groups of parameters that a gradient takes in one pass over the pairs. */
unsigned chunks_for(int parameters) { return static_cast<unsigned>((parameters + kChunkOfParameters - 1) / kChunkOfParameters); }

size_t shared_doubles(int n, int n_cov) { return static_cast<size_t>(n) * (n + 1) / 2 + 2 * static_cast<size_t>(n) + n_cov + 32; }

/** The data of a fit: X [n,d], y, noise, theta [B,P] are inputs 0 to 3. */
struct Data {
  int batch, n, d, parameters;
  double *x, *y, *noise, *theta;
  Covariance covariance;
};

Data read_data(Call& call, size_t code_at) {
  Data data{};
  if (call.n_dims < code_at) {
    call.fail(kBadDims);
    return data;
  }
  data.batch = call.dims[0];
  data.n = call.dims[1];
  data.d = call.dims[2];
  data.parameters = call.dims[3];
  if (data.batch < 0 || data.n < 1 || data.d < 1 || data.parameters < 2) {
    call.fail(kBadDims);
    return data;
  }
  data.x = call.input(0, static_cast<size_t>(data.n) * data.d);
  data.y = call.input(1, data.n);
  data.noise = call.input(2, data.n);
  data.theta = call.input(3, static_cast<size_t>(data.batch) * data.parameters);
  data.covariance = prepare_covariance(call, call.dims + code_at, call.n_dims - code_at, data.d, data.theta, data.parameters, data.batch);
  if (call.ok() && data.covariance.n_cov != data.parameters - 2) call.fail(kBadDims);
  return data;
}

/** Factor and α of `batch` members whose rows of theta begin at `theta`; l, alpha, u are theirs. */
void factor_members(Call& call, const Data& data, const double* theta, const double* natural, int batch, double* l, double* alpha,
                    double* u, double* status) {
  const int n = data.n;
  const Covariance& k = data.covariance;
  climb(call, batch, n, kJitters, l, status, [&](const double* jitter, const double* unit) {
    call.launch(k_covariance_matrix, {blocks_for(static_cast<size_t>(n) * n), static_cast<unsigned>(batch)}, 0, k.tokens, k.count,
                natural, k.n_cov, theta, data.parameters, static_cast<const double*>(data.x), n, static_cast<const double*>(data.x),
                n, data.d, static_cast<const double*>(data.noise), jitter, unit, l);
  });
  const int total = batch * n;
  double* z = call.take(total);
  call.launch(k_residuals, {blocks_for(total)}, 0, static_cast<const double*>(data.y), theta, data.parameters, n, z, total);
  solve(call, l, z, u, batch, n, 1, false, false);
  if (alpha) solve(call, l, u, alpha, batch, n, 1, true, false);
}

/** Where a batch's results go; gradient and information may be null, information only with the gradient. */
struct LikelihoodOutputs {
  double *value, *gradient, *status, *information;
};

/** information [B,P,P] of a batch from L⁻¹ and α. */
void information_blocked(Call& call, const Data& data, const double* theta, const double* natural, int batch, const double* inverse,
                         const double* alpha, const double* status, double* information) {
  const int n = data.n, parameters = data.parameters;
  const Covariance& k = data.covariance;
  const unsigned members = static_cast<unsigned>(batch), chunks = chunks_for(k.n_cov);
  const size_t length = static_cast<size_t>(batch) * n * parameters;
  const long long stride = static_cast<long long>(n) * parameters;
  double* directions = call.take(length);
  double* solved = call.take(length);
  call.launch(k_information_directions, {blocks_for(32 * static_cast<size_t>(n)), members, chunks}, 0, k.tokens, k.count, natural, theta,
              k.n_cov, static_cast<const double*>(data.x), n, data.d, alpha, directions);
  multiply(call, inverse, directions, solved, batch, n, n, parameters, false, false, static_cast<long long>(n) * n, stride);
  multiply(call, solved, solved, information, batch, parameters, n, parameters, true, false, stride, stride);
  call.launch(k_information_end, {blocks_for(static_cast<size_t>(parameters) * parameters), members}, 0, information, status, parameters);
}

/** The blocked evaluation for members [from, from + batch). */
void likelihood_blocked(Call& call, const Data& data, int from, int batch, const LikelihoodOutputs& out) {
  const int n = data.n, stride = data.parameters;
  const Covariance& k = data.covariance;
  const size_t size = static_cast<size_t>(n) * n;
  const double* theta = data.theta + static_cast<size_t>(from) * stride;
  const double* natural = k.natural + static_cast<size_t>(from) * k.n_cov;
  const unsigned members = static_cast<unsigned>(batch);
  double* l = call.take(batch * size);
  double* u = call.take(static_cast<size_t>(batch) * n);
  double* alpha = out.gradient ? call.take(static_cast<size_t>(batch) * n) : nullptr;
  factor_members(call, data, theta, natural, batch, l, alpha, u, out.status + from);
  call.launch(k_likelihood_value, {1, members}, 32, static_cast<const double*>(l), static_cast<const double*>(u), n, out.value + from);
  if (!out.gradient) return;
  double* inverse = call.take(batch * size);
  double* gram = call.take(batch * size);
  invert(call, l, inverse, batch, n);
  if (out.information) {
    information_blocked(call, data, theta, natural, batch, inverse, alpha, out.status + from,
                        out.information + static_cast<size_t>(from) * stride * stride);
  }
  inverse_gram(call, inverse, gram, batch, n);
  const unsigned chunks = chunks_for(k.n_cov);
  const int slots = static_cast<int>(chunks) * kChunkOfParameters;
  const unsigned parts = std::min(kGradientParts, blocks_for(size));
  double* partial = call.take(static_cast<size_t>(batch) * slots * parts);
  call.launch(k_likelihood_gradient, {parts, members, chunks}, 32, k.tokens, k.count, natural, k.n_cov,
              static_cast<const double*>(data.x), n, data.d, static_cast<const double*>(alpha), static_cast<const double*>(gram), partial);
  call.launch(k_likelihood_gradient_end, {1, members}, 32, static_cast<const double*>(partial), static_cast<int>(parts), slots, theta,
              k.n_cov, n, static_cast<const double*>(alpha), static_cast<const double*>(gram), out.gradient + static_cast<size_t>(from) * stride);
}

/** Posterior quantities of `groups` groups of `q` points for one model. */
struct Posterior {
  double *cross, *v, *mean, *cov;
};

Posterior posterior(Call& call, const Covariance& k, const double* natural, const double* theta, int stride, double prior_mean,
                    const double* x, int n, int d, const double* l, const double* alpha, const double* xs, int groups, int q,
                    bool with_cov, double* mean, double* cov) {
  const int columns = groups * q;
  const size_t size = static_cast<size_t>(n) * columns;
  Posterior p{call.take(size), with_cov ? call.take(size) : nullptr, mean, cov};
  const double* none = nullptr;
  call.launch(k_covariance_matrix, {blocks_for(size), 1}, 0, k.tokens, k.count, natural, k.n_cov, theta, stride, x, n, xs, columns, d,
              none, none, none, p.cross);
  if (with_cov) solve(call, l, p.cross, p.v, 1, n, columns, false, true);
  call.launch(k_posterior_moments, {static_cast<unsigned>(groups)}, 0, k.tokens, k.count, natural, xs, d, n, q,
              static_cast<const double*>(p.cross), static_cast<const double*>(p.v), alpha, prior_mean, mean, with_cov ? cov : nullptr);
  return p;
}

/** Gradient of Σ g·moments with respect to the last `moving` points of each group. */
void backward(Call& call, const Covariance& k, const double* natural, const double* x, int n, int d, const double* l,
              const double* alpha, const double* xs, const Posterior& p, int groups, int q, int moving, const double* g_mean,
              const double* g_cov, double* gradient) {
  double* w = nullptr;
  if (g_cov) {
    w = call.take(static_cast<size_t>(n) * groups * q);
    solve(call, l, p.v, w, 1, n, groups * q, true, true);
  }
  call.launch(k_posterior_backward, {static_cast<unsigned>(groups * moving)}, 32, k.tokens, k.count, natural, x, xs, d, n, q, moving,
              static_cast<const double*>(w), alpha, g_mean, g_cov, gradient);
}

}  // namespace

int covariance_parameters(const int32_t* tokens, size_t count, int d) {
  size_t position = 0;
  int parameters = 0, depth = 0, n_tokens = 0;
  while (position < count) {
    const int kind = tokens[position];
    if (++n_tokens > 24) return -1;
    if (kind >= 20) {
      if (kind > 22 || depth < (kind == 20 ? 1 : 2)) return -1;
      if (kind == 20) ++parameters;
      else --depth;
      ++position;
      continue;
    }
    if (kind < 1 || kind > 9 || position + 3 > count) return -1;
    const int columns = tokens[position + 2];
    if (columns < 1 || position + 3 + static_cast<size_t>(columns) > count || ++depth > 8) return -1;
    for (int c = 0; c < columns; ++c)
      if (tokens[position + 3 + c] < 0 || tokens[position + 3 + c] >= d) return -1;
    parameters += kind == 5 ? columns + 1 : kind == 6 ? 2 * columns : kind == 8 ? 2 : columns;
    position += 3 + static_cast<size_t>(columns);
  }
  return depth == 1 ? parameters : -1;
}

Covariance prepare_covariance(Call& call, const int32_t* tokens, size_t count, int d, const double* theta, int stride, int batch) {
  Covariance k{};
  k.n_cov = covariance_parameters(tokens, count, d);
  if (k.n_cov < 0 || k.n_cov > stride) {
    call.fail(kBadDims);
    return k;
  }
  k.tokens = call.integers(tokens, count);
  k.count = static_cast<int>(count);
  const int total = batch * k.n_cov;
  k.natural = call.take(total);
  call.launch(k_natural_parameters, {blocks_for(total)}, 0, k.tokens, k.count, theta, stride, k.n_cov, k.natural, total);
  return k;
}

namespace {

/** Block sizes: a member gets the first one that holds its rows, whatever else runs beside it. */
constexpr int kBlockSizes[] = {32, 64, 128};

/** Members that share a launch. */
struct Group {
  std::vector<LikelihoodMember> members;
  size_t shared = 0;
};

/** Small members of all calls by block size, those with information apart. */
struct Gathered {
  Group groups[2][std::size(kBlockSizes)];
};

/**
 * gp_likelihood, dims [B, n, d, P, withGradient, ...code], or gp_information, dims [B, n, d, P, ...code]: small members are put
 * into `gathered`, others evaluated at once.
 */
void likelihoods_of(Call& call, Gathered& gathered) {
  const bool with_information = call.op == "gp_information";
  const Data data = read_data(call, with_information ? 4 : 5);
  if (!call.ok()) return;
  const bool with_gradient = with_information || call.dims[4] != 0;
  const size_t stride = static_cast<size_t>(data.parameters);
  const LikelihoodOutputs out = {call.output(0, data.batch), with_gradient ? call.output(1, data.batch * stride) : nullptr,
                                 call.output(2, data.batch), with_information ? call.output(3, data.batch * stride * stride) : nullptr};
  const size_t work = with_information ? 2 * stride * data.n : 0;  // D and W of a member
  if (!call.ok() || data.batch == 0) return;
  const size_t shared = shared_doubles(data.n, data.covariance.n_cov);
  if (data.n <= kSharedRows && shared * sizeof(double) <= call.device().shared_limit()) {
    Group& group = gathered.groups[with_information][data.n > kBlockSizes[1] ? 2 : data.n > kBlockSizes[0] ? 1 : 0];
    group.shared = std::max(group.shared, shared);
    double* works = work ? call.take(data.batch * work) : nullptr;
    for (int b = 0; b < data.batch && call.ok(); ++b)
      group.members.push_back({data.covariance.tokens, data.x, data.y, data.noise, data.theta + b * stride, out.value + b,
                               out.gradient ? out.gradient + b * stride : nullptr, out.status + b,
                               out.information ? out.information + b * stride * stride : nullptr, works ? works + b * work : nullptr,
                               data.covariance.count, data.n, data.d, data.covariance.n_cov});
    return;
  }
  // Three matrices a member, what solves keep and D and W; as many members at once as fit in four fifths of the free memory.
  const size_t per_member = (3 * static_cast<size_t>(data.n) * data.n + 4 * factor_doubles(data.n) + work) * sizeof(double);
  const int at_once = static_cast<int>(std::min<size_t>(std::min(data.batch, kMostMembers), std::max<size_t>(1, call.available() / 5 * 4 / per_member)));
  for (int from = 0; from < data.batch && call.ok(); from += at_once)
    likelihood_blocked(call, data, from, std::min(at_once, data.batch - from), out);
}

}  // namespace

void run_likelihoods(const std::vector<std::unique_ptr<Call>>& calls) {
  Gathered gathered;
  for (const auto& call : calls) {
    likelihoods_of(*call, gathered);
    if (!call->ok()) return;
  }
  Call& first = *calls[0];
  const double* ladder = first.upload(kJitters);
  for (const Kernel kernel : {k_likelihood_shared, k_information_shared}) {
    for (size_t i = 0; i < std::size(kBlockSizes); ++i) {
      const Group& group = gathered.groups[kernel == k_information_shared][i];
      const std::vector<LikelihoodMember>& members = group.members;
      if (members.empty()) continue;
      const double* list = first.upload_bytes(members.data(), members.size() * sizeof(LikelihoodMember));
      first.launch_with(static_cast<unsigned>(kBlockSizes[i]), kernel, {static_cast<unsigned>(members.size())}, group.shared,
                        reinterpret_cast<const LikelihoodMember*>(list), ladder, static_cast<int>(kJitters.size()));
    }
  }
}

/** dims [B, n, d, P, ...code] */
void run_factor(Call& call) {
  const Data data = read_data(call, 4);
  double* l = call.output(0, static_cast<size_t>(data.batch) * data.n * data.n);
  double* alpha = call.output(1, static_cast<size_t>(data.batch) * data.n);
  double* status = call.output(2, data.batch);
  if (!call.ok() || data.batch == 0) return;
  double* u = call.take(static_cast<size_t>(data.batch) * data.n);
  factor_members(call, data, data.theta, data.covariance.natural, data.batch, l, alpha, u, status);
}

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
    backward(call, k, natural, x, n, d, factor, weights, xs, p, m, 1, 1, ones, nullptr, d_mean + at * d);
    backward(call, k, natural, x, n, d, factor, weights, xs, p, m, 1, 1, nullptr, ones, d_variance + at * d);
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
  if (call.ok()) backward(call, k, k.natural, x, n, d, l, alpha, xs, p, groups, q, q, g_mean, g_cov, gradient);
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
  if (with_gradient) backward(call, k, k.natural, x, n, d, l, alpha, xs, p, groups, total, q, g_mean, g_cov, gradient);
}

/** dims [B, n1, n2, d, P, withGradient, ...code] */
void run_covariance(Call& call) {
  if (call.n_dims < 6) return call.fail(kBadDims);
  const int batch = call.dims[0], n1 = call.dims[1], n2 = call.dims[2], d = call.dims[3], parameters = call.dims[4];
  const bool with_gradient = call.dims[5] != 0;
  if (batch < 0 || n1 < 0 || n2 < 0 || d < 1 || (with_gradient && d > kMaxColumns) || parameters < 0) return call.fail(kBadDims);
  const size_t size = static_cast<size_t>(n1) * n2;
  const double* x1 = call.input(0, static_cast<size_t>(n1) * d);
  const double* x2 = call.input(1, static_cast<size_t>(n2) * d);
  const double* theta = call.input(2, static_cast<size_t>(batch) * parameters);
  if (!call.ok() || batch == 0) return;
  const Covariance k = prepare_covariance(call, call.dims + 6, call.n_dims - 6, d, theta, parameters, batch);
  const unsigned members = static_cast<unsigned>(batch);
  const double* none = nullptr;
  if (!with_gradient) {
    double* out = call.output(0, batch * size);
    call.launch(k_covariance_matrix, {blocks_for(size), members}, 0, k.tokens, k.count, static_cast<const double*>(k.natural), k.n_cov,
                theta, parameters, x1, n1, x2, n2, d, none, none, none, out);
    return;
  }
  const double* cotangent = call.input(3, batch * size);
  double* d_theta = call.output(0, static_cast<size_t>(batch) * parameters);
  double* d_x = call.output(1, static_cast<size_t>(batch) * n1 * d);
  const unsigned chunks = chunks_for(parameters);
  call.launch(k_covariance_parameter_gradient, {chunks, members}, 32, k.tokens, k.count, static_cast<const double*>(k.natural), k.n_cov,
              parameters, x1, n1, x2, n2, d, cotangent, d_theta);
  call.launch(k_covariance_input_gradient, {static_cast<unsigned>(n1), members}, 32, k.tokens, k.count,
              static_cast<const double*>(k.natural), k.n_cov, x1, n1, x2, n2, d, cotangent, d_x);
}

}  // namespace athanor_cuda
