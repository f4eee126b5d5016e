/** Whether larger or smaller results are better. */
export type Goal = 'maximize' | 'minimize';

/** The factor with which results become values that are the larger the better. */
export const signOf = (goal: Goal): 1 | -1 => (goal === 'maximize' ? 1 : -1);
