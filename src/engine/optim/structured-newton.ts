import { solveDamped } from '../linalg/damped-solve.ts';
import { multiplyInto } from '../linalg/products.ts';
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

/** With the part of the second derivatives that is known: positive semidefinite [A, P, P]. */
export interface CurvedEvaluation extends BatchEvaluation {
  readonly curvatures: ArrayLike<number>;
}

export interface CurvedOptions extends BatchLimits {
  /** Damping of the first step. Default 1. */
  readonly damping?: number;
  /** The damping falls to this share of itself, or less, after a gain as predicted. Default: by the rule for all gains. */
  readonly slack?: number;
  /**
   * After a step that failed the next is at most this share of it, so that one held at `maxStep` is not tried again. Default: by the damping
   * alone.
   */
  readonly shorter?: number;
  /** A step predicted to gain no more than this ends a restart whose last one gained far more: it goes straight to its end. Default 0. */
  readonly settled?: number;
  /** Whether the known part is scaled by what the last step showed, for values in nats. Default: not scaled. */
  readonly scaled?: boolean;
  /** What `learned` of a like problem gave [P, P]: every restart begins with it. */
  readonly learned?: Float64Array;
}

export type CurvedProblem<Request> = BatchProblem<Generator<Request, CurvedEvaluation, void>, CurvedOptions>;

export interface CurvedResult extends BatchResult {
  /** Curvature that restart b has learned besides the known part [P, P]. */
  readonly learned: (b: number) => Float64Array;
}

/** Rules of a run unless the options say otherwise. */
const defaults = {
  ...defaultLimits,
  damping: 1,
  slack: Number.POSITIVE_INFINITY,
  shorter: Number.POSITIVE_INFINITY,
  settled: 0,
  scaled: false,
};

/** Damping is raised from at least this when a step fails, and beyond this the restart gives up. */
const LEAST_DAMPING = 1e-3;
const MOST_DAMPING = 1e8;
/** A small gain, had or predicted, means the end only from this damping down: above, the step was held back. */
const TRUSTED = 1e-1;
/** A gain within this share of the predicted one is as predicted. */
const AS_PREDICTED = 0.25;
/** A gain is far more than the next where it is this many times as much. */
const FAR_MORE = 5;
/** The known part is scaled by no less and no more, and not after a gain above `near`: a long step tells little of the next. */
const SCALES = { least: 0.5, most: 1.3, near: 10 };

/**
 * Bounded minimization from many starts at once when a part C of the second derivatives comes with every evaluation,
 * as for likelihoods and sums of squares.
 *
 * The rest is learned: B = C + E, where E takes the secant update of Dennis, Gay and Welsch with their sizing, so that
 * B·s is the gradient change of the last step s. Steps solve (B + λI)d = −g on the variables not fixed at a bound and are
 * projected onto the box; λ follows the ratio of gain to predicted gain. All restarts share each call of `evaluate`
 * and leave the batch when done. Evaluations hand out what they wait for, such as programs of a backend.
 *
 * Source: Dennis, Gay and Welsch 1981, doi:10.1145/355958.355965; λ: Nielsen 1999, report IMM-REP-1999-05. Cost O(B·P³)
 * per round besides the evaluations.
 */
export function* minimizeCurved<Request>(
  problem: CurvedProblem<Request>,
): Generator<Request, CurvedResult, void> {
  const { evaluate, options = {} } = problem;
  const { B, P } = sizesOf('minimizeCurved', problem);
  const run = createRun(problem, B, P);
  const { learned } = run;
  const result = yield* driveBatch({ ...run, B, P, evaluate, abandon: options.abandon });
  return { ...result, learned };
}

/** State of all restarts: [B, P] and [B] arrays, and the rules that they share. */
interface Run {
  readonly P: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rules: typeof defaults;
  readonly x: Float64Array;
  readonly g: Float64Array;
  readonly trial: Float64Array;
  readonly values: Float64Array;
  /** Known part of the curvature and what was learned of the rest [B, P, P]. */
  readonly known: Float64Array;
  readonly rest: Float64Array;
  /** What the known part was scaled by [B]. */
  readonly scale: Float64Array;
  readonly damping: Float64Array;
  readonly growth: Float64Array;
  readonly expected: Float64Array;
  readonly gained: Float64Array;
  readonly iterations: Int32Array;
  readonly evaluated: Int32Array;
  /** Scratch of one step: the curvature [P, P] and vectors [P]. */
  readonly curvature: Float64Array;
  readonly s: Float64Array;
  readonly y: Float64Array;
  readonly product: Float64Array;
  readonly missing: Float64Array;
  readonly free: Int32Array;
}

/** `step` takes one restart from an evaluated trial point to its next trial or its end. */
function createRun(problem: Omit<CurvedProblem<unknown>, 'evaluate'>, B: number, P: number) {
  const { lower, upper, options = {} } = problem;
  const rules = { ...defaults, ...options };
  const vector = () => new Float64Array(P);
  const run: Run = {
    ...{ P, lower, upper, rules, x: new Float64Array(B * P), g: new Float64Array(B * P) },
    trial: onBounds(problem.x0, lower, upper),
    values: new Float64Array(B).fill(Number.POSITIVE_INFINITY),
    known: new Float64Array(B * P * P),
    rest: new Float64Array(B * P * P),
    scale: new Float64Array(B).fill(1),
    damping: new Float64Array(B).fill(rules.damping),
    growth: new Float64Array(B).fill(2),
    expected: new Float64Array(B),
    gained: new Float64Array(B),
    iterations: new Int32Array(B),
    evaluated: new Int32Array(B),
    curvature: new Float64Array(P * P),
    ...{ s: vector(), y: vector(), product: vector(), missing: vector(), free: new Int32Array(P) },
  };
  const { x, trial, values, expected, known, rest, scale } = run;
  for (let b = 0; options.learned && b < B; b++) rest.set(options.learned, b * P * P);
  return {
    ...{ x, trial, values, expected, known },
    step: (b: number, evaluation: CurvedEvaluation, a: number) => step(run, b, evaluation, a),
    learned: (b: number) =>
      rest.slice(b * P * P, (b + 1) * P * P).map((r, i) => r + (1 - 1 / scale[b]) * known[b * P * P + i]),
  };
}

