import type { SurrogateData, Variant } from '../../acquisition/models/auto-surrogate.ts';
import { type ColumnSet, MANY_COLUMNS, relevantColumns } from '../../acquisition/models/relevant-columns.ts';
import { createGenerator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { createFeasibleRegion } from '../../space/feasible-region.ts';
import type { CampaignTask } from '../task.ts';
import { bestMeasured } from './learned-rows.ts';

/** Few of many columns that may be all that matter. */
export interface FewColumns extends ColumnSet {
  /** Variants by these columns alone. */
  variants(): readonly Variant[];
}

/** How often the columns that do not seem to matter are as in the best run; else they are random. */
const AS_IN_BEST = 0.5;

/** Whether some columns may not matter, and a search that leaves them out can set them. */
export const mayLeaveOut = ({ d, categorical, candidates, cost }: CampaignTask): boolean =>
  d > MANY_COLUMNS && !categorical.includes(true) && candidates === undefined && cost === undefined;

/**
 * Likely sets of few columns. Their variants are fitted when a set is first drawn.
 *
 * @param variants variants by all columns  @param fitted gives variants by some
 */
export function fewColumns(
  data: SurrogateData,
  variants: readonly Variant[],
  fitted: (columns: readonly number[]) => readonly Variant[],
  context: RunContext,
): readonly FewColumns[] {
  return relevantColumns(data, variants, context).map((set) => {
    let known: readonly Variant[] | undefined;
    return {
      ...set,
      variants() {
        known ??= fitted(set.columns);
        return known;
      },
    };
  });
}

/** The set of columns that a member varies; undefined for all columns, and where a request holds all of the set. */
export function drawSet(
  sets: readonly FewColumns[],
  { fixed }: Pick<CampaignTask, 'fixed'>,
  seed: number,
): FewColumns | undefined {
  let left = createGenerator(`columns/${seed}`).uniform();
  const drawn = sets.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return drawn?.columns.some((column) => !fixed.has(column)) ? drawn : undefined;
}

/**
 * Values of the columns outside of a set, while only the set is searched: those of the best run, or of a random point. Random values
 * show whether one of these columns matters after all. What the request holds stays held, in the set too.
 *
 * @returns column → encoded value
 */
export function valuesOfOtherColumns(
  { columns }: ColumnSet,
  task: CampaignTask,
  seed: number,
): CampaignTask['fixed'] {
  const generator = createGenerator(`rest/${seed}`);
  const region = createFeasibleRegion(task.space, task.fixed);
  const { d } = task;
  const row = bestMeasured(task, 0);
  const point =
    generator.uniform() < AS_IN_BEST
      ? region.repair(task.X.subarray(row * d, (row + 1) * d))
      : region.sample(1, generator);
  const isHeld = (column: number) => task.fixed.has(column) || !columns.includes(column);
  return new Map(Array.from(point.entries()).filter(([column]) => isHeld(column)));
}
