import { isOpen } from '../../../contract/queue/run-status.ts';
import type { SuggestRequest } from '../../../contract/suggestions/acquisition.ts';
import type { Inputs } from '../../../contract/values.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import { ValueError } from '../../../engine/errors.ts';
import { encodeChoice, encodeRows, encodeValue } from '../../../engine/space/encode.ts';
import type { Dimension, Space } from '../../../engine/space/space.ts';
import { fieldError } from '../../errors.ts';
import { atField } from '../places.ts';
import type { State } from '../state.ts';
import { dimensionOf, spaceOf } from '../variables/space.ts';
import { namesToUse, show } from '../words.ts';

const isObservedName = (state: State, name: string): boolean =>
  state.variables.some((variable) => variable.name === name && isObserved(variable));

/**
 * Checks observed values.
 *
 * @param field of the request that gives them
 * @throws ValueError a name that no observed variable has, or a value that the variable cannot have
 */
function checkObserved(state: State, given: Inputs, field: 'observed' | 'context'): void {
  for (const [name, value] of Object.entries(given)) {
    const variable = state.variables.find((one) => one.name === name);
    if (variable === undefined) {
      const names = state.variables.filter(isObserved).map((one) => one.name);
      throw new ValueError(`${field}: '${name}' is not an observed variable; ${namesToUse(names, name)}`);
    }
    if (!isObserved(variable)) {
      throw new ValueError(`${field}: '${name}' is set, not observed; use hold to give it a fixed value`);
    }
    atField(field, () => encodeValue(dimensionOf(state, variable), value));
  }
}

/** Held and observed values that a request gives, as column → code. @throws ValueError */
function givenColumns(state: State, space: Space, hold: Inputs, observed: Inputs): Map<number, number> {
  const fixed = new Map<number, number>();
  const columnOf = (name: string) => space.dimensions.findIndex((dimension) => dimension.name === name);
  for (const [name, value] of Object.entries(hold)) {
    const column = columnOf(name);
    if (isObservedName(state, name)) {
      throw new ValueError(`hold: '${name}' is observed, not set; give its value in observed`);
    }
    if (column < 0) {
      throw new ValueError(
        `hold: '${name}' is not a variable; ${namesToUse(
          space.dimensions.map((d) => d.name),
          name,
        )}`,
      );
    }
    const code = atField('hold', () => encodeChoice(space.dimensions[column] as Dimension, value));
    fixed.set(column, code);
  }
  for (const [name, value] of Object.entries(observed)) {
    const column = columnOf(name);
    if (column >= 0) fixed.set(column, encodeValue(space.dimensions[column] as Dimension, value));
  }
  return fixed;
}

/** Held and observed values that a request gives, whether or not they are needed for the answer. @throws ValueError */
export function checkGiven(state: State, hold: Inputs, observed: Inputs): void {
  checkObserved(state, observed, 'observed');
  const known = state.variables.filter((one) => !isObserved(one) || observed[one.name] !== undefined);
  givenColumns(state, spaceOf(state, known), hold, observed);
}

/** Held and observed values as column → code: of all observed variables. @throws ValueError */
export function fixedColumns(
  state: State,
  space: Space,
  hold: Inputs,
  observed: Inputs,
): Map<number, number> {
  const fixed = givenColumns(state, space, hold, observed);
  const columnOf = (name: string) => space.dimensions.findIndex((dimension) => dimension.name === name);
  const missing = state.variables
    .filter(isObserved)
    .filter(({ name }) => columnOf(name) >= 0 && observed[name] === undefined);
  if (missing.length > 0) {
    throw new ValueError(
      `observed: enter the current ${missing.map(({ name, unit }) => (unit ? `${name} (${unit})` : name)).join(', ')}; it is observed, not set`,
    );
  }
  return fixed;
}

/** Rows that are staged or running and say everything the model needs, as encoded points. */
export function pendingPoints(state: State, space: Space, observed: Inputs): Float64Array {
  const points = state.queue
    .filter(isOpen)
    .map((item) => ({ ...observed, ...item.inputs }))
    .filter((point: Inputs) => space.dimensions.every((dimension) => point[dimension.name] !== undefined));
  return encodeRows(space, points);
}

/**
 * Observed values under their two names, `observed` and `context`; a value under both must be the same.
 *
 * @throws ValueError, ValidationError naming the field, the variable and the value
 */
export function observedOf(state: State, request: Pick<SuggestRequest, 'observed' | 'context'>): Inputs {
  const observed = request.observed ?? {};
  const context = request.context ?? {};
  checkObserved(state, observed, 'observed');
  checkObserved(state, context, 'context');
  for (const [name, value] of Object.entries(context)) {
    const other = observed[name];
    if (other === undefined || other === value) continue;
    throw fieldError(
      ['body', 'context', name],
      `${show(value)} differs from observed.${name}, ${show(other)}; send one of them`,
      'differ',
    );
  }
  return { ...context, ...observed };
}
