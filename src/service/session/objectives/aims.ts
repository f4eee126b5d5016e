import { isSpecial, preferred } from '../../../contract/objectives/goals.ts';
import type { Objective, ObjectiveGoal } from '../../../contract/objectives/objectives.ts';
import type { Desirability } from '../../../engine/acquisition/strategies/desirability.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { BetterDirection } from '../../../engine/gp/outliers/outliers.ts';
import { columnRange } from '../rows/column-range.ts';
import type { Aim, State } from '../state.ts';
import { storedAim } from './objective-facts.ts';
import { boundsIn } from './result-bounds.ts';

const fail = (name: string, what: string): never => {
  throw new ValueError(`objective '${name}': ${what}`);
};

/** @throws ValueError bounds are in no order, or no result between them can reach a target, a limit or a desirability between 0 and 1 */
function checkBounds({ name, target, at_least, at_most, bounds, desirability }: Objective): void {
  const low = bounds?.[0] ?? Number.NEGATIVE_INFINITY;
  const high = bounds?.[1] ?? Number.POSITIVE_INFINITY;
  if (!(low < high)) fail(name, `bounds: ${low} is not below ${high}`);
  const check = (field: string, value: number | null | undefined, end: 'lowest' | 'highest') => {
    const bound = end === 'lowest' ? low : high;
    if (value == null || (end === 'lowest' ? value >= bound : value <= bound)) return;
    const side = end === 'lowest' ? 'below' : 'above';
    fail(name, `${field} ${value} is ${side} ${bound}, the ${end} result that its bounds allow`);
  };
  check('target', target, 'lowest');
  check('target', target, 'highest');
  check('at_least', at_least, 'highest');
  check('at_most', at_most, 'lowest');
  if (desirability == null || (desirability.low < high && desirability.high > low)) return;
  const ends = `${desirability.low} to ${desirability.high}`;
  fail(
    name,
    `desirability: ${ends} lies outside its bounds ${low} to ${high}, so all results would be worth the same`,
  );
}

/** @throws ValueError a goal lacks its value, or a value lacks its goal */
export function checkAim(objective: Objective): void {
  const { name, goal, target, at_least, at_most, desirability, importance } = objective;
  if (goal === 'target' && target == null)
    fail(name, "goal 'target' needs a target; give the value to reach");
  if (goal !== 'target' && target != null)
    fail(name, `target ${target} belongs to goal 'target', got '${goal}'`);
  if (goal === 'at_least' && at_least == null) fail(name, "goal 'at_least' needs at_least; give the limit");
  if (goal === 'at_most' && at_most == null) fail(name, "goal 'at_most' needs at_most; give the limit");
  if (importance != null && !(importance > 0)) fail(name, `importance must be above 0, got ${importance}`);
  if (desirability != null && !(desirability.low < desirability.high)) {
    fail(name, `desirability: low ${desirability.low} is not below high ${desirability.high}`);
  }
  checkBounds(objective);
  if (desirability == null) return;
  const { low, high, curve } = desirability;
  if (curve != null && !(curve > 0)) fail(name, `desirability: curve must be above 0, got ${curve}`);
  if (target != null && !(low < target && target < high)) {
    fail(name, `desirability: target ${target} does not lie between ${low} and ${high}`);
  }
}

/** What is kept of an objective in addition to direction and limits; undefined where that is all. */
export function aimOf({ goal, target, importance, desirability, bounds }: Objective): Aim | undefined {
  const aim: Aim = {
    ...(isSpecial(goal) ? { goal } : {}),
    ...(target == null ? {} : { target }),
    ...(importance == null || importance === 1 ? {} : { importance }),
    ...(desirability == null
      ? {}
      : { desirability: { low: desirability.low, high: desirability.high, curve: desirability.curve ?? 1 } }),
    ...(bounds == null ? {} : { bounds: [bounds[0] ?? null, bounds[1] ?? null] as const }),
  };
  return Object.keys(aim).length === 0 ? undefined : aim;
}

/** The goal of an objective as it was declared; null where none was. */
export function goalOf(state: State, target: string): ObjectiveGoal | null {
  return storedAim(state, target)?.goal ?? state.campaign.goals?.[state.targets.indexOf(target)] ?? null;
}

