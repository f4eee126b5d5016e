import { placeOf } from '../../engine/words.ts';
import { ValidationError, ValueError } from '../errors.ts';

/** Checks a field of the body. Messages name it. */
export function atField<T>(field: string, check: () => T): T {
  try {
    return check();
  } catch (cause) {
    if (!(cause instanceof ValueError)) throw cause;
    throw new ValueError(`${field}: ${cause.message}`, { cause });
  }
}

/**
 * Checks an entry of a list of the body. Messages name its place, counted from 1 and as an index.
 *
 * @param what an entry in words  @param field name of the list
 */
export function atPlace<T>(what: string, field: string, index: number, check: () => T): T {
  try {
    return check();
  } catch (cause) {
    if (cause instanceof ValidationError) {
      const problems = cause.problems.map(({ loc: [, ...place], ...problem }) => ({
        ...problem,
        loc: ['body', field, String(index), ...place],
      }));
      throw new ValidationError(problems);
    }
    if (!(cause instanceof ValueError)) throw cause;
    const wrapped = new ValueError(`${placeOf(what, index)}: ${cause.message}`, { cause });
    wrapped.name = cause.name;
    throw wrapped;
  }
}
