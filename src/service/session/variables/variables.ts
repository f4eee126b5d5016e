import { changeLevels } from '../../../contract/families.ts';
import { isRecord } from '../../../contract/is-record.ts';
import { isOpen } from '../../../contract/queue/run-status.ts';
import type { Constraint } from '../../../contract/variables/constraints.ts';
import { isObserved, variableRoles } from '../../../contract/variables/variable-roles.ts';
import {
  type NewVariableRequest,
  type StoredVariable,
  type Variable,
  type VariableList,
  type VariableReplaced,
  type VariableRequest,
  type VariablesDocument,
  type VariablesLoaded,
  variableTypes,
} from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Slices } from '../../../engine/slices.ts';
import { counted } from '../../../engine/words.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import { lookalikeWords } from '../../normal-form.ts';
import { auditEntry, withAudit } from '../audit.ts';
import { mapList } from '../document/document-list.ts';
import type { Change, Environment, State } from '../state.ts';
import { show } from '../words.ts';
import { checkValue } from './check-inputs.ts';
import { checkConstraint, readConstraints } from './constraints.ts';
import { contradictionWarnings } from './contradictions.ts';
import { checkDefinition, checkUnlimited } from './rules.ts';
import { answerSpelling, noVariable, storedSpelling } from './variable-spelling.ts';

/** Says that variables or constraints changed. */
export const variablesChanged = (state: State) => ({
  type: 'variables_changed' as const,
  data: { n_variables: state.variables.length, n_constraints: state.constraints.length },
});

/** The table has a column of this name. */
function hasColumn(state: State, name: string): boolean {
  return state.rows.some((row) => Object.hasOwn(row, name));
}

/** What a variable must agree on with the session that it joins (V1). */
export function checkJoin(state: State, variable: StoredVariable): void {
  const names = [...state.variables.map(({ name }) => name), ...state.targets];
  const twin = lookalikeWords(variable.name, names);
  if (twin !== '') throw new ValueError(`variable '${variable.name}': ${twin}; choose another name`);
  if (variable.name === '_reason') {
    throw new ValueError(
      `variable '_reason': staged experiments store their reason under this name; choose another one`,
    );
  }
  if (state.targets.includes(variable.name)) {
    throw new ValueError(`variable '${variable.name}': an objective has this name; choose another one`);
  }
  if (state.rows.length > 0 && !hasColumn(state, variable.name)) {
    throw new ValueError(
      `variable '${variable.name}': the ${state.rows.length} recorded rows have no value for it; ` +
        'give the value that it had in them as recorded_value, or upload data that has this column',
    );
  }
}

/** The session whose rows, and runs that wait, have a value of a variable that is new. */
function* withRecordedValue(state: State, variable: StoredVariable, value: number | string): Slices<State> {
  const { name } = variable;
  if (hasColumn(state, name)) {
    throw new ValueError(
      `recorded_value: the recorded rows have a column '${name}' already; leave recorded_value out`,
    );
  }
  const warning = checkValue(variable, value);
  if (warning !== undefined && variable.type !== 'real') throw new ValueError(`recorded_value: ${warning}`);
  return {
    ...state,
    rows: yield* mapList(state.rows, (row) => ({ ...row, [name]: value })),
    queue: isObserved(variable)
      ? state.queue
      : state.queue.map((item) =>
          isOpen(item) ? { ...item, inputs: { ...item.inputs, [name]: value } } : item,
        ),
  };
}

/** The revision of the table with other variables: those that join or leave it are columns of it. */
const revisionAfter = ({ rows, variables, data_revision }: State, after: State['variables']): number => {
  const names = (some: State['variables']) => JSON.stringify(some.map(({ name }) => name).sort());
  return rows.length === 0 || names(variables) === names(after) ? data_revision : data_revision + 1;
};

/** A session whose variables changed. Where rows are recorded, the audit log has an entry of it. */
const auditedBesideRows = (
  state: State,
  type: string,
  parameters: Record<string, unknown>,
  environment: Environment,
): State => (state.rows.length === 0 ? state : withAudit(state, auditEntry(type, parameters, environment)));

/**
 * A variable joins; where rows are recorded, with the value that it had in them.
 *
 * @throws ValidationError (422) a field is missing, has the wrong shape, or contradicts another
 * @throws ValueError (400) the name is taken, the values break a rule or a safety limit, or `recorded_value` does not fit
 */
