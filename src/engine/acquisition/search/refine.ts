import { choleskyLower, inverseLower } from '../../linalg/cholesky.ts';
import { solveQuadratic } from '../../space/quadratic-program.ts';

/** What is maximized: [A, n] points of the starts `indexes` in, [A] values and [A, n] gradients out; values may be NaN. */
export type BatchObjective = (
  points: Float64Array,
  indexes: readonly number[],
) => { readonly value: Float64Array; readonly gradient: Float64Array };

/** normals·x ≥ offsets, the first `equalities` rows with =; bounds among them. */
export interface LinearLimits {
  readonly n: number;
  /** [m, n] rows of unit length. */
  readonly normals: Float64Array;
  /** [G, m]: each start may have its own. */
  readonly offsets: Float64Array;
  readonly equalities: number;
}

export interface RefineOptions {
  /** Most quasi-Newton steps per start. */
  readonly iterations: number;
  /** A start is finished when a step promises less than this (units of the value). */
  readonly tolerance: number;
}

/** One start on its way up. */
interface Climber {
  /** Position of the start, whose row of offsets in the limits it keeps. */
  readonly index: number;
  readonly x: Float64Array;
  readonly gradient: Float64Array;
  /** [n, n] damped BFGS approximation of the negated Hessian. */
  readonly B: Float64Array;
  readonly direction: Float64Array;
  value: number;
  slope: number;
  step: number;
  iterations: number;
  failures: number;
}

const FIRST_STEP = 0.15;
const ARMIJO = 1e-4;

/**
 * Maximizes from many feasible starts at once under linear rows: sequential quadratic programming, which keeps every
 * point feasible because the rows are linear. All starts that still climb are evaluated in one call per step.
 *
 * Cost per start and step O(n³) for the factor of B and the quadratic program, besides the evaluation.
 *
 * @param starts [G, n] feasible
 * @returns [G, n] feasible points and [G] their values, never below those of the starts
 */
export function refine(
  objective: BatchObjective,
  starts: Float64Array,
  limits: LinearLimits,
  options: RefineOptions,
): { points: Float64Array; value: Float64Array } {
  const { n } = limits;
  const groups = starts.length / n;
  const first = objective(
    starts,
    Array.from({ length: groups }, (_, i) => i),
  );
  const climbers = Array.from({ length: groups }, (_, i) => createClimber(i, starts, first, n));
  let active = climbers.map((_, i) => i).filter((i) => aim(climbers[i], limits, options));
  while (active.length > 0) {
    const trial = new Float64Array(active.length * n);
    active.forEach((i, position) => {
      const { x, direction, step } = climbers[i];
      for (let j = 0; j < n; j++) trial[position * n + j] = x[j] + step * direction[j];
    });
    const answer = objective(trial, active);
    active = active.filter((i, position) => {
      const at = trial.subarray(position * n, (position + 1) * n);
      const gradient = answer.gradient.subarray(position * n, (position + 1) * n);
      return advance(climbers[i], { x: at, value: answer.value[position], gradient }, limits, options);
    });
  }
  const points = new Float64Array(groups * n);
  const value = new Float64Array(groups);
  climbers.forEach((climber, i) => {
    points.set(climber.x, i * n);
    value[i] = climber.value;
  });
  return { points, value };
}

function createClimber(
  i: number,
  starts: Float64Array,
  first: { value: Float64Array; gradient: Float64Array },
  n: number,
): Climber {
  const gradient = first.gradient.slice(i * n, (i + 1) * n);
  const B = new Float64Array(n * n);
  const length = Math.sqrt(gradient.reduce((sum, value) => sum + value * value, 0));
  for (let j = 0; j < n; j++) B[j * n + j] = Math.max(length, 1e-12) / FIRST_STEP;
  return {
    index: i,
    x: starts.slice(i * n, (i + 1) * n),
    gradient,
    B,
    direction: new Float64Array(n),
    value: first.value[i],
    slope: 0,
    step: 1,
    iterations: 0,
    failures: 0,
  };
}

