/**
 * Covariance codes (see src/engine/compute/covariance-code.ts) for one fixed point against a run of moving points.
 *
 * A code is parsed once per call (`parse`), its parameters exponentiated once per theta (`set_theta`), and then worked row by row:
 * the fixed point x [d] against columns [from, from + count) of the moving points, which are stored transposed, XT [d, ldx],
 * padded to whole vectors. Values of every token stay on a tape, so that the reverse sweep costs no second exponential.
 */
#pragma once
#include "../include/athanor/op.h"
#include "linalg.h"
#include "simd.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {

static inline Vec elem_exp(Vec x) { return vexp_bounded(x); }  // covariances only take powers ≤ 0
static inline Vec elem_sqrt(Vec x) { return vsqrt(x); }
static inline Vec elem_log1p(Vec x) { return vlog1p(x); }
static inline Vec elem_acos(Vec x) { return vacos(x); }
static inline Vec elem_sinpi(Vec x) { return vsinpi(x - vround(x)); }
static inline Vec elem_cospi(Vec x) { return vcospi(x - vround(x)); }
static inline Vec elem_cosine(Vec x) { return vmax(vmin(x, splat(1)), splat(-1)); }
static inline Vec elem_where_differ(Vec x, Vec v) { return select(x == 0.0, Vec{}, v); }

}  // namespace athanor::ATHANOR_ISA

#define ATHANOR_FORMULAS athanor::ATHANOR_ISA
#include "../include/athanor/covariance.h"

namespace athanor::ATHANOR_ISA {

constexpr int kPowerRows = 150;  // from this many training rows on `take_powers` is used
constexpr int kChunk = 128;  // moving points per sweep: the tape of a usual code stays in the innermost cache

/** One token with what it needs: where its parameters start, which columns it reads, which tape rows it combines. */
struct Node {
  int token;
  int depth;
  const int32_t* columns;
  int n_columns;
  int first_parameter;
  int left;   // operand of scale; left operand of add and multiply
  int right;  // right operand of add and multiply
  int extra;  // first of the leaf's extra tape rows
  int weights;  // row of its weights in the reverse sweep: the operands of a sum have that of the sum
  int powers;   // place of its powers among those of `take_powers`, or −1
};

/** The pairs of a fixed point with a vector of moving points, in the columns of a leaf; derivatives are by the moving ones. */
struct RowPairs {
  const Node& node;
  const double* fixed;
  const double* moving;
  int stride;
  int count() const { return node.n_columns; }
  const double* column(int k) const { return moving + static_cast<size_t>(node.columns[k]) * stride; }
  Vec a(int k) const { return load(column(k)); }
  double b(int k) const { return fixed[node.columns[k]]; }
};

class CovarianceCode {
 public:
  /** @returns false when the code is malformed, names a column beyond d, or consumes more than `parameters`. */
  bool parse(const int32_t* code, size_t length, int d, int parameters);
  /** theta: at least `parameters()` log values. */
  void set_theta(const double* theta);

  /**
   * Powers of the Matérn-5/2 leaves of one column at moving points: e^−|a − b| is the lesser of e^a·e^−b and e^b·e^−a, so that no pair of points needs an
   * exponential or a root. Leaves so rough that products would lose digits go without. Powers serve calls with this XT until `set_theta`, and are
   * scratch of the calling thread.
   *
   * @returns false when memory runs out
   */
  bool take_powers(const double* XT, int count, int ldx);

  int parameters() const { return n_parameters_; }
  /** Doubles of tape per call. */
  size_t tape_length() const { return static_cast<size_t>(tape_rows_) * kChunk; }

  /**
   * k(x, moving) for `count` points, any number: vector v of the result goes to out + v·step. Points as `scale_points` left them.
   *
   * @param tape  [tape_length()] scratch
   */
  void row(const double* x, const double* XT, int ldx, int from, int count, double* tape, double* out, ptrdiff_t step) const;

  /** The same for count ≤ kChunk and points as they are; the values stay on the tape for `reverse`, the result is `last_row(tape)`. */
  void values(const double* x, const double* XT, int ldx, int from, int count, double* tape) const;
  const double* last_row(const double* tape) const { return tape + static_cast<size_t>(n_nodes_ - 1) * kChunk; }

