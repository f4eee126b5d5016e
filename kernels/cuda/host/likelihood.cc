/** gp_likelihood, gp_information and gp_factor (see src/engine/compute/ops.ts) on a device. */
#include <algorithm>
#include <cstring>

#include "../arguments.h"
#include "call.h"

namespace athanor_cuda {
namespace {

/** Largest n that one block evaluates alone: above it, tiles spread a matrix over the GPU (docs/gpu.md). */
constexpr int kSharedRows = 128;
/** Pairs that a thread takes in the gradient, so that summing over a block is little beside them, and most blocks of one matrix. */
constexpr size_t kPairsOfThread = 8;
constexpr unsigned kMostGradientParts = 256;
/** Shared memory for the sums of a chunk of parameters. */
constexpr size_t kSumsScratch = 16 * kChunkOfParameters;
/** Members that a grid has a row for. */
constexpr int kMostMembers = 65535;

/** As BlockFit of kernels/cuda/likelihood_block.h lays them out. */
size_t shared_doubles(int n, int n_cov) {
  const size_t blocks = static_cast<size_t>(n) / 8 + 1, rows = 8 * blocks, pitch = rows + (blocks % 2 == 0 ? 5 : 3);
  return rows * pitch + 4 * rows + 64 + n_cov + kSumsScratch;
}

/** The data of a fit. */
struct Data {
  int batch, n, d, parameters;
  double *x, *y, *noise, *theta;
  NaturalCovariance covariance;
};

/** Opens a step that has such data; the natural parameters are not made yet. */
template <class Op>
Data read_data(Call& call, Op& op) {
  Data data{};
  if (!call.open(op)) return data;
  data.batch = op.batch;
  data.n = op.n;
  data.d = op.d;
  data.parameters = op.parameters;
  if (data.n < 1 || data.d < 1 || data.parameters < 2) {
    call.fail(kBadDims);
    return data;
  }
  data.x = call.in(op.kX);
  data.y = call.in(op.kY);
  data.noise = call.in(op.kNoise);
  data.theta = call.in(op.kTheta);
  data.covariance = covariance_code(call, op.rest, op.rest_length, data.d, data.parameters);
  if (call.ok() && data.covariance.n_cov != data.parameters - 2) call.fail(kBadDims);
  return data;
}

/** Factor and α of `batch` members whose rows of theta begin at `theta`, and x = L⁻ᵀ unless it is null; l, alpha, u are theirs. */
Factor factor_members(Call& call, const Data& data, const double* theta, const double* natural, int batch, double* l, double* x,
                      double* alpha, double* u, double* status) {
  const int n = data.n;
  const NaturalCovariance& k = data.covariance;
  const Factor factor = climb(call, batch, n, kJitters, l, status, [&](const double* jitter, const double* unit) {
    call.launch(k_covariance_matrix, {blocks_for(static_cast<size_t>(n) * n), static_cast<unsigned>(batch)}, 0, k.tokens, k.count,
                natural, k.n_cov, theta, data.parameters, static_cast<const double*>(data.x), n, static_cast<const double*>(data.x),
                n, data.d, static_cast<const double*>(data.noise), jitter, unit, l);
  }, x);
  const int total = batch * n;
  double* z = call.take(total);
  call.launch(k_residuals, {blocks_for(total)}, 0, static_cast<const double*>(data.y), theta, data.parameters, n, z, total);
  if (x) {
    const long long square = static_cast<long long>(n) * n;
    multiply(call, x, z, u, batch, n, n, 1, true, false, square, n);
    multiply(call, x, u, alpha, batch, n, n, 1, false, false, square, n);
    return factor;
  }
  solve(call, factor, z, u, batch, 1, false);
  if (alpha) solve(call, factor, u, alpha, batch, 1, true);
  return factor;
}

/** Where a batch's results go; gradient and information may be null, information only with the gradient. */
struct LikelihoodOutputs {
  double *value, *gradient, *status, *information;
};

/** information [B,P,P] of a batch from X = L⁻ᵀ and α. */
void information_blocked(Call& call, const Data& data, const double* theta, const double* natural, int batch, const double* x,
                         const double* alpha, const double* status, double* information) {
  const int n = data.n, parameters = data.parameters;
  const NaturalCovariance& k = data.covariance;
  const unsigned members = static_cast<unsigned>(batch), chunks = chunks_for(k.n_cov);
  const size_t length = static_cast<size_t>(batch) * n * parameters;
  const long long stride = static_cast<long long>(n) * parameters;
  double* directions = call.take(length);
  double* solved = call.take(length);
  call.launch(k_information_directions, {blocks_for(32 * static_cast<size_t>(n)), members, chunks}, 0, k.tokens, k.count, natural, theta,
              k.n_cov, static_cast<const double*>(data.x), n, data.d, alpha, directions);
  multiply(call, x, directions, solved, batch, n, n, parameters, true, false, static_cast<long long>(n) * n, stride);
  multiply(call, solved, solved, information, batch, parameters, n, parameters, true, false, stride, stride);
  call.launch(k_information_end, {blocks_for(static_cast<size_t>(parameters) * parameters), members}, 0, information, status, parameters);
}

/** The blocked evaluation for members [from, from + batch). */
void likelihood_blocked(Call& call, const Data& data, int from, int batch, const LikelihoodOutputs& out) {
  const int n = data.n, stride = data.parameters;
  const NaturalCovariance& k = data.covariance;
  const size_t size = static_cast<size_t>(n) * n;
  const double* theta = data.theta + static_cast<size_t>(from) * stride;
  const double* natural = k.natural + static_cast<size_t>(from) * k.n_cov;
  const unsigned members = static_cast<unsigned>(batch);
  double* l = call.take(batch * size);
  double* u = call.take(static_cast<size_t>(batch) * n);
  double* alpha = out.gradient ? call.take(static_cast<size_t>(batch) * n) : nullptr;
  double* inverse = out.gradient ? call.take(batch * size) : nullptr;
  factor_members(call, data, theta, natural, batch, l, inverse, alpha, u, out.status + from);
  call.launch(k_likelihood_value, {1, members}, 32, static_cast<const double*>(l), static_cast<const double*>(u), n, out.value + from);
  if (!out.gradient) return;
  double* gram = call.take(batch * size);
  if (out.information) {
    information_blocked(call, data, theta, natural, batch, inverse, alpha, out.status + from,
                        out.information + static_cast<size_t>(from) * stride * stride);
  }
  inverse_gram(call, inverse, gram, batch, n);
  const unsigned chunks = chunks_for(k.n_cov);
  const int slots = static_cast<int>(chunks) * kChunkOfParameters;
  const unsigned parts = std::min(kMostGradientParts, blocks_for((size + n) / (2 * kPairsOfThread) + 1));
  double* partial = call.take(static_cast<size_t>(batch) * slots * parts);
  call.launch(k_likelihood_gradient, {parts, members, chunks}, kSumsScratch, k.tokens, k.count, natural, k.n_cov,
              static_cast<const double*>(data.x), n, data.d, static_cast<const double*>(alpha), static_cast<const double*>(gram), partial);
  call.launch(k_likelihood_gradient_end, {1, members}, 32, static_cast<const double*>(partial), static_cast<int>(parts), slots, theta,
              k.n_cov, n, static_cast<const double*>(alpha), static_cast<const double*>(gram), out.gradient + static_cast<size_t>(from) * stride);
}

/** Members that share a launch. */
struct Group {
  std::vector<LikelihoodMember> members;
  size_t shared = 0;
};

/** Small members of all calls, those with information apart. */
struct Gathered {
  Group groups[2];
};

/** Small members are put into `gathered`, others evaluated at once. */
void evaluate_members(Call& call, Data& data, const LikelihoodOutputs& out, Gathered& gathered) {
  const bool with_information = out.information != nullptr;
  const size_t stride = static_cast<size_t>(data.parameters);
  const size_t work = with_information ? 2 * stride * data.n : 0;  // D and W of a member
  if (!call.ok() || data.batch == 0) return;
  const size_t shared = shared_doubles(data.n, data.covariance.n_cov);
  if (data.n <= kSharedRows && shared * sizeof(double) <= call.device().shared_limit()) {
    Group& group = gathered.groups[with_information];
    group.shared = std::max(group.shared, shared);
    double* works = work ? call.take(data.batch * work) : nullptr;
    for (int b = 0; b < data.batch && call.ok(); ++b)
      group.members.push_back({data.covariance.tokens, data.x, data.y, data.noise, data.theta + b * stride, out.value + b,
                               out.gradient ? out.gradient + b * stride : nullptr, out.status + b,
                               out.information ? out.information + b * stride * stride : nullptr, works ? works + b * work : nullptr,
                               data.covariance.count, data.n, data.d, data.covariance.n_cov});
    return;
  }
  make_natural(call, data.covariance, data.theta, data.parameters, data.batch);
  // Three matrices a member, the tiles beside the factor, D and W.
  const size_t per_member = (3 * static_cast<size_t>(data.n) * data.n + factor_doubles(data.n) + work) * sizeof(double);
  const int at_once = call.fitting(std::min(data.batch, kMostMembers), per_member);
  for (int from = 0; from < data.batch && call.ok(); from += at_once)
    likelihood_blocked(call, data, from, std::min(at_once, data.batch - from), out);
}

/** gp_likelihood or gp_information. */
void likelihoods_of(Call& call, Gathered& gathered) {
  if (call.op == "gp_information") {
    GpInformation s;
    Data data = read_data(call, s);
    evaluate_members(call, data, {call.out(s.kValue), call.out(s.kGradient), call.out(s.kStatus), call.out(s.kInformation)}, gathered);
    return;
  }
  GpLikelihood s;
  Data data = read_data(call, s);
  double* gradient = call.ok() && s.with_gradient != 0 ? call.out(s.kGradient) : nullptr;
  evaluate_members(call, data, {call.out(s.kValue), gradient, call.out(s.kStatus), nullptr}, gathered);
}

}  // namespace

void run_likelihoods(const std::vector<std::unique_ptr<Call>>& calls) {
  Gathered gathered;
  for (const auto& call : calls) {
    likelihoods_of(*call, gathered);
    if (!call->ok()) return;
  }
  Call& first = *calls[0];
  for (const Kernel kernel : {k_likelihood_shared, k_information_shared}) {
    const Group& group = gathered.groups[kernel == k_information_shared];
    const std::vector<LikelihoodMember>& members = group.members;
    if (members.empty()) continue;
    // The members, then the ladder: every upload waits for the GPU.
    const size_t of_members = members.size() * sizeof(LikelihoodMember), of_ladder = kJitters.size() * sizeof(double);
    std::vector<char> bytes(of_members + of_ladder);
    std::memcpy(bytes.data(), members.data(), of_members);
    std::memcpy(bytes.data() + of_members, kJitters.data(), of_ladder);
    const double* list = first.upload_bytes(bytes.data(), bytes.size());
    first.launch(kernel, {static_cast<unsigned>(members.size())}, group.shared, reinterpret_cast<const LikelihoodMember*>(list),
                 list + of_members / sizeof(double), static_cast<int>(kJitters.size()));
  }
}

void run_factor(Call& call) {
  GpFactor s;
  Data data = read_data(call, s);
  if (!call.ok() || data.batch == 0) return;
  make_natural(call, data.covariance, data.theta, data.parameters, data.batch);
  double* u = call.take(static_cast<size_t>(data.batch) * data.n);
  factor_members(call, data, data.theta, data.covariance.natural, data.batch, call.out(s.kL), nullptr, call.out(s.kAlpha), u, call.out(s.kStatus));
}

}  // namespace athanor_cuda
