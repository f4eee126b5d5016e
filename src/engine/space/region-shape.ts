import type { InfeasibleRegionError } from '../errors.ts';
import { runSlices, type Slices } from '../slices.ts';
import { isLattice } from './encode.ts';
import { infeasible, linkRows } from './linked-rows.ts';
import {
  createPolytope,
  type Polytope,
  type PolytopeRow,
  redundantRows,
  SMALLEST_INRADIUS,
  tightRows,
} from './polytope.ts';
import type { Space } from './space.ts';

/**
 * What is left of the rows: those that matter, and their null-space form.
 *
 * @throws InfeasibleRegionError naming a smallest set of constraints in conflict
 */
export function shapeRegion(
  space: Space,
  fixed: ReadonlyMap<number, number>,
  columns: readonly number[],
  given: readonly PolytopeRow[],
) {
  let rows = given;
  let polytope = solid(space, fixed, columns.length, rows);
  while (polytope.f > 0 && polytope.radius <= SMALLEST_INRADIUS) {
    const tight = tightRows(polytope).map((i) => polytope.rows[i].source);
    if (tight.length === 0) break;
    refuseThin(space, fixed, tight);
    rows = rows.map((row) => (tight.includes(row.source) ? { ...row, equality: true } : row));
    polytope = solid(space, fixed, columns.length, rows);
  }
  const spare = redundantRows(polytope);
  const redundant = new Set<number>();
  polytope.rows.forEach(({ source }, i) => {
    if (spare.has(i) && source.kind === 'constraint') redundant.add(source.index);
  });
  rows = inset(
    rows.filter((row) => row.source.kind !== 'constraint' || !redundant.has(row.source.index)),
    polytope.radius,
  );
  polytope = createPolytope(columns.length, rows) ?? polytope;
  return { polytope, rows, redundant: [...redundant] };
}

/**
 * Whether any point within the ranges meets the constraints, numbers on a lattice taken as real.
 *
 * @throws InfeasibleRegionError naming a smallest set of constraints in conflict
 */
export function* refuseEmpty(space: Space): Slices<void> {
  const fixed = new Map<number, number>();
  const { columns, rows } = linkRows(space, fixed, false);
  if (!isEmpty(columns.length, rows)) return;
  throw infeasible(space, fixed, yield* conflictInSlices(columns.length, rows), 'no point is left');
}

/** Inequalities moved in by a hair where there is room, so that rounding cannot carry a point across. */
function inset(rows: readonly PolytopeRow[], radius: number): readonly PolytopeRow[] {
  const hair = Number.isFinite(radius) && radius > 1e-8 ? 5e-14 : 0;
  return rows.map((row) =>
    row.equality || row.source.kind === 'bound' ? row : { ...row, rhs: row.rhs - hair },
  );
}

/** The polytope of the rows, which must have a point. */
function solid(
  space: Space,
  fixed: ReadonlyMap<number, number>,
  k: number,
  rows: readonly PolytopeRow[],
): Polytope {
  const polytope = createPolytope(k, rows);
  if (hasPoint(polytope)) return polytope;
  throw infeasible(space, fixed, runSlices(conflictInSlices(k, rows)), 'no point is left');
}

const hasPoint = (polytope: Polytope | undefined): polytope is Polytope =>
  polytope !== undefined && polytope.radius >= -SMALLEST_INRADIUS;

const isEmpty = (k: number, rows: readonly PolytopeRow[]): boolean => !hasPoint(createPolytope(k, rows));

/** A smallest set of constraints that leaves no point within the bounds: drops each one that is not needed for that. */
function* conflictInSlices(k: number, rows: readonly PolytopeRow[]): Slices<number[]> {
  let left = rows;
  for (const row of rows) {
    if (row.source.kind === 'bound') continue;
    yield;
    const without = left.filter((other) => other !== row);
    if (isEmpty(k, without)) left = without;
  }
  return constraintsIn(left.map((row) => row.source));
}

/** Indices of the constraints among the sources of rows. */
export const constraintsIn = (sources: readonly PolytopeRow['source'][]): number[] =>
  sources.flatMap((source) => (source.kind === 'constraint' ? [source.index] : []));

/** A slice without volume is taken when a fixed value or a lattice column makes it; else it is refused. */
function refuseThin(
  space: Space,
  fixed: ReadonlyMap<number, number>,
  tight: readonly PolytopeRow['source'][],
): void {
  const indices = constraintsIn(tight).filter((index) => space.constraints[index].type === 'inequality');
  const meant = indices.some((index) =>
    space.dimensions.some((dimension, column) => {
      if (space.constraints[index].coefficients[column] === 0) return false;
      return fixed.has(column) || isLattice(dimension);
    }),
  );
  if (indices.length === 0 || meant) return;
  throw infeasible(
    space,
    fixed,
    indices,
    'the constraints leave a region without volume, which must be written as an equality if it is intended',
  );
}

/** The error of a region without a point on the allowed values, with the constraints involved. */
export function noLatticePoint(
  space: Space,
  fixed: ReadonlyMap<number, number>,
  rows: readonly PolytopeRow[],
  verdict: 'none' | 'gave up',
): InfeasibleRegionError {
  const indices = constraintsIn(rows.map((row) => row.source));
  const what =
    verdict === 'none'
      ? 'no point with allowed values is left'
      : 'no point with allowed values was found in a long search';
  return infeasible(space, fixed, indices, what);
}
