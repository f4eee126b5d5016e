/** Values that fit a schema, and ways to make them fit no more. */

type Json = Record<string, unknown>;
export type Random = () => number;

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words that mean something in the sessions of the run, so that some requests get far. */
const words = [
  ...[
    'x',
    'c',
    'Output',
    'yield',
    'A',
    'B',
    'maximize',
    'minimize',
    'botorch',
    'sklearn',
    'EI',
    'qEI',
    'auto',
  ],
  ...[
    'data',
    'model',
    'acquisition',
    'real',
    'integer',
    'categorical',
    'discrete',
    '1',
    '0.5',
    'lhs',
    'sobol',
    'x/2',
  ],
];

const oddStrings = [
  ...[
    '',
    ' ',
    '\0',
    '\u0000\u0001',
    '\ud800',
    '𝔘𝔫𝔦',
    '../../../etc/passwd',
    '..\\..\\x',
    '%00',
    "'; DROP TABLE",
    '#{7*7}',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'NaN',
    'Infinity',
    '-0',
    '1e999',
    '\u202eabc',
    '{{}}',
  ],
  ...[
    'a'.repeat(300),
    'ß'.repeat(5000),
    '\n\r\n',
    '=cmd|calc',
    '<script>',
    'null',
    'undefined',
    '2026-99-99T99:99:99Z',
  ],
];

const oddNumbers = [
  ...[
    0,
    -0,
    -1,
    1,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31),
    2 ** 32,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 63),
    1e9,
    1e12,
    1e100,
  ],
  ...[1e308, -1e308, 5e-324, 1e-300, 0.1, 1.5, 0.9999999999999999, 1000, 10_000, 100_000, 1_000_001],
];

export const oddValue = (random: Random): unknown =>
  pick<() => unknown>(random, [
    () => null,
    () => true,
    () => pick(random, oddNumbers),
    () => pick(random, oddStrings),
    () => [],
    () => ({}),
    () => [[[[]]]],
    () => ({ length: 1e9 }),
    () => ({ toString: 1, valueOf: null }),
    () => Array.from({ length: 40 }, () => pick(random, oddNumbers)),
    () => Object.fromEntries(oddStrings.slice(0, 12).map((key, i) => [`${key}${i}`, i])),
  ])();

export const oddString = (random: Random): string => pick(random, oddStrings);

function numberFor(schema: Json, random: Random): number {
  const { minimum = 0, maximum = 10, type } = schema as { minimum?: number; maximum?: number; type?: string };
  // Near the low end: what is legal may also be long.
  const most = Math.min(maximum, minimum + 5);
  const value = minimum + random() * (most - minimum);
  return type === 'integer' ? Math.round(value) : value;
}

function objectFor(schema: Json, schemas: Json, random: Random, depth: number): Json {
  const properties = (schema.properties ?? {}) as Json;
  const required = new Set((schema.required ?? []) as string[]);
  const entries = Object.entries(properties)
    .filter(([name]) => required.has(name) || random() < 0.4)
    .map(([name, inner]) => [name, valueFor(inner, schemas, random, depth + 1)] as const);
  const others = isObject(schema.additionalProperties)
    ? schema.additionalProperties
    : Object.values((schema.patternProperties ?? {}) as Json)[0];
  if (isObject(others)) {
    for (const name of ['x', 'c']) {
      if (random() < 0.8) entries.push([name, valueFor(others, schemas, random, depth + 1)]);
    }
  }
  return Object.fromEntries(entries);
}

/** A value that fits a schema of the OpenAPI document, or nearly. */
export function valueFor(schema: unknown, schemas: Json, random: Random, depth = 0): unknown {
  if (!isObject(schema) || depth > 8) return pick(random, words);
  if (typeof schema.$ref === 'string') {
    return valueFor(schemas[schema.$ref.split('/').at(-1) as string], schemas, random, depth + 1);
  }
  const choices = (schema.anyOf ?? schema.oneOf) as unknown[] | undefined;
  if (choices !== undefined) return valueFor(pick(random, choices), schemas, random, depth + 1);
  if (Array.isArray(schema.enum)) return pick(random, schema.enum);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.examples) && random() < 0.3) return schema.examples[0];
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type;
  if (type === 'array') {
    const { minItems = 0, maxItems = 3 } = schema as { minItems?: number; maxItems?: number };
    const length = Math.min(maxItems, minItems + Math.floor(random() * 3));
    return Array.from({ length }, () => valueFor(schema.items, schemas, random, depth + 1));
  }
  if (type === 'object') return objectFor(schema, schemas, random, depth);
  if (type === 'number' || type === 'integer') return numberFor(schema, random);
  if (type === 'boolean') return random() < 0.5;
  if (type === 'null') return null;
  return pick(random, words);
}

/** The value with one thing inside it that does not belong there. */
export function spoiled(value: unknown, random: Random): unknown {
  if (random() < 0.25 || typeof value !== 'object' || value === null) return oddValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2) return [...value, oddValue(random)];
    const at = Math.floor(random() * value.length);
    return value.with(at, spoiled(value[at], random));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random() < 0.2) return { ...value, [oddString(random)]: oddValue(random) };
  const at = Math.floor(random() * entries.length);
  const [name, inner] = entries[at] as [string, unknown];
  if (random() < 0.15) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return { ...value, [name]: spoiled(inner, random) };
}

/** Bytes of a body that is no JSON, or hardly. */
export function spoiledText(text: string, random: Random): Buffer {
  return pick<() => Buffer>(random, [
    () => Buffer.from(text.slice(0, Math.floor(text.length * random()))),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc3, 0x28])]),
    () => Buffer.from(`${'['.repeat(5000)}${text}${']'.repeat(5000)}`),
    () => Buffer.from(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`),
    () => Buffer.from(text.replace(/\d+/, '1e99999')),
    () => Buffer.from(text.replace(/\d+/, 'NaN')),
    () => Buffer.from(text.replace(/^\{/, '{"__proto__": {"isAdmin": true}, ')),
    () => Buffer.from(text.replace(/^\{/, '{"constructor": {"prototype": {"x": 1}}, ')),
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from(text.replace('{', '{"x":1,"x":[],')),
    () => Buffer.from(`{"experiments":[${'{},'.repeat(20_000)}{}]}`),
    () => Buffer.from(`"${'\\u0000'.repeat(1000)}"`),
    () => Buffer.alloc(1 + Math.floor(random() * 3000), random() * 256),
    () => Buffer.alloc(0),
  ])();
}