export function* addVariable(
  state: State,
  { recorded_value: value, ...request }: NewVariableRequest,
  environment: Environment,
): Slices<Change<Variable & { message: string }>> {
  const stored = storedSpelling(request);
  const { name } = stored;
  if (state.variables.some((variable) => variable.name === name)) {
    throw new ValueError(
      `variable '${name}' already exists; choose another name, or change that variable (PUT)`,
    );
  }
  checkDefinition(state.rules, stored);
  const filled = value == null ? state : yield* withRecordedValue(state, stored, value);
  checkJoin(filled, stored);
  const variables = [...state.variables, stored];
  const joined = { ...filled, variables, data_revision: revisionAfter(state, variables) };
  const parameters = { variable: name, before: null, after: stored, recorded_value: value ?? null };
  const next = auditedBesideRows(joined, 'variable_added', parameters, environment);
  const event = variablesChanged(next);
  const rows =
    value == null || state.rows.length === 0
      ? ''
      : ` to ${counted(state.rows.length, 'row')} with ${show(value)}`;
  return {
    state: next,
    answer: { ...answerSpelling(stored), message: `variable '${name}' added${rows}` },
    events: [{ ...event, data: rows === '' ? event.data : { ...event.data, rows_changed: true } }],
  };
}

/** The variables in their order, as requests spell them. */
export function listVariables(state: State): VariableList {
  const variables = state.variables.map(answerSpelling);
  return { variables, count: variables.length, n_variables: variables.length };
}

/** The definition at its place, where every constraint still holds over it. */
export function withDefinition(state: State, position: number, stored: StoredVariable): State {
  const variables = state.variables.with(position, stored);
  checkDefinition(state.rules, stored);
  for (const constraint of state.constraints) {
    if (Object.hasOwn(constraint.coefficients, stored.name)) checkConstraint(variables, constraint);
  }
  return { ...state, variables };
}

/**
 * Another definition for a variable of the same name.
 *
 * @throws NotFoundError there is no such variable
 * @throws ValidationError (422) a field is missing, has the wrong shape, or contradicts another
 * @throws ValueError (400) the body has another name, or the values break a rule, a safety limit or a constraint
 */
export function* replaceVariable(
  state: State,
  name: string,
  request: VariableRequest,
  environment: Environment,
): Slices<Change<VariableReplaced>> {
  const position = positionOf(state, name);
  if (request.name !== name) {
    throw new ValueError(
      `variable '${name}': the body names it ${show(request.name)}; the two names must match`,
    );
  }
  const before = state.variables[position] as StoredVariable;
  const stored = storedSpelling(request);
  const replaced = withDefinition(state, position, stored);
  const parameters = { variable: name, before, after: stored };
  const next = auditedBesideRows(replaced, 'variable_changed', parameters, environment);
  const warnings = yield* contradictionWarnings(next);
  return {
    state: next,
    answer: {
      ...answerSpelling(stored),
      message: `variable '${name}' replaced`,
      variable: stored,
      ...warnings,
    },
    events: [variablesChanged(next)],
  };
}

/** @throws NotFoundError */
export function positionOf(state: State, name: string): number {
  const position = state.variables.findIndex((variable) => variable.name === name);
  if (position < 0) throw new NotFoundError(noVariable(name, state.variables));
  return position;
}

/**
 * Also deletes every constraint that names it.
 *
 * @throws NotFoundError there is no such variable
 * @throws ValueError it has a safety limit
 */
export function deleteVariable(state: State, name: string, environment: Environment): Change<null> {
  const before = state.variables[positionOf(state, name)] as StoredVariable;
  checkUnlimited(state.rules, name);
  const variables = state.variables.filter((variable) => variable.name !== name);
  const without = {
    ...state,
    variables,
    data_revision: revisionAfter(state, variables),
    constraints: state.constraints.filter((constraint) => !Object.hasOwn(constraint.coefficients, name)),
  };
  const parameters = { variable: name, before, after: null };
  const next = auditedBesideRows(without, 'variable_deleted', parameters, environment);
  return { state: next, answer: null, events: [variablesChanged(next)] };
}

