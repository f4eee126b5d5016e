import { ShapeError } from '../errors.ts';
import { solveDamped } from '../linalg/damped-solve.ts';
import { multiplyInto } from '../linalg/products.ts';
import {
  type Abandon,
  type BatchEvaluation,
  type BatchResult,
  driveBatch,
  type StopReason,
} from './batch.ts';

/** With the part of the second derivatives that is known: positive semidefinite [A, P, P]. */
export interface CurvedEvaluation extends BatchEvaluation {
  readonly curvatures: ArrayLike<number>;
}

export interface CurvedOptions {
  /** Accepted steps per restart. Default 200. */
  readonly maxIterations?: number;
  /** Evaluations per restart. Default 400. */
  readonly maxEvaluations?: number;
  /** Stops a restart whose projected gradient is nowhere above this. Default 1e-5. */
  readonly gradientTolerance?: number;
  /** Stops a restart that gained, or expects to gain, less than this times max(|f|, 1) in a step. Default 1e-9. */
  readonly valueTolerance?: number;
  /** Largest coordinate change of any step. Default Infinity. */
  readonly maxStep?: number;
  /** Damping of the first step. Default 1. */
  readonly damping?: number;
  /** What `learned` of a like problem gave [P, P]: every restart begins with it. */
  readonly learned?: Float64Array;
  readonly abandon?: Abandon;
}

export interface CurvedProblem<Request> {
  /** [B, P] starts; those outside the bounds are moved onto them. */
  readonly x0: Float64Array;
  /** [P] each, ±Infinity for none. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** xs [A, P] packed points of the restarts `indexes` [A] that still run. */
  readonly evaluate: (xs: Float64Array, indexes: Int32Array) => Generator<Request, CurvedEvaluation, void>;
  readonly options?: CurvedOptions;
}

export interface CurvedResult extends BatchResult {
  /** Curvature that restart b has learned besides the known part [P, P]. */
  readonly learned: (b: number) => Float64Array;
}

/** Damping is raised from at least this when a step fails, and beyond this the restart gives up. */
const LEAST_DAMPING = 1e-3;
const MOST_DAMPING = 1e8;
/** A small gain, had or predicted, means the end only from this damping down: above, the step was held back. */
const TRUSTED = 1e-1;

/**
 * Bounded minimization from many starts at once when a part C of the second derivatives comes with every evaluation,
 * as for likelihoods and sums of squares.
 *
 * The rest is learned: B = C + E, where E takes the secant update of Dennis, Gay and Welsch with their sizing, so that
 * B·s is the gradient change of the last step s. Steps solve (B + λI)d = −g on the variables not held at a bound and are
 * projected onto the box; λ follows the ratio of gain to predicted gain. All restarts share each call of `evaluate`
 * and leave the batch when done. Evaluations hand out what they wait for, such as programs of a backend.
 *
 * Source: Dennis, Gay and Welsch 1981, doi:10.1145/355958.355965; λ: Nielsen 1999, report IMM-REP-1999-05. Cost O(B·P³)
 * per round besides the evaluations.
 */
export function* minimizeCurved<Request>(
  problem: CurvedProblem<Request>,
): Generator<Request, CurvedResult, void> {
  const { lower, upper, evaluate, options = {} } = problem;
  const P = lower.length;
  if (P === 0 || upper.length !== P || problem.x0.length % P !== 0 || problem.x0.length === 0) {
    throw new ShapeError(
      `minimizeCurved: expected starts [B, ${P}] and bounds [${P}], got ${problem.x0.length} and ${upper.length} numbers`,
    );
  }
  const B = problem.x0.length / P;
  const run = createRun(problem, B, P);
  const { learned } = run;
  const result = yield* driveBatch({ ...run, B, P, evaluate, abandon: options.abandon });
  return { ...result, learned };
}

