import { integerZeros, zeros } from '../linalg/zeros.ts';
import {
  type BatchEvaluation,
  type BatchLimits,
  type BatchProblem,
  type BatchResult,
  defaultLimits,
  driveBatch,
  onBounds,
  type StopReason,
  sizesOf,
} from './batch.ts';

export interface MinimizeBatchOptions extends BatchLimits {
  /** Pairs kept per restart. Default 10. */
  readonly memory?: number;
  /** Largest coordinate change of the first step, before curvature is known. Default 0.5. */
  readonly firstStep?: number;
  /** Where curvature is known, a restart ends when its next step is expected to gain no more than this (units of the value). Default 0. */
  readonly expectedTolerance?: number;
  /** Curvature known beforehand, such as that of a like problem: restart b begins with these pairs. */
  readonly pairs?: (b: number) => CurvaturePairs;
}

/** Steps and gradient changes [count, P], oldest first. */
export interface CurvaturePairs {
  readonly steps: Float64Array;
  readonly changes: Float64Array;
}

export type MinimizeBatchProblem<Evaluation = BatchEvaluation> = BatchProblem<
  Evaluation,
  MinimizeBatchOptions
>;

export interface MinimizeBatchResult extends BatchResult {
  readonly iterations: Int32Array;
  /** What restart b has learned of the curvature. */
  readonly pairs: (b: number) => CurvaturePairs;
}

/** Rules of a run unless the options say otherwise. */
const defaults = { ...defaultLimits, memory: 10, firstStep: 0.5, expectedTolerance: 0 };

/** Sufficient decrease, times the slope along the step actually taken. */
const ARMIJO = 1e-4;
/** Backtracking steps before the memory is dropped, and again before giving up. */
const MAX_BACKTRACKS = 15;
/** A pair is kept when s·y exceeds this times |s||y|. */
const CURVATURE = 1e-10;

/**
 * Bounded limited-memory BFGS from many starts at once.
 *
 * All restarts share each call of `evaluate`; every restart has its own memory, line search and stopping, and leaves
 * the batch when done. Directions are two-loop directions on the variables that are not fixed at a bound (two-metric
 * projection); steps follow the projected path with Armijo backtracking by safeguarded quadratic interpolation. A value
 * or gradient that is not finite rejects the step that led to it.
 *
 * Source: Nocedal and Wright 2006, §7.2; Bertsekas 1982, doi:10.1137/0320018. Cost O(B·memory·P) per round besides
 * the evaluations.
 */
export function minimizeBatch(problem: MinimizeBatchProblem): MinimizeBatchResult {
  // biome-ignore lint/correctness/useYield: nothing to wait for
  function* evaluate(xs: Float64Array, indexes: Int32Array): Generator<never, BatchEvaluation, void> {
    return problem.evaluate(xs, indexes);
  }
  const ended = minimizeSteps({ ...problem, evaluate }).next();
  return ended.value;
}

/** `minimizeBatch` whose evaluations hand out what they wait for, such as programs of a backend. */
export function* minimizeSteps<Request>(
  problem: MinimizeBatchProblem<Generator<Request, BatchEvaluation, void>>,
): Generator<Request, MinimizeBatchResult, void> {
  const { evaluate, options = {} } = problem;
  const { B, P } = sizesOf('minimizeBatch', problem);
  const run = createRun(problem, B, P);
  const { iterations, pairs } = run;
  const result = yield* driveBatch({ ...run, B, P, evaluate, abandon: options.abandon });
  return { ...result, iterations, pairs };
}

