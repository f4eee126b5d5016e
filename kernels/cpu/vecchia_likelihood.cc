/**
 * vecchia_likelihood (see src/engine/compute/ops.ts).
 *
 * With v = U⁻ᵀz, e its last entry, u = U⁻¹e_last and a = A_c⁻¹z_c of the neighbours alone, the slopes of a conditional density by a
 * parameter are e·h + ½(e² − 1)·g, h = uᵀ(∂A)a, g = uᵀ(∂A)u (Guinness 2021, doi:10.1007/s11222-020-09999-1).
 */
#include "vecchia_block.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kRowsPerTask = 128;  // fixed, so that sums do not depend on threads
constexpr double kHalfLogTurn = 0.91893853320467274178;

/** What rows add up to; P and P² numbers, or null. */
struct Sums {
  double value;
  double status;
  double *gradient, *information;
};

/** Scratch for the slopes of one row. */
struct Slopes {
  Vec *mean, *spread;  // [code parameters]
  double *h, *g;       // [P]
  double* more;        // scratch of the reverse sweep
};

void add_slopes(const CovarianceCode& code, const VecchiaData& data, double variance, VecchiaBlock& b, const Slopes& s, Sums& sums) {
  const int q = b.size, P = data.parameters, count = code.parameters();
  double first[kChunk + kWidth], second[kChunk + kWidth];
  for (int i = 0; i < q; i++) {
    b.u[i] = i == q - 1 ? 1 : 0;
    b.a[i] = i == q - 1 ? 0 : b.z[i];
  }
  solve_upper(b, b.u, q);
  solve_upper(b, b.a, q - 1);
  for (int k = 0; k < count; k++) s.mean[k] = s.spread[k] = Vec{};
  double cross = 0, own = 0, total = 0;
  for (int i = 0; i < q; i++) {
    const double u = b.u[i], a = b.a[i];
    first[0] = u * a;
    second[0] = u * u;
    for (int j = 1; j < q - i; j++) {
      first[j] = u * b.a[i + j] + a * b.u[i + j];
      second[j] = 2 * u * b.u[i + j];
    }
    for (int j = q - i; j < q - i + kWidth; j++) first[j] = second[j] = 0;
    double* const tape = b.tape + i * b.tape_step;
    const double* const point = b.points + times(i, data.d);
    code.reverse_two(point, b.XT, b.ld, i, q - i, tape, s.more, first, second, s.mean, s.spread);
    cross += u * a;
    own += u * u;
    total += u;
  }
  const double e = b.z[q - 1], spread = 0.5 * (e * e - 1);
  for (int k = 0; k < P - 2; k++) {
    s.h[k] = k < count ? sum(s.mean[k]) : 0;
    s.g[k] = k < count ? sum(s.spread[k]) : 0;
  }
  s.h[P - 2] = variance * cross;
  s.g[P - 2] = variance * own;
  s.h[P - 1] = total;
  s.g[P - 1] = 0;
  for (int k = 0; k < P; k++) {
    sums.gradient[k] += e * s.h[k] + spread * s.g[k];
    for (int l = 0; sums.information != nullptr && l < P; l++)
      sums.information[times(k, P) + l] += s.h[k] * s.h[l] + 0.5 * s.g[k] * s.g[l];
  }
}

/** Rows [from, to) at one theta. @returns kOk, or what was wrong */
Status likelihood_rows(const CovarianceCode& code, const VecchiaData& data, const double* theta, int from, int to, Sums& sums) {
  const ScratchScope scope;
  const int P = data.parameters;
  const bool slopes = sums.gradient != nullptr;
  VecchiaBlock b;
  Slopes s = {};
  if (!take_block(code, data.m, data.d, slopes, b)) return kOutOfMemory;
  if (slopes) {
    double* const parts = scratch_take(times(2, code.parameters() + 1, kWidth));
    s.h = scratch_take(times(P, 2));
    s.more = scratch_take(code.tape_length());
    if (parts == nullptr || s.h == nullptr || s.more == nullptr) return kOutOfMemory;
    s.mean = reinterpret_cast<Vec*>(parts);
    s.spread = s.mean + code.parameters();
    s.g = s.h + P;
  }
  const double variance = exp(theta[P - 2]), mean = theta[P - 1];
  for (int i = from; i < to; i++) {
    if (!gather(data, data.neighbours + times(i, data.m), data.X + times(i, data.d), nullptr, variance, mean, b))
      return kBadDims;
    const int last = b.size - 1;
    b.noise[last] = variance + data.noise[i];
    b.z[last] = data.y[i] - mean;
    const double jitter = factor_block(code, data, 0, b);
    if (jitter < 0) {
      sums.status = -1;
      return kOk;
    }
    if (jitter > sums.status) sums.status = jitter;
    const double e = b.z[last];
    sums.value -= 0.5 * e * e + log(b.U[times(last, b.ld) + last]) + kHalfLogTurn;
    if (slopes) add_slopes(code, data, variance, b, s, sums);
  }
  return kOk;
}