/** State of all restarts; `step` takes one restart from an evaluated trial point to its next trial or its end. */
function createRun(problem: Omit<CurvedProblem<unknown>, 'evaluate'>, B: number, P: number) {
  const { lower, upper, options = {} } = problem;
  const maxIterations = options.maxIterations ?? 200;
  const maxEvaluations = options.maxEvaluations ?? 400;
  const gradientTolerance = options.gradientTolerance ?? 1e-5;
  const valueTolerance = options.valueTolerance ?? 1e-9;
  const maxStep = options.maxStep ?? Number.POSITIVE_INFINITY;

  const x = new Float64Array(B * P);
  const g = new Float64Array(B * P);
  const trial = problem.x0.slice();
  for (let at = 0; at < B * P; at += P) {
    for (let k = 0; k < P; k++) trial[at + k] = Math.min(upper[k], Math.max(lower[k], trial[at + k]));
  }
  const values = new Float64Array(B).fill(Number.POSITIVE_INFINITY);
  /** Known part of the curvature and what was learned of the rest [B, P, P]. */
  const known = new Float64Array(B * P * P);
  const rest = new Float64Array(B * P * P);
  for (let b = 0; options.learned && b < B; b++) rest.set(options.learned, b * P * P);
  const damping = new Float64Array(B).fill(options.damping ?? 1);
  const growth = new Float64Array(B).fill(2);
  const expected = new Float64Array(B);
  const iterations = new Int32Array(B);
  const evaluated = new Int32Array(B);
  const curvature = new Float64Array(P * P);
  const s = new Float64Array(P);
  const y = new Float64Array(P);
  const product = new Float64Array(P);
  const missing = new Float64Array(P);
  const free = new Int32Array(P);

  const tolerance = (b: number) => valueTolerance * Math.max(Math.abs(values[b]), 1);

  /** Writes the next trial of restart b. */
  function advance(b: number): StopReason | undefined {
    const at = b * P;
    let largest = 0;
    let count = 0;
    for (let k = 0; k < P; k++) {
      const slope = g[at + k];
      const moved = Math.min(upper[k], Math.max(lower[k], x[at + k] - slope)) - x[at + k];
      largest = Math.max(largest, Math.abs(moved));
      const held = (x[at + k] <= lower[k] && slope > 0) || (x[at + k] >= upper[k] && slope < 0);
      if (!held) free[count++] = k;
    }
    if (largest <= gradientTolerance) return 'gradient';
    if (iterations[b] >= maxIterations || evaluated[b] >= maxEvaluations) return 'iterations';
    for (let i = 0, from = at * P; i < P * P; i++) curvature[i] = known[from + i] + rest[from + i];
    for (;;) {
      if (damping[b] > MOST_DAMPING) return 'line-search';
      if (solveDamped(curvature, P, free, count, damping[b], g, at, s)) break;
      damping[b] = 4 * Math.max(damping[b], LEAST_DAMPING);
    }
    return setTrial(b);
  }

  /** Puts the trial at the projected step s, shortened to `maxStep`, and predicts its gain. */
  function setTrial(b: number): StopReason | undefined {
    const at = b * P;
    let largest = 0;
    for (let k = 0; k < P; k++) largest = Math.max(largest, Math.abs(s[k]));
    const shrink = Math.min(1, maxStep / largest);
    let moves = false;
    for (let k = 0; k < P; k++) {
      trial[at + k] = Math.min(upper[k], Math.max(lower[k], x[at + k] + shrink * s[k]));
      s[k] = trial[at + k] - x[at + k];
      if (s[k] !== 0) moves = true;
    }
    if (!moves) return 'line-search';
    multiplyInto(product, curvature, 0, s, P);
    let gain = 0;
    for (let k = 0; k < P; k++) gain -= s[k] * (g[at + k] + 0.5 * product[k]);
    expected[b] = gain;
    return damping[b] < TRUSTED && Math.abs(gain) <= tolerance(b) ? 'value' : undefined;
  }

  /** Moves restart b to its trial; but for the first point E then takes the secant update: (C₊ + E₊)s = y. */
  function accept(b: number, evaluation: CurvedEvaluation, a: number): void {
    const at = b * P;
    const square = at * P;
    let sy = 0;
    for (let k = 0; k < P; k++) {
      s[k] = trial[at + k] - x[at + k];
      y[k] = evaluation.gradients[a * P + k] - g[at + k];
      sy += s[k] * y[k];
      x[at + k] = trial[at + k];
      g[at + k] = evaluation.gradients[a * P + k];
    }
    for (let i = 0, from = a * P * P; i < P * P; i++) known[square + i] = evaluation.curvatures[from + i];
    if (evaluated[b] > 1) learn(square, sy);
    values[b] = evaluation.values[a];
  }

  function learn(square: number, sy: number): void {
    multiplyInto(product, known, square, s, P);
    for (let k = 0; k < P; k++) missing[k] = y[k] - product[k];
    multiplyInto(product, rest, square, s, P);
    let ss = 0;
    let yy = 0;
    let sMissing = 0;
    let sRest = 0;
    for (let k = 0; k < P; k++) {
      ss += s[k] * s[k];
      yy += y[k] * y[k];
      sMissing += s[k] * missing[k];
      sRest += s[k] * product[k];
    }
    const size = sRest === 0 ? 1 : Math.min(1, Math.abs(sMissing / sRest));
    let sw = 0;
    let sr = 0;
    const w = sy > 1e-8 * Math.sqrt(ss * yy) ? y : s;
    for (let k = 0; k < P; k++) {
      missing[k] -= size * product[k];
      sw += s[k] * w[k];
      sr += s[k] * missing[k];
    }
    for (let i = 0, at = square; i < P; i++) {
      const q = w[i] / sw;
      const p = (missing[i] - sr * q) / sw;
      for (let j = 0; j < P; j++, at++) rest[at] = size * rest[at] + p * w[j] + q * missing[j];
    }
  }

  function step(b: number, evaluation: CurvedEvaluation, a: number): StopReason | undefined {
    const value = evaluation.values[a];
    evaluated[b]++;
    let finite = Number.isFinite(value);
    for (let k = 0; finite && k < P; k++) finite = Number.isFinite(evaluation.gradients[a * P + k]);
    const first = evaluated[b] === 1;
    if (first && !finite) {
      x.set(trial.subarray(b * P, (b + 1) * P), b * P);
      return 'invalid';
    }
    if (!finite || (!first && !(value < values[b]))) {
      damping[b] = growth[b] * 2 * Math.max(damping[b], LEAST_DAMPING);
      growth[b] *= 2;
      return advance(b);
    }
    const gain = values[b] - value;
    accept(b, evaluation, a);
    if (first) return advance(b);
    iterations[b]++;
    if (gain <= tolerance(b) && damping[b] < TRUSTED) return 'value';
    const ratio = expected[b] > 0 ? gain / expected[b] : 1;
    damping[b] *= Math.max(1 / 3, 1 - (2 * ratio - 1) ** 3);
    growth[b] = 2;
    return advance(b);
  }

  return {
    x,
    trial,
    values,
    expected,
    known,
    step,
    learned: (b: number) => rest.slice(b * P * P, (b + 1) * P * P),
  };
}
