/**
 * Monte-Carlo acquisitions of groups of q points from their joint posterior, with the way back to its moments.
 *
 * Samples are f_s = mean + L z_s, L the lower Cholesky factor of the group's covariance. Kinds and parameters are those of
 * `mc_acquisition` in src/engine/compute/ops.ts. Source of the smoothed logarithm: Ament et al. 2023, arXiv:2310.20708;
 * of the factor's cotangent: Murray 2016, arXiv:1602.07527.
 */
#include "arguments.h"
#include "device.h"

using namespace athanor_device;

/** Points of a group, pending ones included. */
constexpr int kMaxGroup = 32;

enum Kind { kLogImprovement, kImprovement, kConfidenceBound, kProbability, kRegret };

struct Settings {
  double best, beta, sign, tau, tau_max, centre;
};

ATH_DEVICE double block_max(double value, double* scratch) {
  for (int mask = 16; mask > 0; mask >>= 1) {
    const double other = shuffle_xor(value, mask);
    value = other > value ? other : value;
  }
  ATH_SYNC();
  if ((threadIdx.x & 31) == 0) scratch[threadIdx.x >> 5] = value;
  ATH_SYNC();
  double top = scratch[0];
  for (int i = 1; i < (int)(blockDim.x >> 5); ++i) top = scratch[i] > top ? scratch[i] : top;
  ATH_SYNC();
  return top;
}

/** Smooth weight of a value x·τ below the largest: 2/(2 + 2x + x²). */
ATH_DEVICE double pareto(double x) { return 2 / (2 + 2 * x + x * x); }

/**
 * log of the smoothed improvement of one sample over its q points; slope[j] = its derivative by f_j. Arrays of a few
 * kMost ≥ q are only indexed by unrolled loops, so that they are registers.
 */
template <int kMost>
ATH_DEVICE double log_improvement(const Settings& s, int q, const double (&f)[kMost], double (&slope)[kMost]) {
  const int turns = kMost <= 8 ? kMost : q;  // a constant is unrolled
  double v[kMost];
  double largest = -INFINITY;
  int winner = 0;
  ATH_UNROLL
  for (int j = 0; j < turns; ++j) {
    if (j >= q) continue;
    const double x = s.sign * (f[j] - s.best) / s.tau, cauchy = 1 / (1 + x * x);
    const double e = exp(-fabs(x)), soft = (x > 0 ? x : 0) + log1p(e) + 0.1 * cauchy;
    v[j] = log(s.tau * soft);
    slope[j] = s.sign * ((x > 0 ? 1 : e) / (1 + e) - 0.2 * x * cauchy * cauchy) / (s.tau * soft);
    if (v[j] > largest) {
      largest = v[j];
      winner = j;
    }
  }
  double sum = 1;
  ATH_UNROLL
  for (int j = 0; j < turns; ++j)
    if (j < q && j != winner) sum += pareto((largest - v[j]) / s.tau_max);
  double rest = 1;
  ATH_UNROLL
  for (int j = 0; j < turns; ++j) {
    if (j >= q || j == winner) continue;
    const double x = (largest - v[j]) / s.tau_max, p = pareto(x), weight = p * p * (1 + x) / sum;
    rest -= weight;
    slope[j] *= weight;
  }
  ATH_UNROLL
  for (int j = 0; j < turns; ++j)
    if (j == winner) slope[j] *= rest;
  return largest + s.tau_max * log(sum);
}

/** Index of the largest score(j), the first of equals, and the score. */
template <int kMost, typename Score>
ATH_DEVICE int largest_of(int q, Score score, double& top) {
  const int turns = kMost <= 8 ? kMost : q;  // a constant is unrolled
  int winner = 0;
  top = -INFINITY;
  ATH_UNROLL
  for (int j = 0; j < turns; ++j) {
    if (j >= q) continue;
    const double value = score(j);
    if (value > top) {
      top = value;
      winner = j;
    }
  }
  return winner;
}

/** Value of one sample for the kinds that look at the largest sign·f only; its derivative by that f. */
ATH_DEVICE double of_maximum(int kind, const Settings& s, double top, double& slope) {
  const double over = top - s.sign * s.best;
  if (kind == kRegret) {
    slope = s.sign;
    return top;
  }
  if (kind == kImprovement) {
    slope = over > 0 ? s.sign : 0;
    return over > 0 ? over : 0;
  }
  const double p = 1 / (1 + exp(-over / s.tau));
  slope = s.sign * p * (1 - p) / s.tau;
  return p;
}

/** Σ term(row) over the rows by one warp, the same in its lanes. */
template <typename Term>
ATH_DEVICE double warp_total(int rows, Term term) {
  double sum = 0;
  for (int row = threadIdx.x & 31; row < rows; row += 32) sum += term(row);
  for (int mask = 16; mask > 0; mask >>= 1) sum += shuffle_xor(sum, mask);
  return sum;
}

