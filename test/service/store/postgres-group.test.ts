import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RevisionConflictError, StoreError } from '../../../src/service/errors.ts';
import { toDocument } from '../../../src/service/session/format/document.ts';
import { emptyState } from '../../../src/service/session/state.ts';
import { Database, statement } from '../../../src/service/store/postgres/database.ts';
import { postgresStore } from '../../../src/service/store/postgres/store.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { LossyProxy } from '../support/lossy-proxy.ts';
import { postgresPrograms, query, TestPostgres } from '../support/postgres.ts';

const now = '2026-01-01T00:00:00.000Z';
const ids = Array.from({ length: 12 }, (_, i) => `s${i}`);

/** One change of each session, all at once; some wait while the first ones are under way, and so form a group. */
const changeAll = (store: Store, expected: (id: string) => number, text = (id: string) => `of ${id}`) =>
  Promise.allSettled(
    ids.map((id) =>
      store.append(id, [['push', ['experiments', 'data'], [{ x: 1, note: text(id) }]]], expected(id), {
        events: [
          { type: 'experiment_added', data: { of: id, n: 1 } },
          { type: 'audit_recorded', data: { of: id, n: 2 } },
        ],
      }),
    ),
  );

describe.skipIf(postgresPrograms === undefined)('changes of different sessions in one statement', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await TestPostgres.start();
  });
  afterAll(() => postgres?.stop());

  async function opened() {
    const url = await postgres.database();
    const proxy = await LossyProxy.start(postgres.port);
    const store = await postgresStore({ url: url.replace(`:${postgres.port}/`, `:${proxy.port}/`) });
    for (const id of ids) await store.save(id, toDocument(emptyState(id, now)), 0);
    const transactions = async () =>
      (
        await query(url, 'select count(distinct xmin::text)::int as n from session_write where revision = 2')
      )[0]?.n as number;
    const close = async () => {
      await store.close();
      await proxy.stop();
    };
    return { url, proxy, store, transactions, close };
  }

  /** Each session has the events of each of its changes once, in order. */
  async function checkEvents(url: string, changes: (id: string) => number): Promise<void> {
    const rows = await query(url, 'select session_id, seq::float8 as seq, event from outbox order by 1, 2');
    for (const id of ids) {
      const own = rows.filter(({ session_id }) => session_id === id);
      const said = own.map(({ event }) => JSON.parse(event as string).data);
      expect(said).toEqual(
        Array.from({ length: changes(id) }, () => [
          { of: id, n: 1 },
          { of: id, n: 2 },
        ]).flat(),
      );
      const first = own[0]?.seq as number;
      expect(own.map(({ seq }) => seq)).toEqual(own.map((_, i) => first + i));
    }
  }

  it('takes fewer transactions than changes, and each session has its own change and events', async () => {
    const { url, store, transactions, close } = await opened();
    // Texts are made in slices by the clock, and a slow machine would make more groups of them.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    expect(await changeAll(store, () => 1)).toEqual(ids.map(() => ({ status: 'fulfilled', value: 2 })));
    clock.mockRestore();
    expect(await transactions()).toBe(3);
    for (const id of ids) {
      const { document, revision } = (await store.load(id)) as { document: unknown; revision: number };
      expect(revision).toBe(2);
      expect(document).toMatchObject({ experiments: { data: [{ x: 1, note: `of ${id}` }] } });
    }
    await checkEvents(url, () => 1);
    await close();
  });

  it('refuses a member of an old revision alone', async () => {
    const { url, store, close } = await opened();
    await store.append('s7', [['push', ['experiments', 'data'], [{ x: 0 }]]], 1);
    const done = await changeAll(store, () => 1);
    for (const [i, one] of done.entries()) {
      if (ids[i] === 's7')
        expect((one as PromiseRejectedResult).reason).toBeInstanceOf(RevisionConflictError);
      else expect(one).toEqual({ status: 'fulfilled', value: 2 });
    }
    await checkEvents(url, (id) => (id === 's7' ? 0 : 1));
    await close();
  });

  it('does not wait for a session that another server holds', async () => {
    const { url, store, close } = await opened();
    const blocker = query(
      url,
      `do $$ begin perform 1 from session where id = 's5' for update;
      while (select count(*) from athanor_schema where name = 'go on') = 0 loop
        perform pg_sleep(0.01);
      end loop; end $$`,
    );
    for (;;) {
      const [row] = await query(
        url,
        "select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid) where l.relation = 'session'::regclass and l.mode = 'RowShareLock' and a.query like 'do %'",
      );
      if (row?.n === 1) break;
    }
    const changing = changeAll(store, () => 1);
    let written: unknown;
    while (written !== ids.length - 1) {
      [{ n: written }] = (await query(
        url,
        'select count(*)::int as n from session_write where revision = 2',
      )) as [{ n: number }];
    }
    await query(url, "insert into athanor_schema (version, name) values (99, 'go on')");
    await blocker;
    expect(await changing).toEqual(ids.map(() => ({ status: 'fulfilled', value: 2 })));
    await checkEvents(url, () => 1);
    await close();
  });

  it('fails for nobody but the member that the database refuses', async () => {
    const { url, store, close } = await opened();
    await query(url, "alter table session_write add check (steps is null or steps not like '%poison%')");
    const done = await changeAll(
      store,
      () => 1,
      (id) => (id === 's9' ? 'poison' : 'fine'),
    );
    for (const [i, one] of done.entries()) {
      if (ids[i] === 's9') expect((one as PromiseRejectedResult).reason).toBeInstanceOf(StoreError);
      else expect(one).toEqual({ status: 'fulfilled', value: 2 });
    }
    await checkEvents(url, (id) => (id === 's9' ? 0 : 1));
    await close();
  });

  it('finds out what became of each member when the answer is lost, and does nothing twice', async () => {
    const { url, proxy, store, close } = await opened();
    for (let round = 1; round <= 5; round++) {
      proxy.cutAnswers = round;
      const done = await changeAll(store, () => round);
      expect(done).toEqual(ids.map(() => ({ status: 'fulfilled', value: round + 1 })));
    }
    await checkEvents(url, () => 5);
    await close();
  });

  it('keep their connection when a transaction is given up for a reason of its own, not when it is lost', async () => {
    const { url, close } = await opened();
    const database = await Database.open({ url, connections: 1 });
    const pid = statement('pid', 'select pg_backend_pid() as pid');
    const pidOf = async () => (await database.run(pid))[0]?.pid as number;
    const before = await pidOf();
    const conflict = new RevisionConflictError('s', 1, 2);
    const insert = statement(
      'put',
      "insert into record (kind, key, value, revision) values ('k', 'k', '1', 1)",
    );
    const given = database.transaction(async (runner) => {
      await runner.run(insert, []);
      throw conflict;
    });
    await expect(given).rejects.toBe(conflict);
    expect(await pidOf()).toBe(before);
    expect(await query(url, 'select count(*)::int as n from record')).toEqual([{ n: 0 }]);
    const lost = database.transaction((runner) =>
      runner.run(statement('end', 'select pg_terminate_backend(pg_backend_pid())'), []),
    );
    await expect(lost).rejects.toThrow();
    expect(await pidOf()).not.toBe(before);
    await database.close();
    await close();
  });
});
