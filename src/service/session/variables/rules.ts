import { isOpen } from '../../../contract/queue/run-status.ts';
import type { Inputs } from '../../../contract/values.ts';
import type { Rules, RulesRequest } from '../../../contract/variables/rules.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Slices } from '../../../engine/slices.ts';
import { listFaults } from '../../../engine/words.ts';
import { brokenLimits } from '../../broken-limits.ts';
import { auditEntry, withAudit } from '../audit.ts';
import type { Change, Environment, LinearRule, State, StoredRules, VariableRule } from '../state.ts';
import { contradictionWarnings } from './contradictions.ts';
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

/** How the definition of a variable exceeds its limit; nothing where it does not. */
function definitionFault(
  { limits, linear }: StoredRules,
  variable: StoredVariable,
  remedy: string,
): string | undefined {
  const rule = limits.find((one) => one.variable === variable.name);
  const sum = linear.find(({ coefficients }) => Object.hasOwn(coefficients, variable.name));
  const who = `variable '${variable.name}'`;
  if (variable.scale === 'log' && sum !== undefined)
    return `${who}: the safety limit '${sum.name}' needs a linear scale`;
  const reach = isObserved(variable) ? undefined : reachOf(variable);
  if (rule === undefined || reach === undefined) return undefined;
  const [low, high] = reach;
  if (rule.at_least !== undefined && low < rule.at_least)
    return `${who}: ${low} is below the safety limit ${rule.at_least}; ${remedy}`;
  if (rule.at_most !== undefined && high > rule.at_most)
    return `${who}: ${high} is above the safety limit ${rule.at_most}; ${remedy}`;
  return undefined;
}

/** @throws ValueError a safety limit names a variable that goes, or is not set any more */
export function checkUnlimited({ limits, linear }: StoredRules, name: string): void {
  const isNamed =
    limits.some(({ variable }) => variable === name) ||
    linear.some(({ coefficients }) => Object.hasOwn(coefficients, name));
  if (isNamed) throw new ValueError(`variable '${name}' has a safety limit; remove the limit first`);
}

/** @throws ValueError the definition of a variable exceeds its limit, or its values cannot have one */
export function checkDefinition(rules: StoredRules, variable: StoredVariable): void {
  if (isObserved(variable) || variable.type === 'categorical') checkUnlimited(rules, variable.name);
  const fault = definitionFault(rules, variable, 'stay within it');
  if (fault !== undefined) throw new ValueError(fault);
}

/** Why a variable can have no limit. */
function unlimitable(state: State, name: string): string | undefined {
  const variable = state.variables.find((one) => one.name === name);
  if (variable === undefined) return noVariable(name, state.variables);
  if (isObserved(variable)) return `variable '${name}' is observed and cannot be set`;
  return variable.type === 'categorical'
    ? `variable '${name}' has categories; retire those that must not be used`
    : undefined;
}

type GivenLimits = NonNullable<RulesRequest['limits']>;
type GivenSums = NonNullable<RulesRequest['linear']>;

/** Why the limit at one place of the list cannot be kept. */
function limitFault(state: State, given: GivenLimits, i: number): string | undefined {
  const { variable, at_least: low, at_most: high } = given[i] as GivenLimits[number];
  const fault = unlimitable(state, variable);
  if (fault !== undefined) return fault;
  const who = `variable '${variable}'`;
  if (given.findIndex((one) => one.variable === variable) !== i)
    return `${who} has two limits; give one with both sides`;
  if (low == null && high == null) return `${who} needs at_least, at_most or both`;
  return low != null && high != null && low > high
    ? `${who}: at_least ${low} is above at_most ${high}; exchange them, or give one`
    : undefined;
}

/** Why the limit of a sum cannot be kept. */
function sumFaults(state: State, given: GivenSums, i: number): string[] {
  const { name, coefficients } = given[i] as GivenSums[number];
  const isTwice = given.findIndex((one) => one.name === name) !== i;
  const names = Object.keys(coefficients);
  return [
    ...(isTwice ? ['the name is given twice; name each limit once'] : []),
    ...(names.length === 0 ? ['coefficients is empty; give at least one variable'] : []),
    ...names.flatMap((variable) => {
      const isLog = state.variables.find((one) => one.name === variable)?.scale === 'log';
      const log = `variable '${variable}' has a log scale; set a limit for this variable alone`;
      return unlimitable(state, variable) ?? (isLog ? log : []);
    }),
  ];
}

