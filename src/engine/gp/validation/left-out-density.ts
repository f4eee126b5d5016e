import { outputsWith, sidesOf } from '../censoring/censored.ts';
import type { Posterior } from '../posterior/posterior.ts';

/**
 * Sum over the measured rows of the log density of each under the others, hyperparameters as they are; in 1/output units.
 * Limits take part as their pseudo-measurements. Source: Rasmussen and Williams 2006, §5.4.2.
 */
export function logDensityLeftOut({ model, leaveOneOut }: Posterior): number {
  const { mean, variance } = leaveOneOut();
  const values = outputsWith(model.y, model.censored);
  const sides = sidesOf(model.n, model.censored);
  return variance.reduce(
    (sum, v, i) => (sides[i] === 0 ? sum - 0.5 * Math.log(v) - (values[i] - mean[i]) ** 2 / (2 * v) : sum),
    0,
  );
}
