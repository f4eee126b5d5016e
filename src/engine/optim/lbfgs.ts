import { ShapeError } from '../errors.ts';
import {
  type Abandon,
  type BatchEvaluation,
  type BatchResult,
  driveBatch,
  type StopReason,
} from './batch.ts';

export interface MinimizeBatchOptions {
  /** Accepted steps per restart. Default 200. */
  readonly maxIterations?: number;
  /** Evaluations per restart. Default 400. */
  readonly maxEvaluations?: number;
  /** Pairs kept per restart. Default 10. */
  readonly memory?: number;
  /** Stops a restart whose projected gradient is nowhere above this. Default 1e-5. */
  readonly gradientTolerance?: number;
  /** Stops a restart whose step gained less than this times max(|f|, 1). Default 1e-9. */
  readonly valueTolerance?: number;
  /** Largest coordinate change of the first step, before curvature is known. Default 0.5. */
  readonly firstStep?: number;
  /** Largest coordinate change of any step. Default Infinity. */
  readonly maxStep?: number;
  readonly abandon?: Abandon;
  /** Curvature known beforehand, such as that of a like problem: every restart begins with these pairs. */
  readonly pairs?: CurvaturePairs;
}

/** Steps and gradient changes [count, P], oldest first. */
export interface CurvaturePairs {
  readonly steps: Float64Array;
  readonly changes: Float64Array;
}

export interface MinimizeBatchProblem<Evaluation = BatchEvaluation> {
  /** [B, P] starts; those outside the bounds are moved onto them. */
  readonly x0: Float64Array;
  /** [P] each, ±Infinity for none. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** xs [A, P] packed points of the restarts `indexes` [A] that still run. */
  readonly evaluate: (xs: Float64Array, indexes: Int32Array) => Evaluation;
  readonly options?: MinimizeBatchOptions;
}

export interface MinimizeBatchResult extends BatchResult {
  readonly iterations: Int32Array;
  /** What restart b has learned of the curvature. */
  readonly pairs: (b: number) => CurvaturePairs;
}

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
 * the batch when done. Directions are two-loop directions on the variables that are not held at a bound (two-metric
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
  const { lower, upper, evaluate, options = {} } = problem;
  const P = lower.length;
  if (P === 0 || upper.length !== P || problem.x0.length % P !== 0 || problem.x0.length === 0) {
    throw new ShapeError(
      `minimizeBatch: expected starts [B, ${P}] and bounds [${P}], got ${problem.x0.length} and ${upper.length} numbers`,
    );
  }
  const B = problem.x0.length / P;
  const run = createRun(problem, B, P);
  const { iterations, pairs } = run;
  const result = yield* driveBatch({ ...run, B, P, evaluate, abandon: options.abandon });
  return { ...result, iterations, pairs };
}

