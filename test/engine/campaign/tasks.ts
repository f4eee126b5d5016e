import type { CampaignTask } from '../../../src/engine/campaign/task.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';

/** A short campaign over these dimensions, all objectives in one direction. */
export function quickTask(
  rows: Pick<CampaignTask, 'X' | 'n' | 'outputs'>,
  dimensions: readonly Dimension[],
  goal: 'maximize' | 'minimize',
  count: number,
  change: Partial<CampaignTask> = {},
): CampaignTask {
  return {
    ...rows,
    d: dimensions.length,
    categorical: dimensions.map(({ kind }) => kind === 'categorical'),
    space: { dimensions, constraints: [] },
    goals: rows.outputs.map(() => goal),
    fixed: new Map(),
    pending: new Float64Array(0),
    count,
    seed: 3,
    effort: 'fast',
    advice: false,
    ...change,
  };
}
