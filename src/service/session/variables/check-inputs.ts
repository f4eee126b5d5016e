import { blockColumn, bookkeeping, plotColumns } from '../../../contract/experiments/bookkeeping.ts';
import type { Inputs } from '../../../contract/values.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import { brokenRange, brokenScale, hasValue } from '../../broken-limits.ts';
import { NoVariablesError } from '../../errors.ts';
import { lookalikeWords } from '../../normal-form.ts';
import type { State } from '../state.ts';
import { didYouMean, list, namesToUse, show } from '../words.ts';

/**
 * Checks one recorded value; what looks wrong but may have been measured becomes a warning.
 *
 * @throws ValueError an undeclared category, text for a number, or a number that is not finite
 */
export function checkValue(variable: StoredVariable, value: unknown): string | undefined {
  const who = `variable '${variable.name}'`;
  if (variable.type === 'categorical') {
    if (hasValue(variable.values ?? [], String(value))) return undefined;
    throw new ValueError(
      `${who}: category ${show(value)} is not declared; ${namesToUse(variable.values ?? [], value)}`,
    );
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ValueError(
      `${who}: expected a finite number, got ${typeof value === 'number' ? value : show(value)}`,
    );
  }
  const broken = brokenScale(variable, value);
  if (broken !== undefined) throw new ValueError(broken);
  return brokenRange(variable, value);
}

/** Whether a key among inputs says where the run is in a design. */
export const isPlace = (state: State, key: string): boolean =>
  plotColumns.includes(key) ||
  (key === blockColumn && !state.targets.includes(key) && !state.variables.some(({ name }) => name === key));

/** Whether a key may stand among inputs: a variable, or a column that is known beside them. */
export const isNamed = (state: State, key: string): boolean =>
  state.variables.some(({ name }) => name === key) ||
  bookkeeping.includes(key) ||
  state.targets.includes(key) ||
  isPlace(state, key);

/** @throws NoVariablesError */
export function checkHasVariables(state: State): void {
  if (state.variables.length === 0) {
    throw new NoVariablesError('the session has no variables; add variables before experiments');
  }
}

/** @throws ValueError a name that no variable has */
export function checkNames(state: State, inputs: Inputs, field = 'inputs'): void {
  const unknown = Object.keys(inputs).filter((key) => !isNamed(state, key));
  if (unknown.length === 0) return;
  const names = state.variables.map((variable) => variable.name);
  const twins = unknown.map((name) => lookalikeWords(name, names)).filter((words) => words !== '');
  const hint =
    twins.length > 0 ? twins.join('; ') : `${didYouMean(unknown[0], names)}the variables are ${list(names)}`;
  throw new ValueError(`${field}: ${list(unknown)} is not a variable; ${hint}`);
}
