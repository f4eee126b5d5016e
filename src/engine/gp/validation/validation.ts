import { joinSteps, type Steps } from '../../compute/lockstep.ts';
import { equalRows } from '../../linalg/equal-rows.ts';
import { createGenerator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { sidesOf } from '../censoring/censored.ts';
import { distributionAt } from '../ensemble/distribution.ts';
import { createEnsemblePosterior } from '../ensemble/posterior.ts';
import type { GpModel } from '../model.ts';
import { rowsOfTask } from '../rows-of-task.ts';
import type { CrossValidation, TrainTask, Validation } from '../task.ts';
import { deviation } from '../transforms/scaling.ts';

/** Folds, where there are as many different rows. */
const FOLDS = 5;
/** Deviations below this share of that of the outputs are taken as this: a score needs a density. */
const LEAST = 1e-10;

/**
 * Indices of the rows of X [n, d] in each of `count` folds: rows with equal inputs stay together, and folds are filled evenly in a shuffled order.
 *
 * @returns undefined where all rows have the same inputs
 */
export function groupedFolds(
  { X, n, d }: Pick<TrainTask, 'X' | 'n' | 'd'>,
  seed: number,
  count = FOLDS,
): Int32Array[] | undefined {
  const { group, count: different } = equalRows(X, n, d);
  if (different < 2) return undefined;
  const sizes = new Int32Array(different);
  for (const g of group) sizes[g]++;
  const shuffled = createGenerator(`folds/${seed}`).shuffle(Int32Array.from(sizes.keys()));
  const foldOf = new Int32Array(different);
  const filled = new Int32Array(Math.min(count, different));
  for (const g of Array.from(shuffled).sort((a, b) => sizes[b] - sizes[a])) {
    for (let f = 0; f < filled.length; f++) if (filled[f] < filled[foldOf[g]]) foldOf[g] = f;
    filled[foldOf[g]] += sizes[g];
  }
  const folds = Array.from(filled, (length) => new Int32Array(length));
  filled.fill(0);
  for (let i = 0; i < n; i++) {
    const fold = foldOf[group[i]];
    folds[fold][filled[fold]++] = i;
  }
  return folds;
}

/**
 * Fits to the rows of all folds but one, all folds together, and scores the one left out against its measurements.
 *
 * @param refit fits the rows that are kept; what it takes from a fit to all rows may only be where it begins
 */
export function* validationSteps(
  task: TrainTask,
  y: Float64Array,
  refit: (task: TrainTask, y: Float64Array) => Steps<GpModel>,
  context: RunContext,
): Steps<Validation | undefined> {
  const folds = groupedFolds(task, task.seed, task.folds);
  if (folds === undefined) return undefined;
  const kept = folds.map((fold) => {
    const left = new Set(fold);
    return rowsOfTask(
      task,
      y,
      Int32Array.from({ length: task.n }, (_, i) => i).filter((i) => !left.has(i)),
    );
  });
  const models = yield* joinSteps(kept.map((part) => refit(part, part.outputs[0])));
  const { n } = task;
  const sides = sidesOf(n, task.censored?.[0] ?? undefined);
  const scores = {
    rows: Int32Array.from(folds.flatMap((fold) => [...fold])),
    actual: new Float64Array(n),
    predicted: new Float64Array(n),
    std: new Float64Array(n),
    logDensity: new Float64Array(n),
    crps: new Float64Array(n),
    level: new Float64Array(n),
  };
  let at = 0;
  folds.forEach((fold, i) => {
    scoreFold(models[i], rowsOfTask(task, y, fold), scores, at, context);
    // Without spread the scale of the outputs is a convention of the recipe, and a density follows it.
    if (!differ(kept[i].outputs[0])) scores.logDensity.fill(Number.NaN, at, at + fold.length);
    at += fold.length;
  });
  return {
    folds: folds.length,
    ...scores,
    ...(task.censored?.[0] ? { sides: scores.rows.map((row) => sides[row]) } : {}),
  };
}

const differ = (y: Float64Array): boolean => y.some((value) => value !== y[0]);

/** Least standard deviation of a measurement, in the units of the outputs y [n]: a share of theirs, whatever their offset, or the rounding of fp64. */
function leastDeviation(y: Float64Array): number {
  const largest = y.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Math.max(LEAST * (deviation(y, 0) || largest || 1), Number.EPSILON * largest);
}

/** Writes the scores of a fold from entry `at` on; a row with given noise is expected with its own. */
function scoreFold(
  model: GpModel,
  left: TrainTask,
  scores: Omit<Validation, 'folds'>,
  at: number,
  context: RunContext,
): void {
  const posterior = createEnsemblePosterior(model, context.backend);
  try {
    const prediction = posterior.predict(left.X, left.n);
    const sides = sidesOf(left.n, left.censored?.[0] ?? undefined);
    const least = model.ofLog ? LEAST : leastDeviation(model.y);
    for (let i = 0; i < left.n; i++, at++) {
      const given = Math.sqrt(left.noise?.[i] ?? 0) * model.calibration;
      const measurement = distributionAt(prediction, i, 'measurement', given, least);
      const { mean } = measurement.moments();
      const actual = left.outputs[0][i];
      scores.actual[at] = actual;
      scores.predicted[at] = mean;
      scores.std[at] = measurement.deviation(actual);
      const side = sides[i];
      scores.logDensity[at] =
        side === 0 ? measurement.logDensity(actual) : measurement.logProbability(actual, side);
      scores.crps[at] = side === 0 ? measurement.crps(actual) : Number.NaN;
      scores.level[at] = measurement.level(actual);
    }
  } finally {
    posterior.free();
  }
}

/** The results of a validation without the limits, whose true values are not known. */
export function measuredResults({ actual, predicted, std, rows, level, sides }: Validation): CrossValidation {
  if (sides === undefined) return { actual, predicted, std, rows, level };
  const measured = (_: number, i: number) => sides[i] === 0;
  return {
    actual: actual.filter(measured),
    predicted: predicted.filter(measured),
    std: std.filter(measured),
    rows: rows.filter(measured),
    level: level.filter(measured),
  };
}
