import { concatenate } from '../linalg/concatenate.ts';
import { solveByElimination } from '../linalg/elimination.ts';
import { hull } from './encode.ts';
import { linkRows } from './linked-rows.ts';
import { createPolytope, lift, type Polytope } from './polytope.ts';
import type { Space } from './space.ts';

/** Choices of rows that are solved at most: ten seconds or so. */
const MOST_CHOICES = 3_000_000;

/**
 * Corners of the region over the free numeric columns: every choice of as many rows as there are free directions,
 * solved, put on the lattice, checked, and kept once (nine decimals of the unit coordinates).
 *
 * @returns [v, d], or undefined with more than `maxColumns` free numeric columns, or more than `MOST_CHOICES` choices of rows
 */
export function enumerateVertices(
  space: Space,
  fixed: ReadonlyMap<number, number>,
  region: {
    readonly center: Float64Array;
    repair(point: ArrayLike<number>): Float64Array;
    contains(point: ArrayLike<number>): boolean;
  },
  maxColumns: number,
): Float64Array | undefined {
  const { columns, rows } = linkRows(space, fixed, true);
  if (columns.length > maxColumns) return undefined;
  const polytope = createPolytope(columns.length, rows);
  if (polytope === undefined) return new Float64Array(0);
  const found = new Map<string, Float64Array>();
  if (areTooMany(polytope)) return undefined;
  for (const z of corners(polytope)) {
    const point = region.center.slice();
    const u = lift(polytope, z);
    columns.forEach((column, j) => {
      const [low, high] = hull(space.dimensions[column]);
      point[column] =
        low +
        Math.min(1, Math.max(0, Math.abs(u[j] - Math.round(u[j])) < 1e-12 ? Math.round(u[j]) : u[j])) *
          (high - low);
    });
    const placed = region.repair(point);
    if (!region.contains(placed)) continue;
    const key = columns
      .map((column) => {
        const [low, high] = hull(space.dimensions[column]);
        return ((placed[column] - low) / (high - low)).toFixed(9);
      })
      .join();
    if (!found.has(key)) found.set(key, placed);
  }
  return concatenate([...found.values()]);
}

/** Whether no point lies on both rows, or all points of one on the other: the two bounds of a column, say. */
function areParallel(a: ArrayLike<number>, b: ArrayLike<number>, f: number): boolean {
  let [aa, ab, bb] = [0, 0, 0];
  for (let j = 0; j < f; j++) {
    aa += a[j] * a[j];
    ab += a[j] * b[j];
    bb += b[j] * b[j];
  }
  return ab * ab >= (1 - 1e-14) * aa * bb;
}

/** Every choice of f rows of which no two are parallel, in order; the array is the same each time. */
function* choicesOf({ f, rows }: Polytope): Generator<readonly number[]> {
  const n = rows.length;
  const clash = rows.map((a) => rows.map((b) => areParallel(a.coefficients, b.coefficients, f)));
  const chosen: number[] = [];
  for (let next = 0; ; ) {
    if (chosen.length === f) yield chosen;
    if (chosen.length === f || n - next < f - chosen.length) {
      const last = chosen.pop();
      if (last === undefined) return;
      next = last + 1;
      continue;
    }
    if (!chosen.some((one) => clash[one][next])) chosen.push(next);
    next++;
  }
}

function areTooMany(polytope: Polytope): boolean {
  let count = 0;
  for (const _ of choicesOf(polytope)) if (++count > MOST_CHOICES) return true;
  return false;
}

/** Feasible intersections of f rows. */
function* corners(polytope: Polytope): Generator<Float64Array> {
  const { f, rows } = polytope;
  for (const chosen of choicesOf(polytope)) {
    const z = solveByElimination(
      chosen.map((i) => [...Array.from(rows[i].coefficients), rows[i].rhs]),
      f,
    );
    if (
      z &&
      rows.every((row) => z.reduce((sum, value, j) => sum + value * row.coefficients[j], 0) <= row.rhs + 1e-9)
    )
      yield z;
  }
}
