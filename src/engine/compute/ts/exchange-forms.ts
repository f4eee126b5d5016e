import { basisValue } from '../basis-value.ts';
import type { ExchangeFactor, ExchangePlan } from './exchange-plan.ts';

/** Determinant ratio below which a changed design counts as singular (linear criteria only). */
const SINGULAR = 1e-8;
/** What a chain carries from visit to visit. */
export interface ExchangeState {
  /** [n, d] coded design. */
  readonly x: Float64Array;
  /** M⁻¹, lower triangle of [p, p]. */
  readonly C: Float64Array;
  /** M⁻¹·W·M⁻¹, lower triangle of [p, p]; unused for D. */
  readonly B: Float64Array;
  /** trace(W·M⁻¹); unused for D. */
  trace: number;
  /** Product of the determinant ratios of all exchanges since it was last set to 1. */
  ratio: number;
}

/**
 * One row on its way from f to g, with C = M⁻¹, B = C·W·C, v = Cf, u = Cg, w = Bf, s = Bg.
 *
 * Of the factor that is examined: its present basis values, their changes τ, and per basis e the forms of l_e, the columns
 * of e without the factor.
 */
export interface RowForms {
  readonly plan: ExchangePlan;
  readonly linear: boolean;
  readonly p: number;
  /** Most basis functions of a factor: the stride of lCl and lBl. */
  readonly bases: number;
  readonly f: Float64Array;
  readonly g: Float64Array;
  readonly u: Float64Array;
  readonly v: Float64Array;
  readonly s: Float64Array;
  readonly w: Float64Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** [p] columns of the factor without it. */
  readonly rest: Float64Array;
  readonly lu: Float64Array;
  readonly lv: Float64Array;
  readonly ls: Float64Array;
  readonly lw: Float64Array;
  readonly lCl: Float64Array;
  readonly lBl: Float64Array;
  readonly now: Float64Array;
  readonly tau: Float64Array;
  /** f'Cf, f'Bf, g'Cg, f'Cg, g'Bg, f'Bg. */
  ff: number;
  bff: number;
  gg: number;
  fg: number;
  bgg: number;
  bfg: number;
  /** Of the unchanged row: Δ, or the drop of the trace. */
  score: number;
}

/** Room for the forms of one row, for any factor of the plan. */
export function createForms(plan: ExchangePlan): RowForms {
  const { p } = plan.sizes;
  const bases = Math.max(1, ...plan.factors.map((factor) => factor.bases));
  const row = () => new Float64Array(p);
  const small = () => new Float64Array(bases);
  return {
    ...{ plan, linear: plan.linear, p, bases },
    ...{ f: row(), g: row(), u: row(), v: row(), s: row(), w: row() },
    ...{ a: row(), b: row(), y: row(), z: row(), rest: row() },
    ...{ lu: small(), lv: small(), ls: small(), lw: small(), now: small(), tau: small() },
    ...{ lCl: new Float64Array(bases * bases), lBl: new Float64Array(bases * bases) },
    ...{ ff: 0, bff: 0, gg: 0, fg: 0, bgg: 0, bfg: 0, score: 0 },
  };
}

/** Starts at row f: g = f. */
export function beginRow(S: RowForms, state: ExchangeState, row: number): void {
  const { f, g, u, v, s, w, p } = S;
  modelRow(S.plan, state.x, row, f);
  multiply(f, state.C, v);
  let ff = 0;
  for (let i = 0; i < p; i++) ff += f[i] * v[i];
  S.ff = ff;
  S.gg = ff;
  S.fg = ff;
  S.score = S.linear ? 0 : 1;
  g.set(f);
  u.set(v);
  if (!S.linear) return;
  multiply(f, state.B, w);
  let bff = 0;
  for (let i = 0; i < p; i++) bff += f[i] * w[i];
  S.bff = bff;
  S.bgg = bff;
  S.bfg = bff;
  s.set(w);
}

