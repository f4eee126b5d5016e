import { type Static, Type } from 'typebox';
import { kernelText, transformText, usualTransforms } from '../families.ts';
import { TrainOptions } from '../family-options.ts';
import { boundsByObjective, crossValidated, modelWarnings } from '../objectives/objectives.ts';
import { checkedLater, maybe, nullable, Timestamp, titled } from '../schema-parts.ts';
import { Goals } from '../values.ts';
import { ComputedBy } from './computed-by.ts';

/** `auto` infers kernel, noise, scales and importance from the data, and keeps them uncertain. */
export const ModelBackend = Type.Enum(['sklearn', 'botorch', 'auto']);
export type ModelBackend = Static<typeof ModelBackend>;

export const TrainRequest = Type.Object(
  {
    backend: Type.Optional(
      Type.Enum(['sklearn', 'botorch', 'auto'], {
        description: 'Default sklearn. With auto, only target_column and goal are accepted as well',
      }),
    ),
    kernel: Type.Optional(Type.String({ description: kernelText })),
    kernel_params: maybe(
      Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()])),
    ),
    target_column: maybe(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })])),
    goal: maybe(Goals),
    optimizer: maybe(Type.String()),
    input_transform_type: maybe(
      Type.String({
        description: `Scaling of numeric variables: ${transformText}. Default ${usualTransforms.botorch.input} with botorch, ${usualTransforms.sklearn.input} with sklearn`,
      }),
    ),
    output_transform_type: maybe(
      Type.String({
        description: `Scaling of results: ${transformText}. Default ${usualTransforms.botorch.output} with botorch, ${usualTransforms.sklearn.output} with sklearn`,
      }),
    ),
    input_transform: maybe(Type.String({ description: 'Same as input_transform_type' })),
    output_transform: maybe(Type.String({ description: 'Same as output_transform_type' })),
    calibration_enabled: maybe(Type.Boolean()),
    options: maybe(checkedLater(TrainOptions)),
  },
  {
    title: 'TrainRequest',
    examples: [{ backend: 'botorch', kernel: 'Matern', kernel_params: { nu: 2.5 } }],
  },
);
export type TrainRequest = Static<typeof TrainRequest>;

/** The arguments of a training call as they are kept in the session and in its file. */
export const TrainingConfig = titled('TrainingConfig', {
  backend: ModelBackend,
  kernel: Type.String(),
  kernel_params: nullable(Type.Record(Type.String(), Type.Unknown())),
  input_transform_type: Type.Optional(Type.String()),
  output_transform_type: Type.Optional(Type.String()),
  calibration_enabled: Type.Boolean(),
  optimizer: Type.Optional(Type.String()),
});
export type TrainingConfig = Static<typeof TrainingConfig>;

export const Hyperparameters = Type.Object(
  {
    lengthscales: Type.Optional(Type.Array(Type.Number())),
    outputscale: maybe(Type.Number()),
    noise: maybe(Type.Number()),
    mean: Type.Optional(Type.Number()),
    n_objectives: Type.Optional(Type.Integer()),
    models: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    covariances: Type.Optional(Type.Array(Type.String())),
    parameters: Type.Optional(Type.Array(Type.Unknown(), { description: 'Every covariance parameter' })),
    calibration: Type.Optional(Type.Number()),
    members: Type.Optional(
      Type.Integer({
        description: 'backend auto: draws of the hyperparameters; the values here are their mode',
      }),
    ),
    noise_interval_95: Type.Optional(Type.Array(Type.Number())),
    kernel_type: Type.Optional(Type.String()),
  },
  {
    title: 'Hyperparameters',
    additionalProperties: true,
    description: 'Model scale. With several objectives: n_objectives and models, keyed by objective',
    examples: [{ lengthscales: [0.4, 1.2], outputscale: 1.1, noise: 0.01 }],
  },
);
export type Hyperparameters = Static<typeof Hyperparameters>;

