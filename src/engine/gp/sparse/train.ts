import type { Steps } from '../../compute/lockstep.ts';
import type { RunContext } from '../../run-context.ts';
import { calibrationFactor } from '../cross-validation.ts';
import type { FitOptions, FitResult } from '../fit.ts';
import type { FitProblem } from '../fit-objective.ts';
import { latentResults, measuredScores } from '../fixed-scores.ts';
import type { GpModel, SparseForm } from '../model.ts';
import type { CrossValidation, TrainTask, Validation } from '../task.ts';
import { fitSparseSteps } from './fit.ts';
import { type Distance, distanceFromExact, validateSparse } from './validate.ts';

interface SparseTraining {
  readonly task: TrainTask;
  readonly problem: FitProblem;
  readonly form: SparseForm;
  readonly options: FitOptions;
  /** The model, exact, that a fit gives. */
  readonly modelBy: (fitted: FitResult) => GpModel;
}

interface SparselyTrained {
  readonly model: GpModel;
  readonly results: CrossValidation | undefined;
  readonly validation: Validation | undefined;
}

/** Rows from which something is left out and compared. */
const FEWEST = 20;

/**
 * A sparse model with its scores: hyperparameters by `fitSparseSteps`, then predictions of left-out rows from the others
 * near them. The verdict names the model and its distance from the exact one.
 */
export function* trainSparse(
  { task, problem, form, options, modelBy }: SparseTraining,
  context: RunContext,
): Steps<SparselyTrained> {
  const fitted = yield* fitSparseSteps(problem, form.neighbours, options, context);
  let model: GpModel = { ...modelBy(fitted), sparse: form };
  const left = task.n < FEWEST ? undefined : validateSparse(model, task, context.backend);
  const results = left && latentResults(model, left);
  if (results && task.options?.calibration_enabled === true)
    model = { ...model, calibration: calibrationFactor(results) };
  const distance = task.n < FEWEST ? undefined : distanceFromExact(model, task.seed, context.backend);
  const words = wordsOf(form, model.n, distance);
  if (task.options?.input_warping === true) words.push('inputs not warped: sparse models do not support it');
  return {
    model: { ...model, verdict: [...model.verdict, ...words] },
    results,
    validation: task.isBrief || !left ? undefined : measuredScores(model, left),
  };
}

function wordsOf(
  { kind, neighbours, predictive, inducing }: SparseForm,
  n: number,
  distance?: Distance,
): string[] {
  const takes =
    `${kind}: each prediction takes the ${Math.min(predictive, n)} nearest of ${n} rows` +
    `${inducing ? ` and ${inducing} inducing points` : ''}, ` +
    `each row of the likelihood ${neighbours}`;
  if (!distance) return [takes];
  return [
    `${takes}; compared with the exact model of ${distance.rows} rows, means differ by ${distance.mean.toPrecision(2)} ` +
      `standard deviations of a measurement and the log density by ${distance.logDensity.toPrecision(2)}`,
  ];
}
