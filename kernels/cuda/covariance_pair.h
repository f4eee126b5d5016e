/**
 * The covariance of one pair of points and its derivatives, for any covariance code
 * (src/engine/compute/covariance-code.ts: Int32 tokens in postfix order).
 *
 * Parameters come in *natural* form, made once per launch from the log parameters by `natural_parameter`:
 * 1/ℓ for lengthscales, 1/p for periods, the value itself for the rest. Points are rows of raw model columns.
 *
 * Sources: Rasmussen & Williams 2006, ch. 4 (stationary, linear), MacKay 1998 (periodic), Cho & Saul 2009 (ibnn).
 */
#pragma once
#include "device.h"

namespace athanor_device {

constexpr int kMaxTokens = 24;
constexpr int kMaxStack = 8;
/** Parameters whose derivatives are summed in one pass over the pairs. */
constexpr int kChunk = 8;

enum Token {
  kMatern12 = 1, kMatern32, kMatern52, kRbf, kRationalQuadratic, kPeriodic, kLinear, kIbnn, kHamming,
  kScale = 20, kAdd = 21, kMultiply = 22,
};

struct Code {
  const int* tokens;
  int count;
};

ATH_DEVICE int leaf_parameters(int kind, int columns) {
  if (kind == kRationalQuadratic) return columns + 1;
  if (kind == kPeriodic) return 2 * columns;
  if (kind == kIbnn) return 2;
  return columns;
}

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
      const int local = index - parameter;
      const bool inverse = kind <= kRbf || kind == kPeriodic || kind == kHamming || (kind == kRationalQuadratic && local < columns);
      return exp(inverse ? -log_value : log_value);
    }
    parameter += own;
    position += 3 + columns;
  }
  return NAN;
}

/** Σ ((x − y)/ℓ)² over the columns of a leaf. */
ATH_DEVICE double scaled_distance(const int* columns, int count, const double* inverse, const double* x, const double* y) {
  double sum = 0;
  for (int k = 0; k < count; ++k) {
    const double t = (x[columns[k]] - y[columns[k]]) * inverse[k];
    sum = fma(t, t, sum);
  }
  return sum;
}

/** Value k and slope h = −2 dk/d(r²) of a stationary leaf. `shape` is α of the rational quadratic. */
ATH_DEVICE void stationary(int kind, double r2, double shape, double& value, double& slope) {
  if (kind == kRbf) {
    value = exp(-0.5 * r2);
    slope = value;
  } else if (kind == kMatern52) {
    const double a = sqrt(5 * r2), e = exp(-a);
    value = (1 + a + a * a / 3) * e;
    slope = (5.0 / 3.0) * (1 + a) * e;
  } else if (kind == kMatern32) {
    const double a = sqrt(3 * r2), e = exp(-a);
    value = (1 + a) * e;
    slope = 3 * e;
  } else if (kind == kMatern12) {
    const double r = sqrt(r2);
    value = exp(-r);
    slope = r > 0 ? value / r : 0;
  } else {
    const double base = 1 + r2 / (2 * shape);
    value = pow(base, -shape);
    slope = value / base;
  }
}

/** State of the infinite-width network for one pair: k(x,y), k(x,x), k(y,y) and one directional derivative of each. */
struct NetworkState {
  double cross, left, right;
};

ATH_DEVICE void network_layer(double w, double b, NetworkState& k, NetworkState* tangents, int directions, bool w_moves_first, bool b_moves_second) {
  const double q = sqrt(k.left * k.right);
  double c = k.cross / q;
  c = c > 1 ? 1 : (c < -1 ? -1 : c);
  const double t = acos(c), s = sqrt((1 - c) * (1 + c));
  const double scale = w / (2 * 3.14159265358979323846);
  const double shape = s + (3.14159265358979323846 - t) * c;
  for (int i = 0; i < directions; ++i) {
    NetworkState& d = tangents[i];
    // d(q·shape) = shape·dq + q·(π − t)·dc and q·dc = dcross − c·dq
    const double dq = 0.5 * (d.left * k.right + k.left * d.right) / q;
    double moved = scale * (shape * dq + (3.14159265358979323846 - t) * (d.cross - c * dq));
    double left = 0.5 * w * d.left, right = 0.5 * w * d.right;
    if (i == 0 && w_moves_first) {
      moved += scale * q * shape;
      left += 0.5 * w * k.left;
      right += 0.5 * w * k.right;
    }
    if (i == 1 && b_moves_second) {
      moved += b;
      left += b;
      right += b;
    }
    d = {moved, left, right};
  }
  k = {scale * q * shape + b, 0.5 * w * k.left + b, 0.5 * w * k.right + b};
}

