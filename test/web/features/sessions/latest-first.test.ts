import { expect, it } from 'vitest';
import type { SessionSummary } from '../../../../src/web/api/types.ts';
import { latestFirst } from '../../../../src/web/features/sessions/latest-first.ts';

it('the session that was changed last stands first, and one that cannot be read last', () => {
  const of = (session_id: string, created_at: string | null, last_modified: string | null) =>
    ({ session_id, created_at, last_modified }) as SessionSummary;
  const sessions = [
    of('broken', null, null),
    of('old', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
    of('new', '2026-01-03T00:00:00.000Z', null),
    of('used', '2025-01-01T00:00:00.000Z', '2026-01-03T00:00:00.001Z'),
  ];
  expect(latestFirst(sessions).map(({ session_id: id }) => id)).toEqual(['used', 'new', 'old', 'broken']);
});
