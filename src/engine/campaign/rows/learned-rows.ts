import { signOf } from '../../acquisition/goal.ts';
import { searchedDesirability } from '../../acquisition/strategies/desirability.ts';
import { frontOfOutputs } from '../../acquisition/strategies/front.ts';
import { meetsLimits } from '../../acquisition/strategies/limits.ts';
import { type Rows, rowsOfTask } from '../../gp/rows-of-task.ts';
import { concatenate, rowsOf } from '../../linalg/concatenate.ts';
import { columnExtent } from '../../linalg/extent.ts';
import type { CampaignTask } from '../task.ts';

/** Rows that the model of each objective needs at least. */
const MODEL_ROWS = 3;

/** Whether an objective was measured in too few rows for a model. */
export const isTooFew = ({ outputs, n }: CampaignTask): boolean =>
  n < MODEL_ROWS || outputs.some((y) => y.filter((value) => !Number.isNaN(value)).length < MODEL_ROWS);

/** Whether no settings were measured twice though runs can be repeated, and no noise is given; values that are held or observed do not count as different settings. */
export function isUnrepeated({ X, n, d, noise, candidates, fixed }: CampaignTask): boolean {
  if (noise || candidates?.repeats === false) return false;
  const settings = rowsOf(X, d).map((point) => point.filter((_, column) => !fixed.has(column)).join());
  return new Set(settings).size === n;
}

type Aims = Pick<CampaignTask, 'outputs' | 'goals' | 'desirability'>;

/** Outputs [n] of an objective so that larger is better, by its direction or by how near they come to its target; NaN where it was not measured. */
function worthsOf({ outputs, goals, desirability }: Aims, objective: number): Float64Array {
  const part = desirability?.[objective];
  const sign = signOf(goals[objective]);
  return outputs[objective].map((y) =>
    part?.shape === 'target' ? searchedDesirability([part], [y]) : sign * y,
  );
}

/** The row with the best result of an objective; 0 where none was measured. */
export const bestMeasured = (task: Aims, objective: number): number =>
  worthsOf(task, objective).reduce(
    (best, worth, row, worths) => (worth > worths[best] || Number.isNaN(worths[best]) ? row : best),
    0,
  );

/**
 * Rows that the models of a campaign are learned from, at most: they are fitted many times over, in several forms and with
 * uncertain hyperparameters, each exactly.
 */
export const LEARNED_FROM = 600;

/**
 * Of more rows, the half nearest to the best one, where the search continues, and an even choice of the others.
 *
 * @param best a row of the task
 */
export function learnedRows<T extends Rows>(task: T, best: number, categorical: readonly boolean[]): T {
  const { X, n, d } = task;
  if (n <= LEARNED_FROM) return task;
  const rows = nearAndEven(task, [X.subarray(best * d, (best + 1) * d)], categorical, LEARNED_FROM);
  return rowsOfTask(task, task.outputs[0], rows);
}

/**
 * `most` of rows X [n, d]: the half of them nearest to any of the centres, and an even choice of the others by this distance, ascending. Distances are
 * in ranges of the columns; a category is as far from another as a range is long.
 *
 * @param centres [d] each
 */
function nearAndEven(
  task: Pick<Rows, 'X' | 'n' | 'd'>,
  centres: readonly Float64Array[],
  categorical: readonly boolean[],
  most: number,
): Int32Array {
  const { X, n, d } = task;
  const ranges = Array.from({ length: d }, (_, k) => {
    const [low, high] = columnExtent(task, k);
    return high - low || 1;
  });
  const distance = (row: number, centre: Float64Array) =>
    ranges.reduce((sum, range, k) => {
      const gap = X[row * d + k] - centre[k];
      return sum + (categorical[k] ? Number(gap !== 0) : (gap / range) ** 2);
    }, 0);
  const distances = Float64Array.from({ length: n }, (_, row) =>
    Math.min(...centres.map((centre) => distance(row, centre))),
  );
  const order = Array.from(distances.keys()).sort((a, b) => distances[a] - distances[b] || a - b);
  const near = most / 2;
  const step = (n - near) / (most - near);
  const others = Array.from({ length: most - near }, (_, i) => order[near + Math.floor(i * step)]);
  return Int32Array.from([...order.slice(0, near), ...others]).sort();
}

/** Pending runs that a member is searched beside, at most: models take them up exactly, at the third power of their number, for each member again. */
const COUNTED = 300;

/**
 * Runs that a member is searched beside, and how many of them gave no result: all, or of more pending runs those nearest to the best results and an even
 * choice of the others.
 *
 * @param chosen [p, d] the pending runs of the task, then earlier members of the batch
 */
export function countedRuns(
  task: CampaignTask,
  chosen: Float64Array,
): { readonly pending: Float64Array; readonly lost: number } {
  const { X, d, pending, lost = 0, outputs, categorical } = task;
  const n = pending.length / d;
  if (n <= COUNTED) return { pending: chosen, lost };
  const centres = outputs.map((_, k) => {
    const best = bestMeasured(task, k);
    return X.subarray(best * d, (best + 1) * d);
  });
  const rows = nearAndEven({ X: pending, n, d }, centres, categorical, COUNTED);
  const kept = Array.from(rows, (row) => pending.subarray(row * d, (row + 1) * d));
  return {
    pending: concatenate([...kept, chosen.subarray(pending.length)]),
    lost: rows.filter((row) => row < lost).length,
  };
}

/** Recorded rows that advice compares with, at most; joint draws cost their number to the third power. */
const COMPARED = 300;

/** Of more rows, the front and those with the best results of each objective, those within the limits first: the best of a drawn curve is among them. */
export function promisingRows<T extends Aims & Pick<CampaignTask, 'X' | 'n' | 'd' | 'outcomeConstraints'>>(
  task: T,
): T {
  const { X, n, d, outputs, outcomeConstraints } = task;
  if (n <= COMPARED) return task;
  const share = Math.ceil(COMPARED / outputs.length);
  const worths = outputs.map((_, k) => worthsOf(task, k));
  const kept = Uint8Array.from({ length: n }, (_, row) =>
    Number(meetsLimits(outcomeConstraints, (k) => outputs[k][row])),
  );
  const best = worths.flatMap((worth) => {
    const measured = Array.from(worth.keys()).filter((row) => !Number.isNaN(worth[row]));
    return measured.sort((a, b) => kept[b] - kept[a] || worth[b] - worth[a] || a - b).slice(0, share);
  });
  const within = worths.map((worth) => worth.map((value, row) => (kept[row] ? value : Number.NaN)));
  const goals = worths.map(() => 'maximize' as const);
  const front = outputs.length > 1 ? frontOfOutputs({ outputs: within, goals }).rows : [];
  const rows = Array.from(new Set([...best, ...front])).sort((a, b) => a - b);
  return {
    ...task,
    n: rows.length,
    X: Float64Array.from({ length: rows.length * d }, (_, at) => X[rows[Math.floor(at / d)] * d + (at % d)]),
    outputs: outputs.map((y) => Float64Array.from(rows, (row) => y[row])),
  };
}