/** State of all restarts: [B, P] and [B] arrays, and the rules that they share. */
interface Run {
  readonly P: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rules: typeof defaults;
  readonly x: Float64Array;
  readonly g: Float64Array;
  readonly direction: Float64Array;
  readonly trial: Float64Array;
  readonly values: Float64Array;
  readonly stepLength: Float64Array;
  /** Largest coordinate change while curvature is unknown. */
  readonly scale: Float64Array;
  readonly expected: Float64Array;
  readonly iterations: Int32Array;
  readonly evaluated: Int32Array;
  readonly backtracks: Int32Array;
  /** [B, memory, P] rings of steps and gradient changes. */
  readonly S: Float64Array;
  readonly Y: Float64Array;
  /** [B, memory] s·y and y·y of the pairs over all variables. */
  readonly sy: Float64Array;
  readonly yy: Float64Array;
  /** Pairs stored so far; the last `min(pairs, memory)` are in the ring. */
  readonly pairs: Int32Array;
  /** Scratch of one direction: the first of [P] are the variables not fixed at a bound; [memory] weights and 1/s·y. */
  readonly free: Int32Array;
  readonly weights: Float64Array;
  readonly inverses: Float64Array;
}

/** `step` takes one restart from an evaluated trial point to its next trial or its end. */
function createRun(problem: Omit<MinimizeBatchProblem, 'evaluate'>, B: number, P: number) {
  const { lower, upper, options = {} } = problem;
  const rules = { ...defaults, ...options };
  const { memory } = rules;
  const points = () => zeros(B * P);
  const counts = () => integerZeros(B);
  const run: Run = {
    ...{ P, lower, upper, rules, x: points(), g: points(), direction: points() },
    trial: onBounds(problem.x0, lower, upper),
    values: zeros(B).fill(Number.POSITIVE_INFINITY),
    stepLength: zeros(B),
    scale: zeros(B).fill(rules.firstStep),
    expected: zeros(B),
    ...{ iterations: counts(), evaluated: counts(), backtracks: counts(), pairs: counts() },
    S: zeros(B * memory * P),
    Y: zeros(B * memory * P),
    sy: zeros(B * memory),
    yy: zeros(B * memory),
    free: integerZeros(P),
    weights: zeros(memory),
    inverses: zeros(memory),
  };
  for (let b = 0; options.pairs && b < B; b++) begin(run, b, options.pairs(b));
  const { x, trial, values, expected, iterations } = run;
  return {
    ...{ x, trial, values, expected, iterations },
    step: (b: number, evaluation: BatchEvaluation, a: number) => step(run, b, evaluation, a),
    pairs: (b: number) => pairsOf(run, b),
  };
}

/** Gives restart b the last of the pairs that are known beforehand. */
function begin({ P, S, Y, sy, yy, pairs, rules }: Run, b: number, known: CurvaturePairs): void {
  const count = Math.min(rules.memory, known.steps.length / P);
  const skipped = known.steps.length - count * P;
  const first = b * rules.memory;
  S.set(known.steps.subarray(skipped), first * P);
  Y.set(known.changes.subarray(skipped), first * P);
  for (let pair = first; pair < first + count; pair++) {
    sy[pair] = 0;
    yy[pair] = 0;
    for (let i = pair * P; i < (pair + 1) * P; i++) {
      sy[pair] += S[i] * Y[i];
      yy[pair] += Y[i] * Y[i];
    }
  }
  pairs[b] = count;
}

/** The pairs of restart b, oldest first. */
function pairsOf({ P, S, Y, pairs, rules: { memory } }: Run, b: number): CurvaturePairs {
  const count = Math.min(pairs[b], memory);
  const steps = zeros(count * P);
  const changes = zeros(count * P);
  for (let i = 0; i < count; i++) {
    const row = (b * memory + ((pairs[b] - count + i) % memory)) * P;
    steps.set(S.subarray(row, row + P), i * P);
    changes.set(Y.subarray(row, row + P), i * P);
  }
  return { steps, changes };
}

