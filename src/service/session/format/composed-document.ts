import { isRecord } from '../../../contract/is-record.ts';
import type { Slices } from '../../../engine/slices.ts';
import { ValidationError } from '../../errors.ts';
import { composed, composedAll } from '../../normal-form.ts';

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Lists of names and labels of a stored document; those of one list differ. */
function nameLists({ search_space: space, experiments }: Record<string, unknown>): string[][] {
  const variables = isRecord(space) && Array.isArray(space.variables) ? space.variables.filter(isRecord) : [];
  const targets = isRecord(experiments) ? texts(experiments.target_columns) : [];
  return [
    [...texts(variables.map(({ name }) => name)), ...targets],
    ...variables.map(({ categories, values }) => texts(categories ?? values)),
  ];
}

/**
 * A stored document with its texts in composed form, where a name in it is not: what requests say is composed and would not find it. Earlier
 * builds kept names as they came. Two names of a document that would become one stay as they are.
 *
 * @returns the given document where there is nothing to do, else another one
 */
export function* composedDocument(document: unknown): Slices<unknown> {
  if (!isRecord(document)) return document;
  const lists = nameLists(document);
  if (lists.flat().every((name) => composed(name) === name)) return document;
  if (lists.some((names) => new Set(names.map(composed)).size < new Set(names).size)) return document;
  try {
    return yield* composedAll(JSON.parse(JSON.stringify(document)), []);
  } catch (error) {
    if (error instanceof ValidationError) return document;
    throw error;
  }
}
