import { createHash } from 'node:crypto';
import type { Row } from '../../../contract/values.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { ShapeError, ValueError } from '../../../engine/errors.ts';
import type { GpModel } from '../../../engine/gp/model.ts';
import type { Recipe } from '../../../engine/gp/recipes/recipe.ts';
import type { RecordedRows } from '../../../engine/gp/recorded-rows.ts';
import { measuredPart, withoutRows } from '../../../engine/gp/rows-of-task.ts';
import type { CrossValidation, TrainResult } from '../../../engine/gp/task.ts';
import { eachInSlices, type Slices } from '../../../engine/slices.ts';
import { encodeRows, type NamedRow } from '../../../engine/space/encode.ts';
import type { Dimension, Space } from '../../../engine/space/space.ts';
import type { List } from '../document/document-list.ts';
import { rememberModels } from '../fitted-models.ts';
import { hasResult, measuredRows } from '../rows/measured-rows.ts';
import { censoredIn } from '../rows/row-details.ts';
import type { ModelColumn, ModelRecord, State, StoredFit } from '../state.ts';
import { packArrays, unpackArrays } from './packed-arrays.ts';

/** The rules and defaults that suggestions from a model follow. */
export const recipeOf = ({ backend }: ModelRecord): Recipe => (backend === 'sklearn' ? 'sklearn' : 'botorch');

/** What a model knows of a variable as it is. */
export const columnOf = ({ name, type, values, scale }: StoredVariable): ModelColumn => ({
  name,
  labels: type === 'categorical' ? (values ?? []) : null,
  ...(scale === 'log' ? { log: true as const } : {}),
});

/** A model column as a dimension to encode with: recorded numbers are taken as they are, whatever their bounds. */
const columnDimension = ({ name, labels, log }: ModelColumn): Dimension =>
  labels === null
    ? {
        kind: 'real',
        name,
        low: Number.NEGATIVE_INFINITY,
        high: Number.POSITIVE_INFINITY,
        ...(log === true ? { log: [0, Number.POSITIVE_INFINITY] as const } : {}),
      }
    : { kind: 'categorical', name, labels };

export const columnSpace = (columns: readonly ModelColumn[]) => ({
  dimensions: columns.map(columnDimension),
  constraints: [],
});

/** @throws ValueError there are derived variables, whose functions a session file does not hold */
export function refuseDerived({ derived_variables: derived }: State): void {
  if (derived.length > 0) {
    throw new ValueError(
      'a session file does not contain the functions of derived variables; load the variables without them',
    );
  }
}

/** @throws ValueError a variable has no column in the rows */
export function refuseAbsent({ rows }: State, variables: readonly StoredVariable[]): void {
  const absent = variables.find(({ name }) => !rows.some((row) => Object.hasOwn(row, name)));
  if (absent !== undefined) {
    throw new ValueError(
      `variable '${absent.name}' has no column in the data; delete it, or upload data that has it`,
    );
  }
}

/** Rows that are read at once. */
const together = 1024;

/** A column of the table; NaN where it holds no number. */
function* numbersIn(rows: List<Row>, name: string): Slices<Float64Array> {
  const values = new Float64Array(rows.length);
  yield* eachInSlices(rows, ({ [name]: value }, i) => {
    values[i] = typeof value === 'number' ? value : Number.NaN;
  });
  return values;
}

/** As `encodeRows`, in slices. */
export function* encodeInSlices(
  space: Pick<Space, 'dimensions' | 'constraints'>,
  rows: List<NamedRow>,
  what?: string,
): Slices<Float64Array> {
  const encoded = new Float64Array(rows.length * space.dimensions.length);
  for (let from = 0; from < rows.length; from += together) {
    const part = encodeRows(space, rows.slice(from, from + together), { before: from, what });
    encoded.set(part, from * space.dimensions.length);
    yield;
  }
  return encoded;
}

/**
 * Rows with a value of any of the targets, encoded.
 *
 * @throws ValueError naming row, column and value
 */
