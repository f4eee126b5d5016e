/**
 * One row of a design offered all levels of each coordinate, in one lane per design: the vector form of
 * src/engine/compute/ts/exchange-row.ts, where the formulas are explained. The arithmetic of a lane is the same, in
 * the same order, so both give the same design.
 *
 * Matrices are lower triangles of [p, p] vectors, row-major. Nothing aliases.
 */
#pragma once
#include "../include/athanor/exchange.h"
#include "simd.h"

namespace athanor::ATHANOR_ISA {

constexpr double kGrowth = 1e-9;
constexpr double kSingular = 1e-8;
constexpr double kSlack = 1e-9;

/** Inputs that all lanes share. */
struct ExchangeInputs {
  const double* levels;
  const double* fixed;
  const double* weights;
  const double* normals;
  const double* limits;
  const double* forbidden;
  const double* pool;
  const double* starts;
};

static inline bool any(IntVec mask) {
  int64_t bits = 0;
  for (int i = 0; i < kWidth; i++) bits |= mask[i];
  return bits != 0;
}

/** What a group of lanes works on; vectors are [p] unless said. */
struct RowLanes {
  const ExchangePlan* plan;
  const ExchangeInputs* in;
  Vec* x;        ///< [n, d]
  Vec* C;        ///< [p, p] M⁻¹
  Vec* B;        ///< [p, p] M⁻¹WM⁻¹
  Vec trace;     ///< trace(W·M⁻¹)
  Vec ratio;     ///< product of determinant ratios
  Vec *f, *g, *u, *v, *s, *w, *a, *b, *y, *z;
  Vec* rest;     ///< [max_size] columns of a factor without the factor
  Vec *lu, *lv, *ls, *lw, *now, *tau;  ///< [max_bases]
  Vec *lCl, *lBl;                      ///< [max_bases, max_bases]
  Vec* slack;                          ///< [constraints]
  Vec ff, bff, gg, fg, bgg, bfg, score;
};

static inline Vec basis_of(bool categorical, Vec value, int basis) {
  if (categorical) return select(value == splat(basis), splat(1), Vec{});
  Vec power = value;
  for (int k = 1; k < basis; k++) power *= value;
  return power;
}

/** Model row of the coded points at x [d]. */
static inline void model_row(const ExchangePlan& plan, const Vec* x, Vec* into) {
  for (int c = 0; c < plan.p; c++) {
    Vec product = splat(1);
    for (int k = plan.piece_offsets[c]; k < plan.piece_offsets[c + 1]; k += 2) {
      const int factor = plan.pieces[k];
      product *= basis_of(plan.factors[factor].categorical, x[factor], plan.pieces[k + 1]);
    }
    into[c] = product;
  }
}

/** into = Q·f from the lower triangle. */
static inline void multiply_lower(const Vec* Q, const Vec* f, int p, Vec* into) {
  for (int i = 0; i < p; i++) {
    const Vec* const row = Q + static_cast<ptrdiff_t>(i) * p;
    const Vec fi = f[i];
    Vec sum = {};
    for (int k = 0; k < i; k++) {
      sum += row[k] * f[k];
      into[k] += row[k] * fi;
    }
    into[i] = sum + row[i] * fi;
  }
}

static inline Vec dot_rest(const RowLanes& t, const Vec* vector, const int* columns, int from, int to) {
  Vec sum = {};
  for (int k = from; k < to; k++) sum += t.rest[k] * vector[columns[k]];
  return sum;
}

/** l_e'Q l_k for k ≤ e. */
static inline void pair_forms(const RowLanes& t, const Vec* Q, Vec* into, const ExchangeFactor& factor, int e) {
  const int bases = t.plan->max_bases;
  for (int k = 0; k <= e; k++) into[e * bases + k] = Vec{};
  for (int i = factor.groups[e]; i < factor.groups[e + 1]; i++) {
    const int* const pairs = factor.pairs + i * (i + 1) / 2;
    for (int k = 0; k < e; k++) {
      Vec sum = {};
      for (int q = factor.groups[k]; q < factor.groups[k + 1]; q++) sum += t.rest[q] * Q[pairs[q]];
      into[e * bases + k] += t.rest[i] * sum;
    }
    Vec sum = {};
    for (int q = factor.groups[e]; q < i; q++) sum += t.rest[q] * Q[pairs[q]];
    into[e * bases + e] += t.rest[i] * (2.0 * sum + t.rest[i] * Q[pairs[i]]);
  }
}

static inline void prepare(const RowLanes& t, const ExchangeFactor& factor, const Vec* x) {
  const ExchangePlan& plan = *t.plan;
  for (int k = 0; k < factor.size; k++) {
    Vec product = splat(1);
    for (int o = factor.other_offsets[k]; o < factor.other_offsets[k + 1]; o += 2) {
      const int other = factor.others[o];
      product *= basis_of(plan.factors[other].categorical, x[other], factor.others[o + 1]);
    }
    t.rest[k] = product;
  }
  for (int e = 0; e < factor.bases; e++) {
    const int from = factor.groups[e], to = factor.groups[e + 1];
    t.lu[e] = dot_rest(t, t.u, factor.columns, from, to);
    t.lv[e] = dot_rest(t, t.v, factor.columns, from, to);
    pair_forms(t, t.C, t.lCl, factor, e);
    if (!plan.linear) continue;
    t.ls[e] = dot_rest(t, t.s, factor.columns, from, to);
    t.lw[e] = dot_rest(t, t.w, factor.columns, from, to);
    pair_forms(t, t.B, t.lBl, factor, e);
  }
}

/** 2·h'u + h'Qh and h'v of a move τ, from the small forms. */
template <int Fixed>
static inline void move_forms(const Vec* tau, const Vec* lu, const Vec* lv, const Vec* lQl, int bases, int stride,
                              Vec& quadratic, Vec& cross_form) {
  const int count = Fixed > 0 ? Fixed : bases;
  Vec hu = {}, hv = {}, hh = {};
  for (int e = 0; e < count; e++) {
    hu += tau[e] * lu[e];
    hv += tau[e] * lv[e];
    Vec cross = {};
    for (int k = 0; k < e; k++) cross += tau[k] * lQl[e * stride + k];
    hh += tau[e] * (2.0 * cross + tau[e] * lQl[e * stride + e]);
  }
  quadratic = 2.0 * hu + hh;
  cross_form = hv;
}

/** Score of the row moved by τ: the determinant ratio, or the drop of the trace (−1 where singular). */
template <bool Linear, int Fixed>
static inline Vec score_of(const RowLanes& t, const Vec* tau, int bases) {
  const int stride = t.plan->max_bases;
  Vec dg, c;
  move_forms<Fixed>(tau, t.lu, t.lv, t.lCl, bases, stride, dg, c);
  dg = t.gg + dg;
  c = t.fg + c;
  const Vec ratio = (1.0 + dg) * (1.0 - t.ff) + c * c;
  if (!Linear) return ratio;
  Vec dB, cB;
  move_forms<Fixed>(tau, t.ls, t.lw, t.lBl, bases, stride, dB, cB);
  dB = t.bgg + dB;
  cB = t.bfg + cB;
  const Vec drop = ((1.0 - t.ff) * dB + 2.0 * (c * cB) - (1.0 + dg) * t.bff) / ratio;
  return select(ratio > splat(kSingular), drop, splat(-1));
}

template <int Fixed>
static inline void set_tau(const ExchangeFactor& factor, Vec value, const Vec* now, Vec* tau) {
  const int count = Fixed > 0 ? Fixed : factor.bases;
  if (factor.categorical) {
    for (int e = 0; e < count; e++) tau[e] = select(value == splat(e + 1), splat(1), Vec{}) - now[e];
    return;
  }
  Vec power = value;
  for (int e = 0; e < count; e++) {
    tau[e] = power - now[e];
    power *= value;
  }
}

/** Lanes in which coordinate j at this value completes a forbidden combination. */
static inline IntVec is_forbidden(const RowLanes& t, const Vec* x, int j, Vec value) {
  const ExchangePlan& plan = *t.plan;
  IntVec hit = {};
  for (int k = 0; k < plan.forbidden; k++) {
    IntVec all = ~IntVec{};
    for (int q = 0; q < plan.d; q++) {
      const double* const box = t.in->forbidden + (static_cast<size_t>(k) * plan.d + q) * 2;
      const Vec held = q == j ? value : x[q];
      all &= (held >= splat(box[0])) & (held <= splat(box[1]));
    }
    hit |= all;
  }
  return hit;
}

/** The best value of coordinate j in each lane, or its present one where nothing is better. */
template <bool Linear, int Fixed>
static inline Vec best_value(const RowLanes& t, const ExchangeFactor& factor, const Vec* x, int j) {
  const ExchangePlan& plan = *t.plan;
  const Vec current = x[j];
  Vec low = splat(-1), high = splat(1);
  for (int k = 0; k < plan.constraints; k++) {
    const double normal = t.in->normals[static_cast<size_t>(k) * plan.d + j];
    if (normal == 0) continue;
    const Vec bound = current + t.slack[k] / normal;
    if (normal > 0) {
      high = select(bound < high, bound, high);
    } else {
      low = select(bound > low, bound, low);
    }
  }
  Vec chosen = current;
  Vec goal = Linear ? t.score + kGrowth * t.trace : t.score * (1.0 + kGrowth);
  const bool bounded = plan.constraints > 0 && !factor.categorical;
  const int extra = factor.ends && plan.constraints > 0 ? 2 : 0;
  for (int k = 0; k < factor.level_count + extra; k++) {
    const bool level = k < factor.level_count;
    const Vec value = level ? splat(t.in->levels[factor.level_offset + k]) : k == factor.level_count ? low : high;
    set_tau<Fixed>(factor, value, t.now, t.tau);
    const Vec found = score_of<Linear, Fixed>(t, t.tau, factor.bases);
    IntVec better = found > goal;
    if (level && bounded) better &= ~((value < low - kSlack) | (value > high + kSlack));
    if (!level) better &= ~(low > high);
    if (plan.forbidden > 0) better &= ~is_forbidden(t, x, j, value);
    goal = select(better, found, goal);
    chosen = select(better, value, chosen);
  }
  return chosen;
}

/** into += step · column c of Q. */
static inline void add_column(Vec* into, const Vec* Q, int p, int c, Vec step) {
  const Vec* const row = Q + static_cast<ptrdiff_t>(c) * p;
  for (int i = 0; i < c; i++) into[i] += step * row[i];
  for (int i = c; i < p; i++) into[i] += step * Q[static_cast<ptrdiff_t>(i) * p + c];
}

/** Moves g by τ (zero in lanes that stay), and all that depends on g. */
template <bool Linear>
static inline void move_row(RowLanes& t, const ExchangeFactor& factor) {
  const int p = t.plan->p, stride = t.plan->max_bases;
  Vec quadratic, cross;
  move_forms<0>(t.tau, t.lu, t.lv, t.lCl, factor.bases, stride, quadratic, cross);
  t.gg += quadratic;
  t.fg += cross;
  if (Linear) {
    move_forms<0>(t.tau, t.ls, t.lw, t.lBl, factor.bases, stride, quadratic, cross);
    t.bgg += quadratic;
    t.bfg += cross;
  }
  for (int e = 0; e < factor.bases; e++) {
    for (int k = factor.groups[e]; k < factor.groups[e + 1]; k++) {
      const Vec step = t.tau[e] * t.rest[k];
      const int c = factor.columns[k];
      t.g[c] += step;
      add_column(t.u, t.C, p, c, step);
      if (Linear) add_column(t.s, t.B, p, c, step);
    }
  }
}

/** C and B after the row moved, in the lanes of `moved`. */
template <bool Linear>
static inline void update(RowLanes& t, IntVec moved) {
  const int p = t.plan->p;
  const Vec ratio = (1.0 + t.gg) * (1.0 - t.ff) + t.fg * t.fg;
  const Vec k11 = select(moved, (1.0 - t.ff) / ratio, Vec{});
  const Vec k12 = select(moved, t.fg / ratio, Vec{});
  const Vec k22 = select(moved, -((1.0 + t.gg) / ratio), Vec{});
  for (int i = 0; i < p; i++) {
    t.a[i] = k11 * t.u[i] + k12 * t.v[i];
    t.b[i] = k12 * t.u[i] + k22 * t.v[i];
  }
  t.ratio *= select(moved, ratio, splat(1));
  for (int i = 0; i < p; i++) {
    Vec* const row = t.C + static_cast<ptrdiff_t>(i) * p;
    const Vec ui = t.u[i], vi = t.v[i];
    for (int k = 0; k <= i; k++) row[k] -= ui * t.a[k] + vi * t.b[k];
  }
  if (!Linear) return;
  t.trace -= select(moved, t.score, Vec{});
  for (int i = 0; i < p; i++) {
    t.z[i] = t.s[i] - 0.5 * (t.a[i] * t.bgg + t.b[i] * t.bfg);
    t.y[i] = t.w[i] - 0.5 * (t.a[i] * t.bfg + t.b[i] * t.bff);
  }
  for (int i = 0; i < p; i++) {
    Vec* const row = t.B + static_cast<ptrdiff_t>(i) * p;
    const Vec ai = t.a[i], bi = t.b[i], yi = t.y[i], zi = t.z[i];
    for (int k = 0; k <= i; k++) row[k] -= zi * t.a[k] + ai * t.z[k] + (yi * t.b[k] + bi * t.y[k]);
  }
}

template <bool Linear>
static inline void begin(RowLanes& t, const Vec* x) {
  const ExchangePlan& plan = *t.plan;
  const int p = plan.p;
  model_row(plan, x, t.f);
  multiply_lower(t.C, t.f, p, t.v);
  t.ff = Vec{};
  for (int i = 0; i < p; i++) t.ff += t.f[i] * t.v[i];
  t.gg = t.ff;
  t.fg = t.ff;
  t.score = Linear ? Vec{} : splat(1);
  for (int i = 0; i < p; i++) {
    t.g[i] = t.f[i];
    t.u[i] = t.v[i];
  }
  if (Linear) {
    multiply_lower(t.B, t.f, p, t.w);
    t.bff = Vec{};
    for (int i = 0; i < p; i++) t.bff += t.f[i] * t.w[i];
    t.bgg = t.bff;
    t.bfg = t.bff;
    for (int i = 0; i < p; i++) t.s[i] = t.w[i];
  }
  for (int k = 0; k < plan.constraints; k++) {
    Vec value = splat(t.in->limits[k]);
    for (int j = 0; j < plan.d; j++) value -= t.in->normals[static_cast<size_t>(k) * plan.d + j] * x[j];
    t.slack[k] = value;
  }
}

/** One coordinate; returns the lanes that moved. */
template <bool Linear, int Fixed>
static inline IntVec visit_coordinate(RowLanes& t, Vec* x, int j) {
  const ExchangePlan& plan = *t.plan;
  const ExchangeFactor& factor = plan.factors[j];
  const Vec current = x[j];
  for (int e = 0; e < factor.bases; e++) t.now[e] = basis_of(factor.categorical, current, e + 1);
  prepare(t, factor, x);
  const Vec chosen = best_value<Linear, Fixed>(t, factor, x, j);
  const IntVec moved = chosen != current;
  if (!any(moved)) return moved;
  set_tau<Fixed>(factor, chosen, t.now, t.tau);
  t.score = select(moved, score_of<Linear, Fixed>(t, t.tau, factor.bases), t.score);
  move_row<Linear>(t, factor);
  for (int k = 0; k < plan.constraints; k++) {
    t.slack[k] -= t.in->normals[static_cast<size_t>(k) * plan.d + j] * (chosen - current);
  }
  x[j] = chosen;
  return moved;
}

/** All coordinates of row `index`, then one update; returns the lanes that moved. */
template <bool Linear>
static inline IntVec visit_row(RowLanes& t, int index) {
  const ExchangePlan& plan = *t.plan;
  Vec* const x = t.x + static_cast<ptrdiff_t>(index) * plan.d;
  begin<Linear>(t, x);
  IntVec moved = {};
  for (int j = 0; j < plan.d; j++) {
    switch (plan.factors[j].bases) {
      case 1:
        moved |= visit_coordinate<Linear, 1>(t, x, j);
        break;
      case 2:
        moved |= visit_coordinate<Linear, 2>(t, x, j);
        break;
      default:
        moved |= visit_coordinate<Linear, 0>(t, x, j);
    }
  }
  if (any(moved)) update<Linear>(t, moved);
  return moved;
}

}  // namespace athanor::ATHANOR_ISA
