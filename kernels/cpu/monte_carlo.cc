/**
 * Samples f_s = mean + L z_s, and of them, with u = sign·(f − best):
 *
 *   log-qEI  log mean_s exp(m_s), m_s the fat-tailed maximum over j of v_j = log(τ·(softplus(u_j/τ) + 0.1/(1 + (u_j/τ)²))):
 *            M + τ_max·log Σ_j p((M − v_j)/τ_max), M = max v, p(x) = 2/(2 + 2x + x²)      Ament et al. 2023, arXiv:2310.20708
 *   qEI      mean_s max(max_j u_j, 0)
 *   qUCB     mean_s max_j (c_j + √(βπ/2)·|sign·f_j − c_j|)                                Wilson et al. 2017, arXiv:1712.00424
 *   qPI      mean_s sigmoid(max_j u_j/τ)
 *   simple regret  mean_s max_j sign·f_j
 *
 * Vectors run over the samples. Lanes past the last sample carry copies of ordinary numbers and get weight 0.
 */
#include "monte_carlo.h"

namespace athanor::ATHANOR_ISA {
namespace {

/** Arrays [q, stride] or [stride] inside the scratch of one group. */
struct Group {
  double* f;        // samples, times sign; later dvalue_s/df
  double* v;        // what the maximum is taken of; log-qEI: v_j
  double* maximum;  // [stride] what is averaged
  double* centre;   // [q] c_j
};

Group group_of(const MonteCarlo& mc, double* scratch) {
  const size_t size = static_cast<size_t>(mc.q) * mc.stride;
  return {scratch, scratch + size, scratch + 2 * size, scratch + 2 * size + mc.stride};
}

/** Points from this one on are drawn with the group. */
static inline int first_drawn(const MonteCarlo& mc) { return mc.known != nullptr ? mc.pending : 0; }

static inline Vec lane_mask(int s, int samples, Vec x) { return s + kWidth <= samples ? x : select(lanes_from(s) < samples, x, Vec{}); }

/** f_j = sign·(mean_j + Σ_k L[j, k]·z_k) for points from … to − 1. */
void draw(const MonteCarlo& mc, const double* mean, const double* L, int ld, int from, int to, const Group& g) {
  for (int j = from; j < to; j++) {
    double* const row = g.f + static_cast<size_t>(j) * mc.stride;
    for (int s = 0; s < mc.samples; s += kWidth) {
      Vec f = splat(mean[j]);
      for (int k = 0; k <= j; k++) f += L[j * ld + k] * load(mc.ZT + static_cast<size_t>(k) * mc.stride + s);
      store(row + s, mc.sign * f);
    }
  }
}

/** Whether a lane of the mask is set. */
static inline bool any(IntVec mask) {
  int64_t set = 0;
  for (int i = 0; i < kWidth; i++) set |= mask[i];
  return set != 0;
}

/** Beyond this e^−|x| is below the rounding of everything it is added to. */
constexpr double kFar = 60;

/** v = log(τ·(softplus(x) + 0.1/(1 + x²))) at x = (f − f*)/τ; with kSlope f becomes dv/df. Most x are far from 0, where softplus is max(x, 0). */
template <bool kSlope>
static inline Vec smooth_log_improvement(Vec& f, double best, double inverse_tau, double log_tau) {
  const Vec x = (f - best) * inverse_tau;
  const Vec cauchy = 1.0 / (1.0 + x * x);
  Vec soft = vmax(x, Vec{}) + 0.1 * cauchy;
  Vec sigmoid = select(x > 0.0, splat(1), Vec{});
  if (any(vabs(x) < kFar)) {
    const Vec e = vexp(-vabs(x));
    soft += vlog1p(e);
    sigmoid = select(x > 0.0, splat(1), e) / (1.0 + e);
  }
  if (kSlope) f = (sigmoid - 0.2 * x * cauchy * cauchy) * inverse_tau / soft;
  return vlog(soft) + log_tau;
}

/** v of points from … to − 1; with kSlope f becomes dv/df. */
template <bool kSlope>
void log_improvements(const MonteCarlo& mc, const Group& g, int from, int to) {
  const double best = mc.sign * mc.best;
  const double inverse_tau = 1 / mc.tau;
  const double log_tau = log(mc.tau);
  for (size_t at = static_cast<size_t>(from) * mc.stride; at < static_cast<size_t>(to) * mc.stride; at += kWidth) {
    Vec f = load(g.f + at);
    store(g.v + at, smooth_log_improvement<kSlope>(f, best, inverse_tau, log_tau));
    if (kSlope) store(g.f + at, f);
  }
}

/** Value from v of all points; with kSlope leaves in f of those that move the derivative of the value with respect to sign·f. */
template <bool kSlope>
double log_expected_improvement(const MonteCarlo& mc, const Group& g) {
  const double inverse_max = 1 / mc.tau_max;
  const int from = first_drawn(mc);
  log_improvements<kSlope>(mc, g, from, mc.q);
  for (int s = 0; s < mc.samples; s += kWidth) {
    const auto row = [&](int j) { return (j < from ? mc.known : g.v) + static_cast<size_t>(j) * mc.stride + s; };
    Vec largest = load(row(0));
    for (int j = 1; j < mc.q; j++) largest = vmax(load(row(j)), largest);
    store(g.maximum + s, largest);
    if (mc.q == 1) continue;
    Vec total = {};
    Vec steep = {};  // Σ p²·(1 + x) over all j
    for (int j = 0; j < mc.q; j++) {
      const Vec x = (largest - load(row(j))) * inverse_max;
      const Vec p = 2.0 / (2.0 + x * (2.0 + x));
      total += p;
      if (!kSlope) continue;
      const Vec own = p * p * (1.0 + x);
      steep += own;
      if (j >= mc.pending) store(g.v + static_cast<size_t>(j) * mc.stride + s, select(x == 0.0, splat(-1), own));
    }
    store(g.maximum + s, largest + mc.tau_max * vlog(total));
    const Vec inverse_total = 1.0 / total;
    for (int j = mc.pending; kSlope && j < mc.q; j++) {
      const size_t at = static_cast<size_t>(j) * mc.stride + s;
      const Vec own = load(g.v + at);  // positive, or −1 to say that j is the largest
      // the largest moves M itself: 1 − Σ_{others}; every other j: its own weight
      const Vec weight = select(own < 0.0, total - (steep - 1.0), own) * inverse_total;
      store(g.f + at, load(g.f + at) * weight);
    }
  }
  double peak = -HUGE_VAL;
  for (int s = 0; s < mc.samples; s++) peak = g.maximum[s] > peak ? g.maximum[s] : peak;
  Vec total = {};
  for (int s = 0; s < mc.samples; s += kWidth) {
    const Vec w = lane_mask(s, mc.samples, vexp(load(g.maximum + s) - peak));
    store(g.maximum + s, w);
    total += w;
  }
  const double mass = sum(total);
  for (int j = mc.pending; kSlope && j < mc.q; j++) {
    double* const row = g.f + static_cast<size_t>(j) * mc.stride;
    for (int s = 0; s < mc.samples; s += kWidth) store(row + s, load(row + s) * (load(g.maximum + s) * (1 / mass)));
  }
  return peak + log(mass / mc.samples);
}

/** Largest of row(j) over all points, and which point has it (the first of equals). */
template <class Row>
static inline Vec largest_of(int q, Row row, Vec& winner) {
  Vec largest = splat(-HUGE_VAL);
  winner = splat(-1);
  for (int j = 0; j < q; j++) {
    const Vec value = load(row(j));
    winner = select(value > largest, splat(j), winner);
    largest = vmax(value, largest);
  }
  return largest;
}

/** mean_s φ(max_j sign·f_j); the derivative goes to the first j that is largest. */
template <class Outer>
double of_maximum(const MonteCarlo& mc, const Group& g, Outer outer) {
  const double share = 1.0 / mc.samples;
  const int from = first_drawn(mc);
  Vec total = {};
  for (int s = 0; s < mc.samples; s += kWidth) {
    Vec winner;
    const Vec largest = largest_of(mc.q, [&](int j) { return (j < from ? mc.known : g.f) + static_cast<size_t>(j) * mc.stride + s; }, winner);
    Vec slope;
    total += lane_mask(s, mc.samples, outer(largest, slope));
    slope = lane_mask(s, mc.samples, share * slope);
    for (int j = mc.pending; j < mc.q; j++) {
      store(g.f + static_cast<size_t>(j) * mc.stride + s, select(winner == splat(j), slope, Vec{}));
    }
  }
  return sum(total) * share;
}

/** v = c_j + √(βπ/2)·|sign·f_j − c_j| for points from … to − 1, with their centres. */
void reflections(const MonteCarlo& mc, const Group& g, const double* mean, int from, int to) {
  const double share = 1.0 / mc.samples;
  const double factor = sqrt(mc.beta * M_PI_2);
  for (int j = from; j < to; j++) {
    const double* const f = g.f + static_cast<size_t>(j) * mc.stride;
    double* const v = g.v + static_cast<size_t>(j) * mc.stride;
    Vec total = {};
    for (int s = 0; s < mc.samples && !mc.centre_on_mean; s += kWidth) total += lane_mask(s, mc.samples, load(f + s));
    g.centre[j] = mc.centre_on_mean ? mc.sign * mean[j] : sum(total) * share;
    for (int s = 0; s < mc.samples; s += kWidth) store(v + s, g.centre[j] + factor * vabs(load(f + s) - g.centre[j]));
  }
}

double upper_confidence_bound(const MonteCarlo& mc, const Group& g, const double* mean, double* g_mean) {
  const double share = 1.0 / mc.samples;
  const double factor = sqrt(mc.beta * M_PI_2);
  const int from = first_drawn(mc);
  reflections(mc, g, mean, from, mc.q);
  Vec total = {};
  for (int s = 0; s < mc.samples; s += kWidth) {
    Vec winner;
    const Vec largest = largest_of(mc.q, [&](int j) { return (j < from ? mc.known : g.v) + static_cast<size_t>(j) * mc.stride + s; }, winner);
    total += lane_mask(s, mc.samples, largest);
    store(g.maximum + s, winner);
  }
  for (int j = mc.pending; g_mean != nullptr && j < mc.q; j++) {
    Vec to_centre = {};
    double* const row = g.f + static_cast<size_t>(j) * mc.stride;
    for (int s = 0; s < mc.samples; s += kWidth) {
      const Vec offset = load(row + s) - g.centre[j];
      const Vec side = select(offset > 0.0, splat(factor * share), select(offset < 0.0, splat(-factor * share), Vec{}));
      const IntVec won = load(g.maximum + s) == splat(j);
      const Vec slope = lane_mask(s, mc.samples, select(won, side, Vec{}));
      to_centre += lane_mask(s, mc.samples, select(won, splat(share), Vec{})) - slope;
      store(row + s, slope);
    }
    const double weight = sum(to_centre);
    if (mc.centre_on_mean) {
      g_mean[j] += mc.sign * weight;
    } else {
      for (int s = 0; s < mc.samples; s += kWidth) store(row + s, load(row + s) + lane_mask(s, mc.samples, splat(weight * share)));
    }
  }
  return sum(total) * share;
}

double evaluate(const MonteCarlo& mc, const Group& g, const double* mean, double* g_mean) {
  const double best = mc.sign * mc.best;
  switch (mc.kind) {
    case kLogEi:
      return g_mean == nullptr ? log_expected_improvement<false>(mc, g) : log_expected_improvement<true>(mc, g);
    case kEi:
      return of_maximum(mc, g, [&](Vec f, Vec& slope) {
        slope = select(f > best, splat(1), Vec{});
        return vmax(f - best, Vec{});
      });
    case kUcb:
      return upper_confidence_bound(mc, g, mean, g_mean);
    case kPi:
      return of_maximum(mc, g, [&](Vec f, Vec& slope) {
        const Vec x = (f - best) / mc.tau;
        const Vec e = vexp(-vabs(x));
        const Vec small = e / (1.0 + e);
        const Vec value = select(x > 0.0, 1.0 / (1.0 + e), small);
        slope = small / (1.0 + e) / mc.tau;
        return value;
      });
    default:
      return of_maximum(mc, g, [](Vec f, Vec& slope) {
        slope = splat(1);
        return f;
      });
  }
}

}  // namespace

size_t monte_carlo_scratch(const MonteCarlo& mc) { return static_cast<size_t>(2 * mc.q + 1) * mc.stride + mc.q; }

void pending_numbers(const MonteCarlo& mc, const double* mean, const double* L, int ld, double* scratch, double* numbers) {
  const Group g = group_of(mc, scratch);
  draw(mc, mean, L, ld, 0, mc.pending, g);
  if (mc.kind == kLogEi) log_improvements<false>(mc, g, 0, mc.pending);
  if (mc.kind == kUcb) reflections(mc, g, mean, 0, mc.pending);
  const double* const from = mc.kind == kLogEi || mc.kind == kUcb ? g.v : g.f;
  memcpy(numbers, from, sizeof(double) * mc.pending * mc.stride);
}

double monte_carlo(const MonteCarlo& mc, const double* mean, const double* L, double* scratch, double* g_mean, double* g_L) {
  const Group g = group_of(mc, scratch);
  draw(mc, mean, L, mc.q, first_drawn(mc), mc.q, g);
  if (g_mean != nullptr) {
    for (int j = 0; j < mc.q; j++) g_mean[j] = 0;
    for (int i = 0; i < mc.q * mc.q; i++) g_L[i] = 0;
  }
  const double value = evaluate(mc, g, mean, g_mean);
  for (int j = mc.pending; g_mean != nullptr && j < mc.q; j++) {
    const double* const row = g.f + static_cast<size_t>(j) * mc.stride;
    Vec total = {};
    for (int s = 0; s < mc.samples; s += kWidth) total += load(row + s);
    g_mean[j] += mc.sign * sum(total);
    for (int k = 0; k <= j; k++) {
      Vec own = {};
      for (int s = 0; s < mc.samples; s += kWidth) own += load(row + s) * load(mc.ZT + static_cast<size_t>(k) * mc.stride + s);
      g_L[j * mc.q + k] = mc.sign * sum(own);
    }
  }
  return value;
}

}  // namespace athanor::ATHANOR_ISA
