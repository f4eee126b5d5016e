/** exchange: coordinate exchange of many designs at once, one chain per vector lane. */
#pragma GCC optimize("fp-contract=off")  // every product is rounded, as in TypeScript, so that both give the same design

#include <math.h>

#include "exchange_row.h"
#include "ops.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr double kRidge = 1e-3;
constexpr double kPivot = 1e-9;
constexpr int kRefresh = 10;
constexpr double kTie = 1e-9;

Vec* take_vectors(size_t count) { return reinterpret_cast<Vec*>(scratch_take(count * kWidth)); }

/** Buffers of the inversion from scratch. */
struct Inverter {
  Vec* M;  ///< [p, p]
  Vec* t;  ///< [p]
  Vec* T;  ///< [p, p], linear criteria only
};

/** M = M0 + Σ f f' + ridge·I, lower triangle. */
void assemble(const RowLanes& lanes, Vec ridge, Vec* M) {
  const ExchangePlan& plan = *lanes.plan;
  const int p = plan.p;
  for (int i = 0; i < p; i++) {
    Vec* const row = M + static_cast<ptrdiff_t>(i) * p;
    const double* const fixed = lanes.in->fixed + static_cast<ptrdiff_t>(i) * p;
    for (int k = 0; k <= i; k++) row[k] = splat(fixed[k]);
    row[i] += ridge;
  }
  for (int r = 0; r < plan.n; r++) {
    model_row(plan, lanes.x + static_cast<ptrdiff_t>(r) * plan.d, lanes.f);
    for (int i = 0; i < p; i++) {
      Vec* const row = M + static_cast<ptrdiff_t>(i) * p;
      const Vec fi = lanes.f[i];
      for (int k = 0; k <= i; k++) row[k] += fi * lanes.f[k];
    }
  }
}

/** One step of the sweep operator on a lower triangle; after all p steps it holds −M⁻¹. */
void sweep(Vec* M, Vec* t, int p, int q, Vec pivot) {
  const Vec inverse = 1.0 / pivot;
  for (int i = 0; i < p; i++) t[i] = i < q ? M[static_cast<ptrdiff_t>(q) * p + i] : M[static_cast<ptrdiff_t>(i) * p + q];
  for (int i = 0; i < p; i++) {
    Vec* const row = M + static_cast<ptrdiff_t>(i) * p;
    const Vec scaled = t[i] * inverse;
    for (int k = 0; k <= i; k++) row[k] -= scaled * t[k];
  }
  for (int i = 0; i < p; i++) M[i < q ? static_cast<ptrdiff_t>(q) * p + i : static_cast<ptrdiff_t>(i) * p + q] = t[i] * inverse;
  M[static_cast<ptrdiff_t>(q) * p + q] = -inverse;
}

/** T = C·W and B = T·C in the lanes of `mask`; returns trace(W·C). */
Vec sandwich(const RowLanes& lanes, Vec* T, IntVec mask) {
  const int p = lanes.plan->p;
  const Vec* const C = lanes.C;
  const double* const W = lanes.in->weights;
  Vec trace = {};
  for (int i = 0; i < p; i++) {
    for (int k = 0; k < p; k++) {
      Vec total = {};
      for (int q = 0; q < p; q++) {
        const Vec c = q <= i ? C[static_cast<ptrdiff_t>(i) * p + q] : C[static_cast<ptrdiff_t>(q) * p + i];
        total += c * W[static_cast<ptrdiff_t>(q) * p + k];
      }
      T[static_cast<ptrdiff_t>(i) * p + k] = total;
    }
    trace += T[static_cast<ptrdiff_t>(i) * p + i];
  }
  for (int i = 0; i < p; i++) {
    for (int k = 0; k <= i; k++) {
      Vec total = {};
      for (int q = 0; q < p; q++) {
        const Vec c = q <= k ? C[static_cast<ptrdiff_t>(k) * p + q] : C[static_cast<ptrdiff_t>(q) * p + k];
        total += T[static_cast<ptrdiff_t>(i) * p + q] * c;
      }
      Vec& entry = lanes.B[static_cast<ptrdiff_t>(i) * p + k];
      entry = select(mask, total, entry);
    }
  }
  return trace;
}

