import { RevisionConflictError, StoreUnavailableError } from '../../errors.ts';
import type { KeptRecord, RecordChange, RecordStore } from '../store.ts';
import {
  type Database,
  databaseError,
  outcomeOf,
  type Rows,
  type Runner,
  type Statement,
  statement,
} from './database.ts';

const lasting = '(expires_at is null or expires_at > now())';

const kept = 'key, value, revision, extract(epoch from expires_at) * 1000 as expires_ms';

const get = statement('record-get', `select ${kept} from record where kind = $1 and key = $2 and ${lasting}`);
const list = statement(
  'record-list',
  `select ${kept} from record where kind = $1 and ${lasting} order by key`,
);
// A record past its time counts as none: its revision begins again.
const kinds = statement('record-kinds', 'select distinct kind from record order by kind');
const put = statement(
  'record-put',
  `insert into record (kind, key, value, revision, expires_at)
  select $1::text, $2::text, $3::text, 1, $5::timestamptz where coalesce($4::bigint, 0) = 0
    or exists (select from record where kind = $1::text and key = $2::text)
  on conflict (kind, key) do update set value = excluded.value, expires_at = excluded.expires_at,
    revision = case when record.expires_at <= now() then 1 else record.revision + 1 end
  where $4::bigint is null or $4::bigint = case when record.expires_at <= now() then 0 else record.revision end
  returning revision`,
);
const remove = statement(
  'record-remove',
  `delete from record where kind = $1 and key = $2 and ($3::bigint is null or ($3 = revision and ${lasting}))
  returning ${lasting} as there`,
);
const removeExpired = statement('record-expire', 'delete from record where expires_at <= $1 returning 1');
const forgetTallies = statement('tally-expire', 'delete from tally where ends_at <= $1');
const count = statement(
  'tally-count',
  `insert into tally (kind, key, count, ends_at)
  values ($1, $2, $4, clock_timestamp() + make_interval(secs => $3::float8 / 1000))
  on conflict (kind, key) do update set
    count = case when tally.ends_at <= clock_timestamp() then 0 else tally.count end + excluded.count,
    ends_at = case when tally.ends_at <= clock_timestamp() then excluded.ends_at else tally.ends_at end
  returning count, extract(epoch from ends_at - clock_timestamp()) * 1000 as left_ms`,
);

const asRecords = (rows: Rows): KeptRecord[] =>
  rows.map(({ key, value, revision, expires_ms }) => ({
    key: key as string,
    value: JSON.parse(value as string) as unknown,
    revision: Number(revision),
    ...(expires_ms === null ? {} : { expires: new Date(Number(expires_ms)) }),
  }));

/** Transactions that meet wait for each other's records in one order, and none of them for ever. */
const inOrder = (changes: readonly RecordChange[]): readonly RecordChange[] =>
  changes.toSorted((a, b) => (`${a.kind} ${a.key}` < `${b.kind} ${b.key}` ? -1 : 1));

/** @throws RevisionConflictError */
async function carryOut(runner: Runner, { kind, key, value, expected }: RecordChange): Promise<void> {
  const rows =
    value === null
      ? await runner.run(remove, [kind, key, expected ?? null])
      : await runner.run(put, [kind, key, JSON.stringify(value), expected ?? null, null]);
  if (rows.length > 0 || (value === null && expected === undefined)) return;
  const [found] = asRecords(await runner.run(get, [kind, key]));
  if (value === null && expected === 0 && found === undefined) return;
  throw new RevisionConflictError(`${kind}/${key}`, expected ?? 0, found?.revision ?? 0);
}

/** Records in the database; a revision shows whether two servers write one at once. */
export function databaseRecords(database: Database): RecordStore {
  const written = async <T>(write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof RevisionConflictError) throw error;
      if (outcomeOf(error) === 'refused') throw databaseError(error);
      throw new StoreUnavailableError(
        'the connection to the database was lost; check whether the change was made',
        {
          cause: error,
        },
      );
    }
  };
  const run = (one: Statement, values: readonly unknown[]): Promise<Rows> =>
    written(database.run(one, values));
  return {
    get: async (kind, key) => asRecords(await database.read(get, [kind, key]))[0],
    list: async (kind) => asRecords(await database.read(list, [kind])),
    kinds: async () => (await database.read(kinds)).map(({ kind }) => kind as string),
    put: async (kind, key, value, { expected, expires } = {}) => {
      const values = [kind, key, JSON.stringify(value), expected ?? null, expires ?? null];
      const [row] = await run(put, values);
      if (row !== undefined) return Number(row.revision);
      const [found] = asRecords(await database.read(get, [kind, key]));
      throw new RevisionConflictError(`${kind}/${key}`, expected ?? 0, found?.revision ?? 0);
    },
    remove: async (kind, key) => (await run(remove, [kind, key, null]))[0]?.there === true,
    changeAll: (changes) =>
      written(
        database.transaction(async (runner) => {
          for (const change of inOrder(changes)) await carryOut(runner, change);
        }),
      ),
    count: async (kind, key, windowMs, amount = 1) => {
      const [row] = await run(count, [kind, key, windowMs, amount]);
      return { count: Number(row?.count), leftMs: Number(row?.left_ms) };
    },
    removeExpired: async (now) => {
      await run(forgetTallies, [now]);
      return (await run(removeExpired, [now])).length;
    },
  };
}
