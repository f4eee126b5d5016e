import type { Inputs } from '../../contract/common.ts';
import type { Rules, RulesRequest } from '../../contract/rules.ts';
import type { StoredVariable } from '../../contract/variables.ts';
import { ValueError } from '../../engine/errors.ts';
import type { Slices } from '../../engine/slices.ts';
import { brokenLimits } from '../broken-limits.ts';
import { auditEntry, withAudit } from './audit.ts';
import { contradictionWarnings } from './contradictions.ts';
import { isObserved } from './space.ts';
import {
  type Change,
  isOpen,
  type LinearRule,
  type State,
  type StoredRules,
  type Surroundings,
  type VariableRule,
} from './state.ts';
import { noVariable } from './variable-spelling.ts';

/** @throws ValueError planned settings lie outside the limits */
export function checkLimits(state: State, inputs: Inputs): void {
  const [first] = brokenLimits(state.rules, inputs);
  if (first !== undefined) throw new ValueError(`${first}; choose settings within it`);
}

/** Lowest and highest value that a variable can be set to. */
function reachOf({
  min,
  max,
  allowed_values: values,
}: StoredVariable): readonly [number, number] | undefined {
  if (values !== undefined) return [Math.min(...values), Math.max(...values)];
  return min === undefined || max === undefined ? undefined : [min, max];
}

/**
 * @param remedy what the caller can do about bounds outside the limit, as the end of the sentence
 * @throws ValueError the definition of a variable exceeds its limit
 */
export function checkDefinition(
  { limits, linear }: StoredRules,
  variable: StoredVariable,
  remedy = 'stay within it',
): void {
  const rule = limits.find((one) => one.variable === variable.name);
  const sum = linear.find(({ coefficients }) => Object.hasOwn(coefficients, variable.name));
  if (variable.scale === 'log' && sum !== undefined) {
    throw new ValueError(`variable '${variable.name}': the safety limit '${sum.name}' needs a linear scale`);
  }
  const reach = isObserved(variable) ? undefined : reachOf(variable);
  if (rule === undefined || reach === undefined) return;
  const who = `variable '${variable.name}'`;
  const [low, high] = reach;
  if (rule.at_least !== undefined && low < rule.at_least) {
    throw new ValueError(`${who}: ${low} is below the safety limit ${rule.at_least}; ${remedy}`);
  }
  if (rule.at_most !== undefined && high > rule.at_most) {
    throw new ValueError(`${who}: ${high} is above the safety limit ${rule.at_most}; ${remedy}`);
  }
}

function setVariable(state: State, name: string, what: string): StoredVariable {
  const variable = state.variables.find((one) => one.name === name);
  if (variable === undefined) throw new ValueError(`${what}: ${noVariable(name, state.variables)}`);
  if (isObserved(variable)) throw new ValueError(`${what}: variable '${name}' is observed and cannot be set`);
  if (variable.type === 'categorical') {
    throw new ValueError(`${what}: variable '${name}' has categories; retire those that must not be used`);
  }
  return variable;
}

function readLimits(state: State, given: NonNullable<RulesRequest['limits']>): VariableRule[] {
  return given.map(({ variable, at_least, at_most }, i) => {
    const what = `limit ${i + 1}`;
    setVariable(state, variable, what);
    if (given.findIndex((one) => one.variable === variable) !== i) {
      throw new ValueError(`${what}: variable '${variable}' has two limits; give one with both sides`);
    }
    if (at_least == null && at_most == null) {
      throw new ValueError(`${what}: variable '${variable}' needs at_least, at_most or both`);
    }
    if (at_least != null && at_most != null && at_least > at_most) {
      throw new ValueError(
        `${what}: variable '${variable}': at_least ${at_least} is above at_most ${at_most}`,
      );
    }
    return { variable, ...(at_least == null ? {} : { at_least }), ...(at_most == null ? {} : { at_most }) };
  });
}

