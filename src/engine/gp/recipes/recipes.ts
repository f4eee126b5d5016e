import type { FitPlan } from '../fit/plan.ts';
import type { TrainTask } from '../task.ts';
import { planBotorch } from './botorch-recipe.ts';
import { planSklearn } from './sklearn-recipe.ts';

/**
 * The recipes: records of choices for the one engine, named after the libraries whose habits they keep.
 *
 * Options that both know: `restarts` (starts of the fit), `calibration_enabled` (deviations times
 * the deviation of the cross-validated z-scores), `input_warping` (numeric columns bent by 1 − (1 − uᵃ)ᵇ where that
 * raises the likelihood).
 */
export const recipes: Readonly<
  Record<Exclude<TrainTask['recipe'], 'auto'>, (task: TrainTask, y: Float64Array) => FitPlan>
> = {
  sklearn: planSklearn,
  botorch: planBotorch,
};
