import type { Campaign, CampaignRequest } from '../../contract/campaign.ts';
import type { Goal } from '../../contract/common.ts';
import { jointDesirability } from '../../engine/acquisition/strategies/desirability.ts';
import { frontGrowth } from '../../engine/campaign/front-growth.ts';
import { ValueError } from '../errors.ts';
import { desirabilities } from './aims.ts';
import { sizeOf } from './candidates.ts';
import { outcomeLimits } from './front.ts';
import type { CampaignSettings, Change, State } from './state.ts';
import { list } from './words.ts';

/** Goals and reference point that requests go by which do not name their own; null where they do not fit the objectives. */
export function settingsOf({ campaign, targets }: State): Pick<CampaignSettings, 'goals' | 'ref_point'> {
  const fits = (part: readonly unknown[] | null) => part?.length === targets.length;
  return {
    goals: fits(campaign.goals) ? campaign.goals : null,
    ref_point: fits(campaign.ref_point) ? campaign.ref_point : null,
  };
}

const campaignChanged = (state: State) => ({
  type: 'campaign_changed' as const,
  data: { ...settingsOf(state) },
});

/** Sets what is given and leaves the rest. */
export function putCampaign(state: State, request: CampaignRequest): Change<Campaign> {
  const { targets } = state;
  for (const name of ['goals', 'ref_point'] as const) {
    const given = request[name];
    if (given != null && given.length !== targets.length) {
      throw new ValueError(
        `${name}: the session has ${targets.length} objective(s) (${list(targets)}), got ${given.length} value(s)`,
      );
    }
  }
  // Goals that are set here are directions; what was declared of objectives beside them would contradict.
  const { aims: _aims, join: _join, ...plain } = state.campaign;
  const campaign = {
    ...(request.goals === undefined ? state.campaign : plain),
    ...(request.goals === undefined ? {} : { goals: request.goals }),
    ...(request.ref_point === undefined ? {} : { ref_point: request.ref_point }),
  };
  const next = { ...state, campaign };
  return { state: next, answer: campaignView(next), events: [campaignChanged(next)] };
}

export function campaignView(state: State): Campaign {
  const { goals, ref_point } = settingsOf(state);
  const { candidates } = state.campaign;
  return {
    goals: goals === null ? null : [...goals],
    ref_point: ref_point === null ? null : [...ref_point],
    n_candidates: candidates === null ? null : sizeOf(candidates),
    progress: progressOf(state, goals ?? state.targets.map((): Goal => 'maximize')),
  };
}

/** Best output, or hypervolume, after each row that has every objective. */
function progressOf(state: State, goals: readonly Goal[]): Campaign['progress'] {
  const { rows, targets } = state;
  const complete = rows.flatMap((row, i) => (targets.every((name) => Number.isFinite(row[name])) ? [i] : []));
  if (complete.length === 0) return [];
  const outputs = targets.map((name) => Float64Array.from(complete, (row) => rows[row]?.[name] as number));
  const parts = desirabilities(state);
  if (parts !== undefined) {
    let best = 0;
    return complete.map((row, i) => {
      best = Math.max(
        best,
        jointDesirability(
          parts,
          outputs.map((values) => values[i] as number),
        ),
      );
      return { row, desirability: best };
    });
  }
  if (targets.length === 1) {
    const sign = goals[0] === 'maximize' ? 1 : -1;
    let best = Number.NEGATIVE_INFINITY;
    return complete.map((row, i) => {
      best = Math.max(best, sign * (outputs[0]?.[i] as number));
      return { row, best: sign * best };
    });
  }
  const { ref_point } = settingsOf(state);
  const outcomeConstraints = outcomeLimits(state, targets);
  const growth = frontGrowth({
    outputs,
    goals,
    ...(outcomeConstraints.length === 0 ? {} : { outcomeConstraints }),
    ...(ref_point === null ? {} : { referencePoint: ref_point }),
  });
  return complete.map((row, i) => ({ row, hypervolume: growth[i] as number }));
}
