import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Static, TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { entryModule } from '../../../../assets.ts';
import { runSlices } from '../../../../engine/slices.ts';
import { type FieldProblem, ValidationError, ValueError } from '../../../errors.ts';
import { composedAll } from '../../../normal-form.ts';
import { oneOf, show } from '../../../session/words.ts';
import { inSlices } from '../../../slices.ts';
import { valueAt } from '../../value-at.ts';
import { longLists } from './long-lists.ts';
import { unknownFields } from './unknown-fields.ts';
import {
  allowedBy,
  beyondRange,
  insteadOf,
  nearestOf,
  ruleOf,
  type SchemaError,
  shapesOf,
  shown,
  steps,
} from './words.ts';

type Compiler = typeof import('./schema-compiler.ts');

/** The compiler of schemas. It is loaded here and now, with its first use: Fastify's validators cannot wait. */
const compiler = (): Compiler =>
  createRequire(import.meta.url)(
    fileURLToPath(entryModule('service/http/plugins/validation/schema-compiler.ts', 'schema-compiler')),
  );

/** Loads the compiler before the first request asks for it, which would hold up others for a tenth of a second. */
export const loadCompiler = (): void => {
  compiler();
};

const places: Readonly<Record<string, string>> = { querystring: 'query', params: 'path', body: 'body' };

/** One schema error as entries of a 422 answer; empty for one that only repeats another. */
function problemsOf(error: SchemaError, data: unknown, place: string): FieldProblem[] {
  const path = steps(error.instancePath);
  const loc = [place, ...path];
  if (error.keyword === 'required') {
    const missing = (error.params.requiredProperties ?? []) as string[];
    return missing.map((name) => ({ loc: [...loc, name], msg: 'field is required', type: 'missing' }));
  }
  if (error.keyword === 'missing')
    return [
      { loc, msg: `needs the field ${oneOf((error.params.names as string[]).map(show))}`, type: 'missing' },
    ];
  // Unknown fields are checked separately; a boolean schema only repeats them.
  if (error.keyword === 'additionalProperties' || error.keyword === 'boolean') return [];
  const [rule, value] = [ruleOf(error), valueAt(data, path)];
  const hint = insteadOf(value, rule, error.instancePath) + nearestOf(value, allowedBy(error.params));
  const msg = `${rule}, got ${shown(value)}${hint}`;
  return [{ loc, msg, type: error.keyword }];
}

/** Whether a value is of another kind than a branch asks for: no number, no object, none of these texts. */
function isOtherKind({ keyword, params, instancePath }: SchemaError, data: unknown): boolean {
  if (keyword === 'type') return true;
  if (keyword !== 'enum') return false;
  const value = valueAt(data, steps(instancePath));
  return (params.allowedValues as unknown[]).every((allowed) => typeof allowed !== typeof value);
}

/** Errors without those of branches for another kind of value, where a branch for its kind has errors too. */
function ofItsKind(errors: readonly SchemaError[], data: unknown): SchemaError[] {
  return errors.filter((error) => {
    const [, union] = /^(.*\/anyOf\/)\d+$/.exec(error.schemaPath) ?? [];
    if (union === undefined || !isOtherKind(error, data)) return true;
    return !errors.some(
      (other) =>
        other.keyword !== 'anyOf' &&
        other.schemaPath.startsWith(union) &&
        `${other.instancePath}/`.startsWith(`${error.instancePath}/`) &&
        !(other.instancePath === error.instancePath && isOtherKind(other, data)),
    );
  });
}

/** Errors of branches that ask for different types of one value, as one. */
function withTypesJoined(errors: readonly SchemaError[], root: TSchema): SchemaError[] {
  return errors.flatMap((error) => {
    const alike = errors.filter((one) => one.keyword === 'type' && one.instancePath === error.instancePath);
    if (error.keyword !== 'type' || alike.length === 1) return [error];
    return alike[0] === error ? [{ ...error, params: { shapes: shapesOf(alike, root) } }] : [];
  });
}

/** Errors of branches that need different fields of one object, as one: any of these fields will do. */
function withFieldsJoined(errors: readonly SchemaError[]): SchemaError[] {
  return errors.flatMap((error) => {
    if (error.keyword !== 'required') return [error];
    const alike = errors.filter(
      (one) => one.keyword === 'required' && one.instancePath === error.instancePath,
    );
    if (alike.length === 1) return [error];
    const names = [...new Set(alike.flatMap(({ params }) => params.requiredProperties as string[]))];
    return alike[0] === error ? [{ ...error, keyword: 'missing', params: { names } }] : [];
  });
}

const beside = 'this field cannot be combined with the others here; remove it or the others';

