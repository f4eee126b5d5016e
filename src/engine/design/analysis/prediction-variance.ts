import { rowsOf } from '../../linalg/concatenate.ts';
import { dot, times } from '../../linalg/products.ts';
import { createGenerator } from '../../random/generator.ts';
import { sobol } from '../../random/sobol.ts';
import { isLattice, settableHull } from '../../space/encode.ts';
import { createFeasibleRegion } from '../../space/feasible-region.ts';
import type { Dimension, LinearConstraint, Space } from '../../space/space.ts';
import { product } from '../classical/classical.ts';
import { fullFactorial } from '../classical/full-factorial.ts';
import { factorLevels, uniformValue } from '../coded-value.ts';
import { modelMatrix, toCoded } from '../optimal/model/coding.ts';
import type { LinearModel } from '../optimal/model/model-terms.ts';
import { codedRegion, isFeasible } from '../optimal/region/coded-region.ts';
import { fineLevels, latticeLevels } from '../optimal/region/levels.ts';
import {
  bestStep,
  type Direction,
  formsAlong,
  formsAt,
  interval,
  type ModelAndRegion,
  modelAlong,
  movedBy,
  rowForms,
} from '../optimal/search/line-move.ts';
import { directionsOf } from '../optimal/search/refine.ts';
import { uniformPoints } from '../region-points.ts';

const SAMPLED = 4096;
/** Points from which the largest variance is climbed to, and rounds over all lines at most. */
const CLIMBED = 16;
const ROUNDS = 50;
/** Multiplications that climbing may take: large models climb from fewer points. */
const WORK = 4e8;
/** Relative growth below which a round is the last. */
const ENOUGH = 1e-9;
/** Values of a numeric variable that climbing offers; up to 101 integers or steps all of them. */
const VALUES = 21;

/** f'Cf of every row of X [n, p]. */
export function predictionVariances(X: Float64Array, C: Float64Array, p: number): Float64Array {
  return Float64Array.from({ length: X.length / p }, (_, i) => {
    const f = X.subarray(i * p, (i + 1) * p);
    return dot(f, times(C, f, p));
  });
}

/** Points over which prediction variances are examined: even over the region. [4096, d] encoded */
export function regionPoints(space: Space, seed: number): Float64Array {
  if (space.constraints.length > 0)
    return uniformPoints(createFeasibleRegion(space), SAMPLED, createGenerator(seed));
  const d = space.dimensions.length;
  return sobol(SAMPLED, d, { seed }).map((u, at) => uniformValue(space.dimensions[at % d], u));
}

/** Every combination of values, one list a dimension; none where they are more than the other points. */
function combinations(values: readonly (readonly number[])[]): number[][] {
  const counts = values.map((own) => own.length);
  if (product(counts) > SAMPLED) return [];
  return fullFactorial(counts, 'last').map((row) => row.map((at, k) => values[k][at]));
}

/** Corners of the region with every category, where variances are largest; none where they are too many. */
function cornerPoints(space: Space): Float64Array {
  const { dimensions, constraints } = space;
  const choices = dimensions.map((one) =>
    one.kind === 'categorical' ? factorLevels(one, 2) : settableHull(one),
  );
  if (constraints.length === 0) return Float64Array.from(combinations(choices).flat());
  const vertices = createFeasibleRegion(space).vertices();
  const corners = vertices === undefined ? [] : rowsOf(vertices, dimensions.length);
  const all = corners.flatMap((corner) =>
    combinations(dimensions.map((one, k) => (one.kind === 'categorical' ? choices[k] : [corner[k]]))),
  );
  return Float64Array.from(all.length > SAMPLED ? [] : all.flat());
}

/**
 * Largest f'Cf over the region: of sampled points and corners, from the best of which lines are climbed. A local search
 * from several points, not a proof.
 *
 * @param sampled [m, d] encoded points of the region
 */
