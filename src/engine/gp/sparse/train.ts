import type { Backend } from '../../compute/backend.ts';
import type { Steps } from '../../compute/lockstep.ts';
import { NotPositiveDefiniteError } from '../../errors.ts';
import type { RunContext } from '../../run-context.ts';
import { withScatter } from '../ensemble/scatter.ts';
import type { FitOptions, FitResult } from '../fit/fit.ts';
import type { FitProblem } from '../fit/objective.ts';
import type { GpModel, SparseForm } from '../model.ts';
import type { Posterior } from '../posterior/exact-posterior.ts';
import type { CrossValidation, LeftOut, TrainTask, Validation } from '../task.ts';
import { calibrationFactor } from '../validation/cross-validation.ts';
import { latentResults, measuredScores } from '../validation/fixed-scores.ts';
import { measuredResults } from '../validation/validation.ts';
import { type CorrectionError, exactMeanModelOf, openExactly } from './exact-means.ts';
import { fitSparseSteps, type LogDensitiesAt } from './fit.ts';
import { validateInducing } from './last-rows.ts';
import { sampledLogDensities } from './sampled-densities.ts';
import { distanceFromExact, validateByNeighbours, validateExactly } from './validate.ts';

interface SparseTraining {
  readonly task: TrainTask;
  readonly problem: FitProblem;
  readonly form: SparseForm;
  readonly options: FitOptions;
  /** The model, exact, that a fit gives. */
  readonly modelBy: (fitted: FitResult) => GpModel;
  /** Whether it learns how measurements scatter. */
  readonly scatters?: boolean;
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
  { task, problem, form, options, modelBy, scatters }: SparseTraining,
  context: RunContext,
): Steps<SparselyTrained> {
  const judge: LogDensitiesAt | undefined =
    form.inducing && task.n >= FEWEST
      ? (theta) => {
          const model = modelBy({ theta, objective: 0, evaluations: 0, fallbacks: [] });
          return sampledLogDensities({ ...model, sparse: form }, task.seed, context.backend);
        }
      : undefined;
  const fitted = yield* fitSparseSteps(problem, form.neighbours, options, context, judge);
  const scored = scoresOf({ ...modelBy(fitted), sparse: form }, task, context.backend);
  const { left, words } = scored;
  let { model } = scored;
  if (left && scatters) model = withScatter(model, left);
  const results =
    left && (scatters ? measuredResults(measuredScores(model, left)) : latentResults(model, left));
  if (results && task.options?.calibration_enabled === true)
    model = { ...model, calibration: calibrationFactor(results) };
  if (task.options?.input_warping === true) words.push('inputs not warped: sparse models do not support it');
  return {
    model: { ...model, verdict: [...model.verdict, ...words] },
    results,
    validation: task.isBrief || !left ? undefined : measuredScores(model, left),
  };
}

interface Scored {
  /** With the form that it has in the end. */
  readonly model: GpModel;
  readonly left: LeftOut | undefined;
  readonly words: string[];
}

/** Left-out rows of a model, and the words that name it and its distance from the exact one. */
function scoresOf(model: GpModel, task: TrainTask, backend: Backend): Scored {
  const form = model.sparse as SparseForm;
  if (task.n < FEWEST) return { model, left: undefined, words: [takenBy(form, task.n)] };
  if (form.exactMean) return scoresOfWeighted(model, task, backend);
  if (!form.inducing) {
    const left = validateByNeighbours(model, task, backend);
    return { model, left, words: [wordsOf(model, task, backend)] };
  }
  const isFree = task.options?.inducing === undefined;
  const { model: chosen, left, gain } = validateInducing(model, task, isFree, backend);
  const words = [wordsOf(chosen, task, backend)];
  if (gain !== undefined) {
    const nats = gain.toPrecision(2);
    words.push(
      `no inducing points: without them, left-out rows were predicted better, by ${nats} of the log density`,
    );
  }
  return { model: chosen, left, words };
}

/** The same of a model with exact means, by the one factor of all rows. */
function scoresOfWeighted(model: GpModel, task: TrainTask, backend: Backend): Scored {
  let exact: Posterior;
  try {
    exact = openExactly(model, backend);
  } catch (error) {
    if (!(error instanceof NotPositiveDefiniteError)) throw error;
    const sparse = { ...(model.sparse as SparseForm), exactMean: false };
    const found = scoresOf({ ...model, sparse }, task, backend);
    return {
      ...found,
      words: [...found.words, 'means are not exact, because the covariance is not positive definite'],
    };
  }
  try {
    const left = validateExactly(exact, task);
    const { made, release } = exactMeanModelOf(model, backend, exact);
    release();
    return { model, left, words: [wordsOfWeighted(model.sparse as SparseForm, task.n, made.missed)] };
  } finally {
    exact.free();
  }
}

const takenBy = ({ kind, neighbours, predictive, inducing, exactMean }: SparseForm, n: number): string =>
  `${kind}: each prediction uses ${exactMean ? `the weights of all ${n} rows and, for its standard deviation, ` : ''}` +
  `the ${Math.min(predictive, n)} nearest ${exactMean ? '' : `of ${n} `}rows` +
  `${inducing ? ` and ${inducing} inducing points` : ''}, ` +
  `each row of the likelihood ${neighbours}`;

function wordsOf(model: GpModel, { n, seed }: TrainTask, backend: Backend): string {
  const distance = distanceFromExact(model, seed, backend);
  return (
    `${takenBy(model.sparse as SparseForm, n)}; compared with the exact model of ${distance.rows} rows, means differ by ` +
    `${distance.mean.toPrecision(2)} standard deviations of a measurement and the log density by ${distance.logDensity.toPrecision(2)}`
  );
}

const wordsOfWeighted = (form: SparseForm, n: number, missed: CorrectionError): string =>
  `${takenBy(form, n)}; means are those of the exact model, standard deviations of the curve differ from its own by ` +
  `${(100 * missed.deviation).toPrecision(2)} % at ${missed.points} points, which lowers the log density of a measurement by ` +
  `${missed.logDensity.toPrecision(2)}`;
