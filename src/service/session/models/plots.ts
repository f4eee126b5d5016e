import type { CrossValidationKind } from '../../../contract/models/model.ts';
import type {
  CalibrationPlot,
  ContourPlot,
  ContourRequest,
  HyperparametersView,
  ParityPlot,
  PlotQuery,
  QqPlot,
} from '../../../contract/models/visualizations.ts';
import type { Inputs } from '../../../contract/values.ts';
import { centreValue } from '../../../engine/design/coded-value.ts';
import { calibrationData, parityData, quantileData } from '../../../engine/diagnostics/plots.ts';
import {
  errorMetrics,
  type Residuals,
  standardized,
  zStatistics,
} from '../../../engine/diagnostics/residuals.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { GpModel } from '../../../engine/gp/model.ts';
import { usualTransforms } from '../../../engine/gp/recipes/recipe.ts';
import { extent } from '../../../engine/linalg/extent.ts';
import { normalQuantile } from '../../../engine/random/normal.ts';
import { decodeValue, encodeValue, isLogarithmic } from '../../../engine/space/encode.ts';
import type { Dimension } from '../../../engine/space/space.ts';
import type { List } from '../document/document-list.ts';
import { trainedModel } from '../fitted-models.ts';
import type { Change, ModelRecord, State, StoredFit } from '../state.ts';
import { dimensionOf } from '../variables/space.ts';
import { list, namesToUse, show } from '../words.ts';
import { columnSpace, recipeOf } from './fit.ts';
import { crossValidationKind, orNull } from './model-scores.ts';
import { autoTrainRows } from './train.ts';
import { trainedRows } from './trained-rows.ts';

/** Position of the objective that a query names; the first when it names none. */
export function objectiveOf(record: ModelRecord, target: string | null | undefined): number {
  if (target == null) return 0;
  const objective = record.targets.indexOf(target);
  if (objective >= 0) return objective;
  throw new ValueError(
    `target: '${target}' is not an objective of the model; ${namesToUse(record.targets, target)}`,
  );
}

/** Calibration factor of z-scores [n]; 1 where they have none. */
function spreadOf(z: Float64Array): number {
  const { stdZ } = zStatistics(z);
  return stdZ > 0 && Number.isFinite(stdZ) ? stdZ : 1;
}

interface Points {
  readonly residuals: NonNullable<StoredFit['cross_validation']>;
  /** Of the table now; null: removed or corrected since the training. */
  readonly rows: readonly (number | null)[];
  readonly named: {
    readonly calibrated: boolean;
    readonly target: string;
    readonly kind: CrossValidationKind;
  };
}

/** Cross-validation results of an objective, with calibrated deviations if asked for. */
function pointsOf(state: State, { target, use_calibrated = false }: PlotQuery): Points {
  const { record, models } = trainedModel(state);
  const objective = objectiveOf(record, target);
  const validation = record.fits[objective]?.cross_validation ?? null;
  if (validation === null) {
    throw new ValueError(
      `plots need a cross-validation, and that needs at least ${autoTrainRows} experiments, not all at the same settings; the model was trained on ${record.n_rows}`,
    );
  }
  const name = record.targets[objective] as string;
  const scale = use_calibrated ? spreadOf(standardized(validation)) : 1;
  return {
    residuals: {
      ...validation,
      std: validation.std.map((value) => value * scale),
    },
    rows: validation.rows.map(trainedRows(state, record, models[objective] as GpModel, name)),
    named: {
      calibrated: use_calibrated,
      target: name,
      kind: crossValidationKind(record.backend, record.validation?.[name]?.kind),
    },
  };
}

/** Errors of predictions: root mean square and mean absolute ones in the unit of the objective, `mape` in per cent; null where not defined. */
export const metricsView = (residuals: Residuals) => {
  const { rmse, mae, r2, mape } = errorMetrics(residuals);
  return { rmse: orNull(rmse), mae: orNull(mae), r2: orNull(r2), mape: orNull(mape) };
};

/** Measured against predicted values. @throws NoModelError, ValueError there is no model, or no objective of that name, or too few rows for cross-validation */
export function parityPlot(state: State, query: PlotQuery): ParityPlot {
  const { residuals, rows, named } = pointsOf(state, query);
  const data = parityData(residuals);
  return {
    actual: [...data.actual],
    predicted: [...data.predicted],
    std: [...data.std],
    rows: [...rows],
    metrics: metricsView(residuals),
    bounds: [...data.bounds],
    ...named,
  };
}

/** Quantiles of standardized residuals against those of the normal distribution. @throws as `parityPlot` */
export function qqPlot(state: State, query: PlotQuery): QqPlot {
  const { residuals, named } = pointsOf(state, query);
  const data = quantileData(residuals);
  const ends = [...data.theoretical, ...data.sample];
  return {
    theoretical_quantiles: [...data.theoretical],
    sample_quantiles: [...data.sample],
    mean_z: orNull(data.meanZ),
    std_z: orNull(data.stdZ),
    calibration_status: Number.isFinite(data.stdZ) ? data.status : null,
    n_samples: data.sample.length,
    bounds: [...extent(ends)],
    ...named,
  };
}

