import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../../../src/service/store/postgres/store.ts';
import { postgresPrograms, query, TestPostgres } from '../support/postgres.ts';

describe.skipIf(postgresPrograms === undefined)(
  'a database whose transactions are serializable by default',
  () => {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await TestPostgres.start();
    });
    afterAll(() => postgres?.stop());

    it('refuses none of the changes that two servers make to one record at once', async () => {
      const url = await postgres.database();
      const name = new URL(url).pathname.slice(1);
      await query(url, `alter database ${name} set default_transaction_isolation = 'serializable'`);
      const stores = await Promise.all([1, 2].map(() => postgresStore({ url })));
      const counts = await Promise.all(
        stores.flatMap(({ records }) =>
          Array.from({ length: 100 }, () => records.count('calls', 'ann', 600_000)),
        ),
      );
      expect(Math.max(...counts.map(({ count }) => count))).toBe(200);
      const puts = stores.flatMap(({ records }) =>
        Array.from({ length: 50 }, (_, i) => records.put('note', 'ann', i)),
      );
      expect(Math.max(...(await Promise.all(puts)))).toBe(100);
      for (const store of stores) await store.close();
    });
  },
);
