import type {
  AutoTrainQuery,
  TrainingConfig,
  TrainingMetrics,
  TrainRequest,
  TrainResponse,
} from '../../../contract/models/model.ts';
import type { Goal } from '../../../contract/values.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { TrainResult } from '../../../engine/gp/task.ts';
import { spanningColumns } from '../../../engine/space/encode.ts';
import { counted } from '../../../engine/words.ts';
import { NoDataError, NoVariablesError } from '../../errors.ts';
import { auditEntry, withAudit } from '../audit.ts';
import { nextIteration } from '../experiments/record.ts';
import { rememberModels } from '../fitted-models.ts';
import { betterOf } from '../objectives/aims.ts';
import { boundsAnswer, outputBoundsOf } from '../objectives/result-bounds.ts';
import { countResults, givenNoise, onMeasured, tableRows } from '../rows/measured-rows.ts';
import { trainingSeedOf } from '../seed.ts';
import type { Change, Environment, ModelColumn, ModelRecord, State } from '../state.ts';
import { dimensionOf, modelOrder } from '../variables/space.ts';
import { list, show } from '../words.ts';
import { columnOf, encodeTraining, hashOf, refuseAbsent, refuseDerived, storedFits } from './fit.ts';
import { columnNames, hyperparametersOf } from './hyperparameters.ts';
import { flatTargets, flatWords, importanceOf, metricsOf, validationsOf } from './model-scores.ts';
import { type Call, callOf, kernelNumbers, kernelOf, type TrainOptions } from './train-call.ts';

/** What applying a training result needs of the call. */
export interface TrainContext {
  readonly config: TrainingConfig;
  readonly targets: readonly string[];
  readonly goals: readonly Goal[] | null;
  readonly columns: readonly ModelColumn[];
  readonly nRows: number;
  readonly warnings: readonly string[];
  /** Objectives of which all results are equal. */
  readonly flat: readonly string[];
  readonly revision: number;
  readonly hash: string;
  readonly options: TrainOptions | null;
  readonly startedAt: number;
  readonly bounds?: ModelRecord['bounds'];
}

function checkData(state: State, { config, targets }: Call): void {
  if (state.rows.length === 0)
    throw new NoDataError('the session has no experimental data; record experiments before training');
  if (state.variables.length === 0)
    throw new NoVariablesError('the session has no variables; add variables first');
  for (const target of targets) {
    const measured = countResults(state.rows, target);
    const of = targets.length > 1 ? ` with a value of '${target}'` : '';
    if (measured === 0) throw new NoDataError(`no experiment has a value of '${target}'; record one first`);
    if (config.backend === 'botorch' && measured < 3) {
      throw new ValueError(
        `botorch needs at least 3 experiments${of}, the session has ${measured}; record more, or train with backend 'auto'`,
      );
    }
  }
  if (config.backend === 'sklearn') {
    const observed = state.variables.filter(isObserved).map((variable) => variable.name);
    if (observed.length > 0) {
      throw new ValueError(
        `sklearn cannot model observed variables (${list(observed)}); use backend 'botorch'`,
      );
    }
    if (targets.length > 1) {
      throw new ValueError(
        `sklearn models one objective, the session has ${list(targets)}; use backend 'botorch'`,
      );
    }
  }
  refuseDerived(state);
  refuseAbsent(state, state.variables);
}

/** Where a numeric variable may lie. */
function rangeOf(state: State, name: string): readonly [number, number] | null {
  const variable = state.variables.find((candidate) => candidate.name === name);
  const dimension = variable && dimensionOf(state, variable);
  if (dimension?.kind === 'discrete') return [Math.min(...dimension.values), Math.max(...dimension.values)];
  if (dimension?.kind === 'real' || dimension?.kind === 'integer') return [dimension.low, dimension.high];
  return null;
}

/**
 * The recipes take a noise variance of every row or of none.
 *
 * @throws ValueError naming the rows of the table without one, counted from 1
 */
function checkNoise(session: State, { config, targets }: Call, missing: readonly number[]): void {
  if (config.backend === 'auto' || missing.length === 0) return;
  const rows = tableRows(session, targets, missing).map((row) => row + 1);
  throw new ValueError(
    `${config.backend} needs the noise of all experiments or of none, and it is missing in ${rows.length === 1 ? 'row' : 'rows'} ${list(rows)}; give it there, take it from the others, or use backend 'auto', which infers it`,
  );
}

