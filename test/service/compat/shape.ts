/** Where and how an answer differs from the recorded one. */
export type Difference = string;

/** Names that stand for values: what a recording calls `<uuid_7>` is one value throughout the story. */
export class Bindings {
  readonly #values = new Map<string, string>();

  bind(name: string, value: string): void {
    this.#values.set(name, value);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The value behind a name; a name nobody has bound yet is an error of the story. */
  get(name: string): string {
    const value = this.#values.get(name);
    if (value === undefined) throw new Error(`${name} stands for nothing yet`);
    return value;
  }

  /** A recorded request with every bound name replaced. */
  fill<T>(recorded: T): T {
    const fill = (value: unknown): unknown => {
      if (typeof value === 'string')
        return value.replaceAll(bindable, (name) => (this.has(name) ? this.get(name) : name));
      if (Array.isArray(value)) return value.map(fill);
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, entry]) => [fill(key), fill(entry)]));
      return value;
    };
    return fill(recorded) as T;
  }
}

const bindable = /<(?:uuid_\d+|session_id\w*|lock_token\w*)>/g;
const isBindable = (text: string): boolean => /^<(?:uuid_\d+|session_id\w*|lock_token\w*)>$/.test(text);
/** Stand for any value, and for any text. */
const anything = ['<echo of the offending input>', '<object>'];
const anyText = /^<(?:text|timestamp|hash16|html document|text body, .*|validator label)>$/;

export interface CompareOptions {
  /** Values as well as keys and types. */
  readonly exact: boolean;
  /** Keys that ours may have besides, anywhere. */
  readonly extra: readonly string[];
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

type Json = Readonly<Record<string, unknown>>;

/** Compares keys and types all the way down (and values, when exact); binds names as it meets them. */
export function compare(
  recorded: unknown,
  ours: unknown,
  bindings: Bindings,
  options: CompareOptions,
  path = '$',
): Difference[] {
  if (typeof recorded === 'string') return compareText(recorded, ours, bindings, options, path);
  if (typeOf(recorded) === 'object' && '$first' in (recorded as object)) {
    const { $first: first, $length: length } = recorded as { $first: unknown[]; $length: number };
    if (!Array.isArray(ours)) return [`${path}: expected an array, got ${typeOf(ours)}`];
    if (options.exact && ours.length !== length)
      return [`${path}: expected ${length} entries, got ${ours.length}`];
    return compare(first, ours.slice(0, first.length), bindings, options, path);
  }
  if (typeOf(recorded) !== typeOf(ours))
    return [`${path}: expected ${typeOf(recorded)}, got ${typeOf(ours)}`];
  if (Array.isArray(recorded)) return compareArrays(recorded, ours as unknown[], bindings, options, path);
  if (typeOf(recorded) === 'object')
    return compareObjects(recorded as Json, ours as Json, bindings, options, path);
  return options.exact && recorded !== ours ? [`${path}: expected ${recorded}, got ${ours}`] : [];
}

function compareText(
  recorded: string,
  ours: unknown,
  bindings: Bindings,
  options: CompareOptions,
  path: string,
): Difference[] {
  if (anything.includes(recorded)) return [];
  if (typeof ours !== 'string') return [`${path}: expected text, got ${typeOf(ours)}`];
  if (anyText.test(recorded)) return [];
  if (isBindable(recorded)) {
    if (!bindings.has(recorded)) bindings.bind(recorded, ours);
    return bindings.get(recorded) === ours
      ? []
      : [`${path}: ${recorded} was ${bindings.get(recorded)}, got ${ours}`];
  }
  return options.exact && recorded !== ours ? [`${path}: expected '${recorded}', got '${ours}'`] : [];
}

function compareArrays(
  recorded: readonly unknown[],
  ours: readonly unknown[],
  bindings: Bindings,
  options: CompareOptions,
  path: string,
): Difference[] {
  if (options.exact && recorded.length !== ours.length)
    return [`${path}: expected ${recorded.length} entries, got ${ours.length}`];
  if (recorded.length > 0 && ours.length === 0) return [`${path}: expected entries, got none`];
  return recorded
    .slice(0, ours.length)
    .flatMap((entry, i) => compare(entry, ours[i], bindings, options, `${path}[${i}]`));
}

function compareObjects(
  recorded: Json,
  ours: Json,
  bindings: Bindings,
  options: CompareOptions,
  path: string,
): Difference[] {
  const missing = Object.keys(recorded).filter((key) => !(key in ours));
  const extra = Object.keys(ours).filter((key) => !(key in recorded) && !options.extra.includes(key));
  return [
    ...missing.map((key) => `${path}: key '${key}' is missing`),
    ...extra.map((key) => `${path}: key '${key}' is new`),
    ...Object.keys(recorded)
      .filter((key) => key in ours)
      .flatMap((key) => compare(recorded[key], ours[key], bindings, options, `${path}.${key}`)),
  ];
}
