import { CancelledError } from '../../../errors.ts';
import { choleskyLower, inverseFromFactor, logDeterminant } from '../../../linalg/cholesky.ts';
import { concatenate } from '../../../linalg/concatenate.ts';
import { addInformation, multiply, multiplyInto } from '../../../linalg/products.ts';
import { vectorLength } from '../../../linalg/vector-length.ts';
import { createGenerator, type Generator } from '../../../random/generator.ts';
import type { RunContext } from '../../../run-context.ts';
import { isLattice } from '../../../space/encode.ts';
import { modelMatrix } from '../model/coding.ts';
import { buildModel, type LinearModel } from '../model/model-terms.ts';
import { isFeasible } from '../region/coded-region.ts';
import type { OptimalCriterion } from '../task.ts';
import type { DesignProblem, FoundDesign } from './problem.ts';

/** Designs that the criterion is improved from, and passes over each. */
const OPENINGS = 6;
const PASSES = 12;
/** Random designs that are improved under G as well, as far as the work allows: good designs under D and I are often alike. */
const RANDOM_OPENINGS = 8;
/** Share of the best D-efficiency that an alias-optimal design keeps. */
const KEPT_EFFICIENCY = 0.9;
/** Designs that leave the lattice. */
const SHIFTED = 10;
/** Changes of a coded value that are offered off the lattice, one after another. */
const STEPS = [0.3, 0.12, 0.05, 0.02, 0.008, 0.003, 0.001];
/** Random designs off the lattice that are improved under G: values that are best moved together stay on it. */
const OFF_LATTICE = 8;
const POWER_STEPS = 200;
/** Multiplications that all trials together may take at effort 1. Problems of a few variables end long before. */
const WORK = 4e9;
const GROWTH = 1e-7;

/** Largest n·variance f'Cf over points, with C = (X'X/n)⁻¹. */
export const largestVariance = (model: LinearModel, C: Float64Array, pool: Float64Array): number =>
  varianceOver(modelMatrix(model, pool), model.columns.length, { done: 0 })(C, Number.POSITIVE_INFINITY);

/** Multiplications so far. */
interface Work {
  done: number;
}

/** f'Cf for the model row at a place. */
function varianceAt(F: Float64Array, C: Float64Array, p: number, at: number): number {
  let sum = 0;
  for (let i = 0; i < p; i++) {
    let inner = 0;
    for (let k = 0; k < i; k++) inner += C[i * p + k] * F[at + k];
    sum += F[at + i] * (2 * inner + C[i * p + i] * F[at + i]);
  }
  return sum;
}

/**
 * Largest f'Cf over model rows F [N, p], or one above the bound where there is any. The row that was above it last is
 * examined first: of a worse design one row says enough.
 */
function varianceOver(F: Float64Array, p: number, work: Work) {
  let worst = 0;
  return (C: Float64Array, bound: number): number => {
    let largest = F.length === 0 ? 0 : varianceAt(F, C, p, worst);
    let at = 0;
    for (; at < F.length && largest <= bound; at += p) {
      const value = varianceAt(F, C, p, at);
      if (value > largest) [largest, worst] = [value, at];
    }
    work.done += (at * p) / 2;
    return largest;
  };
}

/** Smallest eigenvalue of M from its inverse, by power iteration on the inverse. */
function smallestEigenvalue(inverse: Float64Array, p: number): number {
  const vector = Float64Array.from({ length: p }, (_, i) => 1 + 0.1 * Math.cos(i + 1));
  const next = new Float64Array(p);
  let length = 0;
  for (let step = 0; step < POWER_STEPS; step++) {
    multiplyInto(next, inverse, 0, vector, p);
    const before = length;
    length = vectorLength(next);
    if (Math.abs(length - before) <= 1e-12 * length) break;
    for (let i = 0; i < p; i++) vector[i] = next[i] / length;
  }
  return 1 / length;
}

/**
 * Sum of squares of the alias matrix (X'X)⁻¹X'Z, Z the pairs and squares that the model leaves out; `inverse` [p, p] is
 * n(X'X)⁻¹.
 */
export function aliasNorm(
  model: LinearModel,
  coded: Float64Array,
  inverse: Float64Array,
  left: LinearModel = leftOut(model),
): number {
  const p = model.columns.length;
  const X = modelMatrix(model, coded);
  const n = X.length / p;
  const q = left.columns.length;
  const Z = modelMatrix(left, coded);
  const XtZ = new Float64Array(p * q);
  for (let r = 0; r < n; r++) {
    for (let i = 0; i < p; i++) {
      const x = X[r * p + i];
      if (x === 0) continue;
      for (let k = 0; k < q; k++) XtZ[i * q + k] += (x * Z[r * q + k]) / n;
    }
  }
  const A = multiply(inverse, XtZ, p, p, q);
  let total = 0;
  for (const entry of A) total += entry * entry;
  return total;
}

