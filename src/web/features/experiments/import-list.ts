import { differingNumbers, lastNumbers } from '../../../contract/imports/column-reasons.ts';
import type { Import, VariableRequest } from '../../api/types.ts';

type Column = Import['columns'][number];

/** A result that is one only because of its place and its numbers. */
export const isGuessedResult = ({ meaning, guessed, why }: Column): boolean =>
  meaning === 'output' && guessed && (why === lastNumbers || why === differingNumbers);

/** Whether the rows may be runs to choose from: nothing in the file is named as a result. */
export const mayBeList = ({ columns }: Pick<Import, 'columns'>): boolean =>
  columns.some(({ meaning }) => meaning === 'input') &&
  columns.every((column) => column.meaning !== 'output' || isGuessedResult(column));

/** The variable that a column of such a list becomes; none where it does not vary. */
function variableOf(column: Column): VariableRequest | undefined {
  const { name, type, unit, categories, bounds, min, max, role } = column;
  const request = { name, role: role ?? 'controllable', ...(unit === null ? {} : { unit }) };
  if (type === 'categorical')
    return (categories ?? []).length < 2
      ? undefined
      : { ...request, type: 'categorical', categories: [...(categories ?? [])] };
  const range = bounds ?? (min === null || max === null ? undefined : [min, max]);
  if (range === undefined || (range[0] as number) >= (range[1] as number)) return undefined;
  return { ...request, type: type === 'integer' ? 'integer' : 'real', bounds: [...range] };
}

/** Variables that the columns of a list bring to a session. */
export const variablesOfList = ({ columns }: Pick<Import, 'columns'>): VariableRequest[] =>
  columns.flatMap((column) => {
    const isSetting = column.meaning === 'input' || isGuessedResult(column);
    return isSetting && !column.exists ? (variableOf(column) ?? []) : [];
  });
