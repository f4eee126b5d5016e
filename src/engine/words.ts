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

/** The place of an entry of a list: people count from 1, the addresses of fields from 0. */
export const placeOf = (what: string, index: number): string => `${what} ${index + 1} (index ${index})`;

/** `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
