/**
 * One row of a design offered all levels of each coordinate by a block of threads: the forms and scores of
 * src/engine/compute/ts/exchange-row.ts, where the formulas are explained. The p entries of a row's vectors and the
 * levels of a coordinate are spread over the threads.
 *
 * Matrices are lower triangles of [p, p], row-major. Scalars that steer the search are the same in all threads: each
 * reads them from shared memory after a barrier.
 */
#pragma once
#include "../include/athanor/exchange.h"
#include "arguments.h"
#include "device.h"

using namespace athanor_device;
using athanor::ChainRandom;
using athanor::ExchangeFactor;
using athanor::ExchangePlan;

constexpr double kGrowth = 1e-9;
constexpr double kSingular = 1e-8;
constexpr double kSlack = 1e-9;

/**
 * What a block works on; all in shared memory but x, T and, for large p, C and B. kPlain: the criterion is det M and C is in shared memory.
 * Then fewer registers are needed, and a processor holds more chains.
 */
template <bool kPlain>
struct Chain {
  const ExchangePlan* plan;
  const ExchangeFactor* factors;
  const ExchangeData* in;
  double *x, *T, *C, *B;
  double* vectors;                                             ///< [10, p]: one address instead of ten in registers
  double *rest, *partial;                                      ///< [max_size], [max_size·max_bases]
  double *lu, *lv, *ls, *lw, *now, *lCl, *lBl, *slack;   ///< [max_bases], squares of it, [constraints]
  double *scores, *values, *scratch;                           ///< [levels + 2] twice, 32
  double ff, bff, gg, fg, bgg, bfg, score, trace, ratio;       ///< the same in all threads

  bool linear() const { return kPlain ? false : plan->linear; }
  double* vector(int index) const { return vectors + index * plan->p; }
  double* f() const { return vector(0); }
  double* g() const { return vector(1); }
  double* u() const { return vector(2); }
  double* v() const { return vector(3); }
  double* s() const { return vector(4); }
  double* w() const { return vector(5); }
  double* a() const { return vector(6); }
  double* b() const { return vector(7); }
  double* y() const { return vector(8); }
  double* z() const { return vector(9); }
};

ATH_DEVICE double chain_basis(bool categorical, double value, int basis) {
  if (categorical) return value == basis ? 1.0 : 0.0;
  double power = value;
  for (int k = 1; k < basis; ++k) power *= value;
  return power;
}

ATH_DEVICE double lower_entry(const double* q, int p, int i, int k) { return k <= i ? q[i * p + k] : q[k * p + i]; }

/** Calls f(i, k) for k ≤ i < p: rows belong to warps, so that no entry needs a division to find its place. */
template <typename Entry>
ATH_DEVICE void each_lower(int p, Entry f) {
  for (int i = threadIdx.x >> 5; i < p; i += blockDim.x >> 5)
    for (int k = threadIdx.x & 31; k <= i; k += 32) f(i, k);
}

/** into [p] = model row of the coded point x [d]; ends with a barrier. */
template <bool kPlain>
ATH_DEVICE void chain_model_row(const Chain<kPlain>& t, const double* x, double* into) {
  const ExchangePlan& plan = *t.plan;
  for (int c = threadIdx.x; c < plan.p; c += blockDim.x) {
    double product = 1;
    for (int k = plan.piece_offsets[c]; k < plan.piece_offsets[c + 1]; k += 2)
      product *= chain_basis(t.factors[plan.pieces[k]].categorical, x[plan.pieces[k]], plan.pieces[k + 1]);
    into[c] = product;
  }
  ATH_SYNC();
}

/** Σ a_i b_i over p, the same in all threads. */
template <bool kPlain>
ATH_DEVICE double chain_dot(const Chain<kPlain>& t, const double* a, const double* b) {
  double sum = 0;
  for (int i = threadIdx.x; i < t.plan->p; i += blockDim.x) sum += a[i] * b[i];
  return block_sum(sum, t.scratch);
}

template <bool kPlain>
ATH_DEVICE void chain_multiply(const Chain<kPlain>& t, const double* q, const double* f, double* into) {
  const int p = t.plan->p;
  for (int i = threadIdx.x; i < p; i += blockDim.x) {
    double sum = 0;
    for (int k = 0; k < p; ++k) sum += lower_entry(q, p, i, k) * f[k];
    into[i] = sum;
  }
  ATH_SYNC();
}