const score = maybe(Type.Number());

export const Validation = Type.Object(
  {
    kind: Type.Enum(['refit', 'fixed_hyperparameters'], {
      description:
        'refit: every fold is predicted by a model that was fitted to the other folds alone. fixed_hyperparameters (models of many rows): up to 2,000 rows are predicted from the other folds at the hyperparameters of the fit',
    }),
    folds: Type.Integer({ description: 'Rows with equal inputs are in one fold' }),
    n: Type.Integer({ description: 'Rows with a value or a limit' }),
    n_limits: Type.Optional(
      Type.Integer({
        description: 'Of these, limits such as `>99`; they enter only nlpd, by their probability',
      }),
    ),
    rmse: score,
    mae: score,
    r2: score,
    nlpd: maybe(
      Type.Number({
        description:
          'Mean negative log density of the measured values, outputs in units of their standard deviation; null where a fold was fitted to results that are all equal, which have no scale',
      }),
    ),
    crps: maybe(Type.Number({ description: 'Mean continuous ranked probability score, output units' })),
    coverage_95: maybe(
      Type.Number({ description: 'Share of measured values within their 95 % prediction interval' }),
    ),
  },
  {
    title: 'Validation',
    description: 'Predictions of one new measurement, noise included, against the measured values',
    examples: [
      {
        kind: 'refit',
        folds: 5,
        n: 12,
        rmse: 0.16,
        mae: 0.12,
        r2: 0.87,
        nlpd: 0.41,
        crps: 0.09,
        coverage_95: 0.92,
      },
    ],
  },
);
export type Validation = Static<typeof Validation>;

export const CrossValidationKind = Type.Enum(['fixed_hyperparameters', 'refit'], {
  description:
    'How left-out runs were predicted. fixed_hyperparameters (sklearn, botorch): folds keep the hyperparameters of the fit to all rows, z-scores use the standard deviation of the curve. refit (auto): by models fitted to the other folds alone, as in validation, z-scores use the standard deviation of a measurement. Models of many rows: fixed_hyperparameters',
});
export type CrossValidationKind = Static<typeof CrossValidationKind>;

export const ModelMetrics = Type.Object(
  {
    cv_rmse: score,
    cv_r2: score,
    cv_mae: score,
    mean_z: score,
    std_z: score,
    rmse: score,
    r2: score,
    mae: score,
    cv_kind: Type.Optional(CrossValidationKind),
  },
  {
    title: 'ModelMetrics',
    description: 'Cross-validation, output units; empty below five rows and with several objectives',
    examples: [
      {
        cv_rmse: 0.12,
        cv_r2: 0.93,
        cv_mae: 0.08,
        mean_z: 0.02,
        std_z: 1.05,
        cv_kind: 'fixed_hyperparameters',
      },
    ],
  },
);
export type ModelMetrics = Static<typeof ModelMetrics>;

export const Importance = Type.Object(
  {
    name: Type.String(),
    share: Type.Number({
      description: 'Total effect: share of the variance of the curve that involves the variable',
    }),
    interval_95: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  },
  { title: 'Importance', examples: [{ name: 'temperature', share: 0.62, interval_95: [0.31, 0.88] }] },
);
export type Importance = Static<typeof Importance>;

/** Of the variables, by objective. */
const importance = Type.Optional(
  Type.Record(Type.String(), Type.Array(Importance), {
    description:
      'By objective, backend auto: shares of the variables, with intervals over draws of the curve. An objective whose results are all equal has none',
  }),
);

const validation = Type.Optional(
  Type.Record(Type.String(), Validation, {
    title: 'Validations',
    description:
      'By objective, from five rows on: backend auto and models of more than 1,000 rows. Others: GET …/model/validation',
  }),
);