function* prepareCall(session: State, call: Call) {
  const state = onMeasured(session, call.targets);
  yield;
  if (state.rows.length === 0 && session.rows.length > 0) {
    throw new NoDataError(
      `none of the ${counted(session.rows.length, 'experiment')} has a value of ${list(call.targets)}; record some before training`,
    );
  }
  checkData(state, call);
  yield;
  const { config, targets } = call;
  const columns: ModelColumn[] = modelOrder(state.variables).map(columnOf);
  const given = givenNoise(state.rows);
  checkNoise(session, call, given.missing);
  const data = yield* encodeTraining(state, columns, targets, given.all);
  const { input_transform_type: input, output_transform_type: output } = config;
  const { noise, ...rest } = data;
  const flat = flatTargets(state, targets);
  const context: TrainContext = {
    ...call,
    columns,
    warnings: [...given.warnings, ...flat.map(flatWords)],
    flat,
    nRows: data.n,
    revision: state.data_revision,
    hash: hashOf(data),
    startedAt: performance.now(),
    ...(config.backend === 'auto' ? boundsAnswer(state, targets) : {}),
  };
  return {
    name: 'train' as const,
    task: {
      ...rest,
      ...(noise === undefined ? {} : { noise }),
      ranges: columns.map(({ name }) => rangeOf(state, name)),
      ...(config.backend === 'auto'
        ? {
            spanning: spanningColumns(
              modelOrder(state.variables).map((variable) => dimensionOf(state, variable)),
            ),
          }
        : {}),
      recipe: config.backend,
      ...(config.backend === 'auto' ? outputBoundsOf(state, targets) : {}),
      better: targets.map((target, k) => betterOf(session, target, call.goals?.[k])),
      kernel: config.kernel.toLowerCase(),
      kernelParams: kernelNumbers(config),
      ...(input === undefined ? {} : { inputTransform: input }),
      ...(output === undefined ? {} : { outputTransform: output }),
      ...(config.optimizer === undefined || config.backend !== 'sklearn'
        ? {}
        : { optimizer: config.optimizer }),
      seed: trainingSeedOf(state),
      options: { ...call.options, calibration_enabled: config.calibration_enabled },
      validatesLater: true,
    },
    context,
  };
}

/**
 * A training call as a task for the workers.
 *
 * @throws NoDataError, NoVariablesError, ValueError (400), ValidationError (422)
 */
export function prepareTrain(state: State, request: TrainRequest) {
  return prepareCall(state, callOf(state, request));
}

/** The saved training call, on the rows as they are now. */
export function prepareRetrain(state: State) {
  const record = state.model as ModelRecord;
  const known = record.targets.filter((target) => state.targets.includes(target));
  return prepareCall(state, {
    config: { ...record.training_config, kernel: kernelOf(record.backend, record.training_config.kernel) },
    targets: known.length > 0 ? known : state.targets,
    goals: known.length > 0 && known.length === record.targets.length ? record.goals : null,
    options: record.options,
  });
}

/** The session with its training call remembered and no model. */
export function failRetrain(state: State): State {
  if (state.model === null) return state;
  const model: ModelRecord = { ...state.model, fitted: false, fits: [] };
  rememberModels(model, null);
  return { ...state, model };
}

/** What the session keeps of a fitted model. */
function modelRecord(result: TrainResult, context: TrainContext, environment: Environment): ModelRecord {
  const { config, targets, columns } = context;
  const names = columns.map((column) => column.name);
  const each = result.models.map((model) => hyperparametersOf(model, columns));
  const hyperparameters =
    targets.length === 1
      ? (each[0] ?? {})
      : {
          n_objectives: targets.length,
          models: Object.fromEntries(targets.map((target, i) => [target, each[i]])),
          kernel_type: config.kernel,
        };
  const [validation, importance] = [
    validationsOf(result, targets),
    importanceOf(result, targets, names, context.flat),
  ];
  return {
    backend: config.backend,
    kernel: config.kernel,
    kernel_params: config.kernel_params,
    training_config: config,
    fitted: true,
    hyperparameters,
    metrics: targets.length === 1 ? metricsOf(result, config.backend) : {},
    trained_at: environment.now,
    training_time_s: (performance.now() - context.startedAt) / 1000,
    targets,
    goals: context.goals,
    columns,
    n_rows: context.nRows,
    data_revision: context.revision,
    data_hash: context.hash,
    fits: storedFits(result),
    options: context.options,
    ...(context.bounds && { bounds: context.bounds }),
    ...(validation && { validation }),
    ...(importance && { importance }),
    ...(environment.computed_by && { computed_by: environment.computed_by }),
  };
}

/** The engine counts input columns; a user knows variables. */
const named = (words: string, names: readonly string[]): string =>
  words.replace(/input column (\d+)/, (column, k) => (names[k] ? `variable '${names[k]}'` : column));

