/** unary, binary, reduce: the small ops of the tensor layer. Codes as in src/engine/compute/ops.ts. */
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kMaxRank = 8;

double sigmoid(double x) {
  const double e = exp(-fabs(x));
  return x >= 0 ? 1 / (1 + e) : e / (1 + e);
}
double softplus(double x) { return (x > 0 ? x : 0) + log1p(exp(-fabs(x))); }

/** Φ(x) = ½ erfc(−x/√2), with the rounding of −x/√2 made good, which the lower tail shows x² times enlarged. */
double normal_cdf(double x) {
  if (fabs(x) > 40) return x < 0 ? 0 : 1;
  const double t = -x * M_SQRT1_2;
  const double lost = fma(-x, M_SQRT1_2, -t) + x * 4.8336466567264567e-17;  // 1/√2 is M_SQRT1_2 less that
  return 0.5 * (erfc(t) - M_2_SQRTPI * exp(-t * t) * lost);
}

/** log Φ(x): through erfc down to −10, then by the continued fraction of Mills' ratio. */
double log_normal_cdf(double x) {
  if (x > -1) return log1p(-0.5 * erfc(x * M_SQRT1_2));
  if (x > -10) return log(normal_cdf(x));
  double fraction = 0;
  for (int k = 40; k > 0; k--) fraction = k / (-x + fraction);
  return -0.5 * x * x - log(-x + fraction) - 0.91893853320467274178;
}

template <class F>
void each(const double* x, double* y, size_t length, F f) {
  for (size_t i = 0; i < length; i++) y[i] = f(x[i]);
}

template <class F>
void each_vector(const double* x, double* y, size_t length, F f) {
  size_t i = 0;
  for (; i + kWidth <= length; i += kWidth) store(y + i, f(load(x + i)));
  double last[kWidth];
  for (int lane = 0; lane < kWidth; lane++) last[lane] = i + lane < length ? x[i + lane] : 1;
  store(last, f(load(last)));
  for (; i < length; i++) y[i] = last[i % kWidth];
}

bool apply_unary(int function, const double* x, double* y, size_t length) {
  switch (function) {
    case kUnaryNeg:
      each(x, y, length, [](double v) { return -v; });
      return true;
    case kUnaryExp:
      each_vector(x, y, length, [](Vec v) { return vexp(v); });
      return true;
    case kUnaryLog:
      each_vector(x, y, length, [](Vec v) { return vlog(v); });
      return true;
    case kUnarySqrt:
      each(x, y, length, [](double v) { return __builtin_sqrt(v); });
      return true;
    case kUnarySquare:
      each(x, y, length, [](double v) { return v * v; });
      return true;
    case kUnaryReciprocal:
      each(x, y, length, [](double v) { return 1 / v; });
      return true;
    case kUnaryTanh:
      each(x, y, length, [](double v) { return tanh(v); });
      return true;
    case kUnarySigmoid:
      each(x, y, length, sigmoid);
      return true;
    case kUnarySoftplus:
      each(x, y, length, softplus);
      return true;
    case kUnarySin:
      each(x, y, length, [](double v) { return sin(v); });
      return true;
    case kUnaryCos:
      each(x, y, length, [](double v) { return cos(v); });
      return true;
    case kUnaryAbs:
      each(x, y, length, [](double v) { return fabs(v); });
      return true;
    case kUnarySign:
      each(x, y, length, [](double v) { return v > 0 ? 1.0 : v < 0 ? -1.0 : v; });
      return true;
    case kUnaryLog1p:
      each(x, y, length, [](double v) { return log1p(v); });
      return true;
    case kUnaryExpm1:
      each(x, y, length, [](double v) { return expm1(v); });
      return true;
    case kUnaryAcos:
      each_vector(x, y, length, [](Vec v) { return v <= 1.0 && v >= -1.0 ? vacos(v) : splat(NAN); });
      return true;
    case kUnaryNormalCdf:
      each(x, y, length, normal_cdf);
      return true;
    case kUnaryLogNormalCdf:
      each(x, y, length, log_normal_cdf);
      return true;
    default:
      return false;
  }
}

/** The innermost axis in one loop, the outer ones by counting. */
template <class F>
void zip(int rank, const int32_t* shape, const int32_t* stride_a, const int32_t* stride_b, const double* a, const double* b, double* c,
         F f) {
  int index[kMaxRank] = {};
  const int inner = rank > 0 ? shape[rank - 1] : 1;
  const ptrdiff_t step_a = rank > 0 ? stride_a[rank - 1] : 0;
  const ptrdiff_t step_b = rank > 0 ? stride_b[rank - 1] : 0;
  for (;;) {
    if (step_a == 1 && step_b == 1) {
      for (int i = 0; i < inner; i++) c[i] = f(a[i], b[i]);
    } else {
      for (int i = 0; i < inner; i++) c[i] = f(a[i * step_a], b[i * step_b]);
    }
    c += inner;
    int axis = rank - 2;
    for (; axis >= 0; axis--) {
      a += stride_a[axis];
      b += stride_b[axis];
      if (++index[axis] < shape[axis]) break;
      a -= static_cast<ptrdiff_t>(shape[axis]) * stride_a[axis];
      b -= static_cast<ptrdiff_t>(shape[axis]) * stride_b[axis];
      index[axis] = 0;
    }
    if (axis < 0) return;
  }
}

