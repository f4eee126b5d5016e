import type { LeastSquares } from '../../linalg/least-squares.ts';
import { basisValue, modelMatrix } from '../optimal/coding.ts';
import type { LinearModel, TermFactor } from '../optimal/model-terms.ts';

const keyOf = (factors: readonly TermFactor[]): string =>
  factors
    .map(({ dimension, power }) => `${dimension}^${power}`)
    .sort()
    .join('*');

/** Whether every term with a category is in the model without that category too, so that its coding does not change the fit. */
function isFreeOfCoding({ terms, dimensions, components }: LinearModel): boolean {
  const held = new Set(terms.map(({ factors }) => keyOf(factors)));
  // Components add up to the constant.
  if (components) held.add(keyOf([]));
  return terms.every(({ factors }) =>
    factors.every(
      (factor) =>
        dimensions[factor.dimension].kind !== 'categorical' ||
        held.has(keyOf(factors.filter((other) => other !== factor))),
    ),
  );
}

/** Categories as deviations from their average: the first category is −1 in every column. */
export const deviation: typeof basisValue = (categorical, value, basis) =>
  categorical && value === 0 ? -1 : basisValue(categorical, value, basis);

/**
 * Model matrix [n, p] with categories as deviations from their average. A main effect is then the average over the
 * categories that it interacts with, as sums of squares of type III need it, and not the effect at the first category.
 * Undefined where this makes no difference, or another model.
 */
export function deviationMatrix(model: LinearModel, coded: Float64Array): Float64Array | undefined {
  const hasCategory = model.columns.some(({ pieces }) =>
    pieces.some(({ dimension }) => model.dimensions[dimension].kind === 'categorical'),
  );
  return hasCategory && isFreeOfCoding(model) ? modelMatrix(model, coded, deviation) : undefined;
}

/**
 * What each column but the intercept adds to those before it, in units in which the change from the lower to the upper
 * end of a range is its own effect. All have the same standard error, as Lenth's method needs. For orthogonal columns
 * of −1 and +1 they are twice the coefficients.
 */
export function columnEffects({ rotated, lengths }: LeastSquares): Float64Array {
  const longest = lengths.slice(1).reduce((most, length) => Math.max(most, length), 0);
  return rotated.slice(1).map((value) => (2 * value) / longest);
}