/** Writes the direction of restart b; returns the slope along it (negative), or 0 when nothing is free. */
function findDirection(run: Run, b: number): number {
  const { P, lower, upper, x, g, direction, free, rules } = run;
  const at = b * P;
  let count = 0;
  for (let k = 0; k < P; k++) {
    const slope = g[at + k];
    const isHeld = (x[at + k] <= lower[k] && slope > 0) || (x[at + k] >= upper[k] && slope < 0);
    if (!isHeld) free[count++] = k;
    direction[at + k] = isHeld ? 0 : -slope;
  }
  const isCurved = applyPairs(run, b, count);
  let slope = 0;
  let largest = 0;
  for (let k = 0; k < P; k++) {
    slope += g[at + k] * direction[at + k];
    largest = Math.max(largest, Math.abs(direction[at + k]));
  }
  if (isCurved && !(slope < 0)) {
    run.pairs[b] = 0;
    return findDirection(run, b);
  }
  const limit = isCurved ? rules.maxStep : Math.min(rules.maxStep, run.scale[b]);
  const shrink = isCurved ? Math.min(1, limit / largest) : limit / largest;
  if (largest > 0 && shrink !== 1) for (let k = 0; k < P; k++) direction[at + k] *= shrink;
  return largest > 0 ? slope * shrink : 0;
}

/** The two loops of the inverse Hessian over the first `left` variables in `free`; false where no pair has curvature. */
function applyPairs(run: Run, b: number, left: number): boolean {
  const { P, S, Y, direction, free, weights, inverses, rules } = run;
  const { memory } = rules;
  const at = b * P;
  const stored = run.pairs[b];
  const count = Math.min(stored, memory);
  let gamma = 0;
  for (let back = 1; back <= count; back++) {
    const slot = (stored - back) % memory;
    const row = (b * memory + slot) * P;
    let sd = 0;
    let sy = left === P ? run.sy[b * memory + slot] : 0;
    let yy = left === P ? run.yy[b * memory + slot] : 0;
    for (let f = 0; f < left; f++) sd += S[row + free[f]] * direction[at + free[f]];
    for (let f = 0; left < P && f < left; f++) {
      sy += S[row + free[f]] * Y[row + free[f]];
      yy += Y[row + free[f]] * Y[row + free[f]];
    }
    inverses[slot] = sy > CURVATURE * yy ? 1 / sy : 0;
    if (inverses[slot] === 0) continue;
    if (gamma === 0) gamma = sy / yy;
    weights[slot] = sd * inverses[slot];
    for (let f = 0; f < left; f++) direction[at + free[f]] -= weights[slot] * Y[row + free[f]];
  }
  if (!(gamma > 0)) return false;
  for (let k = 0; k < P; k++) direction[at + k] *= gamma;
  for (let back = count; back >= 1; back--) {
    const slot = (stored - back) % memory;
    if (inverses[slot] === 0) continue;
    const row = (b * memory + slot) * P;
    let yd = 0;
    for (let f = 0; f < left; f++) yd += Y[row + free[f]] * direction[at + free[f]];
    const change = weights[slot] - yd * inverses[slot];
    for (let f = 0; f < left; f++) direction[at + free[f]] += change * S[row + free[f]];
  }
  return true;
}

/** Puts the trial at the projected step of length t; false when restart b is already there. */
function setTrial({ P, lower, upper, x, trial, direction, stepLength }: Run, b: number, t: number): boolean {
  stepLength[b] = t;
  let moved = false;
  for (let k = 0, i = b * P; k < P; k++, i++) {
    trial[i] = Math.min(upper[k], Math.max(lower[k], x[i] + t * direction[i]));
    if (trial[i] !== x[i]) moved = true;
  }
  return moved;
}

/** Largest entry of the projected gradient. */
function projectedGradient({ P, lower, upper, x, g }: Run, b: number): number {
  let largest = 0;
  for (let k = 0, i = b * P; k < P; k++, i++) {
    const moved = Math.min(upper[k], Math.max(lower[k], x[i] - g[i])) - x[i];
    largest = Math.max(largest, Math.abs(moved));
  }
  return largest;
}

