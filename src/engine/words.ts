/** A value as messages show it; `nothing` where there is none. */
export const show = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value}'`
    : typeof value === 'number'
      ? String(value)
      : (JSON.stringify(value) ?? 'nothing');

/** Names as messages list them: quoted, the first eight. */
export function list(names: readonly (string | number)[]): string {
  const head = names.slice(0, 8).map(show).join(', ');
  return names.length > 8 ? `${head} … (${names.length} in all)` : head;
}

/** `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
