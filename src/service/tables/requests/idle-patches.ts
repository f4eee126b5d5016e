import type { ImportColumn, ImportColumnPatch } from '../../../contract/imports.ts';
import { ValueError } from '../../../engine/errors.ts';
import { listFaults, show } from '../../../engine/words.ts';

/** What a request says of a column that has no effect on a column of this meaning. */
function idleIn(patch: ImportColumnPatch, { column, meaning, type, n_errors }: ImportColumn): string[] {
  const { noise_is: noise, errors_as: errors, limit, synonyms = {} } = patch;
  const isOutput = meaning === 'output';
  const others = Object.fromEntries(Object.entries(synonyms).filter(([text, category]) => text !== category));
  const idle = (name: string, value: unknown, of: string): string =>
    `column '${column}': ${name} ${show(value)} belongs to ${of}, and the column is taken for '${meaning}'; leave it out`;
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

/**
 * What one request says of columns must have an effect on them as they are then understood. What an earlier request
 * said of a column whose meaning changed since is not looked at.
 *
 * @throws ValueError fields without effect; it names the first five and counts the rest
 */
export function refuseIdle(
  patches: readonly ImportColumnPatch[] = [],
  columns: readonly ImportColumn[],
): void {
  const faults = patches.flatMap((patch) => {
    const column = columns.find((one) => one.column === patch.column);
    return column === undefined ? [] : idleIn(patch, column);
  });
  if (faults.length > 0) throw new ValueError(listFaults(faults));
}