/** The quadratic model's columns that this model lacks. */
function leftOut(model: LinearModel): LinearModel {
  const full = buildModel(model.dimensions, { modelType: 'quadratic' });
  const known = new Set(model.terms.map((term) => term.name));
  return { ...full, columns: full.columns.filter((column) => !known.has(full.terms[column.term].name)) };
}

interface CriterionSearch {
  readonly criterion: OptimalCriterion;
  /** Whether real values may leave the lattice, which they do under G only. */
  readonly continuous: boolean;
}

/**
 * Coordinate exchange on a criterion that has no update formula (G, E, alias), from designs that are good for a related
 * one. Every trial is judged from the whole matrix: O(p³) and more. The work is counted. Where it
 * ends before the trials do, as with dozens of variables, no further row is visited and designs stay as they are.
 *
 * @throws CancelledError
 */
export function exchangeByFullEvaluation(
  problem: DesignProblem,
  { criterion, continuous }: CriterionSearch,
  designs: readonly FoundDesign[],
  context: RunContext,
  report: (share: number) => void,
): FoundDesign {
  const best = Math.max(...designs.slice(0, OPENINGS).map((design) => logDetOf(problem, design.rows)));
  const floor = best + problem.model.columns.length * Math.log(KEPT_EFFICIENCY);
  const count = Math.floor(WORK / judgingWork(problem, criterion));
  const openings = designs.slice(0, Math.max(1, Math.min(OPENINGS, count)));
  const work = { done: 0 };
  const judge = judgeOf(problem, criterion, floor, work);
  const isSpent = (): boolean => work.done > problem.effort * WORK;
  const affordable: Judge = (trial, bound) => (isSpent() ? Number.NEGATIVE_INFINITY : judge(trial, bound));
  const improved = (design: FoundDesign, improvements: readonly (typeof improveRow)[]): FoundDesign => {
    const rows = design.rows.slice();
    let value = judge(rows, Number.NEGATIVE_INFINITY);
    for (const improve of improvements)
      for (let pass = 0; pass < PASSES; pass++) {
        const before = value;
        for (let at = 0; at < rows.length && !isSpent(); at += problem.levels.length) {
          if (context.cancelled?.()) throw new CancelledError('optimal design: cancelled');
          value = improve(problem, rows, at, value, affordable);
        }
        if (!(value > before)) break;
      }
    return { rows, value };
  };
  const onLattice = openings.map((design, k) => {
    report((k + 1) / (openings.length + 1));
    return improved(design, [improveRow]);
  });
  const generator = createGenerator(`${problem.seed} openings`);
  for (let k = 0; criterion === 'G' && k < RANDOM_OPENINGS && !isSpent(); k++) {
    const found = improved(randomDesign(problem, generator), [improveRow]);
    if (found.value > Number.NEGATIVE_INFINITY) onLattice.push(found);
  }
  const order = [...onLattice].sort((a, b) => b.value - a.value);
  if (!continuous || criterion !== 'G') return order[0];
  const shifted = order.slice(0, SHIFTED).map((design) => improved(design, STEPS.map(shiftRow)));
  for (let k = 0; k < OFF_LATTICE && !isSpent(); k++)
    shifted.push(improved(offLattice(problem, randomDesign(problem, generator), generator), FAR_STEPS));
  return shifted.reduce((a, b) => (b.value > a.value ? b : a));
}

/** A design whose real values are anywhere in their ranges, as far as its rows stay feasible. */
function offLattice(problem: DesignProblem, { rows, value }: FoundDesign, generator: Generator): FoundDesign {
  const d = problem.levels.length;
  const moved = rows.map((coded, i) =>
    isLattice(problem.model.dimensions[i % d]) ? coded : 2 * generator.uniform() - 1,
  );
  for (let at = 0; at < rows.length; at += d)
    if (isFeasible(problem.region, moved, at, d)) rows.set(moved.subarray(at, at + d), at);
  return { rows, value };
}

/** Candidates at random. */
function randomDesign({ pool, runs, levels }: DesignProblem, generator: Generator): FoundDesign {
  const d = levels.length;
  const rows = new Float64Array(runs * d);
  for (let i = 0; i < runs; i++) {
    const at = d * generator.integer(pool.length / d);
    rows.set(pool.subarray(at, at + d), i * d);
  }
  return { rows, value: Number.NEGATIVE_INFINITY };
}