/** Sums over all tasks, in their order; NaN, with status −1, where a row had no factor or the value is not finite. */
void add_tasks(const double* parts, int tasks, size_t step, int P, Sums& sums) {
  double *const gradient = sums.gradient, *const information = sums.information;
  for (int k = 0; gradient != nullptr && k < P; k++) gradient[k] = 0;
  for (int k = 0; information != nullptr && k < P * P; k++) information[k] = 0;
  for (int task = 0; task < tasks; task++) {
    const double* const part = parts + times(task, step);
    sums.value += part[0];
    sums.status = part[1] < 0 || sums.status < 0 ? -1 : part[1] > sums.status ? part[1] : sums.status;
    for (int k = 0; gradient != nullptr && k < P; k++) gradient[k] += part[2 + k];
    for (int k = 0; information != nullptr && k < P * P; k++) information[k] += part[2 + P + k];
  }
  if (sums.status >= 0 && sums.value - sums.value == 0) return;
  sums.value = NAN;
  sums.status = -1;
  for (int k = 0; gradient != nullptr && k < P; k++) gradient[k] = NAN;
  for (int k = 0; information != nullptr && k < P * P; k++) information[k] = NAN;
}

}  // namespace

Status vecchia_likelihood(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs,
                          size_t n_outputs, int threads) {
  Opened<VecchiaLikelihood> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int B = call.batch, n = call.n, P = call.parameters, wanted = call.wanted;
  CovarianceCode code;
  VecchiaData data = {};
  if (wanted > 2 || !read_step(call, code, data)) return kBadDims;

  const ScratchScope scope;
  const int tasks = (n + kRowsPerTask - 1) / kRowsPerTask;
  const size_t step = 2 + (wanted > 0 ? P : 0) + (wanted > 1 ? times(P, P) : 0);
  double* const parts = scratch_take(times(tasks, step) + 1);
  if (parts == nullptr) return kOutOfMemory;
  int bad = kOk;
  for (int b = 0; b < B; b++) {
    const double* const theta = call.in[call.kTheta].data + times(b, P);
    parallel(tasks, threads, [&](int task) {
      double* const part = parts + times(task, step);
      for (size_t k = 0; k < step; k++) part[k] = 0;
      Sums sums = {0, 0, wanted > 0 ? part + 2 : nullptr, wanted > 1 ? part + 2 + P : nullptr};
      CovarianceCode own = code;
      own.set_theta(theta);
      const int from = task * kRowsPerTask;
      const Status status = likelihood_rows(own, data, theta, from, from + kRowsPerTask < n ? from + kRowsPerTask : n, sums);
      if (status != kOk) __atomic_store_n(&bad, static_cast<int>(status), __ATOMIC_RELAXED);
      part[0] = sums.value;
      part[1] = sums.status;
    });
    if (bad != kOk) return static_cast<Status>(bad);
    Sums sums = {0, 0, wanted > 0 ? call.out[call.kGradient].data + times(b, P) : nullptr,
                 wanted > 1 ? call.out[call.kInformation].data + times(b, P, P) : nullptr};
    add_tasks(parts, tasks, step, P, sums);
    call.out[call.kValue].data[b] = sums.value;
    call.out[call.kStatus].data[b] = sums.status;
  }
  return kOk;
}

}  // namespace athanor::ATHANOR_ISA
