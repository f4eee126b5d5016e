import { concatenate } from '../linalg/concatenate.ts';
import { solveByElimination } from '../linalg/elimination.ts';
import { hull } from './encode.ts';
import { linkRows } from './linked-rows.ts';
import { createPolytope, lift, type Polytope } from './polytope.ts';
import type { Space } from './space.ts';

/**
 * Corners of the region over the free numeric columns: every choice of as many rows as there are free directions,
 * solved, put on the lattice, checked, and kept once (nine decimals of the unit coordinates).
 *
 * @returns [v, d], or undefined with more than `maxColumns` free numeric columns
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

/** Feasible intersections of f rows. */
function* corners(polytope: Polytope): Generator<Float64Array> {
  const { f, rows } = polytope;
  const chosen = Array.from({ length: f }, (_, i) => i);
  if (rows.length < f) return;
  for (;;) {
    const z = solveByElimination(
      chosen.map((i) => [...Array.from(rows[i].coefficients), rows[i].rhs]),
      f,
    );
    if (
      z &&
      rows.every((row) => z.reduce((sum, value, j) => sum + value * row.coefficients[j], 0) <= row.rhs + 1e-9)
    )
      yield z;
    let position = f - 1;
    while (position >= 0 && chosen[position] === rows.length - f + position) position--;
    if (position < 0) return;
    chosen[position]++;
    for (let next = position + 1; next < f; next++) chosen[next] = chosen[next - 1] + 1;
  }
}
