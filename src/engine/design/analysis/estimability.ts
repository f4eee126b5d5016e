import { DesignNotEstimableError } from '../../errors.ts';
import { pivotedRank } from '../../linalg/pivoted-qr.ts';
import { settableCount } from '../../space/encode.ts';
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

/** Most names of terms in a message. */
const MOST_NAMES = 12;

const shown = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).join(', ') +
  (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '');

/**
 * Terms of the model that a design implies which its points cannot estimate. Variables with one value have no terms.
 */
function lostTerms(space: Space, type: ModelType, points: Float64Array): string[] {
  const free = space.dimensions.map((_, k) => k).filter((k) => settableCount(space.dimensions[k]) > 1);
  if (free.length === 0) return [];
  const dimensions = free.map((k) => space.dimensions[k]);
  const d = space.dimensions.length;
  const reduced = Float64Array.from({ length: (points.length / d) * free.length }, (_, at) => {
    const row = Math.floor(at / free.length);
    return points[row * d + free[at % free.length]];
  });
  return inestimableTerms(buildModel(dimensions, { modelType: type }), reduced);
}

/**
 * Refuses points [n, d] that constraints have cut down until the model that the design implies cannot be estimated.
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
  const missing = lostTerms(space, type, points);
  if (missing.length === 0) return;
  throw new DesignNotEstimableError(
    `${method}: the constraints drop ${dropped} runs, and the remaining ${points.length / space.dimensions.length} cannot estimate ${shown(missing)} of the ${type} model; use an optimal design, or set allow_infeasible to keep them`,
  );
}

/** Larger designs are not checked: those that lose terms by their structure are small. */
const MOST_CHECKED = 4096;

/**
 * Says which terms a whole design cannot estimate, such as a square without centre runs; nothing when it can. Products
 * are left to the aliases of the answer.
 *
 * @param points [runs, d], values of the space
 * @param way    what helps, as the end of the sentence
 */
export function estimabilityWarning(
  method: string,
  space: Space,
  type: ModelType,
  points: Float64Array,
  way: string,
): string[] {
  const runs = points.length / space.dimensions.length;
  const missing = type === 'interaction' || runs > MOST_CHECKED ? [] : lostTerms(space, type, points);
  if (missing.length === 0) return [];
  return [`${method}: ${runs} runs cannot estimate ${shown(missing)} of the ${type} model; ${way}`];
}
