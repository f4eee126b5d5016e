/** The leaves of a covariance code on a run of points: values with what the reverse sweep needs of them, and that sweep. */
#include "covariance.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kEverything = kParameterPartials | kInputPartials;
constexpr double kMostRate = 16;    // √5/ℓ of leaves with powers: at points within ±1 a product is off by some 16 units in the last place
constexpr double kMostPower = 100;  // of e at a fixed point
constexpr double kFarPower = 600;   // at moving points: those further away have next to nothing in common with any fixed one

/** √(5/ℓ²) */
static inline double root_of_five(double weight) { return __builtin_sqrt(5 * weight); }

template <class Leaf>
constexpr bool kIsLinear = false;
template <>
constexpr bool kIsLinear<Linear> = true;

/** Vectors of moving points that one pass over the columns serves: each column's number is loaded once, and no sum waits for another. */
constexpr int kTogether = 4;

/** Sums over the columns for N vectors of moving points: of w(a − b)², or of v·a·b. */
template <class Leaf, int N>
void column_sums(const double* p, const RowPairs& pairs, double* to) {
  Vec total[N] = {};
  for (int k = 0; k < pairs.count(); k++) {
    const double* const a = pairs.column(k);
    const double b = pairs.b(k), factor = kIsLinear<Leaf> ? p[k] * b : p[k];
#pragma GCC unroll 4
    for (int v = 0; v < N; v++) {
      const Vec moving = load(a + v * kWidth), difference = moving - b;
      total[v] += kIsLinear<Leaf> ? factor * moving : factor * (difference * difference);
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < N; v++) store(to + v * kWidth, total[v]);
}

/** What cotangents of N vectors of moving points are worth by each parameter; `slopes` d value / d(r²), not read by linear ones. */
template <class Leaf, int C, int N>
void column_slopes(const double* p, const RowPairs& pairs, const double* slopes, const double* const (&cotangents)[C], int from,
                   Vec* const (&d_theta)[C]) {
  Vec weight[C][N];
#pragma GCC unroll 2
  for (int c = 0; c < C; c++) {
#pragma GCC unroll 4
    for (int v = 0; v < N; v++) {
      weight[c][v] = load(cotangents[c] + from + v * kWidth);
      if (!kIsLinear<Leaf>) weight[c][v] *= -2.0 * load(slopes + v * kWidth);
    }
  }
  for (int k = 0; k < pairs.count(); k++) {
    const double* const a = pairs.column(k);
    const double b = pairs.b(k), factor = kIsLinear<Leaf> ? p[k] * b : p[k];
    Vec total[C] = {};
#pragma GCC unroll 4
    for (int v = 0; v < N; v++) {
      const Vec moving = load(a + v * kWidth), difference = moving - b;
      const Vec partial = kIsLinear<Leaf> ? moving : difference * difference;
#pragma GCC unroll 2
      for (int c = 0; c < C; c++) total[c] += weight[c][v] * partial;
    }
    for (int c = 0; c < C; c++) d_theta[c][k] += factor * total[c];
  }
}

/** Calls `work(at, N)` for runs of up to kTogether vectors, with N a constant. */
template <class Work>
void by_runs(int count, RowPairs pairs, const Work& work) {
  for (int j = 0; j < count; j += kTogether * kWidth, pairs.moving += kTogether * kWidth) {
    switch ((count - j + kWidth - 1) / kWidth) {
      case 1:
        work.template run<1>(pairs, j);
        break;
      case 2:
        work.template run<2>(pairs, j);
        break;
      case 3:
        work.template run<3>(pairs, j);
        break;
      default:
        work.template run<kTogether>(pairs, j);
    }
  }
}

template <class Leaf>
struct Sums {
  const double* p;
  double* value;
  template <int N>
  void run(const RowPairs& pairs, int j) const {
    column_sums<Leaf, N>(p, pairs, value + j);
  }
};

template <class Leaf, int C>
struct ColumnSlopes {
  const double *p, *slopes;
  const double* const (&cotangents)[C];
  Vec* const (&d_theta)[C];
  template <int N>
  void run(const RowPairs& pairs, int j) const {
    column_slopes<Leaf, C, N>(p, pairs, slopes + j, cotangents, j, d_theta);
  }
};

template <class Leaf>
void values_of(const Node& node, const double* p, RowPairs pairs, int count, double* value, double* extra) {
  if constexpr (Leaf::kShape || kIsLinear<Leaf>) {
    by_runs(count, pairs, Sums<Leaf>{p, value});
    for (int j = 0; Leaf::kShape && j < count; j += kWidth) {
      Vec shape, slope;
      Leaf::shape(load(value + j), shape, slope);
      store(value + j, shape);
      store(extra + j, slope);
    }
    return;
  }
  for (int j = 0; j < count; j += kWidth, pairs.moving += kWidth) {
    Vec kept[Leaf::kKept + 1];
    store(value + j, Leaf::template value<kEverything>(pairs, p, node.depth, kept));
    for (int i = 0; i < Leaf::kKept; i++) store(extra + i * kChunk + j, kept[i]);
  }
}

/** Adds weighted derivatives: vectors to those of the parameters, numbers to those of the moving points. */
template <int C>
struct RowSink {
  const Node& node;
  Vec weight[C];
  Vec* d_theta[C];
  double* d_moving;
  int stride;
  void parameter(int index, Vec partial) {
    for (int c = 0; c < C; c++)
      if (d_theta[c] != nullptr) d_theta[c][index] += weight[c] * partial;
  }
  void input(int k, Vec partial) {
    if (C > 1 || d_moving == nullptr) return;
    double* const target = d_moving + static_cast<size_t>(node.columns[k]) * stride;
    store(target, load(target) + weight[0] * partial);
  }
};

template <class Leaf, int C>
void reverse_of(const Node& node, const double* p, RowPairs pairs, int count, const double* value, const double* extra,
                const double* const (&cotangents)[C], RowSink<C> sink) {
  bool all = sink.d_moving == nullptr;
  for (int c = 0; c < C; c++) all = all && sink.d_theta[c] != nullptr;
  if constexpr (Leaf::kShape || kIsLinear<Leaf>) {
    if (all) {
      by_runs(count, pairs, ColumnSlopes<Leaf, C>{p, extra, cotangents, sink.d_theta});
      return;
    }
  }
  for (int j = 0; j < count; j += kWidth, pairs.moving += kWidth) {
    Vec kept[Leaf::kKept + 1];
    for (int i = 0; i < Leaf::kKept; i++) kept[i] = load(extra + i * kChunk + j);
    for (int c = 0; c < C; c++) sink.weight[c] = load(cotangents[c] + j);
    Leaf::template partials<kEverything>(pairs, p, node.depth, load(value + j), kept, sink);
    if (sink.d_moving != nullptr) sink.d_moving += kWidth;
  }
}

}  // namespace

