import type { Generator } from '../random/generator.ts';
import { hull, isLattice, levelAt, levelCount, snap } from './encode.ts';
import { hitAndRun } from './hit-and-run.ts';
import { EXACT, infeasible, linkRows, meets, settledCodes, type Tolerance } from './linked-rows.ts';
import { nearestOnLattice } from './nearest-lattice.ts';
import { lift, type PolytopeRow, projectOnto } from './polytope.ts';
import { constraintsIn, noLatticePoint, shapeRegion } from './region-shape.ts';
import type { Space } from './space.ts';
import { enumerateVertices } from './vertices.ts';

/** Where points may lie: a space with its constraints, some columns fixed. All points are encoded, raw units, [d] each. */
export interface FeasibleRegion {
  readonly space: Space;
  /** Columns with one value only (held, observed, or without a span) → that value. */
  readonly settled: ReadonlyMap<number, number>;
  /** Names of constraints that the others imply; they are not looked at any more. */
  readonly redundant: readonly string[];
  /** The columns that constraints tie together and their rows over unit coordinates (0 = low end, 1 = high end). */
  readonly linked: { readonly columns: readonly number[]; readonly rows: readonly PolytopeRow[] };
  /** Deep inside: Chebyshev centre, middles, first categorys, put on the lattice. */
  readonly center: Float64Array;
  /** Inside bounds, on the lattice, with the fixed values, and within tolerance of every constraint. */
  contains(point: ArrayLike<number>, tolerance?: Tolerance): boolean;
  /** [n, d]; about uniform over the region (labels and unconstrained levels exactly). */
  sample(n: number, generator: Generator): Float64Array;
  /** Nearest point of the region, distance measured in unit coordinates. Idempotent. */
  repair(point: ArrayLike<number>): Float64Array;
  /** Nearest point with lattice columns taken as real; labels snapped. */
  project(point: ArrayLike<number>): Float64Array;
  /**
   * [v, d] corners over the free numeric columns, put on the lattice, those of them that are feasible, each once;
   * labels at their fixed or first value. undefined with more than `maxColumns` free numeric columns (default 5).
   */
  vertices(maxColumns?: number): Float64Array | undefined;
}

/**
 * Works out where points may lie; shared by suggestions, find-optimum and designs.
 *
 * @param fixed column → encoded value that cannot move
 * @throws InfeasibleRegionError naming the conflicting constraints when no point is left, or when inequalities over
 *         real variables leave a slice without volume that no equality asked for
 */
