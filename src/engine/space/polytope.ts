import { dot } from '../linalg/products.ts';
import { type LinearRow, maximizeLinear } from './linear-program.ts';
import { solveQuadratic } from './quadratic-program.ts';

/** normal·u ≤ rhs, or = rhs, in unit coordinates; `source` says which constraint or bound it came from. */
export interface PolytopeRow {
  /** [k]. */
  readonly normal: Float64Array;
  readonly rhs: number;
  readonly equality: boolean;
  readonly source: RowSource;
}

type RowSource =
  | { readonly kind: 'constraint'; readonly index: number }
  | { readonly kind: 'bound'; readonly column: number; readonly side: 'low' | 'high' };

/**
 * {u = origin + N z : rows·z ≤ rhs}: the equalities are gone into the orthonormal null space N [k, f].
 *
 * `rows` leaves out those that no z moves. `radius` is that of the largest ball around `center` (in z), Infinity where
 * the equalities leave one point; below −`SMALLEST_INRADIUS` there is no point.
 */
export interface Polytope {
  readonly k: number;
  readonly f: number;
  readonly origin: Float64Array;
  /** [k, f] orthonormal columns. */
  readonly N: Float64Array;
  readonly rows: readonly (LinearRow & { readonly source: RowSource })[];
  /** [f]. */
  readonly center: Float64Array;
  readonly radius: number;
}

/** Below this radius (unit coordinates) a polytope has no inside. */
export const SMALLEST_INRADIUS = 1e-9;

/**
 * Brings rows over k unit coordinates into null-space form.
 *
 * @returns the polytope, or undefined when the equalities contradict each other
 */
export function createPolytope(k: number, rows: readonly PolytopeRow[]): Polytope | undefined {
  const equalities = rows.filter((row) => row.equality);
  const basis = orthonormalRows(k, equalities);
  if (basis === undefined) return undefined;
  const origin = new Float64Array(k).fill(0.5);
  for (const { direction, rhs } of basis) addTo(origin, direction, rhs - dot(direction, origin));
  const N = complement(
    k,
    basis.map((row) => row.direction),
  );
  const f = k - basis.length;
  const reduced = rows.filter((row) => !row.equality).map((row) => reduce(row, origin, N, k, f));
  const moving = reduced.filter((row) => dot(row.coefficients, row.coefficients) > 0);
  const depth = Math.min(...reduced.filter((row) => !moving.includes(row)).map((row) => row.rhs));
  const ball = chebyshev(moving, f);
  return {
    k,
    f,
    origin,
    N,
    rows: moving,
    center: ball.center,
    radius: depth < -SMALLEST_INRADIUS ? depth : ball.radius,
  };
}

/** u = origin + N z: the point [k] of the space with coordinates z [f] in the equalities. */
export function lift(polytope: Polytope, z: ArrayLike<number>): Float64Array {
  const { k, f, N } = polytope;
  const u = polytope.origin.slice();
  for (let i = 0; i < k; i++) for (let j = 0; j < f; j++) u[i] += N[i * f + j] * z[j];
  return u;
}

/** Rows that hold with equality at every point of a thin polytope. */
export function tightRows(polytope: Polytope): number[] {
  const rows = polytope.rows.map((row) => ({ ...row, rhs: row.rhs + Math.max(0, -polytope.radius) }));
  const tight: number[] = [];
  rows.forEach((row, i) => {
    const lowest = maximizeLinear(
      Array.from(row.coefficients, (value) => -value),
      rows,
    );
    if (lowest === undefined || row.rhs - dot(row.coefficients, lowest) <= 10 * SMALLEST_INRADIUS)
      tight.push(i);
  });
  return tight;
}

/** Rows of constraints that the others imply, first ones kept. */
export function redundantRows(polytope: Polytope): Set<number> {
  const redundant = new Set<number>();
  polytope.rows.forEach((row, i) => {
    if (row.source.kind !== 'constraint') return;
    const others = polytope.rows.filter((_, j) => j !== i && !redundant.has(j));
    const farthest = maximizeLinear(row.coefficients, others);
    if (farthest !== undefined && dot(row.coefficients, farthest) <= row.rhs + 1e-10) redundant.add(i);
  });
  return redundant;
}

