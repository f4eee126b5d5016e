import { choleskyLower, inverseFromFactor, logDeterminant } from '../../../linalg/cholesky.ts';
import { addInformation, dot, sandwich, times, traceOfProduct } from '../../../linalg/products.ts';
import { modelMatrix } from '../model/coding.ts';
import { isFeasible } from '../region/coded-region.ts';
import type { DesignProblem } from '../search/problem.ts';
import type { TiedValues } from '../search/tied-values.ts';
import type { Plots } from './split-plot-structure.ts';

/** Relative growth below which a move is not made. */
const GROWTH = 1e-8;
/** Determinant ratio below which a moved design counts as singular. */
const SINGULAR = 1e-8;

/** A split-plot problem: `problem.runs` runs in plots, and the stratum of each dimension. */
export interface SplitPlotProblem extends DesignProblem {
  readonly plots: readonly Plots[];
  /** Index into `plots` per dimension. */
  readonly stratum: readonly number[];
  /** Per dimension the columns that hold it. */
  readonly columnsOf: readonly (readonly number[])[];
  /** Blocks of fixed effects, which the model leaves out with its intercept; by run the one that it is in. */
  readonly blockOf?: readonly Block[] | undefined;
  /** Values that equalities tie together, which move together in a run; absent without equalities. */
  readonly tied?: TiedValues | undefined;
}

/** One of the plots of a stratum. */
interface Plot extends Pick<Plots, 'runsPerPlot'> {
  /** From 0. */
  readonly index: number;
}

/** Runs one after the other whose common level is estimated from them alone. */
export interface Block {
  readonly first: number;
  readonly size: number;
}

/** A design under search with what its information M = X'V⁻¹X gives. */
export interface SplitPlotState {
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

/** X'X − Σ t t'/m [p, p] over the blocks, t [p] the sum of the m rows of a block: the information about effects, apart from the level of each block. */
export function blockInformation(X: Float64Array, p: number, blocks: Iterable<Block>): Float64Array {
  const M = addInformation(new Float64Array(p * p), X, p);
  for (const { first, size } of blocks) {
    const t = totals(X, p, first, size);
    for (let a = 0; a < p; a++) for (let b = 0; b < p; b++) M[a * p + b] -= (t[a] * t[b]) / size;
  }
  return M;
}

function totals(X: Float64Array, p: number, first: number, count: number): Float64Array {
  const t = new Float64Array(p);
  for (let i = first; i < first + count; i++) for (let c = 0; c < p; c++) t[c] += X[i * p + c];
  return t;
}

/** Everything from scratch; undefined where singular (with `ridge` it never is). */
export function splitPlotState(
  problem: SplitPlotProblem,
  rows: Float64Array,
  ridge: number,
): SplitPlotState | undefined {
  const p = problem.model.columns.length;
  const X = modelMatrix(problem.model, rows);
  const M =
    problem.blockOf === undefined
      ? splitPlotInformation(X, p, problem.plots)
      : blockInformation(X, p, new Set(problem.blockOf));
  for (let k = 0; k < M.length; k++) M[k] += problem.fixedInformation[k];
  for (let i = 0; i < p; i++) M[i * p + i] += ridge;
  return informFrom(problem, rows, X, M);
}

function informFrom(
  problem: SplitPlotProblem,
  rows: Float64Array,
  X: Float64Array,
  M: Float64Array,
): SplitPlotState | undefined {
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

/** Offers values to a factor of a plot, in all its runs; every one is judged from the whole matrix. Says whether it moved. */
export function moveHard(
  problem: SplitPlotProblem,
  state: SplitPlotState,
  { runsPerPlot, index }: Plot,
  j: number,
  values: ArrayLike<number>,
): boolean {
  const d = problem.levels.length;
  const p = problem.model.columns.length;
  const { rows } = state;
  const first = index * runsPerPlot;
  const current = rows[first * d + j];
  const blockRuns = problem.plots[0].runsPerPlot;
  const block = first - (first % blockRuns);
  const blockRows = rows.subarray(block * d, (block + blockRuns) * d);
  const set = (value: number) => {
    let feasible = true;
    for (let i = first; i < first + runsPerPlot; i++) {
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

/** Offers values to a factor of one run; says whether it moved. */
export function moveEasy(
  problem: SplitPlotProblem,
  state: SplitPlotState,
  run: number,
  j: number,
  values: ArrayLike<number>,
): boolean {
  const d = problem.levels.length;
  const columns = problem.columnsOf[j];
  if (columns.length === 0) return false;
  const row = state.rows.slice(run * d, (run + 1) * d);
  const current = row[j];
  const offered: number[] = [];
  for (let k = 0; k < values.length; k++) {
    row[j] = values[k];
    if (row[j] !== current && isFeasible(problem.region, row, 0, d)) offered.push(...row);
  }
  return moveRun(problem, state, run, Float64Array.from(offered), columns);
}

/**
 * Offers rows [k, d] to one run, the best of which it takes; says whether it moved.
 *
 * @param columns of the model that the rows may change
 */
export function moveRun(
  problem: SplitPlotProblem,
  state: SplitPlotState,
  run: number,
  offered: Float64Array,
  columns: readonly number[],
): boolean {
  if (offered.length === 0) return false;
  const d = problem.levels.length;
  const p = problem.model.columns.length;
  const { r, sigma } = residual(problem, state, run);
  const Cr = times(state.C, r, p);
  const Br = problem.weights === undefined ? Cr : times(state.B, r, p);
  const rCr = dot(r, Cr);
  const rBr = dot(r, Br);
  const G = modelMatrix(problem.model, offered);
  const h = new Float64Array(p);
  let best = -1;
  let bestGain = 0;
  for (let k = 0; k < offered.length / d; k++) {
    for (const c of columns) h[c] = G[k * p + c] - state.X[run * p + c];
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
      best = k;
    }
  }
  if (best < 0) return false;
  const g = G.subarray(best * p, (best + 1) * p);
  h.fill(0);
  for (const c of columns) h[c] = g[c] - state.X[run * p + c];
  applyEasy(problem, state, h, r, sigma);
  state.rows.set(offered.subarray(best * d, (best + 1) * d), run * d);
  state.X.set(g, run * p);
  state.value += bestGain;
  return true;
}

/** r = f − Σ c_s t_s and σ = 1 − Σ c_s of a run. */
function residual(problem: SplitPlotProblem, state: SplitPlotState, run: number) {
  const p = problem.model.columns.length;
  const r = state.X.slice(run * p, (run + 1) * p);
  let sigma = 1;
  for (const { runsPerPlot, weight } of problem.plots) {
    if (weight === 0) continue;
    sigma -= weight;
    const t = totals(state.X, p, run - (run % runsPerPlot), runsPerPlot);
    for (let c = 0; c < p; c++) r[c] -= weight * t[c];
  }
  const block = problem.blockOf?.[run];
  if (block !== undefined) {
    sigma -= 1 / block.size;
    const t = totals(state.X, p, block.first, block.size);
    for (let c = 0; c < p; c++) r[c] -= t[c] / block.size;
  }
  return { r, sigma };
}

/** C and B after M + h r' + r h' + σ h h': C − U·K⁻¹·U'C with U = [Ch, Cr], K = [[h'Ch, 1 + h'Cr], [·, r'Cr − σ]]. */
function applyEasy(
  problem: SplitPlotProblem,
  state: SplitPlotState,
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