/** Inner products over the columns divided by their count: (x·y, x·x, y·y)/d. */
ATH_DEVICE NetworkState network_products(const int* columns, int count, const double* x, const double* y) {
  NetworkState s = {0, 0, 0};
  for (int k = 0; k < count; ++k) {
    const double a = x[columns[k]], b = y[columns[k]];
    s.cross = fma(a, b, s.cross);
    s.left = fma(a, a, s.left);
    s.right = fma(b, b, s.right);
  }
  return {s.cross / count, s.left / count, s.right / count};
}

ATH_DEVICE NetworkState network_input(double w, double b, const NetworkState& s) {
  return {w * s.cross + b, w * s.left + b, w * s.right + b};
}

ATH_DEVICE double leaf_value(const int* leaf, const double* p, const double* x, const double* y) {
  const int kind = leaf[0], count = leaf[2];
  const int* columns = leaf + 3;
  double value = 0, slope;
  if (kind <= kRationalQuadratic) {
    stationary(kind, scaled_distance(columns, count, p, x, y), kind == kRationalQuadratic ? p[count] : 0, value, slope);
  } else if (kind == kPeriodic) {
    for (int k = 0; k < count; ++k) {
      const double s = sin(3.14159265358979323846 * (x[columns[k]] - y[columns[k]]) * p[count + k]) * p[k];
      value = fma(s, s, value);
    }
    value = exp(-2 * value);
  } else if (kind == kLinear) {
    for (int k = 0; k < count; ++k) value = fma(p[k] * x[columns[k]], y[columns[k]], value);
  } else if (kind == kIbnn) {
    NetworkState k = network_input(p[0], p[1], network_products(columns, count, x, y));
    for (int layer = 0; layer < leaf[1]; ++layer) network_layer(p[0], p[1], k, nullptr, 0, false, false);
    value = k.cross;
  } else {
    for (int k = 0; k < count; ++k) value += x[columns[k]] != y[columns[k]] ? p[k] : 0;
    value = exp(-value / count);
  }
  return value;
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
  return code.tokens[0] <= kRbf && code.count == code.tokens[2] + 4 && code.tokens[code.count - 1] == kScale;
}

