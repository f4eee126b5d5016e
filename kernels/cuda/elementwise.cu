/** Elementwise functions, broadcasting pairs and reductions; the codes are those of src/engine/compute/ops.ts. */
#include "device.h"

using namespace athanor_device;

/** log Φ(x), right in both tails: through erfcx on the left. */
ATH_DEVICE double log_normal_cdf(double x) {
  const double t = -x * 0.70710678118654752440;
  return x < -1 ? log(0.5 * erfcx(t)) - t * t : log1p(-0.5 * erfc(-t));
}

ATH_DEVICE double unary_value(int function, double x) {
  switch (function) {
    case 0: return -x;
    case 1: return exp(x);
    case 2: return log(x);
    case 3: return sqrt(x);
    case 4: return x * x;
    case 5: return 1 / x;
    case 6: return tanh(x);
    case 7: return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
    case 8: return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
    case 9: return sin(x);
    case 10: return cos(x);
    case 11: return fabs(x);
    case 12: return x > 0 ? 1 : (x < 0 ? -1 : x);
    case 13: return log1p(x);
    case 14: return expm1(x);
    case 15: return acos(x);
    case 16: return 0.5 * erfc(-x * 0.70710678118654752440);
    case 17: return log_normal_cdf(x);
    default: return NAN;
  }
}

ATH_DEVICE double binary_value(int function, double a, double b) {
  switch (function) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return a / b;
    case 4: return a != a || b != b ? NAN : (a > b ? a : b);
    case 5: return a != a || b != b ? NAN : (a < b ? a : b);
    case 6: return b - b != 0 && fabs(a) == 1 ? NAN : pow(a, b);  // as kernels/cpu/elementwise.cc
    case 7: return a > b ? 1 : 0;
    default: return NAN;
  }
}

/** y = f(x). Grid: elements. */
ATH_KERNEL elementwise_unary(const double* x, double* y, int length, int function) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < length) y[e] = unary_value(function, x[e]);
}

/** c = f(a, b) over `shape`; layout = shape [rank], strides of a [rank], strides of b [rank]. Grid: elements. */
ATH_KERNEL elementwise_binary(const double* a, const double* b, double* c, int length, int function, int rank, const int* layout) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= length) return;
  int rest = e;
  long long at_a = 0, at_b = 0;
  for (int axis = rank - 1; axis >= 0; --axis) {
    const int index = rest % layout[axis];
    rest /= layout[axis];
    at_a += (long long)index * layout[rank + axis];
    at_b += (long long)index * layout[2 * rank + axis];
  }
  c[e] = binary_value(function, a[at_a], b[at_b]);
}

/** y [outer, inner] = reduction of x [outer, middle, inner] over the middle axis, in order. Grid: elements of y. */
ATH_KERNEL elementwise_reduce(const double* x, double* y, int function, int outer, int middle, int inner) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= outer * inner) return;
  const double* column = x + (size_t)(e / inner) * middle * inner + e % inner;
  double result = function == 2 ? -INFINITY : (function == 3 ? INFINITY : 0.0);
  if (function == 4) {
    double top = -INFINITY;
    for (int k = 0; k < middle; ++k) top = column[(size_t)k * inner] > top ? column[(size_t)k * inner] : top;
    double sum = 0;
    for (int k = 0; k < middle; ++k) sum += exp(column[(size_t)k * inner] - top);
    result = top - top == 0 ? top + log(sum) : top;
  } else {
    for (int k = 0; k < middle; ++k) {
      const double v = column[(size_t)k * inner];
      result = function == 2 ? binary_value(4, result, v) : function == 3 ? binary_value(5, result, v) : result + v;
    }
    if (function == 1) result /= middle;
  }
  y[e] = result;
}
