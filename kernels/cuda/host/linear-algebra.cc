#include "call.h"

namespace athanor_cuda {

void factor(Call& call, double* a, int batch, int n, const double* diagonal, double* failed) {
  const unsigned tiles = tiles_for(n), members = static_cast<unsigned>(batch);
  call.launch(k_fill, {blocks_for(batch)}, 0, failed, 0.0, batch);
  for (unsigned step = 0; step < tiles; ++step) {
    const int column = static_cast<int>(step);
    if (step > 0) call.launch(k_cholesky_column, {tiles - step, members}, 2 * kTileDoubles, a, n, column);
    call.launch(k_cholesky_diagonal, {1, members}, kTileDoubles, a, n, column, diagonal, failed);
    if (step + 1 < tiles) call.launch(k_cholesky_panel, {tiles - step - 1, members}, 2 * kTileDoubles, a, n, column);
  }
}

void solve(Call& call, const double* l, const double* r, double* x, int batch, int n, int m, bool transposed, bool shared_factor) {
  const long long stride = shared_factor ? 0 : static_cast<long long>(n) * n;
  call.launch(k_triangular_solve, {tiles_for(m), static_cast<unsigned>(batch)}, 3 * kTileDoubles, l, r, x, n, m,
              transposed ? 1 : 0, stride, r ? 0 : 1);
}

/** dims [B, m, k, n, transposeA, transposeB, strideA0, strideB0] */
void run_matmul(Call& call) {
  if (call.n_dims < 8) return call.fail(kBadDims);
  const int batch = call.dims[0], m = call.dims[1], k = call.dims[2], n = call.dims[3];
  if (batch < 0 || m < 0 || k < 0 || n < 0) return call.fail(kBadDims);
  const size_t size_a = static_cast<size_t>(m) * k, size_b = static_cast<size_t>(k) * n;
  const long long stride_a = call.dims[6] == 0 ? 0 : static_cast<long long>(size_a);
  const long long stride_b = call.dims[7] == 0 ? 0 : static_cast<long long>(size_b);
  const double* a = call.input(0, stride_a ? batch * size_a : size_a);
  const double* b = call.input(1, stride_b ? batch * size_b : size_b);
  double* c = call.output(0, static_cast<size_t>(batch) * m * n);
  call.launch(k_dense_matmul, {tiles_for(m) * tiles_for(n), static_cast<unsigned>(batch)}, 2 * kTileDoubles, a, b, c, m, k, n,
              call.dims[4], call.dims[5], stride_a, stride_b);
}

/** dims [B, n]; inputs A, ladder; outputs L, status. Members that fail are tried again with the next jitter. */
void run_cholesky(Call& call) {
  if (call.n_dims < 2 || call.dims[0] < 0 || call.dims[1] < 0) return call.fail(kBadDims);
  const int batch = call.dims[0], n = call.dims[1];
  const size_t size = static_cast<size_t>(n) * n;
  const double* given = call.input(0, batch * size);
  const size_t rungs = call.input_length(1);
  const double* ladder = call.input(1, rungs);
  double* l = call.output(0, batch * size);
  double* status = call.output(1, batch);
  if (batch == 0) return;
  std::vector<double> jitters = call.download(ladder, rungs);
  jitters.insert(jitters.begin(), 0.0);
  climb(call, batch, n, jitters, l, status, [&](const double* jitter, const double* unit) {
    call.launch(k_copy_lower, {blocks_for(size), static_cast<unsigned>(batch)}, 0, given, n, jitter, unit, l);
  });
}

void climb(Call& call, int batch, int n, const std::vector<double>& jitters, double* l, double* status,
           const std::function<void(const double* jitter, const double* unit)>& assemble) {
  double* diagonal = call.take(static_cast<size_t>(batch) * n);
  double* unit = call.take(batch);
  double* failed = call.take(batch);
  std::vector<double> used(batch, jitters.front());
  const unsigned members = static_cast<unsigned>(batch);
  assemble(nullptr, nullptr);
  call.launch(k_copy_diagonal, {1, members}, 32, l, n, diagonal, unit);
  for (size_t rung = 0;; ++rung) {
    factor(call, l, batch, n, diagonal, failed);
    const std::vector<double> broken = call.download(failed, batch);
    bool again = false;
    for (int b = 0; b < batch; ++b) {
      if (broken[b] == 0) continue;
      const bool more = rung + 1 < jitters.size();
      used[b] = more ? jitters[rung + 1] : -1;
      again = again || more;
    }
    if (!call.ok() || !again) break;
    // Members that had succeeded are factored again with what they had: same numbers.
    assemble(call.upload(used), unit);
  }
  double* result = call.upload(used);
  call.launch(k_poison_failed, {blocks_for(static_cast<size_t>(n) * n), members}, 0, result, l, n * n);
  call.launch(k_copy, {blocks_for(batch)}, 0, static_cast<const double*>(result), status, batch);
}

/** dims [B, n, m, transpose] */
void run_solve(Call& call) {
  if (call.n_dims < 4 || call.dims[0] < 0 || call.dims[1] < 0 || call.dims[2] < 0) return call.fail(kBadDims);
  const int batch = call.dims[0], n = call.dims[1], m = call.dims[2];
  const double* l = call.input(0, static_cast<size_t>(batch) * n * n);
  const double* r = call.input(1, static_cast<size_t>(batch) * n * m);
  double* x = call.output(0, static_cast<size_t>(batch) * n * m);
  if (n > 0) solve(call, l, r, x, batch, n, m, call.dims[3] != 0, false);
}

}  // namespace athanor_cuda
