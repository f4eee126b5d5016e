export { nearestName } from '../../engine/nearest-name.ts';

/** A value as messages show it. */
export const show = (value: unknown): string =>
  typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? String(value));

/** Names as messages list them: quoted, the first eight. */
export function list(names: readonly (string | number)[]): string {
  const head = names.slice(0, 8).map(show).join(', ');
  return names.length > 8 ? `${head} … (${names.length} in all)` : head;
}
