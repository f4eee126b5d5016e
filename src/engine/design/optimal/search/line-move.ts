import { basisValue } from '../../../compute/basis-value.ts';
import { times } from '../../../linalg/products.ts';
import { modelMatrix } from '../model/coding.ts';
import type { LinearModel } from '../model/model-terms.ts';
import { type CodedRegion, isFeasible } from '../region/coded-region.ts';
import type { InverseInformation } from './inverse-information.ts';
import type { DesignProblem } from './problem.ts';

/** Points of the first scan along a line; the best is then narrowed down between its neighbours. */
const SCAN = 16;
const NARROWINGS = 30;

/** A line that a row may move along: z + t·step. */
export interface Direction {
  readonly step: Float64Array;
  /** Columns that change along it. */
  readonly columns: readonly number[];
}

/** What a move along a line depends on. */
export type ModelAndRegion = Pick<DesignProblem, 'model' | 'region'>;

/** Steps t that keep a run [d] within its box and the inequalities. */
export function interval(
  { normals, limits }: CodedRegion,
  run: Float64Array,
  step: Float64Array,
): [number, number] {
  const d = step.length;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  const bound = (speed: number, room: number) => {
    if (speed > 1e-12) high = Math.min(high, room / speed);
    else if (speed < -1e-12) low = Math.max(low, room / speed);
  };
  for (let j = 0; j < d; j++) {
    bound(step[j], 1 - run[j]);
    bound(-step[j], 1 + run[j]);
  }
  for (let k = 0; k < limits.length; k++) {
    let speed = 0;
    let room = limits[k];
    for (let j = 0; j < d; j++) {
      speed += normals[k * d + j] * step[j];
      room -= normals[k * d + j] * run[j];
    }
    bound(speed, Math.max(0, room));
  }
  return [low, high];
}

/** A row's model vector f with v = Qf and f'Qf, for Q = C and for B. */
export interface RowForms {
  readonly f: Float64Array;
  readonly C: { readonly v: Float64Array; readonly ff: number };
  readonly B: { readonly v: Float64Array; readonly ff: number } | undefined;
}

/** The model row f [p] of a run [d], with Q·f and f'Q·f for each information matrix of the state. */
export function rowForms(
  { model }: Pick<ModelAndRegion, 'model'>,
  state: Pick<InverseInformation, 'B' | 'C'>,
  run: Float64Array,
): RowForms {
  const p = model.columns.length;
  const f = modelMatrix(model, run);
  const forms = (Q: Float64Array) => {
    const v = times(Q, f, p);
    let ff = 0;
    for (let i = 0; i < p; i++) ff += v[i] * f[i];
    return { v, ff };
  };
  return { f, C: forms(state.C), B: state.B === undefined ? undefined : forms(state.B) };
}

/** Moves one run [d], in place, to the best step along a line and updates the state; returns the gain, 0 where it stays. */
export function moveAlong(
  problem: DesignProblem,
  state: InverseInformation,
  run: Float64Array,
  row: RowForms,
  direction: Direction,
): number {
  const { step } = direction;
  const [low, high] = interval(problem.region, run, step);
  if (!(high - low > 1e-12)) return 0;
  const line = modelAlong(problem.model, run, row.f, direction);
  const forms = {
    C: formsAlong(state.C, row.C, line, row.f.length),
    B: row.B && state.B && formsAlong(state.B, row.B, line, row.f.length),
  };
  const score = (t: number) => scoreAlong(forms, t, problem.weights !== undefined);
  const t = bestStep(score, low, high);
  const gain = problem.weights === undefined ? Math.log(score(t)) : score(t) / state.trace;
  if (!(gain > 1e-13)) return 0;
  const moved = movedBy(run, step, t);
  if (!isFeasible(problem.region, moved, 0, step.length)) return 0;
  run.set(moved);
  applyMove(state, row, line, forms, t);
  return gain;
}

/** The row [d] at z + t·step, within its box; what the step leaves, such as the position of a category, stays. */
export const movedBy = (row: Float64Array, step: Float64Array, t: number): Float64Array =>
  row.map((z, j) => (step[j] === 0 ? z : Math.max(-1, Math.min(1, z + t * step[j]))));

/** A model row along a line: f(z + t·step) = f + t·l + t²·e; l and e [columns.length], for the columns that change. */
interface Line extends Pick<Direction, 'columns'> {
  readonly l: Float64Array;
  readonly e: Float64Array;
}

/** The model row of a run z [d] along a line. @param f at t = 0 */
export function modelAlong(
  model: LinearModel,
  run: Float64Array,
  f: Float64Array,
  { step, columns }: Direction,
): Line {
  const l = new Float64Array(columns.length);
  const e = new Float64Array(columns.length);
  columns.forEach((c, k) => {
    const ahead = columnAt(model, c, run, step, 1);
    const behind = columnAt(model, c, run, step, -1);
    l[k] = (ahead - behind) / 2;
    e[k] = (ahead + behind) / 2 - f[c];
  });
  return { columns, l, e };
}

