/**
 * Errors for callers of the library when a task is invalid. The service checks
 * requests where they enter.
 */

import type { FindOptimumTask, SuggestTask } from './acquisition/task.ts';
import type { CampaignTask } from './campaign/task.ts';
import { ShapeError, ValueError } from './errors.ts';
import { checkRecordedRows } from './gp/check-task.ts';
import type { Dimension, LinearConstraint, Space } from './space/space.ts';
import { list, show } from './words.ts';

/** @throws ValueError naming the dimension or constraint and the value that it cannot have, ShapeError for coefficients */
export function checkSpace(who: string, { dimensions, constraints }: Space): void {
  const names = dimensions.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new ValueError(`${who}: two dimensions have the name ${show(twice)}; rename one`);
  for (const dimension of dimensions) {
    const fault = faultOf(dimension);
    if (fault) throw new ValueError(`${who}: dimension ${show(dimension.name)}: ${fault}`);
  }
  for (const constraint of constraints) checkConstraint(who, constraint, dimensions.length);
}

const areAscending = (values: readonly number[]): boolean =>
  values.every((value, i) => Number.isFinite(value) && (i === 0 || value > values[i - 1]));

function faultOf(dimension: Dimension): string | undefined {
  if (dimension.kind === 'discrete') {
    const { values } = dimension;
    return values.length > 0 && areAscending(values)
      ? undefined
      : `expected values, finite and ascending, got ${list(values) || 'none'}`;
  }
  if (dimension.kind === 'categorical') {
    const { labels, open } = dimension;
    if (labels.length === 0) return 'expected labels, got none';
    const isKnown = (code: number) => Number.isInteger(code) && code >= 0 && code < labels.length;
    return open === undefined || (open.length > 0 && open.every(isKnown) && areAscending(open))
      ? undefined
      : `open must be ascending codes from 0 to ${labels.length - 1}, got ${list(open) || 'none'}`;
  }
  const { low, high } = dimension;
  if (!(Number.isFinite(low) && Number.isFinite(high) && low <= high))
    return `expected finite bounds, the lower one first, got ${low} and ${high}`;
  if (dimension.kind === 'integer')
    return Math.ceil(low) <= Math.floor(high) ? undefined : `no whole number lies between ${low} and ${high}`;
  const { step } = dimension;
  return step === undefined || (Number.isFinite(step) && step > 0)
    ? undefined
    : `step must be above 0, got ${step}`;
}

function checkConstraint(who: string, { name, coefficients, rhs }: LinearConstraint, d: number): void {
  if (coefficients.length !== d)
    throw new ShapeError(
      `${who}: constraint ${show(name)}: expected ${d} coefficients, got ${coefficients.length}`,
    );
  const wrong = [...coefficients, rhs].find((value) => !Number.isFinite(value));
  if (wrong !== undefined)
    throw new ValueError(
      `${who}: constraint ${show(name)}: coefficients and rhs must be finite, got ${wrong}`,
    );
}

/**
 * Points [m, d] of which every number is finite.
 *
 * @throws ShapeError when they do not fill rows, ValueError naming the first number that is not finite
 */
export function checkPoints(who: string, what: string, points: Float64Array, d: number): void {
  if (!Number.isInteger(points.length / d))
    throw new ShapeError(`${who}: expected ${what} [m, ${d}], got ${points.length} numbers`);
  const at = points.findIndex((value) => !Number.isFinite(value));
  if (at >= 0)
    throw new ValueError(
      `${who}: ${what} must be finite, got ${points[at]} in row ${Math.floor(at / d)}, column ${at % d}`,
    );
}

function checkFixed(who: string, fixed: ReadonlyMap<number, number>, d: number): void {
  for (const [column, value] of fixed) {
    if (!(Number.isInteger(column) && column >= 0 && column < d))
      throw new ValueError(`${who}: fixed: expected columns from 0 to ${d - 1}, got ${column}`);
    if (!Number.isFinite(value))
      throw new ValueError(`${who}: fixed: the value of column ${column} must be finite, got ${value}`);
  }
}

