/**
 * The covariance leaves: one value and its slopes from what a pair of points needs, for vectors and for plain doubles.
 *
 * A caller provides overloads of `elem_exp`, `elem_sqrt`, `elem_log1p` and `elem_zero_where_zero(x, v)` (v, but 0 where x is 0)
 * for its number type V before it includes this file. Read alike by kernels/cpu (V a vector) and kernels/cuda (V = double).
 *
 * With d_k = x_k − x'_k and w_k = 1/ℓ_k² the stationary leaves depend on r² = Σ_k w_k d_k² alone:
 *
 *   matern12            e^{−r}                                    Rasmussen & Williams 2006, eq. 4.14–4.18
 *   matern32            (1 + a) e^{−a},          a = √3 r
 *   matern52            (1 + a + a²/3) e^{−a},   a = √5 r
 *   rbf                 e^{−r²/2}
 *   rational_quadratic  (1 + r²/(2α))^{−α}                        eq. 4.19
 *   periodic            e^{−2 s}, s = Σ_k sin²(π d_k/p_k)/ℓ_k²    MacKay 1998; R&W eq. 4.31
 *   linear              Σ_k v_k x_k x'_k                          (log v_k is the parameter)
 *   hamming             e^{−h}, h = (1/K) Σ_k [c_k ≠ c'_k]/ℓ_k    categories, K columns
 *   ibnn                infinitely wide ReLU network of D hidden layers, weight variance w, bias variance b (Cho & Saul 2009,
 *                       Lee et al. 2018): k ← w x·x'/K + b, then D times, with q = √(k(x,x) k(x',x')), c = k/q limited to [−1, 1],
 *                       θ = arccos c:  k ← (w/2π) q (sin θ + (π − θ) c) + b, and k(x,x) ← w k(x,x)/2 + b
 */
#pragma once
#include <stdint.h>

#ifdef __CUDACC__
#define ATH_HD __host__ __device__
#else
#define ATH_HD
#endif

namespace athanor {

enum Token : int32_t {
  kMatern12 = 1,
  kMatern32 = 2,
  kMatern52 = 3,
  kRbf = 4,
  kRationalQuadratic = 5,
  kPeriodic = 6,
  kLinear = 7,
  kIbnn = 8,
  kHamming = 9,
  kScale = 20,
  kAdd = 21,
  kMultiply = 22,
};

/** Value and slope d value / d(r²) of the leaves that are functions of r². The slope of matern12 is given as 0 at r = 0. */
template <class V>
ATH_HD static inline void matern12(V r2, V& value, V& slope) {
  const V r = elem_sqrt(r2);
  value = elem_exp(-r);
  slope = elem_zero_where_zero(r2, -0.5 * value / r);
}

template <class V>
ATH_HD static inline void matern32(V r2, V& value, V& slope) {
  const V a = elem_sqrt(3.0 * r2);
  const V e = elem_exp(-a);
  value = e + a * e;
  slope = -1.5 * e;
}

template <class V>
ATH_HD static inline void matern52(V r2, V& value, V& slope) {
  const V a2 = 5.0 * r2;
  const V a = elem_sqrt(a2);
  const V e = elem_exp(-a);
  const V linear = e + a * e;
  value = linear + (1.0 / 3.0) * a2 * e;
  slope = (-5.0 / 6.0) * linear;
}

template <class V>
ATH_HD static inline void rbf(V r2, V& value, V& slope) {
  value = elem_exp(-0.5 * r2);
  slope = -0.5 * value;
}

/** Also gives the derivative with respect to log α. */
template <class V>
ATH_HD static inline void rational_quadratic(V r2, double alpha, V& value, V& slope, V& d_log_alpha) {
  const V u = r2 * (0.5 / alpha);
  const V log_base = elem_log1p(u);
  value = elem_exp(-alpha * log_base);
  slope = -0.5 * value / (1.0 + u);
  d_log_alpha = alpha * value * (u / (1.0 + u) - log_base);
}

/** Most tokens that one code may have, and most parameters that it may consume. */
constexpr int kMaxTokens = 64;
constexpr int kMaxParameters = 1024;

}  // namespace athanor
