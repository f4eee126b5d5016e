import { InfeasibleRegionError } from '../../../errors.ts';
import type { Generator } from '../../../random/generator.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../../../space/feasible-region.ts';
import type { Space } from '../../../space/space.ts';
import type { FeasibilityBlock } from '../../task.ts';
import { fromCoded, toCoded } from '../model/coding.ts';
import { type CodedRegion, isFeasible } from './coded-region.ts';
import { latticeLevels } from './levels.ts';

/** Lattice points that are examined one by one; a larger lattice is sampled. */
const ENUMERATED = 50_000;
/** Values of a sample: of more than 40 dimensions it has fewer points. */
const MOST_VALUES = 2_000_000;

export interface Candidates {
  /** [N, d] coded, feasible, each once. */
  readonly points: Float64Array;
  readonly count: number;
  /** Null without constraints. */
  readonly feasibility: FeasibilityBlock | null;
}

/**
 * Points that a design may choose from: the feasible part of the lattice, for every infeasible lattice point its
 * orthogonal projections on the constraints, and the vertices of the region.
 *
 * A lattice of more than 50,000 points is sampled (that many, seeded); the counts are then those of the sample.
 *
 * @param levels values per real variable
 * @throws InfeasibleRegionError when no point is left
 */
export function listCandidates(
  space: Space,
  region: CodedRegion,
  levels: number,
  generator: Generator,
): Candidates {
  const d = space.dimensions.length;
  const axes = space.dimensions.map((dimension) => latticeLevels(dimension, levels));
  const lattice = latticePoints(axes, generator);
  const total = lattice.length / d;
  const kept = new PointSet(d);
  const outside: number[] = [];
  for (let at = 0; at < lattice.length; at += d) {
    if (isFeasible(region, lattice, at, d)) kept.add(lattice, at);
    else outside.push(at);
  }
  if (space.constraints.length === 0) requirePoint(kept, space);
  if (space.constraints.length === 0) return { points: kept.points(), count: kept.size, feasibility: null };
  const shape = createFeasibleRegion(space);
  const feasible = kept.size;
  addProjections(kept, space, region, lattice, outside);
  const boundary = kept.size - feasible;
  const vertices = shape.vertices();
  if (vertices !== undefined) addVertices(kept, space, region, vertices, axes);
  if (kept.size === 0) addSample(kept, space, region, shape, generator);
  requirePoint(kept, space);
  return {
    points: kept.points(),
    count: kept.size,
    feasibility: {
      constraintsApplied: space.constraints.map((constraint) => constraint.name),
      nCandidatesTotal: total,
      nCandidatesFeasible: feasible,
      nBoundaryAdded: boundary,
      nVerticesAdded: kept.size - feasible - boundary,
      vertexEnumerationSkipped: vertices === undefined,
      nPointsDropped: null,
      estimability: 'not_applicable',
    },
  };
}

/** @throws InfeasibleRegionError the constraints alone leave points, and nothing is left of them */
function requirePoint({ size }: PointSet, { constraints }: Space): void {
  if (size > 0) return;
  const within = constraints.length === 0 ? '' : ' within the constraints';
  throw new InfeasibleRegionError(`forbidden: the combinations leave no point${within}; forbid fewer`);
}

/** Count of points of the whole lattice. */
export function latticeSize(space: Space, levels: number): number {
  return space.dimensions.reduce(
    (product, dimension) => product * latticeLevels(dimension, levels).length,
    1,
  );
}

/** Points that differ within nine decimals. */
class PointSet {
  size = 0;
  readonly #seen = new Set<string>();
  readonly #values: number[] = [];
  readonly #d: number;

  constructor(d: number) {
    this.#d = d;
  }

  add(from: ArrayLike<number>, at: number): void {
    const point = Array.from({ length: this.#d }, (_, j) => from[at + j]);
    const key = point.map((value) => Math.round(value * 1e9)).join();
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#values.push(...point);
    this.size++;
  }

  points(): Float64Array {
    return Float64Array.from(this.#values);
  }
}

function latticePoints(axes: readonly Float64Array[], generator: Generator): Float64Array {
  const d = axes.length;
  const total = axes.reduce((product, axis) => product * axis.length, 1);
  const isSampled = total > ENUMERATED;
  const count = isSampled ? Math.min(ENUMERATED, Math.floor(MOST_VALUES / d)) : total;
  const points = new Float64Array(count * d);
  for (let i = 0; i < count; i++) {
    let rest = i;
    for (let j = d - 1; j >= 0; j--) {
      const axis = axes[j];
      points[i * d + j] = axis[isSampled ? generator.integer(axis.length) : rest % axis.length];
      rest = Math.floor(rest / axis.length);
    }
  }
  return points;
}

/** For every infeasible lattice point its foot on every constraint plane, clipped, snapped, kept where feasible. */
function addProjections(
  kept: PointSet,
  space: Space,
  region: CodedRegion,
  lattice: Float64Array,
  outside: readonly number[],
): void {
  const d = space.dimensions.length;
  const normals = Float64Array.from([...region.normals, ...region.equalityNormals]);
  const limits = Float64Array.from([...region.limits, ...region.equalityLimits]);
  const foot = new Float64Array(d);
  for (const at of outside) {
    for (let k = 0; k < limits.length; k++) {
      let excess = -limits[k];
      for (let j = 0; j < d; j++) excess += normals[k * d + j] * lattice[at + j];
      for (let j = 0; j < d; j++) foot[j] = lattice[at + j] - excess * normals[k * d + j];
      const snapped = toCoded(space.dimensions, fromCoded(space.dimensions, foot));
      if (isFeasible(region, snapped, 0, d)) kept.add(snapped, 0);
    }
  }
}

/** Vertices over the numeric columns under every combination of categories. */
function addVertices(
  kept: PointSet,
  space: Space,
  region: CodedRegion,
  vertices: Float64Array,
  axes: readonly Float64Array[],
): void {
  const d = space.dimensions.length;
  const labelled = space.dimensions.flatMap((dimension, j) => (dimension.kind === 'categorical' ? [j] : []));
  let combinations: number[][] = [[]];
  for (const j of labelled) {
    combinations = combinations.flatMap((head) => Array.from(axes[j], (label) => [...head, label]));
  }
  const coded = toCoded(space.dimensions, vertices);
  for (let at = 0; at < coded.length; at += d) {
    const point = coded.slice(at, at + d);
    for (const labels of combinations) {
      labelled.forEach((j, k) => {
        point[j] = labels[k];
      });
      if (isFeasible(region, point, 0, d)) kept.add(point, 0);
    }
  }
}

/** Where neither lattice nor planes nor vertices gave a point: points drawn from the region. */
function addSample(
  kept: PointSet,
  space: Space,
  region: CodedRegion,
  shape: FeasibleRegion,
  generator: Generator,
): void {
  const d = space.dimensions.length;
  const sample = toCoded(space.dimensions, shape.sample(2000, generator));
  for (let at = 0; at < sample.length; at += d) if (isFeasible(region, sample, at, d)) kept.add(sample, at);
}