/** Column c of the model at z + t·step. */
function columnAt(model: LinearModel, c: number, run: Float64Array, step: Float64Array, t: number): number {
  let product = 1;
  for (const { dimension, basis } of model.columns[c].pieces) {
    const categorical = model.dimensions[dimension].kind === 'categorical';
    product *= basisValue(categorical, run[dimension] + t * step[dimension], basis);
  }
  return product;
}

/** The forms f'Qf, l'v, e'v, l'Ql, l'Qe, e'Qe with v = Qf. */
export function formsAlong(Q: Float64Array, { v, ff }: RowForms['C'], { columns, l, e }: Line, p: number) {
  let lv = 0;
  let ev = 0;
  let ll = 0;
  let le = 0;
  let ee = 0;
  for (let a = 0; a < columns.length; a++) {
    const row = columns[a] * p;
    lv += l[a] * v[columns[a]];
    ev += e[a] * v[columns[a]];
    let withL = 0;
    let withE = 0;
    for (let b = 0; b < columns.length; b++) {
      const q = Q[row + columns[b]];
      withL += q * l[b];
      withE += q * e[b];
    }
    ll += l[a] * withL;
    le += l[a] * withE;
    ee += e[a] * withE;
  }
  return { ff, lv, ev, ll, le, ee };
}

type LineForms = ReturnType<typeof formsAlong>;

interface Forms {
  readonly C: LineForms;
  readonly B: LineForms | undefined;
}

/** g'Qg and f'Qg at step t. */
export function formsAt(forms: LineForms, t: number): { gg: number; fg: number } {
  const hv = t * (forms.lv + t * forms.ev);
  const hh = t * t * (forms.ll + t * (2 * forms.le + t * forms.ee));
  return { gg: forms.ff + 2 * hv + hh, fg: forms.ff + hv };
}

/** Determinant ratio at step t, or the drop of the trace. */
function scoreAlong({ C, B }: Forms, t: number, linear: boolean): number {
  const c = formsAt(C, t);
  const ratio = (1 + c.gg) * (1 - C.ff) + c.fg * c.fg;
  if (!linear || B === undefined) return ratio;
  if (!(ratio > 1e-8)) return Number.NEGATIVE_INFINITY;
  const b = formsAt(B, t);
  return ((1 - C.ff) * b.gg + 2 * c.fg * b.fg - (1 + c.gg) * B.ff) / ratio;
}

/** Best step within [low, high]: a scan, then golden section between the neighbours of its best point. */
export function bestStep(score: (t: number) => number, low: number, high: number): number {
  let best = 0;
  let bestScore = score(0);
  const width = (high - low) / SCAN;
  for (let k = 0; k <= SCAN; k++) {
    const t = k === SCAN ? high : low + k * width;
    const found = score(t);
    if (found > bestScore) {
      best = t;
      bestScore = found;
    }
  }
  const golden = (Math.sqrt(5) - 1) / 2;
  let a = Math.max(low, best - width);
  let b = Math.min(high, best + width);
  for (let k = 0; k < NARROWINGS; k++) {
    const left = b - golden * (b - a);
    const right = a + golden * (b - a);
    if (score(left) >= score(right)) b = right;
    else a = left;
  }
  const middle = (a + b) / 2;
  return score(middle) > bestScore ? middle : best;
}

/** Rank-two update of C (and B) for f → g = f + t·l + t²·e, over full matrices. */
function applyMove(
  state: InverseInformation,
  row: RowForms,
  { columns, l, e }: Line,
  forms: Forms,
  t: number,
): void {
  const { C, B } = state;
  const p = row.f.length;
  const g = row.f.slice();
  columns.forEach((c, k) => {
    g[c] += t * (l[k] + t * e[k]);
  });
  const u = times(C, g, p);
  const { v, ff } = row.C;
  const { gg, fg } = formsAt(forms.C, t);
  const ratio = (1 + gg) * (1 - ff) + fg * fg;
  const [k11, k12, k22] = [(1 - ff) / ratio, fg / ratio, -(1 + gg) / ratio];
  const a = u.map((value, i) => k11 * value + k12 * v[i]);
  const b = u.map((value, i) => k12 * value + k22 * v[i]);
  if (B !== undefined && forms.B !== undefined && row.B !== undefined) {
    const s = times(B, g, p);
    const { v: w, ff: bff } = row.B;
    const { gg: bgg, fg: bfg } = formsAt(forms.B, t);
    const z = s.map((value, i) => value - 0.5 * (a[i] * bgg + b[i] * bfg));
    const y = w.map((value, i) => value - 0.5 * (a[i] * bfg + b[i] * bff));
    state.trace -= scoreAlong(forms, t, true);
    for (let i = 0; i < p; i++) {
      for (let k = 0; k < p; k++) B[i * p + k] -= z[i] * a[k] + a[i] * z[k] + y[i] * b[k] + b[i] * y[k];
    }
  }
  for (let i = 0; i < p; i++) for (let k = 0; k < p; k++) C[i * p + k] -= u[i] * a[k] + v[i] * b[k];
}
