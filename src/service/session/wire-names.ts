/** A name of the engine as the wire spells it. */
export const snake = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * A result of the engine as answers spell it: keys in snake case, typed arrays as arrays, numbers that JSON lacks as null.
 */
export function wireNames(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>, wireNames);
  if (Array.isArray(value)) return value.map(wireNames);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [snake(key), wireNames(entry)]));
}
