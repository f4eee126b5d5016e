import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backUp, restore, verify } from '../../../src/service/store/backup-set.ts';
import { nodeDisk } from '../../../src/service/store/disk.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import { lockWithSqlite } from '../../../src/service/store/folder-lock.ts';
import { claimFolder } from '../../../src/service/store/owner.ts';
import { fillSession, testApp } from '../support/app.ts';

let base: string;
const at = (...parts: string[]) => join(base, ...parts);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'athanor-backup-'));
});

afterEach(() => rmSync(base, { recursive: true }));

/** A data folder with three sessions: a trained one, one with a journal, an empty one. */
async function filled(): Promise<string[]> {
  const service = await testApp(fileStore(at('data')), undefined, { DATA_DIR: at('data') });
  const trained = await service.session({ name: 'trained' });
  await fillSession(service, trained, 8);
  await service.call('POST', `${trained}/model/train`, { backend: 'botorch' });
  const plain = await service.session({ name: 'plain' });
  await fillSession(service, plain, 3);
  const empty = await service.session();
  await service.close();
  writeFileSync(at('data', 'assistant.json'), '{"openai": {"api_key": "k"}}', { mode: 0o600 });
  mkdirSync(at('data', 'recovery'), { recursive: true });
  writeFileSync(
    at('data', 'recovery', 'x_recovery_20260101_000000000.json'),
    Buffer.from([0xff, 0x00, 0x7b]),
  );
  return [trained, plain, empty];
}

async function exportsOf(folder: string, paths: readonly string[]) {
  const service = await testApp(fileStore(folder));
  const all = await Promise.all(paths.map((path) => service.call('GET', `${path}/export`)));
  const listed = await service.call('GET', '/sessions');
  await service.close();
  return { all: all.map(({ status, body }) => ({ status, body })), total: listed.body.total };
}

