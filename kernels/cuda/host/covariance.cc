/** Covariance codes on a device, and the op `covariance` (see src/engine/compute/ops.ts). */
#include "../../include/athanor/covariance-table.h"
#include "call.h"

namespace athanor_cuda {

int covariance_parameters(const int32_t* tokens, size_t count, int d) {
  size_t position = 0;
  int parameters = 0, depth = 0, n_tokens = 0;
  while (position < count) {
    const int kind = tokens[position];
    if (++n_tokens > athanor::kMaxTokens) return -1;
    if (kind >= athanor::kScale) {
      if (kind > athanor::kMultiply || depth < (kind == athanor::kScale ? 1 : 2)) return -1;
      if (kind == athanor::kScale) ++parameters;
      else --depth;
      ++position;
      continue;
    }
    if (position + 3 > count) return -1;
    const int columns = tokens[position + 2], own = athanor::leaf_parameters(kind, columns);
    if (own < 0 || columns < 1 || position + 3 + static_cast<size_t>(columns) > count || ++depth > athanor::kMaxStack) return -1;
    for (int c = 0; c < columns; ++c)
      if (tokens[position + 3 + c] < 0 || tokens[position + 3 + c] >= d) return -1;
    parameters += own;
    position += 3 + static_cast<size_t>(columns);
  }
  return depth == 1 ? parameters : -1;
}

NaturalCovariance covariance_code(Call& call, const int32_t* tokens, size_t count, int d, int stride) {
  NaturalCovariance k{};
  k.n_cov = covariance_parameters(tokens, count, d);
  if (k.n_cov < 0 || k.n_cov > stride) {
    call.fail(kBadDims);
    return k;
  }
  k.tokens = call.integers(tokens, count);
  k.count = static_cast<int>(count);
  return k;
}

void make_natural(Call& call, NaturalCovariance& k, const double* theta, int stride, int batch) {
  if (!call.ok()) return;
  const int total = batch * k.n_cov;
  k.natural = call.take(total);
  call.launch(k_natural_parameters, {blocks_for(total)}, 0, k.tokens, k.count, theta, stride, k.n_cov, k.natural, total);
}

NaturalCovariance prepare_covariance(Call& call, const int32_t* tokens, size_t count, int d, const double* theta, int stride, int batch) {
  NaturalCovariance k = covariance_code(call, tokens, count, d, stride);
  make_natural(call, k, theta, stride, batch);
  return k;
}

void run_covariance(Call& call) {
  Covariance op;
  if (!call.open(op)) return;
  const int batch = op.batch, n1 = op.n1, n2 = op.n2, d = op.d, parameters = op.parameters;
  const bool with_gradient = op.with_gradient != 0;
  if (d < 1 || (with_gradient && d > kMaxColumns)) return call.fail(kBadDims);
  const double *x1 = call.in(op.kX1), *x2 = call.in(op.kX2), *theta = call.in(op.kTheta);
  if (batch == 0) return;
  const NaturalCovariance k = prepare_covariance(call, op.rest, op.rest_length, d, theta, parameters, batch);
  const unsigned members = static_cast<unsigned>(batch);
  const double* none = nullptr;
  if (!with_gradient) {
    call.launch(k_covariance_matrix, {blocks_for(static_cast<size_t>(n1) * n2), members}, 0, k.tokens, k.count,
                static_cast<const double*>(k.natural), k.n_cov, theta, parameters, x1, n1, x2, n2, d, none, none, none, call.out(op.kK));
    return;
  }
  const double* cotangent = call.in(op.kCotangent);
  const unsigned chunks = chunks_for(parameters);
  call.launch(k_covariance_parameter_gradient, {chunks, members}, 32, k.tokens, k.count, static_cast<const double*>(k.natural), k.n_cov,
              parameters, x1, n1, x2, n2, d, cotangent, call.out(op.kDTheta));
  call.launch(k_covariance_input_gradient, {static_cast<unsigned>(n1), members}, 32, k.tokens, k.count,
              static_cast<const double*>(k.natural), k.n_cov, x1, n1, x2, n2, d, cotangent, call.out(op.kDX1));
}

}  // namespace athanor_cuda
