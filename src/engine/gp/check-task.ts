import { ShapeError, ValueError } from '../errors.ts';
import { didYouMean } from '../words.ts';
import type { RecordedRows } from './recorded-rows.ts';
import type { TrainTask } from './task.ts';
import { checkTrainOptions } from './train-options.ts';

const recipes: readonly TrainTask['recipe'][] = ['sklearn', 'botorch', 'auto'];

/**
 * Checks what a model is to be made of.
 *
 * @throws ShapeError for lengths that do not fit, ValueError for values that cannot be, naming the field and the value
 */
export function checkTrainTask(task: TrainTask): void {
  const { n, d, outputs, recipe, folds, options } = task;
  if (n < 1 || d < 1)
    throw new ValueError(`train: expected at least one row and one column, got ${n} and ${d}`);
  checkRecordedRows('train', task);
  outputs.forEach((y, k) => {
    if (y.every(Number.isNaN)) throw new ValueError(`train: objective ${k + 1} was not measured in any row`);
  });
  if (!recipes.includes(recipe))
    throw new ValueError(
      `train: recipe '${recipe}' is not known; ${didYouMean(recipe, recipes)}use ${recipes.join(', ')}`,
    );
  if (folds !== undefined && !(Number.isInteger(folds) && folds >= 2))
    throw new ValueError(`train: folds must be a whole number from 2 on, got ${folds}`);
  if (options) checkTrainOptions(options);
}

/** `checkTrainTask` for the rows alone, of which there may be none. */
export function checkRecordedRows(who: string, rows: RecordedRows): void {
  const { n, d, X, outputs, noise, categorical } = rows;
  const lengths = [X.length === n * d, categorical.length === d, outputs.length > 0];
  if (!lengths.every(Boolean) || outputs.some((y) => y.length !== n)) {
    throw new ShapeError(
      `${who}: expected X [${n}, ${d}], categorical [${d}] and outputs [${n}] each, got ${X.length}, ${categorical.length} and ${outputs.map((y) => y.length).join(', ') || 'none'}`,
    );
  }
  if (noise && noise.length !== n)
    throw new ShapeError(`${who}: expected noise [${n}], got ${noise.length} variances`);
  const lists = { inputs: X, noise: noise ?? new Float64Array(0) };
  for (const [name, values] of Object.entries(lists)) {
    const at = values.findIndex((value) => !Number.isFinite(value));
    if (at >= 0) throw new ValueError(`${who}: ${name} must be finite, got ${values[at]} at position ${at}`);
  }
  outputs.forEach((y, k) => {
    const at = y.findIndex((value) => Math.abs(value) === Number.POSITIVE_INFINITY);
    if (at >= 0)
      throw new ValueError(`${who}: objective ${k + 1} must be finite, got ${y[at]} in row ${at + 1}`);
  });
  const negative = noise?.find((value) => value < 0);
  if (negative !== undefined)
    throw new ValueError(`${who}: noise variances must not be negative, got ${negative}`);
  checkCensored(who, rows);
}

function checkCensored(who: string, { n, censored }: RecordedRows): void {
  for (const [k, limits] of (censored ?? []).entries()) {
    if (!limits) continue;
    const { rows, sides } = limits;
    if (rows.length !== sides.length)
      throw new ShapeError(
        `${who}: objective ${k + 1} has ${rows.length} rows with limits and ${sides.length} sides; give one side per row`,
      );
    rows.forEach((row, i) => {
      if (row < 0 || row >= n || (i > 0 && row <= rows[i - 1]))
        throw new ValueError(
          `${who}: rows with limits of objective ${k + 1} must be ascending from 0 to ${n - 1}, got ${row} at position ${i}`,
        );
      if (Math.abs(sides[i]) !== 1)
        throw new ValueError(
          `${who}: sides of limits of objective ${k + 1} must be 1 or −1, got ${sides[i]} at position ${i}`,
        );
    });
  }
}
