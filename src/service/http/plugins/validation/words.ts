import { namePattern } from '../../../../contract/server/accounts.ts';
import { counted, nearestName, oneOf, show } from '../../../session/words.ts';
import { valueAt } from '../../value-at.ts';

/** An error of the schema compiler. */
export interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly patternProperties?: Readonly<Record<string, unknown>>;
}

/** Names and indices along a JSON pointer. */
export const steps = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

export const beyondRange = 'one beyond the range of a 64-bit float';

export function shown(value: unknown): string {
  // JSON text has it, such as 1e999; no value of JSON is it.
  if (typeof value === 'number' && !Number.isFinite(value)) return `a number, ${beyondRange}`;
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

const oneLine =
  'must be one line with at least one visible character, without control characters and without characters that change the direction of text';

/** A type of JSON in words. */
const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

/** The schema that a path of an error leads to. */
function schemaAt(root: unknown, schemaPath: string): Shape {
  const found = valueAt(root, steps(schemaPath));
  return typeof found === 'object' && found !== null ? found : {};
}

/**
 * Errors of branches that demand different types of one value, in words: `a number, an object by name or an array`.
 *
 * @param errors errors of the keyword `type` at one place
 * @param root   the schema that was checked
 */
export function shapesOf(errors: readonly SchemaError[], root: unknown): string {
  const shapes = errors
    .filter(({ params }) => params.type === 'object')
    .map(({ schemaPath }) => schemaAt(root, schemaPath));
  const fields = [...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const isMap = shapes.every(({ patternProperties }) => patternProperties !== undefined);
  const object =
    shapes.length > 1 && fields.length > 0
      ? `an object with ${oneOf(fields.map(show))}`
      : `an object${isMap ? ' by name' : ''}`;
  const types = [...new Set(errors.map(({ params }) => String(params.type)))];
  return oneOf(types.map((type) => (type === 'object' ? object : (typeWords[type] ?? type))));
}

/** What is counted in a text, a list or an object that is too short or too long. */
const countedIn: Readonly<Record<string, string>> = {
  Length: 'character',
  Items: 'item',
  Properties: 'field',
};

/** The rule for a number of characters, items or fields. */
function countRule(keyword: string, limit: unknown): string | undefined {
  const [, end, what = ''] = /^(min|max)(Length|Items|Properties)$/.exec(keyword) ?? [];
  if (end === undefined) return undefined;
  if (end === 'min' && limit === 1) return 'must not be empty';
  return `must have at ${end === 'min' ? 'least' : 'most'} ${counted(Number(limit), countedIn[what] as string)}`;
}

export const allowedBy = ({ allowedValue, allowedValues }: SchemaError['params']): unknown[] =>
  (allowedValues as unknown[] | undefined) ?? (allowedValue === undefined ? [] : [allowedValue]);

/** What a value must be. All allowed values are named, however many: they are the way out. */
export function ruleOf({ keyword, message, params }: SchemaError): string {
  if (params.format === 'line') return oneLine;
  if (String(params.pattern) === namePattern)
    return 'must be one line with at least one visible character and no blanks at its ends';
  if (keyword === 'type')
    return `must be ${params.shapes ?? typeWords[String(params.type)] ?? String(params.type)}`;
  const allowed = allowedBy(params).map((value) => JSON.stringify(value));
  if (allowed.length > 0) return `must be ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}`;
  return countRule(keyword, params.limit) ?? message;
}

/** The way out for a text that is nearly one of the allowed ones. */
export function nearestOf(value: unknown, allowed: readonly unknown[]): string {
  const texts = allowed.filter((one) => typeof one === 'string');
  const near = typeof value === 'string' && texts.length > 1 ? nearestName(value, texts) : undefined;
  return near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
}

/** The way out for a text in place of a number: a number in quotes, or a result that is a limit such as `>99`. */
export function insteadOf(value: unknown, rule: string, pointer: string): string {
  if (typeof value !== 'string' || !/\bnumber\b/.test(rule)) return '';
  const [, sign, number] =
    /^([<>≤≥]?)=?\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)$/i.exec(value.trim()) ?? [];
  if (number === undefined) return '';
  if (sign === '') return '; send it without quotes';
  if (!/\/outputs?(\/|$)/.test(pointer)) return '';
  return `; send ${JSON.stringify({ [/[>≥]/.test(String(sign)) ? 'above' : 'below']: Number(number) })}`;
}
