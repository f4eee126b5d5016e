import type { Inputs, SuggestRequest, Variable } from '../../api/types.ts';
import { parseNumber } from '../../text/numbers.ts';

/** What was typed. */
export interface Form {
  readonly strategy: string;
  readonly number: string;
  readonly xi: string;
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

/** Strategies that can weigh gain against cost. */
export const costAware = new Set(['EI', 'LogEI', 'qEI']);

/** The form as a request; what is left empty is left to the server. */
export function suggestRequest(form: Form, strategy: string, variables: readonly Variable[]): SuggestRequest {
  const request: SuggestRequest = { strategy, n_suggestions: Math.round(parseNumber(form.number) ?? 1) };
  const xi = parseNumber(form.xi);
  const beta = parseNumber(form.beta);
  const seed = parseNumber(form.seed);
  if (xi !== undefined) request.xi = xi;
  if (beta !== undefined) request.beta = beta;
  if (seed !== undefined) request.seed = Math.round(seed);
  if (form.pending) request.pending = true;
  if (form.costAware && costAware.has(strategy)) request.options = { cost_aware: true };
  const hold = valuesOf(form.hold, variables);
  const observed = valuesOf(form.observed, variables);
  if (Object.keys(hold).length > 0) request.hold = hold;
  if (Object.keys(observed).length > 0) request.observed = observed;
  return request;
}
