import { valueAt } from '../value-at.ts';
import type { Json } from './exchange.ts';

/** 422: `detail` is a sentence and the problems are in `errors`, each with the input it is about. */
export function oldValidationError(ours: Json, body: unknown, query: unknown): Json {
  const problems = Array.isArray(ours.detail) ? (ours.detail as Json[]) : [];
  const errors = problems.map(({ type, loc, msg }) => {
    const path = loc as unknown[];
    const input = valueAt(path[0] === 'body' ? body : query, path.slice(1));
    return { type, loc, msg, input: input ?? null };
  });
  const sentences = problems.map(({ loc, msg }) => `${(loc as unknown[]).join('.')}: ${msg}`);
  return {
    detail: `${problems.length} validation error${problems.length === 1 ? '' : 's'}: ${sentences.join('; ')}`,
    error_type: 'ValidationError',
    status_code: 422,
    errors,
  };
}
