import type { TSchema } from 'typebox';
import type { FieldProblem } from '../../../errors.ts';
import { nearestName } from '../../../session/words.ts';

type Place = readonly (string | number)[];

/** Unknown fields of one object that an answer names. */
const mostNamed = 100;

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** Whether a schema is of values of this kind at all: an object or a map, or an array. */
function couldBe(schema: Shape, value: unknown): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((branch) => couldBe(branch as Shape, value));
  return Array.isArray(value)
    ? schema.items !== undefined
    : (schema.properties ?? schema.patternProperties) !== undefined;
}

/** The fields that a schema names, of all its branches. */
const fieldsOf = ({ properties = {}, anyOf = [] }: Shape): string[] => [
  ...Object.keys(properties),
  ...anyOf.flatMap((branch) => fieldsOf(branch as Shape)),
];

function problem(name: string, known: readonly string[], place: Place): FieldProblem {
  const near = nearestName(name, known);
  const hint = near === undefined ? 'leave it out' : `did you mean '${near}'?`;
  return { loc: [...place, name], msg: `field is unknown here; ${hint}`, type: 'extra_forbidden' };
}

/** Where several shapes are allowed, the one that leaves the fewest fields unknown. */
function ofBranches(
  branches: readonly TSchema[],
  value: unknown,
  place: Place,
  closed: boolean,
): FieldProblem[] {
  const fitting = branches.filter((branch) => couldBe(branch as Shape, value));
  if (fitting.length === 0) return [];
  const found = fitting.map((branch) => unknownFields(branch, value, place, closed));
  const fewest = found.reduce((best, other) => (other.length < best.length ? other : best));
  const known = fitting.flatMap((branch) => fieldsOf(branch as Shape));
  return fewest.flatMap((one) => {
    if (one.loc.length !== place.length + 1) return [one];
    const name = String(one.loc.at(-1));
    return known.includes(name) ? [] : [problem(name, known, place)];
  });
}

/**
 * Fields of a value that its schema does not name, each with the nearest name that it does; of one object the first hundred, and how
 * many more.
 *
 * @param closed whether a schema that says nothing about other fields refuses them
 */
export function unknownFields(
  schema: TSchema,
  value: unknown,
  place: Place,
  closed: boolean,
): FieldProblem[] {
  const shape = schema as Shape;
  if (typeof value !== 'object' || value === null) return [];
  if (shape.anyOf !== undefined) return ofBranches(shape.anyOf, value, place, closed);
  if (Array.isArray(value)) {
    const { items } = shape;
    if (items === undefined) return [];
    return value.flatMap((entry, i) => unknownFields(items, entry, [...place, i], closed));
  }
  const { properties, additionalProperties: more } = shape;
  const [every] = Object.values(shape.patternProperties ?? {});
  if (every !== undefined)
    return Object.entries(value).flatMap(([key, entry]) =>
      unknownFields(every, entry, [...place, key], closed),
    );
  if (properties === undefined) return [];
  const isClosed = more === false || (closed && more === undefined);
  const known = Object.keys(properties);
  const found: FieldProblem[] = [];
  let unknown = 0;
  for (const [name, entry] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      const within = unknownFields(properties[name] as TSchema, entry, [...place, name], closed);
      // One by one: a call takes only so many arguments.
      for (const one of within) found.push(one);
    } else if (isClosed && ++unknown <= mostNamed) found.push(problem(name, known, place));
  }
  if (unknown > mostNamed) {
    const msg = `${unknown - mostNamed} more fields are unknown here; leave them out`;
    found.push({ loc: place, msg, type: 'extra_forbidden' });
  }
  return found;
}