/** l_e'Q l_k for k ≤ e into [max_bases, max_bases]; by columns first, then summed in order. */
template <bool kPlain>
ATH_DEVICE void chain_pair_forms(const Chain<kPlain>& t, const ExchangeFactor& factor, const double* q, double* into) {
  const int bases = t.plan->max_bases;
  for (int i = threadIdx.x; i < factor.size; i += blockDim.x) {
    int e = 0;
    while (i >= factor.groups[e + 1]) ++e;
    const int* pairs = factor.pairs + i * (i + 1) / 2;
    for (int k = 0; k <= e; ++k) {
      const int to = k < e ? factor.groups[k + 1] : i;
      double sum = 0;
      for (int m = factor.groups[k]; m < to; ++m) sum += t.rest[m] * q[pairs[m]];
      if (k == e) sum = 2 * sum + t.rest[i] * q[pairs[i]];
      t.partial[i * bases + k] = t.rest[i] * sum;
    }
  }
  ATH_SYNC();
  for (int pair = threadIdx.x; pair < factor.bases * bases; pair += blockDim.x) {
    const int e = pair / bases, k = pair % bases;
    double sum = 0;
    if (k <= e)
      for (int i = factor.groups[e]; i < factor.groups[e + 1]; ++i) sum += t.partial[i * bases + k];
    into[pair] = sum;
  }
  ATH_SYNC();
}

/** The small forms of factor j at the row x. */
template <bool kPlain>
ATH_DEVICE void chain_prepare(const Chain<kPlain>& t, const ExchangeFactor& factor, const double* x) {
  for (int k = threadIdx.x; k < factor.size; k += blockDim.x) {
    double product = 1;
    for (int o = factor.other_offsets[k]; o < factor.other_offsets[k + 1]; o += 2)
      product *= chain_basis(t.factors[factor.others[o]].categorical, x[factor.others[o]], factor.others[o + 1]);
    t.rest[k] = product;
  }
  ATH_SYNC();
  for (int e = threadIdx.x; e < factor.bases; e += blockDim.x) {
    double lu = 0, lv = 0, ls = 0, lw = 0;
    for (int k = factor.groups[e]; k < factor.groups[e + 1]; ++k) {
      const int c = factor.columns[k];
      lu += t.rest[k] * t.u()[c];
      lv += t.rest[k] * t.v()[c];
      if (t.linear()) {
        ls += t.rest[k] * t.s()[c];
        lw += t.rest[k] * t.w()[c];
      }
    }
    t.lu[e] = lu;
    t.lv[e] = lv;
    t.ls[e] = ls;
    t.lw[e] = lw;
  }
  chain_pair_forms(t, factor, t.C, t.lCl);
  if (t.linear()) chain_pair_forms(t, factor, t.B, t.lBl);
}

/** τ_e of a move to `value`. */
template <bool kPlain>
ATH_DEVICE double chain_tau(const Chain<kPlain>& t, const ExchangeFactor& factor, double value, int e) {
  return chain_basis(factor.categorical, value, e + 1) - t.now[e];
}

/** 2·h'u + h'Qh and h'v of a move to `value`, from the small forms. */
template <bool kPlain>
ATH_DEVICE void chain_move_forms(const Chain<kPlain>& t, const ExchangeFactor& factor, double value, const double* lu, const double* lv,
                                 const double* lql, double& quadratic, double& cross_form) {
  const int stride = t.plan->max_bases;
  double hu = 0, hv = 0, hh = 0;
  for (int e = 0; e < factor.bases; ++e) {
    const double tau = chain_tau(t, factor, value, e);
    hu += tau * lu[e];
    hv += tau * lv[e];
    double cross = 0;
    for (int k = 0; k < e; ++k) cross += chain_tau(t, factor, value, k) * lql[e * stride + k];
    hh += tau * (2 * cross + tau * lql[e * stride + e]);
  }
  quadratic = 2 * hu + hh;
  cross_form = hv;
}

/** Determinant ratio of the row moved to `value`, or the drop of the trace (−1 where singular). */
template <bool kPlain>
ATH_DEVICE double chain_score(const Chain<kPlain>& t, const ExchangeFactor& factor, double value) {
  double dg, c;
  chain_move_forms(t, factor, value, t.lu, t.lv, t.lCl, dg, c);
  dg += t.gg;
  c += t.fg;
  const double ratio = (1 + dg) * (1 - t.ff) + c * c;
  if (!t.linear()) return ratio;
  double db, cb;
  chain_move_forms(t, factor, value, t.ls, t.lw, t.lBl, db, cb);
  db += t.bgg;
  cb += t.bfg;
  return ratio > kSingular ? ((1 - t.ff) * db + 2 * (c * cb) - (1 + dg) * t.bff) / ratio : -1.0;
}

template <bool kPlain>
ATH_DEVICE bool chain_forbidden(const Chain<kPlain>& t, const double* x, int j, double value) {
  const ExchangePlan& plan = *t.plan;
  for (int k = 0; k < plan.forbidden; ++k) {
    bool all = true;
    for (int q = 0; q < plan.d && all; ++q) {
      const double* box = t.in->forbidden + ((size_t)k * plan.d + q) * 2;
      const double held = q == j ? value : x[q];
      all = held >= box[0] && held <= box[1];
    }
    if (all) return true;
  }
  return false;
}
