import { concatenate, rowsOf } from '../../../linalg/concatenate.ts';
import { identity } from '../../../linalg/products.ts';
import type { Generator } from '../../../random/generator.ts';
import { isLogarithmic, settableCount } from '../../../space/encode.ts';
import { createFeasibleRegion } from '../../../space/feasible-region.ts';
import type { Dimension, Space } from '../../../space/space.ts';
import { uniformPoints } from '../../region-points.ts';
import { fromCoded, modelMatrix, toCoded } from '../model/coding.ts';
import type { LinearModel } from '../model/model-terms.ts';
import { boxMoments, sampleMoments } from '../model/moments.ts';
import type { CommonCriterion } from '../task.ts';
import { type CodedRegion, isFeasible, isForbidden } from './coded-region.ts';
import { allLevels, equidistant, MOST_LEVELS } from './levels.ts';

/** Points of the midpoint lattice over a constrained region, and of the random sample where the lattice is too thin. */
const LATTICE_POINTS = 60_000;
const SAMPLE_POINTS = 20_000;
/** A lattice with fewer feasible points than this is too thin. */
const ENOUGH_POINTS = 1000;
/** A dimension with more integers or steps is averaged as if it were real. */
const MANY_VALUES = 1000;

/**
 * W [p, p] = average of f(x)f(x)' over the region, in coded units: real dimensions uniform, the others uniform over their values, and with
 * constraints or forbidden combinations the part of that which they leave. Exact without them, and over up to 30,000 combinations of values; else a
 * midpoint lattice, or (with equalities, in many dimensions) a seeded sample of the region.
 */
export function regionMoments(
  model: LinearModel,
  space: Space,
  region: CodedRegion,
  generator: Generator,
): Float64Array {
  const p = model.columns.length;
  const values = space.dimensions.map(averagedValues);
  if (space.constraints.length === 0 && region.forbidden.length === 0) return boxMoments(model, values);
  const isExact = !values.includes(undefined);
  const lattice =
    isExact || region.equalityLimits.length === 0 ? midpointLattice(values, region) : new Float64Array(0);
  if (lattice.length >= (isExact ? 1 : ENOUGH_POINTS) * space.dimensions.length)
    return sampleMoments(modelMatrix(model, recoded(model, space, lattice)), p);
  const sample = allowedOf(
    uniformPoints(createFeasibleRegion(space), SAMPLE_POINTS, generator),
    space,
    region,
  );
  return sampleMoments(modelMatrix(model, toCoded(model.dimensions, sample)), p);
}

/**
 * What a criterion weighs the covariance of the coefficients by: all of them alike under A, the moments of the region under I. D needs no weights.
 *
 * @param moments [p, p], of `regionMoments`
 */
export const weightsOf = (criterion: CommonCriterion, moments: Float64Array): Float64Array | undefined =>
  criterion === 'D' ? undefined : criterion === 'A' ? identity(Math.sqrt(moments.length)) : moments;

/** The encoded points [n, d] that show no forbidden combination; all of them where none is left. */
export function allowedOf(points: Float64Array, space: Space, region: CodedRegion): Float64Array {
  if (region.forbidden.length === 0) return points;
  const d = space.dimensions.length;
  const coded = toCoded(space.dimensions, points);
  const kept = rowsOf(points, d).filter((_, i) => !isForbidden(region.forbidden, coded, i * d, d));
  return kept.length === 0 ? points : concatenate(kept);
}

/** Points coded for the space, coded for the model: components of a mixture have a coding of their own. */
const recoded = ({ dimensions }: LinearModel, space: Space, coded: Float64Array): Float64Array =>
  dimensions === space.dimensions ? coded : toCoded(dimensions, fromCoded(space.dimensions, coded));

/** Values that a dimension is averaged over; undefined: uniform on [−1, 1], of a long logarithmic list as well. */
function averagedValues(dimension: Dimension): Float64Array | undefined {
  const count = settableCount(dimension);
  if (isLogarithmic(dimension) && count > MOST_LEVELS) return undefined;
  if (dimension.kind === 'integer' && count > 1) return count > MANY_VALUES ? undefined : equidistant(count);
  if (dimension.kind === 'real' && count > MANY_VALUES) return undefined;
  return allLevels(dimension);
}

/** Feasible points of a lattice of cell midpoints, about 60,000 in the whole box. */
function midpointLattice(fixed: readonly (Float64Array | undefined)[], region: CodedRegion): Float64Array {
  const d = fixed.length;
  const open = fixed.filter((values) => values === undefined).length;
  const others = fixed.reduce((product, values) => product * (values?.length ?? 1), 1);
  const perAxis = Math.floor((LATTICE_POINTS / others) ** (1 / Math.max(1, open)));
  if (perAxis < 2) return new Float64Array(0);
  const midpoints = Float64Array.from({ length: perAxis }, (_, k) => (2 * k + 1) / perAxis - 1);
  const axes = fixed.map((values) => values ?? midpoints);
  const total = axes.reduce((product, axis) => product * axis.length, 1);
  const kept: number[] = [];
  const point = new Float64Array(d);
  for (let i = 0; i < total; i++) {
    let rest = i;
    for (let j = 0; j < d; j++) {
      point[j] = axes[j][rest % axes[j].length];
      rest = Math.floor(rest / axes[j].length);
    }
    if (isFeasible(region, point, 0, d)) kept.push(...point);
  }
  return Float64Array.from(kept);
}
