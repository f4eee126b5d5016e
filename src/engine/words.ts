import { nearestName } from './nearest-name.ts';

/** Characters of a value that a message shows, at most. */
const LONGEST_SHOWN = 120;

const clipped = (text: string) =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;

/** A value as messages show it, at most 120 characters of it; `nothing` where there is none. */
export const show = (value: unknown): string =>
  typeof value === 'string'
    ? `'${clipped(value)}'`
    : typeof value === 'number'
      ? String(value)
      : clipped(JSON.stringify(value) ?? 'nothing');

/** Names as messages list them: quoted, the first eight. */
export function list(names: readonly (string | number)[]): string {
  const head = names.slice(0, 8).map(show).join(', ');
  return names.length > 8 ? `${head} … (${names.length} in all)` : head;
}

/** Names as a choice: `a, b or c`. */
export const oneOf = (names: readonly (string | number)[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** The question before a list of known names: `did you mean 'x'? `, or nothing if no known name is near. */
export function didYouMean(name: unknown, known: readonly (string | number)[]): string {
  if (typeof name !== 'string') return '';
  const near = nearestName(
    name,
    known.filter((one) => typeof one === 'string'),
  );
  return near === undefined ? '' : `did you mean '${near}'? `;
}

/** What to do about an unknown name: `did you mean 'a'? use one of 'a', 'b'`, or `there are none` to use. */
export function namesToUse(known: readonly (string | number)[], given?: unknown): string {
  if (known.length === 0) return 'there are none';
  return known.length === 1 ? `use ${list(known)}` : `${didYouMean(given, known)}use one of ${list(known)}`;
}

/** The place of an entry of a list: people count from 1, the addresses of fields from 0. */
export const placeOf = (what: string, index: number): string => `${what} ${index + 1} (index ${index})`;

/** A clause as a sentence. */
export const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

/** `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Faults that a message names; the rest are counted. */
export const MOST_FAULTS = 5;

/**
 * What is wrong with one request, as one message: a single fault as it is, several numbered, the first five of them.
 *
 * @param faults the first faults found; at least one
 * @param count  how many there are in all
 */
export function listFaults(faults: readonly string[], count = faults.length): string {
  if (count === 1) return faults[0] as string;
  const named = faults.slice(0, MOST_FAULTS);
  const more = count - named.length;
  const lines = named.map((fault, i) => `(${i + 1}) ${fault}`).join('. ');
  return `${count} faults: ${lines}${more === 0 ? '' : `. ${more} more`}`;
}

const spelled = new Map<string, string>();

/** A name of the engine as the wire spells it: `nPoints` is `n_points`. */
export function snake(name: string): string {
  const known = spelled.get(name);
  if (known !== undefined) return known;
  const wire = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  spelled.set(name, wire);
  return wire;
}