bool apply_binary(int function, int rank, const int32_t* shape, const double* a, const double* b, double* c) {
  const int32_t* const sa = shape + rank;
  const int32_t* const sb = sa + rank;
  switch (function) {
    case kBinaryAdd:
      zip(rank, shape, sa, sb, a, b, c, [](double x, double y) { return x + y; });
      return true;
    case kBinarySubtract:
      zip(rank, shape, sa, sb, a, b, c, [](double x, double y) { return x - y; });
      return true;
    case kBinaryMultiply:
      zip(rank, shape, sa, sb, a, b, c, [](double x, double y) { return x * y; });
      return true;
    case kBinaryDivide:
      zip(rank, shape, sa, sb, a, b, c, [](double x, double y) { return x / y; });
      return true;
    case kBinaryMaximum:
      zip(rank, shape, sa, sb, a, b, c, [](double x, double y) { return x != x || y != y ? x + y : x > y ? x : y; });
      return true;
    case kBinaryMinimum:
      zip(rank, shape, sa, sb, a, b, c, [](double x, double y) { return x != x || y != y ? x + y : x < y ? x : y; });
      return true;
    case kBinaryPower:
      // 1 and −1 have no power whose exponent is infinite or NaN, as in TypeScript; 1 in C.
      zip(rank, shape, sa, sb, a, b, c, [](double x, double y) { return y - y != 0 && fabs(x) == 1 ? NAN : pow(x, y); });
      return true;
    case kBinaryGreater:
      zip(rank, shape, sa, sb, a, b, c, [](double x, double y) { return x > y ? 1.0 : 0.0; });
      return true;
    default:
      return false;
  }
}

/** Reduces lines of `middle` numbers `inner` apart. */
double reduce_line(int function, const double* x, int middle, size_t inner) {
  double extreme = function == kReduceMin ? HUGE_VAL : -HUGE_VAL;
  double total = 0;
  for (int k = 0; k < middle; k++) {
    const double v = x[k * inner];
    total += v;
    if (v != v || (function == kReduceMin ? v < extreme : v > extreme)) extreme = v;
    if (extreme != extreme) break;
  }
  if (function == kReduceSum) return total;
  if (function == kReduceMean) return total / middle;
  if (function != kReduceLogsumexp || extreme != extreme || fabs(extreme) == HUGE_VAL) return extreme;
  double mass = 0;
  for (int k = 0; k < middle; k++) mass += exp(x[k * inner] - extreme);
  return extreme + log(mass);
}

}  // namespace

Status unary(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs, int) {
  Opened<Unary> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  return apply_unary(call.function, call.in[call.kX].data, call.out[call.kY].data, call.length) ? kOk : kBadDims;
}

Status binary(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs, int) {
  Opened<Binary> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int rank = call.rank;
  if (rank > kMaxRank || call.rest_length < 3 * static_cast<size_t>(rank)) return kBadDims;
  const int32_t* const shape = call.rest;
  size_t length = 1, reach_a = 1, reach_b = 1;
  for (int axis = 0; axis < rank; axis++) {
    if (shape[axis] < 0 || shape[rank + axis] < 0 || shape[2 * rank + axis] < 0) return kBadDims;
    length = times(length, shape[axis]);
    if (shape[axis] == 0) continue;
    reach_a += times(shape[axis] - 1, shape[rank + axis]);
    reach_b += times(shape[axis] - 1, shape[2 * rank + axis]);
  }
  if (length == 0) return kOk;
  const Span a = call.in[call.kA], b = call.in[call.kB];
  if (a.length < reach_a || b.length < reach_b) return kBadInputLength;
  if (call.out[call.kC].length < length) return kBadOutputLength;
  return apply_binary(call.function, rank, shape, a.data, b.data, call.out[call.kC].data) ? kOk : kBadDims;
}

Status reduce(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs, int) {
  Opened<Reduce> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  if (call.function > kReduceLogsumexp) return kBadDims;
  const size_t inner = call.inner;
  for (int o = 0; o < call.outer; o++) {
    for (size_t i = 0; i < inner; i++) {
      const double* const line = call.in[call.kX].data + times(o, call.middle, inner) + i;
      call.out[call.kY].data[o * inner + i] = reduce_line(call.function, line, call.middle, inner);
    }
  }
  return kOk;
}

}  // namespace athanor::ATHANOR_ISA