/** See the kernels below. */
template <int kMost>
ATH_DEVICE void monte_carlo_group(const MonteCarlo& m, double* shared) {
  const double *mean = m.mean, *cov = m.cov, *z = m.z, *parameters = m.parameters, *ladder = m.ladder;
  double *slopes = m.slopes, *levels = m.levels, *value = m.value, *status = m.status, *g_mean = m.g_mean, *g_cov = m.g_cov;
  const int q = m.q, samples = m.samples, kind = m.kind, rungs = m.rungs;
  const int turns = kMost <= 8 ? kMost : q;  // a constant is unrolled
  double *l = shared, *p = l + q * q, *gl = p + q * q, *centre = gl + q * q, *by_centre = centre + q, *diagonal = by_centre + q;
  double* scratch = diagonal + q;
  const int group = blockIdx.x, t = threadIdx.x;
  const Settings s = {parameters[0], parameters[1], parameters[2], parameters[3], parameters[4], parameters[5]};
  mean += (size_t)group * q;
  cov += (size_t)group * q * q;
  slopes += (size_t)group * samples * q;
  levels += (size_t)group * samples;

  double unit = 0;
  for (int i = 0; i < q; ++i) unit += cov[i * q + i] / q;
  double jitter = -1;
  for (int rung = 0; rung < rungs && jitter < 0; ++rung) {
    for (int e = t; e < q * q; e += blockDim.x)
      l[e] = e % q <= e / q ? cov[e] + (e / q == e % q ? ladder[rung] * unit : 0.0) : 0.0;
    ATH_SYNC();
    for (int i = t; i < q; i += blockDim.x) diagonal[i] = l[i * q + i];
    if (t == 0) scratch[0] = 0;
    ATH_SYNC();
    for (int j = 0; j < q; ++j) {
      double sum = 0;
      if (t >= j && t < q) {
        sum = l[t * q + j];
        for (int k = 0; k < j; ++k) sum = fma(-l[t * q + k], l[j * q + k], sum);
      }
      if (t == j) {
        if (!(sum > q * 2.220446049250313e-16 * diagonal[j])) scratch[0] = 1;
        scratch[1] = sqrt(sum);
      }
      ATH_SYNC();
      if (t >= j && t < q) l[t * q + j] = t == j ? scratch[1] : sum / scratch[1];
      ATH_SYNC();
    }
    if (scratch[0] == 0) jitter = ladder[rung];
    ATH_SYNC();
  }
  if (t == 0) status[group] = jitter;
  if (jitter < 0) {
    for (int e = t; e < q * q && g_cov; e += blockDim.x) g_cov[(size_t)group * q * q + e] = NAN;
    for (int i = t; i < q && g_mean; i += blockDim.x) g_mean[(size_t)group * q + i] = NAN;
    if (t == 0) value[group] = NAN;
    return;
  }

  const int warp = t >> 5, warps = blockDim.x >> 5;
  const bool first_lane = (t & 31) == 0;
  const auto sample = [&](int row, double (&f)[kMost]) {
    double normal[kMost];
    ATH_UNROLL
    for (int i = 0; i < turns; ++i) {
      if (i >= q) continue;
      normal[i] = z[(size_t)row * q + i];
      double sum = 0;
      ATH_UNROLL
      for (int j = 0; j < turns; ++j)
        if (j <= i) sum = fma(l[i * q + j], normal[j], sum);
      f[i] = mean[i] + sum;
    }
  };
  const bool to_average = kind == kConfidenceBound && s.centre != 1;
  if (kind == kConfidenceBound) {
    for (int j = warp; j < q; j += warps) {
      const double sum = !to_average ? 0 : warp_total(samples, [&](int row) {
        double f = mean[j];
        for (int k = 0; k <= j; ++k) f = fma(l[j * q + k], z[(size_t)row * q + k], f);
        return s.sign * f;
      });
      if (first_lane) centre[j] = to_average ? sum / samples : s.sign * mean[j];
    }
    ATH_SYNC();
  }
  const double spread = sqrt(s.beta * 1.57079632679489661923);
  double top = -INFINITY, sum = 0;
  for (int row = t; row < samples; row += blockDim.x) {
    double f[kMost] = {}, slope[kMost] = {};
    sample(row, f);
    double level;
    if (kind == kLogImprovement) {
      level = log_improvement<kMost>(s, q, f, slope);
      top = level > top ? level : top;
    } else {
      const bool bound = kind == kConfidenceBound;
      double best, own = 0;
      const int winner = largest_of<kMost>(
          q, [&](int j) { return bound ? centre[j] + spread * fabs(s.sign * f[j] - centre[j]) : s.sign * f[j]; }, best);
      level = bound ? best : of_maximum(kind, s, best, own);
      ATH_UNROLL
      for (int j = 0; j < turns; ++j) {
        if (j != winner) continue;
        const double side = bound ? s.sign * f[j] - centre[j] : 0;
        slope[j] = bound ? s.sign * spread * (side > 0 ? 1 : (side < 0 ? -1 : 0)) : own;
      }
      sum += level;
      if (bound) level = winner;  // what the way back asks for
    }
    levels[row] = level;
    ATH_UNROLL
    for (int j = 0; j < turns; ++j)
      if (j < q) slopes[(size_t)row * q + j] = slope[j];
  }
  if (kind == kLogImprovement) {
    top = block_max(top, scratch);
    for (int row = t; row < samples; row += blockDim.x) sum += exp(levels[row] - top);
  }
  const double total = block_sum(sum, scratch);
  if (t == 0) value[group] = kind == kLogImprovement ? top + log(total / samples) : total / samples;
  if (!g_mean) return;

  for (int row = t; row < samples; row += blockDim.x) {
    const double weight = kind == kLogImprovement ? exp(levels[row] - top) / total : 1.0 / samples;
    for (int j = 0; j < q; ++j) slopes[(size_t)row * q + j] *= weight;
  }
  ATH_SYNC();
  if (kind == kConfidenceBound) {
    // A sample's winner also moves with its centre: by 1 − (its own slope without the sign).
    for (int j = warp; j < q; j += warps) {
      const double moved = warp_total(samples, [&](int row) {
        return levels[row] == j ? 1.0 / samples - s.sign * slopes[(size_t)row * q + j] : 0.0;
      });
      if (first_lane) by_centre[j] = moved;
    }
    ATH_SYNC();
  }
  const auto slope_of = [&](int row, int i) {
    return slopes[(size_t)row * q + i] + (to_average ? s.sign * by_centre[i] / samples : 0.0);
  };
  // Sums over the samples: the q of the means, then the lower triangle of the factor's cotangent, one to a warp.
  for (int e = warp; e < q + q * q; e += warps) {
    const int i = e < q ? e : (e - q) / q, j = e < q ? -1 : (e - q) % q;
    if (j > i) {
      if (first_lane) gl[e - q] = 0;
      continue;
    }
    const double part = warp_total(samples, [&](int row) { return slope_of(row, i) * (j < 0 ? 1.0 : z[(size_t)row * q + j]); });
    if (!first_lane) continue;
    if (j >= 0) gl[e - q] = part;
    else g_mean[(size_t)group * q + i] = part + (kind == kConfidenceBound && !to_average ? s.sign * by_centre[i] : 0.0);
  }
  ATH_SYNC();
  // Cotangent of the covariance: L⁻ᵀ Φ(Lᵀ gL) L⁻¹, Φ the lower triangle with its diagonal halved.
  for (int e = t; e < q * q; e += blockDim.x) {
    const int i = e / q, j = e % q;
    double sum = 0;
    if (j <= i)
      for (int k = i; k < q; ++k) sum = fma(l[k * q + i], gl[k * q + j], sum);
    p[e] = i == j ? sum / 2 : sum;
  }
  ATH_SYNC();
  if (t < q)
    for (int i = q - 1; i >= 0; --i) {
      double sum = p[i * q + t];
      for (int k = i + 1; k < q; ++k) sum = fma(-l[k * q + i], p[k * q + t], sum);
      p[i * q + t] = sum / l[i * q + i];
    }
  ATH_SYNC();
  if (t < q)
    for (int j = q - 1; j >= 0; --j) {
      double sum = p[t * q + j];
      for (int k = j + 1; k < q; ++k) sum = fma(-p[t * q + k], l[k * q + j], sum);
      p[t * q + j] = sum / l[j * q + j];
    }
  ATH_SYNC();
  for (int e = t; e < q * q; e += blockDim.x) g_cov[(size_t)group * q * q + e] = p[e];
}

/**
 * value [G], status [G], and with g_mean, g_cov the cotangents of mean [G,q] and cov [G,q,q], for up to 32 points a group.
 * slopes [G,S,q] and levels [G,S] are scratch. Grid: groups. Shared doubles: 3q² + 3q + 32.
 */
ATH_KERNEL monte_carlo(MonteCarlo m) {
  ATH_SHARED(shared);
  monte_carlo_group<kMaxGroup>(m, shared);
}

/** The same for up to eight points, whose samples then stay in registers. */
ATH_KERNEL monte_carlo_few(MonteCarlo m) {
  ATH_SHARED(shared);
  monte_carlo_group<8>(m, shared);
}