function readLinear(state: State, given: NonNullable<RulesRequest['linear']>): LinearRule[] {
  return given.map(({ name, coefficients, at_most }, i) => {
    const what = `linear limit '${name}'`;
    if (given.findIndex((one) => one.name === name) !== i) throw new ValueError(`${what} is named twice`);
    const names = Object.keys(coefficients);
    if (names.length === 0) throw new ValueError(`${what}: needs a coefficient`);
    for (const variable of names) {
      if (setVariable(state, variable, what).scale !== 'log') continue;
      throw new ValueError(
        `${what}: variable '${variable}' has a log scale; set a limit for this variable alone`,
      );
    }
    return { name, coefficients, at_most };
  });
}

/** The variable with its bounds, or allowed values, within the limit. */
function movedIn(variable: StoredVariable, rule: VariableRule | undefined): StoredVariable {
  if (rule === undefined) return variable;
  const { at_least = Number.NEGATIVE_INFINITY, at_most = Number.POSITIVE_INFINITY } = rule;
  const who = `variable '${variable.name}'`;
  if (variable.allowed_values !== undefined) {
    const left = variable.allowed_values.filter((value) => value >= at_least && value <= at_most);
    if (left.length < 2) throw new ValueError(`${who}: fewer than two allowed values are within the limit`);
    return { ...variable, allowed_values: left };
  }
  const round = variable.type === 'integer';
  const min = Math.max(variable.min ?? at_least, round ? Math.ceil(at_least) : at_least);
  const max = Math.min(variable.max ?? at_most, round ? Math.floor(at_most) : at_most);
  if (!(min < max)) throw new ValueError(`${who}: its bounds and its safety limit do not overlap`);
  return { ...variable, min, max };
}

export function rulesView(state: State): Rules {
  const { limits, linear, approval } = state.rules;
  return {
    limits: limits.map((one) => ({ ...one })),
    linear: linear.map((one) => ({ ...one, coefficients: { ...one.coefficients } })),
    approval,
    runs_outside: state.queue
      .filter((item) => isOpen(item) && brokenLimits(state.rules, item.inputs).length > 0)
      .map(({ id }) => id),
  };
}

/**
 * Sets the safety limits. Bounds lie within the limits from then on, so that whatever keeps to the bounds keeps to the limits.
 *
 * @throws ValueError a limit names no variable that is set, or bounds lie outside and may not move
 */
export function* putRules(
  state: State,
  request: RulesRequest,
  surroundings: Surroundings,
): Slices<Change<Rules>> {
  const rules: StoredRules = {
    limits: request.limits === undefined ? state.rules.limits : readLimits(state, request.limits),
    linear: request.linear === undefined ? state.rules.linear : readLinear(state, request.linear),
    approval: request.approval ?? state.rules.approval,
  };
  const ruleOf = (name: string) => rules.limits.find(({ variable }) => variable === name);
  const variables = state.variables.map((variable) => {
    if (request.move_bounds === true) return movedIn(variable, ruleOf(variable.name));
    checkDefinition(rules, variable, 'move its bounds first, or send move_bounds: true');
    return variable;
  });
  const moved = variables
    .filter((one, i) => JSON.stringify(one) !== JSON.stringify(state.variables[i]))
    .map(({ name }) => name);
  const parameters = { old: state.rules, new: rules, ...(moved.length === 0 ? {} : { moved }) };
  const next = withAudit(
    { ...state, variables: moved.length === 0 ? state.variables : variables, rules },
    auditEntry('rules_changed', parameters, surroundings, request.why ?? ''),
  );
  const warnings = yield* contradictionWarnings(next);
  return {
    state: next,
    answer: { ...rulesView(next), ...(moved.length === 0 ? {} : { moved }), ...warnings },
    events: [
      {
        type: 'variables_changed',
        data: { n_variables: variables.length, n_constraints: state.constraints.length },
      },
    ],
  };
}
