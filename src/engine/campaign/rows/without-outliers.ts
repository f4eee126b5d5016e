import { type BetterDirection, outlierRemarks, outliersOf } from '../../gp/outliers/outliers.ts';
import { measuredPart, withoutRows } from '../../gp/rows-of-task.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import type { CampaignResult, CampaignTask } from '../task.ts';

/** A task without results that are likely errors, and how its rows are numbered in the whole task. */
export interface WithoutOutliers {
  readonly task: CampaignTask;
  readonly remarks: readonly string[];
  named(result: CampaignResult): CampaignResult;
}

/**
 * The task as if outliers had not been measured (`outliersOf`): of one objective a run that gave none, of several one
 * without that output.
 */
export function withoutOutliers(task: CampaignTask): WithoutOutliers {
  const outliers = task.outputs.map((_, objective) => outliersIn(task, objective));
  const remarks = outliers.flatMap(({ remarks: own }) => own);
  const whole = { task, remarks, named: (result: CampaignResult) => result };
  if (remarks.length === 0) return whole;
  if (task.outputs.length === 1) return withoutResults(task, outliers[0].rows, remarks, true);
  const outputs = task.outputs.map((y, k) => {
    const values = y.slice();
    for (const row of outliers[k].rows) values[row] = Number.NaN;
    return values;
  });
  return { ...whole, task: { ...task, outputs } };
}

function betterOf({ goals, desirability }: CampaignTask, objective: number): BetterDirection {
  const shape = desirability?.[objective].shape ?? (goals[objective] === 'maximize' ? 'larger' : 'smaller');
  return shape === 'target' ? 'neither' : shape;
}

/** Rows of the task. */
function outliersIn(task: CampaignTask, objective: number): { rows: Int32Array; remarks: string[] } {
  const part = measuredPart(task, objective);
  const [y] = part.outputs;
  const found = outliersOf({ ...part, y }, betterOf(task, objective));
  const measured = Array.from(task.outputs[objective].keys()).filter(
    (row) => !Number.isNaN(task.outputs[objective][row]),
  );
  return { rows: found.map((at) => measured[at]), remarks: outlierRemarks(y, found) };
}

/** The task without some rows. @param failed whether these are runs that gave no result: else they may be proposed again */
export function withoutResults(
  task: CampaignTask,
  rows: Int32Array,
  remarks: readonly string[],
  failed: boolean,
): WithoutOutliers {
  const { X, d, pending, lost = 0 } = task;
  const { part, kept } = withoutRows(task, rows);
  const points = Array.from(rows, (row) => X.slice(row * d, (row + 1) * d));
  return {
    task: {
      ...part,
      ...(failed ? { pending: concatenate([...points, pending]), lost: lost + rows.length } : {}),
    },
    remarks,
    named: (result) => ({
      ...result,
      suggestions: result.suggestions.map((one) =>
        one.nearest ? { ...one, nearest: { ...one.nearest, row: kept[one.nearest.row] } } : one,
      ),
      ...(result.recommendation
        ? { recommendation: { ...result.recommendation, row: kept[result.recommendation.row] } }
        : {}),
    }),
  };
}
