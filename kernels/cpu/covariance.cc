#include "covariance.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** Tape rows that a leaf takes besides its values. */
int kept_rows(int token) {
  switch (token) {
#define ATHANOR_CASE(kToken, Leaf) \
  case kToken:                     \
    return Leaf::kKept;
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      return 0;
  }
}

double natural_form(int token, int index, int columns, double t) {
  switch (token) {
#define ATHANOR_CASE(kToken, Leaf) \
  case kToken:                     \
    return Leaf::natural(index, columns, t);
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      return exp(t);
  }
}

/** Whether k(x, x) is the same for every x. */
bool has_constant_diagonal(int token) {
  switch (token) {
#define ATHANOR_CASE(kToken, Leaf) \
  case kToken:                     \
    return Leaf::kConstantDiagonal;
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      return true;
  }
}

}  // namespace

bool CovarianceCode::parse(const int32_t* code, size_t length, int d, int parameters) {
  d_ = d;
  n_nodes_ = 0;
  n_parameters_ = 0;
  int stack[kMaxTokens];
  int height = 0;
  int extras = 0;
  size_t at = 0;
  while (at < length) {
    if (n_nodes_ == kMaxTokens) return false;
    Node& node = nodes_[n_nodes_];
    node = Node{};
    node.token = code[at];
    node.first_parameter = n_parameters_;
    node.powers = -1;
    int needed = 0;
    int rows = 0;
    if (node.token == kScale) {
      if (height < 1) return false;
      node.left = stack[--height];
      needed = 1;
      at += 1;
    } else if (node.token == kAdd || node.token == kMultiply) {
      if (height < 2) return false;
      node.right = stack[--height];
      node.left = stack[--height];
      at += 1;
    } else {
      if (at + 3 > length) return false;
      node.depth = code[at + 1];
      node.n_columns = code[at + 2];
      node.columns = code + at + 3;
      if (node.n_columns < 1 || node.n_columns > d || at + 3 + static_cast<size_t>(node.n_columns) > length) return false;
      if (node.depth < 0 || node.depth > 64) return false;
      for (int k = 0; k < node.n_columns; k++) {
        if (node.columns[k] < 0 || node.columns[k] >= d) return false;
      }
      needed = leaf_parameters(node.token, node.n_columns);
      if (needed < 0) return false;
      rows = kept_rows(node.token);
      at += 3 + static_cast<size_t>(node.n_columns);
    }
    node.extra = extras;
    node.weights = n_nodes_;
    extras += rows;
    n_parameters_ += needed;
    if (n_parameters_ > parameters || n_parameters_ > kMaxParameters) return false;
    stack[height++] = n_nodes_++;
  }
  if (height != 1) return false;
  for (int i = n_nodes_ - 1; i >= 0; i--) {
    nodes_[i].extra += 2 * n_nodes_;
    if (nodes_[i].token == kAdd) nodes_[nodes_[i].left].weights = nodes_[nodes_[i].right].weights = nodes_[i].weights;
  }
  tape_rows_ = 2 * n_nodes_ + extras;
  scaled_stationary_ = n_nodes_ == 2 && nodes_[1].token == kScale && is_shape(nodes_[0].token) && nodes_[0].n_columns == d;
  for (int k = 0; scaled_stationary_ && k < d; k++) scaled_stationary_ = nodes_[0].columns[k] == k;
  if (scaled_stationary_) {
    switch (nodes_[0].token) {
#define ATHANOR_CASE(kToken, Leaf)                            \
  case kToken:                                                \
    stationary_ = stationary_loop<Leaf::template shape<Vec>>; \
    break;
      ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
      default:
        break;
    }
  }
  return true;
}

void CovarianceCode::set_theta(const double* theta) {
  powers_of_ = nullptr;
  for (int i = 0; i < n_nodes_; i++) {
    const Node& node = nodes_[i];
    const int own = node.token == kScale ? 1 : leaf_parameters(node.token, node.n_columns);
    for (int k = 0; k < own; k++) {
      const int at = node.first_parameter + k;
      constants_[at] = natural_form(node.token, k, node.n_columns, theta[at]);
    }
  }
}

