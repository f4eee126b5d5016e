import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDocument } from '../../../src/service/session/format/document.ts';
import { emptyState } from '../../../src/service/session/state.ts';
import { Database } from '../../../src/service/store/postgres/database.ts';
import { maintain } from '../../../src/service/store/postgres/maintenance.ts';
import { postgresStore } from '../../../src/service/store/postgres/store.ts';
import type { Stored } from '../../../src/service/store/store.ts';
import { postgresPrograms, query, TestPostgres } from '../support/postgres.ts';

const now = '2026-01-01T00:00:00.000Z';

describe.skipIf(postgresPrograms === undefined)('the upkeep of the database', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await TestPostgres.start();
  });
  afterAll(() => postgres?.stop());

  it('removes what had its time, and nothing that a session is made of', async () => {
    const url = await postgres.database();
    const store = await postgresStore({ url, smallJournal: 400 });
    const events = [{ type: 'metadata_changed' as const, data: {} }];
    await store.save('s', toDocument(emptyState('s', now)), 0, { events });
    for (let x = 1; x <= 60; x++) {
      await store.append('s', [['push', ['experiments', 'data'], [{ x, note: 'n'.repeat(200) }]]], x, {
        events,
      });
    }
    // Compaction goes on beside the requests; closing waits for it.
    await store.close();
    const [compacted] = await query(
      url,
      "select base_revision::int as base, revision::int as last from session where id = 's'",
    );
    expect(compacted?.base).toBeGreaterThan(1);
    await query(url, "update session_write set written_at = now() - interval '2 hours'");
    await query(url, "update outbox set told_at = now() - interval '2 hours' where seq % 2 = 0");
    await query(
      url,
      `insert into record (kind, key, value, revision, expires_at) values
      ('k', 'old', '1', 1, now() - interval '1 s'), ('k', 'new', '1', 1, now() + interval '1 h'), ('k', 'kept', '1', 1, null)`,
    );
    await query(
      url,
      `insert into job (id, session_id, name, layout, needs, memory, state, ended_at) values
      (gen_random_uuid(), 's', 'old', 1, '{}', 0, 'done', now() - interval '2 days'),
      (gen_random_uuid(), 's', 'new', 1, '{}', 0, 'done', now()), (gen_random_uuid(), 's', 'waiting', 1, '{}', 0, 'queued', null)`,
    );
    // More than one statement removes.
    await query(
      url,
      `insert into outbox (session_id, seq, event, told_at)
      select 'gone', n, '{}', now() - interval '2 hours' from generate_series(1, 12000) n`,
    );
    const database = await Database.open({ url });
    await maintain(database);
    await database.close();
    const counts = async (table: string) =>
      Number((await query(url, `select count(*) as n from ${table}`))[0]?.n);
    expect(await counts('session_write')).toBe((compacted?.last as number) - (compacted?.base as number));
    expect(await counts('session_chunk')).toBe(1);
    expect([30, 31]).toContain(await counts('outbox'));
    expect((await query(url, 'select key from record order by key')).map(({ key }) => key)).toEqual([
      'kept',
      'new',
    ]);
    expect((await query(url, 'select name from job order by name')).map(({ name }) => name)).toEqual([
      'new',
      'waiting',
    ]);
    const again = await postgresStore({ url });
    const found = await again.load('s');
    expect(found?.revision).toBe(61);
    const { experiments } = (found as Stored).document as { experiments: { data: { x: number }[] } };
    expect(experiments.data.map(({ x }) => x)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    await again.close();
  });

  it('keeps a session of 10⁵ rows in chunks; what a change costs does not depend on them', async () => {
    const url = await postgres.database();
    const store = await postgresStore({ url, smallJournal: 400 });
    const other = await postgresStore({ url });
    const rows = Array.from({ length: 100_000 }, (_, x) => ({ x, Output: x / 7, note: `run ${x}` }));
    await store.save('large', toDocument({ ...emptyState('large', now), rows } as never), 0);
    await store.save('small', toDocument(emptyState('small', now)), 0);
    await other.load('large');
    const chunks = await query(
      url,
      "select count(*)::int as n, max(length(content))::int as most from session_chunk where session_id = 'large'",
    );
    expect(chunks[0]?.n).toBeGreaterThan(4);
    expect(chunks[0]?.most).toBeLessThan(1.1 * 2 ** 20);
    const row = { x: -1, Output: 0, note: 'one more' };
    const written = async (id: string) => {
      const before = await query(url, 'select pg_current_wal_insert_lsn() as at');
      await store.append(id, [['push', ['experiments', 'data'], [row]]], 1);
      const [after] = await query(url, 'select (pg_current_wal_insert_lsn() - $1::pg_lsn)::int as bytes', [
        before[0]?.at,
      ]);
      return after?.bytes as number;
    };
    await written('small').catch(() => 0);
    await query(url, 'checkpoint');
    const large = await written('large');
    // Whole pages after a checkpoint, at most one for each table and index that a change touches.
    expect(large).toBeLessThan(16 * 8192);
    const later = await other.changes?.('large', 1);
    expect(later).toEqual({ steps: [['push', ['experiments', 'data'], [row]]], revision: 2 });
    const found = (await other.load('large'))?.document as { experiments: { data: unknown[] } };
    expect(found.experiments.data).toEqual([...rows, row]);
    // A journal of two steps is no reason to write five chunks anew.
    const [session] = await query(url, "select base_revision::int as base from session where id = 'large'");
    expect(session?.base).toBe(1);
    await store.close();
    await other.close();
  });
});
