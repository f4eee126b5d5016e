/** leave_out: residuals of the rows of folds given the others, by the factor of all. */
#include "factor_cache.h"
#include "gaussian.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** A fold: its rows, the residuals of all rows, and where the results of its rows go. */
struct Fold {
  const int32_t* rows;
  int count;
  const double* residuals;
  double* mean;
  double* variance;
};

/** Arrays of one fold; v is the panel before V [padded(n), width], S [width, width + 1], M [width, width]. */
struct FoldWorkspace {
  int width;
  double *v, *V, *S, *M;
  int* place;  // [n] of a row among those of its fold, or −1
  int* order;  // [count] these places, the smallest row first: columns of the identity begin with ever more zeros
  int* zeros;  // [1 + width / kWidth] of v and V
};

bool take_fold(int n, int count, FoldWorkspace& w) {
  w.width = padded(count);
  w.v = scratch_take(panel_length(padded(n), w.width + kWidth));
  w.S = scratch_take(panel_length(w.width, w.width + 1));
  w.M = scratch_take(panel_length(w.width, w.width));
  w.place = reinterpret_cast<int*>(scratch_take(times(n, 1)));
  w.order = reinterpret_cast<int*>(scratch_take(times(count, 1)));
  w.zeros = reinterpret_cast<int*>(scratch_take(times(w.width / kWidth + 1, 1)));
  if (w.v != nullptr) w.V = w.v + panel_stride(padded(n));
  return w.v != nullptr && w.S != nullptr && w.M != nullptr && w.place != nullptr && w.order != nullptr && w.zeros != nullptr;
}

/** V ← L⁻¹E_F and v ← L⁻¹r, r without the rows of the fold. */
void solve_fold(const double* U, int n, const Fold& fold, const FoldWorkspace& w) {
  const ptrdiff_t stride = panel_stride(padded(n));
  memset(w.v, 0, sizeof(double) * panel_length(padded(n), w.width + kWidth));
  for (int i = 0; i < n; i++) w.place[i] = -1;
  for (int k = 0; k < fold.count; k++) w.place[fold.rows[k]] = k;
  int column = 0;
  for (int i = 0; i < n; i++) {
    if (w.place[i] < 0) {
      w.v[static_cast<size_t>(i) * kWidth] = fold.residuals[i];
      continue;
    }
    if (column % kWidth == 0) w.zeros[1 + column / kWidth] = i;
    w.order[column] = w.place[i];
    w.V[at(i, column++, stride)] = 1;
  }
  w.zeros[0] = 0;
  for (int v = 1 + (column + kWidth - 1) / kWidth; v <= w.width / kWidth; v++) w.zeros[v] = w.zeros[v - 1];
  solve_lower(U, n, w.v, kWidth + w.width, w.zeros);
}

/** Factors Q_FF = VᵀV: M ← its inverse factor, the last column of S ← M·Q_FT r_T. @returns false where no jitter helps */
bool factor_fold(int n, int count, const FoldWorkspace& w) {
  const ptrdiff_t stride = panel_stride(w.width);
  for (int attempt = 0; attempt <= kJitters; attempt++) {
    products_of_columns(w.V, n, count, w.zeros + 1, w.v, w.S);
    double mean = 0;
    for (int k = 0; k < count; k++) mean += w.S[at(k, k, stride)] / count;
    for (int k = 0; k < count && attempt > 0; k++) w.S[at(k, k, stride)] += kJitterLadder[attempt - 1] * mean;
    for (int k = count; k < w.width; k++) w.S[at(k, k, stride)] = 1;
    if (factor(w.S, w.M, count, 1, 1) < 0) return true;
  }
  return false;
}

/** @returns false when memory runs out */
bool leave_out_fold(const double* U, int n, const Fold& fold) {
  const ScratchScope scope;
  FoldWorkspace w;
  if (fold.count == 0) return true;
  if (!take_fold(n, fold.count, w)) return false;
  solve_fold(U, n, fold, w);
  const bool sound = factor_fold(n, fold.count, w);
  const ptrdiff_t stride = panel_stride(w.width);
  for (int j = 0; j < fold.count; j += kWidth) {
    Vec mean = {}, variance = {};
    for (int i = j; i < w.width; i++) {
      const Vec m = load(w.M + at(i, j, stride));
      mean -= w.S[at(i, w.width, stride)] * m;
      variance += m * m;
    }
    for (int lane = 0; lane < kWidth && j + lane < fold.count; lane++) {
      fold.mean[w.order[j + lane]] = sound ? mean[lane] : NAN;
      fold.variance[w.order[j + lane]] = sound ? variance[lane] : NAN;
    }
  }
  return true;
}

/** Whether the rest of a step is folds of m rows of n, in each every row at most once. */
bool are_folds(const LeaveOut& step, int* last) {
  const int folds = step.folds;
  if (step.rest_length != static_cast<size_t>(folds) + static_cast<size_t>(step.m)) return false;
  for (int i = 0; i < step.n; i++) last[i] = -1;
  int from = 0;
  for (int fold = 0; fold < folds; fold++) {
    const int count = step.rest[fold];
    if (count < 0 || count > step.m - from) return false;
    for (int k = 0; k < count; k++) {
      const int row = step.rest[folds + from + k];
      if (row < 0 || row >= step.n || last[row] == fold) return false;
      last[row] = fold;
    }
    from += count;
  }
  return from == step.m;
}

}  // namespace

Status leave_out(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                 int threads) {
  Opened<LeaveOut> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int n = call.n;
  const ScratchScope scope;
  int* const last = reinterpret_cast<int*>(scratch_take(times(n, 1)));
  int* const starts = reinterpret_cast<int*>(scratch_take(times(call.folds, 1)));
  if (last == nullptr || starts == nullptr) return kOutOfMemory;
  if (!are_folds(call, last)) return kBadDims;
  for (int fold = 0, from = 0; fold < call.folds; from += call.rest[fold++]) starts[fold] = from;
  const LaidOutFactor factor = lay_out_factor(call.in[call.kL], 0, n, Besides::kNothing, threads);
  if (factor.U == nullptr) return kOutOfMemory;
  bool ok = true;
  parallel(call.folds, threads, [&](int fold) {
    const int from = starts[fold];
    const Fold own = {call.rest + call.folds + from, call.rest[fold], call.in[call.kResiduals].data + times(fold, n),
                      call.out[call.kMean].data + from, call.out[call.kVariance].data + from};
    if (!leave_out_fold(factor.U, n, own)) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
