/** The average information matrix of a Gaussian process by its parameters. */
#include "likelihood.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kMostBlocks = 16;  // partial sums of D; fixed, so that sums do not depend on threads
constexpr int kLeastRows = 64;

/** D [P, ld], a row per parameter. */
struct Directions {
  double* data;
  int ld;
  double* row(int k) const { return data + static_cast<size_t>(k) * ld; }
};

/**
 * Rows [from, to) of the upper triangle: adds −Σ_j H[i, j]·(x_ik − x_jk)²·α_j to D[k, i] and the mirrored −Σ_i to D[k, j], for
 * coordinates [k0, k0 + Count).
 */
template <int Count>
void add_stationary(const TrainingData& data, const double* slopes, const double* alpha, int i, int k0, const Directions& D) {
  // Copies: as far as the compiler knows, what is stored below may change the originals.
  const int n = data.n;
  const double own = alpha[i];
  const double* moving[Count];
  double* mirrored[Count];
  Vec fixed[Count], total[Count] = {};
#pragma GCC unroll 3
  for (int k = 0; k < Count; k++) {
    moving[k] = data.XT + static_cast<size_t>(k0 + k) * data.ldx;
    mirrored[k] = D.row(k0 + k);
    fixed[k] = splat(moving[k][i]);
  }
  for (int j = i / kWidth * kWidth; j < n; j += kWidth) {
    const Vec h = load(slopes + j);
    const Vec a = load(alpha + j);
#pragma GCC unroll 3
    for (int k = 0; k < Count; k++) {
      const Vec difference = load(moving[k] + j) - fixed[k];
      const Vec slope = h * (difference * difference);
      total[k] -= slope * a;
      store(mirrored[k] + j, load(mirrored[k] + j) - slope * own);
    }
  }
#pragma GCC unroll 3
  for (int k = 0; k < Count; k++) mirrored[k][i] += sum(total[k]);
}

void stationary_directions(const TrainingData& data, const Workspace& w, const double* alpha, int from, int to, const Directions& D) {
  for (int i = from; i < to; i++) {
    int k = 0;
    for (; k + 3 <= data.d; k += 3) add_stationary<3>(data, w.H + i * w.ldh, alpha, i, k, D);
    for (; k < data.d; k++) add_stationary<1>(data, w.H + i * w.ldh, alpha, i, k, D);
  }
}

/** Rows [from, to) through the tape of a general code, over all columns. */
void general_directions(const CovarianceCode& code, const TrainingData& data, const double* alpha, int from, int to, const Directions& D) {
  const ScratchScope scope;
  double* const tape = scratch_take(code.tape_length());
  Vec* const totals = reinterpret_cast<Vec*>(scratch_take(times(code.parameters(), kWidth)));
  double cotangent[kChunk];
  for (int i = from; i < to; i++) {
    const double* const x = data.X + static_cast<size_t>(i) * data.d;
    for (int k = 0; k < code.parameters(); k++) totals[k] = Vec{};
    for (int start = 0; start < data.n; start += kChunk) {
      const int count = data.n - start < kChunk ? data.n - start : kChunk;
      for (int j = 0; j < count; j += kWidth) store(cotangent + j, load(alpha + start + j));
      code.values(x, data.XT, data.ldx, start, count, tape);
      code.reverse(x, data.XT, data.ldx, start, count, tape, cotangent, totals, nullptr, 0);
    }
    for (int k = 0; k < code.parameters(); k++) D.row(k)[i] = sum(totals[k]);
  }
}

/** D of the covariance parameters. @returns false when memory runs out */
bool covariance_directions(const CovarianceCode& code, const TrainingData& data, const Workspace& w, const double* alpha, int threads,
                           const Directions& D) {
  const int rows = data.n > kMostBlocks * kLeastRows ? (data.n + kMostBlocks - 1) / kMostBlocks : kLeastRows;
  const int blocks = (data.n + rows - 1) / rows;
  const auto last = [&](int block) { return (block + 1) * rows < data.n ? (block + 1) * rows : data.n; };
  if (!code.is_scaled_stationary()) {
    parallel(blocks, threads, [&](int block) { general_directions(code, data, alpha, block * rows, last(block), D); });
    return true;
  }
  const ScratchScope scope;
  const size_t size = times(data.d, D.ld);
  double* const partial = blocks > 1 ? scratch_take(times(blocks, size)) : D.data;
  if (partial == nullptr) return false;
  parallel(blocks, threads, [&](int block) {
    const Directions own = {partial + static_cast<size_t>(block) * size, D.ld};
    memset(own.data, 0, size * sizeof(double));
    stationary_directions(data, w, alpha, block * rows, last(block), own);
  });
  for (size_t i = 0; blocks > 1 && i < size; i++) {
    double total = 0;
    for (int block = 0; block < blocks; block++) total += partial[static_cast<size_t>(block) * size + i];
    D.data[i] = total;
  }
  return true;
}

}  // namespace

bool average_information(const CovarianceCode& code, const TrainingData& data, const Workspace& w, const double* alpha, const double* theta,
                         double jitter, int P, int threads, double* information) {
  const ScratchScope scope;
  const int n = data.n;
  const int rows = padded(n);
  const Directions D = {scratch_take(times(P, whole_vectors(n) + kWidth)), whole_vectors(n) + kWidth};
  double* const R = scratch_take(panel_length(rows, P));
  if (D.data == nullptr || R == nullptr) return false;
  const double variance = exp(theta[P - 2]);
  for (int k = code.parameters(); k < P - 2; k++) memset(D.row(k), 0, sizeof(double) * n);
  if (!covariance_directions(code, data, w, alpha, threads, D)) return false;
  for (int i = 0; i < n; i++) {
    if (code.is_scaled_stationary()) {
      D.row(code.parameters() - 1)[i] = data.y[i] - theta[P - 1] - (data.noise[i] + variance + jitter) * alpha[i];  // Kα
    }
    D.row(P - 2)[i] = variance * alpha[i];
    D.row(P - 1)[i] = 1;
  }
  for (int k = 0; k < whole_vectors(P); k++) {
    for (int i = 0; i < rows; i++) R[at(i, k, w.stride)] = k < P && i < n ? D.row(k)[i] : 0;
  }
  solve_lower(w.U, n, R, P);
  for (int a = 0; a < P; a++) {
    for (int b = 0; b < P; b += kWidth) {
      Vec total = {};
      for (int i = 0; i < n; i++) total += R[at(i, a, w.stride)] * load(R + at(i, b, w.stride));
      for (int lane = 0; lane < kWidth && b + lane < P; lane++) information[static_cast<size_t>(a) * P + b + lane] = 0.5 * total[lane];
    }
  }
  information[static_cast<size_t>(P) * P - 1] *= 2;
  return true;
}

}  // namespace athanor::ATHANOR_ISA
