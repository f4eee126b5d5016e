import type { Slices } from '../engine/slices.ts';

/** Bytes checked between two points where the work may be interrupted. */
const portion = 1 << 18;

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openList, openRecord] = [0x5b, 0x7b];

/** What bytes of JSON show before they are parsed. */
export interface JsonScan {
  /** Arrays and objects are nested deeper than allowed; nothing else is known then. */
  readonly isTooDeep: boolean;
  /** An object has more keys than allowed; nothing else is known then. */
  readonly isTooWide: boolean;
  /** Keys of all objects, repeated ones included. */
  readonly keys: number;
  /** No character is written as an escape or is above U+02FF, up to which every character is composed already. */
  readonly isComposed: boolean;
}

/** Goes over JSON text once; text that is not JSON is left to the parser. */
export function* scanJson(bytes: Uint8Array, maxLevels: number, maxKeys: number): Slices<JsonScan> {
  let depth = 0;
  let keys = 0;
  /** Of the object that is open at each depth. */
  const own = [0];
  let isText = false;
  let highest = 0;
  let next = portion;
  for (let at = 0; at < bytes.length; at++) {
    if (at >= next) {
      next += portion;
      yield;
    }
    const byte = bytes[at] as number;
    if (isText) {
      if (byte > highest) highest = byte;
      if (byte === backslash) {
        at++;
        if (bytes[at] === 0x75) highest = 0xff;
      } else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === colon) {
      keys++;
      own[depth] = (own[depth] ?? 0) + 1;
      if ((own[depth] as number) > maxKeys)
        return { isTooDeep: false, isTooWide: true, keys, isComposed: false };
    }
    // [ and {, then ] and }: they differ in one bit.
    else if ((byte | 0x20) === 0x7b) {
      if (++depth > maxLevels) return { isTooDeep: true, isTooWide: false, keys, isComposed: false };
      own[depth] = 0;
    } else if ((byte | 0x20) === 0x7d) depth--;
  }
  return { isTooDeep: false, isTooWide: false, keys, isComposed: highest < 0xcc };
}

/** The keys of all objects in a parsed value. */
export function* countKeys(value: unknown): Slices<number> {
  const waiting: unknown[] = typeof value === 'object' && value !== null ? [value] : [];
  let keys = 0;
  for (let seen = 1; waiting.length > 0; seen++) {
    if (seen % 1024 === 0) yield;
    const next = waiting.pop();
    if (Array.isArray(next)) {
      for (const entry of next) if (typeof entry === 'object' && entry !== null) waiting.push(entry);
      continue;
    }
    for (const key in next as object) {
      keys++;
      const entry = (next as Record<string, unknown>)[key];
      if (typeof entry === 'object' && entry !== null) waiting.push(entry);
    }
  }
  return keys;
}

/** An array or object that is being read: its keys so far, and the place in it. */
interface Level {
  readonly keys: Set<string> | undefined;
  place: string | number;
}

/** The key that JSON text says; what is no JSON is left to the parser. */
function keyIn(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

/** Where in JSON text something is nested deeper than allowed, by the outer steps of its place. */
export function* deepPlace(bytes: Buffer, maxLevels: number): Slices<readonly (string | number)[]> {
  return ((yield* faultyPlace(bytes, maxLevels, () => false)) ?? []).slice(0, 3);
}

/** Position in JSON text of an object that has more keys than allowed. */
export function* widePlace(bytes: Buffer, maxKeys: number): Slices<readonly (string | number)[]> {
  const isBeyond = (_: string, before: ReadonlySet<string>) => before.size >= maxKeys;
  return ((yield* faultyPlace(bytes, Number.POSITIVE_INFINITY, isBeyond)) ?? []).slice(0, -1);
}

/** Position in JSON text of a key that its object has had before; undefined where there is none. */
export const duplicateKey = (bytes: Buffer): Slices<readonly (string | number)[] | undefined> =>
  faultyPlace(bytes, Number.POSITIVE_INFINITY, (key, before) => before.has(key));

/** Position in JSON text of a key; undefined where no object has it. */
export const placeOfKey = (bytes: Buffer, wanted: string): Slices<readonly (string | number)[] | undefined> =>
  faultyPlace(bytes, Number.POSITIVE_INFINITY, (key) => key === wanted);

/**
 * The place of the first array or object beyond so many levels, or of the first key that is refused.
 *
 * @param isRefused  of a key and those before it in its object
 */
function* faultyPlace(
  bytes: Buffer,
  maxLevels: number,
  isRefused: (key: string, before: ReadonlySet<string>) => boolean,
): Slices<readonly (string | number)[] | undefined> {
  const levels: Level[] = [];
  let from = 0;
  let text = '';
  for (let at = 0, seen = 1; at < bytes.length; at++, seen++) {
    if (seen % portion === 0) yield;
    const byte = bytes[at] as number;
    const level = levels.at(-1);
    if (byte === quote) {
      from = at;
      for (at++; bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
      text = bytes.toString('utf8', from, at + 1);
    } else if (byte === openList) levels.push({ keys: undefined, place: 0 });
    else if (byte === openRecord) levels.push({ keys: new Set(), place: '' });
    else if ((byte | 0x20) === 0x7d) levels.pop();
    else if (byte === comma && typeof level?.place === 'number') level.place++;
    else if (byte === colon && level?.keys !== undefined) {
      const key = keyIn(text);
      level.place = key;
      if (isRefused(key, level.keys)) return levels.map(({ place }) => place);
      level.keys.add(key);
    }
    if (levels.length > maxLevels) return levels.map(({ place }) => place);
  }
  return undefined;
}
