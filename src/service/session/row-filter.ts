import type { Row } from '../../contract/common.ts';
import { ValueError } from '../../engine/errors.ts';
import { composedJson } from '../normal-form.ts';
import { isCell } from './is-record.ts';
import { list, show } from './words.ts';

type Test = (cell: unknown, wanted: unknown) => boolean;

const comparable = (a: unknown, b: unknown): boolean =>
  (typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string');

const operators: Readonly<Record<string, Test>> = {
  eq: (cell, wanted) => cell === wanted,
  ne: (cell, wanted) => cell !== wanted,
  lt: (cell, wanted) => comparable(cell, wanted) && (cell as number) < (wanted as number),
  le: (cell, wanted) => comparable(cell, wanted) && (cell as number) <= (wanted as number),
  gt: (cell, wanted) => comparable(cell, wanted) && (cell as number) > (wanted as number),
  ge: (cell, wanted) => comparable(cell, wanted) && (cell as number) >= (wanted as number),
  in: (cell, wanted) => Array.isArray(wanted) && wanted.includes(cell),
};

interface Condition {
  readonly column: string;
  readonly test: Test;
  readonly wanted: unknown;
}

function conditionsOf(column: string, rule: unknown): Condition[] {
  if (isCell(rule)) return [{ column, test: operators.eq as Test, wanted: rule }];
  if (typeof rule !== 'object' || Array.isArray(rule)) {
    throw new ValueError(`filter: '${column}' takes a value or an object of operators, got ${show(rule)}`);
  }
  return Object.entries(rule as object).map(([name, wanted]) => {
    const test = Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (test === undefined) {
      throw new ValueError(
        `filter: operator ${show(name)} is unknown; use one of ${list(Object.keys(operators))}`,
      );
    }
    if (name === 'in' ? !Array.isArray(wanted) : !isCell(wanted)) {
      throw new ValueError(
        `filter: ${name} of '${column}' takes ${name === 'in' ? 'an array' : 'a value'}, got ${show(wanted)}`,
      );
    }
    return { column, test, wanted };
  });
}

/**
 * A filter `{column: value | {op: value}}` as a predicate; all conditions must hold, an empty cell is null.
 *
 * @throws ValidationError a key that stands twice
 * @throws ValueError not JSON, an unknown column, an unknown operator or a value of the wrong kind
 */
export function rowFilter(text: string, columns: readonly string[]): (row: Row) => boolean {
  let parsed: unknown;
  try {
    parsed = composedJson(text, ['query', 'filter']);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ValueError(`filter: expected JSON, got ${show(text)}`, { cause });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ValueError(`filter: expected an object {column: value | {op: value}}, got ${show(text)}`);
  }
  const conditions = Object.entries(parsed).flatMap(([column, rule]) => {
    if (!columns.includes(column)) {
      throw new ValueError(`filter: '${column}' is not a column; use one of ${list(columns)}`);
    }
    return conditionsOf(column, rule);
  });
  return (row) => conditions.every(({ column, test, wanted }) => test(row[column] ?? null, wanted));
}