/** Value and slope of a scaled leaf, the scale in both. */
ATH_DEVICE void scaled_leaf(const Code& code, const double* p, const double* x, const double* y, double& value, double& slope) {
  const int columns = code.tokens[2];
  stationary(code.tokens[0], scaled_distance(code.tokens + 3, columns, p, x, y), 0, value, slope);
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

/** Adds `weight`·∂leaf/∂(log parameter) to sum[parameter − first] for parameters in [first, first + kChunk). */
ATH_DEVICE void leaf_parameter_partials(const int* leaf, const double* p, const double* x, const double* y, double value,
                                        double weight, int parameter, int first, double* sum) {
  const int kind = leaf[0], count = leaf[2];
  const int* columns = leaf + 3;
  const auto add = [&](int local, double partial) {
    const int slot = parameter + local - first;
    if (slot >= 0 && slot < kChunk) sum[slot] = fma(weight, partial, sum[slot]);
  };
  if (kind <= kRationalQuadratic) {
    const double r2 = scaled_distance(columns, count, p, x, y), alpha = kind == kRationalQuadratic ? p[count] : 0;
    double same, slope;
    stationary(kind, r2, alpha, same, slope);
    for (int k = 0; k < count; ++k) {
      const double t = (x[columns[k]] - y[columns[k]]) * p[k];
      add(k, slope * t * t);
    }
    if (kind == kRationalQuadratic) {
      const double u = r2 / (2 * alpha);
      add(count, alpha * value * (u / (1 + u) - log1p(u)));
    }
  } else if (kind == kPeriodic) {
    for (int k = 0; k < count; ++k) {
      const double angle = 3.14159265358979323846 * (x[columns[k]] - y[columns[k]]) * p[count + k];
      const double s = sin(angle) * p[k];
      add(k, 4 * value * s * s);
      add(count + k, 4 * value * s * p[k] * cos(angle) * angle);
    }
  } else if (kind == kLinear) {
    for (int k = 0; k < count; ++k) add(k, p[k] * x[columns[k]] * y[columns[k]]);
  } else if (kind == kIbnn) {
    const double w = p[0], b = p[1];
    const NetworkState s = network_products(columns, count, x, y);
    NetworkState k = network_input(w, b, s), tangents[2] = {{w * s.cross, w * s.left, w * s.right}, {b, b, b}};
    for (int layer = 0; layer < leaf[1]; ++layer) network_layer(w, b, k, tangents, 2, true, true);
    add(0, tangents[0].cross);
    add(1, tangents[1].cross);
  } else {
    for (int k = 0; k < count; ++k) add(k, x[columns[k]] != y[columns[k]] ? value * p[k] / count : 0);
  }
}

/** Adds `weight`·∂leaf/∂x[column] to gradient[column]. Label columns move nothing. */
ATH_DEVICE void leaf_input_partials(const int* leaf, const double* p, const double* x, const double* y, double value,
                                    double weight, double* gradient) {
  const int kind = leaf[0], count = leaf[2];
  const int* columns = leaf + 3;
  if (kind <= kRationalQuadratic) {
    double same, slope;
    stationary(kind, scaled_distance(columns, count, p, x, y), kind == kRationalQuadratic ? p[count] : 0, same, slope);
    for (int k = 0; k < count; ++k) {
      const int c = columns[k];
      gradient[c] -= weight * slope * (x[c] - y[c]) * p[k] * p[k];
    }
  } else if (kind == kPeriodic) {
    for (int k = 0; k < count; ++k) {
      const int c = columns[k];
      const double angle = 3.14159265358979323846 * (x[c] - y[c]) * p[count + k];
      gradient[c] -= weight * 4 * value * sin(angle) * cos(angle) * p[k] * p[k] * 3.14159265358979323846 * p[count + k];
    }
  } else if (kind == kLinear) {
    for (int k = 0; k < count; ++k) gradient[columns[k]] += weight * p[k] * y[columns[k]];
  } else if (kind == kIbnn) {
    const double w = p[0], b = p[1];
    NetworkState k = network_input(w, b, network_products(columns, count, x, y)), tangents[2] = {{w, 0, 0}, {0, w, 0}};
    for (int layer = 0; layer < leaf[1]; ++layer) network_layer(w, b, k, tangents, 2, false, false);
    for (int i = 0; i < count; ++i) {
      const int c = columns[i];
      gradient[c] += weight * (tangents[0].cross * y[c] + 2 * tangents[1].cross * x[c]) / count;
    }
  }
}

/**
 * Walks the code backwards from `weight` = ∂(result)/∂k and hands every leaf its weight, every scale its share:
 * leaf(token position, parameter, value, weight), scale(parameter, partial).
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
      leaf(trace.start[token], trace.parameter[token], trace.left[token], adjoint);
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
    const double t = (x[c] - y[c]) * p[k];
    sum[s] = fma(weight * slope, t * t, sum[s]);
  }
}

/** Adds weight·∂k/∂(log parameter) for parameters [first, first + kChunk) to sum. */
ATH_DEVICE_CALL void pair_parameter_partials(const Code& code, const double* p, const double* x, const double* y, double weight,
                                        int first, double* sum) {
  Trace trace;
  pair_value(code, p, x, y, &trace);
  walk_back(
      code, p, trace, weight,
      [&](int position, int parameter, double value, double adjoint) {
        leaf_parameter_partials(code.tokens + position, p + parameter, x, y, value, adjoint, parameter, first, sum);
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
      gradient[c] -= weight * slope * (x[c] - y[c]) * p[k] * p[k];
    }
    return;
  }
  Trace trace;
  pair_value(code, p, x, y, &trace);
  walk_back(
      code, p, trace, weight,
      [&](int position, int parameter, double value, double adjoint) {
        leaf_input_partials(code.tokens + position, p + parameter, x, y, value, adjoint, gradient);
      },
      [](int, double) {});
}

}  // namespace athanor_device
