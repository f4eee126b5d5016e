import { tTwoSidedQuantile } from '../../random/distributions.ts';
import { backTransformed, type Transformation } from './box-cox.ts';

/** Ends [n] of an interval for each run. */
interface Ends {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** What the model says about each run, in the unit of the results. */
export interface PredictedResults {
  /** [n] fitted means; where results were transformed, medians. Infinite where no result is transformed into the fitted value. */
  readonly value: Float64Array;
  /** For the mean (median), and for one new result; null without degrees of freedom for error, and for runs in plots. */
  readonly confidenceInterval: Ends | null;
  readonly predictionInterval: Ends | null;
}

/**
 * Fitted values and their intervals, transformed back. A transformation keeps order, so that the mean of what is symmetric on its
 * scale becomes the median, and ends of intervals become ends of intervals with the same confidence.
 *
 * @param error of a run; null without degrees of freedom, and for runs in plots
 */
export function predictedResults(
  { fitted, leverage }: { readonly fitted: Float64Array; readonly leverage: Float64Array },
  error: { readonly degrees: number; readonly meanSquare: number } | null,
  confidence: number,
  transformation: Transformation | undefined,
): PredictedResults {
  const back = (z: number) => (transformation ? backTransformed(z, transformation) : z);
  const within = (own: number): Ends | null => {
    if (error === null) return null;
    const reach = tTwoSidedQuantile(1 - confidence, error.degrees) * Math.sqrt(error.meanSquare);
    const end = (side: number) =>
      fitted.map((value, i) => back(value + side * reach * Math.sqrt(own + leverage[i])));
    return { lower: end(-1), upper: end(1) };
  };
  return { value: fitted.map(back), confidenceInterval: within(0), predictionInterval: within(1) };
}
