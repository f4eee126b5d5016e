/**
 * The formulas of the covariances that have kernels, written once for the CPU (V a vector of moving points) and for CUDA
 * (V = double, one pair of points). kernels/cpu/covariance*.cc and kernels/cuda/covariance_pair.h both include this file.
 *
 * The includer defines ATHANOR_FORMULAS, the namespace of its copy, and in it for its V: `elem_exp` (of numbers ≤ 0),
 * `elem_sqrt`, `elem_log1p`, `elem_acos`, `elem_sinpi`, `elem_cospi`, `elem_cosine(x)` (x limited to [−1, 1]) and
 * `elem_where_differ(x, v)` (v where x ≠ 0, else 0).
 *
 * A leaf is a struct of static functions over pairs of points a, b given by its own columns. A Pair has `count()`, `a(k)`
 * and `b(k)`; `p` are the leaf's parameters in natural form, in the order of theta.
 *
 *   natural(index, columns, t)            natural form of parameter `index` from its logarithm t
 *   value<Wanted>(pair, p, depth, kept)   k(a, b); in kept [kKept] what `partials` needs of it
 *   partials<Wanted>(pair, p, depth, v, kept, sink)   sink.parameter(index, ∂k/∂θ_index), sink.input(k, ∂k/∂a_k)
 *
 * Wanted: 1 derivatives by parameters, 2 by inputs (bits). kShape: a function of r² = Σ_k w_k (a_k − b_k)², w = 1/ℓ², alone.
 * Definitions and sources: src/engine/gp/covariance/.
 */
#include "covariance-table.h"

#ifndef ATHANOR_FORMULAS
#error "ATHANOR_FORMULAS must name the namespace of this copy"
#endif