/** Entries of a 422 answer for all errors, without the null branch of optional fields. */
function describeErrors(
  errors: readonly SchemaError[],
  data: unknown,
  place: string,
  unknown: readonly FieldProblem[],
  root: TSchema,
): FieldProblem[] {
  // An absent body is null here.
  if (place === 'body' && data === null)
    return [{ loc: [place], msg: 'a body is required; send its fields as JSON', type: 'missing' }];
  const inBranch = (error: SchemaError) => error.schemaPath.includes('/anyOf/');
  const relevant = errors.filter(
    (error) =>
      !(inBranch(error) && error.params.type === 'null') &&
      !(error.keyword === 'anyOf' && errors.some((other) => inBranch(other) && other.params.type !== 'null')),
  );
  const problems = [
    ...withFieldsJoined(withTypesJoined(ofItsKind(relevant, data), root)).flatMap((error) =>
      problemsOf(error, data, place),
    ),
    ...unknown,
  ];
  if (problems.length > 0) return problems;
  // Each field is known to some branch, and no branch knows all of them.
  const extra = relevant.find(({ keyword }) => keyword === 'additionalProperties');
  const [name] = (extra?.params.additionalProperties ?? []) as string[];
  return extra === undefined || name === undefined
    ? [{ loc: [place], msg: `does not fit the schema, got ${shown(data)}`, type: 'invalid' }]
    : [{ loc: [place, ...steps(extra.instancePath), name], msg: beside, type: 'extra_forbidden' }];
}

/** In place of a number, one beyond the range of a double (1e999 in JSON) is a bad value (400); anything else breaks the schema (422). */
function refusal(
  errors: readonly SchemaError[],
  data: unknown,
  place: string,
  unknown: readonly FieldProblem[],
  root: TSchema,
): Error {
  const problems = describeErrors(errors, data, place, unknown, root);
  const infinite = problems.filter(({ loc, msg }) => {
    const value = valueAt(data, loc.slice(1));
    return typeof value === 'number' && !Number.isFinite(value) && /\b(?:number|integer)\b.*, got/.test(msg);
  });
  if (infinite.length < problems.length) return new ValidationError(problems);
  const where = new Set(infinite.map(({ loc }) => loc.slice(1).join('.')));
  return new ValueError(`${[...where].join(', ')}: expected a finite number, got ${beyondRange}`);
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Text as the number or boolean that the schema asks for; other text stays text and fails the check. */
function fromText(schema: TSchema, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const { type } = schema as { type?: string };
  if (type === 'boolean') return truths.get(text.toLowerCase()) ?? text;
  if (type !== 'number' && type !== 'integer') return text;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

/** A text of a query or path, composed; a name that was given several times is an array. */
const textIn = (value: unknown): unknown => runSlices(composedAll(value, []));

function allFromText(schema: TSchema, given: unknown): unknown {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  return Object.fromEntries(
    Object.entries(given as object).map(([name, text]) => [
      name,
      Object.hasOwn(properties, name) ? fromText(properties[name] as TSchema, textIn(text)) : textIn(text),
    ]),
  );
}

/**
 * Compilers of Fastify's validators, by TypeBox's own compiler. It is loaded, and each schema compiled, with the first
 * request that needs it: start-up pays for neither.
 *
 * Text in a query or path is turned into the number or boolean that the schema asks for; a body is taken as it is.
 *
 * @param closed whether fields that a schema does not name are refused; else only where the schema itself says so
 */
export function validatorCompiler(closed: boolean) {
  return ({ schema, httpPart }: { schema: TSchema; httpPart?: string }) => {
    const place = places[httpPart ?? ''] ?? String(httpPart);
    const isText = httpPart !== 'body';
    const check = (one: TSchema) => {
      let validator: Validator | undefined;
      return (value: unknown): Error | undefined => {
        validator ??= compiler().Compile(one);
        const fits = validator.Check(value);
        const unknown = unknownFields(one, value, [place], closed);
        if (fits && unknown.length === 0) return undefined;
        return refusal(
          fits ? [] : (validator.Errors(value) as readonly SchemaError[]),
          value,
          place,
          unknown,
          one,
        );
      };
    };
    const whole = check(schema);
    const lists = longLists(schema, whole, check);
    return (given: unknown) => {
      if (!isText && lists.isLong(given)) return inSlices(lists.check(given));
      const value = isText ? allFromText(schema, given) : given;
      const error = whole(value);
      return error === undefined ? { value } : { error };
    };
  };
}

/**
 * A value that did not come through Fastify's own validation, checked as a body would be.
 *
 * @throws ValidationError, ValueError
 */
export function checkAgainst<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  closed: boolean,
): Static<Schema> {
  const { Check, Errors } = compiler();
  const fits = Check(schema, value);
  const unknown = unknownFields(schema, value, ['body'], closed);
  if (fits && unknown.length === 0) return value as Static<Schema>;
  const errors = fits ? [] : (Errors(schema, value) as readonly SchemaError[]);
  throw refusal(errors, value, 'body', unknown, schema);
}
