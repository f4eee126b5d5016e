import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import { visibleForm } from '../../normal-form.ts';
import { oneLine, splitUnit, usableName, visible } from '../cells/column-name.ts';
import type { Table } from '../table.ts';
import { nameAndUnit, unitsOfVariables } from './name-and-unit.ts';

/** @throws ValueError a column occurs twice */
export function checkRepeated({ repeated: [twice] }: Table): void {
  if (twice !== undefined) throw new ValueError(`CSV: column '${twice}' occurs twice; rename one`);
}

/**
 * The variable that each column holds, by the place of the column: the one of its name, else the one of its name on one line without signs that nobody sees,
 * with the other sign for micro, without a unit, be it that of the variable alone, or as an address has it (`1 per T` for `1/T`).
 *
 * @param names of the columns  @param taken names of columns that are no variables
 */
export function variableColumns(
  names: readonly string[],
  variables: readonly Pick<StoredVariable, 'name' | 'unit'>[],
  taken: readonly string[] = [],
): Map<number, string> {
  const found = new Map<number, string>();
  for (const { name } of variables) {
    const at = names.indexOf(name);
    if (at >= 0) found.set(at, name);
  }
  const named = new Set(found.values());
  for (const { name, unit } of variables.filter((one) => !named.has(one.name))) {
    const isIts = (one: string) =>
      visibleForm(one) === visibleForm(oneLine(visible(name))) ||
      visibleForm(nameAndUnit(one, unitsOfVariables([{ name, unit }])).name) === visibleForm(name) ||
      visibleForm(usableName(splitUnit(one).name, new Set())) === visibleForm(name);
    const at = names.findIndex((one, i) => !found.has(i) && !taken.includes(one) && isIts(one));
    if (at >= 0) found.set(at, name);
  }
  return found;
}
