import { comparedGoals, preferred } from '../../../contract/objectives/goals.ts';
import type { Front } from '../../../contract/suggestions/acquisition.ts';
import type { Goal, Row } from '../../../contract/values.ts';
import { describeInSlices, frontInSlices } from '../../../engine/acquisition/strategies/front.ts';
import type { SuggestResult } from '../../../engine/acquisition/task.ts';
import type { CensoredRows } from '../../../engine/gp/censoring/censored.ts';
import type { Slices } from '../../../engine/slices.ts';
import { tableRows } from '../rows/measured-rows.ts';
import { hasDetails, sideOf } from '../rows/row-details.ts';
import type { State } from '../state.ts';
import { list, show } from '../words.ts';
import { goalOf } from './aims.ts';
import { attainedIn } from './attained.ts';
import { storedAim } from './objective-facts.ts';
import { boundsIn } from './result-bounds.ts';

type Found = NonNullable<SuggestResult['pareto']>;

/** A front of rows of the table as it is sent. */
export function frontAnswer(
  { rows, details }: State,
  targets: readonly string[],
  front: Found,
  goals: readonly Goal[],
): Front {
  const isLimit = (row: Row) => targets.some((target) => sideOf(details, row, target) !== undefined);
  const byLimit = hasDetails(details)
    ? Array.from(front.rows).filter((row) => isLimit(rows.at(row) as Row))
    : [];
  return {
    rows: [...front.rows],
    hypervolume: Number.isNaN(front.hypervolume) ? null : front.hypervolume,
    reference_point: [...front.referencePoint],
    goals: [...goals],
    ...(byLimit.length === 0 ? {} : { limit_rows: byLimit }),
  };
}

/** A front whose rows were counted among the measured ones, with rows of the table. */
export function measuredFront(
  state: State,
  targets: readonly string[],
  front: Found,
  goals: readonly Goal[],
): Front {
  const rows = Int32Array.from(tableRows(state, targets, front.rows));
  return frontAnswer(state, targets, { ...front, rows }, goals);
}

/** Limits on outputs, by the place of the objective among `targets`. */
export function outcomeLimits(state: State, targets: readonly string[]) {
  return state.outcome_constraints.flatMap(({ objective_name, bound_type, value }) => {
    const objective = targets.indexOf(objective_name);
    return objective < 0 ? [] : [{ objective, bound: bound_type, value }];
  });
}

/** Objectives whose limit leaves no result that is better than the reference point of a front, in words. */
export function limitsBeyondReference(
  state: State,
  targets: readonly string[],
  { referencePoint }: Found,
  goals: readonly Goal[],
): string[] {
  return effectiveLimits(state, targets).flatMap(({ objective, bound, value }) => {
    const reference = referencePoint[objective] as number;
    const isReached =
      goals[objective] === 'maximize'
        ? bound === 'lower' || value > reference
        : bound === 'upper' || value < reference;
    if (isReached) return [];
    const limit = `${bound === 'lower' ? 'at least' : 'at most'} ${show(value)}`;
    return `objective ${list([targets[objective] as string])}: ${limit} is no better than its reference point ${show(reference)}, so no run within the limits can improve the front; change the limit, or ref_point`;
  });
}

/** Those of the limits that a search minds: a result within its bounds cannot break a limit at or beyond them, whatever a model expects. */
export const effectiveLimits = (state: State, targets: readonly string[]) =>
  outcomeLimits(state, targets).filter(({ objective, bound, value }) => {
    const { low, high } = boundsIn(state, targets[objective] as string) ?? { low: null, high: null };
    return bound === 'lower' ? low === null || value > low : high === null || value < high;
  });

/**
 * Pareto front and hypervolume of the rows in which every objective is known, if only by a limit that it certainly reached, and that meet all
 * limits. An objective with a target is compared by its distance from it. A goal that is a limit is no objective of the front; null with
 * fewer than two others, or no such row.
 *
 * Goals and reference point are those of the campaign, else of the last suggestion, else the goals of the model, else to maximize, with the
 * reference point by the rule of the interface.
 */
export function* frontView(state: State): Slices<Front | null> {
  const known = fronts.get(state);
  if (known !== undefined) return known;
  const front = yield* frontSought(state);
  fronts.set(state, front);
  return front;
}

