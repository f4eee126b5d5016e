import type { Row } from '../../api/types.ts';

/** Whether an objective has results, and all of them are the same number: then no effect of a variable can be seen. */
export function isFlat(rows: readonly Row[], objective: string): boolean {
  const results = rows.map((row) => row[objective]).filter((value) => value !== null && value !== undefined);
  return results.length > 0 && results.every((value) => typeof value === 'number' && value === results[0]);
}

/** Why the effects on an objective are unknown; undefined where its results differ. */
export function flatWords(rows: readonly Row[], objective: string): string | undefined {
  if (!isFlat(rows, objective)) return undefined;
  const n = rows.filter((row) => typeof row[objective] === 'number').length;
  return n === 1
    ? 'One result alone says nothing about what influences it.'
    : 'All results are equal, so there is nothing to learn from them yet.';
}
