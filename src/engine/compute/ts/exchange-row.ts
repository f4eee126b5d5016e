import {
  beginRow,
  createForms,
  type ExchangeState,
  endRow,
  moveRow,
  prepareFactor,
  type RowForms,
  scoreOf,
  setTau,
} from './exchange-forms.ts';
import type { ExchangeFactor, ExchangePlan } from './exchange-plan.ts';

/** Relative growth of the criterion below which a change is not made: keeps rounding from moving a design for ever. */
const GROWTH = 1e-9;
/** Slack, in coded units, that a level may overstep its feasible interval by. */
const SLACK = 1e-9;

/** The inputs that row visits read; layouts as in `ops.ts`. */
export interface ExchangeInputs {
  readonly levels: Float64Array;
  readonly normals: Float64Array;
  readonly limits: Float64Array;
  readonly forbidden: Float64Array;
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
  const { d, limits: m } = plan.sizes;
  const S = createForms(plan);
  const row: Row = { plan, inputs, slack: new Float64Array(m) };
  return function visit(state: ExchangeState, index: number): boolean {
    const from = index * d;
    const { x } = state;
    beginRow(S, state, from);
    measureSlack(row, x, from);
    let moved = false;
    for (let j = 0; j < d; j++) {
      const factor = plan.factors[j];
      const current = x[from + j];
      prepareFactor(S, factor, current, from, state);
      const chosen = bestValue(row, S, factor, x, from, j, state.trace);
      if (chosen === current) continue;
      moved = true;
      setTau(S, factor, chosen);
      S.score = scoreOf(S, factor.bases);
      moveRow(S, factor, state);
      for (let k = 0; k < m; k++) row.slack[k] -= inputs.normals[k * d + j] * (chosen - current);
      x[from + j] = chosen;
    }
    if (moved) endRow(S, state);
    return moved;
  };
}

interface Row {
  readonly plan: ExchangePlan;
  readonly inputs: ExchangeInputs;
  /** [limits] what is left of each limit. */
  readonly slack: Float64Array;
}

function measureSlack({ plan, inputs, slack }: Row, x: Float64Array, from: number): void {
  const { d } = plan.sizes;
  for (let k = 0; k < slack.length; k++) {
    let value = inputs.limits[k];
    for (let j = 0; j < d; j++) value -= inputs.normals[k * d + j] * x[from + j];
    slack[k] = value;
  }
}

/** Whether forbidden combinations that the other coordinates complete hold at this value of coordinate j. */
function isForbidden(
  { plan, inputs }: Row,
  x: Float64Array,
  from: number,
  j: number,
  value: number,
): boolean {
  const { d, forbidden } = plan.sizes;
  for (let k = 0; k < forbidden; k++) {
    let all = true;
    for (let q = 0; q < d; q++) {
      const held = q === j ? value : x[from + q];
      const at = (k * d + q) * 2;
      if (!(held >= inputs.forbidden[at] && held <= inputs.forbidden[at + 1])) all = false;
    }
    if (all) return true;
  }
  return false;
}

/** The best value of coordinate j, or its present one where nothing is better. */
function bestValue(
  row: Row,
  S: RowForms,
  factor: ExchangeFactor,
  x: Float64Array,
  from: number,
  j: number,
  trace: number,
): number {
  const { inputs, slack } = row;
  const { d, limits: m, forbidden } = row.plan.sizes;
  const current = x[from + j];
  let low = -1;
  let high = 1;
  for (let k = 0; k < m; k++) {
    const normal = inputs.normals[k * d + j];
    if (normal === 0) continue;
    const bound = current + slack[k] / normal;
    // Not Math.min and Math.max: signed zeros must fall as in the native kernel.
    if (normal > 0) {
      if (bound < high) high = bound;
    } else if (bound > low) low = bound;
  }
  let chosen = current;
  let goal = S.linear ? S.score + GROWTH * trace : S.score * (1 + GROWTH);
  const extra = factor.ends && m > 0 ? 2 : 0;
  for (let k = 0; k < factor.levelCount + extra; k++) {
    const level = k < factor.levelCount;
    const value = level ? inputs.levels[factor.levelOffset + k] : k === factor.levelCount ? low : high;
    if (level && !factor.categorical && m > 0 && (value < low - SLACK || value > high + SLACK)) continue;
    if (!level && low > high) continue;
    if (forbidden > 0 && isForbidden(row, x, from, j, value)) continue;
    setTau(S, factor, value);
    const found = scoreOf(S, factor.bases);
    if (!(found > goal)) continue;
    goal = found;
    chosen = value;
  }
  return chosen;
}