namespace ATHANOR_FORMULAS {
using namespace athanor;

constexpr int kParameterPartials = 1;
constexpr int kInputPartials = 2;
/** π */
constexpr double kHalfTurn = 3.14159265358979323846;

/** Shapes: value and slope d value / d(r²). That of Matérn 1/2 is given as 0 at r = 0. */
struct Matern12Shape {
  template <class V>
  static ATH_HD void at(V r2, V& value, V& slope) {
    const V r = elem_sqrt(r2);
    value = elem_exp(-r);
    slope = elem_where_differ(r2, -0.5 * value / r);
  }
};

struct Matern32Shape {
  template <class V>
  static ATH_HD void at(V r2, V& value, V& slope) {
    const V a = elem_sqrt(3.0 * r2);
    const V e = elem_exp(-a);
    value = e + a * e;
    slope = -1.5 * e;
  }
};

struct Matern52Shape {
  template <class V>
  static ATH_HD void at(V r2, V& value, V& slope) {
    const V a2 = 5.0 * r2;
    const V a = elem_sqrt(a2);
    const V e = elem_exp(-a);
    const V linear = e + a * e;
    value = linear + (1.0 / 3.0) * a2 * e;
    slope = (-5.0 / 6.0) * linear;
  }
};

struct RbfShape {
  template <class V>
  static ATH_HD void at(V r2, V& value, V& slope) {
    value = elem_exp(-0.5 * r2);
    slope = -0.5 * value;
  }
};

/** Σ_k w_k (a_k − b_k)². */
template <class V, class Pair>
static ATH_HD V squared_distance(const Pair& pair, const double* p) {
  V total = V{};
  for (int k = 0; k < pair.count(); k++) {
    const V difference = pair.a(k) - pair.b(k);
    total += p[k] * (difference * difference);
  }
  return total;
}

/** Derivatives through r². */
template <class V, class Pair, class Sink>
static ATH_HD void distance_partials(const Pair& pair, const double* p, V slope, Sink& sink) {
  for (int k = 0; k < pair.count(); k++) {
    const V difference = pair.a(k) - pair.b(k);
    const V along = slope * p[k] * difference;
    sink.parameter(k, -2.0 * along * difference);
    sink.input(k, 2.0 * along);
  }
}

template <class Shape>
struct Stationary {
  static constexpr bool kShape = true;
  static constexpr bool kConstantDiagonal = true;
  static constexpr int kKept = 1;
  template <class V>
  static ATH_HD void shape(V r2, V& value, V& slope) {
    Shape::at(r2, value, slope);
  }
  static ATH_HD double natural(int, int, double t) { return exp(-2 * t); }
  template <int Wanted, class V, class Pair>
  static ATH_HD V value(const Pair& pair, const double* p, int, V* kept) {
    V v;
    Shape::at(squared_distance<V>(pair, p), v, kept[0]);
    return v;
  }
  template <int Wanted, class V, class Pair, class Sink>
  static ATH_HD void partials(const Pair& pair, const double* p, int, V, const V* kept, Sink& sink) {
    distance_partials(pair, p, kept[0], sink);
  }
};

using Matern12 = Stationary<Matern12Shape>;
using Matern32 = Stationary<Matern32Shape>;
using Matern52 = Stationary<Matern52Shape>;
using Rbf = Stationary<RbfShape>;

/** What leaves have that are no shape of r² alone. */
struct OtherLeaf {
  static constexpr bool kShape = false;
  static constexpr bool kConstantDiagonal = true;
  template <class V>
  static ATH_HD void shape(V, V& value, V& slope) {
    value = slope = V{};
  }
};

/** (1 + u)^−α, u = r²/(2α). */
struct RationalQuadratic : OtherLeaf {
  static constexpr int kKept = 2;
  static ATH_HD double natural(int index, int columns, double t) { return exp(index < columns ? -2 * t : t); }
  template <int Wanted, class V, class Pair>
  static ATH_HD V value(const Pair& pair, const double* p, int, V* kept) {
    const double alpha = p[pair.count()];
    const V u = squared_distance<V>(pair, p) * (0.5 / alpha);
    const V log_base = elem_log1p(u);
    const V v = elem_exp(-alpha * log_base);
    kept[0] = -0.5 * v / (1.0 + u);
    kept[1] = alpha * v * (u / (1.0 + u) - log_base);
    return v;
  }
  template <int Wanted, class V, class Pair, class Sink>
  static ATH_HD void partials(const Pair& pair, const double* p, int, V, const V* kept, Sink& sink) {
    distance_partials(pair, p, kept[0], sink);
    sink.parameter(pair.count(), kept[1]);
  }
};

/** e^(−2s), s = Σ_k w_k sin²(π (a_k − b_k)/p_k). */
struct Periodic : OtherLeaf {
  static constexpr int kKept = 0;
  static ATH_HD double natural(int index, int columns, double t) { return exp(index < columns ? -2 * t : -t); }
  template <int Wanted, class V, class Pair>
  static ATH_HD V value(const Pair& pair, const double* p, int, V*) {
    const int columns = pair.count();
    V total = V{};
    for (int k = 0; k < columns; k++) {
      const V s = elem_sinpi((pair.a(k) - pair.b(k)) * p[columns + k]);
      total += p[k] * (s * s);
    }
    return elem_exp(-2.0 * total);
  }
  template <int Wanted, class V, class Pair, class Sink>
  static ATH_HD void partials(const Pair& pair, const double* p, int, V v, const V*, Sink& sink) {
    const int columns = pair.count();
    for (int k = 0; k < columns; k++) {
      const V turns = (pair.a(k) - pair.b(k)) * p[columns + k];
      const V s = elem_sinpi(turns);
      const V wave = v * (4.0 * kHalfTurn * p[k]) * s * elem_cospi(turns);
      sink.parameter(k, (4.0 * p[k]) * v * s * s);
      sink.parameter(columns + k, wave * turns);
      sink.input(k, -wave * p[columns + k]);
    }
  }
};

/** Σ_k v_k a_k b_k. */
struct Linear : OtherLeaf {
  static constexpr bool kConstantDiagonal = false;
  static constexpr int kKept = 0;
  static ATH_HD double natural(int, int, double t) { return exp(t); }
  template <int Wanted, class V, class Pair>
  static ATH_HD V value(const Pair& pair, const double* p, int, V*) {
    V total = V{};
    for (int k = 0; k < pair.count(); k++) total += p[k] * (pair.a(k) * pair.b(k));
    return total;
  }
  template <int Wanted, class V, class Pair, class Sink>
  static ATH_HD void partials(const Pair& pair, const double* p, int, V, const V*, Sink& sink) {
    for (int k = 0; k < pair.count(); k++) {
      sink.parameter(k, p[k] * (pair.a(k) * pair.b(k)));
      sink.input(k, V{} + p[k] * pair.b(k));
    }
  }
};

/** e^(−h), h = (1/columns) Σ_k [a_k ≠ b_k]/ℓ_k. Categories move nothing. */
struct Hamming : OtherLeaf {
  static constexpr int kKept = 0;
  static ATH_HD double natural(int, int, double t) { return exp(-t); }
  template <int Wanted, class V, class Pair>
  static ATH_HD V value(const Pair& pair, const double* p, int, V*) {
    V total = V{};
    for (int k = 0; k < pair.count(); k++) total += elem_where_differ(V{} + (pair.a(k) - pair.b(k)), V{} + p[k]);
    return elem_exp(total * (-1.0 / pair.count()));
  }
  template <int Wanted, class V, class Pair, class Sink>
  static ATH_HD void partials(const Pair& pair, const double* p, int, V v, const V*, Sink& sink) {
    for (int k = 0; k < pair.count(); k++)
      sink.parameter(k, v * elem_where_differ(V{} + (pair.a(k) - pair.b(k)), V{} + p[k] / pair.count()));
  }
};

/** k(a, b), k(a, a), k(b, b) of the network covariance, or one directional derivative of each. */
template <class V>
struct NetworkState {
  V cross, a, b;
};

/**
 * Infinitely wide ReLU network, weight variance w = p[0], bias variance b = p[1]: k ← w a·b/columns + b, then per hidden
 * layer, with q = √(k(a,a) k(b,b)), c = k/q limited to [−1, 1] and θ = arccos c: k ← (w/2π) q (sin θ + (π − θ) c) + b and
 * k(a,a) ← w k(a,a)/2 + b. Derivatives are carried forward: by log w, by log b, by the first k(a, b), by the first k(a, a).
 */
struct Ibnn : OtherLeaf {
  static constexpr bool kConstantDiagonal = false;
  static constexpr int kKept = 4;
  static ATH_HD double natural(int, int, double t) { return exp(t); }

