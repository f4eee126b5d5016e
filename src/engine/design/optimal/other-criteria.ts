import { CancelledError } from '../../errors.ts';
import { choleskyLower, inverseFromFactor, logDeterminant } from '../../linalg/cholesky.ts';
import { addInformation } from '../../linalg/products.ts';
import type { RunContext } from '../../run-context.ts';
import { isFeasible } from './coded-region.ts';
import { modelMatrix } from './coding.ts';
import { buildModel, type LinearModel } from './model-terms.ts';
import type { DesignProblem, FoundDesign } from './problem.ts';
import type { OptimalCriterion } from './task.ts';

/** Designs that the criterion is improved from, and passes over each. */
const OPENINGS = 6;
const PASSES = 12;
/** Share of the best D-efficiency that an alias-optimal design keeps. */
const KEPT_EFFICIENCY = 0.9;
const POWER_STEPS = 200;
const GROWTH = 1e-7;

/** Largest n·variance f'Cf over points, with C = (X'X/n)⁻¹. */
export function largestVariance(model: LinearModel, C: Float64Array, pool: Float64Array): number {
  const p = model.columns.length;
  const F = modelMatrix(model, pool);
  let largest = 0;
  for (let at = 0; at < F.length; at += p) {
    let sum = 0;
    for (let i = 0; i < p; i++) {
      let inner = 0;
      for (let k = 0; k < i; k++) inner += C[i * p + k] * F[at + k];
      sum += F[at + i] * (2 * inner + C[i * p + i] * F[at + i]);
    }
    if (sum > largest) largest = sum;
  }
  return largest;
}

/** Smallest eigenvalue of M from its inverse, by power iteration on the inverse. */
export function smallestEigenvalue(inverse: Float64Array, p: number): number {
  let vector = Float64Array.from({ length: p }, (_, i) => 1 + 0.1 * Math.cos(i + 1));
  let value = 0;
  for (let step = 0; step < POWER_STEPS; step++) {
    const next = new Float64Array(p);
    for (let i = 0; i < p; i++) for (let k = 0; k < p; k++) next[i] += inverse[i * p + k] * vector[k];
    const length = Math.hypot(...next);
    vector = next.map((entry) => entry / length);
    if (Math.abs(length - value) <= 1e-12 * length) return 1 / length;
    value = length;
  }
  return 1 / value;
}

/** Sum of squares of the alias matrix (X'X)⁻¹X'Z, Z the pairs and squares that the model leaves out. */
export function aliasNorm(model: LinearModel, coded: Float64Array, inverse: Float64Array): number {
  const p = model.columns.length;
  const X = modelMatrix(model, coded);
  const n = X.length / p;
  const left = leftOut(model);
  const q = left.columns.length;
  const Z = modelMatrix(left, coded);
  const XtZ = new Float64Array(p * q);
  for (let r = 0; r < n; r++) {
    for (let i = 0; i < p; i++)
      for (let k = 0; k < q; k++) XtZ[i * q + k] += (X[r * p + i] * Z[r * q + k]) / n;
  }
  let total = 0;
  for (let i = 0; i < p; i++) {
    for (let k = 0; k < q; k++) {
      let entry = 0;
      for (let j = 0; j < p; j++) entry += inverse[i * p + j] * XtZ[j * q + k];
      total += entry * entry;
    }
  }
  return total;
}

/** The quadratic model's columns that this model lacks. */
function leftOut(model: LinearModel): LinearModel {
  const full = buildModel(model.dimensions, { modelType: 'quadratic' });
  const known = new Set(model.terms.map((term) => term.name));
  return { ...full, columns: full.columns.filter((column) => !known.has(full.terms[column.term].name)) };
}

/**
 * Coordinate exchange on a criterion that has no update formula (G, E, alias), from designs that are good for a related
 * one. Every trial is judged from the whole matrix: O(p³) and more, so this is for small and middling problems.
 *
 * @throws CancelledError
 */
export function improveOtherCriterion(
  problem: DesignProblem,
  criterion: OptimalCriterion,
  designs: readonly FoundDesign[],
  context: RunContext,
  report: (share: number) => void,
): FoundDesign {
  const openings = designs.slice(0, OPENINGS);
  const best = Math.max(...openings.map((design) => logDetOf(problem, design.rows)));
  const floor = best + problem.model.columns.length * Math.log(KEPT_EFFICIENCY);
  const judge = (rows: Float64Array) => judgeRows(problem, criterion, rows, floor);
  let chosen: FoundDesign = { rows: designs[0].rows, value: Number.NEGATIVE_INFINITY };
  openings.forEach((design, k) => {
    const rows = design.rows.slice();
    let value = judge(rows);
    for (let pass = 0; pass < PASSES; pass++) {
      const before = value;
      for (let at = 0; at < rows.length; at += problem.levels.length) {
        if (context.cancelled?.()) throw new CancelledError('optimal design: cancelled');
        value = improveRow(problem, rows, at, value, judge);
      }
      if (!(value > before)) break;
    }
    if (value > chosen.value) chosen = { rows, value };
    report((k + 1) / openings.length);
  });
  return chosen;
}

/** Offers one row every level of each coordinate, or under equalities every candidate; returns the new value. */
function improveRow(
  problem: DesignProblem,
  rows: Float64Array,
  at: number,
  value: number,
  judge: (rows: Float64Array) => number,
): number {
  const d = problem.levels.length;
  let best = value;
  const offer = (row: Float64Array) => {
    const held = rows.slice(at, at + d);
    rows.set(row, at);
    const found = isFeasible(problem.region, rows, at, d) ? judge(rows) : Number.NEGATIVE_INFINITY;
    if (found > best + GROWTH * Math.abs(best)) best = found;
    else rows.set(held, at);
  };
  if (problem.region.equalityLimits.length > 0) {
    for (let c = 0; c < problem.pool.length; c += d) offer(problem.pool.slice(c, c + d));
    return best;
  }
  problem.levels.forEach((levels, j) => {
    for (const level of levels) {
      const row = rows.slice(at, at + d);
      row[j] = level;
      offer(row);
    }
  });
  return best;
}

function informed(problem: DesignProblem, rows: Float64Array) {
  const p = problem.model.columns.length;
  const M = addInformation(problem.fixedInformation.slice(), modelMatrix(problem.model, rows), p);
  return choleskyLower(M, p);
}

function logDetOf(problem: DesignProblem, rows: Float64Array): number {
  const L = informed(problem, rows);
  return L === undefined ? Number.NEGATIVE_INFINITY : logDeterminant(L, problem.model.columns.length);
}

/** Larger is better; −Infinity for a singular design and for an alias-optimal one below the floor. */
function judgeRows(
  problem: DesignProblem,
  criterion: OptimalCriterion,
  rows: Float64Array,
  floor: number,
): number {
  const p = problem.model.columns.length;
  const L = informed(problem, rows);
  if (L === undefined) return Number.NEGATIVE_INFINITY;
  const C = inverseFromFactor(L, p);
  if (criterion === 'G') return -largestVariance(problem.model, C, problem.judged);
  if (criterion === 'E') return smallestEigenvalue(C, p);
  if (logDeterminant(L, p) < floor) return Number.NEGATIVE_INFINITY;
  const whole = Float64Array.from([...problem.existing, ...rows]);
  const n = whole.length / problem.levels.length;
  return -aliasNorm(
    problem.model,
    whole,
    C.map((value) => value * n),
  );
}
