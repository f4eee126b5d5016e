import type { Front } from '../../../contract/acquisition.ts';
import type { Goal, Row } from '../../../contract/common.ts';
import { comparedGoals, preferred } from '../../../contract/goals.ts';
import { describeInSlices, frontInSlices } from '../../../engine/acquisition/strategies/front.ts';
import type { SuggestResult } from '../../../engine/acquisition/task.ts';
import type { Slices } from '../../../engine/slices.ts';
import { tableRows } from '../rows/measured-rows.ts';
import { hasDetails, sideOf } from '../rows/row-details.ts';
import type { State } from '../state.ts';
import { goalOf } from './aims.ts';
import { attainedIn } from './attained.ts';

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

/**
 * Pareto front and hypervolume of the rows in which every objective is known, if only by a limit that it surely reached, and that meet all
 * limits. A goal that is a limit is no objective of the front; null with fewer than two others, no such row, or a goal that is a target.
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
  const { targets, last_suggestion, model, campaign } = state;
  const m = targets.length;
  const declared = targets.map((target) => goalOf(state, target));
  const compared = comparedGoals(declared);
  if (compared.length < 2 || declared.includes('target')) return null;
  const known = [campaign.goals, last_suggestion?.goals, model?.goals].find((goals) => goals?.length === m);
  const goals = known ?? targets.map((): Goal => 'maximize');
  const { rows, outputs } = yield* attainedIn(
    state,
    goals.map((goal) => preferred[goal]),
  );
  if (rows.length === 0) return null;
  const given = campaign.ref_point ?? last_suggestion?.ref_point;
  const ofCompared = <T>(all: readonly T[]): T[] => compared.map((k) => all[k] as T);
  // Outputs with a limit alone follow those that are compared.
  const order = [...compared, ...Array.from(targets.keys()).filter((k) => !compared.includes(k))];
  const front = yield* frontInSlices({
    outputs: order.map((k) => outputs[k] as Float64Array),
    goals: ofCompared(goals),
    outcomeConstraints: outcomeLimits(
      state,
      order.map((k) => targets[k] as string),
    ),
    ...(given?.length === m ? { referencePoint: ofCompared(given) } : {}),
  });
  const described = yield* describeInSlices({ goals: ofCompared(goals) }, front);
  const answer = frontAnswer(
    state,
    targets,
    { ...described, rows: described.rows.map((row) => rows[row] as number) },
    ofCompared(goals),
  );
  return compared.length === m ? answer : { ...answer, objectives: ofCompared(targets) };
}