/** Of states that are asked for again, as a page does that waits for results; a change makes another state. */
const fronts = new WeakMap<State, Front | null>();

function* frontSought(state: State): Slices<Front | null> {
  const { targets } = state;
  const declared = targets.map((target) => goalOf(state, target));
  const places = comparedGoals(declared);
  if (places.length < 2) return null;
  const all = goalsNow(state);
  const { rows, outputs, censored } = yield* attainedIn(
    state,
    all.map((goal, k) => (declared[k] === 'target' ? 'target' : preferred[goal])),
  );
  const compared = places.map((place) => comparedAt(state, place, all[place] as Goal));
  const goals = compared.map(({ goal }) => goal);
  if (rows.length === 0) return null;
  const given = referenceNow(state);
  // After what is compared come the outputs as they are, which limits are of.
  const front = yield* frontInSlices({
    outputs: [
      ...compared.map(({ place, worth }) => (outputs[place] as Float64Array).map((value) => worth(value))),
      ...outputs,
    ],
    censored: [...compared.map(({ place }) => censored[place] as CensoredRows), ...censored],
    goals,
    outcomeConstraints: outcomeLimits(state, targets).map((limit) => ({
      ...limit,
      objective: compared.length + limit.objective,
    })),
    ...(given === undefined
      ? {}
      : { referencePoint: compared.map(({ place, worth }) => worth(given[place] as number)) }),
  });
  const { referencePoint, ...described } = yield* describeInSlices({ goals }, front);
  const answer = frontAnswer(
    state,
    targets,
    {
      ...described,
      referencePoint: referencePoint.map((value, i) => value + (compared[i]?.target ?? 0)),
      rows: described.rows.map((row) => rows[row] as number),
    },
    goals,
  );
  return {
    ...answer,
    ...(compared.some(({ target }) => target !== null)
      ? { targets: compared.map(({ target }) => target) }
      : {}),
    ...(compared.length === targets.length
      ? {}
      : { objectives: compared.map(({ place }) => targets[place] as string) }),
  };
}

/** An objective of a front. */
interface Compared {
  readonly place: number;
  /** Of what is compared. */
  readonly goal: Goal;
  /** The value to reach; null: larger or smaller ones are better. */
  readonly target: number | null;
  /** What is compared of an output. */
  readonly worth: (output: number) => number;
}

function comparedAt(state: State, place: number, goal: Goal): Compared {
  const name = state.targets[place] as string;
  if (goalOf(state, name) !== 'target') return { place, goal, target: null, worth: (output) => output };
  const target = storedAim(state, name)?.target ?? 0;
  return { place, goal: 'minimize', target, worth: (output) => Math.abs(output - target) };
}

/** Goals of a model for the objectives as they stand now; undefined where it has none for one of them. */
function goalsOfModel({ targets, model }: State): readonly Goal[] | undefined {
  const { goals, targets: names = [] } = model ?? {};
  const found = targets.flatMap((target) => goals?.[names.indexOf(target)] ?? []);
  return found.length === targets.length ? found : undefined;
}

/** Goals of the campaign, else those of the last suggestion, else of the model, one for each objective; undefined where there are none. */
function knownGoals(state: State): readonly Goal[] | undefined {
  const known = [state.campaign.goals, state.last_suggestion?.goals, goalsOfModel(state)];
  return known.find((goals) => goals?.length === state.targets.length) ?? undefined;
}

/** Goals by which the runs are compared, for each objective. */
export const goalsNow = (state: State): readonly Goal[] =>
  knownGoals(state) ?? state.targets.map((): Goal => 'maximize');

/** The reference point of the campaign, else that of the last suggestion where it had the goals that count now. */
export function referenceNow(state: State): readonly number[] | undefined {
  const { campaign, last_suggestion: last, targets } = state;
  const goals = goalsNow(state);
  const isOfNow = last?.goals.length === goals.length && last.goals.every((goal, k) => goal === goals[k]);
  const known = [campaign.ref_point, isOfNow ? last?.ref_point : undefined];
  return known.find((point) => point?.length === targets.length) ?? undefined;
}
