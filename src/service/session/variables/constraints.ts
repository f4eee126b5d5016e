import { isRecord } from '../../../contract/is-record.ts';
import type {
  Constraint,
  ConstraintCreated,
  ConstraintList,
  ConstraintRequest,
} from '../../../contract/variables/constraints.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Slices } from '../../../engine/slices.ts';
import { fieldError, NotFoundError } from '../../errors.ts';
import type { Change, State } from '../state.ts';
import { namesToUse, show } from '../words.ts';
import { contradictionWarnings } from './contradictions.ts';
import { isAddressable, notAddressable, noVariable } from './variable-spelling.ts';

/** Highest automatic number in use plus one, from 0. */
function automaticName(taken: readonly Constraint[]): string {
  const numbers = taken.map(({ name }) => Number(/^constraint_(\d+)$/.exec(name)?.[1] ?? -1));
  return `constraint_${Math.max(-1, ...numbers) + 1}`;
}

/** @throws ValueError a variable is unknown or not numeric, or a number is not finite */
export function checkConstraint(variables: readonly StoredVariable[], constraint: Constraint): void {
  const who = `constraint '${constraint.name}'`;
  if (!Number.isFinite(constraint.rhs)) {
    throw new ValueError(`${who}: rhs must be finite, got ${constraint.rhs}`);
  }
  for (const [name, coefficient] of Object.entries(constraint.coefficients)) {
    const variable = variables.find((candidate) => candidate.name === name);
    if (variable === undefined) throw new ValueError(`${who}: ${noVariable(name, variables)}`);
    if (variable.type === 'categorical' || variable.type === 'context') {
      throw new ValueError(
        `${who}: variable '${name}' is ${variable.type}; only real, integer and discrete variables may be named`,
      );
    }
    if (variable.scale === 'log') {
      throw new ValueError(
        `${who}: variable '${name}' has a log scale, and a sum of its values is not linear in their logarithms; leave it out, or give it a linear scale`,
      );
    }
    if (!Number.isFinite(coefficient)) {
      throw new ValueError(`${who}: coefficient of '${name}' must be finite, got ${coefficient}`);
    }
  }
}

/** Constraints are deleted by their name, which is then part of an address; loaded ones keep theirs. @throws ValidationError */
function checkName(name: string): void {
  const wrong = (msg: string, type: string) =>
    fieldError(['body', 'name'], `name ${show(name)} ${msg}`, type);
  if (name.trim() === '') throw wrong('is blank; use a visible name', 'name_blank');
  if (!isAddressable(name)) throw wrong(notAddressable, 'name_not_addressable');
}

function addTo(variables: readonly StoredVariable[], taken: readonly Constraint[], added: Constraint): void {
  if (taken.some(({ name }) => name === added.name)) {
    throw new ValueError(
      `constraint '${added.name}' exists already; choose another name, or delete it first`,
    );
  }
  checkConstraint(variables, added);
}

const changed = (constraints: readonly Constraint[]) => ({
  type: 'constraints_changed' as const,
  data: { n_constraints: constraints.length },
});

/**
 * Adds a linear constraint, named by the request or by a free number; `warnings` say if no run is left.
 *
 * @throws ValidationError (422) there is no type, or two that differ, or the name is blank or cannot be in an address
 * @throws ValueError (400) the name is taken, or a coefficient is of no variable that can have one
 */
export function* addConstraint(state: State, request: ConstraintRequest): Slices<Change<ConstraintCreated>> {
  const type = request.constraint_type ?? request.type;
  if (type === undefined) throw fieldError(['body', 'constraint_type'], 'field is required', 'missing');
  if (request.type !== undefined && request.type !== type) {
    const msg = `'${request.type}' differs from constraint_type, '${type}'; send one of them`;
    throw fieldError(['body', 'type'], msg, 'differ');
  }
  const name = request.name ?? automaticName(state.constraints);
  checkName(name);
  const constraint = { type, coefficients: request.coefficients, rhs: request.rhs, name };
  addTo(state.variables, state.constraints, constraint);
  const constraints = [...state.constraints, constraint];
  const next = { ...state, constraints };
  const warnings = yield* contradictionWarnings(next);
  return {
    state: next,
    answer: { message: `constraint '${name}' added`, constraint, ...warnings },
    events: [changed(constraints)],
  };
}

/** The constraints in their order; `warnings` say if they leave no run. */
export function* listConstraints(state: State): Slices<ConstraintList> {
  const count = state.constraints.length;
  const warnings = yield* contradictionWarnings(state);
  return { constraints: [...state.constraints], n_constraints: count, count, ...warnings };
}

/** Removes a constraint. @throws NotFoundError none has this name */
export function deleteConstraint(state: State, name: string): Change<{ message: string }> {
  const position = state.constraints.findIndex((constraint) => constraint.name === name);
  if (position < 0) {
    const names = state.constraints.map((constraint) => constraint.name);
    throw new NotFoundError(`constraint '${name}' not found; ${namesToUse(names, name)}`);
  }
  const constraints = state.constraints.toSpliced(position, 1);
  return {
    state: { ...state, constraints },
    answer: { message: `constraint '${name}' deleted` },
    events: [changed(constraints)],
  };
}

const isNumbers = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((entry) => typeof entry === 'number');

/** Constraints of a loaded document, with the checks of `addConstraint`, save that names need not fit into an address. */
export function readConstraints(
  variables: readonly StoredVariable[],
  entries: readonly unknown[],
): Constraint[] {
  const constraints: Constraint[] = [];
  entries.forEach((entry, i) => {
    try {
      if (!isRecord(entry)) {
        throw new ValueError(
          `expected type, coefficients and rhs, such as {"type": "inequality", "coefficients": {"A": 1, "B": 1}, "rhs": 100}, got ${show(entry)}`,
        );
      }
      const record: Record<string, unknown> = entry;
      const type = record.type ?? record.constraint_type;
      if (type !== 'inequality' && type !== 'equality') {
        throw new ValueError(`type must be inequality or equality, got ${show(type)}`);
      }
      if (record.constraint_type != null && record.constraint_type !== type) {
        throw new ValueError(
          `constraint_type ${show(record.constraint_type)} differs from type, ${show(type)}; send one of them`,
        );
      }
      if (!isNumbers(record.coefficients)) {
        throw new ValueError(`coefficients must map names to numbers, got ${show(record.coefficients)}`);
      }
      if (typeof record.rhs !== 'number')
        throw new ValueError(`rhs must be a number, got ${show(record.rhs)}`);
      const name = record.name ?? automaticName(constraints);
      if (typeof name !== 'string') throw new ValueError(`name must be text, got ${show(name)}`);
      if (name.trim() === '') throw new ValueError(`name ${show(name)} is blank; use a visible name`);
      const constraint: Constraint = { type, coefficients: record.coefficients, rhs: record.rhs, name };
      addTo(variables, constraints, constraint);
      constraints.push(constraint);
    } catch (cause) {
      if (!(cause instanceof ValueError)) throw cause;
      throw new ValueError(`constraint ${i + 1} of ${entries.length}: ${cause.message}`, { cause });
    }
  });
  return constraints;
}