const tolerance = ({ rules, values }: Run, b: number) =>
  Math.max(rules.leastGain, rules.valueTolerance * Math.max(Math.abs(values[b]), 1));

/** Writes the next trial of restart b, whose step is nowhere longer than `reach`. */
function advance(run: Run, b: number, reach = Number.POSITIVE_INFINITY): StopReason | undefined {
  const { P, lower, upper, rules, x, g, known, rest, damping, curvature, s, free } = run;
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
  if (largest <= rules.gradientTolerance) return 'gradient';
  if (run.iterations[b] >= rules.maxIterations || run.evaluated[b] >= rules.maxEvaluations)
    return 'iterations';
  for (let i = 0, from = at * P; i < P * P; i++) curvature[i] = known[from + i] + rest[from + i];
  for (;;) {
    if (damping[b] > MOST_DAMPING) return 'line-search';
    if (solveDamped(curvature, P, free, count, damping[b], g, at, s) && largestOf(s) <= reach) break;
    damping[b] = 4 * Math.max(damping[b], LEAST_DAMPING);
  }
  return setTrial(run, b);
}

function largestOf(s: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < s.length; k++) largest = Math.max(largest, Math.abs(s[k]));
  return largest;
}

/** Puts the trial at the projected step s, shortened to `maxStep`, and predicts its gain. */
function setTrial(run: Run, b: number): StopReason | undefined {
  const { P, lower, upper, x, g, trial, curvature, s, product } = run;
  const at = b * P;
  const shrink = Math.min(1, run.rules.maxStep / largestOf(s));
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
  run.expected[b] = gain;
  return run.damping[b] < TRUSTED && endsAt(run, b, Math.abs(gain)) ? 'value' : undefined;
}

/** Whether a step predicted to gain so much is not taken. */
function endsAt(run: Run, b: number, gain: number): boolean {
  return gain <= tolerance(run, b) || (gain <= run.rules.settled && FAR_MORE * gain <= run.gained[b]);
}

/** Moves restart b to its trial; except for the first point E then takes the secant update: (C₊ + E₊)s = y. */
function accept(run: Run, b: number, evaluation: CurvedEvaluation, a: number): void {
  const { P, x, g, trial, known, s, y } = run;
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
  run.scale[b] = 1;
  if (run.evaluated[b] > 1) {
    if (run.rules.scaled && run.gained[b] <= SCALES.near) scaleKnown(run, b, sy);
    learn(run, square, sy);
  }
  run.values[b] = evaluation.values[a];
}

/** Scales C by sᵀy/sᵀCs, which is 1 for all second derivatives: C is a mean of what they may be and may be off everywhere alike. */
function scaleKnown({ P, known, scale, s, product }: Run, b: number, sy: number): void {
  const square = b * P * P;
  multiplyInto(product, known, square, s, P);
  let sCs = 0;
  for (let k = 0; k < P; k++) sCs += s[k] * product[k];
  if (!(sCs > 0)) return;
  scale[b] = Math.min(SCALES.most, Math.max(SCALES.least, sy / sCs));
  for (let i = square; i < square + P * P; i++) known[i] *= scale[b];
}

function learn({ P, known, rest, s, y, product, missing }: Run, square: number, sy: number): void {
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

function step(run: Run, b: number, evaluation: CurvedEvaluation, a: number): StopReason | undefined {
  const { P, x, trial, values, damping, growth, expected } = run;
  const value = evaluation.values[a];
  run.evaluated[b]++;
  let finite = Number.isFinite(value);
  for (let k = 0; finite && k < P; k++) finite = Number.isFinite(evaluation.gradients[a * P + k]);
  const first = run.evaluated[b] === 1;
  if (first && !finite) {
    x.set(trial.subarray(b * P, (b + 1) * P), b * P);
    return 'invalid';
  }
  if (!finite || (!first && !(value < values[b]))) {
    damping[b] = growth[b] * 2 * Math.max(damping[b], LEAST_DAMPING);
    growth[b] *= 2;
    let failed = 0;
    for (let k = b * P; k < (b + 1) * P; k++) failed = Math.max(failed, Math.abs(trial[k] - x[k]));
    return advance(run, b, run.rules.shorter * failed);
  }
  const gain = values[b] - value;
  run.gained[b] = gain;
  accept(run, b, evaluation, a);
  if (first) return advance(run, b);
  run.iterations[b]++;
  if (gain <= tolerance(run, b) && damping[b] < TRUSTED) return 'value';
  const ratio = expected[b] > 0 ? gain / expected[b] : 1;
  const slack = Math.abs(ratio - 1) < AS_PREDICTED ? run.rules.slack : Number.POSITIVE_INFINITY;
  damping[b] *= Math.min(slack, Math.max(1 / 3, 1 - (2 * ratio - 1) ** 3));
  growth[b] = 2;
  return advance(run, b);
}