/** Inverts M from scratch in the lanes of `mask`; `log_det` of those lanes is NaN where a pivot vanishes. */
void invert(RowLanes& lanes, const Inverter& buffers, IntVec mask, Vec ridge, double* log_det) {
  const ExchangePlan& plan = *lanes.plan;
  const int p = plan.p;
  Vec* const M = buffers.M;
  assemble(lanes, ridge, M);
  IntVec sound = mask;
  double logs[kWidth] = {};
  for (int q = 0; q < p; q++) {
    const Vec pivot = M[static_cast<ptrdiff_t>(q) * p + q];
    sound &= pivot > splat(kPivot * plan.n);
    for (int lane = 0; lane < kWidth; lane++) {
      if (sound[lane]) logs[lane] += log(pivot[lane]);
    }
    sweep(M, buffers.t, p, q, select(sound, pivot, splat(1)));
  }
  for (int i = 0; i < p; i++) {
    for (int k = 0; k <= i; k++) {
      const ptrdiff_t at = static_cast<ptrdiff_t>(i) * p + k;
      lanes.C[at] = select(sound, -M[at], lanes.C[at]);
    }
  }
  if (plan.linear) lanes.trace = select(sound, sandwich(lanes, buffers.T, sound), lanes.trace);
  lanes.ratio = select(mask, splat(1), lanes.ratio);
  for (int lane = 0; lane < kWidth; lane++) {
    if (mask[lane]) log_det[lane] = sound[lane] ? logs[lane] : NAN;
  }
}

/** Where a lane stands between two passes. */
struct Lane {
  enum Wish { kNone, kPlain, kRidged };  ///< inversion wanted before the next pass
  int chain = -1;                        ///< −1: nothing left to do
  bool waiting = false;                  ///< its search has ended; the next one is not begun
  int round = 0, pass = 0, fresh = 0;
  bool ridged = true;
  Wish wish = kNone;
  double value = 0;      ///< of the search under way
  double best = NAN;     ///< of the chain
  double passes = 0;
  ChainRandom random = {};
};

/** Chains first … last − 1, as many at a time as there are lanes. */
class LaneGroup {
 public:
  LaneGroup(const ExchangePlan& plan, const ExchangeInputs& in, const Opened<Exchange>& call)
      : plan_(plan),
        in_(in),
        values_(call.out[call.kValue].data),
        designs_(call.out[call.kDesigns].data),
        passes_(call.out[call.kPasses].data) {}

  bool take_memory() {
    const size_t p = plan_.p, n = plan_.n, d = plan_.d, bases = plan_.max_bases;
    const size_t square = p * p;
    const size_t total = n * d + (plan_.linear ? 4 : 2) * square + 11 * p + plan_.max_size + 6 * bases + 2 * bases * bases +
                         static_cast<size_t>(plan_.constraints);
    Vec* memory = take_vectors(total);
    if (memory == nullptr) return false;
    for (size_t i = 0; i < total; i++) memory[i] = Vec{};
    const auto take = [&memory](size_t count) {
      Vec* const at = memory;
      memory += count;
      return at;
    };
    lanes_.plan = &plan_;
    lanes_.in = &in_;
    lanes_.x = take(n * d);
    lanes_.C = take(square);
    buffers_.M = take(square);
    lanes_.B = plan_.linear ? take(square) : nullptr;
    buffers_.T = plan_.linear ? take(square) : nullptr;
    Vec** const vectors[] = {&lanes_.f, &lanes_.g, &lanes_.u, &lanes_.v, &lanes_.s, &lanes_.w,
                             &lanes_.a, &lanes_.b, &lanes_.y, &lanes_.z, &buffers_.t};
    for (Vec** vector : vectors) *vector = take(p);
    lanes_.rest = take(plan_.max_size);
    Vec** const small[] = {&lanes_.lu, &lanes_.lv, &lanes_.ls, &lanes_.lw, &lanes_.now, &lanes_.tau};
    for (Vec** vector : small) *vector = take(bases);
    lanes_.lCl = take(bases * bases);
    lanes_.lBl = take(bases * bases);
    lanes_.slack = take(static_cast<size_t>(plan_.constraints));
    lanes_.trace = lanes_.ratio = Vec{};
    return true;
  }