/** Field types that the schema checks in a body and that a file entry must pass here. */
const entryTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  min: (v) => typeof v === 'number',
  max: (v) => typeof v === 'number',
  bounds: (v) => Array.isArray(v) && v.length === 2 && v.every((x) => typeof x === 'number' || x === null),
  values: (v) => Array.isArray(v) && v.every((x) => typeof x === 'string'),
  categories: (v) => Array.isArray(v) && v.every((x) => typeof x === 'string'),
  allowed_values: (v) => Array.isArray(v) && v.every((x) => typeof x === 'number'),
  step: (v) => typeof v === 'number',
  scale: (v) => v === 'linear' || v === 'log',
  unit: (v) => typeof v === 'string',
  description: (v) => typeof v === 'string',
  role: (v) => variableRoles.some((one) => one === v),
  changes: (v) => changeLevels.some((one) => one === v),
};

/** A file entry as a request; null bounds count as absent. */
function entryRequest(entry: unknown): VariableRequest {
  if (!isRecord(entry)) {
    throw new ValueError(
      `expected a name and a type, such as {"name": "temperature", "type": "real", "min": 20, "max": 80}, got ${show(entry)}`,
    );
  }
  if (typeof entry.name !== 'string') throw new ValueError(`name must be text, got ${show(entry.name)}`);
  if (typeof entry.type !== 'string' || !(variableTypes as readonly string[]).includes(entry.type)) {
    throw new ValueError(`type must be one of ${variableTypes.join(', ')}, got ${show(entry.type)}`);
  }
  for (const [field, fits] of Object.entries(entryTypes)) {
    const value = entry[field];
    if (value !== undefined && value !== null && !fits(value)) {
      throw new ValueError(`${field} does not fit, got ${show(value)}`);
    }
  }
  const bounds = Array.isArray(entry.bounds) && entry.bounds.includes(null) ? null : entry.bounds;
  const categories = Array.isArray(entry.values) ? null : entry.categories;
  return { ...entry, bounds, categories } as unknown as VariableRequest;
}

function readVariables(entries: readonly unknown[]): StoredVariable[] {
  return entries.map((entry, i) => {
    try {
      return storedSpelling(entryRequest(entry));
    } catch (cause) {
      if (!(cause instanceof ValueError) && !(cause instanceof ValidationError)) throw cause;
      throw new ValueError(`variable ${i + 1} of ${entries.length}: ${cause.message}`, { cause });
    }
  });
}

/**
 * A bare array is appended; an object replaces variables and constraints. One bad entry refuses the whole document.
 *
 * @throws ValidationError (422) an entry has the wrong shape
 * @throws ValueError (400) a name occurs twice, or a variable or constraint breaks a rule
 */
export function* loadVariables(state: State, document: VariablesDocument): Slices<Change<VariablesLoaded>> {
  const replaces = !Array.isArray(document);
  const loaded = readVariables(replaces ? (document.variables ?? []) : document);
  const variables = replaces ? loaded : [...state.variables, ...loaded];
  const twice = variables.find((one, i) => variables.findIndex((other) => other.name === one.name) !== i);
  if (twice !== undefined) throw new ValueError(`variable '${twice.name}' exists twice; name each once`);
  for (const { name } of state.variables)
    if (!variables.some((variable) => variable.name === name)) checkUnlimited(state.rules, name);
  for (const variable of loaded) {
    checkJoin({ ...state, variables }, variable);
    checkDefinition(state.rules, variable);
  }
  const constraints: readonly Constraint[] = replaces
    ? readConstraints(variables, document.constraints ?? [])
    : state.constraints;
  const next = {
    ...state,
    variables,
    constraints,
    derived_variables: replaces ? [] : state.derived_variables,
    data_revision: revisionAfter(state, variables),
  };
  const nConstraints = replaces ? constraints.length : 0;
  const warnings = yield* contradictionWarnings(next);
  return {
    state: next,
    answer: {
      message: `${counted(loaded.length, 'variable')} and ${counted(nConstraints, 'constraint')} loaded`,
      n_variables: loaded.length,
      n_constraints: nConstraints,
      ...warnings,
    },
    events: [variablesChanged(next)],
  };
}

/** What `POST …/variables/load` takes. */
export function exportVariables(
  state: State,
  withConstraints: boolean,
): readonly StoredVariable[] | { variables: readonly StoredVariable[]; constraints: readonly Constraint[] } {
  return withConstraints ? { variables: state.variables, constraints: state.constraints } : state.variables;
}
