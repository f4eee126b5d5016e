import type { ImportColumn } from '../../../contract/imports/imports.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import { list, show } from '../../../engine/words.ts';
import { brokenRange, brokenScale } from '../../broken-limits.ts';

type Constants = Readonly<Record<string, number | string>>;

function fault(variable: StoredVariable, value: number | string): string | undefined {
  if (variable.type === 'categorical') {
    const categories = variable.values ?? [];
    return categories.includes(String(value)) && typeof value === 'string'
      ? undefined
      : `expected one of ${list(categories)}, got ${show(value)}`;
  }
  if (typeof value !== 'number') return `expected a number, got ${show(value)}`;
  return brokenScale(variable, value);
}

/**
 * Values of variables that a file has no column of.
 *
 * @throws ValueError no such variable, or one that cannot have this value
 */
export function checkConstants(constants: Constants, variables: readonly StoredVariable[]): void {
  for (const [name, value] of Object.entries(constants)) {
    const variable = variables.find((one) => one.name === name);
    if (variable === undefined)
      throw new ValueError(
        `constants: the session has no variable ${show(name)}; it has ${list(variables.map((one) => one.name)) || 'none'}`,
      );
    const wrong = fault(variable, value);
    if (wrong !== undefined) throw new ValueError(`constants.${name}: ${wrong}`);
  }
}

/** Values that a variable was not meant to be set to; they are recorded all the same, as those of cells are. */
export const constantRemarks = (constants: Constants, variables: readonly StoredVariable[]): string[] =>
  variables.flatMap((variable) => {
    const value = Object.hasOwn(constants, variable.name) ? constants[variable.name] : undefined;
    const wrong = typeof value === 'number' ? brokenRange(variable, value) : undefined;
    return wrong === undefined ? [] : [`${wrong}; every row has this value`];
  });

/** Variables that a column and a constant give. */
export const givenTwice = (constants: Constants, columns: readonly ImportColumn[]): string[] =>
  columns.flatMap(({ column, meaning, name }) =>
    meaning === 'input' && Object.hasOwn(constants, name)
      ? [`variable '${name}' has the column '${column}' and a constant; remove one`]
      : [],
  );
