import type { MethodOptions } from '../../../contract/designs/design.ts';
import { type DesignOptions, designOptions } from '../../../engine/design/options.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { snake } from '../../../engine/words.ts';

/** Options of a design method from a request, which spells them in snake case. */
export const optionsOf = (request: MethodOptions): DesignOptions =>
  Object.fromEntries(
    Object.keys(designOptions).flatMap((name) => {
      const value = request[snake(name) as keyof MethodOptions];
      return value == null ? [] : [[name, value]];
    }),
  );

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

/** As `wireNames`, for a result with long lists. */
export function* wireNamesInSlices(value: unknown): Slices<unknown> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return wireNames(value);
  if (Array.isArray(value)) return yield* mapInSlices(value, wireNames);
  const entries: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    entries.push([snake(key), yield* wireNamesInSlices(entry)]);
  }
  return Object.fromEntries(entries);
}