void CovarianceCode::values(const double* x, const double* XT, int ldx, int from, int count, double* tape) const {
  for (int i = 0; i < n_nodes_; i++) {
    const Node& node = nodes_[i];
    double* const value = tape + static_cast<size_t>(i) * kChunk;
    const double* const left = tape + static_cast<size_t>(node.left) * kChunk;
    const double* const right = tape + static_cast<size_t>(node.right) * kChunk;
    if (node.token == kScale) {
      const double s = constants_[node.first_parameter];
      for (int j = 0; j < count; j += kWidth) store(value + j, s * load(left + j));
    } else if (node.token == kAdd) {
      for (int j = 0; j < count; j += kWidth) store(value + j, load(left + j) + load(right + j));
    } else if (node.token == kMultiply) {
      for (int j = 0; j < count; j += kWidth) store(value + j, load(left + j) * load(right + j));
    } else {
      leaf_values(node, i, x, XT, ldx, from, count, tape);
    }
  }
}

/** Vectors of moving points whose r² are summed together. */
constexpr int kTogether = 4;

/** r² of N vectors of points to x, points scaled by their lengths: vector v goes to out + v·step. */
template <int N>
static void squared_distances(const double* x, const double* moving, int ldx, int d, double* out, ptrdiff_t step) {
  Vec r2[N] = {};
  for (int k = 0; k < d; k++, moving += ldx) {
#pragma GCC unroll 4
    for (int v = 0; v < N; v++) {
      const Vec difference = load(moving + v * kWidth) - x[k];
      r2[v] += difference * difference;
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < N; v++) store(out + v * step, r2[v]);
}

template <void (*Leaf)(Vec, Vec&, Vec&)>
void CovarianceCode::stationary_loop(const CovarianceCode& code, const double* x, const double* XT, int ldx, int from, int count,
                                     double* out, ptrdiff_t step, double* slopes, ptrdiff_t slope_step) {
  const double s = code.scale();
  const int d = code.d_;
  const int vectors = (count + kWidth - 1) / kWidth;
  const double* moving = XT + from;
  int v = 0;
  for (; v + kTogether <= vectors; v += kTogether, moving += kTogether * kWidth) {
    squared_distances<kTogether>(x, moving, ldx, d, out + v * step, step);
  }
  for (; v < vectors; v++, moving += kWidth) squared_distances<1>(x, moving, ldx, d, out + v * step, step);
  // A loop of its own: behind sums of squares, exponentials would wait for them.
  for (v = 0; v < vectors; v++, out += step) {
    Vec value, slope;
    Leaf(load(out), value, slope);
    store(out, s * value);
    if (slopes != nullptr) {
      store(slopes, (2.0 * s) * slope);
      slopes += slope_step;
    }
  }
}

void CovarianceCode::row(const double* x, const double* XT, int ldx, int from, int count, double* tape, double* out, ptrdiff_t step) const {
  if (scaled_stationary_) {
    stationary_row(x, XT, ldx, from, count, out, step, nullptr, 0);
    return;
  }
  const double* const last = last_row(tape);
  for (int start = 0; start < count; start += kChunk) {
    const int part = count - start < kChunk ? count - start : kChunk;
    values(x, XT, ldx, from + start, part, tape);
    for (int j = 0; j < part; j += kWidth, out += step) store(out, load(last + j));
  }
}

template <int C>
void CovarianceCode::sweep(const double* x, const double* XT, int ldx, int from, int count, const double* tape, const Sweep<C>& to) const {
  for (int i = n_nodes_ - 1; i >= 0; i--) {
    const Node& node = nodes_[i];
    if (node.token == kAdd) continue;
    if (node.token != kScale && node.token != kMultiply) {
      leaf_reverse(node, i, x, XT, ldx, from, count, tape, to);
      continue;
    }
    const double* const value = tape + static_cast<size_t>(i) * kChunk;
    const double* const left_value = tape + static_cast<size_t>(node.left) * kChunk;
    const double* const right_value = tape + static_cast<size_t>(node.right) * kChunk;
    for (int c = 0; c < C; c++) {
      const double* const weight = to.weights[c] + static_cast<size_t>(node.weights) * kChunk;
      double* const left = to.weights[c] + static_cast<size_t>(nodes_[node.left].weights) * kChunk;
      double* const right = to.weights[c] + static_cast<size_t>(nodes_[node.right].weights) * kChunk;
      if (node.token == kScale) {
        const double scale = constants_[node.first_parameter];
        Vec none = {};
        Vec& derivative = to.d_theta[c] == nullptr ? none : to.d_theta[c][node.first_parameter];
        Vec total = derivative;
        for (int j = 0; j < count; j += kWidth) {
          const Vec w = load(weight + j);
          total += w * load(value + j);
          store(left + j, scale * w);
        }
        derivative = total;
      } else {
        for (int j = 0; j < count; j += kWidth) {
          const Vec w = load(weight + j);
          store(left + j, w * load(right_value + j));
          store(right + j, w * load(left_value + j));
        }
      }
    }
  }
}

void CovarianceCode::reverse(const double* x, const double* XT, int ldx, int from, int count, double* tape, const double* cotangent,
                             Vec* d_theta, double* d_moving, int ld_moving) const {
  double* const weights = tape + static_cast<size_t>(n_nodes_) * kChunk;
  for (int j = 0; j < count; j += kWidth) store(weights + static_cast<size_t>(n_nodes_ - 1) * kChunk + j, load(cotangent + j));
  sweep<1>(x, XT, ldx, from, count, tape, {{weights}, {d_theta}, d_moving, ld_moving});
}

void CovarianceCode::reverse_two(const double* x, const double* XT, int ldx, int from, int count, double* tape, double* more,
                                 const double* first, const double* second, Vec* d_first, Vec* d_second) const {
  double* const weights = tape + static_cast<size_t>(n_nodes_) * kChunk;
  const size_t last = static_cast<size_t>(n_nodes_ - 1) * kChunk;
  for (int j = 0; j < count; j += kWidth) {
    store(weights + last + j, load(first + j));
    store(more + last + j, load(second + j));
  }
  sweep<2>(x, XT, ldx, from, count, tape, {{weights, more}, {d_first, d_second}, nullptr, 0});
}

void CovarianceCode::diagonal(const double* XT, int ldx, int from, int count, double* tape, double* out, const double* cotangent,
                              double* d_moving, int ld_moving) const {
  bool constant = true;
  for (int i = 0; i < n_nodes_; i++) constant = constant && has_constant_diagonal(nodes_[i].token);
  const ScratchScope scope;
  double* const x = scratch_take(static_cast<size_t>(d_));
  double one[kWidth] = {};
  for (int j = 0; j < count; j++) {
    if (constant && j > 0) {
      out[j] = out[0];
      continue;
    }
    for (int k = 0; k < d_; k++) x[k] = XT[static_cast<size_t>(k) * ldx + from + j];
    // the lanes after the first see the next points; their weight is 0
    values(x, XT, ldx, from + j, 1, tape);
    out[j] = last_row(tape)[0];
    if (constant || d_moving == nullptr) continue;
    one[0] = 2 * cotangent[j];  // k(x, x') is symmetric, so both arguments contribute alike
    reverse(x, XT, ldx, from + j, 1, tape, one, nullptr, d_moving + j, ld_moving);
  }
}

void CovarianceCode::scale_points(double* X, int count, size_t point_step, size_t coordinate_step) const {
  for (int k = 0; scaled_stationary_ && k < d_; k++) {
    const double factor = inverse_length(k);
    for (int i = 0; i < count; i++) X[static_cast<size_t>(i) * point_step + static_cast<size_t>(k) * coordinate_step] *= factor;
  }
}

void transpose_points(const double* X, int n, int d, double* XT, int ldx) {
  for (int k = 0; k < d; k++) {
    double* const row = XT + static_cast<size_t>(k) * ldx;
    for (int i = 0; i < n; i++) row[i] = X[static_cast<size_t>(i) * d + k];
    for (int i = n; i < ldx; i++) row[i] = n > 0 ? row[n - 1] : 0;
  }
}

}  // namespace athanor::ATHANOR_ISA
