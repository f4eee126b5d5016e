import { planBotorch } from './botorch-recipe.ts';
import type { FitPlan } from './plan.ts';
import { planSklearn } from './sklearn-recipe.ts';
import type { TrainTask } from './task.ts';

/**
 * The recipes: records of choices for the one engine, named after the libraries whose habits they keep.
 *
 * Options that both know: `restarts` (starts of the fit, default by the number of rows), `calibration_enabled`.
 */
export const recipes: Readonly<Record<TrainTask['recipe'], (task: TrainTask, y: Float64Array) => FitPlan>> = {
  sklearn: planSklearn,
  botorch: planBotorch,
};
