import type {
  Import,
  ImportColumn,
  ImportColumnPatch,
  ImportPatch,
} from '../../../contract/imports/imports.ts';
import { ValueError } from '../../../engine/errors.ts';
import { list, listFaults, show } from '../../../engine/words.ts';
import { choicesOf } from '../rows/problems.ts';

/** What a request says about a column that has no effect on a column of this meaning. */
function idleIn(patch: ImportColumnPatch, { column, meaning, type, n_errors }: ImportColumn): string[] {
  const { noise_is: noise, errors_as: errors, limit, synonyms = {} } = patch;
  const isOutput = meaning === 'output';
  const others = Object.fromEntries(Object.entries(synonyms).filter(([text, category]) => text !== category));
  const idle = (name: string, value: unknown, of: string): string =>
    `column '${column}': ${name} ${show(value)} belongs to ${of}, and the column is read as '${meaning}'; leave it out`;
  return [
    ...(noise !== undefined && meaning !== 'noise'
      ? [idle('noise_is', noise, "a column of meaning 'noise'")]
      : []),
    ...(limit != null && !isOutput ? [idle('limit', limit, "a column of meaning 'output'")] : []),
    ...(errors !== undefined && !(isOutput && n_errors > 0)
      ? [idle('errors_as', errors, 'an output with errors behind its values')]
      : []),
    ...(Object.keys(others).length > 0 && !(meaning === 'input' && type === 'categorical')
      ? [idle('synonyms', others, 'a categorical input')]
      : []),
  ];
}

/** Columns of a request that the file does not have. */
function absentColumns(what: string, named: readonly string[], columns: readonly ImportColumn[]): string[] {
  const known = columns.map(({ column }) => column);
  return named
    .filter((column) => !known.includes(column))
    .map((column) => `${what}: the file has no column ${show(column)}; it has ${list(known)}`);
}

/** Kinds of problems that do not exist, and choices that a kind does not have. */
function wrongChoices(choices: NonNullable<ImportPatch['choices']>): string[] {
  return Object.entries(choices).flatMap(([kind, choice]) => {
    const possible = (choicesOf as Readonly<Record<string, readonly string[]>>)[kind];
    if (possible === undefined)
      return `choices: ${show(kind)} is not a kind of problem; use one of ${Object.keys(choicesOf).join(', ')}`;
    return possible.includes(choice)
      ? []
      : [`choices: ${show(choice)} is not a choice for '${kind}'; use one of ${possible.join(', ')}`];
  });
}

/** Rows that the file does not have, and cells of columns that it does not have. */
function wrongRows(
  rows: NonNullable<ImportPatch['rows']>,
  { columns, n_rows }: Pick<Import, 'columns' | 'n_rows'>,
): string[] {
  return Object.entries(rows).flatMap(([row, { cells = {} }]) =>
    /^[1-9]\d*$/.test(row) && Number(row) <= n_rows
      ? absentColumns(`rows: row ${row}`, Object.keys(cells), columns)
      : [`rows: ${show(row)} is not a row of the file; its rows are 1 to ${n_rows}`],
  );
}

/**
 * What one request says must have an effect on the file as it is then understood: on its columns, its rows and the problems that files
 * can have. What an earlier request said about a column whose meaning changed since is not examined.
 *
 * @throws ValueError decisions without effect; it names the first five and counts the rest
 */
export function checkEffective(
  { columns: patches = [], choices = {}, rows = {} }: ImportPatch,
  description: Pick<Import, 'columns' | 'n_rows'>,
): void {
  const { columns } = description;
  const named = patches.map(({ column }) => column);
  const faults = [
    ...absentColumns('columns', named, columns),
    ...patches.flatMap((patch) => {
      const column = columns.find((one) => one.column === patch.column);
      return column === undefined ? [] : idleIn(patch, column);
    }),
    ...wrongChoices(choices),
    ...wrongRows(rows, description),
  ];
  if (faults.length > 0) throw new ValueError(listFaults(faults));
}