interface Objectives {
  readonly goals: SuggestTask['goals'];
  readonly outcomeConstraints?: SuggestTask['outcomeConstraints'] | undefined;
}

function checkObjectives(who: string, { goals, outcomeConstraints = [] }: Objectives, count: number): void {
  if (goals.length !== count)
    throw new ShapeError(`${who}: expected a goal for each of ${count} objectives, got ${goals.length}`);
  const unknown = goals.find((goal) => goal !== 'maximize' && goal !== 'minimize');
  if (unknown !== undefined)
    throw new ValueError(`${who}: goals are 'maximize' or 'minimize', got ${show(unknown)}`);
  for (const { objective, value } of outcomeConstraints) {
    if (!(Number.isInteger(objective) && objective >= 0 && objective < count))
      throw new ValueError(
        `${who}: outcome constraints: expected objectives from 0 to ${count - 1}, got ${objective}`,
      );
    if (!Number.isFinite(value))
      throw new ValueError(`${who}: outcome constraints: values must be finite, got ${value}`);
  }
}

function checkCount(who: string, count: number): void {
  if (!(Number.isInteger(count) && count >= 1))
    throw new ValueError(`${who}: count must be a whole number from 1 on, got ${count}`);
}

function checkModelColumns(who: string, models: SuggestTask['models'], d: number): void {
  const other = models.find((model) => model.d !== d);
  if (other) throw new ShapeError(`${who}: the space has ${d} dimensions, a model ${other.d} columns`);
}

/** @throws ShapeError, ValueError as `checkSpace` and `checkPoints`, naming the field */
export function checkSuggestTask(task: SuggestTask): void {
  const { space, models, count, fixed, pending, listed } = task;
  const d = space.dimensions.length;
  if (models.length === 0) throw new ValueError('suggest: expected a model per objective, got none');
  checkSpace('suggest', space);
  checkModelColumns('suggest', models, d);
  checkObjectives('suggest', task, models.length);
  checkCount('suggest', count);
  checkFixed('suggest', fixed, d);
  checkPoints('suggest', 'pending', pending, d);
  if (listed) checkList('suggest', 'listed', listed, d);
}

/** @throws as `checkSuggestTask` */
export function checkCampaignTask(task: CampaignTask): void {
  const { space, n, d, outputs, count, fixed, pending, candidates } = task;
  checkSpace('suggestNext', space);
  if (space.dimensions.length !== d)
    throw new ShapeError(
      `suggestNext: the space has ${space.dimensions.length} dimensions, the rows ${d} columns`,
    );
  if (!(Number.isInteger(n) && n >= 0))
    throw new ValueError(`suggestNext: n must be a whole number from 0 on, got ${n}`);
  checkRecordedRows('suggestNext', task);
  space.dimensions.forEach(({ kind, name }, k) => {
    if ((kind === 'categorical') !== task.categorical[k])
      throw new ValueError(
        `suggestNext: categorical[${k}] is ${task.categorical[k]}, but dimension ${show(name)} is ${kind}`,
      );
  });
  checkObjectives('suggestNext', task, outputs.length);
  checkCount('suggestNext', count);
  checkFixed('suggestNext', fixed, d);
  checkPoints('suggestNext', 'pending', pending, d);
  if (candidates) checkList('suggestNext', 'candidates', candidates.points, d);
}

/** Points to choose from. */
function checkList(who: string, what: string, points: Float64Array, d: number): void {
  if (points.length === 0) throw new ValueError(`${who}: ${what}: expected a point or more, got none`);
  checkPoints(who, what, points, d);
}

/** @throws as `checkSuggestTask` */
export function checkFindOptimumTask({
  space,
  model,
  goal,
  fixed,
  outcomeConstraints,
}: FindOptimumTask): void {
  const d = space.dimensions.length;
  checkSpace('findOptimum', space);
  checkModelColumns('findOptimum', [model], d);
  checkObjectives('findOptimum', { goals: [goal], outcomeConstraints }, 1);
  checkFixed('findOptimum', fixed, d);
}