/** State of all restarts; `step` takes one restart from an evaluated trial point to its next trial or its end. */
function createRun(problem: Omit<MinimizeBatchProblem, 'evaluate'>, B: number, P: number) {
  const { lower, upper, options = {} } = problem;
  const maxIterations = options.maxIterations ?? 200;
  const maxEvaluations = options.maxEvaluations ?? 400;
  const memory = options.memory ?? 10;
  const gradientTolerance = options.gradientTolerance ?? 1e-5;
  const valueTolerance = options.valueTolerance ?? 1e-9;
  const firstStep = options.firstStep ?? 0.5;
  const maxStep = options.maxStep ?? Number.POSITIVE_INFINITY;

  const x = new Float64Array(B * P);
  const g = new Float64Array(B * P);
  const direction = new Float64Array(B * P);
  const trial = new Float64Array(B * P);
  const values = new Float64Array(B).fill(Number.POSITIVE_INFINITY);
  const stepLength = new Float64Array(B);
  const scale = new Float64Array(B).fill(firstStep);
  const expected = new Float64Array(B);
  const iterations = new Int32Array(B);
  const evaluated = new Int32Array(B);
  const backtracks = new Int32Array(B);
  const S = new Float64Array(B * memory * P);
  const Y = new Float64Array(B * memory * P);
  /** Pairs stored so far; the last `min(pairs, memory)` are in the ring. */
  const pairs = new Int32Array(B);
  const free = new Uint8Array(P);
  const weights = new Float64Array(memory);
  const inverses = new Float64Array(memory);
  for (let i = 0; i < B * P; i++) {
    trial[i] = Math.min(upper[i % P], Math.max(lower[i % P], problem.x0[i]));
  }

  const known = options.pairs;
  for (let b = 0; known && b < B; b++) {
    const count = Math.min(memory, known.steps.length / P);
    const skipped = known.steps.length - count * P;
    S.set(known.steps.subarray(skipped), b * memory * P);
    Y.set(known.changes.subarray(skipped), b * memory * P);
    pairs[b] = count;
  }

  /** The pairs of restart b, oldest first. */
  function pairsOf(b: number): CurvaturePairs {
    const count = Math.min(pairs[b], memory);
    const steps = new Float64Array(count * P);
    const changes = new Float64Array(count * P);
    for (let i = 0; i < count; i++) {
      const row = (b * memory + ((pairs[b] - count + i) % memory)) * P;
      steps.set(S.subarray(row, row + P), i * P);
      changes.set(Y.subarray(row, row + P), i * P);
    }
    return { steps, changes };
  }

  /** Writes the direction of restart b; returns the slope along it (negative), or 0 when nothing is free. */
  function findDirection(b: number): number {
    const at = b * P;
    for (let k = 0; k < P; k++) {
      const slope = g[at + k];
      free[k] = (x[at + k] <= lower[k] && slope > 0) || (x[at + k] >= upper[k] && slope < 0) ? 0 : 1;
      direction[at + k] = free[k] ? -slope : 0;
    }
    const count = Math.min(pairs[b], memory);
    let gamma = 0;
    for (let back = 1; back <= count; back++) {
      const slot = (pairs[b] - back) % memory;
      const row = (b * memory + slot) * P;
      let sy = 0;
      let yy = 0;
      let sd = 0;
      for (let k = 0; k < P; k++) {
        if (!free[k]) continue;
        sy += S[row + k] * Y[row + k];
        yy += Y[row + k] * Y[row + k];
        sd += S[row + k] * direction[at + k];
      }
      inverses[slot] = sy > CURVATURE * yy ? 1 / sy : 0;
      if (inverses[slot] === 0) continue;
      if (gamma === 0) gamma = sy / yy;
      weights[slot] = sd * inverses[slot];
      for (let k = 0; k < P; k++) if (free[k]) direction[at + k] -= weights[slot] * Y[row + k];
    }
    if (gamma > 0) {
      for (let k = 0; k < P; k++) direction[at + k] *= gamma;
      for (let back = count; back >= 1; back--) {
        const slot = (pairs[b] - back) % memory;
        if (inverses[slot] === 0) continue;
        const row = (b * memory + slot) * P;
        let yd = 0;
        for (let k = 0; k < P; k++) if (free[k]) yd += Y[row + k] * direction[at + k];
        const change = weights[slot] - yd * inverses[slot];
        for (let k = 0; k < P; k++) if (free[k]) direction[at + k] += change * S[row + k];
      }
    }
    let slope = 0;
    let largest = 0;
    for (let k = 0; k < P; k++) {
      slope += g[at + k] * direction[at + k];
      largest = Math.max(largest, Math.abs(direction[at + k]));
    }
    if (gamma > 0 && !(slope < 0)) {
      pairs[b] = 0;
      return findDirection(b);
    }
    const limit = gamma > 0 ? maxStep : Math.min(maxStep, scale[b]);
    const shrink = gamma > 0 ? Math.min(1, limit / largest) : limit / largest;
    if (largest > 0 && shrink !== 1) for (let k = 0; k < P; k++) direction[at + k] *= shrink;
    return largest > 0 ? slope * shrink : 0;
  }

  /** Puts the trial at the projected step of length t; false when that is where restart b already stands. */
  function setTrial(b: number, t: number): boolean {
    stepLength[b] = t;
    let moved = false;
    for (let k = 0, i = b * P; k < P; k++, i++) {
      trial[i] = Math.min(upper[k], Math.max(lower[k], x[i] + t * direction[i]));
      if (trial[i] !== x[i]) moved = true;
    }
    return moved;
  }

  /** Largest entry of the projected gradient. */
  function projectedGradient(b: number): number {
    let largest = 0;
    for (let k = 0, i = b * P; k < P; k++, i++) {
      const moved = Math.min(upper[k], Math.max(lower[k], x[i] - g[i])) - x[i];
      largest = Math.max(largest, Math.abs(moved));
    }
    return largest;
  }

  /** Starts the next line search of restart b. */
  function advance(b: number): StopReason | undefined {
    if (projectedGradient(b) <= gradientTolerance) return 'gradient';
    if (iterations[b] >= maxIterations || evaluated[b] >= maxEvaluations) return 'iterations';
    backtracks[b] = 0;
    const slope = findDirection(b);
    if (slope === 0) return 'gradient';
    expected[b] = -0.5 * slope;
    return setTrial(b, 1) ? undefined : 'line-search';
  }

  /** Takes the trial as the new point, with the pair that the move gives. */
  function accept(b: number, value: number, gradients: ArrayLike<number>, from: number): void {
    const at = b * P;
    const row = (b * memory + (pairs[b] % memory)) * P;
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
    if (sy > CURVATURE * Math.sqrt(ss * yy)) pairs[b]++;
    else scale[b] *= 4;
    values[b] = value;
  }

  function step(b: number, { values: found, gradients }: BatchEvaluation, a: number): StopReason | undefined {
    const value = found[a];
    const from = a * P;
    const at = b * P;
    evaluated[b]++;
    let finite = Number.isFinite(value);
    for (let k = 0; finite && k < P; k++) finite = Number.isFinite(gradients[from + k]);
    if (evaluated[b] === 1) {
      if (!finite) {
        x.set(trial.subarray(at, at + P), at);
        return 'invalid';
      }
      for (let k = 0; k < P; k++) {
        x[at + k] = trial[at + k];
        g[at + k] = gradients[from + k];
      }
      values[b] = value;
      return advance(b);
    }
    let slope = 0;
    for (let k = 0; k < P; k++) slope += g[at + k] * (trial[at + k] - x[at + k]);
    const before = values[b];
    if (finite && value <= before + ARMIJO * Math.min(slope, 0) && value < before) {
      accept(b, value, gradients, from);
      iterations[b]++;
      if (before - value <= valueTolerance * Math.max(Math.abs(before), Math.abs(value), 1)) return 'value';
      return advance(b);
    }
    if (evaluated[b] >= maxEvaluations) return 'iterations';
    return backtrack(b, finite ? value - before : Number.POSITIVE_INFINITY, slope);
  }

  /** Shortens the step by the minimum of the parabola through value, slope and the rise just seen. */
  function backtrack(b: number, rise: number, slope: number): StopReason | undefined {
    backtracks[b]++;
    const rounding = 1e-15 * Math.max(Math.abs(values[b]), 1);
    if (backtracks[b] > MAX_BACKTRACKS || (backtracks[b] > 2 && Math.abs(rise) <= rounding)) {
      if (pairs[b] === 0) return 'line-search';
      pairs[b] = 0;
      return advance(b);
    }
    const parabola = -slope / (2 * (rise - slope));
    const factor = Number.isFinite(rise) ? Math.min(0.5, Math.max(0.1, parabola)) : 0.2;
    return setTrial(b, stepLength[b] * factor) ? undefined : 'line-search';
  }

  return { x, trial, values, expected, iterations, step, pairs: pairsOf };
}