export function* encodeTraining(
  { rows, details }: Pick<State, 'rows' | 'details'>,
  columns: readonly ModelColumn[],
  targets: readonly string[],
  withNoise: boolean,
): Slices<RecordedRows> {
  const censored: NonNullable<RecordedRows['censored']>[number][] = [];
  const outputs: Float64Array[] = [];
  for (const target of targets) {
    censored.push(yield* censoredIn(details, rows, target));
    outputs.push(yield* numbersIn(rows, target));
  }
  return {
    X: yield* encodeInSlices(columnSpace(columns), rows),
    n: rows.length,
    d: columns.length,
    categorical: columns.map(({ labels }) => labels !== null),
    outputs,
    ...(censored.some((limits) => limits !== null) ? { censored } : {}),
    ...(withNoise ? { noise: yield* numbersIn(rows, 'Noise') } : {}),
  };
}

/** All rows of a model of several objectives, where some were not measured in every row, or the table has changed since. */
export function* recordsOf(
  state: State,
  { columns, targets, n_rows, fits, data_revision }: ModelRecord,
): Slices<{ readonly records?: Pick<RecordedRows, 'X' | 'outputs' | 'censored'> }> {
  const rows = measuredRows(state.rows, targets).slice(0, n_rows);
  const changed = targets.length > 1 && data_revision !== state.data_revision;
  const whole = !changed && fits.every(({ model }) => model.doubtful === undefined);
  // Each of these rows has a result of an objective: of the only one, where there are no others.
  const isComplete = (row: Row) => targets.every((target) => hasResult(row, target));
  if (whole && (targets.length === 1 || rows.every(isComplete))) return {};
  const part = { rows, details: state.details };
  const { X, outputs, censored } = yield* encodeTraining(part, columns, targets, false);
  return { records: { X, outputs, ...(censored === undefined ? {} : { censored }) } };
}

/** Fingerprint of training data. */
export function hashOf(data: RecordedRows): string {
  const hash = createHash('sha256');
  const limits = (data.censored ?? []).flatMap((one) =>
    one === null ? [Int32Array.of(-1)] : [one.rows, one.sides],
  );
  const noise = data.noise === undefined ? [] : [data.noise];
  for (const array of [data.X, ...data.outputs, ...noise, ...limits]) {
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }
  return hash.digest('hex').slice(0, 16);
}

function storedValidation(validation: CrossValidation | undefined): StoredFit['cross_validation'] {
  if (validation === undefined) return null;
  const { actual, predicted, std, rows, level } = validation;
  return {
    actual: [...actual],
    predicted: [...predicted],
    std: [...std],
    rows: [...rows],
    ...(level ? { level: [...level] } : {}),
  };
}

/** What of a fit is kept in the session file: all but the data. */
export function storedFits(result: TrainResult): StoredFit[] {
  return result.models.map(({ X: _X, y: _y, noise, ...rest }, i) => ({
    model: packArrays(rest) as Readonly<Record<string, unknown>>,
    given_noise: noise !== undefined,
    cross_validation: storedValidation(result.crossValidation[i]),
  }));
}

function modelOf(fit: StoredFit, data: RecordedRows, objective: number): GpModel {
  const kept = unpackArrays(fit.model) as Omit<GpModel, 'X' | 'y' | 'noise'>;
  const measured = measuredPart(data, objective);
  const part = kept.doubtful ? withoutRows(measured, kept.doubtful).part : measured;
  const y = part.outputs[0] as Float64Array;
  if (y.length !== kept.n) throw new ShapeError(`model: expected ${kept.n} rows, got ${y.length}`);
  return {
    ...kept,
    X: part.X,
    y,
    ...(fit.given_noise && part.noise !== undefined ? { noise: part.noise } : {}),
  };
}

/**
 * Rebuilds the models of a record from its kept fits and the rows that it was trained on.
 *
 * @returns false when those rows are not there any more, or nothing was fitted
 */
export function* rebuildModel(state: State, record: ModelRecord): Slices<boolean> {
  if (!record.fitted || record.fits.length === 0) return false;
  const rows = measuredRows(state.rows, record.targets).slice(0, record.n_rows);
  if (rows.length < record.n_rows) return false;
  try {
    const withNoise = record.fits.some((fit) => fit.given_noise);
    const part = { rows, details: state.details };
    const data = yield* encodeTraining(part, record.columns, record.targets, withNoise);
    if (hashOf(data) !== record.data_hash) return false;
    rememberModels(
      record,
      record.fits.map((fit, objective) => modelOf(fit, data, objective)),
    );
    return true;
  } catch {
    // The rows do not fit the model any more: the saved call has to be trained again.
    return false;
  }
}
