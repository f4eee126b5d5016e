import { basisValue } from '../../compute/basis-value.ts';
import type { LeastSquares } from '../../linalg/least-squares.ts';
import { modelMatrix } from '../optimal/model/coding.ts';
import type { LinearModel, TermFactor } from '../optimal/model/model-terms.ts';

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
 * What each of some columns adds to those before it, in units in which the change from the lower to the upper end of a range is
 * its own effect. All have the same standard error, as Lenth's method needs. For orthogonal columns of −1 and +1 they are twice
 * the coefficients.
 *
 * @param columns places in the model matrix, without the intercept and blocks
 */
export function columnEffects({ rotated, lengths }: LeastSquares, columns: readonly number[]): number[] {
  const longest = columns.reduce((most, c) => Math.max(most, lengths[c]), 0);
  return columns.map((c) => (2 * rotated[c]) / longest);
}

/** The columns of effects: all but the intercept, and those of blocks, which are no factors of the experiment. */
export const effectColumns = ({ columns }: LinearModel, block?: number): number[] =>
  columns.flatMap(({ pieces }, c) =>
    c === 0 || pieces.some(({ dimension }) => dimension === block) ? [] : [c],
  );