/** Where each measured value lies in its prediction, as a normal score: by the quantiles of the prediction where these are known. */
function normalScores({ residuals, named }: Points): Float64Array {
  if (residuals.level === undefined) return standardized(residuals);
  const scores = Float64Array.from(residuals.level, (level) => normalQuantile(level));
  return named.calibrated ? scores.map((score) => score / spreadOf(scores)) : scores;
}

/** Share of measured values within predicted intervals, by their level from 0 to 1. @throws as `parityPlot` */
export function calibrationPlot(state: State, query: PlotQuery): CalibrationPlot {
  const points = pointsOf(state, query);
  const { residuals, named } = points;
  const data = calibrationData(normalScores(points));
  return {
    confidence_levels: [...data.levels],
    observed_coverage: [...data.coverage],
    confidence_bands_lower: [...data.bandLow],
    confidence_bands_upper: [...data.bandHigh],
    n_samples: residuals.actual.length,
    ...named,
  };
}

/** Hyperparameters of the model by objective. @throws NoModelError */
export function hyperparametersPlot(state: State): HyperparametersView {
  const { record } = trainedModel(state);
  const call = record.training_config;
  const validation = record.fits.length === 1 ? record.fits[0]?.cross_validation : null;
  const usual = usualTransforms[recipeOf(record)];
  return {
    hyperparameters: record.hyperparameters,
    backend: record.backend,
    kernel: record.kernel,
    input_transform: call.input_transform_type ?? usual.input,
    output_transform: call.output_transform_type ?? usual.output,
    calibration_enabled: call.calibration_enabled,
    calibration_factor: validation == null ? null : orNull(zStatistics(standardized(validation)).stdZ),
  };
}

interface ContourContext {
  readonly request: ContourRequest;
  readonly x: Axis;
  readonly y: Axis;
  readonly fixed: Inputs;
  readonly objective: number;
  readonly target: string;
}

interface Axis {
  readonly name: string;
  readonly bounds: readonly [number, number];
  /** As the model has them. */
  readonly codes: readonly number[];
  /** Numbers of the grid; of categories their places. */
  readonly ticks: readonly number[];
  /** Categories in the order of their places; null: numbers. */
  readonly categories: readonly string[] | null;
}

function axisOf(state: State, record: ModelRecord, field: string, name: string, resolution: number): Axis {
  const variable = state.variables.find((candidate) => candidate.name === name);
  const column = record.columns.find((one) => one.name === name);
  if (variable === undefined && column !== undefined) {
    throw new ValueError(`${field}: variable '${name}' was deleted since the model was trained; train again`);
  }
  if (variable === undefined || column === undefined) {
    const names = record.columns
      .map((one) => one.name)
      .filter((one) => state.variables.some((known) => known.name === one));
    throw new ValueError(`${field}: '${name}' is not a variable of the model; ${namesToUse(names, name)}`);
  }
  const dimension = dimensionOf(state, variable);
  const stale = () =>
    new ValueError(
      `${field}: the scale or type of '${name}' was changed since the model was trained; train again`,
    );
  if ((dimension.kind === 'categorical') !== (column.labels !== null)) throw stale();
  if (column.labels !== null) {
    const places = column.labels.map((_, i) => i);
    const bounds = [0, places.length - 1] as const;
    return { name, bounds, codes: places, ticks: places, categories: column.labels };
  }
  const isLog = isLogarithmic(dimension);
  if (isLog !== (column.log === true)) throw stale();
  if (dimension.kind === 'discrete') {
    const codes = [...dimension.values].sort((one, other) => one - other);
    const ticks = codes.map((code) => decodeValue(dimension, code) as number);
    const bounds = [ticks[0] as number, ticks.at(-1) as number] as const;
    return { name, bounds, codes, ticks, categories: null };
  }
  const { low, high } = dimension as Extract<Dimension, { kind: 'real' | 'integer' }>;
  const step = (high - low) / (resolution - 1);
  const codes = Array.from({ length: resolution }, (_, i) => low + i * step);
  const ticks = isLog ? codes.map((code) => decodeValue(dimension, code) as number) : codes;
  return {
    name,
    bounds: dimension.kind === 'real' ? (dimension.log ?? [low, high]) : [low, high],
    codes,
    ticks,
    categories: null,
  };
}

/** Given values, else the middle of numbers, the first category, the middle allowed value. */
function fixedValue(state: State, name: string, given: Inputs): number | string {
  const variable = state.variables.find((candidate) => candidate.name === name);
  if (variable === undefined) {
    throw new ValueError(`variable '${name}' was deleted since the model was trained; train again`);
  }
  const dimension: Dimension = dimensionOf(state, variable);
  const value = given[name];
  if (value !== undefined) {
    encodeValue(dimension, value);
    return value;
  }
  if (dimension.kind === 'discrete') {
    return (dimension.log ?? dimension.values)[Math.floor(dimension.values.length / 2)] as number;
  }
  return decodeValue(dimension, dimension.kind === 'categorical' ? 0 : centreValue(dimension));
}

