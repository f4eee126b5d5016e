import { signOf } from '../../acquisition/goal.ts';
import { meetsLimits } from '../../acquisition/strategies/limits.ts';
import { sobolNormal } from '../../random/sobol.ts';
import type { Predictor } from '../surrogates.ts';
import type { CampaignTask } from '../task.ts';

/** Draws of the outputs of a point. */
const DRAWS = 256;

type Aims = Pick<CampaignTask, 'goals' | 'outcomeConstraints'>;

/**
 * Expected outputs of the recorded runs that are expected to keep the limits; [runs][objectives].
 *
 * @param means [objectives][n], output units
 */
export function rowsWithinLimits(
  { outcomeConstraints }: Aims,
  means: readonly Float64Array[],
): readonly (readonly number[])[] {
  const rows = Array.from({ length: means[0].length }, (_, i) => means.map((mean) => mean[i]));
  return rows.filter((row) => meetsLimits(outcomeConstraints, (k) => row[k]));
}

/** Whether one of these runs is better than the outputs in every objective. */
export function isDominated(
  { goals }: Aims,
  rows: readonly (readonly number[])[],
  outputs: ArrayLike<number>,
): boolean {
  const signs = goals.map(signOf);
  return rows.some((row) => signs.every((sign, k) => sign * (row[k] - outputs[k]) > 0));
}

/**
 * Probability that a point [d] keeps the limits and no recorded run is expected to be better in every objective: quasi-random draws
 * of its curves, which count as independent.
 *
 * @param rows expected outputs of the recorded runs, [runs][objectives]
 */
export function frontProbability(
  aims: Aims,
  predictors: readonly Predictor[],
  rows: readonly (readonly number[])[],
  point: Float64Array,
): number {
  const latent = predictors.map((predictor) => predictor.latent(point, 1));
  const Z = sobolNormal(DRAWS, predictors.length, 'front');
  let count = 0;
  for (let s = 0; s < DRAWS; s++) {
    const outputs = predictors.map(({ output }, k) =>
      output(latent[k].mean[0] + latent[k].std[0] * Z[s * predictors.length + k]),
    );
    if (meetsLimits(aims.outcomeConstraints, (k) => outputs[k]) && !isDominated(aims, rows, outputs)) count++;
  }
  return count / DRAWS;
}