export function largestInRegion(
  model: LinearModel,
  space: Space,
  C: Float64Array,
  sampled: Float64Array,
): number {
  const p = model.columns.length;
  const d = model.dimensions.length;
  const placed = placedIn(model, space);
  const corners = cornerPoints(space);
  const points = Float64Array.from([
    ...toCoded(model.dimensions, sampled),
    ...toCoded(model.dimensions, corners),
  ]);
  const variances = predictionVariances(modelMatrix(model, points), C, p);
  const lines = directionsOf(placed);
  const levels = model.dimensions.map((one) =>
    isLattice(one) ? fineLevels(one, latticeLevels(one, VALUES), VALUES) : new Float64Array(0),
  );
  const each = 2 * levels.reduce((sum, own) => sum + own.length, lines.length) * p * p;
  let left = Math.floor(WORK / each);
  const climbed = startingPoints(variances).map((i) => {
    const row = points.slice(i * d, (i + 1) * d);
    let value = variances[i];
    if (!isFeasible(placed.region, row, 0, d)) return value;
    for (let round = 0; round < ROUNDS && left > 0; round++, left--) {
      const before = value;
      value = overLevels({ placed, C, row }, levels, value);
      value = alongLines({ placed, C, row }, lines, value);
      if (value <= before * (1 + ENOUGH)) break;
    }
    return value;
  });
  return climbed.reduce((most, one) => Math.max(most, one), 0);
}

/** The region in the coding of the model, in which components of a mixture reach beyond their bounds. */
function placedIn(model: LinearModel, { dimensions, constraints }: Space): ModelAndRegion {
  const bounds =
    model.dimensions === dimensions
      ? []
      : dimensions.flatMap((one, k) => boundsOf(one, k, dimensions.length));
  return {
    model,
    region: codedRegion({ dimensions: model.dimensions, constraints: [...constraints, ...bounds] }),
  };
}

/** The bounds of a numeric dimension as constraints. */
function boundsOf(dimension: Dimension, k: number, d: number): LinearConstraint[] {
  if (dimension.kind === 'categorical') return [];
  const [low, high] = settableHull(dimension);
  const bound = (sign: number, rhs: number): LinearConstraint => ({
    name: dimension.name,
    type: 'inequality',
    coefficients: Array.from({ length: d }, (_, j) => (j === k ? sign : 0)),
    rhs,
  });
  return [bound(1, high), bound(-1, -low)];
}

/** The point with the largest variance of each of `CLIMBED` parts of the list. */
function startingPoints(variances: Float64Array): number[] {
  const best = Array.from({ length: Math.min(CLIMBED, variances.length) }, (_, k) => k);
  variances.forEach((value, i) => {
    if (value > variances[best[i % CLIMBED]]) best[i % CLIMBED] = i;
  });
  return best;
}

/** A point that climbs. */
interface Climber {
  readonly placed: ModelAndRegion;
  /** [p, p] */
  readonly C: Float64Array;
  /** [d] coded, changed in place. */
  readonly row: Float64Array;
}

/** Moves to a point if it is feasible and its variance larger; returns the larger variance. */
function movedTo({ placed, C, row }: Climber, trial: Float64Array, largest: number): number {
  const { model, region } = placed;
  if (!isFeasible(region, trial, 0, row.length)) return largest;
  const [found] = predictionVariances(modelMatrix(model, trial), C, model.columns.length);
  if (!(found > largest)) return largest;
  row.set(trial);
  return found;
}

/** Gives each dimension that is a lattice its best value; returns the variance. */
function overLevels(climber: Climber, levels: readonly Float64Array[], value: number): number {
  const { row } = climber;
  let largest = value;
  levels.forEach((own, j) => {
    for (const level of own) {
      largest = movedTo(climber, row.with(j, level), largest);
    }
  });
  return largest;
}

/** Moves along each line to its best point; returns the variance. The model row is f + t·l + t²·e along a line. */
function alongLines(climber: Climber, lines: readonly Direction[], value: number): number {
  const { placed, C, row } = climber;
  const { model, region } = placed;
  const p = model.columns.length;
  let largest = value;
  for (const line of lines) {
    const [low, high] = interval(region, row, line.step);
    if (!(high > low)) continue;
    const { f, C: own } = rowForms({ model }, { C }, row);
    const forms = formsAlong(C, own, modelAlong(model, row, f, line), p);
    const t = bestStep((step) => formsAt(forms, step).gg, low, high);
    largest = movedTo(climber, movedBy(row, line.step, t), largest);
  }
  return largest;
}