/**
 * Predictions over a grid of two axes, the other variables fixed; points [ny·nx, d], x varies fastest.
 *
 * @throws NoModelError there is no trained model
 * @throws ValueError the axes are one variable, or an axis or a fixed value is of no variable of the model, or a value is given for an axis
 */
export function prepareContour(state: State, request: ContourRequest) {
  const { record, models } = trainedModel(state);
  const objective = objectiveOf(record, request.target);
  const { grid_resolution: resolution = 50, x_var, y_var } = request;
  if (x_var === y_var)
    throw new ValueError(`y_var: '${y_var}' is the x axis; the two variables must be different`);
  const x = axisOf(state, record, 'x_var', x_var, resolution);
  const y = axisOf(state, record, 'y_var', y_var, resolution);
  const given = request.fixed_values ?? {};
  const names = record.columns.map((column) => column.name);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new ValueError(
      `fixed_values: ${list(unknown)} is not a variable of the model; ${namesToUse(names, unknown[0])}`,
    );
  for (const [axis, name] of Object.entries({ x_var, y_var })) {
    if (given[name] === undefined) continue;
    throw new ValueError(
      `fixed_values: '${name}' is ${show(given[name])}, and ${axis} lets it vary; leave it out, or choose another axis`,
    );
  }
  const others = names.filter((name) => name !== x_var && name !== y_var);
  const fixed: Inputs = Object.fromEntries(others.map((name) => [name, fixedValue(state, name, given)]));
  const { dimensions } = columnSpace(record.columns);
  const d = dimensions.length;
  const row = Float64Array.from(dimensions, (dimension) =>
    dimension.name === x_var || dimension.name === y_var ? 0 : encodeValue(dimension, fixed[dimension.name]),
  );
  const m = x.codes.length * y.codes.length;
  const X = new Float64Array(m * d);
  const [xColumn, yColumn] = [names.indexOf(x_var), names.indexOf(y_var)];
  y.codes.forEach((yTick, i) => {
    x.codes.forEach((xTick, j) => {
      const at = (i * x.codes.length + j) * d;
      X.set(row, at);
      X[at + xColumn] = xTick;
      X[at + yColumn] = yTick;
    });
  });
  const context: ContourContext = {
    request,
    x,
    y,
    fixed,
    objective,
    target: record.targets[objective] as string,
  };
  const model = models[objective] as (typeof models)[number];
  return { name: 'predict' as const, task: { models: [model], X, m }, context };
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Where values of rows lie on an axis; null: nowhere. */
function placesOn({ name, categories }: Axis, rows: List<Readonly<Record<string, unknown>>>) {
  if (categories === null) return rows.map((row) => numberOrNull(row[name]));
  return rows.map((row) => {
    const place = categories.indexOf(String(row[name]));
    return place < 0 ? null : place;
  });
}

/** Answers mean and standard deviation on the grid, [y][x], in the unit of the objective. Changes nothing. */
export function applyContour(
  state: State,
  result: { readonly mean: readonly Float64Array[]; readonly std: readonly Float64Array[] },
  { request, x, y, fixed, target }: ContourContext,
): Change<ContourPlot> {
  const [mean, std] = [result.mean[0] as Float64Array, result.std[0] as Float64Array];
  const width = x.ticks.length;
  const grid = (values: Float64Array) =>
    y.ticks.map((_, i) => [...values.subarray(i * width, (i + 1) * width)]);
  const column = (rows: List<Readonly<Record<string, unknown>>>, name: string) =>
    rows.map((row) => numberOrNull(row[name]));
  const observed = column(state.rows, target).filter((value) => value !== null);
  const [least, most] = extent([...observed]);
  const points = {
    x: placesOn(x, state.rows),
    y: placesOn(y, state.rows),
    output: column(state.rows, target),
  };
  const next = { x: placesOn(x, state.last_suggestions), y: placesOn(y, state.last_suggestions) };
  return {
    state,
    answer: {
      x_var: x.name,
      y_var: y.name,
      target,
      fixed_values: fixed,
      x_grid: y.ticks.map(() => [...x.ticks]),
      y_grid: y.ticks.map((tick) => x.ticks.map(() => tick)),
      predictions: grid(mean),
      uncertainties: grid(std),
      experiments: request.include_experiments === false ? null : points,
      suggestions: request.include_suggestions === true ? next : null,
      x_bounds: [...x.bounds],
      y_bounds: [...y.bounds],
      ...(x.categories === null ? {} : { x_categories: [...x.categories] }),
      ...(y.categories === null ? {} : { y_categories: [...y.categories] }),
      colorbar_bounds: [...extent(mean)],
      output_range: least < most ? [least, most] : null,
    },
  };
}
