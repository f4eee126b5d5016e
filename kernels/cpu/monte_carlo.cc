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
  double* v;        // log-qEI: v_j
  double* maximum;  // [stride] what is averaged
  double* centre;   // [q] c_j
};

static inline Vec lane_mask(int s, int samples, Vec x) { return s + kWidth <= samples ? x : select(lanes_from(s) < samples, x, Vec{}); }

/** f_j = sign·(mean_j + Σ_k L[j, k]·z_k). */
void draw(const MonteCarlo& mc, const double* mean, const double* L, const Group& g) {
  for (int j = 0; j < mc.q; j++) {
    double* const row = g.f + static_cast<size_t>(j) * mc.stride;
    for (int s = 0; s < mc.samples; s += kWidth) {
      Vec f = splat(mean[j]);
      for (int k = 0; k <= j; k++) f += L[j * mc.q + k] * load(mc.ZT + static_cast<size_t>(k) * mc.stride + s);
      store(row + s, mc.sign * f);
    }
  }
}

/** Value; leaves in f the derivative of the value with respect to every sign·f. */
double log_expected_improvement(const MonteCarlo& mc, const Group& g) {
  const double best = mc.sign * mc.best;
  const double inverse_tau = 1 / mc.tau;
  const double log_tau = log(mc.tau);
  const double inverse_max = 1 / mc.tau_max;
  for (int s = 0; s < mc.samples; s += kWidth) {
    Vec largest = splat(-HUGE_VAL);
    for (int j = 0; j < mc.q; j++) {
      const size_t at = static_cast<size_t>(j) * mc.stride + s;
      const Vec x = (load(g.f + at) - best) * inverse_tau;
      const Vec e = vexp(-vabs(x));
      const Vec cauchy = 1.0 / (1.0 + x * x);
      const Vec soft = vmax(x, Vec{}) + vlog1p(e) + 0.1 * cauchy;
      const Vec sigmoid = select(x > 0.0, splat(1), e) / (1.0 + e);
      const Vec v = vlog(soft) + log_tau;
      store(g.v + at, v);
      store(g.f + at, (sigmoid - 0.2 * x * cauchy * cauchy) * inverse_tau / soft);
      largest = vmax(v, largest);
    }
    store(g.maximum + s, largest);
    if (mc.q == 1) continue;
    Vec total = {};
    Vec steep = {};  // Σ p²·(1 + x) over all j
    for (int j = 0; j < mc.q; j++) {
      const Vec x = (largest - load(g.v + static_cast<size_t>(j) * mc.stride + s)) * inverse_max;
      const Vec p = 2.0 / (2.0 + x * (2.0 + x));
      total += p;
      steep += p * p * (1.0 + x);
    }
    const Vec inverse_total = 1.0 / total;
    for (int j = 0; j < mc.q; j++) {
      const size_t at = static_cast<size_t>(j) * mc.stride + s;
      const Vec x = (largest - load(g.v + at)) * inverse_max;
      const Vec p = 2.0 / (2.0 + x * (2.0 + x));
      const Vec own = p * p * (1.0 + x);
      // the largest moves M itself: 1 − Σ_{others}; every other j: its own weight
      const Vec weight = select(x == 0.0, total - (steep - own), own) * inverse_total;
      store(g.f + at, load(g.f + at) * weight);
    }
    store(g.maximum + s, largest + mc.tau_max * vlog(total));
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
  for (int j = 0; j < mc.q; j++) {
    double* const row = g.f + static_cast<size_t>(j) * mc.stride;
    for (int s = 0; s < mc.samples; s += kWidth) store(row + s, load(row + s) * (load(g.maximum + s) * (1 / mass)));
  }
  return peak + log(mass / mc.samples);
}

/** mean_s φ(max_j sign·f_j); the derivative goes to the first j that is largest. */
template <class Outer>
double of_maximum(const MonteCarlo& mc, const Group& g, Outer outer) {
  const double share = 1.0 / mc.samples;
  Vec total = {};
  for (int s = 0; s < mc.samples; s += kWidth) {
    Vec largest = load(g.f + s);
    Vec winner = {};
    for (int j = 1; j < mc.q; j++) {
      const Vec f = load(g.f + static_cast<size_t>(j) * mc.stride + s);
      winner = select(f > largest, splat(j), winner);
      largest = vmax(f, largest);
    }
    Vec slope;
    total += lane_mask(s, mc.samples, outer(largest, slope));
    slope = lane_mask(s, mc.samples, share * slope);
    for (int j = 0; j < mc.q; j++) {
      store(g.f + static_cast<size_t>(j) * mc.stride + s, select(winner == splat(j), slope, Vec{}));
    }
  }
  return sum(total) * share;
}

double upper_confidence_bound(const MonteCarlo& mc, const Group& g, const double* mean, double* g_mean) {
  const double share = 1.0 / mc.samples;
  const double factor = sqrt(mc.beta * M_PI_2);
  for (int j = 0; j < mc.q; j++) {
    Vec total = {};
    for (int s = 0; s < mc.samples; s += kWidth) {
      total += lane_mask(s, mc.samples, load(g.f + static_cast<size_t>(j) * mc.stride + s));
    }
    g.centre[j] = mc.centre_on_mean ? mc.sign * mean[j] : sum(total) * share;
  }
  Vec total = {};
  for (int s = 0; s < mc.samples; s += kWidth) {
    Vec largest = splat(-HUGE_VAL);
    Vec winner = {};
    for (int j = 0; j < mc.q; j++) {
      const Vec value = g.centre[j] + factor * vabs(load(g.f + static_cast<size_t>(j) * mc.stride + s) - g.centre[j]);
      winner = select(value > largest, splat(j), winner);
      largest = vmax(value, largest);
    }
    total += lane_mask(s, mc.samples, largest);
    store(g.maximum + s, winner);
  }
  for (int j = 0; j < mc.q; j++) {
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
      if (g_mean != nullptr) g_mean[j] += mc.sign * weight;
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
      return log_expected_improvement(mc, g);
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

double monte_carlo(const MonteCarlo& mc, const double* mean, const double* L, double* scratch, double* g_mean, double* g_L) {
  const size_t size = static_cast<size_t>(mc.q) * mc.stride;
  const Group g = {scratch, scratch + size, scratch + 2 * size, scratch + 2 * size + mc.stride};
  draw(mc, mean, L, g);
  if (g_mean != nullptr) {
    for (int j = 0; j < mc.q; j++) g_mean[j] = 0;
  }
  const double value = evaluate(mc, g, mean, g_mean);
  if (g_mean == nullptr) return value;
  for (int j = 0; j < mc.q; j++) {
    const double* const row = g.f + static_cast<size_t>(j) * mc.stride;
    Vec total = {};
    for (int s = 0; s < mc.samples; s += kWidth) total += load(row + s);
    g_mean[j] += mc.sign * sum(total);
    for (int k = 0; k < mc.q; k++) {
      Vec own = {};
      for (int s = 0; k <= j && s < mc.samples; s += kWidth) own += load(row + s) * load(mc.ZT + static_cast<size_t>(k) * mc.stride + s);
      g_L[j * mc.q + k] = mc.sign * sum(own);
    }
  }
  return value;
}

}  // namespace athanor::ATHANOR_ISA