/** The limit of an objective on one side. */
export const limitOf = (state: State, target: string, side: 'lower' | 'upper'): number | undefined =>
  state.outcome_constraints.find(
    ({ objective_name, bound_type }) => objective_name === target && bound_type === side,
  )?.value;

/** Which end of the results is the good one: as the goal says that a model was trained for, as declared, as last asked for, else the larger. */
export function betterOf(state: State, target: string, goal: ObjectiveGoal | undefined): BetterDirection {
  const last = state.last_suggestion?.goals;
  const asked = last?.length === state.targets.length ? last[state.targets.indexOf(target)] : undefined;
  const better = preferred[goal ?? goalOf(state, target) ?? asked ?? 'maximize'];
  return better === 'target' ? 'neither' : better;
}

/**
 * Default ends of the desirability, output units, by the recorded results. To maximize: from the limit, or else the worst result, to half
 * the range beyond the best one, or to the bound of the results. For a limit, 0 is one range away from it; for a target, one range away
 * or as far as the farthest result.
 */
function endsOf(state: State, target: string, goal: ObjectiveGoal, aim: Aim | undefined): [number, number] {
  const [low, high] = columnRange(state, target) ?? [0, 1];
  const range = high - low || Math.abs(high) || 1;
  const lower = limitOf(state, target, 'lower');
  const upper = limitOf(state, target, 'upper');
  if (goal === 'target') {
    const wanted = aim?.target ?? 0;
    const far = Math.max(Math.abs(high - wanted), Math.abs(wanted - low), range);
    return [wanted - far, wanted + far];
  }
  if (goal === 'at_least') return [(lower ?? high) - range, lower ?? high];
  if (goal === 'at_most') return [upper ?? low, (upper ?? low) + range];
  const bounds = boundsIn(state, target);
  const [least, most] = [bounds?.low ?? Number.NEGATIVE_INFINITY, bounds?.high ?? Number.POSITIVE_INFINITY];
  return goal === 'maximize'
    ? [lower ?? low, Math.max(high, Math.min(most, high + 0.5 * range))]
    : [Math.min(low, Math.max(least, low - 0.5 * range)), upper ?? high];
}

/**
 * A limit may lie beyond all results: then it stays where it is, and the other end lies half the range of the results from it, or as far as
 * the limit is from 0 where the results have no range.
 */
function endsApart(
  goal: ObjectiveGoal,
  [low, high]: readonly [number, number],
  spread: number,
): readonly [number, number] {
  if (low < high) return [low, high];
  const isHigh = goal === 'minimize' || goal === 'at_least';
  const limit = isHigh ? high : low;
  const away = (by: number): number =>
    isHigh ? Math.max(limit - by, -Number.MAX_VALUE) : Math.min(limit + by, Number.MAX_VALUE);
  const near = away(0.5 * spread);
  const other = near === limit ? away(Math.abs(limit) || 1) : near;
  return isHigh ? [other, limit] : [limit, other];
}

/** Whether joint desirability is wanted of these objectives. */
export function isJoined({ campaign, targets }: State, of: readonly string[] = targets): boolean {
  const goals = of.map((target) => campaign.aims?.[target]?.goal);
  return goals.some(isSpecial) || (of.length > 1 && campaign.join === 'desirability');
}

/** Desirability of an objective: as declared, else by the records. */
export function desirabilityIn(state: State, target: string): Desirability {
  const aim = storedAim(state, target);
  const goal = goalOf(state, target) ?? 'maximize';
  const given = aim?.desirability;
  const [least, most] = columnRange(state, target) ?? [0, 0];
  const [low, high] = given
    ? [given.low, given.high]
    : endsApart(goal, endsOf(state, target, goal, aim), most - least);
  return {
    shape: preferred[goal],
    low,
    high,
    ...(goal === 'target' ? { target: aim?.target ?? 0 } : {}),
    curve: given?.curve ?? 1,
    importance: aim?.importance ?? 1,
  };
}

/** Desirability of every one of these objectives; undefined if goals and fronts are enough. */
export const desirabilities = (
  state: State,
  of: readonly string[] = state.targets,
): Desirability[] | undefined =>
  isJoined(state, of) ? of.map((target) => desirabilityIn(state, target)) : undefined;