/** The fitted model joins the session, whatever was recorded since the call: it says which revision it was made from. */
export function applyTrain(
  state: State,
  result: TrainResult,
  context: TrainContext,
  environment: Environment,
): Change<TrainResponse> {
  const { config } = context;
  const record = modelRecord(result, context, environment);
  const { validation, importance, bounds, computed_by } = record;
  rememberModels(record, result.models);
  const parameters = { component: 'model', new: { ...config } };
  const next = withAudit({ ...state, model: record }, auditEntry('config_changed', parameters, environment));
  // Of equal results a model finds nothing but their rounding.
  const verdicts = result.models.flatMap((model, i) => {
    if (context.flat.includes(context.targets[i] as string)) return [];
    const names = columnNames(context.columns, model);
    const of = context.targets.length > 1 ? `objective '${context.targets[i]}': ` : '';
    return model.verdict.filter((word) => word !== 'fitted').map((words) => of + named(words, names));
  });
  const warnings = [...context.warnings, ...verdicts];
  return {
    state: next,
    answer: {
      success: true,
      backend: record.backend,
      kernel: record.kernel,
      hyperparameters: record.hyperparameters,
      metrics: record.metrics,
      training_time_s: record.training_time_s,
      message: `${record.backend === 'auto' ? 'auto' : record.kernel} model trained on ${counted(record.n_rows, 'experiment')}`,
      data_revision: record.data_revision,
      warnings,
      ...(validation && { validation }),
      ...(importance && { importance }),
      ...(bounds && { bounds }),
      ...(computed_by && { computed_by }),
    },
    events: [
      {
        type: 'model_trained',
        data: {
          backend: record.backend,
          kernel: record.kernel,
          metrics: trainingMetrics(record),
          data_revision: record.data_revision,
        },
      },
    ],
  };
}

/** Scores of the first objective by cross-validation; null where there are none. */
function trainingMetrics(record: ModelRecord): TrainingMetrics {
  return {
    rmse: record.metrics.cv_rmse ?? null,
    r2: record.metrics.cv_r2 ?? null,
    backend: record.backend,
  };
}

/** Training that follows a record: the answer is the scores; from the second iteration on the model is written down. */
export function applyAutoTrain(
  state: State,
  trained: TrainResult,
  context: TrainContext,
  environment: Environment,
): Change<TrainingMetrics> {
  const { state: next, events = [] } = applyTrain(state, trained, context, environment);
  const record = next.model as ModelRecord;
  const iteration = nextIteration(next) - 1;
  const { backend, kernel, hyperparameters, metrics } = record;
  const parameters = { backend, kernel, hyperparameters, cv_metrics: metrics, iteration };
  const entry = auditEntry('model_locked', parameters, environment, `trained after iteration ${iteration}`);
  return { state: iteration > 0 ? withAudit(next, entry) : next, answer: trainingMetrics(record), events };
}

/** Rows from which recording with `auto_train` trains. */
export const autoTrainRows = 5;

/**
 * A client that sends `auto_train=false` knows that nothing is trained, whatever else it always sends.
 *
 * @throws ValueError a backend or kernel of a training that nothing is said about
 */
export function checkAutoTrain(query: AutoTrainQuery): void {
  if (query.auto_train !== undefined) return;
  for (const name of ['training_backend', 'training_kernel'] as const)
    if (query[name] !== undefined)
      throw new ValueError(
        `${name}: ${show(query[name])} has no effect without auto_train; send auto_train=true, or leave ${name} out`,
      );
}

/** The call that `auto_train` makes: the last one, or RBF without transforms, with the backend and kernel asked for. */
export function autoTrainRequest(state: State, wanted: Omit<AutoTrainQuery, 'auto_train'>): TrainRequest {
  const last = state.model?.training_config;
  const needsBotorch = state.variables.some(isObserved) || state.targets.length > 1;
  const backend = wanted.training_backend ?? (needsBotorch ? 'botorch' : (last?.backend ?? 'sklearn'));
  const usual: TrainRequest = backend === 'auto' ? { backend } : { backend, kernel: 'RBF' };
  const base = last?.backend === backend ? (last as TrainRequest) : usual;
  const kernel = wanted.training_kernel;
  const isSame = kernel === undefined || kernel.toLowerCase() === base.kernel?.toLowerCase();
  return isSame ? base : { ...base, kernel, kernel_params: null };
}

/** The session with the model of its saved call, trained again: a model of other rows than before says so. */
export function applyRetrain(
  state: State,
  result: TrainResult,
  context: TrainContext,
  environment: Environment,
): State {
  // A file of an earlier release has the call alone, and its model is that of the call.
  const hadModel = (state.model?.fits.length ?? 0) > 0;
  const record = modelRecord(result, context, environment);
  const model: ModelRecord = hadModel ? { ...record, trained_again: true } : record;
  rememberModels(model, result.models);
  return { ...state, model };
}