/** Starts the next line search of restart b. */
function advance(run: Run, b: number): StopReason | undefined {
  const { rules } = run;
  if (projectedGradient(run, b) <= rules.gradientTolerance) return 'gradient';
  if (run.iterations[b] >= rules.maxIterations || run.evaluated[b] >= rules.maxEvaluations)
    return 'iterations';
  run.backtracks[b] = 0;
  const slope = findDirection(run, b);
  if (slope === 0) return 'gradient';
  run.expected[b] = -0.5 * slope;
  if (run.pairs[b] > 0 && run.expected[b] <= rules.expectedTolerance) return 'value';
  return setTrial(run, b, 1) ? undefined : 'line-search';
}

/** Takes the trial as the new point, with the pair that the move gives. */
function accept(run: Run, b: number, value: number, gradients: ArrayLike<number>, from: number): void {
  const { P, S, Y, x, g, trial, pairs, rules } = run;
  const at = b * P;
  const pair = b * rules.memory + (pairs[b] % rules.memory);
  const row = pair * P;
  let sy = 0;
  let yy = 0;
  let ss = 0;
  for (let k = 0; k < P; k++) {
    const s = trial[at + k] - x[at + k];
    const y = gradients[from + k] - g[at + k];
    S[row + k] = s;
    Y[row + k] = y;
    sy += s * y;
    yy += y * y;
    ss += s * s;
    x[at + k] = trial[at + k];
    g[at + k] = gradients[from + k];
  }
  run.sy[pair] = sy;
  run.yy[pair] = yy;
  if (sy > CURVATURE * Math.sqrt(ss * yy)) pairs[b]++;
  else run.scale[b] *= 4;
  run.values[b] = value;
}

function step(
  run: Run,
  b: number,
  { values: found, gradients }: BatchEvaluation,
  a: number,
): StopReason | undefined {
  const { P, x, g, trial, values, rules } = run;
  const value = found[a];
  const from = a * P;
  const at = b * P;
  run.evaluated[b]++;
  let finite = Number.isFinite(value);
  for (let k = 0; finite && k < P; k++) finite = Number.isFinite(gradients[from + k]);
  if (run.evaluated[b] === 1) {
    if (!finite) {
      x.set(trial.subarray(at, at + P), at);
      return 'invalid';
    }
    for (let k = 0; k < P; k++) {
      x[at + k] = trial[at + k];
      g[at + k] = gradients[from + k];
    }
    values[b] = value;
    return advance(run, b);
  }
  let slope = 0;
  for (let k = 0; k < P; k++) slope += g[at + k] * (trial[at + k] - x[at + k]);
  const before = values[b];
  if (finite && value <= before + ARMIJO * Math.min(slope, 0) && value < before) {
    accept(run, b, value, gradients, from);
    run.iterations[b]++;
    const size = Math.max(Math.abs(before), Math.abs(value), 1);
    return before - value <= Math.max(rules.leastGain, rules.valueTolerance * size)
      ? 'value'
      : advance(run, b);
  }
  if (run.evaluated[b] >= rules.maxEvaluations) return 'iterations';
  return backtrack(run, b, finite ? value - before : Number.POSITIVE_INFINITY, slope);
}

/** Shortens the step by the minimum of the parabola through value, slope and the rise just seen. */
function backtrack(run: Run, b: number, rise: number, slope: number): StopReason | undefined {
  const { backtracks, pairs } = run;
  backtracks[b]++;
  const rounding = 1e-15 * Math.max(Math.abs(run.values[b]), 1);
  if (backtracks[b] > MAX_BACKTRACKS || (backtracks[b] > 2 && Math.abs(rise) <= rounding)) {
    if (pairs[b] === 0) return 'line-search';
    pairs[b] = 0;
    return advance(run, b);
  }
  const parabola = -slope / (2 * (rise - slope));
  const factor = Number.isFinite(rise) ? Math.min(0.5, Math.max(0.1, parabola)) : 0.2;
  return setTrial(run, b, run.stepLength[b] * factor) ? undefined : 'line-search';
}