  template <int Wanted, class V>
  static ATH_HD void layer(double w, double b, NetworkState<V>& k, NetworkState<V>* tangents) {
    constexpr int directions = (Wanted & kParameterPartials ? 2 : 0) + (Wanted & kInputPartials ? 2 : 0);
    const V q = elem_sqrt(k.a * k.b);
    const V c = elem_cosine(k.cross / q);
    const V rest = kHalfTurn - elem_acos(c);
    const V sine = elem_sqrt((1.0 - c) * (1.0 + c));
    const double scale = w / (2 * kHalfTurn);
    const V moved = scale * (q * (sine + rest * c));
    const V per_q = 0.5 / q;
    for (int i = 0; i < directions; i++) {
      NetworkState<V>& t = tangents[i];
      const V dq = per_q * (t.a * k.b + k.a * t.b);
      // d(q·J) = J·dq + q·(π − θ)·dc with q·dc = dcross − c·dq, and J − (π − θ)c = sin θ
      t = {scale * (sine * dq + rest * t.cross), (0.5 * w) * t.a, (0.5 * w) * t.b};
    }
    if (Wanted & kParameterPartials) {
      tangents[0].cross += moved;
      tangents[0].a += (0.5 * w) * k.a;
      tangents[0].b += (0.5 * w) * k.b;
      tangents[1].cross += b;
      tangents[1].a += b;
      tangents[1].b += b;
    }
    k = {moved + b, (0.5 * w) * k.a + b, (0.5 * w) * k.b + b};
  }

  template <int Wanted, class V, class Pair>
  static ATH_HD V value(const Pair& pair, const double* p, int depth, V* kept) {
    const double w = p[0], b = p[1];
    NetworkState<V> s = {V{}, V{}, V{}};
    for (int i = 0; i < pair.count(); i++) {
      s.cross += pair.a(i) * pair.b(i);
      s.a += pair.a(i) * pair.a(i);
      s.b += pair.b(i) * pair.b(i);
    }
    const double per_column = w / pair.count();
    s = {s.cross * per_column, s.a * per_column, s.b * per_column};
    NetworkState<V> k = {s.cross + b, s.a + b, s.b + b};
    NetworkState<V> tangents[4];
    int first = 0;
    if (Wanted & kParameterPartials) {
      tangents[0] = s;
      tangents[1] = {V{} + b, V{} + b, V{} + b};
      first = 2;
    }
    if (Wanted & kInputPartials) {
      tangents[first] = {V{} + 1.0, V{}, V{}};
      tangents[first + 1] = {V{}, V{} + 1.0, V{}};
    }
    for (int i = 0; i < depth; i++) layer<Wanted>(w, b, k, tangents);
    if (Wanted & kParameterPartials) {
      kept[0] = tangents[0].cross;
      kept[1] = tangents[1].cross;
    }
    if (Wanted & kInputPartials) {
      kept[2] = tangents[first].cross;
      kept[3] = tangents[first + 1].cross;
    }
    return k.cross;
  }
  template <int Wanted, class V, class Pair, class Sink>
  static ATH_HD void partials(const Pair& pair, const double* p, int, V, const V* kept, Sink& sink) {
    if (Wanted & kParameterPartials) {
      sink.parameter(0, kept[0]);
      sink.parameter(1, kept[1]);
    }
    if (Wanted & kInputPartials) {
      const double per_column = p[0] / pair.count();
      for (int i = 0; i < pair.count(); i++)
        sink.input(i, kept[2] * (per_column * pair.b(i)) + kept[3] * (2.0 * per_column * pair.a(i)));
    }
  }
};

/** Whether a leaf is a shape of r² alone. */
static ATH_HD bool is_shape(int token) {
  switch (token) {
#define ATHANOR_CASE(kToken, Leaf) \
  case kToken:                     \
    return Leaf::kShape;
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      return false;
  }
}

}  // namespace ATHANOR_FORMULAS
