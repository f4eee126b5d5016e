import { preferred } from '../../../contract/objectives/goals.ts';
import type { SuggestRequest } from '../../../contract/suggestions/acquisition.ts';
import type { Campaign, CampaignRequest } from '../../../contract/suggestions/campaign.ts';
import type { Goal } from '../../../contract/values.ts';
import { signOf } from '../../../engine/acquisition/goal.ts';
import { jointDesirability } from '../../../engine/acquisition/strategies/desirability.ts';
import { meetsLimits, sidesByRow } from '../../../engine/acquisition/strategies/limits.ts';
import { growthInSlices } from '../../../engine/campaign/recommendation/front-growth.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { counted } from '../../../engine/words.ts';
import { ValueError } from '../../errors.ts';
import type { CampaignSettings, Change, State } from '../state.ts';
import { sizeOf } from '../variables/candidates.ts';
import { list, show } from '../words.ts';
import { desirabilities } from './aims.ts';
import { type Attained, attainedIn } from './attained.ts';
import { goalsNow, outcomeLimits, referenceNow } from './front.ts';

/** Goals and reference point of requests that do not name their own; null where they do not fit the objectives. */
export function settingsOf({ campaign, targets }: State): Pick<CampaignSettings, 'goals' | 'ref_point'> {
  const fits = (part: readonly unknown[] | null) => part?.length === targets.length;
  return {
    goals: fits(campaign.goals) ? campaign.goals : null,
    ref_point: fits(campaign.ref_point) ? campaign.ref_point : null,
  };
}

/** @throws ValueError not one value per objective */
function checkLength(
  name: 'goals' | 'ref_point',
  given: readonly unknown[],
  targets: readonly string[],
): void {
  if (given.length === targets.length) return;
  throw new ValueError(
    `${name}: the session has ${counted(targets.length, 'objective')} (${list(targets)}), got ${counted(given.length, 'value')}; send one for each`,
  );
}

/**
 * The reference point of a request for suggestions: its own, or that of the campaign where the request has the goals of the campaign.
 *
 * @throws ValueError not one value per objective, or one objective
 */
export function referenceFor(
  state: State,
  { ref_point: given }: Pick<SuggestRequest, 'ref_point'>,
  targets: readonly string[],
  wanted: readonly Goal[],
): { readonly referencePoint?: readonly number[] } {
  if (given != null) {
    checkLength('ref_point', given, targets);
    if (targets.length === 1)
      throw new ValueError(`ref_point: one objective has no front, got ${show(given)}; leave it out`);
    return { referencePoint: given };
  }
  const { goals, ref_point } = settingsOf(state);
  const fits =
    targets.every((target, k) => target === state.targets[k] && (goals === null || goals[k] === wanted[k])) &&
    targets.length === state.targets.length;
  return fits && ref_point !== null ? { referencePoint: ref_point } : {};
}

const campaignChanged = (state: State) => ({
  type: 'campaign_changed' as const,
  data: { ...settingsOf(state) },
});

/** Sets what is given and leaves the rest. */
export function* putCampaign(state: State, request: CampaignRequest): Slices<Change<Campaign>> {
  const { targets } = state;
  for (const name of ['goals', 'ref_point'] as const) {
    const given = request[name];
    if (given != null) checkLength(name, given, targets);
  }
  // Goals that are set here are directions; what was declared of objectives beside them would contradict.
  const { aims: _aims, join: _join, ...plain } = state.campaign;
  const campaign = {
    ...(request.goals === undefined ? state.campaign : plain),
    ...(request.goals === undefined ? {} : { goals: request.goals }),
    ...(request.ref_point === undefined ? {} : { ref_point: request.ref_point }),
  };
  const next = { ...state, campaign };
  return { state: next, answer: yield* campaignView(next), events: [campaignChanged(next)] };
}

/** Goals and reference point, the front, and the best result after each experiment. */
export function* campaignView(state: State): Slices<Campaign> {
  const { goals, ref_point } = settingsOf(state);
  const { candidates } = state.campaign;
  return {
    goals: goals === null ? null : [...goals],
    ref_point: ref_point === null ? null : [...ref_point],
    n_candidates: candidates === null ? null : sizeOf(candidates),
    progress: yield* progressOf(state, goalsNow(state)),
  };
}

/** Best output, desirability or hypervolume after each row of which every objective is known, if only by a limit. */
function* progressOf(state: State, goals: readonly Goal[]): Slices<Campaign['progress']> {
  const parts = desirabilities(state);
  const preferences = parts?.map(({ shape }) => shape) ?? goals.map((goal) => preferred[goal]);
  const attained = yield* attainedIn(state, preferences);
  const { rows, limits } = attained;
  if (rows.length === 0) return [];
  const reached = yield* reachedBy(state, goals, attained, parts);
  return yield* mapInSlices(rows, (row, i) => ({
    ...{ row, ...reached(i) },
    ...(limits.has(row) ? { limit: true } : {}),
  }));
}

/** The highest of the first values, up to each of them. */
function* highest(n: number, valueAt: (i: number) => number): Slices<Float64Array> {
  const top = new Float64Array(n);
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    best = Math.max(best, valueAt(i));
    top[i] = best;
    if (i % 1024 === 1023) yield;
  }
  return top;
}

/** What the first rows, up to one of them, reached together. */
function* reachedBy(
  state: State,
  goals: readonly Goal[],
  { outputs, censored }: Attained,
  parts: ReturnType<typeof desirabilities>,
): Slices<(i: number) => Omit<Campaign['progress'][number], 'row'>> {
  const [first = new Float64Array()] = outputs;
  const outcomeConstraints = outcomeLimits(state, state.targets);
  const sides = censored.map(sidesByRow);
  const isKept = (i: number) =>
    meetsLimits(
      outcomeConstraints,
      (objective) => (outputs[objective] as Float64Array)[i] as number,
      (objective) => sides[objective]?.get(i) ?? 0,
    );
  if (parts !== undefined) {
    const valuesAt = (i: number) => outputs.map((values) => values[i] as number);
    const jointAt = (i: number) => (isKept(i) ? jointDesirability(parts, valuesAt(i)) : 0);
    const joint = yield* highest(first.length, jointAt);
    return (i) => ({ desirability: joint[i] as number });
  }
  if (outputs.length === 1) {
    const sign = signOf(goals[0] as Goal);
    const valueAt = (i: number) => (isKept(i) ? sign * (first[i] as number) : Number.NEGATIVE_INFINITY);
    const top = yield* highest(first.length, valueAt);
    return (i) => (Number.isFinite(top[i]) ? { best: sign * (top[i] as number) } : {});
  }
  const reference = referenceNow(state);
  const growth = yield* growthInSlices({
    outputs,
    censored,
    goals,
    ...(outcomeConstraints.length === 0 ? {} : { outcomeConstraints }),
    ...(reference === undefined ? {} : { referencePoint: reference }),
  });
  return (i) => {
    const hypervolume = growth[i] as number;
    return Number.isFinite(hypervolume) ? { hypervolume } : {};
  };
}