/**
 * The rules of a request, with those of the session where it has none.
 *
 * @throws ValueError limits that cannot be kept; it names the first five and counts the rest
 */
function readRules(state: State, request: RulesRequest): StoredRules {
  const { limits = [], linear = [] } = request;
  const faults = [
    ...limits.flatMap((_, i) => {
      const fault = limitFault(state, limits, i);
      return fault === undefined ? [] : [`limit ${i + 1}: ${fault}`];
    }),
    ...linear.flatMap(({ name }, i) =>
      sumFaults(state, linear, i).map((fault) => `linear limit '${name}': ${fault}`),
    ),
  ];
  if (faults.length > 0) throw new ValueError(listFaults(faults));
  const kept = state.rules;
  return {
    limits: request.limits === undefined ? kept.limits : limits.map(limitOf),
    linear:
      request.linear === undefined
        ? kept.linear
        : linear.map(({ name, coefficients, at_most }): LinearRule => ({ name, coefficients, at_most })),
    approval: request.approval ?? kept.approval,
  };
}

const limitOf = ({ variable, at_least, at_most }: GivenLimits[number]): VariableRule => ({
  variable,
  ...(at_least == null ? {} : { at_least }),
  ...(at_most == null ? {} : { at_most }),
});

/** The variable with its bounds, or allowed values, within the limit; or why there is none. */
function movedIn(variable: StoredVariable, rule: VariableRule | undefined): StoredVariable | string {
  if (rule === undefined) return variable;
  const { at_least = Number.NEGATIVE_INFINITY, at_most = Number.POSITIVE_INFINITY } = rule;
  const who = `variable '${variable.name}'`;
  if (variable.allowed_values !== undefined) {
    const left = variable.allowed_values.filter((value) => value >= at_least && value <= at_most);
    return left.length < 2
      ? `${who}: fewer than two allowed values are within the limit`
      : { ...variable, allowed_values: left };
  }
  const round = variable.type === 'integer';
  const min = Math.max(variable.min ?? at_least, round ? Math.ceil(at_least) : at_least);
  const max = Math.min(variable.max ?? at_most, round ? Math.floor(at_most) : at_most);
  return min < max ? { ...variable, min, max } : `${who}: its bounds and its safety limit do not overlap`;
}

/** The variables under new rules. @throws ValueError bounds lie outside the limits and may not move, or cannot */
function variablesWithin(state: State, rules: StoredRules, mayMove: boolean): StoredVariable[] {
  const faults: string[] = [];
  const variables = state.variables.map((variable) => {
    const rule = rules.limits.find((one) => one.variable === variable.name);
    const moved = mayMove
      ? movedIn(variable, rule)
      : (definitionFault(rules, variable, 'move its bounds first, or send move_bounds: true') ?? variable);
    if (typeof moved !== 'string') return moved;
    faults.push(moved);
    return variable;
  });
  if (faults.length > 0) throw new ValueError(listFaults(faults));
  return variables;
}

/** Safety limits and approval, as requests spell them. */
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
 * @throws ValueError limits name no variable that is set, or bounds lie outside and may not move; it lists the faults
 */
export function* putRules(
  state: State,
  request: RulesRequest,
  environment: Environment,
): Slices<Change<Rules>> {
  const rules = readRules(state, request);
  const variables = variablesWithin(state, rules, request.move_bounds === true);
  const moved = variables
    .filter((one, i) => JSON.stringify(one) !== JSON.stringify(state.variables[i]))
    .map(({ name }) => name);
  const parameters = { old: state.rules, new: rules, ...(moved.length === 0 ? {} : { moved }) };
  const next = withAudit(
    { ...state, variables: moved.length === 0 ? state.variables : variables, rules },
    auditEntry('rules_changed', parameters, environment, request.why ?? ''),
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