  /**
   * `row` of a scaled stationary code; to slopes, when not null, goes 2·d k/d(r²), so that d k/dx_k = slope·difference_k/ℓ_k: vector v to
   * slopes + v·slope_step.
   */
  void stationary_row(const double* x, const double* XT, int ldx, int from, int count, double* out, ptrdiff_t step, double* slopes,
                      ptrdiff_t slope_step) const {
    stationary_(*this, x, XT, ldx, from, count, out, step, slopes, slope_step);
  }

  /**
   * Reverse sweep of the last `values` call with the same tape and points.
   *
   * @param cotangent  [count rounded up] weights of the values, 0 in the padding; overwritten
   * @param d_theta    [parameters()] vectors to which derivatives with respect to the log parameters are added, or null
   * @param d_moving   [d, ld_moving] to which derivatives with respect to the moving points are added from column 0, or null
   */
  void reverse(const double* x, const double* XT, int ldx, int from, int count, double* tape, const double* cotangent, Vec* d_theta,
               double* d_moving, int ld_moving) const;

  /**
   * `reverse` by the parameters with two cotangents at once: partial derivatives are made once for both.
   *
   * @param more  [tape_length()] scratch
   */
  void reverse_two(const double* x, const double* XT, int ldx, int from, int count, double* tape, double* more, const double* first,
                   const double* second, Vec* d_first, Vec* d_second) const;

  /** k(x, x) for `count` points of XT, and when d_moving is given cotangent · d k(x, x)/dx added to it. */
  void diagonal(const double* XT, int ldx, int from, int count, double* tape, double* out, const double* cotangent, double* d_moving,
                int ld_moving) const;

  /** The code is a stationary leaf over all columns in order, times one scale: the commonest case has its own loops. */
  bool is_scaled_stationary() const { return scaled_stationary_; }
  /** Token of the leaf of a scaled stationary code. */
  int leaf_token() const { return nodes_[0].token; }
  /** 1/ℓ_k of a scaled stationary code. */
  double inverse_length(int k) const { return __builtin_sqrt(constants_[k]); }
  /** Points for `row` and `stationary_row`: divides coordinate k of a scaled stationary code by ℓ_k, leaves others alone; count points
   *  `point_step` apart, coordinates `coordinate_step` apart. */
  void scale_points(double* X, int count, size_t point_step, size_t coordinate_step) const;
  double scale() const { return constants_[nodes_[1].first_parameter]; }

 private:
  void leaf_values(const Node& node, int row, const double* x, const double* XT, int ldx, int from, int count, double* tape) const;
  /** As `leaf_values` of a leaf with powers. @returns false when the fixed point is too far away for them */
  bool leaf_by_powers(const Node& node, const RowPairs& pairs, int from, int count, double* value, double* slope) const;
  /** `C` cotangents on their way back: room for weights of every token, and where derivatives go. */
  template <int C>
  struct Sweep {
    double* weights[C];
    Vec* d_theta[C];
    double* d_moving;  // of the first; null when C > 1
    int ld_moving;
  };
  /** From the weights of the last token back. */
  template <int C>
  void sweep(const double* x, const double* XT, int ldx, int from, int count, const double* tape, const Sweep<C>& to) const;
  template <int C>
  void leaf_reverse(const Node& node, int row, const double* x, const double* XT, int ldx, int from, int count, const double* tape,
                    const Sweep<C>& to) const;

  template <void (*Leaf)(Vec, Vec&, Vec&)>
  static void stationary_loop(const CovarianceCode& code, const double* x, const double* XT, int ldx, int from, int count, double* out,
                              ptrdiff_t step, double* slopes, ptrdiff_t slope_step);
  using StationaryLoop = void (*)(const CovarianceCode&, const double*, const double*, int, int, int, double*, ptrdiff_t, double*,
                                  ptrdiff_t);

  StationaryLoop stationary_ = nullptr;
  Node nodes_[kMaxTokens];
  int n_nodes_ = 0;
  int n_parameters_ = 0;
  int tape_rows_ = 0;
  int d_ = 0;
  bool scaled_stationary_ = false;
  const double* powers_ = nullptr;     // [2·leaves, ld_powers_]: e^a and e^−a of each
  const double* powers_of_ = nullptr;  // their XT
  int ld_powers_ = 0;
  double constants_[kMaxParameters];  // what the loops use: 1/ℓ², α, 1/p, v, w, b, s
};

/** XT [d, ldx] from X [n, d], padded with the last point so that whole vectors stay ordinary numbers. */
void transpose_points(const double* X, int n, int d, double* XT, int ldx);

}  // namespace athanor::ATHANOR_ISA