  void run(int first, int last) {
    next_ = first;
    last_ = last;
    for (int k = 0; k < kWidth; k++) begin_chain(k);
    start_waiting(true);
    while (running_ > 0) {
      invert_wished();
      const IntVec moved = pass();
      for (int k = 0; k < kWidth; k++) {
        if (lane_[k].chain >= 0 && !lane_[k].waiting) after_pass(k, moved[k] != 0);
      }
      start_waiting(false);
    }
  }

 private:
  IntVec pass() {
    IntVec moved = {};
    for (int i = 0; i < plan_.n; i++) moved |= plan_.linear ? visit_row<true>(lanes_, i) : visit_row<false>(lanes_, i);
    return moved;
  }

  void begin_chain(int k) {
    Lane& lane = lane_[k];
    lane.chain = next_ < last_ ? next_++ : -1;
    lane.waiting = lane.chain >= 0;
    lane.round = 0;
    lane.best = NAN;
    lane.passes = 0;
    if (lane.chain >= 0) lane.random.seed(plan_.seed_low, plan_.seed_high, static_cast<uint32_t>(plan_.first_chain + lane.chain));
  }

  /** Ends of searches are inverted together: waits until half of the lanes wait, or none runs. */
  void start_waiting(bool at_once) {
    int waiting = 0, running = 0;
    for (const Lane& lane : lane_) {
      if (lane.chain < 0) continue;
      (lane.waiting ? waiting : running)++;
    }
    if (at_once || running == 0 || 2 * waiting >= kWidth) {
      for (int k = 0; k < kWidth; k++) {
        if (lane_[k].chain >= 0 && lane_[k].waiting) start(k);
      }
      running += waiting;
    }
    running_ = running;
  }

  /** First design of the next search of lane k. */
  void start(int k) {
    Lane& lane = lane_[k];
    const int n = plan_.n, d = plan_.d;
    const size_t size = static_cast<size_t>(n) * d;
    if (lane.round == 0 && plan_.starts_given) {
      copy_in(k, in_.starts + lane.chain * size);
    } else if (lane.best != lane.best) {
      for (int i = 0; i < n; i++) random_row(k, i);
    } else {
      copy_in(k, designs_ + lane.chain * size);
      const int count = 1 + lane.random.below(plan_.perturb);
      for (int q = 0; q < count; q++) random_row(k, lane.random.below(n));
    }
    lane.waiting = false;
    lane.pass = 0;
    lane.fresh = 0;
    lane.ridged = true;
    lane.wish = Lane::kRidged;
  }

  void copy_in(int k, const double* design) {
    for (int i = 0; i < plan_.n * plan_.d; i++) lanes_.x[i][k] = design[i];
  }

  void random_row(int k, int i) {
    Vec* const row = lanes_.x + static_cast<ptrdiff_t>(i) * plan_.d;
    ChainRandom& random = lane_[k].random;
    if (plan_.pool > 0) {
      const double* const point = in_.pool + static_cast<size_t>(random.below(plan_.pool)) * plan_.d;
      for (int j = 0; j < plan_.d; j++) row[j][k] = point[j];
      return;
    }
    for (int j = 0; j < plan_.d; j++) {
      const ExchangeFactor& factor = plan_.factors[j];
      row[j][k] = in_.levels[factor.level_offset + random.below(factor.level_count)];
    }
  }

