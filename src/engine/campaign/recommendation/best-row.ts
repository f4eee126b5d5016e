import { type Desirability, searchedDesirability } from '../../acquisition/strategies/desirability.ts';
import { excessOver, meetsLimits } from '../../acquisition/strategies/limits.ts';
import { span } from '../../linalg/extent.ts';
import type { Predictor } from '../surrogates.ts';
import type { CampaignTask } from '../task.ts';
import { worthOfRows } from './joint-worth.ts';

/** The recorded run that suggestions are compared with. */
export interface Best {
  readonly row: number;
  /** Expected output, or joint desirability, where outputs that break a limit are worth nothing. */
  readonly value: number;
  /** Whether it is expected to keep the outcome limits. If not, no recorded run is, and this one comes closest. */
  readonly keepsLimits: boolean;
}

interface Models {
  readonly predictors: readonly Predictor[];
  readonly signs: readonly (1 | -1)[];
}

/** The best of these rows and its expected value: of one objective, or joint desirability. */
export function bestOf({ predictors, signs }: Models, rows: CampaignTask): Best {
  const { desirability, outcomeConstraints } = rows;
  if (desirability) {
    const worth = worthOfRows(desirability, predictors, rows.X, rows.n, outcomeConstraints);
    const found = bestRow(rows, predictors, 1, orderedWorth(desirability, predictors, rows, worth));
    return { ...found, value: worth[found.row] };
  }
  const mean = predictors[0].mean(rows.X, rows.n);
  const found = bestRow(rows, predictors, signs[0], mean);
  return { ...found, value: mean[found.row] };
}

/** [n] joint desirability of the rows; rows without any are ordered below 0 by how near they come to some. */
function orderedWorth(
  parts: readonly Desirability[],
  predictors: readonly Predictor[],
  { X, n }: CampaignTask,
  worth: Float64Array,
): Float64Array {
  if (!worth.includes(0)) return worth;
  const means = predictors.map((predictor) => predictor.mean(X, n));
  const near = (i: number) =>
    searchedDesirability(
      parts,
      means.map((mean) => mean[i]),
    );
  return worth.map((value, i) => (value > 0 ? value : near(i) - 1));
}

/** The row with the best expected value among those expected to keep the outcome constraints; where none does, the one that comes closest. */
function bestRow(
  task: CampaignTask,
  predictors: readonly Predictor[],
  sign: 1 | -1,
  mean: Float64Array,
): { readonly row: number; readonly keepsLimits: boolean } {
  const { outcomeConstraints: limits } = task;
  const means = limits ? predictors.map((predictor) => predictor.mean(task.X, task.n)) : [];
  const inside = Array.from(mean, (_, i) => meetsLimits(limits, (objective) => means[objective][i]));
  const keepsLimits = inside.includes(true);
  const scales = task.outputs.map((values) => span(values.filter(Number.isFinite)) || 1);
  const value = (i: number) =>
    keepsLimits
      ? sign * mean[i]
      : -excessOver(
          limits,
          (objective) => means[objective][i],
          (objective) => scales[objective],
        );
  let row = -1;
  for (let i = 0; i < task.n; i++) {
    if (keepsLimits && !inside[i]) continue;
    if (row < 0 || value(i) > value(row)) row = i;
  }
  return { row, keepsLimits };
}