describe('backup, verify and restore', () => {
  it('bring every session back as it was, into an empty place', async () => {
    const paths = await filled();
    expect(await backUp(at('data'), at('backup'))).toEqual({ sessions: 3, problems: [] });
    expect(await verify(at('backup'))).toEqual({ sessions: 3, problems: [] });
    expect(await verify(at('data'))).toEqual({ sessions: 3, problems: [] });
    expect(await restore(at('backup'), at('restored', 'data'))).toBe(3);
    expect(await exportsOf(at('restored', 'data'), paths)).toEqual(await exportsOf(at('data'), paths));
    expect(statSync(at('restored', 'data', 'assistant.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(at('restored/data/recovery/x_recovery_20260101_000000000.json'))).toEqual(
      Buffer.from([0xff, 0x00, 0x7b]),
    );
  });

  it('give restored sessions no version that the lost ones had after the backup', async () => {
    const [, path] = (await filled()) as [string, string];
    await backUp(at('data'), at('backup'));
    const rename = (service: Awaited<ReturnType<typeof testApp>>, name: string) =>
      service.call('PATCH', `${path}/metadata`, { name });
    const lost = await testApp(fileStore(at('data')));
    const tags: unknown[] = [];
    for (const name of ['a', 'b', 'c']) {
      await rename(lost, name);
      tags.push((await lost.call('GET', `${path}/metadata`)).headers.etag);
    }
    await lost.close();
    await restore(at('backup'), at('restored'));
    const service = await testApp(fileStore(at('restored')));
    for (const name of ['d', 'e', 'f']) {
      await rename(service, name);
      for (const tag of tags) {
        const read = await service.call('GET', `${path}/metadata`, undefined, {
          'if-none-match': tag as string,
        });
        expect([read.status, read.body.name]).toEqual([200, name]);
        const change = await service.call(
          'PATCH',
          `${path}/metadata`,
          { name: 'x' },
          { 'if-match': tag as string },
        );
        expect(change.status).toBe(412);
      }
    }
    await service.close();
  });

  it('go to no place within the data folder: a backup would hold itself', async () => {
    await filled();
    symlinkSync(at('data'), at('link'));
    for (const target of [at('data', 'backups', '1'), at('link', 'backup')])
      await expect(backUp(at('data'), target)).rejects.toThrow('is within the data folder');
    expect(existsSync(at('data', 'backups'))).toBe(false);
    expect(await backUp(at('data'), at('data-of-today'))).toMatchObject({ sessions: 3 });
  });

  it('copy a folder that is being written to: all that was acknowledged before is in it', async () => {
    const store = fileStore(at('data'), { smallJournal: 500 });
    const ids = ['a', 'b', 'c'];
    for (const id of ids) await store.save(id, { version: '1.1.0', rows: [] } as never, 0);
    let stop = false;
    const counts = new Map(ids.map((id) => [id, 0]));
    const writers = ids.map(async (id) => {
      for (let n = 1; !stop; n++) {
        const row = { n, note: 'x'.repeat(40) };
        const steps =
          n % 97 === 0 ? ([['set', ['rows'], [row]]] as const) : ([['push', ['rows'], [row]]] as const);
        await store.append(id, steps, n);
        counts.set(id, n);
      }
    });
    for (let copy = 0; copy < 8; copy++) {
      const before = new Map(counts);
      expect(await backUp(at('data'), at(`backup${copy}`))).toEqual({ sessions: 3, problems: [] });
      const taken = fileStore(at(`backup${copy}`));
      for (const id of ids) {
        const found = (await taken.load(id)) as { document: { rows: { n: number }[] }; revision: number };
        const { rows } = found.document;
        const last = rows.at(-1)?.n ?? 0;
        expect(last).toBeGreaterThanOrEqual(before.get(id) as number);
        // One moment: no row is missing before the last.
        expect(rows.map(({ n }) => n)).toEqual(rows.map((_, i) => last - rows.length + 1 + i));
        expect(found.revision).toBe(last + 1_000_001);
      }
    }
    stop = true;
    await Promise.all(writers);
    await store.close();
  });

  it('report what is wrong, and restore nothing of it', async () => {
    await filled();
    await backUp(at('data'), at('backup'));
    const [name = ''] = readdirSync(at('backup', 'sessions'));
    const file = at('backup', 'sessions', name);
    const good = readFileSync(file);
    const damages: [() => void, RegExp][] = [
      [() => writeFileSync(file, good.subarray(0, good.length - 10)), /its checksum is different/],
      [
        () => writeFileSync(file, good.toString().replace('"name":"', '"name":"!')),
        /its checksum is different/,
      ],
      [() => rmSync(file), /is missing or cannot be read/],
      [() => writeFileSync(at('backup', 'sessions', 'more.json'), '{}'), /is not part of the backup/],
    ];
    for (const [damage, words] of damages) {
      damage();
      expect((await verify(at('backup'))).problems.join('\n')).toMatch(words);
      await expect(restore(at('backup'), at('restored'))).rejects.toThrow(words);
      expect(existsSync(at('restored'))).toBe(false);
      writeFileSync(file, good);
    }
    rmSync(at('backup', 'sessions', 'more.json'));
    rmSync(at('backup', 'manifest.json'));
    await expect(restore(at('backup'), at('restored'))).rejects.toThrow('it has no manifest.json');
  });

  it('that were cut off are no data folders either', async () => {
    await filled();
    // Under which nothing can be written beside it: the copy fails when all sessions are there.
    const long = at('data', 'n'.repeat(250));
    writeFileSync(long, '');
    await expect(backUp(at('data'), at('backup'))).rejects.toThrow('ENAMETOOLONG');
    expect(readdirSync(at('backup', 'sessions'))).toHaveLength(3);
    await expect(verify(at('backup'))).rejects.toThrow('it was not finished');
    await expect(restore(at('backup'), at('restored'))).rejects.toThrow('it was not finished');
  });

  it.each(['ENOSPC', 'EIO', 'EROFS', 'EMFILE'])(
    'into a folder that takes no more (%s) are not finished',
    async (code) => {
      await filled();
      const open = nodeDisk.open.bind(nodeDisk);
      let written = 0;
      const full = vi.spyOn(nodeDisk, 'open').mockImplementation(async (path, mode) => {
        if (mode === 'create' && path.includes(at('backup', 'sessions')) && ++written > 1)
          throw Object.assign(new Error(`${code}: no more, open`), { code });
        return open(path, mode);
      });
      const refused = expect(backUp(at('data'), at('backup'))).rejects;
      await refused.toThrow(`'${at('backup')}' cannot be written (${code}); the backup is not finished`);
      full.mockRestore();
      await expect(verify(at('backup'))).rejects.toThrow('it was not finished');
      await expect(restore(at('backup'), at('restored'))).rejects.toThrow('it was not finished');
    },
  );

  it('of a data folder that was itself a backup are whole', async () => {
    await filled();
    await backUp(at('data'), at('first'));
    await backUp(at('first'), at('backup'));
    expect(await verify(at('backup'))).toEqual({ sessions: 3, problems: [] });
  });

  it('name a session that cannot be read, in the folder as in the backup, and keep the others', async () => {
    const paths = await filled();
    const id = paths[1]?.slice('/sessions/'.length) ?? '';
    appendFileSync(at('data', 'sessions', `${id}.1.journal`), 'garbage\nmore\n');
    const words = [expect.stringContaining(`session '${id}'`)];
    expect(await verify(at('data'))).toEqual({ sessions: 3, problems: words });
    expect(await backUp(at('data'), at('backup'))).toEqual({ sessions: 2, problems: words });
    expect(await restore(at('backup'), at('restored'))).toBe(2);
  });

  it('fill a folder that is the root of a volume, and touch nothing beside it', async () => {
    await filled();
    mkdirSync(at('data', 'lost+found'));
    writeFileSync(at('data', 'lost+found', 'piece'), '');
    await backUp(at('data'), at('backup'));
    mkdirSync(at('volume', 'lost+found'), { recursive: true });
    const before = [statSync(at('volume')).ino, statSync(base).mtimeMs];
    expect(await restore(at('backup'), at('volume'))).toBe(3);
    expect([statSync(at('volume')).ino, statSync(base).mtimeMs]).toEqual(before);
    expect(readdirSync(at('volume', 'lost+found'))).toEqual([]);
  });

  it('keep servers out of a folder whose restore was killed, until it is restored', async () => {
    await filled();
    await backUp(at('data'), at('backup'));
    mkdirSync(at('restored', '.restoring', 'sessions', 'half'), { recursive: true });
    await expect(claimFolder(at('restored'))).rejects.toThrow('was not finished; restore it again');
    expect(await restore(at('backup'), at('restored'))).toBe(3);
    expect(readdirSync(at('restored')).sort()).toEqual([
      'assistant.json',
      'owner.lock',
      'recovery',
      'sessions',
    ]);
    expect(readdirSync(at('restored', 'sessions'))).not.toContain('half');
    await (await claimFolder(at('restored'))).release();
    // Killed while the files were put in their place: nobody knows what else is there.
    mkdirSync(at('restored', '.restoring'));
    await expect(restore(at('backup'), at('restored'))).rejects.toThrow('a restore was killed; empty it');
  });

  it.each(['open', 'rename', 'syncFolder'] as const)(
    'restore nothing where the disk fails (%s), and all of it afterwards',
    async (call) => {
      await filled();
      await backUp(at('data'), at('backup'));
      const real = nodeDisk[call].bind(nodeDisk) as (path: string, ...more: never[]) => Promise<never>;
      let failAt = 0;
      for (let made = Number.POSITIVE_INFINITY; made >= failAt; ) {
        [made, failAt] = [0, failAt + 1];
        const failing = vi
          .spyOn(nodeDisk, call)
          .mockImplementation(async (path: string, ...more: unknown[]) => {
            const counts = path.startsWith(at('restored')) && ++made === failAt;
            if (counts) throw Object.assign(new Error(`EIO: ${call}`), { code: 'EIO' });
            return real(path, ...(more as never[]));
          });
        const outcome = await restore(at('backup'), at('restored')).catch((error: Error) => error.message);
        failing.mockRestore();
        if (made < failAt) expect(outcome).toBe(3);
        else {
          expect(outcome).toContain(`'${at('restored')}' (EIO); nothing was restored`);
          expect(readdirSync(at('restored'))).toEqual(['owner.lock']);
        }
      }
      expect(failAt).toBeGreaterThan(4);
    },
  );

  it('let one process restore into a folder at a time, and none into that of a server', async () => {
    await filled();
    await backUp(at('data'), at('backup'));
    mkdirSync(at('restored'));
    const lock = await lockWithSqlite(at('restored', 'owner.lock'));
    mkdirSync(at('restored', '.restoring', 'sessions'), { recursive: true });
    await expect(restore(at('backup'), at('restored'))).rejects.toThrow(
      `'${at('restored')}' belongs to a server or to another restore`,
    );
    expect(existsSync(at('restored', '.restoring', 'sessions'))).toBe(true);
    if (typeof lock === 'object') lock.release();
    expect(await restore(at('backup'), at('restored'))).toBe(3);
  });

  it('write over nothing', async () => {
    await filled();
    await expect(backUp(at('data'), at('data'))).rejects.toThrow('is not empty');
    await backUp(at('data'), at('backup'));
    await expect(restore(at('backup'), at('data'))).rejects.toThrow('is not empty');
    await expect(verify(at('nowhere'))).rejects.toThrow('ENOENT');
    await expect(verify(base)).rejects.toThrow('neither a backup');
    await expect(backUp(base, at('other'))).rejects.toThrow('is not a data folder');
  });
});
