/**
 * The covariance of one pair of points and its derivatives, for any covariance code
 * (src/engine/compute/covariance-code.ts: Int32 tokens in postfix order).
 *
 * Parameters come in *natural* form, made once per launch from the log parameters by `natural_parameter`:
 * what the leaves of include/athanor/covariance.h say, where the formulas stand. Points are rows of raw model columns.
 */
#pragma once
#include "device.h"

namespace athanor_device {

ATH_DEVICE double elem_exp(double x) { return exp(x); }
ATH_DEVICE double elem_sqrt(double x) { return sqrt(x); }
ATH_DEVICE double elem_log1p(double x) { return log1p(x); }
ATH_DEVICE double elem_acos(double x) { return acos(x); }
ATH_DEVICE double elem_sinpi(double x) { return sin(3.14159265358979323846 * x); }
ATH_DEVICE double elem_cospi(double x) { return cos(3.14159265358979323846 * x); }
ATH_DEVICE double elem_cosine(double x) { return x > 1 ? 1 : (x < -1 ? -1 : x); }
ATH_DEVICE double elem_where_differ(double x, double v) { return x == 0 ? 0 : v; }

}  // namespace athanor_device

#define ATHANOR_FORMULAS athanor_device
#include "../include/athanor/covariance.h"

namespace athanor_device {

/** Columns that gradients by points keep per thread. */
constexpr int kMaxInputs = 64;
/** Parameters whose derivatives are summed in one pass over the pairs. */
constexpr int kChunk = 8;

struct Code {
  const int* tokens;
  int count;
};

/** Natural form of parameter `index` of the code, from its logarithm. */
ATH_DEVICE double natural_parameter(const Code& code, int index, double log_value) {
  int position = 0, parameter = 0;
  while (position < code.count) {
    const int kind = code.tokens[position];
    if (kind >= kScale) {
      if (kind == kScale && parameter++ == index) return exp(log_value);
      ++position;
      continue;
    }
    const int columns = code.tokens[position + 2], own = leaf_parameters(kind, columns);
    if (index < parameter + own) {
      switch (kind) {
#define ATHANOR_CASE(kToken, Leaf) \
  case kToken:                     \
    return Leaf::natural(index - parameter, columns, log_value);
        ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
        default:
          return NAN;
      }
    }
    parameter += own;
    position += 3 + columns;
  }
  return NAN;
}

/** Two points in the columns of a leaf; derivatives are by the first. */
struct Pair {
  const int* columns;
  int n_columns;
  const double* x;
  const double* y;
  ATH_DEVICE int count() const { return n_columns; }
  ATH_DEVICE double a(int k) const { return x[columns[k]]; }
  ATH_DEVICE double b(int k) const { return y[columns[k]]; }
};

ATH_DEVICE double leaf_value(const int* leaf, const double* p, const double* x, const double* y) {
  const Pair pair = {leaf + 3, leaf[2], x, y};
  switch (leaf[0]) {
#define ATHANOR_CASE(kToken, Leaf)                                  \
  case kToken: {                                                    \
    double kept[Leaf::kKept + 1];                                   \
    return Leaf::template value<0, double>(pair, p, leaf[1], kept); \
  }
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      return NAN;
  }
}

/** Values at every token of the code for one pair, kept for the way back. */
struct Trace {
  int start[kMaxTokens];      ///< position of the token in the code
  int parameter[kMaxTokens];  ///< first parameter of the token
  double left[kMaxTokens];    ///< leaf: its value; scale: its operand; add, multiply: left operand
  double right[kMaxTokens];   ///< add, multiply: right operand
  int tokens;
};

/**
 * One stationary leaf times its scale, the covariance of nearly every model: it needs no stack, no trace and one exponential.
 * Its parameters are the lengthscales, then the scale.
 */
ATH_DEVICE bool is_scaled_leaf(const Code& code) {
  return is_shape(code.tokens[0]) && code.count == code.tokens[2] + 4 && code.tokens[code.count - 1] == kScale;
}

/** Value and slope dk/d(r²) of a scaled leaf, the scale in both. */
ATH_DEVICE void scaled_leaf(const Code& code, const double* p, const double* x, const double* y, double& value, double& slope) {
  const int columns = code.tokens[2];
  const double r2 = squared_distance<double>(Pair{code.tokens + 3, columns, x, y}, p);
  switch (code.tokens[0]) {
#define ATHANOR_CASE(kToken, Leaf)  \
  case kToken:                      \
    Leaf::shape(r2, value, slope);  \
    break;
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      value = slope = NAN;
  }
  value *= p[columns];
  slope *= p[columns];
}

/** k(x, y). With a trace the intermediate values are kept. */
ATH_DEVICE_CALL double pair_value(const Code& code, const double* p, const double* x, const double* y, Trace* trace = nullptr) {
  if (!trace && is_scaled_leaf(code)) {
    double value, slope;
    scaled_leaf(code, p, x, y, value, slope);
    return value;
  }
  double stack[kMaxStack];
  int top = 0, parameter = 0, position = 0, token = 0;
  while (position < code.count) {
    const int kind = code.tokens[position];
    if (trace) {
      trace->start[token] = position;
      trace->parameter[token] = parameter;
    }
    double left, right = 0;
    if (kind == kScale) {
      left = stack[top - 1];
      stack[top - 1] = left * p[parameter++];
      ++position;
    } else if (kind > kScale) {
      left = stack[top - 2];
      right = stack[top - 1];
      stack[--top - 1] = kind == kAdd ? left + right : left * right;
      ++position;
    } else {
      left = leaf_value(code.tokens + position, p + parameter, x, y);
      stack[top++] = left;
      parameter += leaf_parameters(kind, code.tokens[position + 2]);
      position += 3 + code.tokens[position + 2];
    }
    if (trace) {
      trace->left[token] = left;
      trace->right[token] = right;
    }
    ++token;
  }
  if (trace) trace->tokens = token;
  return stack[0];
}

/** Adds weighted derivatives by parameters [first, first + kChunk) of the code to sum. */
struct ParameterSink {
  double weight;
  /** Of the code: first parameter of the leaf, less the first that is summed. */
  int offset;
  double* sum;
  ATH_DEVICE void parameter(int index, double partial) {
    const int slot = offset + index;
    if (slot >= 0 && slot < kChunk) sum[slot] = fma(weight, partial, sum[slot]);
  }
  ATH_DEVICE void input(int, double) {}
};

/** Adds weighted derivatives by the columns of the first point to gradient [d]. */
struct InputSink {
  double weight;
  const int* columns;
  double* gradient;
  ATH_DEVICE void parameter(int, double) {}
  ATH_DEVICE void input(int k, double partial) { gradient[columns[k]] = fma(weight, partial, gradient[columns[k]]); }
};

/** Hands a sink the wanted derivatives of one leaf. */
template <int Wanted, typename Sink>
ATH_DEVICE void leaf_partials(const int* leaf, const double* p, const double* x, const double* y, Sink& sink) {
  const Pair pair = {leaf + 3, leaf[2], x, y};
  switch (leaf[0]) {
#define ATHANOR_CASE(kToken, Leaf)                                                       \
  case kToken: {                                                                         \
    double kept[Leaf::kKept + 1];                                                        \
    const double value = Leaf::template value<Wanted, double>(pair, p, leaf[1], kept);   \
    Leaf::template partials<Wanted, double>(pair, p, leaf[1], value, kept, sink);        \
    return;                                                                              \
  }
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      return;
  }
}

/**
 * Walks the code backwards from `weight` = ∂(result)/∂k and hands every leaf its weight, every scale its share:
 * leaf(token position, parameter, weight), scale(parameter, partial).
 */
template <typename Leaf, typename Scale>
ATH_DEVICE void walk_back(const Code& code, const double* p, const Trace& trace, double weight, Leaf leaf, Scale scale) {
  double stack[kMaxStack];
  int top = 0;
  stack[top++] = weight;
  for (int token = trace.tokens - 1; token >= 0; --token) {
    const double adjoint = stack[--top];
    const int kind = code.tokens[trace.start[token]];
    if (kind == kScale) {
      const double factor = p[trace.parameter[token]];
      scale(trace.parameter[token], adjoint * factor * trace.left[token]);
      stack[top++] = adjoint * factor;
    } else if (kind > kScale) {
      const bool product = kind == kMultiply;
      stack[top++] = product ? adjoint * trace.right[token] : adjoint;
      stack[top++] = product ? adjoint * trace.left[token] : adjoint;
    } else {
      leaf(trace.start[token], trace.parameter[token], adjoint);
    }
  }
}

/** `pair_parameter_partials` of a scaled leaf; sum stays in registers. */
ATH_DEVICE void scaled_leaf_partials(const Code& code, const double* p, const double* x, const double* y, double weight, int first,
                                     double (&sum)[kChunk]) {
  const int columns = code.tokens[2];
  double value, slope;
  scaled_leaf(code, p, x, y, value, slope);
  ATH_UNROLL
  for (int s = 0; s < kChunk; ++s) {
    const int k = first + s;
    if (k == columns) sum[s] = fma(weight, value, sum[s]);
    if (k >= columns) continue;
    const int c = code.tokens[3 + k];
    const double difference = x[c] - y[c];
    sum[s] = fma(-2 * weight * slope, p[k] * difference * difference, sum[s]);
  }
}

/** Adds weight·∂k/∂(log parameter) for parameters [first, first + kChunk) to sum. */
ATH_DEVICE_CALL void pair_parameter_partials(const Code& code, const double* p, const double* x, const double* y, double weight,
                                        int first, double* sum) {
  Trace trace;
  pair_value(code, p, x, y, &trace);
  walk_back(
      code, p, trace, weight,
      [&](int position, int parameter, double adjoint) {
        ParameterSink sink = {adjoint, parameter - first, sum};
        leaf_partials<kParameterPartials>(code.tokens + position, p + parameter, x, y, sink);
      },
      [&](int parameter, double partial) {
        const int slot = parameter - first;
        if (slot >= 0 && slot < kChunk) sum[slot] += partial;
      });
}

/** Adds weight·∂k(x, y)/∂x to gradient [d]. */
ATH_DEVICE_CALL void pair_input_partials(const Code& code, const double* p, const double* x, const double* y, double weight, double* gradient) {
  if (is_scaled_leaf(code)) {
    double value, slope;
    scaled_leaf(code, p, x, y, value, slope);
    for (int k = 0; k < code.tokens[2]; ++k) {
      const int c = code.tokens[3 + k];
      gradient[c] += 2 * weight * slope * (x[c] - y[c]) * p[k];
    }
    return;
  }
  Trace trace;
  pair_value(code, p, x, y, &trace);
  walk_back(
      code, p, trace, weight,
      [&](int position, int parameter, double adjoint) {
        InputSink sink = {adjoint, code.tokens + position + 3, gradient};
        leaf_partials<kInputPartials>(code.tokens + position, p + parameter, x, y, sink);
      },
      [](int, double) {});
}

}  // namespace athanor_device