/** Puts a row in place of another where it is feasible and better. */
function offering(problem: DesignProblem, rows: Float64Array, at: number, value: number, judge: Judge) {
  const d = problem.levels.length;
  const state = { best: value };
  const offer = (row: Float64Array): boolean => {
    const held = rows.slice(at, at + d);
    rows.set(row, at);
    const found = isFeasible(problem.region, rows, at, d)
      ? judge(rows, state.best)
      : Number.NEGATIVE_INFINITY;
    const isBetter = found > state.best + GROWTH * Math.abs(state.best);
    if (isBetter) state.best = found;
    else rows.set(held, at);
    return isBetter;
  };
  return { state, offer };
}

/** Offers one row every level of each coordinate, or under equalities every candidate; returns the new value. */
function improveRow(
  problem: DesignProblem,
  rows: Float64Array,
  at: number,
  value: number,
  judge: Judge,
): number {
  const d = problem.levels.length;
  const { state, offer } = offering(problem, rows, at, value, judge);
  if (problem.region.equalityLimits.length > 0) {
    for (let c = 0; c < problem.pool.length; c += d) offer(problem.pool.slice(c, c + d));
    return state.best;
  }
  problem.levels.forEach((levels, j) => {
    for (const level of levels) {
      const row = rows.slice(at, at + d);
      row[j] = level;
      offer(row);
    }
  });
  return state.best;
}

/** Moves the real values of one row by a step up or down, as long as that helps; under equalities nothing moves alone. */
const shiftRow =
  (step: number): typeof improveRow =>
  (problem, rows, at, value, judge) => {
    const { state, offer } = offering(problem, rows, at, value, judge);
    if (problem.region.equalityLimits.length > 0) return value;
    problem.model.dimensions.forEach((dimension, j) => {
      if (isLattice(dimension)) return;
      for (const by of [step, -step]) {
        const row = rows.slice(at, at + problem.levels.length);
        row[j] = Math.max(-1, Math.min(1, row[j] + by));
        offer(row);
      }
    });
    return state.best;
  };

/** Moves of designs that begin anywhere. */
const FAR_STEPS = [0.8, 0.5, ...STEPS].map(shiftRow);

/** X'X of the existing runs and these. */
function informationOf(problem: DesignProblem, rows: Float64Array): Float64Array {
  const p = problem.model.columns.length;
  return addInformation(problem.fixedInformation.slice(), modelMatrix(problem.model, rows), p);
}

function logDetOf(problem: DesignProblem, rows: Float64Array): number {
  const p = problem.model.columns.length;
  const L = choleskyLower(informationOf(problem, rows), p);
  return L === undefined ? Number.NEGATIVE_INFINITY : logDeterminant(L, p);
}

/** The value of a design, larger is better, or one below the bound where it is worse; −Infinity for a singular design. */
type Judge = (rows: Float64Array, bound: number) => number;

/** @param floor log det that an alias-optimal design keeps */
function judgeOf(problem: DesignProblem, criterion: OptimalCriterion, floor: number, work: Work): Judge {
  const p = problem.model.columns.length;
  const ofAlias = aliasOf(problem, work);
  const largest = varianceOver(modelMatrix(problem.model, problem.judged), p, work);
  return (rows, bound) => {
    work.done += p * p * (problem.runs / 2 + p);
    const L = choleskyLower(informationOf(problem, rows), p);
    if (L === undefined) return Number.NEGATIVE_INFINITY;
    if (criterion === 'alias' && logDeterminant(L, p) < floor) return Number.NEGATIVE_INFINITY;
    const C = inverseFromFactor(L, p);
    if (criterion === 'G') return -largest(C, -bound);
    if (criterion === 'alias') return -ofAlias(rows, C);
    work.done += POWER_STEPS * p * p;
    return smallestEigenvalue(C, p);
  };
}

/** Multiplications that one design takes to be judged. */
function judgingWork(problem: DesignProblem, criterion: OptimalCriterion): number {
  const { model, existing, runs, levels, judged } = problem;
  const p = model.columns.length;
  const plain = p * p * (runs / 2 + p);
  if (criterion === 'G') return plain + ((judged.length / levels.length) * p * p) / 2;
  if (criterion !== 'alias') return plain + POWER_STEPS * p * p;
  return plain + aliasWork(model, existing.length / levels.length + runs);
}

/** Multiplications of the alias norm of a design of n runs. */
export function aliasWork(model: LinearModel, n: number): number {
  const p = model.columns.length;
  return p * leftOut(model).columns.length * (n + p);
}

/** The alias norm of a design from (X'X)⁻¹. */
function aliasOf({ model, existing, runs, levels }: DesignProblem, work: Work) {
  const left = leftOut(model);
  const n = existing.length / levels.length + runs;
  const each = aliasWork(model, n);
  return (rows: Float64Array, inverse: Float64Array): number => {
    work.done += each;
    const perRun = inverse.map((value) => value * n);
    return aliasNorm(model, concatenate([existing, rows]), perRun, left);
  };
}
