/** Covariance, factor, value and gradient of the log marginal likelihood. */
#include "likelihood.h"

#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kGradientRows = 64;        // rows per partial sum of the gradient; fixed, so that sums do not depend on threads
constexpr size_t kMostTapes = 1 << 20;  // numbers: beyond the cache it is faster to evaluate covariances again

/** W[i, j] = α_i α_j − A⁻¹[i, j] for one vector of columns, halved on the diagonal and 0 left of it. */
static inline Vec weights(const double* inverse, const double* alpha, double alpha_i, int i, int j, int n) {
  const Vec w = alpha_i * load(alpha + j) - load(inverse);
  if (j > i && j + kWidth <= n) return w;
  const IntVec lane = lanes_from(j);
  const Vec masked = select((lane > i) & (lane < n), w, Vec{});
  return select(lane == i, 0.5 * w, masked);
}

/** totals[k] −= Σ_j weights[j]·(x_ik − x_jk)² for coordinates [k0, k0 + Count) and the vectors from that of i on. */
template <int Count>
static inline void add_squares(const TrainingData& data, const double* row_weights, int i, int k0, Vec* totals) {
  const double* const moving = data.XT + static_cast<size_t>(k0) * data.ldx;
  Vec total[Count];
#pragma GCC unroll 3
  for (int k = 0; k < Count; k++) total[k] = totals[k0 + k];
  for (int j = i / kWidth * kWidth; j < data.n; j += kWidth) {
    const Vec weight = load(row_weights + j);
#pragma GCC unroll 3
    for (int k = 0; k < Count; k++) {
      const Vec difference = load(moving + static_cast<size_t>(k) * data.ldx + j) - moving[static_cast<size_t>(k) * data.ldx + i];
      total[k] -= weight * (difference * difference);
    }
  }
#pragma GCC unroll 3
  for (int k = 0; k < Count; k++) totals[k0 + k] = total[k];
}

/** Rows [from, to): adds −Σ W·H·(x_ik − x_jk)² to totals[k]. */
void stationary_gradient(const TrainingData& data, const Workspace& w, const double* alpha, int from, int to, double* row_weights,
                         Vec* totals) {
  const int n = data.n;
  for (int i = from; i < to; i++) {
    const int first = i / kWidth * kWidth;
    const double alpha_i = alpha[i];
    const double* inverse = w.U + at(i, first, w.stride);
    const double* const slopes = w.H + i * w.ldh;
    const ptrdiff_t stride = w.stride;
    for (int j = first; j < n; j += kWidth, inverse += stride) {
      store(row_weights + j, (alpha_i * load(alpha + j) - load(inverse)) * load(slopes + j));
    }
    int k = 0;
    for (; k + 3 <= data.d; k += 3) add_squares<3>(data, row_weights, i, k, totals);
    for (; k < data.d; k++) add_squares<1>(data, row_weights, i, k, totals);
  }
}

/** Rows [from, to) through the tape of a general code. */
void general_gradient(const CovarianceCode& code, const TrainingData& data, const Workspace& w, const double* alpha, int from, int to,
                      Vec* totals) {
  const ScratchScope scope;
  double* const tape = scratch_take(code.tape_length());
  double cotangent[kChunk];
  for (int i = from; i < to; i++) {
    const double* const x = data.X + static_cast<size_t>(i) * data.d;
    for (int start = i / kWidth * kWidth; start < data.n; start += kChunk) {
      const int count = data.n - start < kChunk ? data.n - start : kChunk;
      for (int j = 0; j < count; j += kWidth) {
        store(cotangent + j, weights(w.U + at(i, start + j, w.stride), alpha, alpha[i], i, start + j, data.n));
      }
      double* const own = w.tapes == nullptr ? tape : w.tapes + times(i, code.tape_length());
      if (own == tape) code.values(x, data.XT, data.ldx, start, count, tape);
      code.reverse(x, data.XT, data.ldx, start, count, own, cotangent, totals, nullptr, 0);
    }
  }
}

