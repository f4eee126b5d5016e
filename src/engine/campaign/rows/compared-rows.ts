import { attainableRows, isAttainable } from '../../acquisition/models/attainable.ts';
import { intoSlice } from '../../acquisition/models/incumbent.ts';
import { censoredAmong } from '../../gp/censoring/censored.ts';
import { concatenate, rowsOf } from '../../linalg/concatenate.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import type { CampaignTask } from '../task.ts';

/** What new runs are compared with. */
export interface ComparedRows {
  /** The recorded runs that can still be made, with the values that are held or observed now: another batch of raw material, and less can be reached. */
  readonly compared: CampaignTask;
  /** The same as they were recorded. */
  readonly asRecorded: CampaignTask;
  /** Their rows in the task, ascending. */
  readonly rows: readonly number[];
  /** What to say about the others. */
  readonly remarks: readonly string[];
}

/** Which recorded runs the best result and gains are compared with; see `ComparedRows`. */
export function comparedRows(task: CampaignTask, region: FeasibleRegion): ComparedRows {
  const { X, n, d, fixed, outputs, censored } = task;
  const slice = intoSlice(X, d, fixed);
  const { X: moved, rows } = attainableRows(region, slice);
  const remarks = rows.length === n && moved === slice ? [] : remarksOn(task, region, slice);
  if (rows.length === n)
    return { compared: moved === X ? task : { ...task, X: moved }, asRecorded: task, rows, remarks };
  const picked = (from: Float64Array): CampaignTask => {
    const points = rowsOf(from, d);
    return {
      ...task,
      n: rows.length,
      X: concatenate(rows.map((row) => points[row])),
      outputs: outputs.map((y) => Float64Array.from(rows, (row) => y[row])),
      ...(censored && {
        censored: censored.map((limits) => (limits && censoredAmong(limits, rows)) ?? null),
      }),
    };
  };
  const asRecorded = picked(X);
  return { compared: moved === X ? asRecorded : picked(moved), asRecorded, rows, remarks };
}

/** Says how many rows lie outside for another reason than a value that is held or observed. */
function remarksOn({ n, d, fixed }: CampaignTask, region: FeasibleRegion, X: Float64Array): string[] {
  const { space } = region;
  const constraints = space.constraints.filter(({ coefficients }) =>
    Array.from(fixed.keys()).every((column) => coefficients[column] === 0),
  );
  const lasting = { ...region, space: { ...space, constraints } };
  const outside = rowsOf(X, d).filter((point) => !isAttainable(lasting, point)).length;
  if (outside === 0) return [];
  const compared =
    outside === n ? 'what the model expects at the nearest settings that can' : 'the best of the others';
  return [
    `${outside} of the ${n} runs cannot be made with the present ranges, categories and constraints: the models learn from them, and new runs are compared with ${compared}`,
  ];
}
