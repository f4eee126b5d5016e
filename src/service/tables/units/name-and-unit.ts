import { type Split, splitUnit } from '../cells/column-name.ts';
import { isSameUnit } from './same-unit.ts';

/** What is behind a name: `(GU)`, `[GU]`, `, GU`, `/ GU`, `in GU`. */
const behindName = /^(?:\s*\((.+)\)|\s*\[(.+)\]|\s*[,/]\s*(\S+)|\s+in\s+(\S+))$/;

/**
 * Name and unit of a column. One that is written as the session shows it, `Gloss (GU)`, has the name and unit of the session: its
 * unit need not be one that is known everywhere.
 *
 * @param units of the session, by the names of its variables and objectives
 */
export function nameAndUnit(column: string, units: Iterable<readonly [string, string]>): Split {
  for (const [name, unit] of units) {
    if (!column.startsWith(name)) continue;
    const written = behindName
      .exec(column.slice(name.length))
      ?.slice(1)
      .find((part) => part !== undefined);
    if (written !== undefined && isSameUnit(written, unit)) return { name, unit: written };
  }
  return splitUnit(column);
}

/** Units of variables by their names. */
export const unitsOfVariables = (
  variables: readonly { readonly name: string; readonly unit?: string | null | undefined }[],
): [string, string][] => variables.flatMap(({ name, unit }) => (unit == null ? [] : [[name, unit]]));