/** Accepts or rejects a trial point; returns whether the climber continues. */
function advance(
  climber: Climber,
  { x, value, gradient }: Pick<Climber, 'x' | 'value' | 'gradient'>,
  limits: LinearLimits,
  options: RefineOptions,
): boolean {
  if (!(value >= climber.value + ARMIJO * climber.step * climber.slope)) {
    const bend = 2 * (climber.value + climber.step * climber.slope - value);
    const fitted =
      Number.isFinite(bend) && bend > 0 ? (climber.slope * climber.step * climber.step) / bend : 0;
    climber.step = Math.min(0.5 * climber.step, Math.max(0.1 * climber.step, fitted));
    return ++climber.failures < 12;
  }
  updateCurvature(climber, x, gradient);
  const gained = value - climber.value;
  climber.x.set(x);
  climber.gradient.set(gradient);
  climber.value = value;
  climber.failures = 0;
  if (++climber.iterations >= options.iterations || gained < 0.1 * options.tolerance) return false;
  return aim(climber, limits, options);
}

/** Damped BFGS update with s = at − x and y = −(change of the gradient). Source: Powell 1978. */
function updateCurvature(climber: Climber, at: Float64Array, gradient: Float64Array): void {
  const n = at.length;
  const { B } = climber;
  const s = at.map((value, j) => value - climber.x[j]);
  const y = gradient.map((value, j) => climber.gradient[j] - value);
  const Bs = new Float64Array(n);
  let sBs = 0;
  let sy = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) Bs[i] += B[i * n + j] * s[j];
    sBs += s[i] * Bs[i];
    sy += s[i] * y[i];
  }
  if (!(sBs > 0) || !Number.isFinite(sy)) return;
  const mix = sy >= 0.2 * sBs ? 1 : (0.8 * sBs) / (sBs - sy);
  let sr = 0;
  for (let i = 0; i < n; i++) {
    y[i] = mix * y[i] + (1 - mix) * Bs[i];
    sr += s[i] * y[i];
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) B[i * n + j] += (y[i] * y[j]) / sr - (Bs[i] * Bs[j]) / sBs;
  }
}

/** Next direction from the quadratic model; false when the start is finished. */
function aim(climber: Climber, limits: LinearLimits, options: RefineOptions): boolean {
  const { n, normals, equalities } = limits;
  if (!Number.isFinite(climber.value) || climber.gradient.some((value) => !Number.isFinite(value)))
    return false;
  const inverseFactor = inverseTransposedFactor(climber.B, n);
  const m = normals.length / n;
  const offsets = new Float64Array(m);
  for (let row = 0; row < m; row++) {
    let lhs = 0;
    for (let j = 0; j < n; j++) lhs += normals[row * n + j] * climber.x[j];
    const room = limits.offsets[climber.index * m + row] - lhs;
    offsets[row] = row < equalities ? 0 : Math.min(0, room);
  }
  const linear = climber.gradient.map((value) => -value);
  const direction = solveQuadratic({ n, inverseFactor, linear, normals, offsets, equalities });
  if (direction === undefined) return false;
  let slope = 0;
  for (let j = 0; j < n; j++) slope += climber.gradient[j] * direction[j];
  climber.direction.set(direction);
  climber.slope = slope;
  climber.step = 1;
  return slope > options.tolerance;
}

/** L⁻ᵀ of B = LLᵀ, after adding to the diagonal what B lacks to be positive definite. */
function inverseTransposedFactor(B: Float64Array, n: number): Float64Array {
  let trace = 0;
  for (let i = 0; i < n; i++) trace += Math.abs(B[i * n + i]);
  for (let ridge = 0; ; ridge = ridge === 0 ? (1e-10 * trace) / n + 1e-300 : 100 * ridge) {
    const L = choleskyLower(B, n, 0, ridge);
    if (L) return transposed(inverseLower(L, n), n);
  }
}

function transposed(A: Float64Array, n: number): Float64Array {
  return A.map((_, at) => A[(at % n) * n + Math.floor(at / n)]);
}