/** into = Q·f from the lower triangle. */
function multiply(f: Float64Array, Q: Float64Array, into: Float64Array): void {
  into.fill(0);
  for (let i = 0; i < f.length; i++) {
    const row = i * f.length;
    let sum = 0;
    for (let k = 0; k < i; k++) {
      sum += Q[row + k] * f[k];
      into[k] += Q[row + k] * f[i];
    }
    into[i] = sum + Q[row + i] * f[i];
  }
}

/** τ'Qτ over the forms l'Ql. */
function quadratic(tau: Float64Array, lQl: Float64Array, bases: number, count: number): number {
  let total = 0;
  for (let e = 0; e < count; e++) {
    let cross = 0;
    for (let k = 0; k < e; k++) cross += tau[k] * lQl[e * bases + k];
    total += tau[e] * (2 * cross + tau[e] * lQl[e * bases + e]);
  }
  return total;
}

function dot(a: Float64Array, b: Float64Array, count: number): number {
  let sum = 0;
  for (let e = 0; e < count; e++) sum += a[e] * b[e];
  return sum;
}

/** Score of the row moved by τ: Δ for D, the drop of the trace for a linear criterion (−1 where singular). */
export function scoreOf(S: RowForms, count: number): number {
  const { tau, bases } = S;
  const dg = S.gg + (2 * dot(tau, S.lu, count) + quadratic(tau, S.lCl, bases, count));
  const c = S.fg + dot(tau, S.lv, count);
  const ratio = (1 + dg) * (1 - S.ff) + c * c;
  if (!S.linear) return ratio;
  const dB = S.bgg + (2 * dot(tau, S.ls, count) + quadratic(tau, S.lBl, bases, count));
  const cB = S.bfg + dot(tau, S.lw, count);
  return ratio > SINGULAR ? ((1 - S.ff) * dB + 2 * (c * cB) - (1 + dg) * S.bff) / ratio : -1;
}

/** Writes τ [bases]: by how much each basis function of the factor (powers of a number, indicators of categories from the second on) changes at a new value. */
export function setTau({ tau, now }: RowForms, factor: ExchangeFactor, value: number): void {
  let power = value;
  for (let e = 0; e < factor.bases; e++) {
    if (factor.categorical) tau[e] = (value === e + 1 ? 1 : 0) - now[e];
    else {
      tau[e] = power - now[e];
      power *= value;
    }
  }
}

/** Columns of the factor without the factor, and their forms with u, v, s, w, C and B. */
export function prepareFactor(
  S: RowForms,
  factor: ExchangeFactor,
  current: number,
  row: number,
  state: ExchangeState,
): void {
  const { columns, groups, otherOffsets, others } = factor;
  const { x } = state;
  for (let e = 0; e < factor.bases; e++) S.now[e] = basisValue(factor.categorical, current, e + 1);
  for (let k = 0; k < columns.length; k++) {
    let product = 1;
    for (let o = otherOffsets[k]; o < otherOffsets[k + 1]; o += 2) {
      product *= basisAt(S.plan, x[row + others[o]], others[o], others[o + 1]);
    }
    S.rest[k] = product;
  }
  for (let e = 0; e < factor.bases; e++) {
    S.lu[e] = dotRest(S.rest, S.u, columns, groups[e], groups[e + 1]);
    S.lv[e] = dotRest(S.rest, S.v, columns, groups[e], groups[e + 1]);
    pairForms(S, state.C, S.lCl, factor, e);
    if (!S.linear) continue;
    S.ls[e] = dotRest(S.rest, S.s, columns, groups[e], groups[e + 1]);
    S.lw[e] = dotRest(S.rest, S.w, columns, groups[e], groups[e + 1]);
    pairForms(S, state.B, S.lBl, factor, e);
  }
}

function dotRest(
  rest: Float64Array,
  vector: Float64Array,
  columns: Int32Array,
  from: number,
  to: number,
): number {
  let sum = 0;
  for (let k = from; k < to; k++) sum += rest[k] * vector[columns[k]];
  return sum;
}

