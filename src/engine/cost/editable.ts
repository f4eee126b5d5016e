import { type CostFunction, fieldNames, kindOf, withFields } from './record.ts';
import { CostValidationError } from './validation.ts';

/** The same fields, assignable. */
export type Editable<Cost extends CostFunction> = { -readonly [Field in keyof Cost]: Cost[Field] };

/** Working copy → the plain record behind it. */
const targets = new WeakMap<object, object>();

/**
 * A working copy whose fields can be assigned: each assignment is checked like construction, and a refused one
 * leaves the copy as it was. Arrays inside are frozen, so a change goes through an assignment too. Fields that
 * belong together (`x_coords` and `y_coords`) change together through `assign`.
 *
 * Reads, `JSON.stringify` and spread see the current fields; `{ ...copy }` is a plain record again.
 *
 * @throws CostValidationError on assignment of a bad value or to an unknown field, and on deletion of a field
 */
export function editable<Cost extends CostFunction>(record: Cost): Editable<Cost> {
  const kind = kindOf(record);
  const current = { ...record } as Record<string, unknown>;
  const refuse = (field: string, type: string, msg: string): never => {
    throw new CostValidationError(kind, [{ loc: [field], msg, type }]);
  };
  const copy = new Proxy(current, {
    set(target, field, value) {
      if (typeof field !== 'string' || !fieldNames(kind).includes(field))
        refuse(String(field), 'extra_forbidden', `is not a known field; use ${fieldNames(kind).join(', ')}`);
      const changed = withFields(target as unknown as CostFunction, { [String(field)]: value } as object);
      return Object.assign(target, changed) === target;
    },
    deleteProperty: (_, field) => refuse(String(field), 'missing', 'field is required and cannot be deleted'),
    defineProperty: (_, field) =>
      refuse(String(field), 'extra_forbidden', 'fields are assigned, not defined'),
  });
  targets.set(copy, current);
  return copy as unknown as Editable<Cost>;
}

/**
 * Assigns several fields of a working copy at once: all of them, or none when the result would break a rule.
 *
 * @throws CostValidationError
 */
export function assign<Cost extends CostFunction>(
  copy: Editable<Cost>,
  changes: Partial<Cost>,
): Editable<Cost> {
  const target = targets.get(copy);
  if (target === undefined) throw new TypeError('assign: takes a working copy made by editable()');
  Object.assign(target, withFields(target as unknown as Cost, changes));
  return copy;
}