export const ModelValidation = Type.Object(
  {
    data_revision: Type.Integer({ description: 'Revision of the data that the model was fitted to' }),
    validation: Type.Record(Type.String(), Validation, {
      description: 'By objective; empty below five rows, or where all rows have the same inputs',
    }),
  },
  { title: 'ModelValidation', examples: [{ data_revision: 12, validation: {} }] },
);
export type ModelValidation = Static<typeof ModelValidation>;

export const TrainResponse = Type.Object(
  {
    success: Type.Literal(true),
    backend: ModelBackend,
    kernel: Type.String(),
    hyperparameters: Hyperparameters,
    metrics: ModelMetrics,
    training_time_s: Type.Number(),
    message: Type.String(),
    data_revision: Type.Integer({ description: 'Revision of the data that the model was fitted to' }),
    warnings: Type.Array(Type.String()),
    validation,
    importance,
    ...boundsByObjective,
    computed_by: Type.Optional(ComputedBy),
  },
  {
    title: 'TrainResponse',
    examples: [
      {
        success: true,
        backend: 'botorch',
        kernel: 'Matern',
        hyperparameters: { lengthscales: [0.4, 1.2], outputscale: 1.1, noise: 0.01 },
        metrics: { cv_rmse: 0.12, cv_r2: 0.93, cv_mae: 0.08, mean_z: 0.02, std_z: 1.05 },
        training_time_s: 0.41,
        message: 'Matern model trained on 12 experiments',
        data_revision: 12,
        warnings: [],
      },
    ],
  },
);
export type TrainResponse = Static<typeof TrainResponse>;

export const Model = Type.Object(
  {
    trained: Type.Boolean(),
    is_trained: Type.Boolean({ description: 'Same as trained' }),
    backend: nullable(ModelBackend),
    kernel: nullable(Type.String()),
    kernel_params: nullable(Type.Record(Type.String(), Type.Unknown())),
    hyperparameters: nullable(Hyperparameters),
    metrics: nullable(ModelMetrics),
    trained_at: nullable(Timestamp),
    training_config: nullable(TrainingConfig),
    fitted: Type.Boolean({
      description: 'false: the training call is stored, but its model is not available',
    }),
    data_revision: nullable(Type.Integer()),
    n_experiments: nullable(Type.Integer({ description: 'Rows that the model was fitted to' })),
    validation,
    importance,
    ...boundsByObjective,
    ...crossValidated,
    ...modelWarnings,
    computed_by: Type.Optional(ComputedBy),
  },
  {
    title: 'Model',
    examples: [
      {
        trained: true,
        is_trained: true,
        backend: 'botorch',
        kernel: 'Matern',
        kernel_params: { nu: 2.5 },
        hyperparameters: { lengthscales: [0.4, 1.2], outputscale: 1.1, noise: 0.01 },
        metrics: { cv_rmse: 0.12, cv_r2: 0.93 },
        trained_at: '2026-11-21T12:00:00.000Z',
        training_config: {
          backend: 'botorch',
          kernel: 'Matern',
          kernel_params: { nu: 2.5 },
          calibration_enabled: false,
        },
        fitted: true,
        data_revision: 12,
        n_experiments: 12,
      },
    ],
  },
);
export type Model = Static<typeof Model>;

/** Scores of the last training, as record and complete routes report them after `auto_train`. */
export const TrainingMetrics = Type.Object({
  rmse: nullable(Type.Number()),
  r2: nullable(Type.Number()),
  backend: ModelBackend,
});
export type TrainingMetrics = Static<typeof TrainingMetrics>;

export const AutoTrainQuery = Type.Object({
  auto_train: Type.Optional(Type.Boolean({ description: 'Train after recording, from five rows on' })),
  training_backend: Type.Optional(ModelBackend),
  training_kernel: Type.Optional(Type.String({ description: 'Both only with auto_train' })),
});
export type AutoTrainQuery = Static<typeof AutoTrainQuery>;

/** Fields of every answer that may have trained. */
export const autoTrained = {
  model_trained: Type.Boolean(),
  training_metrics: nullable(TrainingMetrics),
};
