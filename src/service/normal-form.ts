import { runSlices, type Slices } from '../engine/slices.ts';
import { fieldError } from './errors.ts';
import { duplicateKey } from './json-scan.ts';

/** No text of lower characters alone changes. */
const mayChange = /[\u0300-\uffff]/;

/**
 * Text in Unicode's composed form (NFC). `é` is one character or two, as a program happens to write it, and names are compared by character: all that
 * comes in passes here.
 */
export const composed = (text: string): string => (mayChange.test(text) ? text.normalize('NFC') : text);

/**
 * What a reader sees of a text: the micro sign (U+00B5) of keyboards and the Greek letter (U+03BC) of other programs are one. Texts are kept as
 * they came, as programs look their own names up in answers.
 */
export const visibleForm = (text: string): string => text.replaceAll('\u00b5', '\u03bc');

const points = (text: string): string =>
  [...text].map((one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).join(' ');

/** Words about the text of a list that looks like another one and is not it; none where there is none. */
export function lookalikeWords(text: string, list: readonly string[]): string {
  const twin = list.find((one) => one !== text && visibleForm(one) === visibleForm(text));
  if (twin === undefined) return '';
  const at = [...text].findIndex((sign, i) => sign !== [...twin][i]);
  const [own, other] = [text, twin].map((one) => points([...one][at] ?? ''));
  return `'${twin}' looks the same, with ${other} in place of ${own}`;
}

type Place = (string | number)[];

/** An object whose keys are composed too, in their order. */
function withKeys(given: Record<string, unknown>, place: Place): Record<string, unknown> {
  const from = new Map<string, string>();
  for (const key of Object.keys(given)) {
    const name = composed(key);
    const other = from.get(name);
    if (other !== undefined) {
      const msg = `two keys are the text '${name}', written as ${points(other)} and as ${points(key)}; send it once`;
      throw fieldError([...place, name], msg, 'key_doubled');
    }
    from.set(name, key);
  }
  // As JSON.parse does: the name of the prototype is a key as any other.
  return Object.fromEntries([...from].map(([name, key]) => [name, given[key]]));
}

function* compose(value: unknown, place: Place, seen: { count: number }): Slices<unknown> {
  if (typeof value === 'string') return composed(value);
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  const holder = (
    isList || Object.keys(value).every((key) => composed(key) === key)
      ? value
      : withKeys(value as Record<string, unknown>, place)
  ) as Record<string | number, unknown>;
  for (const [key, entry] of isList ? value.entries() : Object.entries(holder)) {
    seen.count++;
    if (seen.count % 1024 === 0) yield;
    if (typeof entry !== 'string' && typeof entry !== 'object') continue;
    place.push(key);
    const next = yield* compose(entry, place, seen);
    if (next !== entry) holder[key] = next;
    place.pop();
  }
  return holder;
}

/**
 * A value of JSON with all its texts and keys composed; it is changed in place.
 *
 * @param place of the value, for the message
 * @throws ValidationError two keys of an object become one
 */
export const composedAll = (value: unknown, place: readonly (string | number)[]): Slices<unknown> =>
  compose(value, [...place], { count: 0 });

/** An object has a key twice, and which one counts is not said anywhere. */
export const twiceError = (place: readonly (string | number)[]): Error =>
  fieldError(
    [...place],
    `the key '${place.at(-1)}' appears twice in one object; send it once`,
    'key_doubled',
  );

/**
 * The value of short JSON text, as part of a form or a query.
 *
 * @param place of the text, for the message
 * @throws SyntaxError it is not JSON  @throws ValidationError an object has a key twice
 */
export function composedJson(text: string, place: readonly (string | number)[]): unknown {
  const value: unknown = JSON.parse(text);
  const twice = runSlices(duplicateKey(Buffer.from(text)));
  if (twice !== undefined) throw twiceError([...place, ...twice]);
  return runSlices(composedAll(value, place));
}
