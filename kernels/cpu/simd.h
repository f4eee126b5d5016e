/**
 * Vectors of fp64 as wide as the instruction set that this file is compiled for, and the elementary functions on them.
 *
 * The sources of kernels/cpu are compiled once per instruction set; ATHANOR_ISA names the namespace of each copy.
 * Nothing here may be an inline function or template of the standard library: such a body exists once per program, and
 * the linker could keep the copy that a lesser machine cannot run. That is why everything is `static inline`.
 *
 * Accuracy (measured, see docs/numerics.md): exp, log, log1p, sinpi, cospi, acos within 1.5 ulp. exp gives 0 below −707.7.
 */
#pragma once
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef ATHANOR_ISA
#error "ATHANOR_ISA must name the instruction set of this copy"
#endif

namespace athanor::ATHANOR_ISA {

#if defined(__AVX512F__)
constexpr int kWidth = 8;
#elif defined(__AVX2__)
constexpr int kWidth = 4;
#else
constexpr int kWidth = 2;
#endif

typedef double Vec __attribute__((vector_size(kWidth * 8), may_alias));
typedef double VecUnaligned __attribute__((vector_size(kWidth * 8), aligned(8), may_alias));
typedef int64_t IntVec __attribute__((vector_size(kWidth * 8), may_alias));
typedef uint64_t WordVec __attribute__((vector_size(kWidth * 8), may_alias));

static inline Vec load(const double* p) { return *reinterpret_cast<const VecUnaligned*>(p); }
static inline void store(double* p, Vec v) { *reinterpret_cast<VecUnaligned*>(p) = v; }
static inline Vec splat(double x) { return x - Vec{}; }
static inline IntVec bits(Vec v) { return reinterpret_cast<IntVec>(v); }
static inline Vec from_bits(IntVec v) { return reinterpret_cast<Vec>(v); }
/** The bits as numbers whose differences and shifts wrap round: those of a negative number or a NaN lie far from others. */
static inline WordVec words(Vec v) { return reinterpret_cast<WordVec>(v); }
static inline Vec from_words(WordVec v) { return reinterpret_cast<Vec>(v); }

/** Sum of the lanes, in a fixed order. */
static inline double sum(Vec v) {
  double total = 0;
  for (int i = 0; i < kWidth; i++) total += v[i];
  return total;
}

static inline Vec vabs(Vec x) { return from_bits(bits(x) & INT64_MAX); }

static inline Vec vsqrt(Vec x) {
#if defined(__clang__)
  return __builtin_elementwise_sqrt(x);
#elif defined(__AVX512F__)
  return reinterpret_cast<Vec>(__builtin_ia32_sqrtpd512_mask(reinterpret_cast<__attribute__((vector_size(64))) double>(x), Vec{}, -1, 4));
#else
  Vec r;
  for (int i = 0; i < kWidth; i++) r[i] = __builtin_sqrt(x[i]);
  return r;
#endif
}

static inline Vec vmax(Vec a, Vec b) { return a > b ? a : b; }
static inline Vec vmin(Vec a, Vec b) { return a < b ? a : b; }

/** Lane numbers first, first + 1, … */
static inline IntVec lanes_from(int64_t first) {
  IntVec v;
  for (int i = 0; i < kWidth; i++) v[i] = first + i;
  return v;
}

constexpr double kRounder = 6755399441055744.0;  // 1.5 · 2^52: adding it rounds to an integer in the low bits

/** e^x for x ≤ 709.7: x = k·ln 2 + r, |r| ≤ ln 2 / 2, a polynomial of degree 11 for e^r. */
static inline Vec vexp_bounded(Vec x) {
  const Vec shifted = x * 1.4426950408889634 + kRounder;
  const Vec k = shifted - kRounder;
  const Vec r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
  const Vec r2 = r * r;
  const Vec r4 = r2 * r2;
  const Vec p01 = 0.5000000000000001 + r * 0.16666666666666669;
  const Vec p23 = 0.04166666666662413 + r * 0.008333333333330062;
  const Vec p45 = 0.0013888888917213717 + r * 0.00019841269863053618;
  const Vec p67 = 2.4801521295954376e-05 + r * 2.7557268459997064e-06;
  const Vec p89 = 2.7620088445409746e-07 + r * 2.510038549551032e-08;
  const Vec low = p01 + r2 * p23;
  const Vec high = (p45 + r2 * p67) + r4 * p89;
  const Vec y = 1.0 + (r + r2 * (low + r4 * high));
  const WordVec exponent = (words(shifted) - words(splat(kRounder)) + 1022) << 52;  // 2^(k−1)
  const Vec result = (y + y) * from_words(exponent);
  return x < -707.7 ? Vec{} : result;
}

/** e^x for any x. */
static inline Vec vexp(Vec x) { return x > 709.782712893384 ? splat(HUGE_VAL) : vexp_bounded(x); }

/** 2·artanh series of the logarithm: returns log(1 + f) for 1 + f in [√½, √2], with the low part `carry` added last. */
static inline Vec log_near_one(Vec f, Vec k, Vec carry) {
  const Vec s = f / (2.0 + f);
  const Vec z = s * s;
  const Vec w = z * z;
  const Vec odd = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  const Vec even =
      z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  const Vec half = 0.5 * f * f;
  return k * 6.93147180369123816490e-01 - ((half - (s * (half + odd + even) + (k * 1.90821492927058770002e-10 + carry))) - f);
}

/** Natural logarithm of x > 0; 0 gives −∞, below 0 NaN. */
static inline Vec vlog(Vec x) {
  const IntVec tiny = x < 2.2250738585072014e-308;
  const Vec scaled = tiny ? x * 18014398509481984.0 : x;
  // shift the mantissa so that it lies in [√½, √2)
  const IntVec raw = reinterpret_cast<IntVec>(words(scaled) - 0x3fe6a09e667f3bcdULL) & ~0xfffffffffffffLL;
  const Vec m = from_words(words(scaled) - reinterpret_cast<WordVec>(raw));
  // raw >> 52 as a double without 64-bit shifts or conversions: its bits, biased, in the mantissa of 2^52
  const IntVec biased = reinterpret_cast<IntVec>(((raw >> 52) + 2048));
  const Vec k = (from_bits(biased | 0x4330000000000000LL) - 4503599627370496.0) - 2048.0 + (tiny ? splat(-54.0) : Vec{});
  Vec result = log_near_one(m - 1.0, k, Vec{});
  result = x == 0.0 ? splat(-HUGE_VAL) : result;
  result = x < 0.0 ? splat(NAN) : result;
  result = x == HUGE_VAL ? x : result;
  return x != x ? x : result;
}

/** log(1 + x) for x ≥ 0. */
static inline Vec vlog1p(Vec x) {
  const Vec u = 1.0 + x;
  const Vec lost = u > 2.0 ? 1.0 - (u - x) : x - (u - 1.0);
  const Vec plain = vlog(u) + lost / u;
  return vabs(x) < 1e-5 ? x - x * x * (0.5 - x * (1.0 / 3.0)) : plain;
}

/** sin(πt) for |t| ≤ ½. */
static inline Vec vsinpi(Vec t) {
  const Vec u = t * t;
  const Vec u2 = u * u;
  const Vec a = 3.141592653589793 + u * -5.16771278004997;
  const Vec b = 2.5501640398773455 + u * -0.5992645293207869;
  const Vec c = 0.08214588661099323 + u * -0.0073704309436981265;
  const Vec d = 0.00046630278743017953 + u * -2.191525017889024e-05;
  const Vec e = 7.94853625103606e-07 + u * -2.2283449988570567e-08;
  return t * (a + u2 * (b + u2 * (c + u2 * (d + u2 * e))));
}

/** cos(πt) for |t| ≤ ½. */
static inline Vec vcospi(Vec t) { return vsinpi(0.5 - vabs(t)); }

/** (asin x − x)/x for z = x² ≤ ¼: the rational function of FreeBSD's msun (e_asin.c). */
static inline Vec asin_excess(Vec z) {
  const Vec p = z * (1.66666666666666657415e-01 +
                     z * (-3.25565818622400915405e-01 +
                          z * (2.01212532134862925881e-01 +
                               z * (-4.00555345006794114027e-02 + z * (7.91534994289814532176e-04 + z * 3.47933107596021167570e-05)))));
  const Vec q = 1.0 + z * (-2.40339491173441421878e+00 +
                           z * (2.02094576023350569471e+00 + z * (-6.88283971605453293030e-01 + z * 7.70381505559019352791e-02)));
  return p / q;
}

/** arccos x for |x| ≤ 1: π/2 − asin x near 0, else twice the arcsine of √((1 − |x|)/2), from π where x is negative. */
static inline Vec vacos(Vec x) {
  const Vec size = vabs(x);
  const IntVec small = size < 0.5;
  const Vec z = small ? x * x : 0.5 * (1.0 - size);
  const Vec s = small ? x : vsqrt(z);
  const Vec arc = s + s * asin_excess(z);
  const Vec outer = x < 0.0 ? 3.14159265358979311600 - (2.0 * arc - 1.22464679914735317720e-16) : 2.0 * arc;
  return small ? 1.57079632679489655800 - (arc - 6.12323399573676603587e-17) : outer;
}

/** Nearest integer, ties to even; |x| < 2^51. */
static inline Vec vround(Vec x) { return (x + kRounder) - kRounder; }

static inline Vec select(IntVec mask, Vec yes, Vec no) { return mask ? yes : no; }

}  // namespace athanor::ATHANOR_ISA
