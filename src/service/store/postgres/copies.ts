import { copyTime } from '../backup-time.ts';
import type { Backup, BackupStore, UploadStore } from '../store.ts';
import { type Database, type Rows, statement } from './database.ts';
import { jsonParts } from './write.ts';

const putCopy = statement(
  'backup-put',
  'insert into backup (session_id, taken_at, document) values ($1, $2, $3) on conflict (session_id, taken_at) do update set document = excluded.document',
);
const lastTime = statement(
  'backup-last',
  'select max(taken_at) as taken_at from backup where session_id = $1',
);
const trim = statement(
  'backup-trim',
  `delete from backup where session_id = $1 and taken_at not in
  (select taken_at from backup where session_id = $1 order by taken_at desc limit 2)`,
);
const newest = statement(
  'backup-newest',
  'select session_id, taken_at, document from backup where session_id = $1 order by taken_at desc limit 1',
);
const newestOfAll = statement(
  'backup-list',
  'select session_id, max(taken_at) as taken_at from backup group by session_id order by 2 desc',
);
const removeCopies = statement('backup-remove', 'delete from backup where session_id = $1 returning 1');
const rename = statement('backup-rename', 'update backup set session_id = $2 where session_id = $1');
const removeOld = statement('backup-remove-old', 'delete from backup where taken_at < $1 returning 1');

const asBackups = (rows: Rows): Backup[] =>
  rows.map(({ session_id, taken_at, document }) => ({
    id: session_id as string,
    time: taken_at as string,
    document: JSON.parse(document as string) as unknown,
  }));

/** Copies of unsaved sessions. */
export const databaseBackups = (database: Database): BackupStore => ({
  put: async (id, time, document) => {
    const text = (await jsonParts(document)).join('');
    await database.transaction(async (runner) => {
      const last = (await runner.run(lastTime, [id]))[0]?.taken_at as string | null | undefined;
      await runner.run(putCopy, [id, copyTime(time, last ?? undefined), text]);
      await runner.run(trim, [id]);
    });
  },
  newest: async (id) => asBackups(await database.read(newest, [id]))[0],
  list: async () =>
    (await database.read(newestOfAll)).map(({ session_id, taken_at }) => ({
      id: session_id as string,
      time: taken_at as string,
    })),
  remove: async (id) => (await database.run(removeCopies, [id])).length,
  rename: async (from, to) => {
    await database.transaction(async (runner) => {
      await runner.run(removeCopies, [to]);
      await runner.run(rename, [from, to]);
    });
  },
  removeOlder: async (time) => (await database.run(removeOld, [time])).length,
});

const putUpload = statement(
  'upload-put',
  'insert into upload (id, content) values ($1, $2) on conflict (id) do update set content = excluded.content, put_at = now()',
);
const getUpload = statement('upload-get', 'select content from upload where id = $1');
const removeUpload = statement('upload-remove', 'delete from upload where id = $1 returning 1');
const removeOldUploads = statement(
  'upload-remove-old',
  'delete from upload where put_at < $1 and left(id, length($2)) = $2 returning 1',
);

/** Files that clients sent and have not decided about. */
export const databaseUploads = (database: Database): UploadStore => ({
  put: async (id, bytes) => {
    await database.run(putUpload, [id, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
  },
  get: async (id) => (await database.read(getUpload, [id]))[0]?.content as Buffer | undefined,
  remove: async (id) => (await database.run(removeUpload, [id])).length > 0,
  removeOlder: async (time, prefix) => (await database.run(removeOldUploads, [time, prefix])).length,
});