bool CovarianceCode::take_powers(const double* XT, int count, int ldx) {
  int leaves = 0;
  for (int i = 0; i < n_nodes_; i++) {
    Node& node = nodes_[i];
    node.powers = -1;
    if (node.token != kMatern52 || node.n_columns != 1) continue;
    if (root_of_five(constants_[node.first_parameter]) <= kMostRate) node.powers = leaves++;
  }
  if (leaves == 0) return true;
  ld_powers_ = whole_vectors(count) + kWidth;  // a run may begin anywhere and ends with a whole vector
  double* const powers = scratch_take(times(leaves, 2, ld_powers_));
  if (powers == nullptr) return false;
  for (int i = 0; i < n_nodes_; i++) {
    const Node& node = nodes_[i];
    if (node.powers < 0) continue;
    const double rate = root_of_five(constants_[node.first_parameter]);
    const double* const a = XT + static_cast<size_t>(node.columns[0]) * ldx;
    double* const rise = powers + times(node.powers, 2, ld_powers_);
    double* const fall = rise + ld_powers_;
    for (int j = 0; j < ld_powers_; j += kWidth) {
      const Vec power = vmax(vmin(rate * load(a + j), splat(kFarPower)), splat(-kFarPower));
      store(rise + j, vexp_bounded(power));
      store(fall + j, vexp_bounded(-power));
    }
  }
  powers_ = powers;
  powers_of_ = XT;
  return true;
}

