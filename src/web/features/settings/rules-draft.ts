import type { Rules } from '../../api/types.ts';
import { readNumber, writeNumber, writeValue } from '../../text/numbers.ts';

interface Ends {
  readonly low: string;
  readonly high: string;
}

/** Safety limits as they stand in the fields. */
export interface RulesDraft {
  readonly limits: Readonly<Record<string, Ends>>;
  readonly linear: readonly Rules['linear'][number][];
  readonly approval: boolean;
}

export const limitsIn = ({ limits }: RulesDraft, name: string): Ends =>
  Object.hasOwn(limits, name) ? (limits[name] as Ends) : { low: '', high: '' };

/** @param names variables that have fields, limited or not */
export const draftOf = ({ limits, linear, approval }: Rules, names: readonly string[]): RulesDraft => ({
  limits: Object.fromEntries([
    ...names.map((name) => [name, { low: '', high: '' }] as const),
    ...limits.map(
      ({ variable, at_least, at_most }) =>
        [variable, { low: writeValue(at_least), high: writeValue(at_most) }] as const,
    ),
  ]),
  linear,
  approval,
});

/** The limits as a request, and what is wrong with a field, by `variable.side`. */
export function readRules(draft: RulesDraft) {
  const errors: Record<string, string> = {};
  const limits: Rules['limits'][number][] = [];
  for (const [variable, ends] of Object.entries(draft.limits)) {
    const read = (side: keyof Ends): number | undefined => {
      if (ends[side].trim() === '') return undefined;
      const { value, problem } = readNumber(ends[side]);
      if (value === undefined) errors[`${variable}.${side}`] = problem;
      return value;
    };
    const [low, high] = [read('low'), read('high')];
    if (low !== undefined && high !== undefined && low > high)
      errors[`${variable}.high`] = `below the lower limit, ${writeNumber(low)}`;
    if (low === undefined && high === undefined) continue;
    limits.push({
      variable,
      ...(low === undefined ? {} : { at_least: low }),
      ...(high === undefined ? {} : { at_most: high }),
    });
  }
  return { request: { limits, linear: [...draft.linear], approval: draft.approval }, errors };
}
