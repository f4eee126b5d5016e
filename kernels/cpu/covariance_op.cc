/** covariance: matrices of a batch of parameters, or the pullback of their cotangent to the parameters and the first points. */
#include "gaussian.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** The sizes of the call and its inputs; moving points are X1 in the reverse, X2 forward. */
struct Call {
  int n1, n2, d, P;
  const double* X1;
  const double* X2;
};

bool forward(const CovarianceCode& code, const Call& c, const double* X2T, int ld2, double* K, int threads) {
  bool ok = true;
  parallel(c.n1, c.n1 > 64 ? threads : 1, [&](int i) {
    const ScratchScope scope;
    double* const tape = scratch_take(code.tape_length());
    if (tape == nullptr) {
      __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
      return;
    }
    for (int start = 0; start < c.n2; start += kChunk) {
      const int count = c.n2 - start < kChunk ? c.n2 - start : kChunk;
      code.values(c.X1 + times(i, c.d), X2T, ld2, start, count, tape);
      memcpy(K + times(i, c.n2) + start, code.last_row(tape), sizeof(double) * count);
    }
  });
  return ok;
}

bool reverse(const CovarianceCode& code, const Call& c, const double* X1T, int ld1, const double* cotangent, double* d_theta, double* dX) {
  const ScratchScope scope;
  double* const tape = scratch_take(code.tape_length());
  double* const d_moving = scratch_take(times(c.d, ld1) + kTile);
  Vec* const totals = reinterpret_cast<Vec*>(scratch_take(times(code.parameters() + 1, kWidth)));
  if (tape == nullptr || d_moving == nullptr || totals == nullptr) return false;
  for (size_t i = 0; i < times(c.d, ld1); i++) d_moving[i] = 0;
  for (int k = 0; k < code.parameters(); k++) totals[k] = Vec{};
  for (int j = 0; j < c.n2; j++) {
    const double* const x = c.X2 + times(j, c.d);
    for (int start = 0; start < c.n1; start += kChunk) {
      const int count = c.n1 - start < kChunk ? c.n1 - start : kChunk;
      double weights[kChunk + kWidth] = {};
      for (int i = 0; i < count; i++) weights[i] = cotangent[times(start + i, c.n2) + j];
      code.values(x, X1T, ld1, start, count, tape);
      code.reverse(x, X1T, ld1, start, count, tape, weights, totals, d_moving + start, ld1);
    }
  }
  for (int k = 0; k < c.P; k++) d_theta[k] = k < code.parameters() ? sum(totals[k]) : 0;
  for (int i = 0; i < c.n1; i++) {
    for (int k = 0; k < c.d; k++) dX[times(i, c.d) + k] = d_moving[times(k, ld1) + i];
  }
  return true;
}

}  // namespace

Status covariance(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                  int threads) {
  Opened<Covariance> step = {};
  const Status opened = step.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int B = step.batch, n1 = step.n1, n2 = step.n2, d = step.d, P = step.parameters;
  const bool with_gradient = step.with_gradient != 0;
  CovarianceCode code;
  if (!code.parse(step.rest, step.rest_length, d, P)) return kBadDims;
  const double* const X1 = step.in[step.kX1].data;
  const double* const X2 = step.in[step.kX2].data;

  const ScratchScope scope;
  int ld = 0;
  const double* const XT = with_gradient ? take_transposed(X1, n1, d, ld) : take_transposed(X2, n2, d, ld);
  if (XT == nullptr) return kOutOfMemory;
  const Call call = {n1, n2, d, P, X1, X2};
  for (int b = 0; b < B; b++) {
    code.set_theta(step.in[step.kTheta].data + times(b, P));
    const size_t at = times(b, n1, n2);
    const bool ok = with_gradient
                        ? reverse(code, call, XT, ld, step.in[step.kCotangent].data + at, step.out[step.kDTheta].data + times(b, P),
                                  step.out[step.kDX1].data + times(b, n1, d))
                        : forward(code, call, XT, ld, step.out[step.kK].data + at, threads);
    if (!ok) return kOutOfMemory;
  }
  return kOk;
}

}  // namespace athanor::ATHANOR_ISA
