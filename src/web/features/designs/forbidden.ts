import type { ForbiddenCombination } from '../../../contract/designs/design-search.ts';
import type { Variable } from '../../api/types.ts';
import { rangeOf } from '../../domain/variables/variable-range.ts';
import { parseNumber } from '../../text/numbers.ts';

/** One variable of a combination: a range of numbers, or one label. As typed. */
export interface Condition {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** Conditions that no run may meet all at once. */
export type Combination = readonly Condition[];

/** A condition on a variable that forbids nothing yet but its whole range. */
export const conditionOn = (variable: Variable): Condition => ({
  name: variable.name,
  from: '',
  to: '',
  label: variable.categories?.[0] ?? '',
});

const isLabelled = (variable: Variable): boolean => (variable.categories?.length ?? 0) > 0;

/** What is wrong with a condition; undefined when it can be sent. */
export function conditionProblem(condition: Condition, variables: readonly Variable[]): string | undefined {
  const variable = variables.find((one) => one.name === condition.name);
  if (!variable) return `“${condition.name}” is no longer a variable of this session`;
  if (isLabelled(variable))
    return variable.categories?.includes(condition.label) ? undefined : 'choose one of its values';
  const from = parseNumber(condition.from);
  const to = parseNumber(condition.to);
  if (condition.from.trim() === '' && condition.to.trim() === '') return 'give at least one end of the range';
  if (from === undefined && condition.from.trim() !== '') return `“${condition.from}” is not a number`;
  if (to === undefined && condition.to.trim() !== '') return `“${condition.to}” is not a number`;
  if (from !== undefined && to !== undefined && from > to) return 'the upper end is below the lower end';
  const [low, high] = rangeOf(variable) ?? [];
  if (low === undefined || high === undefined) return undefined;
  return (from ?? low) > high || (to ?? high) < low
    ? `outside ${low} to ${high}, so it forbids nothing`
    : undefined;
}

/** Combinations as requests spell them; an open end of a range is the end of the variable's own. */
export function forbiddenBody(
  combinations: readonly Combination[],
  variables: readonly Variable[],
): ForbiddenCombination[] {
  return combinations
    .filter((conditions) => conditions.length > 0)
    .map((conditions) =>
      Object.fromEntries(
        conditions.map((condition) => {
          const variable = variables.find((one) => one.name === condition.name);
          if (!variable || isLabelled(variable)) return [condition.name, condition.label];
          const [low, high] = rangeOf(variable) ?? [0, 0];
          return [condition.name, [parseNumber(condition.from) ?? low, parseNumber(condition.to) ?? high]];
        }),
      ),
    );
}

/** A combination in words: `temperature 100 to 120 and solvent THF`. */
export function combinationWords(conditions: Combination, variables: readonly Variable[]): string {
  return conditions
    .map((condition) => {
      const variable = variables.find((one) => one.name === condition.name);
      if (variable && isLabelled(variable)) return `${condition.name} ${condition.label}`;
      const unit = variable?.unit ? ` ${variable.unit}` : '';
      if (condition.from.trim() === '') return `${condition.name} up to ${condition.to}${unit}`;
      if (condition.to.trim() === '') return `${condition.name} from ${condition.from}${unit}`;
      return `${condition.name} ${condition.from} to ${condition.to}${unit}`;
    })
    .join(' and ');
}