/** Nearest point of the polytope to u [k], or undefined when the rows leave none. */
export function projectOnto(polytope: Polytope, u: ArrayLike<number>): Float64Array | undefined {
  const { k, f, N, rows, origin } = polytope;
  const linear = new Float64Array(f);
  for (let i = 0; i < k; i++) for (let j = 0; j < f; j++) linear[j] -= N[i * f + j] * (u[i] - origin[i]);
  const normals = new Float64Array(rows.length * f);
  const offsets = new Float64Array(rows.length);
  rows.forEach((row, i) => {
    for (let j = 0; j < f; j++) normals[i * f + j] = -row.coefficients[j];
    offsets[i] = -row.rhs;
  });
  const z = solveQuadratic({ n: f, linear, normals, offsets, equalities: 0 });
  return z && lift(polytope, z);
}

function addTo(target: Float64Array, direction: Float64Array, step: number): void {
  for (let i = 0; i < target.length; i++) target[i] += step * direction[i];
}

/** A row over z with a normal of unit length; a row that z does not move keeps its length (about 0). */
function reduce(row: PolytopeRow, origin: Float64Array, N: Float64Array, k: number, f: number) {
  const coefficients = new Float64Array(f);
  for (let i = 0; i < k; i++) for (let j = 0; j < f; j++) coefficients[j] += N[i * f + j] * row.normal[i];
  let rhs = row.rhs - dot(row.normal, origin);
  const length = Math.sqrt(dot(coefficients, coefficients));
  if (length > 1e-10) {
    for (let j = 0; j < f; j++) coefficients[j] /= length;
    rhs /= length;
  } else {
    coefficients.fill(0);
  }
  return { coefficients, rhs, source: row.source };
}

/** Gram–Schmidt with re-orthogonalization; undefined when a dependent row has another right-hand side. */
function orthonormalRows(k: number, rows: readonly PolytopeRow[]) {
  const basis: { direction: Float64Array; rhs: number }[] = [];
  for (const row of rows) {
    const direction = row.normal.slice();
    let rhs = row.rhs;
    const before = Math.sqrt(dot(direction, direction));
    for (let pass = 0; pass < 2; pass++) {
      for (const known of basis) {
        const overlap = dot(direction, known.direction);
        addTo(direction, known.direction, -overlap);
        rhs -= overlap * known.rhs;
      }
    }
    const length = Math.sqrt(dot(direction, direction));
    if (length <= 1e-10 * Math.max(1, before)) {
      if (Math.abs(rhs) > SMALLEST_INRADIUS) return undefined;
      continue;
    }
    for (let i = 0; i < k; i++) direction[i] /= length;
    basis.push({ direction, rhs: rhs / length });
  }
  return basis;
}

/** Orthonormal columns [k, k − rows] orthogonal to the given orthonormal rows. */
function complement(k: number, rows: readonly Float64Array[]): Float64Array {
  const columns: Float64Array[] = [];
  const known = [...rows];
  const left = Array.from({ length: k }, (_, i) => i);
  while (known.length < k) {
    let best: Float64Array | undefined;
    let bestLength = -1;
    let bestAxis = -1;
    for (const axis of left) {
      const candidate = new Float64Array(k);
      candidate[axis] = 1;
      for (let pass = 0; pass < 2; pass++) {
        for (const direction of known) addTo(candidate, direction, -dot(candidate, direction));
      }
      const length = Math.sqrt(dot(candidate, candidate));
      if (length > bestLength) {
        best = candidate;
        bestLength = length;
        bestAxis = axis;
      }
      if (rows.length === 0) break;
    }
    if (best === undefined) break;
    left.splice(left.indexOf(bestAxis), 1);
    const unit = best.map((value) => value / bestLength);
    columns.push(unit);
    known.push(unit);
  }
  const N = new Float64Array(k * columns.length);
  columns.forEach((column, j) => {
    for (let i = 0; i < k; i++) N[i * columns.length + j] = column[i];
  });
  return N;
}

/** Centre and radius of the largest ball within the rows; a negative radius is the depth of the conflict. */
function chebyshev(rows: readonly LinearRow[], f: number): { center: Float64Array; radius: number } {
  if (f === 0) return { center: new Float64Array(0), radius: Number.POSITIVE_INFINITY };
  const objective = new Float64Array(f + 1);
  objective[f] = 1;
  const best = maximizeLinear(objective, [
    ...rows.map((row) => ({ coefficients: [...Array.from(row.coefficients), 1], rhs: row.rhs })),
    { coefficients: objective, rhs: 1 },
  ]);
  return best === undefined
    ? { center: new Float64Array(f), radius: 0 }
    : { center: best.slice(0, f), radius: best[f] };
}