  /** Inversions that lanes have requested; one that fails without a ridge is repeated with it, or ends the search. */
  void invert_wished() {
    for (int attempt = 0; attempt < 2; attempt++) {
      IntVec mask = {};
      Vec ridge = {};
      for (int k = 0; k < kWidth; k++) {
        if (lane_[k].chain < 0 || lane_[k].wish == Lane::kNone) continue;
        mask[k] = -1;
        if (lane_[k].wish == Lane::kRidged) ridge[k] = kRidge * plan_.n;
      }
      if (!any(mask)) return;
      double log_det[kWidth] = {};
      invert(lanes_, buffers_, mask, ridge, log_det);
      for (int k = 0; k < kWidth; k++) {
        Lane& lane = lane_[k];
        if (!mask[k]) continue;
        const bool plain = lane.wish == Lane::kPlain;
        lane.wish = Lane::kNone;
        lane.value = log_det[k];
        if (!plain) continue;
        lane.ridged = lane.value != lane.value;
        if (lane.ridged) lane.wish = Lane::kRidged;
      }
    }
  }

  void after_pass(int k, bool moved) {
    Lane& lane = lane_[k];
    lane.pass++;
    lane.value += log(lanes_.ratio[k]);
    lanes_.ratio[k] = 1;
    if (!lane.ridged && !moved) return finish(k, plan_.linear ? -lanes_.trace[k] : lane.value);
    lane.fresh++;
    const bool last = lane.pass >= plan_.max_passes;
    if (lane.ridged || lane.fresh >= kRefresh) {
      lane.fresh = 0;
      const bool was_ridged = lane.ridged;
      lane.wish = Lane::kPlain;
      if (!last && !(was_ridged && !moved)) return;
      invert_wished();
      if (lane.ridged && (last || !moved)) return finish(k, NAN);
    }
    if (last) finish(k, lane.ridged ? NAN : plan_.linear ? -lanes_.trace[k] : lane.value);
  }

  void finish(int k, double value) {
    Lane& lane = lane_[k];
    lane.wish = Lane::kNone;
    lane.passes += lane.pass;
    if (value > lane.best + kTie * fmax(1, fabs(lane.best)) || lane.best != lane.best) {
      lane.best = value;
      double* const best = designs_ + static_cast<size_t>(lane.chain) * plan_.n * plan_.d;
      for (int i = 0; i < plan_.n * plan_.d; i++) best[i] = lanes_.x[i][k];
    }
    lane.round++;
    if (lane.round < plan_.rounds) {
      lane.waiting = true;
      return;
    }
    values_[lane.chain] = lane.best;
    passes_[lane.chain] = lane.passes;
    begin_chain(k);
  }

  const ExchangePlan& plan_;
  const ExchangeInputs& in_;
  double* const values_;
  double* const designs_;
  double* const passes_;
  RowLanes lanes_ = {};
  Inverter buffers_ = {};
  Lane lane_[kWidth];
  int next_ = 0, last_ = 0, running_ = 0;
};

}  // namespace

Status exchange(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                int threads) {
  Opened<Exchange> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  ExchangePlan plan;
  if (!exchange_take_sizes(call, plan)) return kBadDims;
  const size_t ints = exchange_measure(call.rest, call.rest_length, plan);
  if (ints == 0) return kBadDims;
  const ScratchScope scope;
  int* const memory = reinterpret_cast<int*>(scratch_take(ints / 2 + 1));
  auto* const factors = reinterpret_cast<ExchangeFactor*>(scratch_take(plan.d * (sizeof(ExchangeFactor) / 8 + 1)));
  if (memory == nullptr || factors == nullptr) return kOutOfMemory;
  exchange_build(call.rest, plan, factors, memory);
  if (call.in[call.kLevels].length < static_cast<size_t>(plan.level_total)) return kBadInputLength;
  const ExchangeInputs data = {call.in[call.kLevels].data,  call.in[call.kM0].data,    call.in[call.kW].data,
                               call.in[call.kNormals].data, call.in[call.kLimit].data, call.in[call.kBoxes].data,
                               call.in[call.kPoints].data,  call.in[call.kStarts].data};

  const int per_thread = (plan.chains + threads - 1) / threads;
  const int block = per_thread > kWidth ? per_thread : kWidth;
  const int blocks = (plan.chains + block - 1) / block;
  bool ok = true;
  parallel(blocks, threads, [&](int i) {
    const ScratchScope own;
    LaneGroup group(plan, data, call);
    if (!group.take_memory()) return __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
    const int last = (i + 1) * block;
    group.run(i * block, last < plan.chains ? last : plan.chains);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
