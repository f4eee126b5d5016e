import { identity } from '../linalg/products.ts';
/** minimize ½ xᵀGx + gᵀx subject to normals·x = offsets (the first `equalities` rows) and ≥ offsets (the rest). */
export interface QuadraticProgram {
  readonly n: number;
  /** [n, n] inverse transposed Cholesky factor L⁻ᵀ of G = LLᵀ; absent for the identity (a projection). */
  readonly inverseFactor?: Float64Array;
  /** [n] g. */
  readonly linear: Float64Array;
  /** [m, n] rows of about unit length. */
  readonly normals: Float64Array;
  /** [m]. */
  readonly offsets: Float64Array;
  readonly equalities: number;
}

/** Rows may be missed by this much (unit-length rows, coordinates of order one). */
const TOLERANCE = 2e-14;
/** A row that cannot be met any better may be missed by this much. */
const SPARE = 1e-11;
/** A row whose part outside the active rows is shorter than this, relative to the whole, depends on them. */
const DEPENDENT = 1e-9;

/**
 * Solves a small strictly convex quadratic program by the dual active-set method: starts at the free minimum and
 * adds one violated row at a time, so that it needs no feasible start and finds out when there is none.
 *
 * Source: Goldfarb and Idnani 1983, doi:10.1007/BF02591962. Cost O(n²) per row that enters or leaves.
 *
 * @returns the point [n], or undefined when no point meets the rows
 */
export function solveQuadratic(program: QuadraticProgram): Float64Array | undefined {
  const set = createActiveSet(program);
  const { equalities, n } = program;
  const m = program.offsets.length;
  for (let row = 0; row < equalities; row++) {
    if (!addEquality(set, row)) return undefined;
  }
  const given = new Uint8Array(m);
  for (let round = 0; round < 50 * (m + n + 2); round++) {
    let worst = -1;
    let deepest = -TOLERANCE;
    for (let row = equalities; row < m; row++) {
      if (given[row] === 1 || set.isActive[row] === 1) continue;
      const slack = slackOf(set, row);
      if (slack < deepest) {
        deepest = slack;
        worst = row;
      }
    }
    if (worst < 0) return set.x;
    const outcome = addInequality(set, worst);
    if (outcome === 'infeasible') return undefined;
    if (outcome === 'as good as met') given[worst] = 1;
  }
  return set.x;
}

/** The working state: x, the active rows with their multipliers, J = L⁻ᵀQ and R of the factored active normals. */
interface ActiveSet {
  readonly n: number;
  readonly normals: Float64Array;
  readonly offsets: Float64Array;
  readonly equalities: number;
  readonly J: Float64Array;
  readonly R: Float64Array;
  readonly x: Float64Array;
  readonly active: number[];
  readonly multipliers: number[];
  readonly isActive: Uint8Array;
  /** Jᵀa of the row examined, the step direction in x and the step of the multipliers, [n] each. */
  readonly d: Float64Array;
  readonly z: Float64Array;
  readonly r: Float64Array;
}

function createActiveSet(program: QuadraticProgram): ActiveSet {
  const { n, normals, offsets, equalities } = program;
  const J = program.inverseFactor?.slice() ?? identity(n);
  return {
    ...{ n, normals, offsets, equalities, J },
    R: new Float64Array(n * n),
    x: freeMinimum(J, program.linear, n),
    active: [],
    multipliers: [],
    isActive: new Uint8Array(offsets.length),
    d: new Float64Array(n),
    z: new Float64Array(n),
    r: new Float64Array(n),
  };
}

/** Writes d, z and r for a row; gives back z·a, 0 for a dependent row. */
function findDirections({ n, normals, J, R, active, d, z, r }: ActiveSet, row: number): number {
  const q = active.length;
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += J[i * n + j] * normals[row * n + i];
    d[j] = sum;
  }
  let within = 0;
  let curvature = 0;
  for (let j = 0; j < q; j++) within += d[j] * d[j];
  for (let j = q; j < n; j++) curvature += d[j] * d[j];
  if (curvature <= DEPENDENT * DEPENDENT * (within + curvature)) curvature = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = q; j < n; j++) sum += J[i * n + j] * d[j];
    z[i] = sum;
  }
  for (let i = q - 1; i >= 0; i--) {
    let sum = d[i];
    for (let j = i + 1; j < q; j++) sum -= R[i * n + j] * r[j];
    r[i] = sum / R[i * n + i];
  }
  return curvature;
}

