import { type TSchema, Type } from 'typebox';
import type { Slices } from '../../../../engine/slices.ts';
import { fieldError, ValidationError } from '../../../errors.ts';

/** Entries of a list that are checked at once. */
const together = 256;

interface ListSchema {
  readonly items?: TSchema;
  readonly maxItems?: number;
}

type Check = (value: unknown) => Error | undefined;
type Body = Readonly<Record<string, unknown>>;

/** The lists that an object may have, by name: those of the schema, or of what may be null. */
function listsOf(schema: TSchema): Readonly<Record<string, ListSchema>> {
  const { properties, anyOf = [] } = schema as {
    properties?: Record<string, ListSchema>;
    anyOf?: readonly TSchema[];
  };
  if (properties === undefined) return anyOf.length === 0 ? {} : listsOf(anyOf[0] as TSchema);
  return Object.fromEntries(Object.entries(properties).filter(([, { items }]) => items !== undefined));
}

/** What is wrong in entries of a list that stand further down. */
function shifted(error: Error, by: number): Error {
  if (!(error instanceof ValidationError)) return error;
  return new ValidationError(
    error.problems.map(({ loc: [place = '', name = '', at, ...rest], ...problem }) => ({
      ...problem,
      loc: at === undefined ? [place, name] : [place, name, Number(at) + by, ...rest],
    })),
  );
}

/**
 * Checks of bodies with long lists, in slices: the first entries of the lists together with all else, then the others some at a time.
 * Errors of one slice are reported together; later entries are not checked.
 *
 * @param whole  checks a body
 * @param check  makes a check of a schema
 */
export function longLists(schema: TSchema, whole: Check, check: (schema: TSchema) => Check) {
  const lists = listsOf(schema);
  const checks = new Map<string, Check>();
  const longIn = (body: Body): [string, readonly unknown[]][] =>
    Object.keys(lists).flatMap((name) => {
      const list = Object.hasOwn(body, name) ? body[name] : undefined;
      return Array.isArray(list) && list.length > together ? [[name, list]] : [];
    });
  const isLong = (body: unknown): body is Body =>
    typeof body === 'object' && body !== null && longIn(body as Body).length > 0;

  function* entries(name: string, list: readonly unknown[]): Slices<void> {
    const { items } = lists[name] as ListSchema;
    const fits = checks.get(name) ?? check(Type.Object({ [name]: Type.Array(items as TSchema) }));
    checks.set(name, fits);
    for (let from = together; from < list.length; from += together) {
      yield;
      const error = fits({ [name]: list.slice(from, from + together) });
      if (error !== undefined) throw shifted(error, from);
    }
  }

  return {
    isLong,
    /** @throws ValidationError, ValueError */
    *check(body: Body): Slices<void> {
      const long = longIn(body);
      const first = Object.fromEntries(long.map(([name, list]) => [name, list.slice(0, together)]));
      const error = whole({ ...body, ...first });
      if (error !== undefined) throw error;
      for (const [name, list] of long) {
        const { maxItems = Number.POSITIVE_INFINITY } = lists[name] as ListSchema;
        if (list.length > maxItems) {
          const msg = `must have at most ${maxItems} items, got ${list.length}`;
          throw fieldError(['body', name], msg, 'maxItems');
        }
        yield* entries(name, list);
      }
    },
  };
}