/** Gradient of one member; U holds A⁻¹ by now. gradient [P]. */
bool covariance_gradient(const CovarianceCode& code, const TrainingData& data, const Workspace& w, const double* alpha, double quadratic,
                         double variance, double jitter, double* gradient, int P, int threads) {
  const ScratchScope scope;
  const int parameters = code.parameters();
  const int blocks = (data.n + kGradientRows - 1) / kGradientRows;
  Vec* const totals = reinterpret_cast<Vec*>(scratch_take(times(blocks, parameters, kWidth)));
  if (totals == nullptr) return false;
  parallel(blocks, threads, [&](int block) {
    Vec* const own = totals + times(block, parameters);
    for (int k = 0; k < parameters; k++) own[k] = Vec{};
    const int from = block * kGradientRows;
    const int to = from + kGradientRows < data.n ? from + kGradientRows : data.n;
    if (code.is_scaled_stationary()) {
      const ScratchScope inner;
      stationary_gradient(data, w, alpha, from, to, scratch_take(times(data.n + kWidth, 1)), own);
    } else {
      general_gradient(code, data, w, alpha, from, to, own);
    }
  });
  for (int k = 0; k < parameters; k++) {
    Vec total = {};
    for (int block = 0; block < blocks; block++) total += totals[times(block, parameters) + k];
    gradient[k] = sum(total);
  }
  double trace = 0;  // tr(W)
  double noise = 0;  // tr(W·N)
  for (int i = 0; i < data.n; i++) {
    const double own = alpha[i] * alpha[i] - w.U[at(i, i, w.stride)];
    trace += own;
    noise += own * (data.noise[i] + variance + jitter);
  }
  if (code.is_scaled_stationary()) {
    // tr(W K) = tr(W A) − tr(W N) = αᵀAα − n − tr(W N)
    gradient[parameters - 1] = 0.5 * (quadratic - data.n - noise);
  }
  for (int k = parameters; k < P - 2; k++) gradient[k] = 0;
  gradient[P - 2] = 0.5 * trace * variance;
  double mean = 0;
  for (int i = 0; i < data.n; i++) mean += alpha[i];
  gradient[P - 1] = mean;
  return true;
}

/** α = Vᵀu. */
void alpha_from_inverse_factor(const Workspace& w, int n, const double* u, double* alpha) {
  const int rows = padded(n);
  for (int j = 0; j < rows; j += kWidth) {
    const double* const panel = w.V + at(0, j, w.stride);
    Vec even = {}, odd = {};
    for (int p = j; p < rows; p += 2) {
      even += u[p] * load(panel + static_cast<ptrdiff_t>(p) * kWidth);
      odd += u[p + 1] * load(panel + static_cast<ptrdiff_t>(p + 1) * kWidth);
    }
    store(alpha + j, even + odd);
  }
}

}  // namespace

bool evaluate_likelihood(CovarianceCode& code, TrainingData data, const double* theta, int P, int threads, Likelihood& out) {
  const ScratchScope scope;
  const int n = data.n;
  const int rows = padded(n);
  const bool with_gradient = out.gradient != nullptr;
  Workspace w;
  if (!take_workspace(n, with_gradient, with_gradient && code.is_scaled_stationary(), w)) return false;
  const size_t tapes = times(n, code.tape_length());
  if (with_gradient && !code.is_scaled_stationary() && n <= kChunk && tapes <= kMostTapes) {
    w.tapes = scratch_take(tapes);
    if (w.tapes == nullptr) return false;
  }
  code.set_theta(theta);
  if (!scale_training(code, data)) return false;
  if (n >= kPowerRows && !code.take_powers(data.XT, n, data.ldx)) return false;
  const double variance = exp(theta[P - 2]);
  const Jitter jitter = factor_with_jitter(code, data, variance, theta[P - 1], w, threads);
  out.status = jitter.relative;
  double* const alpha = scratch_take(static_cast<size_t>(rows) + kTile);
  double* const u = scratch_take(static_cast<size_t>(rows));
  if (alpha == nullptr || u == nullptr) return false;
  double quadratic = 0;
  for (int i = 0; i < rows; i++) {
    u[i] = w.U[at(i, rows, w.stride)];
    quadratic += u[i] * u[i];
  }
  out.value = -0.5 * quadratic - log_diagonal(w.U, n) - 0.91893853320467274178 * n;
  bool failed = out.status < 0 || out.value != out.value || vabs(splat(out.value))[0] == HUGE_VAL;
  if (!failed && with_gradient) {
    alpha_from_inverse_factor(w, n, u, alpha);
    if (out.information != nullptr && !average_information(code, data, w, alpha, theta, jitter.amount, P, threads, out.information))
      return false;
    inverse_from_factor(w.V, w.U, n, threads);
    if (!covariance_gradient(code, data, w, alpha, quadratic, variance, jitter.amount, out.gradient, P, threads)) return false;
    for (int k = 0; k < P; k++) failed = failed || out.gradient[k] != out.gradient[k];
  }
  if (failed) {
    out.status = -1;
    out.value = NAN;
    for (int k = 0; with_gradient && k < P; k++) out.gradient[k] = NAN;
    for (int k = 0; out.information != nullptr && k < P * P; k++) out.information[k] = NAN;
  }
  return true;
}

}  // namespace athanor::ATHANOR_ISA
