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
