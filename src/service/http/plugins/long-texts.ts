import type { Slices } from '../../../engine/slices.ts';
import { LimitError } from '../../errors.ts';
import { type Limits, limitTable } from '../../limits.ts';

type Place = (string | number)[];

/** Where the first text stands that is longer than `most`; `place` is that of `value` and is restored. */
function* longText(value: unknown, most: number, place: Place, seen: { count: number }): Slices<boolean> {
  if (typeof value === 'string') return value.length > most;
  if (typeof value !== 'object' || value === null) return false;
  for (const [key, entry] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    seen.count++;
    if (seen.count % 1024 === 0) yield;
    if (typeof entry !== 'string' && typeof entry !== 'object') continue;
    place.push(key);
    if (yield* longText(entry, most, place, seen)) return true;
    place.pop();
  }
  return false;
}

/**
 * Refuses a body with a text longer than the limit.
 *
 * @throws LimitError naming the field
 */
export function* checkTexts(body: unknown, { textLength }: Limits): Slices<void> {
  const place: Place = [];
  if (!(yield* longText(body, textLength, place, { count: 0 }))) return;
  const { name } = limitTable.textLength;
  throw new LimitError(
    name,
    `${place.join('.')}: the text has more than ${textLength} characters`,
    'shorten it',
    place,
  );
}
