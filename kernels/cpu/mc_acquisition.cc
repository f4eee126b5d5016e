/** mc_acquisition: Monte-Carlo acquisition of groups of points with its gradient, from joint posterior to points in one pass. */
#include "joint.h"
#include "monte_carlo.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** Factors rows from … to − 1 of cov + jitter·I into L [q, q], the rows before being there. @returns whether every pivot passed */
bool factor_rows(const double* cov, int q, double jitter, int from, int to, double* L) {
  const double tolerance = q * 0x1p-52;
  for (int i = from; i < to; i++) {
    for (int j = 0; j <= i; j++) {
      double value = cov[times(i, q) + j] + (i == j ? jitter : 0);
      const double least = tolerance * value;
      for (int k = 0; k < j; k++) value -= L[times(i, q) + k] * L[times(j, q) + k];
      if (i != j) {
        L[times(i, q) + j] = value / L[times(j, q) + j];
        continue;
      }
      if (!(value > least)) return false;
      L[times(i, q) + i] = sqrt(value);
    }
    for (int j = i + 1; j < q; j++) L[times(i, q) + j] = 0;
  }
  return true;
}

/** Lower factor of a small matrix with the jitter ladder, its first `known` rows being in L. @returns the relative jitter, −1 when none does */
double factor_joint(const double* cov, int q, int known, double* L) {
  if (factor_rows(cov, q, 0, known, q, L)) return 0;
  double mean = 0;
  for (int i = 0; i < q; i++) mean += cov[times(i, q) + i] / q;
  for (const double relative : kJitterLadder) {
    if (factor_rows(cov, q, relative * mean, 0, q, L)) return relative;
  }
  return -1;
}

/**
 * g_cov ← cotangent of A for the cotangent g_L of its lower factor: L⁻ᵀ Φ(Lᵀ g_L) L⁻¹, Φ the lower triangle with half the diagonal.
 * Only its sum with its transpose has a meaning. Source: Murray 2016, arXiv:1602.07527.
 */
void factor_pullback(const double* L, const double* g_L, int q, double* g_cov) {
  for (int i = 0; i < q; i++) {
    for (int j = 0; j < q; j++) {
      double total = 0;
      for (int k = i; j <= i && k < q; k++) total += L[times(k, q) + i] * g_L[times(k, q) + j];
      g_cov[times(i, q) + j] = i == j ? 0.5 * total : total;
    }
  }
  for (int i = q - 1; i >= 0; i--) {
    for (int k = i + 1; k < q; k++) {
      for (int j = 0; j < q; j++) g_cov[times(i, q) + j] -= L[times(k, q) + i] * g_cov[times(k, q) + j];
    }
    for (int j = 0; j < q; j++) g_cov[times(i, q) + j] /= L[times(i, q) + i];
  }
  for (int i = 0; i < q; i++) {
    for (int j = q - 1; j >= 0; j--) {
      double total = g_cov[times(i, q) + j];
      for (int k = j + 1; k < q; k++) total -= g_cov[times(i, q) + k] * L[times(k, q) + j];
      g_cov[times(i, q) + j] = total / L[times(j, q) + j];
    }
  }
}

/** The buffers of the call. */
struct Call {
  const double* Xs;
  double* value;
  double* gradient;  // null: values only
  double* status;
  int q;                // own points of a group
  KnownPoints pending;  // those in front of them
  const double* L;      // [total, total] the factor's rows of the pending points, or null where they need jitter
};

/** What samples of the pending points have in common for all groups, where they need no jitter: the factor's rows and mc.known. */
bool prepare_pending(const PosteriorModel& model, const double* X, bool with_gradient, MonteCarlo& mc, Call& call) {
  const int pending = mc.pending, total = mc.q;
  if (!prepare_known(model, X, pending, with_gradient, call.pending)) return false;
  if (pending == 0) return true;
  double* const cov = scratch_take(times(total, total));
  double* const L = scratch_take(times(total, total));
  double* const numbers = scratch_take(times(pending, mc.stride));
  double* const samples = scratch_take(monte_carlo_scratch(mc));
  if (!cov || !L || !numbers || !samples) return false;
  for (int p = 0; p < pending; p++) memcpy(cov + times(p, total), call.pending.cov + times(p, pending), sizeof(double) * pending);
  if (!factor_rows(cov, total, 0, 0, pending, L)) return true;
  call.L = L;
  pending_numbers(mc, call.pending.mean, L, total, samples, numbers);
  mc.known = numbers;
  return true;
}

