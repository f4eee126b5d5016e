import type { LeastSquares } from '../../linalg/least-squares.ts';
import { tTwoSidedQuantile } from '../../random/distributions.ts';
import { informationCriteria } from './information-criteria.ts';
import { FULL_LEVERAGE, pressOf } from './press.ts';
import { variationOf } from './variation.ts';

/** How well the model fits, run by run and as a whole. */
export function qualityOf(fit: LeastSquares, y: Float64Array, meanSquare: number | null, confidence: number) {
  const p = fit.coefficients.length;
  const degrees = y.length - p;
  const studentized = fit.residuals.map((residual, i) =>
    !meanSquare || fit.leverage[i] > FULL_LEVERAGE
      ? Number.NaN
      : residual / Math.sqrt(meanSquare * (1 - fit.leverage[i])),
  );
  const cooksDistance = studentized.map(
    (value, i) => (value * value * fit.leverage[i]) / ((1 - fit.leverage[i]) * p),
  );
  const press = pressOf(fit);
  const total = variationOf(y);
  return {
    rSquared: total > 0 ? 1 - fit.residualSquares / total : null,
    adjustedRSquared: meanSquare === null || total === 0 ? null : 1 - meanSquare / (total / (y.length - 1)),
    predictedRSquared: press === null || total === 0 ? null : 1 - press / total,
    rootMeanSquareError: meanSquare === null ? null : Math.sqrt(meanSquare),
    fitted: y.map((value, i) => value - fit.residuals[i]),
    residuals: fit.residuals,
    leverage: fit.leverage,
    studentized,
    // Cook and Weisberg, Residuals and Influence in Regression, 2.1.2.
    externallyStudentized: studentized.map((value) =>
      degrees > 1 ? value * Math.sqrt((degrees - 1) / (degrees - value ** 2)) : Number.NaN,
    ),
    outlierLimit: degrees > 1 ? tTwoSidedQuantile((1 - confidence) / y.length, degrees - 1) : null,
    cooksDistance,
    ...informationCriteria(fit.residualSquares, y.length, p),
  };
}
