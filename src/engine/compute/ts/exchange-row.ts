import type { ExchangeFactor, ExchangePlan } from './exchange-plan.ts';

/** Relative growth of the criterion below which a change is not made: keeps rounding from moving a design for ever. */
const GROWTH = 1e-9;
/** Determinant ratio below which a changed design counts as singular (linear criteria only). */
const SINGULAR = 1e-8;
/** Slack, in coded units, that a level may overstep its feasible interval by. */
const SLACK = 1e-9;

/** The inputs that row visits read; layouts as in `ops.ts`. */
export interface ExchangeInputs {
  readonly levels: Float64Array;
  readonly normals: Float64Array;
  readonly limits: Float64Array;
  readonly forbidden: Float64Array;
}

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
 * Makes the visitor of rows: offers each coordinate of a row all its levels and takes the best; says whether any moved.
 *
 * With C = M⁻¹, v = Cf, u = Cg the exchange of row f for g multiplies det M by Δ = (1 + g'Cg)(1 − f'Cf) + (f'Cg)² and
 * lowers trace(W·C) by [(1 − f'Cf)·g'Bg + 2·f'Cg·f'Bg − (1 + g'Cg)·f'Bf]/Δ with B = C·W·C. All coordinates of a row are
 * settled against the same C, where g moves and f stays; then C and B are updated once (rank 2). A coordinate moves g
 * by h = Σ_e τ_e·l_e, where l_e holds the columns of basis e without this factor and τ_e is the change of the basis
 * function, so all levels share the small forms l'u, l'v and l'Cl.
 *
 * Cost per row: O(p²) for v and the update, O(d²) per coordinate, O(bases²) per level.
 *
 * Sources: Fedorov 1972, Theory of Optimal Experiments (Δ); Meyer and Nachtsheim 1995, doi:10.1080/00401706.1995.10485889.
 */
export function createRowVisitor(plan: ExchangePlan, inputs: ExchangeInputs) {
  const { linear, sizes } = plan;
  const { d, p, limits: m } = sizes;
  const vectors = Array.from({ length: 10 }, () => new Float64Array(p));
  const [f, g, u, v, s, w, a, b, y, z] = vectors;
  const bases = Math.max(1, ...plan.factors.map((factor) => factor.bases));
  const small = () => new Float64Array(bases);
  const [lu, lv, ls, lw, now, tau] = Array.from({ length: 6 }, small);
  const lCl = new Float64Array(bases * bases);
  const lBl = new Float64Array(bases * bases);
  const rest = new Float64Array(p);
  const slack = new Float64Array(m);
  /** Forms of the row as it stands: f'Cf, f'Bf, g'Cg, f'Cg, g'Bg, f'Bg; and its score (Δ, or the drop of the trace). */
  let ff = 0;
  let bff = 0;
  let gg = 0;
  let fg = 0;
  let bgg = 0;
  let bfg = 0;
  let score = 0;

  /** Score of the row moved by τ: Δ for D, the drop of the trace for a linear criterion (−1 where singular). */
  function scoreOf(count: number): number {
    let hu = 0;
    let hv = 0;
    let hh = 0;
    for (let e = 0; e < count; e++) {
      hu += tau[e] * lu[e];
      hv += tau[e] * lv[e];
      let cross = 0;
      for (let k = 0; k < e; k++) cross += tau[k] * lCl[e * bases + k];
      hh += tau[e] * (2 * cross + tau[e] * lCl[e * bases + e]);
    }
    const dg = gg + (2 * hu + hh);
    const c = fg + hv;
    const ratio = (1 + dg) * (1 - ff) + c * c;
    if (!linear) return ratio;
    let hs = 0;
    let hw = 0;
    let hBh = 0;
    for (let e = 0; e < count; e++) {
      hs += tau[e] * ls[e];
      hw += tau[e] * lw[e];
      let cross = 0;
      for (let k = 0; k < e; k++) cross += tau[k] * lBl[e * bases + k];
      hBh += tau[e] * (2 * cross + tau[e] * lBl[e * bases + e]);
    }
    const dB = bgg + (2 * hs + hBh);
    const cB = bfg + hw;
    return ratio > SINGULAR ? ((1 - ff) * dB + 2 * (c * cB) - (1 + dg) * bff) / ratio : -1;
  }

  /** τ for a new value of the factor. */
  function setTau(factor: ExchangeFactor, value: number): void {
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
  function prepare(factor: ExchangeFactor, x: Float64Array, row: number, state: ExchangeState): void {
    const { columns, groups, pairs, otherOffsets, others } = factor;
    for (let k = 0; k < columns.length; k++) {
      let product = 1;
      for (let o = otherOffsets[k]; o < otherOffsets[k + 1]; o += 2) {
        product *= basisAt(plan, x[row + others[o]], others[o], others[o + 1]);
      }
      rest[k] = product;
    }
    for (let e = 0; e < factor.bases; e++) {
      lu[e] = dotRest(u, columns, groups[e], groups[e + 1]);
      lv[e] = dotRest(v, columns, groups[e], groups[e + 1]);
      pairForms(state.C, lCl, groups, pairs, e);
      if (!linear) continue;
      ls[e] = dotRest(s, columns, groups[e], groups[e + 1]);
      lw[e] = dotRest(w, columns, groups[e], groups[e + 1]);
      pairForms(state.B, lBl, groups, pairs, e);
    }
  }

  function dotRest(vector: Float64Array, columns: Int32Array, from: number, to: number): number {
    let sum = 0;
    for (let k = from; k < to; k++) sum += rest[k] * vector[columns[k]];
    return sum;
  }

  function pairForms(
    Q: Float64Array,
    into: Float64Array,
    groups: Int32Array,
    pairs: Int32Array,
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

  /** Whether forbidden combinations that the other coordinates complete hold at this value of coordinate j. */
  function isForbidden(x: Float64Array, row: number, j: number, value: number): boolean {
    for (let k = 0; k < sizes.forbidden; k++) {
      let all = true;
      for (let q = 0; q < d; q++) {
        const held = q === j ? value : x[row + q];
        const at = (k * d + q) * 2;
        if (!(held >= inputs.forbidden[at] && held <= inputs.forbidden[at + 1])) all = false;
      }
      if (all) return true;
    }
    return false;
  }

  /** The best value of coordinate j, or its present one where nothing is better. */
  function bestValue(factor: ExchangeFactor, x: Float64Array, row: number, j: number, trace: number): number {
    const current = x[row + j];
    let low = -1;
    let high = 1;
    for (let k = 0; k < m; k++) {
      const normal = inputs.normals[k * d + j];
      if (normal === 0) continue;
      const bound = current + slack[k] / normal;
      // biome-ignore lint/complexity/useMathMinMax: signed zeros must fall as in the native kernel
      if (normal > 0) high = bound < high ? bound : high;
      // biome-ignore lint/complexity/useMathMinMax: as above
      else low = bound > low ? bound : low;
    }
    let chosen = current;
    let goal = linear ? score + GROWTH * trace : score * (1 + GROWTH);
    const extra = factor.ends && m > 0 ? 2 : 0;
    for (let k = 0; k < factor.levelCount + extra; k++) {
      const level = k < factor.levelCount;
      const value = level ? inputs.levels[factor.levelOffset + k] : k === factor.levelCount ? low : high;
      if (level && !factor.categorical && m > 0 && (value < low - SLACK || value > high + SLACK)) continue;
      if (!level && low > high) continue;
      if (sizes.forbidden > 0 && isForbidden(x, row, j, value)) continue;
      setTau(factor, value);
      const found = scoreOf(factor.bases);
      if (!(found > goal)) continue;
      goal = found;
      chosen = value;
    }
    return chosen;
  }

  /** Moves g by τ on this factor's columns, and all that depends on g. */
  function move(factor: ExchangeFactor, state: ExchangeState): void {
    const { columns, groups } = factor;
    let hu = 0;
    let hv = 0;
    let hh = 0;
    let hs = 0;
    let hw = 0;
    let hBh = 0;
    for (let e = 0; e < factor.bases; e++) {
      hu += tau[e] * lu[e];
      hv += tau[e] * lv[e];
      let cross = 0;
      for (let k = 0; k < e; k++) cross += tau[k] * lCl[e * bases + k];
      hh += tau[e] * (2 * cross + tau[e] * lCl[e * bases + e]);
      if (!linear) continue;
      hs += tau[e] * ls[e];
      hw += tau[e] * lw[e];
      cross = 0;
      for (let k = 0; k < e; k++) cross += tau[k] * lBl[e * bases + k];
      hBh += tau[e] * (2 * cross + tau[e] * lBl[e * bases + e]);
    }
    gg += 2 * hu + hh;
    fg += hv;
    bgg += 2 * hs + hBh;
    bfg += hw;
    for (let e = 0; e < factor.bases; e++) {
      for (let k = groups[e]; k < groups[e + 1]; k++) {
        const step = tau[e] * rest[k];
        const c = columns[k];
        g[c] += step;
        addColumn(u, state.C, c, step);
        if (linear) addColumn(s, state.B, c, step);
      }
    }
  }

  function addColumn(into: Float64Array, Q: Float64Array, c: number, step: number): void {
    for (let i = 0; i < c; i++) into[i] += step * Q[c * p + i];
    for (let i = c; i < p; i++) into[i] += step * Q[i * p + c];
  }

  /** C and B after f → g, from K⁻¹ = [[k11, k12], [k12, k22]]: C −= u·a' + v·b', B −= z·a' + a·z' + y·b' + b·y'. */
  function update(state: ExchangeState): void {
    const ratio = (1 + gg) * (1 - ff) + fg * fg;
    const k11 = (1 - ff) / ratio;
    const k12 = fg / ratio;
    const k22 = -((1 + gg) / ratio);
    for (let i = 0; i < p; i++) {
      a[i] = k11 * u[i] + k12 * v[i];
      b[i] = k12 * u[i] + k22 * v[i];
    }
    state.ratio *= ratio;
    const { C, B } = state;
    for (let i = 0; i < p; i++) {
      const row = i * p;
      for (let k = 0; k <= i; k++) C[row + k] -= u[i] * a[k] + v[i] * b[k];
    }
    if (!linear) return;
    state.trace -= score;
    for (let i = 0; i < p; i++) {
      z[i] = s[i] - 0.5 * (a[i] * bgg + b[i] * bfg);
      y[i] = w[i] - 0.5 * (a[i] * bfg + b[i] * bff);
    }
    for (let i = 0; i < p; i++) {
      const row = i * p;
      for (let k = 0; k <= i; k++) B[row + k] -= z[i] * a[k] + a[i] * z[k] + (y[i] * b[k] + b[i] * y[k]);
    }
  }

  /** v = Q·f from the lower triangle. */
  function multiply(Q: Float64Array, into: Float64Array): void {
    into.fill(0);
    for (let i = 0; i < p; i++) {
      const row = i * p;
      let sum = 0;
      for (let k = 0; k < i; k++) {
        sum += Q[row + k] * f[k];
        into[k] += Q[row + k] * f[i];
      }
      into[i] = sum + Q[row + i] * f[i];
    }
  }

  function begin(state: ExchangeState, row: number): void {
    modelRow(plan, state.x, row, f, 0);
    multiply(state.C, v);
    ff = 0;
    for (let i = 0; i < p; i++) ff += f[i] * v[i];
    gg = ff;
    fg = ff;
    score = linear ? 0 : 1;
    g.set(f);
    u.set(v);
    if (linear) {
      multiply(state.B, w);
      bff = 0;
      for (let i = 0; i < p; i++) bff += f[i] * w[i];
      bgg = bff;
      bfg = bff;
      s.set(w);
    }
    for (let k = 0; k < m; k++) {
      let value = inputs.limits[k];
      for (let j = 0; j < d; j++) value -= inputs.normals[k * d + j] * state.x[row + j];
      slack[k] = value;
    }
  }

  return function visit(state: ExchangeState, index: number): boolean {
    const row = index * d;
    const { x } = state;
    begin(state, row);
    let moved = false;
    for (let j = 0; j < d; j++) {
      const factor = plan.factors[j];
      const current = x[row + j];
      for (let e = 0; e < factor.bases; e++) now[e] = basisOf(factor.categorical, current, e + 1);
      prepare(factor, x, row, state);
      const chosen = bestValue(factor, x, row, j, state.trace);
      if (chosen === current) continue;
      moved = true;
      setTau(factor, chosen);
      score = scoreOf(factor.bases);
      move(factor, state);
      for (let k = 0; k < m; k++) slack[k] -= inputs.normals[k * d + j] * (chosen - current);
      x[row + j] = chosen;
    }
    if (moved) update(state);
    return moved;
  };
}

/** Basis function `basis` ≥ 1 of a coded value. */
function basisOf(categorical: boolean, value: number, basis: number): number {
  if (categorical) return value === basis ? 1 : 0;
  let power = value;
  for (let k = 1; k < basis; k++) power *= value;
  return power;
}

function basisAt(plan: ExchangePlan, value: number, factor: number, basis: number): number {
  return basisOf(plan.factors[factor].categorical, value, basis);
}

/** Model row of the coded point at `x[row…]` into `into[at…]`. */
export function modelRow(
  plan: ExchangePlan,
  x: Float64Array,
  row: number,
  into: Float64Array,
  at: number,
): void {
  const { pieceOffsets, pieces } = plan;
  const { p } = plan.sizes;
  for (let c = 0; c < p; c++) {
    let product = 1;
    for (let k = pieceOffsets[c]; k < pieceOffsets[c + 1]; k += 2) {
      product *= basisAt(plan, x[row + pieces[k]], pieces[k], pieces[k + 1]);
    }
    into[at + c] = product;
  }
}
