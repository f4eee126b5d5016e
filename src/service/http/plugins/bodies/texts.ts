import type { Slices } from '../../../../engine/slices.ts';
import { fieldError, LimitError } from '../../../errors.ts';
import { type Limits, limitTable } from '../../../limits.ts';

/** What no file of text can hold is in JSON as an escape: NUL, or half of a surrogate pair. Whole pairs match, too. */
export const escapedGap = /\\u(?:0000|d[89a-f])/i;

type Place = (string | number)[];

interface Fault {
  readonly place: Place;
  /** Text that is no good; undefined: a list or an object has too many entries. */
  readonly text?: string;
}

/** A file of text can hold it: no NUL, and no half of a surrogate pair. */
const isWritable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** What is allowed: texts, and how many entries a list or an object has. */
interface Allowed {
  readonly isGood: (text: string) => boolean;
  readonly items: number;
}

/** The first text, or name of a field, that is no good, or a list that is too long; `place` is that of `value` and is restored. */
function* fault(
  value: unknown,
  allowed: Allowed,
  place: Place,
  seen: { count: number },
): Slices<Fault | undefined> {
  if (typeof value === 'string')
    return allowed.isGood(value) ? undefined : { text: value, place: [...place] };
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  const count = Array.isArray(value) ? value.length : (entries as unknown[]).length;
  if (count > allowed.items) return { place: [...place] };
  for (const [key, entry] of entries) {
    seen.count++;
    if (seen.count % 1024 === 0) yield;
    if (typeof key === 'string' && !isWritable(key)) return { text: key, place: [...place] };
    if (typeof entry !== 'string' && typeof entry !== 'object') continue;
    place.push(key);
    const found = yield* fault(entry, allowed, place, seen);
    if (found !== undefined) return found;
    place.pop();
  }
  return undefined;
}

const nameOf = (place: Place): string => (place.length === 0 ? 'body' : place.join('.'));

/**
 * Refuses a body with a text that is longer than the limit, or that no file of text can hold: what is recorded is also exported.
 * Lists and objects may have `items` entries at most.
 *
 * @throws LimitError       naming the field
 * @throws ValidationError  naming the field and the text
 */
export function* checkTexts(
  body: unknown,
  { textLength, bodyItems: items }: Pick<Limits, 'textLength' | 'bodyItems'>,
): Slices<void> {
  const isGood = (text: string) => text.length <= textLength && isWritable(text);
  const found = yield* fault(body, { isGood, items }, [], { count: 0 });
  if (found === undefined) return;
  const { text, place } = found;
  if (text === undefined) {
    const what = `${nameOf(place)}: more than ${items} entries`;
    throw new LimitError(limitTable.bodyItems.name, what, 'send several requests', place);
  }
  if (text.length > textLength && isWritable(text)) {
    const what = `${place.join('.')}: the text has more than ${textLength} characters`;
    throw new LimitError(limitTable.textLength.name, what, 'shorten it', place);
  }
  const shown = JSON.stringify(text.slice(0, 80));
  throw fieldError(
    ['body', ...place],
    `${shown} has ${text.includes('\0') ? 'the character NUL' : 'half of a surrogate pair'}, which a text must not contain; remove it`,
    'text_not_writable',
  );
}
