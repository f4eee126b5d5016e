import type { Row } from '../../api/types.ts';

/** Whether an objective has results, and all of them are the same number: then no variable can be told to move it. */
export function isFlat(rows: readonly Row[], objective: string): boolean {
  const results = rows.map((row) => row[objective]).filter((value) => value !== null && value !== undefined);
  return results.length > 0 && results.every((value) => typeof value === 'number' && value === results[0]);
}

export const flatWords =
  'All results are equal, so there is nothing to learn from them yet. The model gives that value everywhere.';
