import { CancelledError } from '../../errors.ts';
import type { Generator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { isFeasible } from './coded-region.ts';
import { modelMatrix } from './coding.ts';
import {
  addInformation,
  choleskyLower,
  inverseFromFactor,
  logDeterminant,
  sandwich,
  traceOfProduct,
} from './information.ts';
import type { DesignProblem, FoundDesign } from './problem.ts';
import type { Plots } from './split-plot-structure.ts';

const GROWTH = 1e-8;
const SINGULAR = 1e-8;
const RIDGE = 1e-3;
/** Multiplications that all searches together may take at effort 1; about a second. */
const WORK = 4e8;
const FEWEST_SEARCHES = 40;
const MOST_SEARCHES = 1500;
const CHAINS = 10;
/** Steps of the refinement off the lattice, each half of the one before, in coded units. */
const FIRST_STEP = 0.4;
const LAST_STEP = 1e-3;

/** A split-plot problem: `problem.runs` runs in plots, and the stratum of each dimension. */
export interface SplitPlotProblem extends DesignProblem {
  readonly plots: readonly Plots[];
  /** Index into `plots` per dimension. */
  readonly stratum: readonly number[];
  /** Per dimension the columns that hold it. */
  readonly columnsOf: readonly (readonly number[])[];
}

/** A design under search with what its information M = X'V⁻¹X gives. */
interface Searched {
  readonly rows: Float64Array;
  X: Float64Array;
  /** X'V⁻¹X, and the ridge while the design may be singular. */
  M: Float64Array;
  C: Float64Array;
  /** C·W·C, for trace criteria. */
  B: Float64Array;
  /** log det M or −trace(W·C). */
  value: number;
}

/**
 * Coordinate exchange by stratum: an easy value moves in one run, a hard one in all runs of its plot. Chains of
 * perturbed restarts; the number of searches is fixed by the size of the problem, so the seed settles the design.
 *
 * An easy move f → f + h changes M by h r' + r h' + σ h h' with r = f − Σ c_s t_s (t_s the totals of the run's plots)
 * and σ = 1 − Σ c_s; so det M grows by Δ = (1 + h'Cr)² + h'Ch·(σ − r'Cr) and trace(W·C) falls by
 * [(σ − r'Cr)·h'Bh + 2(1 + h'Cr)·h'Br − h'Ch·r'Br]/Δ. A hard move is judged from the whole matrix.
 *
 * @throws CancelledError
 */
export function searchSplitPlot(
  problem: SplitPlotProblem,
  generator: Generator,
  context: RunContext,
  report: (share: number) => void,
): FoundDesign | undefined {
  const total = searchesFor(problem);
  const chains: (FoundDesign | undefined)[] = Array.from({ length: Math.min(CHAINS, total) });
  for (let k = 0; k < total; k++) {
    if (context.cancelled?.()) throw new CancelledError('split-plot design: cancelled');
    // the second half of the searches works on the better half of the chains
    const alive = k < total / 2 ? chains.length : Math.ceil(chains.length / 2);
    if (alive < chains.length) chains.sort((a, b) => (b?.value ?? -Infinity) - (a?.value ?? -Infinity));
    const own = k % alive;
    const known = chains[own];
    const rows =
      known === undefined ? randomDesign(problem, generator) : perturbed(problem, known.rows, generator);
    const found = localSearch(problem, rows, problem.levels);
    if (found !== undefined && (known === undefined || found.value > known.value)) chains[own] = found;
    report((k + 1) / total);
  }
  return chains.reduce((best, next) =>
    (next?.value ?? -Infinity) > (best?.value ?? -Infinity) ? next : best,
  );
}

/** Lets real values leave the lattice: coordinate steps that halve as long as they find nothing. */
export function refineSplitPlot(problem: SplitPlotProblem, design: FoundDesign): FoundDesign {
  let best = design;
  for (let step = FIRST_STEP; step > LAST_STEP; step /= 2) {
    const found = localSearch(problem, best.rows, problem.levels, step);
    if (found !== undefined && found.value > best.value) best = found;
  }
  return best;
}

function searchesFor(problem: SplitPlotProblem): number {
  const p = problem.model.columns.length;
  const hard = problem.stratum.reduce(
    (sum, s, j) =>
      s < problem.plots.length - 1 ? sum + problem.plots[s].count * problem.levels[j].length : sum,
    0,
  );
  const block = problem.plots[0].runsPerPlot;
  const work = 6 * (hard * ((p * p * p) / 6 + block * p * p) + problem.runs * p * p * 8);
  const usual = Math.min(Math.max(WORK / work, FEWEST_SEARCHES), MOST_SEARCHES);
  return Math.max(2, Math.round(usual * problem.effort));
}

/** X'V⁻¹X = X'X − Σ c·t t' over the plots that the rows of X [n, p] make up; whole outermost plots only. */
export function splitPlotInformation(X: Float64Array, p: number, plots: readonly Plots[]): Float64Array {
  const M = addInformation(new Float64Array(p * p), X, p);
  const n = X.length / p;
  for (const { runsPerPlot, weight } of plots) {
    if (weight === 0) continue;
    for (let first = 0; first < n; first += runsPerPlot) {
      const t = totals(X, p, first, runsPerPlot);
      for (let a = 0; a < p; a++) for (let b = 0; b < p; b++) M[a * p + b] -= weight * t[a] * t[b];
    }
  }
  return M;
}

function totals(X: Float64Array, p: number, first: number, count: number): Float64Array {
  const t = new Float64Array(p);
  for (let i = first; i < first + count; i++) for (let c = 0; c < p; c++) t[c] += X[i * p + c];
  return t;
}

/** Everything from scratch; undefined where singular (with `ridge` it never is). */
function inform(problem: SplitPlotProblem, rows: Float64Array, ridge: number): Searched | undefined {
  const p = problem.model.columns.length;
  const X = modelMatrix(problem.model, rows);
  const M = splitPlotInformation(X, p, problem.plots);
  for (let i = 0; i < p; i++) M[i * p + i] += ridge;
  return informFrom(problem, rows, X, M);
}

function informFrom(
  problem: SplitPlotProblem,
  rows: Float64Array,
  X: Float64Array,
  M: Float64Array,
): Searched | undefined {
  const p = problem.model.columns.length;
  const L = choleskyLower(M, p, 1e-10);
  if (L === undefined) return undefined;
  const C = inverseFromFactor(L, p);
  const W = problem.weights;
  if (W === undefined) return { rows, X, M, C, B: C, value: logDeterminant(L, p) };
  return { rows, X, M, C, B: sandwich(C, W, p), value: -traceOfProduct(C, W) };
}

/** Value alone: log det M or −trace(W·M⁻¹); −Infinity where singular. */
function valueOfInformation(problem: SplitPlotProblem, M: Float64Array): number {
  const p = problem.model.columns.length;
  const L = choleskyLower(M, p, 1e-10);
  if (L === undefined) return Number.NEGATIVE_INFINITY;
  return problem.weights === undefined
    ? logDeterminant(L, p)
    : -traceOfProduct(inverseFromFactor(L, p), problem.weights);
}

function localSearch(
  problem: SplitPlotProblem,
  start: Float64Array,
  levels: readonly Float64Array[],
  step?: number,
): FoundDesign | undefined {
  const rows = start.slice();
  let ridge = step === undefined ? RIDGE * problem.runs : 0;
  for (let pass = 0; pass < problem.maxIterations; pass++) {
    const state = inform(problem, rows, ridge);
    if (state === undefined) return undefined;
    const moved = onePass(problem, state, levels, step);
    if (!moved && ridge === 0) return { rows, value: state.value };
    const plain = inform(problem, rows, 0);
    if (plain === undefined && !moved) return undefined;
    ridge = plain === undefined ? ridge : 0;
  }
  const last = inform(problem, rows, 0);
  return last && { rows, value: last.value };
}

function onePass(
  problem: SplitPlotProblem,
  state: Searched,
  levels: readonly Float64Array[],
  step: number | undefined,
): boolean {
  let moved = false;
  const innermost = problem.plots.length - 1;
  problem.plots.forEach((plots, s) => {
    for (let unit = 0; unit < plots.count; unit++) {
      problem.stratum.forEach((own, j) => {
        if (own !== s) return;
        const values = offered(problem, state.rows[unit * plots.runsPerPlot * levels.length + j], j, step);
        const improved =
          s === innermost
            ? moveEasy(problem, state, unit, j, values)
            : moveHard(problem, state, plots, unit, j, values);
        moved = improved || moved;
      });
    }
  });
  return moved;
}

/** Lattice values, or during refinement the present value and steps to both sides of it. */
function offered(
  problem: SplitPlotProblem,
  current: number,
  j: number,
  step: number | undefined,
): ArrayLike<number> {
  if (step === undefined) return problem.levels[j];
  if (problem.model.dimensions[j].kind !== 'real') return [];
  return [current - step, current + step].map((value) => Math.min(1, Math.max(-1, value)));
}

function moveHard(
  problem: SplitPlotProblem,
  state: Searched,
  plots: Plots,
  unit: number,
  j: number,
  values: ArrayLike<number>,
): boolean {
  const d = problem.levels.length;
  const p = problem.model.columns.length;
  const { rows } = state;
  const first = unit * plots.runsPerPlot;
  const current = rows[first * d + j];
  const blockRuns = problem.plots[0].runsPerPlot;
  const block = first - (first % blockRuns);
  const blockRows = rows.subarray(block * d, (block + blockRuns) * d);
  const set = (value: number) => {
    let feasible = true;
    for (let i = first; i < first + plots.runsPerPlot; i++) {
      rows[i * d + j] = value;
      feasible = feasible && isFeasible(problem.region, rows, i * d, d);
    }
    return feasible;
  };
  const blockX = state.X.slice(block * p, (block + blockRuns) * p);
  const before = splitPlotInformation(blockX, p, problem.plots);
  const others = state.M.map((value, k) => value - before[k]);
  let best: { value: number; X: Float64Array; M: Float64Array } | undefined;
  let bestLevel = current;
  let goal = state.value + GROWTH * Math.max(1, Math.abs(state.value));
  for (let k = 0; k < values.length; k++) {
    if (values[k] === current || !set(values[k])) continue;
    const X = modelMatrix(problem.model, blockRows);
    const M = splitPlotInformation(X, p, problem.plots);
    for (let q = 0; q < M.length; q++) M[q] += others[q];
    const value = valueOfInformation(problem, M);
    if (!(value > goal)) continue;
    goal = value;
    bestLevel = values[k];
    best = { value, X, M };
  }
  set(bestLevel);
  if (best === undefined) return false;
  state.X.set(best.X, block * p);
  const fresh = informFrom(problem, rows, state.X, best.M);
  if (fresh !== undefined) Object.assign(state, fresh);
  return true;
}

function moveEasy(
  problem: SplitPlotProblem,
  state: Searched,
  run: number,
  j: number,
  values: ArrayLike<number>,
): boolean {
  const d = problem.levels.length;
  const p = problem.model.columns.length;
  const { rows } = state;
  const current = rows[run * d + j];
  const columns = problem.columnsOf[j];
  if (columns.length === 0) return false;
  const { r, sigma } = residual(problem, state, run);
  const Cr = times(state.C, r, p);
  const Br = problem.weights === undefined ? Cr : times(state.B, r, p);
  const rCr = dot(r, Cr);
  const rBr = dot(r, Br);
  const row = rows.slice(run * d, (run + 1) * d);
  const h = new Float64Array(p);
  let best = current;
  let bestGain = 0;
  for (let k = 0; k < values.length; k++) {
    row[j] = values[k];
    if (row[j] === current || !isFeasible(problem.region, row, 0, d)) continue;
    const g = modelMatrix(problem.model, row);
    for (const c of columns) h[c] = g[c] - state.X[run * p + c];
    const a = form(state.C, h, columns, p);
    const b = dot(h, Cr);
    const ratio = (1 + b) ** 2 + a * (sigma - rCr);
    if (!(ratio > SINGULAR)) continue;
    const gain =
      problem.weights === undefined
        ? Math.log(ratio)
        : ((sigma - rCr) * form(state.B, h, columns, p) + 2 * (1 + b) * dot(h, Br) - a * rBr) / ratio;
    if (gain > bestGain + GROWTH * Math.max(1, Math.abs(state.value))) {
      bestGain = gain;
      best = values[k];
    }
  }
  if (best === current) return false;
  row[j] = best;
  const g = modelMatrix(problem.model, row);
  h.fill(0);
  for (const c of columns) h[c] = g[c] - state.X[run * p + c];
  applyEasy(problem, state, h, r, sigma);
  rows[run * d + j] = best;
  state.X.set(g, run * p);
  state.value += bestGain;
  return true;
}

/** r = f − Σ c_s t_s and σ = 1 − Σ c_s of a run. */
function residual(problem: SplitPlotProblem, state: Searched, run: number) {
  const p = problem.model.columns.length;
  const r = state.X.slice(run * p, (run + 1) * p);
  let sigma = 1;
  for (const { runsPerPlot, weight } of problem.plots) {
    if (weight === 0) continue;
    sigma -= weight;
    const t = totals(state.X, p, run - (run % runsPerPlot), runsPerPlot);
    for (let c = 0; c < p; c++) r[c] -= weight * t[c];
  }
  return { r, sigma };
}

/** C and B after M + h r' + r h' + σ h h': C − U·K⁻¹·U'C with U = [Ch, Cr], K = [[h'Ch, 1 + h'Cr], [·, r'Cr − σ]]. */
function applyEasy(
  problem: SplitPlotProblem,
  state: Searched,
  h: Float64Array,
  r: Float64Array,
  sigma: number,
): void {
  const p = problem.model.columns.length;
  const { C, B } = state;
  const u = times(C, h, p);
  const v = times(C, r, p);
  const a = dot(h, u);
  const b = 1 + dot(h, v);
  const c = dot(r, v) - sigma;
  const determinant = a * c - b * b;
  const [k11, k12, k22] = [c / determinant, -b / determinant, a / determinant];
  const first = u.map((value, i) => k11 * value + k12 * v[i]);
  const second = u.map((value, i) => k12 * value + k22 * v[i]);
  if (problem.weights !== undefined) {
    const s = times(B, h, p);
    const w = times(B, r, p);
    const [hBh, hBr, rBr] = [dot(h, s), dot(h, w), dot(r, w)];
    const z = s.map((value, i) => value - 0.5 * (first[i] * hBh + second[i] * hBr));
    const y = w.map((value, i) => value - 0.5 * (first[i] * hBr + second[i] * rBr));
    for (let i = 0; i < p; i++) {
      for (let k = 0; k < p; k++) {
        B[i * p + k] -= z[i] * first[k] + first[i] * z[k] + y[i] * second[k] + second[i] * y[k];
      }
    }
  }
  for (let i = 0; i < p; i++) {
    for (let k = 0; k < p; k++) {
      C[i * p + k] -= u[i] * first[k] + v[i] * second[k];
      state.M[i * p + k] += h[i] * r[k] + r[i] * h[k] + sigma * h[i] * h[k];
    }
  }
}

function form(Q: Float64Array, h: Float64Array, columns: readonly number[], p: number): number {
  let sum = 0;
  for (const a of columns) {
    let inner = 0;
    for (const b of columns) inner += Q[a * p + b] * h[b];
    sum += h[a] * inner;
  }
  return sum;
}

function times(Q: Float64Array, x: Float64Array, p: number): Float64Array {
  const out = new Float64Array(p);
  for (let i = 0; i < p; i++) {
    let sum = 0;
    for (let k = 0; k < p; k++) sum += Q[i * p + k] * x[k];
    out[i] = sum;
  }
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Random levels, each factor constant within its plots. */
function randomDesign(problem: SplitPlotProblem, generator: Generator): Float64Array {
  const rows = new Float64Array(problem.runs * problem.levels.length);
  const outermost = problem.plots[0];
  for (let unit = 0; unit < outermost.count; unit++) redraw(problem, rows, 0, unit, generator);
  return rows;
}

/** The design with one to three plots or runs redrawn. */
function perturbed(problem: SplitPlotProblem, from: Float64Array, generator: Generator): Float64Array {
  const rows = from.slice();
  const count = 1 + generator.integer(3);
  for (let k = 0; k < count; k++) {
    const s = generator.integer(problem.plots.length);
    redraw(problem, rows, s, generator.integer(problem.plots[s].count), generator);
  }
  return rows;
}

/**
 * New random values for everything inside a plot of stratum s, the factors of outer strata kept. A run that came out
 * infeasible is drawn again; after twenty times it takes a candidate point's values, of this stratum and inwards.
 */
function redraw(
  problem: SplitPlotProblem,
  rows: Float64Array,
  s: number,
  unit: number,
  generator: Generator,
): void {
  const d = problem.levels.length;
  const { runsPerPlot } = problem.plots[s];
  const held = rows.slice(unit * runsPerPlot * d, (unit + 1) * runsPerPlot * d);
  for (let attempt = 0; attempt < 40; attempt++) {
    const anchor = attempt < 20 ? undefined : generator.integer(problem.pool.length / d);
    fill(problem, rows, s, unit, generator, anchor);
    let feasible = true;
    for (let i = unit * runsPerPlot; i < (unit + 1) * runsPerPlot; i++) {
      feasible = feasible && isFeasible(problem.region, rows, i * d, d);
    }
    if (feasible) return;
  }
  rows.set(held, unit * runsPerPlot * d);
}

function fill(
  problem: SplitPlotProblem,
  rows: Float64Array,
  s: number,
  unit: number,
  generator: Generator,
  anchor: number | undefined,
): void {
  const d = problem.levels.length;
  const whole = problem.plots[s];
  problem.stratum.forEach((own, j) => {
    if (own < s) return;
    const { runsPerPlot } = problem.plots[own];
    const inside = whole.runsPerPlot / runsPerPlot;
    for (let k = 0; k < inside; k++) {
      const values = problem.levels[j];
      const value =
        anchor === undefined ? values[generator.integer(values.length)] : problem.pool[anchor * d + j];
      const first = (unit * inside + k) * runsPerPlot;
      for (let i = first; i < first + runsPerPlot; i++) rows[i * d + j] = value;
    }
  });
}
