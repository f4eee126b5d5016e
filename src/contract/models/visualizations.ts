import { type Static, Type } from 'typebox';
import { maybe, nullable, titled } from '../schema-parts.ts';
import { Inputs } from '../values.ts';
import { CrossValidationKind, Hyperparameters } from './model.ts';

export const PlotQuery = Type.Object({
  target: Type.Optional(Type.String({ description: 'Objective; default the first' })),
  use_calibrated: Type.Optional(
    Type.Boolean({ description: 'Multiply standard deviations by the calibration factor' }),
  ),
});
export type PlotQuery = Static<typeof PlotQuery>;

const Numbers = Type.Array(Type.Number());
const MaybeNumber = nullable(Type.Number());
const Pair = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });

export const ParityPlot = Type.Object(
  {
    actual: Numbers,
    predicted: Numbers,
    std: Numbers,
    rows: Type.Array(nullable(Type.Integer()), {
      description: 'Row index of each point; null: the row was removed or corrected since the training',
    }),
    metrics: Type.Object({ rmse: MaybeNumber, mae: MaybeNumber, r2: MaybeNumber, mape: MaybeNumber }),
    bounds: Pair,
    calibrated: Type.Boolean(),
    target: Type.String(),
    kind: CrossValidationKind,
  },
  {
    title: 'ParityPlot',
    examples: [
      {
        actual: [0.4, 0.5],
        predicted: [0.42, 0.47],
        std: [0.05, 0.06],
        rows: [3, 0],
        metrics: { rmse: 0.025, mae: 0.025, r2: 0.74, mape: 5.5 },
        bounds: [0.4, 0.5],
        calibrated: false,
        target: 'Output',
        kind: 'refit',
      },
    ],
  },
);
export type ParityPlot = Static<typeof ParityPlot>;

const CalibrationStatus = Type.Enum(['well_calibrated', 'over_confident', 'under_confident']);

export const QqPlot = titled('QqPlot', {
  theoretical_quantiles: Numbers,
  sample_quantiles: Numbers,
  mean_z: MaybeNumber,
  std_z: MaybeNumber,
  calibration_status: nullable(CalibrationStatus),
  n_samples: Type.Integer(),
  bounds: Pair,
  calibrated: Type.Boolean(),
  target: Type.String(),
  kind: CrossValidationKind,
});
export type QqPlot = Static<typeof QqPlot>;

export const CalibrationPlot = titled('CalibrationPlot', {
  confidence_levels: Numbers,
  observed_coverage: Numbers,
  confidence_bands_lower: Numbers,
  confidence_bands_upper: Numbers,
  n_samples: Type.Integer(),
  calibrated: Type.Boolean(),
  target: Type.String(),
  kind: CrossValidationKind,
});
export type CalibrationPlot = Static<typeof CalibrationPlot>;

export const LearningCurveQuery = Type.Object({
  target: Type.Optional(Type.String()),
  cv_splits: Type.Optional(Type.Integer({ minimum: 2, maximum: 10, default: 5 })),
});
export type LearningCurveQuery = Static<typeof LearningCurveQuery>;

export const LearningCurve = titled('LearningCurve', {
  training_sizes: Type.Array(Type.Integer()),
  rmse: Type.Array(MaybeNumber),
  mae: Type.Array(MaybeNumber),
  r2: Type.Array(MaybeNumber),
  mape: Type.Array(MaybeNumber),
  kind: Type.Array(nullable(CrossValidationKind), { description: 'Kind of the scores at each size' }),
});
export type LearningCurve = Static<typeof LearningCurve>;

export const HyperparametersView = titled('HyperparametersView', {
  hyperparameters: Hyperparameters,
  backend: Type.String(),
  kernel: Type.String(),
  input_transform: nullable(Type.String()),
  output_transform: nullable(Type.String()),
  calibration_enabled: Type.Boolean(),
  calibration_factor: MaybeNumber,
});
export type HyperparametersView = Static<typeof HyperparametersView>;

export const ContourRequest = Type.Object(
  {
    x_var: Type.String(),
    y_var: Type.String(),
    fixed_values: maybe(Inputs),
    grid_resolution: Type.Optional(Type.Integer({ minimum: 10, maximum: 200, default: 50 })),
    include_experiments: Type.Optional(Type.Boolean()),
    include_suggestions: Type.Optional(Type.Boolean()),
    target: maybe(Type.String()),
  },
  {
    title: 'ContourRequest',
    examples: [{ x_var: 'temperature', y_var: 'time', fixed_values: { solvent: 'THF' } }],
  },
);
export type ContourRequest = Static<typeof ContourRequest>;

const Grid = Type.Array(Numbers, { description: 'Rows over y, columns over x' });

export const ContourPlot = titled('ContourPlot', {
  x_var: Type.String(),
  y_var: Type.String(),
  target: Type.String(),
  fixed_values: Inputs,
  x_grid: Grid,
  y_grid: Grid,
  predictions: Grid,
  uncertainties: Grid,
  experiments: nullable(
    Type.Object({
      x: Type.Array(MaybeNumber),
      y: Type.Array(MaybeNumber),
      output: Type.Array(MaybeNumber),
    }),
  ),
  suggestions: nullable(Type.Object({ x: Type.Array(MaybeNumber), y: Type.Array(MaybeNumber) })),
  x_bounds: Pair,
  y_bounds: Pair,
  x_categories: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The x axis is a category: values of x are positions in this list',
    }),
  ),
  y_categories: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The y axis is a category: values of y are positions in this list',
    }),
  ),
  colorbar_bounds: Pair,
  output_range: nullable(Pair),
});
export type ContourPlot = Static<typeof ContourPlot>;
