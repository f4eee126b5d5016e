import { InfeasibleRegionError, ValueError } from '../errors.ts';
import { dot } from '../linalg/products.ts';
import { hull, levelAt, levelCount, spanOf } from './encode.ts';
import { type PolytopeRow, SMALLEST_INRADIUS } from './polytope.ts';
import type { LinearConstraint, Space } from './space.ts';

/** The columns that constraints tie together, and the constraints over their unit coordinates. */
export interface LinkedRows {
  /** Columns of the space, ascending. */
  readonly columns: readonly number[];
  /** Constraint rows of unit length, then the two bounds of each column. */
  readonly rows: readonly PolytopeRow[];
}

/**
 * Feasibility tolerance of one constraint: |lhs − rhs| (or lhs − rhs) may reach
 * absolute + relative·max(|rhs|, Σ|cᵢ|·rangeᵢ). Where Σ|cᵢ|·rangeᵢ is below 1, the absolute part is a share of it, so that
 * limits on nanomoles bind. Rounding of lhs itself is always forgiven.
 */
export interface Tolerance {
  readonly absolute: number;
  readonly relative: number;
}

/** For points that we make: designs and suggestions. */
export const DESIGN_TOLERANCE: Tolerance = { absolute: 1e-9, relative: 0 };

/** Whether an encoded point [d] meets one constraint. */
export function meets(
  space: Space,
  constraint: LinearConstraint,
  point: ArrayLike<number>,
  tolerance: Tolerance,
): boolean {
  let lhs = 0;
  let scale = 0;
  let magnitude = Math.abs(constraint.rhs);
  constraint.coefficients.forEach((coefficient, column) => {
    if (coefficient === 0) return;
    lhs += coefficient * point[column];
    scale += Math.abs(coefficient) * spanOf(space.dimensions[column]);
    magnitude += Math.abs(coefficient * point[column]);
  });
  const allowed =
    tolerance.absolute * Math.min(1, scale || 1) +
    tolerance.relative * Math.max(Math.abs(constraint.rhs), scale) +
    1e-14 * magnitude;
  const excess = lhs - constraint.rhs;
  return constraint.type === 'equality' ? Math.abs(excess) <= allowed : excess <= allowed;
}

/**
 * Puts fixed values into the constraints and scales what is left to unit coordinates.
 *
 * @throws InfeasibleRegionError when fixed values alone break a constraint
 * @throws ValueError when a constraint names a categorical variable
 */
export function linkRows(space: Space, fixed: ReadonlyMap<number, number>, everyColumn: boolean): LinkedRows {
  const settled = settledCodes(space, fixed);
  const isFree = (column: number) => !settled.has(column) && space.dimensions[column].kind !== 'categorical';
  for (const constraint of space.constraints) refuseLabels(space, constraint);
  const columns = space.dimensions
    .map((_, column) => column)
    .filter(
      (column) =>
        isFree(column) && (everyColumn || space.constraints.some((row) => row.coefficients[column] !== 0)),
    );
  const rows: PolytopeRow[] = [];
  space.constraints.forEach((constraint, index) => {
    const given = Float64Array.from(columns, (column) => {
      return (constraint.coefficients[column] ?? 0) * spanOf(space.dimensions[column]);
    });
    const largest = given.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (largest === 0) {
      refuseBroken(space, constraint, settled, fixed);
      return;
    }
    // Squares beyond 1e308 or below 1e-308 are no numbers; a power of two leaves all digits as they are.
    const unit = 2 ** Math.floor(Math.log2(largest));
    const normal = given.map((value) => value / unit);
    const length = Math.sqrt(dot(normal, normal));
    let rhs = constraint.rhs;
    constraint.coefficients.forEach((coefficient, column) => {
      if (coefficient !== 0) rhs -= coefficient * (settled.get(column) ?? hull(space.dimensions[column])[0]);
    });
    rows.push({
      normal: normal.map((value) => value / length),
      rhs: rhs / unit / length,
      equality: constraint.type === 'equality',
      source: { kind: 'constraint', index },
    });
  });
  columns.forEach((column, j) => {
    const up = new Float64Array(columns.length);
    up[j] = 1;
    rows.push({
      normal: up.map((value) => -value),
      rhs: 0,
      equality: false,
      source: { kind: 'bound', column, side: 'low' },
    });
    rows.push({ normal: up, rhs: 1, equality: false, source: { kind: 'bound', column, side: 'high' } });
  });
  return { columns, rows };
}

/** Columns with one value only: fixed ones and those without a span. */
export function settledCodes(space: Space, fixed: ReadonlyMap<number, number>): Map<number, number> {
  const settled = new Map<number, number>();
  space.dimensions.forEach((dimension, column) => {
    const [low, high] = hull(dimension);
    const value = fixed.get(column);
    if (value !== undefined) settled.set(column, value);
    else if (low === high || (dimension.kind === 'categorical' && levelCount(dimension) === 1))
      settled.set(column, levelAt(dimension, 0));
  });
  return settled;
}

/** The error that names the constraints in conflict, with the fixed values that take part. */
export function infeasible(
  space: Space,
  fixed: ReadonlyMap<number, number>,
  indices: readonly number[],
  what: string,
): InfeasibleRegionError {
  const named = indices.map((index) => `'${space.constraints[index].name}'`).join(', ');
  const held = [...fixed]
    .filter(([column]) => indices.some((index) => space.constraints[index].coefficients[column] !== 0))
    .map(([column, value]) => `'${space.dimensions[column].name}' = ${value}`);
  const rows = indices.length === 1 ? `constraint ${named}` : `constraints ${named}`;
  const remedy = indices.length === 1 ? 'relax it' : 'relax one of them';
  const way = held.length > 0 ? `hold another value or ${remedy}` : remedy;
  const together = held.length > 0 ? ` with ${held.join(', ')}` : '';
  return new InfeasibleRegionError(`feasible region: ${rows}${together} cannot be met: ${what}; ${way}`);
}

function refuseLabels(space: Space, constraint: LinearConstraint): void {
  const column = space.dimensions.findIndex(
    (dimension, j) => dimension.kind === 'categorical' && (constraint.coefficients[j] ?? 0) !== 0,
  );
  if (column < 0) return;
  throw new ValueError(
    `constraint '${constraint.name}': variable '${space.dimensions[column].name}' is categorical and has no numbers; leave it out`,
  );
}

function refuseBroken(
  space: Space,
  constraint: LinearConstraint,
  settled: ReadonlyMap<number, number>,
  fixed: ReadonlyMap<number, number>,
): void {
  const point = space.dimensions.map((_, column) => settled.get(column) ?? 0);
  if (meets(space, constraint, point, { absolute: 1e-6, relative: SMALLEST_INRADIUS })) return;
  throw infeasible(space, fixed, [space.constraints.indexOf(constraint)], 'nothing is left to move');
}
