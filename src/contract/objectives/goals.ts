/** What the goals of objectives mean, apart from the schemas: the page needs these rules without them. */
import type { ObjectiveGoal } from './objectives.ts';

export type Preference = 'larger' | 'smaller' | 'target';

/** Which results a goal prefers: larger or smaller ones, or those near the target. */
export const preferred = {
  maximize: 'larger',
  at_least: 'larger',
  minimize: 'smaller',
  at_most: 'smaller',
  target: 'target',
} as const satisfies Readonly<Record<ObjectiveGoal, Preference>>;

/** Goals that a direction alone cannot express: a target, or a limit to reach. */
export const specialGoals = ['target', 'at_least', 'at_most'] as const satisfies readonly ObjectiveGoal[];

type MaybeGoal = ObjectiveGoal | null | undefined;

export const isSpecial = (goal: MaybeGoal): boolean => specialGoals.some((one) => one === goal);

/** Whether a goal is a limit, beyond which nothing is gained. */
export const isLimitGoal = (goal: MaybeGoal): boolean => goal === 'at_least' || goal === 'at_most';

/**
 * Places of the goals by which runs are compared, as in a Pareto front; a target by the distance from it. A goal that is a limit is an outcome constraint: runs that do
 * not meet it do not count.
 */
export const comparedGoals = (goals: readonly MaybeGoal[]): number[] =>
  goals.flatMap((goal, k) => (isLimitGoal(goal) ? [] : [k]));
