import { pick, type Random } from './hostile-values.ts';

type Json = Record<string, unknown>;
type Place = readonly (string | number)[];

export interface Mutation {
  readonly what: string;
  /** Of the value that is no good. */
  readonly place: Place;
  /** How a message shows it, where it is short. */
  readonly value?: string;
  /** The body as it is sent. */
  readonly text: string;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All places in a value, the value itself included. */
function placesIn(value: unknown, place: Place = []): Place[] {
  const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [place, ...inner.flatMap(([key, entry]) => placesIn(entry, [...place, key]))];
}

/** The value with another one at a place; undefined takes it away. */
function withAt(value: unknown, [key, ...rest]: Place, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    const entry = withAt(value[key as number], rest, change);
    return entry === undefined ? value.toSpliced(key as number, 1) : value.with(key as number, entry);
  }
  const object = value as Json;
  const entry = withAt(object[key], rest, change);
  if (entry !== undefined) return { ...object, [key]: entry };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** Stands for text that JSON.stringify would not write. */
const raw = (text: string) => `\u0001${text}\u0001`;
const textOf = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/"\\u0001(.*?)\\u0001"/g, (_, text: string) =>
    JSON.parse(`"${text}"`),
  );

const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);

/** What a value may be replaced by, by name. */
const replacements: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  true: () => true,
  nothing: () => '',
  blank: () => ' ',
  text: () => 'zzz',
  'text of a number': () => '7',
  'NaN as text': () => 'NaN',
  'Infinity as text': () => 'Infinity',
  NaN: () => raw('NaN'),
  'a number beyond the range': () => raw('1e999'),
  'minus one': () => -1,
  zero: () => 0,
  half: () => 0.5,
  'a huge number': () => 1e308,
  'a tiny number': () => 5e-324,
  'a large integer': () => 2 ** 53 + 2,
  'an integer beyond 32 bits': () => 2 ** 32,
  'an empty list': () => [],
  'an empty object': () => ({}),
  'a list in lists': () => deep(40),
  'more levels than allowed': () => deep(200),
  'an object with numbers': () => ({ a: 1, toString: 2 }),
  'the name of a prototype': () => 'constructor',
  'half of a surrogate pair': () => '\ud800',
  'a long text': () => 'ß'.repeat(100_001),
  unicode: () => '𝔘\u202e\u200b',
};

const names = ['zzz', '__proto__', 'constructor', 'toString', '', ' ', 'Wärme', '\u0000'];

/** How messages show a value, or the first field of an object. */
function shownAs(value: unknown): Pick<Mutation, 'value'> {
  if (typeof value === 'number') return { value: String(value) };
  if (typeof value === 'string') return { value: `'${value}'` };
  const [first] = isObject(value) ? Object.keys(value) : [];
  return first === undefined ? {} : { value: `'${first}'` };
}

/** One thing in a body that does not belong there. */
export function mutated(body: unknown, random: Random): Mutation {
  const places = placesIn(body);
  const place = pick(random, places);
  const at = (what: string, change: (old: unknown) => unknown, where = place): Mutation => ({
    what: `${what} at ${place.join('.') || 'the body'}`,
    place: where,
    text: textOf(withAt(body, place, change)),
  });
  const value = place.reduce<unknown>((inner, key) => (inner as Json)[key], body);
  const kind = random();
  if (kind < 0.12 && place.length > 0) return { ...at('removed', () => undefined), ...shownAs(value) };
  if (kind < 0.24 && isObject(value)) {
    const name = pick(random, names);
    return at(
      `the key ${JSON.stringify(name)}`,
      (old) => Object.fromEntries([...Object.entries(old as Json), [name, 1]]),
      [...place, name === '\0' ? String.raw`\u0000` : name],
    );
  }
  if (kind < 0.32 && isObject(value) && Object.keys(value).length > 0) {
    const name = pick(random, Object.keys(value));
    const twice = `${JSON.stringify(name)}:${JSON.stringify(value[name])},`;
    return at('a key twice', (old) => raw(`{${twice}${JSON.stringify(old).slice(1)}`), [...place, name]);
  }
  if (kind < 0.32 && Array.isArray(value) && value.length > 0) {
    return at('an entry twice', (old) => [...(old as unknown[]), (old as unknown[])[0]]);
  }
  const [name, make] = pick(random, Object.entries(replacements));
  const made = make();
  return { ...at(name, () => made), ...shownAs(made) };
}
