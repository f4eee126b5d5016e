import type { LinearModel } from '../optimal/model/model-terms.ts';
import { addedSumOfSquares, columnsByTerm } from './coefficients.ts';
import { effectPower } from './effect-power.ts';

/** A term of the model, with the power of the F test of all its coefficients. */
export interface TermQuality {
  readonly name: string;
  readonly degrees: number;
  /** Degrees of freedom of the error that it is tested against; null for none. */
  readonly errorDegrees: number | null;
  /** Null without degrees of freedom for error, and for the components of a mixture. */
  readonly power: number | null;
}

/** Deviations of categories from their average: +1, −1, +1, …, and for the last one what makes their sum 0. */
function alternating(categories: number): number[] {
  const signs = Array.from({ length: categories - 1 }, (_, at) => (at % 2 === 0 ? 1 : -1));
  return [...signs, signs.length % 2 === 0 ? 0 : -1];
}

/**
 * Coefficients [p] under an effect of size 1 of each term: 1 for numbers, `alternating` deviations for categories, and
 * their products. Of two categories it is half their difference, as of numbers.
 *
 * @param isDeviation whether columns hold categories as deviations, or as differences from the first one
 */
function unitEffects({ columns, dimensions }: LinearModel, isDeviation: boolean): Float64Array {
  return Float64Array.from(columns, ({ pieces }) =>
    pieces.reduce((product, { dimension, basis }) => {
      const one = dimensions[dimension];
      if (one.kind !== 'categorical') return product;
      const deviations = alternating(one.labels.length);
      return product * (deviations[basis] - (isDeviation ? 0 : deviations[0]));
    }, 1),
  );
}

/** What the power of terms depends on. */
interface TermTests {
  readonly model: LinearModel;
  /** [p, p] covariance of the coefficients, for a run of variance 1. */
  readonly C: Float64Array;
  /** Whether columns hold categories as deviations from their average. */
  readonly isDeviation: boolean;
  /** Degrees of freedom of the error of a test of some columns; null for none. */
  readonly degreesOf: (columns: readonly number[]) => number | null;
  readonly signalToNoise: number;
  readonly significance: number;
}

/**
 * Power of the F tests of whole terms under effects of `signalToNoise`. That the deviations of categories alternate is the
 * convention of JMP and of the R package skpr.
 */
export function termQualities(task: TermTests): TermQuality[] {
  const { model, C, isDeviation, degreesOf, signalToNoise, significance } = task;
  const effects = unitEffects(model, isDeviation).map((effect) => effect * signalToNoise);
  return columnsByTerm(model, model.components).map(({ name, columns, isMixture }) => {
    const errorDegrees = degreesOf(columns);
    const noncentrality = addedSumOfSquares(C, columns, effects);
    const power =
      isMixture || errorDegrees === null || noncentrality === undefined
        ? null
        : effectPower(noncentrality, columns.length, errorDegrees, significance);
    return { name, degrees: columns.length, errorDegrees, power };
  });
}
