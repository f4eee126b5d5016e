import type { Inputs, SuggestRequest, Variable } from '../../api/types.ts';
import { parseNumber, readNumber } from '../../text/numbers.ts';
import { maxRuns, type Offered } from './suggestion-words.ts';

/** What was typed. */
export interface Form {
  readonly strategy: string;
  readonly number: string;
  readonly xi: string;
  readonly kappa: string;
  readonly beta: string;
  readonly seed: string;
  readonly pending: boolean;
  /** Weigh what is expected against what a run costs. */
  readonly costAware?: boolean;
  /** Values held, by controllable variable. */
  readonly hold: Record<string, string>;
  /** Values seen, by observed variable. */
  readonly observed: Record<string, string>;
}

export const standard: Form = {
  strategy: '',
  number: '3',
  xi: '',
  kappa: '',
  beta: '',
  seed: '',
  pending: true,
  hold: {},
  observed: {},
};

export function valuesOf(typed: Readonly<Record<string, string>>, variables: readonly Variable[]): Inputs {
  const values: Inputs = {};
  for (const variable of variables) {
    const text = typed[variable.name];
    if (text === undefined || text.trim() === '') continue;
    values[variable.name] = variable.type === 'categorical' ? text : (parseNumber(text) ?? text);
  }
  return values;
}

/** Numbers of the form, with their names in messages. */
const fields = { number: 'How many', xi: 'ξ', kappa: 'κ', beta: 'β', seed: 'Seed' } as const;

/** What is wrong, by field. */
export type FormErrors = Partial<Record<keyof typeof fields, string>>;

/** The errors in a sentence each, for those who do not see the field. */
export const errorWords = (errors: FormErrors): string[] =>
  (Object.keys(fields) as (keyof typeof fields)[]).flatMap((field) =>
    errors[field] === undefined ? [] : [`${fields[field]}: ${errors[field]}.`],
  );

/**
 * The form as a request; what is left empty is left to the server. Numbers that the strategy does not read are not sent.
 *
 * @param left runs of the candidate list that the strategy may propose; undefined: it keeps to no list
 */
export function readForm(
  form: Form,
  strategy: Offered,
  variables: readonly Variable[],
  left?: number,
): { request: SuggestRequest; errors: FormErrors } {
  const errors: FormErrors = {};
  const numberIn = (field: keyof FormErrors, whole: boolean): number | undefined => {
    const text = form[field] ?? '';
    if (text.trim() === '') return undefined;
    const { value, problem } = readNumber(text);
    if (value === undefined) errors[field] = `“${text}”: ${problem}`;
    else if (whole && !Number.isInteger(value)) errors[field] = `“${text}” is not a whole number`;
    return value;
  };
  const most = maxRuns(strategy);
  const runs = most === 1 ? 1 : numberIn('number', true);
  if (errors.number === undefined && !(runs !== undefined && runs >= 1 && runs <= most))
    errors.number = `enter a whole number from 1 to ${most}`;
  else if (left === 0) errors.number = 'every run of the candidate list is taken';
  const request: SuggestRequest = { strategy: strategy.name, n_suggestions: runs ?? 1 };
  for (const name of ['xi', 'kappa', 'beta'] as const) {
    const value = strategy.parameters.includes(name) ? numberIn(name, false) : undefined;
    if (value !== undefined) request[name] = value;
  }
  const seed = numberIn('seed', true);
  if (seed !== undefined) request.seed = seed;
  if (form.pending) request.pending = true;
  if (form.costAware && strategy.weighsCosts) request.options = { cost_aware: true };
  const hold = valuesOf(form.hold, variables);
  const observed = valuesOf(form.observed, variables);
  if (Object.keys(hold).length > 0) request.hold = hold;
  if (Object.keys(observed).length > 0) request.observed = observed;
  return { request, errors };
}
