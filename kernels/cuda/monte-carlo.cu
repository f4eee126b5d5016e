/**
 * Monte-Carlo acquisitions of groups of q points from their joint posterior, with the way back to its moments.
 *
 * Samples are f_s = mean + L z_s, L the lower Cholesky factor of the group's covariance. Kinds and parameters are those of
 * `mc_acquisition` in src/engine/compute/ops.ts. Source of the smoothed logarithm: Ament et al. 2023, arXiv:2310.20708;
 * of the factor's cotangent: Murray 2016, arXiv:1602.07527.
 */
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

/** log of the smoothed improvement of one sample over its q points; slope[j] = its derivative by f_j. */
ATH_DEVICE double log_improvement(const Settings& s, int q, const double* f, double* slope) {
  double v[kMaxGroup];
  double largest = -INFINITY;
  int winner = 0;
  for (int j = 0; j < q; ++j) {
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
  for (int j = 0; j < q; ++j)
    if (j != winner) sum += pareto((largest - v[j]) / s.tau_max);
  double rest = 1;
  for (int j = 0; j < q; ++j) {
    if (j == winner) continue;
    const double x = (largest - v[j]) / s.tau_max, p = pareto(x), weight = p * p * (1 + x) / sum;
    rest -= weight;
    slope[j] *= weight;
  }
  slope[winner] *= rest;
  return largest + s.tau_max * log(sum);
}

/** Value of one sample for the kinds that look at the largest sign·f only. */
ATH_DEVICE double of_maximum(int kind, const Settings& s, int q, const double* f, double* slope) {
  int winner = 0;
  for (int j = 0; j < q; ++j) {
    slope[j] = 0;
    if (s.sign * f[j] > s.sign * f[winner]) winner = j;
  }
  const double top = s.sign * f[winner], over = top - s.sign * s.best;
  if (kind == kRegret) {
    slope[winner] = s.sign;
    return top;
  }
  if (kind == kImprovement) {
    slope[winner] = over > 0 ? s.sign : 0;
    return over > 0 ? over : 0;
  }
  const double p = 1 / (1 + exp(-over / s.tau));
  slope[winner] = s.sign * p * (1 - p) / s.tau;
  return p;
}

/**
 * value [G], status [G], and with g_mean, g_cov the cotangents of mean [G,q] and cov [G,q,q].
 * slopes [G,S,q] and levels [G,S] are scratch. Grid: groups. Shared doubles: 3q² + 3q + 32.
 */
ATH_KERNEL monte_carlo(const double* mean, const double* cov, const double* z, const double* parameters, int q, int samples,
                       int kind, const double* ladder, int rungs, double* slopes, double* levels, double* value,
                       double* status, double* g_mean, double* g_cov) {
  ATH_SHARED(shared);
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

  const auto sample = [&](int row, double* f) {
    for (int i = 0; i < q; ++i) {
      double sum = 0;
      for (int j = 0; j <= i; ++j) sum = fma(l[i * q + j], z[(size_t)row * q + j], sum);
      f[i] = mean[i] + sum;
    }
  };
  if (kind == kConfidenceBound) {
    for (int j = t; j < q; j += blockDim.x) {
      double sum = 0;
      for (int row = 0; row < samples && s.centre != 1; ++row) {
        double f = mean[j];
        for (int k = 0; k <= j; ++k) f = fma(l[j * q + k], z[(size_t)row * q + k], f);
        sum += s.sign * f;
      }
      centre[j] = s.centre == 1 ? s.sign * mean[j] : sum / samples;
    }
    ATH_SYNC();
  }
  const double spread = sqrt(s.beta * 1.57079632679489661923);
  double top = -INFINITY;
  for (int row = t; row < samples; row += blockDim.x) {
    double f[kMaxGroup] = {}, slope[kMaxGroup] = {};
    sample(row, f);
    double level;
    if (kind == kLogImprovement) {
      level = log_improvement(s, q, f, slope);
      top = level > top ? level : top;
    } else if (kind == kConfidenceBound) {
      int winner = 0;
      level = -INFINITY;
      for (int j = 0; j < q; ++j) {
        slope[j] = 0;
        const double bound = centre[j] + spread * fabs(s.sign * f[j] - centre[j]);
        if (bound > level) {
          level = bound;
          winner = j;
        }
      }
      const double side = s.sign * f[winner] - centre[winner];
      slope[winner] = s.sign * spread * (side > 0 ? 1 : (side < 0 ? -1 : 0));
    } else {
      level = of_maximum(kind, s, q, f, slope);
    }
    levels[row] = level;
    for (int j = 0; j < q; ++j) slopes[(size_t)row * q + j] = slope[j];
  }
  if (kind == kLogImprovement) top = block_max(top, scratch);
  double total = 0;
  for (int row = t; row < samples; row += blockDim.x) total += kind == kLogImprovement ? exp(levels[row] - top) : levels[row];
  total = block_sum(total, scratch);
  if (t == 0) value[group] = kind == kLogImprovement ? top + log(total / samples) : total / samples;
  if (!g_mean) return;

  for (int row = t; row < samples; row += blockDim.x) {
    const double weight = kind == kLogImprovement ? exp(levels[row] - top) / total : 1.0 / samples;
    for (int j = 0; j < q; ++j) slopes[(size_t)row * q + j] *= weight;
  }
  ATH_SYNC();
  if (kind == kConfidenceBound) {
    // A sample's winner also moves with its centre: by 1 − (its own slope without the sign).
    for (int j = t; j < q; j += blockDim.x) {
      double sum = 0;
      for (int row = 0; row < samples; ++row) {
        double level = -INFINITY, f[kMaxGroup] = {};
        int winner = 0;
        sample(row, f);
        for (int k = 0; k < q; ++k) {
          const double bound = centre[k] + spread * fabs(s.sign * f[k] - centre[k]);
          if (bound > level) {
            level = bound;
            winner = k;
          }
        }
        if (winner == j) sum += 1.0 / samples - s.sign * slopes[(size_t)row * q + j];
      }
      by_centre[j] = sum;
    }
    ATH_SYNC();
    if (s.centre != 1) {
      for (int e = t; e < samples * q; e += blockDim.x) slopes[e] += s.sign * by_centre[e % q] / samples;
      ATH_SYNC();
    }
  }
  for (int i = t; i < q; i += blockDim.x) {
    double sum = kind == kConfidenceBound && s.centre == 1 ? s.sign * by_centre[i] : 0.0;
    for (int row = 0; row < samples; ++row) sum += slopes[(size_t)row * q + i];
    g_mean[(size_t)group * q + i] = sum;
  }
  for (int e = t; e < q * q; e += blockDim.x) {
    const int i = e / q, j = e % q;
    double sum = 0;
    if (j <= i)
      for (int row = 0; row < samples; ++row) sum = fma(slopes[(size_t)row * q + i], z[(size_t)row * q + j], sum);
    gl[e] = sum;
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
