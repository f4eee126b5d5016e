import { placeOf } from '../../engine/words.ts';
import { ValidationError, ValueError } from '../errors.ts';

/**
 * Checks an entry of a list of the body. Messages name its place as people and as addresses count.
 *
 * @param what of the list, in words  @param field the list
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