/** What `prepare_pending` made for the last call with pending points, kept by each thread: a climb asks for the same ones round after round. */
class KeptPending {
 public:
  ~KeptPending() { free_aligned(data_); }

  /** Gives the call what was kept where it asks for the same: groups may be others and of another number, and slopes may be wanted no longer. */
  bool restore(const Opened<McAcquisition>& step, MonteCarlo& mc, Call& call) const {
    int64_t key[kLongestKey];
    const size_t length = key_of(step, key);
    if (length == 0 || length != length_ || memcmp(key, key_, sizeof(int64_t) * length) != 0) return false;
    if (call.gradient != nullptr && pending_.Y == nullptr) return false;
    call.pending = pending_;
    call.L = L_;
    mc.known = numbers_;
    return true;
  }

  /** Copies what was made for the call. Nothing is kept where an input has no stamp, or memory runs out. */
  void keep(const Opened<McAcquisition>& step, const MonteCarlo& mc, const Call& call) {
    free_aligned(data_);
    data_ = nullptr;
    length_ = 0;
    const KnownPoints& from = call.pending;
    const size_t panel = panel_length(padded(step.n), from.count);
    const size_t sizes[] = {times(step.d, from.ldm) + kTile, panel, panel, times(from.count, 1), times(from.count, from.count), times(mc.q, mc.q),
                            times(from.count, mc.stride)};
    const double* const made[] = {from.MT, from.V, from.Y, from.mean, from.cov, call.L, mc.known};
    const double** const kept[] = {&pending_.MT, &pending_.V, &pending_.Y, &pending_.mean, &pending_.cov, &L_, &numbers_};
    size_t total = 0;
    for (const size_t size : sizes) total += whole_line(size);
    const size_t length = key_of(step, key_);
    if (length == 0 || total > kMostNumbers) return;
    double* to = data_ = static_cast<double*>(allocate_aligned(64, sizeof(double) * total));
    if (to == nullptr) return;
    pending_ = from;
    for (int i = 0; i < 7; i++) {
      *kept[i] = made[i] == nullptr ? nullptr : to;
      if (made[i] != nullptr) memcpy(to, made[i], sizeof(double) * sizes[i]);
      to += whole_line(sizes[i]);
    }
    length_ = length;
  }

 private:
  static constexpr size_t kMostNumbers = size_t{1} << 17;  // 1 MiB
  static constexpr size_t kLongestKey = 128;

  static size_t whole_line(size_t length) { return (length + 7) / 8 * 8; }

  /** Sizes, covariance code and stamps, all but those of the groups. @returns its length; 0 where an input has no stamp or the code is long */
  static size_t key_of(const Opened<McAcquisition>& step, int64_t* key) {
    const int64_t sizes[] = {step.q, step.n, step.d, step.parameters, step.samples, step.kind, step.pending};
    size_t length = 0;
    for (const int64_t size : sizes) key[length++] = size;
    for (int i = 0; i < McAcquisition::kInputs; i++) {
      if (step.in[i].stamp == 0) return 0;
      if (i != McAcquisition::kXs) key[length++] = step.in[i].stamp;
    }
    if (step.rest_length > kLongestKey - length) return 0;
    for (size_t i = 0; i < step.rest_length; i++) key[length++] = step.rest[i];
    return length;
  }

  double* data_ = nullptr;
  KnownPoints pending_;
  const double* L_ = nullptr;
  const double* numbers_ = nullptr;
  size_t length_ = 0;  // of the key; 0: nothing is kept
  int64_t key_[kLongestKey] = {};
};

thread_local KeptPending kept_pending;