function pairForms(
  { rest, bases }: RowForms,
  Q: Float64Array,
  into: Float64Array,
  { groups, pairs }: ExchangeFactor,
  e: number,
): void {
  for (let k = 0; k <= e; k++) into[e * bases + k] = 0;
  for (let i = groups[e]; i < groups[e + 1]; i++) {
    const row = (i * (i + 1)) / 2;
    for (let k = 0; k < e; k++) {
      let sum = 0;
      for (let q = groups[k]; q < groups[k + 1]; q++) sum += rest[q] * Q[pairs[row + q]];
      into[e * bases + k] += rest[i] * sum;
    }
    let sum = 0;
    for (let q = groups[e]; q < i; q++) sum += rest[q] * Q[pairs[row + q]];
    into[e * bases + e] += rest[i] * (2 * sum + rest[i] * Q[pairs[row + i]]);
  }
}

/** Moves g by τ on this factor's columns, and all that depends on g. */
export function moveRow(S: RowForms, factor: ExchangeFactor, state: ExchangeState): void {
  const { columns, groups } = factor;
  const { tau, rest, g, u, s, p, bases } = S;
  S.gg += 2 * dot(tau, S.lu, factor.bases) + quadratic(tau, S.lCl, bases, factor.bases);
  S.fg += dot(tau, S.lv, factor.bases);
  if (S.linear) {
    S.bgg += 2 * dot(tau, S.ls, factor.bases) + quadratic(tau, S.lBl, bases, factor.bases);
    S.bfg += dot(tau, S.lw, factor.bases);
  }
  for (let e = 0; e < factor.bases; e++) {
    for (let k = groups[e]; k < groups[e + 1]; k++) {
      const step = tau[e] * rest[k];
      const c = columns[k];
      g[c] += step;
      addColumn(u, state.C, p, c, step);
      if (S.linear) addColumn(s, state.B, p, c, step);
    }
  }
}

function addColumn(into: Float64Array, Q: Float64Array, p: number, c: number, step: number): void {
  for (let i = 0; i < c; i++) into[i] += step * Q[c * p + i];
  for (let i = c; i < p; i++) into[i] += step * Q[i * p + c];
}

/** C and B after f → g, from K⁻¹ = [[k11, k12], [k12, k22]]: C −= u·a' + v·b', B −= z·a' + a·z' + y·b' + b·y'. */
export function endRow(S: RowForms, state: ExchangeState): void {
  const { a, b, u, v, s, w, y, z, p, bgg, bfg, bff } = S;
  const { C, B } = state;
  const ratio = (1 + S.gg) * (1 - S.ff) + S.fg * S.fg;
  const k11 = (1 - S.ff) / ratio;
  const k12 = S.fg / ratio;
  const k22 = -((1 + S.gg) / ratio);
  for (let i = 0; i < p; i++) {
    a[i] = k11 * u[i] + k12 * v[i];
    b[i] = k12 * u[i] + k22 * v[i];
  }
  state.ratio *= ratio;
  for (let i = 0; i < p; i++) {
    const row = i * p;
    for (let k = 0; k <= i; k++) C[row + k] -= u[i] * a[k] + v[i] * b[k];
  }
  if (!S.linear) return;
  state.trace -= S.score;
  for (let i = 0; i < p; i++) {
    z[i] = s[i] - 0.5 * (a[i] * bgg + b[i] * bfg);
    y[i] = w[i] - 0.5 * (a[i] * bfg + b[i] * bff);
  }
  for (let i = 0; i < p; i++) {
    const row = i * p;
    for (let k = 0; k <= i; k++) B[row + k] -= z[i] * a[k] + a[i] * z[k] + (y[i] * b[k] + b[i] * y[k]);
  }
}

function basisAt(plan: ExchangePlan, value: number, factor: number, basis: number): number {
  return basisValue(plan.factors[factor].categorical, value, basis);
}

/** Model row of the coded point at `x[row…]` into `into`. */
export function modelRow(plan: ExchangePlan, x: Float64Array, row: number, into: Float64Array): void {
  const { pieceOffsets, pieces } = plan;
  const { p } = plan.sizes;
  for (let c = 0; c < p; c++) {
    let product = 1;
    for (let k = pieceOffsets[c]; k < pieceOffsets[c + 1]; k += 2) {
      product *= basisAt(plan, x[row + pieces[k]], pieces[k], pieces[k + 1]);
    }
    into[c] = product;
  }
}