function slackOf({ n, normals, offsets, x }: ActiveSet, row: number): number {
  let slack = -offsets[row];
  for (let j = 0; j < n; j++) slack += normals[row * n + j] * x[j];
  return slack;
}

/** Rotates d so that only its first q+1 entries remain, which become the new column of R. */
function enter(set: ActiveSet, row: number, multiplier: number): void {
  const { n, J, R, active, d } = set;
  const q = active.length;
  for (let j = n - 1; j > q; j--) {
    const length = Math.hypot(d[j - 1], d[j]);
    if (length === 0) continue;
    const c = d[j - 1] / length;
    const s = d[j] / length;
    d[j - 1] = length;
    d[j] = 0;
    rotateColumns(J, n, j - 1, j, c, s);
  }
  for (let i = 0; i <= q; i++) R[i * n + q] = d[i];
  active.push(row);
  set.multipliers.push(multiplier);
  set.isActive[row] = 1;
}

/** Takes the active row at `position` out and makes R triangular again. */
function leave({ n, J, R, active, multipliers, isActive }: ActiveSet, position: number): void {
  isActive[active[position]] = 0;
  active.splice(position, 1);
  multipliers.splice(position, 1);
  const q = active.length;
  for (let column = position; column < q; column++) {
    for (let i = 0; i <= column + 1; i++) R[i * n + column] = R[i * n + column + 1];
  }
  for (let j = position; j < q; j++) {
    const length = Math.hypot(R[j * n + j], R[(j + 1) * n + j]);
    if (length === 0) continue;
    const c = R[j * n + j] / length;
    const s = R[(j + 1) * n + j] / length;
    for (let column = j; column < q; column++) {
      const upper = R[j * n + column];
      const lower = R[(j + 1) * n + column];
      R[j * n + column] = c * upper + s * lower;
      R[(j + 1) * n + column] = c * lower - s * upper;
    }
    rotateColumns(J, n, j, j + 1, c, s);
  }
}

function move({ n, x, z }: ActiveSet, step: number): void {
  for (let i = 0; i < n; i++) x[i] += step * z[i];
}

function addEquality(set: ActiveSet, row: number): boolean {
  const { n, active, multipliers, r } = set;
  const curvature = findDirections(set, row);
  const slack = slackOf(set, row);
  if (curvature === 0 || active.length === n) return Math.abs(slack) <= SPARE;
  const step = -slack / curvature;
  move(set, step);
  for (let i = 0; i < active.length; i++) multipliers[i] -= step * r[i];
  enter(set, row, step);
  return true;
}

function addInequality(set: ActiveSet, row: number): 'active' | 'as good as met' | 'infeasible' {
  const { n, equalities, active, multipliers, r } = set;
  let multiplier = 0;
  for (let guard = 0; guard <= 2 * n + equalities + 2; guard++) {
    const curvature = findDirections(set, row);
    let partial = Number.POSITIVE_INFINITY;
    let blocking = -1;
    for (let i = 0; i < active.length; i++) {
      if (active[i] < equalities || r[i] <= 1e-14) continue;
      const ratio = multipliers[i] / r[i];
      if (ratio < partial) {
        partial = ratio;
        blocking = i;
      }
    }
    const dependent = curvature === 0 || active.length === n;
    const slack = slackOf(set, row);
    const full = dependent ? Number.POSITIVE_INFINITY : -slack / curvature;
    const step = Math.min(partial, full);
    if (step === Number.POSITIVE_INFINITY) return slack > -SPARE ? 'as good as met' : 'infeasible';
    for (let i = 0; i < active.length; i++) multipliers[i] -= step * r[i];
    multiplier += step;
    if (!dependent) move(set, step);
    if (step === full) {
      enter(set, row, multiplier);
      return 'active';
    }
    leave(set, blocking);
  }
  return slackOf(set, row) > -SPARE ? 'as good as met' : 'infeasible';
}

function rotateColumns(J: Float64Array, n: number, a: number, b: number, c: number, s: number): void {
  for (let i = 0; i < n; i++) {
    const left = J[i * n + a];
    const right = J[i * n + b];
    J[i * n + a] = c * left + s * right;
    J[i * n + b] = c * right - s * left;
  }
}

/** −G⁻¹g = −J(Jᵀg). */
function freeMinimum(J: Float64Array, g: Float64Array, n: number): Float64Array {
  const x = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += J[i * n + j] * g[i];
    for (let i = 0; i < n; i++) x[i] -= J[i * n + j] * sum;
  }
  return x;
}