/** Groups [from, from + groups). @returns false when memory runs out */
bool evaluate_groups(const PosteriorModel& model, const MonteCarlo& mc, const Call& call, int from, int groups) {
  const ScratchScope scope;
  const int total = mc.q, pending = mc.pending;
  const int d = model.d;
  const bool with_gradient = call.gradient != nullptr;
  JointScratch s;
  double* const mean = scratch_take(times(groups, total));
  double* const cov = scratch_take(times(groups, total, total));
  double* const g_mean = scratch_take(times(groups, total));
  double* const g_cov = scratch_take(times(groups, total, total));
  double* const L = scratch_take(times(total, total));
  double* const g_L = scratch_take(times(total, total));
  double* const samples = scratch_take(monte_carlo_scratch(mc));
  if (!mean || !cov || !g_mean || !g_cov || !L || !g_L || !samples) return false;
  if (!take_joint_scratch(model, groups * call.q, with_gradient, s)) return false;
  if (!joint_posterior(model, s, call.pending, call.Xs + times(from, call.q, d), groups, call.q, mean, cov)) return false;
  MonteCarlo unshared = mc;
  unshared.known = nullptr;
  for (int g = 0; g < groups; g++) {
    if (call.L != nullptr) memcpy(L, call.L, sizeof(double) * times(pending, total));
    const double status = factor_joint(cov + times(g, total, total), total, call.L != nullptr ? pending : 0, L);
    call.status[from + g] = status;
    double* const own_mean = with_gradient ? g_mean + times(g, total) : nullptr;
    call.value[from + g] = monte_carlo(status == 0 ? mc : unshared, mean + times(g, total), L, samples, own_mean, g_L);
    if (status < 0) call.value[from + g] = NAN;
    if (with_gradient) factor_pullback(L, g_L, total, g_cov + times(g, total, total));
  }
  if (!with_gradient) return true;
  double* const out = call.gradient + times(from, call.q, d);
  if (!joint_gradient(model, s, call.pending, groups, call.q, g_mean, g_cov, out)) return false;
  for (int g = 0; g < groups; g++) {
    for (size_t i = 0; call.status[from + g] < 0 && i < times(call.q, d); i++) out[times(g, call.q, d) + i] = NAN;
  }
  return true;
}

/** Groups of one task: few enough that their covariances stay small. */
int groups_of_task(int q, int total) {
  const size_t most = (size_t{1} << 18) / times(total, total);
  const int usual = groups_per_task(q);
  return most < static_cast<size_t>(usual) ? static_cast<int>(most > 1 ? most : 1) : usual;
}

}  // namespace

Status mc_acquisition(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                      int threads) {
  Opened<McAcquisition> step = {};
  const Status opened = step.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int G = step.groups, q = step.q, n = step.n, d = step.d, P = step.parameters, S = step.samples, kind = step.kind;
  const int pending = step.pending;
  const bool with_gradient = step.with_gradient != 0;
  CovarianceCode code;
  if (P < 2 || !code.parse(step.rest, step.rest_length, d, P - 2)) return kBadDims;
  if (kind > kSimpleRegret || q < 1 || q > 4096 || pending > 4096 || S < 1) return kBadDims;
  const int total = q + pending;
  const double* const theta = step.in[step.kTheta].data;

  const ScratchScope scope;
  code.set_theta(theta);
  PosteriorModel model = {&code, n, d, step.in[step.kX].data, step.in[step.kAlpha].data, theta[P - 1], nullptr, nullptr};
  if (!load_posterior_model(step.in[step.kL], 0, true, with_gradient, G * q + pending, threads, model)) return kOutOfMemory;
  int stride = 0;
  const double* const ZT = take_transposed(step.in[step.kZ].data, S, total, stride);
  if (ZT == nullptr) return kOutOfMemory;
  const double* const p = step.in[step.kParams].data;
  MonteCarlo mc = {kind, total, pending, S, stride, ZT, p[0], p[1], p[2], p[3], p[4], p[5] == 1, nullptr};
  Call call = {step.in[step.kXs].data,
               step.out[step.kValue].data,
               with_gradient ? step.out[step.kGradient].data : nullptr,
               step.out[step.kStatus].data,
               q,
               {},
               nullptr};
  if (!kept_pending.restore(step, mc, call)) {
    if (!prepare_pending(model, step.in[step.kXpending].data, with_gradient, mc, call)) return kOutOfMemory;
    if (pending > 0) kept_pending.keep(step, mc, call);
  }
  const int per_task = groups_of_task(q, total);
  bool ok = true;
  parallel((G + per_task - 1) / per_task, threads, [&](int task) {
    const int from = task * per_task;
    const int groups = G - from < per_task ? G - from : per_task;
    if (!evaluate_groups(model, mc, call, from, groups)) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
  });
  return ok ? kOk : kOutOfMemory;
}

}  // namespace athanor::ATHANOR_ISA
