import type { LeastSquares } from '../../linalg/least-squares.ts';

/** A leverage above this is 1 up to rounding: the run is fitted exactly. */
export const FULL_LEVERAGE = 1 - 1e-10;

/** Sum of squared errors of each run predicted from the others; null when a run has leverage 1. */
export const pressOf = ({ residuals, leverage }: LeastSquares): number | null =>
  leverage.some((one) => one > FULL_LEVERAGE)
    ? null
    : residuals.reduce((sum, residual, i) => sum + (residual / (1 - leverage[i])) ** 2, 0);
