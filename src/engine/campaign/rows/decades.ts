import { runAlone } from '../../compute/lockstep.ts';
import { logarithmicColumns } from '../../gp/ensemble/mode.ts';
import type { RunContext } from '../../run-context.ts';
import { decodeValue, hull, levelAt, levelCount, stepCount } from '../../space/encode.ts';
import type { Dimension } from '../../space/space.ts';
import { type GivenScale, objectiveData } from '../surrogates.ts';
import type { CampaignResult, CampaignTask } from '../task.ts';
import { isTooFew } from './learned-rows.ts';

/** Concurrent calls on the same data decide alike. */
const FIT_SEED = 1;
/** Values that a logarithmic dimension lists at most. */
const MOST_VALUES = 10_000;

/** A task with the logarithms of some columns in place of their values, and the way back. */
export interface InDecades {
  readonly task: CampaignTask;
  /** Points of the task, [m, d], as the task that was given has them. */
  valued(points: Float64Array): Float64Array;
  /** Of the task that was given, where columns enter by their logarithms; absent: the tasks are one. */
  readonly given?: GivenScale;
  restored(result: CampaignResult): CampaignResult;
}

/**
 * The task on the scale that its rows are likelier with: of the columns that span decades (`spanning`), each enters by its logarithm where
 * `logarithmicColumns` says so. Models, search, distances and spread points are then those of a variable that was declared so.
 *
 * A column stays as it is where a linear constraint names it, where a value is not above 0, and where runs have costs. The predictive
 * model decides for each objective separately, on the given scale, as trainings do.
 */
export function inDecades(task: CampaignTask, context: RunContext): InDecades {
  const spanning = isTooFew(task) ? [] : (task.spanning ?? []).filter((column) => mayChange(task, column));
  const columns =
    spanning.length === 0
      ? []
      : runAlone(
          logarithmicColumns(
            task.outputs.map((_, k) => ({
              ...objectiveData(task, k),
              ...{ spanning, seed: FIT_SEED },
            })),
            context,
          ),
          context.backend,
        );
  if (columns.length === 0) return { task, valued: (points) => points, restored: (result) => result };
  const dimensions = task.space.dimensions.map((one, k) =>
    columns.includes(k) ? logarithmicDimension(one) : one,
  );
  const places = new Places(columns, dimensions);
  return {
    task: { ...withLogarithms(task, columns, places), space: { ...task.space, dimensions } },
    valued: (points) => places.read(points),
    given: { valued: (points) => places.read(points), space: task.space },
    restored: (result) => ({ ...restoredBy(result, places), logarithmic: columns }),
  };
}

/** Whether the values of a column can be replaced by their logarithms. */
function mayChange(task: CampaignTask, column: number): boolean {
  const { space, X, d, pending, candidates, successes, fixed, cost } = task;
  const dimension = space.dimensions[column];
  if (cost || dimension.kind === 'categorical' || countOf(dimension) > MOST_VALUES) return false;
  if (space.constraints.some(({ coefficients }) => coefficients[column] !== 0)) return false;
  const points = [X, pending, candidates?.points ?? [], successes?.X ?? []];
  const isAbove = (values: ArrayLike<number>) => {
    for (let at = column; at < values.length; at += d) if (!(values[at] > 0)) return false;
    return true;
  };
  return hull(dimension)[0] > 0 && (fixed.get(column) ?? 1) > 0 && points.every(isAbove);
}

/** Values that a logarithmic dimension lists; 0 for a range. */
function countOf(dimension: Dimension): number {
  if (dimension.kind !== 'real') return levelCount(dimension);
  return dimension.step === undefined ? 0 : stepCount(dimension.low, dimension.high, dimension.step);
}

function logarithmicDimension(dimension: Dimension): Dimension {
  const { name } = dimension;
  const count = countOf(dimension);
  if (count === 0) {
    const [low, high] = hull(dimension);
    return { kind: 'real', name, low: Math.log(low), high: Math.log(high), log: [low, high] };
  }
  const log = Array.from({ length: count }, (_, position) => levelAt(dimension, position));
  return { kind: 'discrete', name, values: log.map(Math.log), log };
}

/** Writes logarithms in place of values, and reads them back: those that it wrote exactly. */
class Places {
  readonly #columns: readonly number[];
  readonly #dimensions: readonly Dimension[];
  readonly #written = new Map<number, number>();

  constructor(columns: readonly number[], dimensions: readonly Dimension[]) {
    this.#columns = columns;
    this.#dimensions = dimensions;
  }

  write(points: Float64Array): Float64Array {
    const d = this.#dimensions.length;
    const written = points.slice();
    for (const column of this.#columns)
      for (let at = column; at < points.length; at += d) written[at] = this.code(points[at]);
    return written;
  }

  code(value: number): number {
    const code = Math.log(value);
    this.#written.set(code, value);
    return code;
  }

  read(points: Float64Array): Float64Array {
    const d = this.#dimensions.length;
    const values = points.slice();
    for (const column of this.#columns)
      for (let at = column; at < points.length; at += d)
        values[at] =
          this.#written.get(points[at]) ?? Number(decodeValue(this.#dimensions[column], points[at]));
    return values;
  }
}

function withLogarithms(
  task: CampaignTask,
  columns: readonly number[],
  places: Places,
): Omit<CampaignTask, 'space'> {
  const { X, pending, candidates, successes, fixed } = task;
  const held = Array.from(fixed, ([column, value]): [number, number] => [
    column,
    columns.includes(column) ? places.code(value) : value,
  ]);
  return {
    ...task,
    X: places.write(X),
    pending: places.write(pending),
    fixed: new Map(held),
    ...(candidates ? { candidates: { ...candidates, points: places.write(candidates.points) } } : {}),
    ...(successes ? { successes: { ...successes, X: places.write(successes.X) } } : {}),
  };
}

function restoredBy(result: CampaignResult, places: Places): CampaignResult {
  const { suggestions, recommendation } = result;
  const settings = recommendation?.settings;
  return {
    ...result,
    suggestions: suggestions.map((one) => ({
      ...one,
      point: places.read(one.point),
      alternatives: one.alternatives.map((other) => ({ ...other, point: places.read(other.point) })),
    })),
    ...(recommendation && settings
      ? {
          recommendation: {
            ...recommendation,
            settings: { ...settings, point: places.read(settings.point) },
          },
        }
      : {}),
  };
}
