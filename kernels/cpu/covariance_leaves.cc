/** The leaves of a covariance code on a run of points: values with what the reverse sweep needs of them, and that sweep. */
#include "covariance.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kEverything = kParameterPartials | kInputPartials;

template <class Leaf>
void values_of(const Node& node, const double* p, RowPairs pairs, int count, double* value, double* extra) {
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
  for (int j = 0; j < count; j += kWidth, pairs.moving += kWidth) {
    Vec kept[Leaf::kKept + 1];
    for (int i = 0; i < Leaf::kKept; i++) kept[i] = load(extra + i * kChunk + j);
    for (int c = 0; c < C; c++) sink.weight[c] = load(cotangents[c] + j);
    Leaf::template partials<kEverything>(pairs, p, node.depth, load(value + j), kept, sink);
    if (sink.d_moving != nullptr) sink.d_moving += kWidth;
  }
}

}  // namespace

void CovarianceCode::leaf_values(const Node& node, int row, const double* x, const double* XT, int ldx, int from, int count,
                                 double* tape) const {
  double* const value = tape + static_cast<size_t>(row) * kChunk;
  double* const extra = tape + static_cast<size_t>(node.extra) * kChunk;
  const double* const p = constants_ + node.first_parameter;
  const RowPairs pairs = {node, x, XT + from, ldx};
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
    cotangents[c] = to.weights[c] + static_cast<size_t>(row) * kChunk;
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
