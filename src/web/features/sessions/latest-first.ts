import type { SessionSummary } from '../../api/types.ts';

const changed = ({ last_modified: last, created_at: made }: SessionSummary): string => last ?? made ?? '';

/** Sessions as people look for them: what was changed last comes first, and what cannot be read comes last. */
export const latestFirst = (sessions: readonly SessionSummary[]): SessionSummary[] =>
  sessions.toSorted((a, b) => Number(changed(a) < changed(b)) - Number(changed(a) > changed(b)));
