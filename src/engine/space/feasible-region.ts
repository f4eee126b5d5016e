import type { Generator } from '../random/generator.ts';
import { hull, isLattice, isLogarithmic, levelAt, settableCount, shortened, snap } from './encode.ts';
import { hitAndRun } from './hit-and-run.ts';
import {
  DESIGN_TOLERANCE,
  infeasible,
  linkRows,
  meets,
  settledCodes,
  type Tolerance,
} from './linked-rows.ts';
import { nearestOnLattice } from './nearest-lattice.ts';
import { lift, type Polytope, type PolytopeRow, projectOnto } from './polytope.ts';
import { constraintsIn, noLatticePoint, shapeRegion } from './region-shape.ts';
import type { Space } from './space.ts';
import { enumerateVertices } from './vertices.ts';

/** Where points may lie: a space with its constraints, some columns fixed. All points are encoded, raw units, [d] each. */
export interface FeasibleRegion {
  readonly space: Space;
  /** Columns with one value only (held, observed, or without a span) → that value. */
  readonly settled: ReadonlyMap<number, number>;
  /** Names of constraints that the others imply; they are left out. */
  readonly redundant: readonly string[];
  /** The columns that constraints tie together and their rows over unit coordinates (0 = low end, 1 = high end). */
  readonly linked: { readonly columns: readonly number[]; readonly rows: readonly PolytopeRow[] };
  /** Deep inside: Chebyshev centre, middles, first categories, put on the lattice. */
  readonly center: Float64Array;
  /** Inside bounds, on the lattice, with the fixed values, and within tolerance of every constraint. */
  contains(point: ArrayLike<number>, tolerance?: Tolerance): boolean;
  /** [n, d]; about uniform over the region (categories and unconstrained levels exactly). */
  sample(n: number, generator: Generator): Float64Array;
  /** Nearest point of the region, distance measured in unit coordinates. Idempotent. */
  repair(point: ArrayLike<number>): Float64Array;
  /** Nearest point with lattice columns taken as real; categories snapped. */
  project(point: ArrayLike<number>): Float64Array;
  /**
   * [v, d] corners over the free numeric columns, put on the lattice, those of them that are feasible, each once;
   * categories at their fixed or first value. undefined with more than `maxColumns` free numeric columns (default 5), or
   * too many constraints to look at all that may meet.
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
  const shape = shapeOf(space, fixed);
  const { settled, columns, rows } = shape;
  if (columns.length > 0) place(shape, shape.middle, lift(shape.polytope, shape.polytope.center));
  if (shape.hasLattice) shape.anchor = nearestLinked(shape, toUnit(shape, shape.middle));
  const center = repair(shape, shape.middle);
  if (!meetsAll(shape, center, DESIGN_TOLERANCE)) {
    throw infeasible(space, fixed, constraintsIn(rows.map((row) => row.source)), 'no point is left');
  }
  const region = {
    ...{ space, settled, redundant: shape.redundant, linked: { columns, rows }, center },
    contains: (point: ArrayLike<number>, tolerance: Tolerance = DESIGN_TOLERANCE) =>
      contains(shape, point, tolerance),
    sample: (n: number, generator: Generator) => sample(shape, n, generator),
    repair: (point: ArrayLike<number>) => repair(shape, point),
    project: (point: ArrayLike<number>) => project(shape, point),
  };
  return { ...region, vertices: (maxColumns = 5) => enumerateVertices(space, fixed, region, maxColumns) };
}

/** What the functions of one region share. */
interface Shape {
  readonly space: Space;
  readonly fixed: ReadonlyMap<number, number>;
  readonly settled: ReadonlyMap<number, number>;
  /** The linked columns with their dimensions and rows. */
  readonly columns: readonly number[];
  readonly dimensions: Space['dimensions'];
  readonly hasLattice: boolean;
  readonly rows: readonly PolytopeRow[];
  readonly polytope: Polytope;
  /** Constraints that others do not imply. */
  readonly kept: Space['constraints'];
  readonly redundant: readonly string[];
  /** A point [d] in the middle, not yet on the lattice. */
  readonly middle: Float64Array;
  /** Unit coordinates of a feasible point on the lattice, where one is needed. */
  anchor: Float64Array | undefined;
}

function shapeOf(space: Space, fixed: ReadonlyMap<number, number>): Shape {
  const settled = settledCodes(space, fixed);
  const { columns, rows: given } = linkRows(space, fixed, false);
  const { polytope, rows, redundant } = shapeRegion(space, fixed, columns, given);
  const dimensions = columns.map((column) => space.dimensions[column]);
  return {
    ...{ space, fixed, settled, columns, dimensions, rows, polytope },
    hasLattice: dimensions.some(isLattice),
    kept: rows.flatMap(({ source }) =>
      source.kind === 'constraint' ? [space.constraints[source.index]] : [],
    ),
    redundant: redundant.map((index) => space.constraints[index].name),
    middle: Float64Array.from(space.dimensions, (dimension, column) => {
      const [low, high] = hull(dimension);
      const middle = dimension.kind === 'categorical' ? levelAt(dimension, 0) : low + 0.5 * (high - low);
      return settled.get(column) ?? middle;
    }),
    anchor: undefined,
  };
}

function meetsAll({ space, kept }: Shape, point: ArrayLike<number>, tolerance: Tolerance): boolean {
  for (const constraint of kept) if (!meets(space, constraint, point, tolerance)) return false;
  return true;
}

function contains(shape: Shape, point: ArrayLike<number>, tolerance: Tolerance): boolean {
  const { space, settled } = shape;
  const isOnLattice = space.dimensions.every((dimension, column) => {
    const value = point[column];
    const only = settled.get(column);
    return only === undefined ? snap(dimension, value) === value : value === only;
  });
  return isOnLattice && meetsAll(shape, point, tolerance);
}

/** Unit coordinates of the linked columns. */
function toUnit({ columns, space }: Shape, point: ArrayLike<number>): Float64Array {
  return Float64Array.from(columns, (column) => {
    const [low, high] = hull(space.dimensions[column]);
    return (point[column] - low) / (high - low);
  });
}

/** Writes unit coordinates of the linked columns into a point. */
function place({ columns, space }: Shape, point: Float64Array, u: ArrayLike<number>): void {
  columns.forEach((column, j) => {
    const [low, high] = hull(space.dimensions[column]);
    point[column] =
      u[j] <= 0 ? low : u[j] >= 1 ? high : Math.min(high, Math.max(low, low + u[j] * (high - low)));
  });
}

function placeOnLattice(shape: Shape, point: Float64Array, u: ArrayLike<number>): void {
  const { columns, space } = shape;
  place(shape, point, u);
  for (const column of columns) {
    if (isLattice(space.dimensions[column])) point[column] = snap(space.dimensions[column], point[column]);
  }
}

/** A point with every value between its bounds, numbers on a lattice taken as real. */
const clamp = ({ space, settled }: Shape, point: ArrayLike<number>): Float64Array =>
  Float64Array.from(
    space.dimensions,
    (dimension, column) => settled.get(column) ?? clampCode(dimension, point[column]),
  );

function project(shape: Shape, point: ArrayLike<number>): Float64Array {
  const { columns, polytope } = shape;
  const projected = clamp(shape, point);
  if (columns.length === 0 || meetsAll(shape, projected, DESIGN_TOLERANCE)) return projected;
  place(shape, projected, projectOnto(polytope, toUnit(shape, projected)) ?? lift(polytope, polytope.center));
  return projected;
}

function repair(shape: Shape, point: ArrayLike<number>): Float64Array {
  const { space, settled } = shape;
  const repaired = new Float64Array(space.dimensions.length);
  for (let column = 0; column < repaired.length; column++)
    repaired[column] = settled.get(column) ?? snap(space.dimensions[column], point[column]);
  if (meetsAll(shape, repaired, DESIGN_TOLERANCE)) return repaired;
  placeOnLattice(shape, repaired, nearestLinked(shape, toUnit(shape, clamp(shape, point))));
  return tidy(shape, repaired);
}

/** Linked numbers `shortened` where that stays inside, so that 0.4 is not 0.39999999999999997. */
function tidy(shape: Shape, point: Float64Array): Float64Array {
  const short = point.slice();
  for (const column of shape.columns)
    short[column] = shortened(shape.space.dimensions[column], point[column]);
  return contains(shape, short, DESIGN_TOLERANCE) ? short : point;
}

function nearestLinked(shape: Shape, target: Float64Array): Float64Array {
  const { space, fixed, polytope, rows, dimensions, anchor } = shape;
  if (!shape.hasLattice) return projectOnto(polytope, target) ?? lift(polytope, polytope.center);
  const accepts = (u: ArrayLike<number>) => acceptsLinked(shape, u);
  const answer = nearestOnLattice({ dimensions, rows, accepts }, target);
  if (answer.verdict === 'found') return answer.u;
  if (anchor) return anchor;
  throw noLatticePoint(space, fixed, rows, answer.verdict);
}

/** Whether linked coordinates on the lattice meet the constraints in raw units. */
function acceptsLinked(shape: Shape, u: ArrayLike<number>): boolean {
  const point = shape.middle.slice();
  placeOnLattice(shape, point, u);
  return meetsAll(shape, point, DESIGN_TOLERANCE);
}

function sample(shape: Shape, n: number, generator: Generator): Float64Array {
  const { space, settled, columns, polytope } = shape;
  const d = space.dimensions.length;
  const points = new Float64Array(n * d);
  const linkedPoints = columns.length > 0 ? hitAndRun(polytope, n, generator) : new Float64Array(0);
  for (let i = 0; i < n; i++) {
    const point = points.subarray(i * d, (i + 1) * d);
    space.dimensions.forEach((dimension, column) => {
      point[column] = settled.get(column) ?? drawn(dimension, generator);
    });
    if (columns.length === 0) continue;
    place(shape, point, linkedPoints.subarray(i * columns.length, (i + 1) * columns.length));
    point.set(repair(shape, point));
  }
  return points;
}

/** A value of one dimension, uniform over its levels or its span. */
function drawn(dimension: Space['dimensions'][number], generator: Generator): number {
  const levels = settableCount(dimension);
  if (levels !== Number.POSITIVE_INFINITY && !isLogarithmic(dimension))
    return levelAt(dimension, Math.floor(generator.uniform() * levels));
  const [low, high] = hull(dimension);
  return snap(dimension, low + generator.uniform() * (high - low));
}

const clampCode = (dimension: Space['dimensions'][number], code: number): number => {
  if (dimension.kind === 'categorical') return snap(dimension, code);
  const [low, high] = hull(dimension);
  return Math.min(high, Math.max(low, code));
};
