import type { Slices } from '../../../engine/slices.ts';
import { fieldError, LimitError } from '../../errors.ts';
import { limitTable } from '../../limits.ts';

/** What no file of text can hold stands in JSON as an escape: NUL, or half of a surrogate pair. Whole pairs match, too. */
export const escapedGap = /\\u(?:0000|d[89a-f])/i;

type Place = (string | number)[];

interface Fault {
  readonly text: string;
  readonly place: Place;
}

/** A file of text can hold it: no NUL, and no half of a surrogate pair. */
const isWritable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The first text, or name of a field, that is no good; `place` is that of `value` and is restored. */
function* faultyText(
  value: unknown,
  isGood: (text: string) => boolean,
  place: Place,
  seen: { count: number },
): Slices<Fault | undefined> {
  if (typeof value === 'string') return isGood(value) ? undefined : { text: value, place: [...place] };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, entry] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    seen.count++;
    if (seen.count % 1024 === 0) yield;
    if (typeof key === 'string' && !isWritable(key)) return { text: key, place: [...place] };
    if (typeof entry !== 'string' && typeof entry !== 'object') continue;
    place.push(key);
    const fault = yield* faultyText(entry, isGood, place, seen);
    if (fault !== undefined) return fault;
    place.pop();
  }
  return undefined;
}

/**
 * Refuses a body with a text that is longer than the limit, or that no file of text can hold: what is recorded is also exported.
 *
 * @throws LimitError       naming the field
 * @throws ValidationError  naming the field and the text
 */
export function* checkTexts(body: unknown, textLength = Number.POSITIVE_INFINITY): Slices<void> {
  const isGood = (text: string) => text.length <= textLength && isWritable(text);
  const fault = yield* faultyText(body, isGood, [], { count: 0 });
  if (fault === undefined) return;
  const { text, place } = fault;
  if (text.length > textLength && isWritable(text)) {
    const { name } = limitTable.textLength;
    throw new LimitError(
      name,
      `${place.join('.')}: the text has more than ${textLength} characters`,
      'shorten it',
      place,
    );
  }
  const shown = JSON.stringify(text.slice(0, 80));
  throw fieldError(
    ['body', ...place],
    `${shown} has ${text.includes('\0') ? 'the character NUL' : 'half of a surrogate pair'}, which text cannot contain; remove it`,
    'text_not_writable',
  );
}
