import type { Row } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import { composedJson } from '../../normal-form.ts';
import { isCell } from '../document/is-cell.ts';
import { namesToUse, show } from '../words.ts';

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

const ordering: readonly string[] = ['lt', 'le', 'gt', 'ge'];

/** What the cells of a column are; undefined: as they came with a file. */
export type CellKind = 'number' | 'text' | Categories;

export interface Categories {
  readonly declared: readonly string[];
  /** Whether a row has this category, which may no longer be declared. */
  readonly isRecorded: (category: string) => boolean;
}

interface Condition {
  readonly column: string;
  readonly test: Test;
  readonly wanted: unknown;
}

/** @throws ValueError no cell of the column can pass, or the order of its cells means nothing */
function checkKind(name: string, column: string, wanted: unknown, kind: CellKind | undefined): void {
  const isOrder = ordering.includes(name);
  if (isOrder && typeof kind === 'object')
    throw new ValueError(
      `filter: ${name} of '${column}': categories have no order, got ${show(wanted)}; use eq, ne or in`,
    );
  if (Array.isArray(wanted) && wanted.length === 0)
    throw new ValueError(`filter: in of '${column}' takes one value or more, got []`);
  const type = kind === undefined || kind === 'number' ? kind : 'string';
  const wrong = [wanted]
    .flat()
    .find((value) => (value === null ? isOrder : type !== undefined && typeof value !== type));
  if (wrong !== undefined)
    throw new ValueError(
      `filter: ${name} of '${column}' takes ${type === undefined ? 'a number or text' : type === 'number' ? 'a number' : 'text'}, got ${show(wrong)}`,
    );
  if (typeof kind !== 'object') return;
  const { declared, isRecorded } = kind;
  const unknown = [wanted]
    .flat()
    .find((value) => typeof value === 'string' && !declared.includes(value) && !isRecorded(value));
  if (unknown !== undefined)
    throw new ValueError(
      `filter: ${name} of '${column}': ${show(unknown)} is not a category; ${namesToUse(declared, unknown)}`,
    );
}

function conditionsOf(column: string, rule: unknown, kind: CellKind | undefined): Condition[] {
  if (isCell(rule)) {
    checkKind('eq', column, rule, kind);
    return [{ column, test: operators.eq as Test, wanted: rule }];
  }
  if (typeof rule !== 'object' || Array.isArray(rule) || Object.keys(rule as object).length === 0) {
    throw new ValueError(`filter: '${column}' takes a value or an object of operators, got ${show(rule)}`);
  }
  return Object.entries(rule as object).map(([name, wanted]) => {
    const test = Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (test === undefined) {
      throw new ValueError(
        `filter: operator ${show(name)} is unknown; ${namesToUse(Object.keys(operators), name)}`,
      );
    }
    if (name === 'in' ? !Array.isArray(wanted) : !isCell(wanted)) {
      throw new ValueError(
        `filter: ${name} of '${column}' takes ${name === 'in' ? 'an array' : 'a value'}, got ${show(wanted)}`,
      );
    }
    checkKind(name, column, wanted, kind);
    return { column, test, wanted };
  });
}

/**
 * A filter `{column: value | {op: value}}` as a predicate; all conditions must hold, an empty cell is null.
 *
 * @param kindOf  a column → what its cells are
 * @throws ValidationError a key that occurs twice
 * @throws ValueError not JSON, an unknown column, an unknown operator, or an operator or value that no cell of the column can fit
 */
export function rowFilter(
  text: string,
  columns: readonly string[],
  kindOf: (column: string) => CellKind | undefined,
): (row: Row) => boolean {
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
      throw new ValueError(`filter: '${column}' is not a column; ${namesToUse(columns, column)}`);
    }
    return conditionsOf(column, rule, kindOf(column));
  });
  return (row) => conditions.every(({ column, test, wanted }) => test(row[column] ?? null, wanted));
}
