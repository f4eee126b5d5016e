import type { LearningCurve, LearningCurveQuery } from '../../../contract/models/visualizations.ts';
import { ValueError } from '../../../engine/errors.ts';
import { measuredPart, rowsOfTask } from '../../../engine/gp/rows-of-task.ts';
import type { TrainResult, TrainTask } from '../../../engine/gp/task.ts';
import type { Slices } from '../../../engine/slices.ts';
import { trainedModel } from '../fitted-models.ts';
import { measuredRows } from '../rows/measured-rows.ts';
import type { State } from '../state.ts';
import { crossValidationKind } from './model-scores.ts';
import { metricsView, objectiveOf } from './plots.ts';
import { autoTrainRows, prepareRetrain } from './train.ts';

/** Trainings that a learning curve makes at most. */
const curvePoints = 10;

/** Sizes from `low` to `high`: all of them where they are few, else evenly spread on a logarithmic scale, ends included. */
export function curveSizes(low: number, high: number): number[] {
  const count = Math.min(curvePoints, high - low + 1);
  const sizes = Array.from({ length: count }, (_, i) => low + i);
  if (high - low + 1 === count) return sizes;
  // A step of at least one row, so that no size comes twice.
  let last = low - 1;
  return sizes.map((_, i) => {
    const wanted = Math.round(low * (high / low) ** (i / (count - 1)));
    last = Math.min(high - (count - 1 - i), Math.max(last + 1, wanted));
    return last;
  });
}

/**
 * Training tasks on the first rows of the model's data, at no more than ten sizes.
 *
 * @returns sizes in rows, ascending, and the task of each
 * @throws NoModelError there is no trained model
 * @throws ValueError `target` is no objective of the model, or it was trained on too few rows
 */
export function* learningCurveTasks(
  state: State,
  { target, cv_splits }: LearningCurveQuery,
): Slices<{ sizes: number[]; tasks: TrainTask[] }> {
  const { record } = trainedModel(state);
  const objective = objectiveOf(record, target);
  const { task } = yield* prepareRetrain({
    ...state,
    rows: measuredRows(state.rows, record.targets).slice(0, record.n_rows),
  });
  const tooFew = (n: number) =>
    new ValueError(`a learning curve needs ${autoTrainRows} experiments; the model was trained on ${n}`);
  const whole: TrainTask = measuredPart<TrainTask>(task, objective);
  const values = whole.outputs[0] as Float64Array;
  if (whole.n < autoTrainRows) throw tooFew(whole.n);
  const sizes = curveSizes(autoTrainRows, whole.n);
  const tasks = sizes.map((n) => ({
    ...rowsOfTask(
      whole,
      values,
      Int32Array.from({ length: n }, (_, i) => i),
    ),
    // One start from the usual place: a curve shows how errors fall, its points need no search of their own.
    options: { ...task.options, restarts: 1 },
    better: task.better.slice(objective, objective + 1),
    folds: cv_splits ?? 5,
    isBrief: true,
  }));
  return { sizes, tasks };
}

/** What a learning curve needs of a training. */
type CurveResult = Pick<TrainResult, 'crossValidation' | 'validation'>;

/** Scores per size; a size whose training failed has nulls. */
export function learningCurve(
  state: State,
  sizes: readonly number[],
  results: readonly (CurveResult | undefined)[],
): LearningCurve {
  const { backend } = trainedModel(state).record;
  const none = { rmse: null, mae: null, r2: null, mape: null };
  const validations = results.map((result) => result?.crossValidation[0]);
  const scores = validations.map((validation) => (validation ? metricsView(validation) : none));
  return {
    training_sizes: [...sizes],
    rmse: scores.map(({ rmse }) => rmse),
    mae: scores.map(({ mae }) => mae),
    r2: scores.map(({ r2 }) => r2),
    mape: scores.map(({ mape }) => mape),
    kind: results.map((result, i) => {
      const [validation] = result?.validation ?? [];
      const kind = validation ? validation.kind : 'fixed_hyperparameters';
      return validations[i] ? crossValidationKind(backend, kind) : null;
    }),
  };
}