bool CovarianceCode::leaf_by_powers(const Node& node, const RowPairs& pairs, int from, int count, double* value, double* slope) const {
  const double rate = root_of_five(constants_[node.first_parameter]);
  const double b = pairs.b(0);
  if (!(rate * fabs(b) <= kMostPower)) return false;
  Vec power = splat(rate * b);
  power[1] = -power[0];
  power = vexp_bounded(power);
  const double up = power[0], down = power[1];
  const double* const a = pairs.column(0);
  const double* const rise = powers_ + times(node.powers, 2, ld_powers_) + from;
  const double* const fall = rise + ld_powers_;
  for (int j = 0; j < count; j += kWidth) {
    const Vec distance = rate * vabs(load(a + j) - b);
    const Vec product = vmin(down * load(rise + j), up * load(fall + j));
    const Vec e = select(distance == 0.0, splat(1), product);
    const Vec linear = e + distance * e;
    store(value + j, linear + (1.0 / 3.0) * (distance * distance) * e);
    store(slope + j, (-5.0 / 6.0) * linear);
  }
  return true;
}

void CovarianceCode::leaf_values(const Node& node, int row, const double* x, const double* XT, int ldx, int from, int count,
                                 double* tape) const {
  double* const value = tape + static_cast<size_t>(row) * kChunk;
  double* const extra = tape + static_cast<size_t>(node.extra) * kChunk;
  const double* const p = constants_ + node.first_parameter;
  const RowPairs pairs = {node, x, XT + from, ldx};
  if (XT == powers_of_ && node.powers >= 0 && leaf_by_powers(node, pairs, from, count, value, extra)) return;
  switch (node.token) {
#define ATHANOR_CASE(kToken, Leaf) \
  case kToken:                     \
    return values_of<Leaf>(node, p, pairs, count, value, extra);
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      return;
  }
}

template <int C>
void CovarianceCode::leaf_reverse(const Node& node, int row, const double* x, const double* XT, int ldx, int from, int count,
                                  const double* tape, const Sweep<C>& to) const {
  const double* const value = tape + static_cast<size_t>(row) * kChunk;
  const double* const extra = tape + static_cast<size_t>(node.extra) * kChunk;
  const double* const p = constants_ + node.first_parameter;
  const RowPairs pairs = {node, x, XT + from, ldx};
  RowSink<C> sink = {node, {}, {}, to.d_moving, to.ld_moving};
  const double* cotangents[C];
  for (int c = 0; c < C; c++) {
    cotangents[c] = to.weights[c] + static_cast<size_t>(node.weights) * kChunk;
    sink.d_theta[c] = to.d_theta[c] == nullptr ? nullptr : to.d_theta[c] + node.first_parameter;
  }
  switch (node.token) {
#define ATHANOR_CASE(kToken, Leaf) \
  case kToken:                     \
    return reverse_of<Leaf, C>(node, p, pairs, count, value, extra, cotangents, sink);
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      return;
  }
}

template void CovarianceCode::leaf_reverse<1>(const Node&, int, const double*, const double*, int, int, int, const double*,
                                              const Sweep<1>&) const;
template void CovarianceCode::leaf_reverse<2>(const Node&, int, const double*, const double*, int, int, int, const double*,
                                              const Sweep<2>&) const;

}  // namespace athanor::ATHANOR_ISA
