import { DesignNotEstimableError } from '../../errors.ts';
import { pivotedRank } from '../../linalg/pivoted-qr.ts';
import { levelCount } from '../../space/encode.ts';
import type { Space } from '../../space/space.ts';
import { modelMatrix, toCoded } from '../optimal/coding.ts';
import { buildModel, type LinearModel, type ModelType } from '../optimal/model-terms.ts';

/** Names of terms of a model that points [n, d] cannot estimate, in model order; none when the rank is full. */
export function inestimableTerms(model: LinearModel, points: ArrayLike<number>): string[] {
  const p = model.columns.length;
  const n = points.length / model.dimensions.length;
  const { rank, order } = pivotedRank(modelMatrix(model, toCoded(model.dimensions, points)), n, p);
  const dependent = new Set(order.slice(rank).map((column) => model.columns[column].term));
  return model.terms.filter((_, term) => dependent.has(term)).map(({ name }) => name);
}

/**
 * Refuses points that constraints have cut down until the model that the design implies cannot be estimated. Variables
 * with one value have no terms; squares belong to real and integer variables with three values or more.
 *
 * @throws DesignNotEstimableError naming the terms
 */
export function requireEstimable(
  method: string,
  space: Space,
  type: ModelType,
  points: Float64Array,
  dropped: number,
): void {
  const free = space.dimensions.map((_, k) => k).filter((k) => levelCount(space.dimensions[k]) > 1);
  const dimensions = free.map((k) => space.dimensions[k]);
  const d = space.dimensions.length;
  const reduced = Float64Array.from({ length: (points.length / d) * free.length }, (_, at) => {
    const row = Math.floor(at / free.length);
    return points[row * d + free[at % free.length]];
  });
  const model = buildModel(dimensions, { modelType: type });
  const kept = model.terms.map(({ factors }) =>
    factors.every(({ dimension, power }) => power === 1 || levelCount(dimensions[dimension]) > 2),
  );
  const columns = model.columns.filter(({ term }) => kept[term]);
  const missing = inestimableTerms({ ...model, columns }, reduced);
  if (missing.length === 0) return;
  const shown =
    missing.slice(0, 12).join(', ') + (missing.length > 12 ? ` and ${missing.length - 12} more` : '');
  throw new DesignNotEstimableError(
    `${method}: the constraints drop ${dropped} runs, and the remaining ${points.length / d} cannot estimate ${shown} of the ${type} model; use an optimal design, or set allow_infeasible to keep them`,
  );
}