export function createFeasibleRegion(
  space: Space,
  fixed: ReadonlyMap<number, number> = new Map(),
): FeasibleRegion {
  const settled = settledCodes(space, fixed);
  const { columns, rows: given } = linkRows(space, fixed, false);
  const shape = shapeRegion(space, fixed, columns, given);
  const { polytope, rows } = shape;
  const dimensions = columns.map((column) => space.dimensions[column]);
  const hasLattice = dimensions.some(isLattice);
  const kept = rows.flatMap(({ source }) =>
    source.kind === 'constraint' ? [space.constraints[source.index]] : [],
  );

  const toUnit = (point: ArrayLike<number>): Float64Array =>
    Float64Array.from(columns, (column) => {
      const [low, high] = hull(space.dimensions[column]);
      return (point[column] - low) / (high - low);
    });

  /** Writes unit coordinates of the linked columns into a point. */
  function place(point: Float64Array, u: ArrayLike<number>): void {
    columns.forEach((column, j) => {
      const [low, high] = hull(space.dimensions[column]);
      point[column] =
        u[j] <= 0 ? low : u[j] >= 1 ? high : Math.min(high, Math.max(low, low + u[j] * (high - low)));
    });
  }

  function contains(point: ArrayLike<number>, tolerance: Tolerance = EXACT): boolean {
    return (
      space.dimensions.every((dimension, column) => {
        const value = point[column];
        const only = settled.get(column);
        return only === undefined ? snap(dimension, value) === value : value === only;
      }) && kept.every((constraint) => meets(space, constraint, point, tolerance))
    );
  }

  /** Everything but the linked columns, which come afterwards. */
  function snapLoose(point: ArrayLike<number>): Float64Array {
    const snapped = new Float64Array(space.dimensions.length);
    for (let column = 0; column < snapped.length; column++)
      snapped[column] = settled.get(column) ?? snap(space.dimensions[column], point[column]);
    return snapped;
  }

  function project(point: ArrayLike<number>): Float64Array {
    const projected = Float64Array.from(
      space.dimensions,
      (dimension, column) => settled.get(column) ?? clampCode(dimension, point[column]),
    );
    if (columns.length === 0 || kept.every((constraint) => meets(space, constraint, projected, EXACT)))
      return projected;
    place(projected, projectOnto(polytope, toUnit(projected)) ?? lift(polytope, polytope.center));
    return projected;
  }

  function repair(point: ArrayLike<number>): Float64Array {
    const repaired = snapLoose(point);
    if (kept.every((constraint) => meets(space, constraint, repaired, EXACT))) return repaired;
    const target = toUnit(
      Float64Array.from(
        space.dimensions,
        (dimension, column) => settled.get(column) ?? clampCode(dimension, point[column]),
      ),
    );
    placeOnLattice(repaired, nearestLinked(target));
    return tidy(repaired);
  }

  /** Linked numbers to twelve digits where that stays inside, so that 0.4 is not 0.39999999999999997. */
  function tidy(point: Float64Array): Float64Array {
    const short = point.slice();
    for (const column of columns) short[column] = Number(point[column].toPrecision(12));
    return contains(short) ? short : point;
  }

  function nearestLinked(target: Float64Array): Float64Array {
    if (!hasLattice) return projectOnto(polytope, target) ?? lift(polytope, polytope.center);
    const answer = nearestOnLattice({ dimensions, rows, accepts }, target);
    if (answer.verdict === 'found') return answer.u;
    if (anchor) return anchor;
    throw noLatticePoint(space, fixed, rows, answer.verdict);
  }

  /** Whether linked coordinates on the lattice meet the constraints in raw units. */
  function accepts(u: ArrayLike<number>): boolean {
    const point = middle.slice();
    placeOnLattice(point, u);
    return kept.every((constraint) => meets(space, constraint, point, EXACT));
  }

  function placeOnLattice(point: Float64Array, u: ArrayLike<number>): void {
    place(point, u);
    for (const column of columns) {
      if (isLattice(space.dimensions[column])) point[column] = snap(space.dimensions[column], point[column]);
    }
  }

  function sample(n: number, generator: Generator): Float64Array {
    const d = space.dimensions.length;
    const points = new Float64Array(n * d);
    const linkedPoints = columns.length > 0 ? hitAndRun(polytope, n, generator) : new Float64Array(0);
    for (let i = 0; i < n; i++) {
      const point = points.subarray(i * d, (i + 1) * d);
      space.dimensions.forEach((dimension, column) => {
        const levels = levelCount(dimension);
        const [low, high] = hull(dimension);
        point[column] =
          settled.get(column) ??
          (levels === Number.POSITIVE_INFINITY
            ? snap(dimension, low + generator.uniform() * (high - low))
            : levelAt(dimension, Math.floor(generator.uniform() * levels)));
      });
      if (columns.length === 0) continue;
      place(point, linkedPoints.subarray(i * columns.length, (i + 1) * columns.length));
      point.set(repair(point));
    }
    return points;
  }

  const middle = Float64Array.from(space.dimensions, (dimension, column) => {
    const [low, high] = hull(dimension);
    return (
      settled.get(column) ??
      (dimension.kind === 'categorical' ? levelAt(dimension, 0) : low + 0.5 * (high - low))
    );
  });
  if (columns.length > 0) place(middle, lift(polytope, polytope.center));
  let anchor: Float64Array | undefined;
  if (hasLattice) anchor = nearestLinked(toUnit(middle));
  const center = repair(middle);
  if (!kept.every((constraint) => meets(space, constraint, center, EXACT))) {
    throw infeasible(space, fixed, constraintsIn(rows.map((row) => row.source)), 'no point is left');
  }
  const region = {
    space,
    settled,
    redundant: shape.redundant.map((index) => space.constraints[index].name),
    linked: { columns, rows },
    center,
    contains,
    sample,
    repair,
    project,
  };
  return { ...region, vertices: (maxColumns = 5) => enumerateVertices(space, fixed, region, maxColumns) };
}

const clampCode = (dimension: Space['dimensions'][number], code: number): number => {
  if (dimension.kind === 'categorical') return snap(dimension, code);
  const [low, high] = hull(dimension);
  return Math.min(high, Math.max(low, code));
};
